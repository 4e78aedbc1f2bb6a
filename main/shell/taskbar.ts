// Keeps taskbar and dock in step with the queue.
import { app, type BrowserWindow } from 'electron';
import type { Uploader } from '../uploader-api.ts';
import { type TaskbarState, taskbarState } from './taskbar-state.ts';

export function followInTaskbar(uploader: Uploader, window: BrowserWindow): void {
  let last: TaskbarState = { progress: -1, mode: 'none', badge: 0 };
  uploader.on('queue.patch', ({ counts, totals }) => {
    if (window.isDestroyed()) return;
    const next = taskbarState(counts, totals);
    if (next.progress !== last.progress || next.mode !== last.mode) {
      window.setProgressBar(next.progress, { mode: next.mode });
    }
    if (next.badge !== last.badge) app.setBadgeCount(next.badge);
    last = next;
  });
}
