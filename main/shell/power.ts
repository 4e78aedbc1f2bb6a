// Power port: tells when the computer woke up, and keeps it (not its screen) awake while someone needs it.
import { powerMonitor, powerSaveBlocker } from 'electron';
import type { Power } from '../ports.ts';

/** Needs the app to be ready. */
export function createPower(): Power {
  return {
    onWake: (call) => {
      powerMonitor.on('resume', call);
      return () => {
        powerMonitor.off('resume', call);
      };
    },
    keepAwake: () => {
      const blocker = powerSaveBlocker.start('prevent-app-suspension');
      return () => {
        if (powerSaveBlocker.isStarted(blocker)) powerSaveBlocker.stop(blocker);
      };
    },
  };
}
