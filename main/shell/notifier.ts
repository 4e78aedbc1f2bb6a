// Notifier port: the system's own notifications, none while the window is being looked at or the user does not want any.
import { type BrowserWindow, Notification } from 'electron';
import type { Command } from '../../preload/contract.ts';
import type { Notifier, Settings } from '../ports.ts';
import { noticeText } from './notice-text.ts';

interface RunnerContext {
  /** Asked for late: the uploader exists before the window does. */
  readonly window: () => BrowserWindow | null;
  readonly settings: Settings;
  /** A click: brings the window back at the place that the notice is about. */
  readonly follow: (command: Command) => void;
}

export function createNotifier({ window, settings, follow }: RunnerContext): Notifier {
  /** Held here until it is gone: a collected notification does not hear its click. */
  const shown = new Set<Notification>();
  return {
    tell: (notice) => {
      if (window()?.isFocused() === true || !settings.values().notify || !Notification.isSupported()) return;
      const { title, body, leadsTo } = noticeText(notice);
      const notification = new Notification({ title, body });
      shown.add(notification);
      notification.on('click', () => {
        shown.delete(notification);
        follow(leadsTo);
      });
      notification.on('close', () => shown.delete(notification));
      notification.show();
    },
  };
}
