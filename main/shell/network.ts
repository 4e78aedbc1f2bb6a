// Network port: whether this computer has a line at all, asked every two seconds and after waking, for Electron tells no changes.
import { net, powerMonitor } from 'electron';
import type { Network } from '../ports.ts';

const pollMs = 2_000;

/** Needs the app to be ready. `online` true says little (a line, not the internet); false is reliable. */
export function createNetwork(): Network {
  const listeners = new Set<(online: boolean) => void>();
  let online = net.isOnline();

  function look(): void {
    const now = net.isOnline();
    if (now === online) return;
    online = now;
    for (const listener of listeners) listener(now);
  }
  setInterval(look, pollMs).unref();
  powerMonitor.on('resume', look);

  return {
    online: () => online,
    onChange: (call) => {
      listeners.add(call);
      return () => {
        listeners.delete(call);
      };
    },
  };
}
