// The way out: asks once while clips are on their way, lets the uploader finish its writing, then goes.
import { app, type BrowserWindow, dialog, powerMonitor } from 'electron';
import { t } from '../../preload/text/text.ts';
import type { Logger } from '../ports.ts';
import type { Uploader } from '../uploader-api.ts';

/** Nothing is lost when this runs out: the truth is on disk before every act. */
const stopMs = 5_000;
/** An update is put in place by one rename: a disk that hangs before it costs the update and nothing else. */
const endMs = 60_000;

/** Resolves when the work has ended, or that time is over. */
function within(ms: number, work: Promise<void>): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, ms));
  return Promise.race([work, late]);
}

export interface Leaving {
  /** True once the app really goes. */
  now(): boolean;
  /** True from the moment the uploader is told to stop. */
  stopping(): boolean;
  /**
   * From here on quitting asks and stops the uploader; before, the app just goes. `atEnd` = done once all has stopped, unless the computer
   * goes down.
   */
  guard(uploader: Uploader, window: BrowserWindow, atEnd: () => Promise<void>): void;
  /** Goes without asking, and starts the program; null = somebody else does. False = it goes already, or a person is being asked. */
  restart(program: string | null, args: readonly string[]): boolean;
}

export function prepareLeaving(logger: Logger): Leaving {
  let decided = false;
  let stopping = false;
  let guarded: {
    readonly uploader: Uploader;
    readonly window: BrowserWindow;
    readonly atEnd: () => Promise<void>;
  } | null = null;
  let asking = false;

  async function agrees(sending: number, window: BrowserWindow): Promise<boolean> {
    const options = {
      type: 'question' as const,
      message: t('dialog.quit', { clips: sending }),
      detail: t('dialog.quit.detail'),
      buttons: [t('dialog.quit.yes'), t('dialog.quit.no')],
      defaultId: 1,
      cancelId: 1,
    };
    const shown = !window.isDestroyed() && window.isVisible();
    const { response } = await (shown ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options));
    return response === 0;
  }

  async function stop(uploader: Uploader): Promise<void> {
    const stopped = within(stopMs, uploader.stop());
    await stopped.catch((error: unknown) => logger.error('stopping failed', { error }));
  }

  /** 'asked' = by a person, who may be asked; 'restart' = to be started anew; 'shutdown' = with the computer. */
  async function leave(why: 'asked' | 'restart' | 'shutdown'): Promise<void> {
    if (asking || guarded === null) return;
    const { uploader, window, atEnd } = guarded;
    asking = true;
    try {
      const sending = uploader.sendingCount();
      if (why === 'asked' && sending > 0 && !(await agrees(sending, window))) return;
      stopping = true;
      await stop(uploader);
      if (why !== 'shutdown') await within(endMs, atEnd());
      decided = true;
    } finally {
      asking = false;
    }
    // In a turn of its own: called within the refused quit, which ends only after this turn's promises, Electron would forget
    // that it is quitting and stay without a window.
    setImmediate(() => app.quit());
  }

  app.on('before-quit', (event) => {
    if (guarded === null) decided = true;
    if (decided) return;
    event.preventDefault();
    void leave('asked');
  });

  return {
    now: () => decided,
    stopping: () => stopping,
    guard: (uploader, window, atEnd) => {
      guarded = { uploader, window, atEnd };
      // The computer is going down: no time for questions.
      powerMonitor.on('shutdown', () => void leave('shutdown'));
    },
    restart: (program, args) => {
      if (asking || decided || guarded === null) return false;
      void leave('restart').then(() => {
        if (decided && program !== null) app.relaunch({ execPath: program, args: [...args] });
      });
      return true;
    },
  };
}
