// Network port: whether this computer has a line at all and which, asked every two seconds and after waking, for Electron tells no
// changes.
import os from 'node:os';
import { net, powerMonitor } from 'electron';
import type { Network } from '../ports.ts';

const pollMs = 2_000;

/** This computer's own addresses: with another network come others. Temporary IPv6 ones change by themselves. */
function addresses(): string {
  return Object.values(os.networkInterfaces())
    .flatMap((found) => found ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address)
    .sort()
    .join(' ');
}

/** Needs the app to be ready. `online` true says little (a line, not the internet); false is reliable. */
export function createNetwork(): Network {
  const listeners = new Set<(online: boolean) => void>();
  let online = net.isOnline();
  let here = addresses();

  function look(): void {
    const now = net.isOnline();
    const there = addresses();
    if (now === online && there === here) return;
    online = now;
    here = there;
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
