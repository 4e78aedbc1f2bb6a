// Brings back a page that crashed or hangs; after several times in a minute it asks the user first, while the queue goes on behind it.
import { t } from '../../preload/text/text.ts';
import type { Logger } from '../ports.ts';

export interface Question {
  readonly message: string;
  readonly detail: string;
  /** The second answer is also what closing the question means. */
  readonly buttons: readonly [yes: string, no: string];
}

/** What is done to the window; Electron's part of it is in window.ts. */
export interface PageHost {
  /** True once the window is destroyed or the app is on its way out: then nothing is done to it any more. */
  readonly over: () => boolean;
  /** Whether somebody can see the window; false when it is hidden or minimised. */
  readonly seen: () => boolean;
  readonly load: () => void;
  /** Ends the process of a page that hangs; it is then told as gone. */
  readonly end: () => void;
  readonly hide: () => void;
  /** Resolves to whether the answer was yes; an aborted question was answered with no. */
  readonly ask: (question: Question, signal: AbortSignal) => Promise<boolean>;
  /** Calls after `ms` milliseconds, never within this turn. */
  readonly later: (call: () => void, ms: number) => void;
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
  readonly logger: Logger;
}

export interface PageLife {
  /** The process of the page has ended, for whatever reason. */
  gone(reason: string, exitCode: number): void;
  hangs(): void;
  /** A page that hung answers again. */
  answers(): void;
  /** Somebody asked for the window: a page that is gone is opened anew at once. */
  wanted(): void;
  /** The window has been closed for good. */
  closed(): void;
}

export const crashesPerMinute = 3;
/** A page whose process cannot even be started would else be tried as fast as the machine can. */
const pauseMs = 500;

const crashedOften = (): Question => ({
  message: t('dialog.crashed'),
  detail: t('dialog.crashed.detail'),
  buttons: [t('dialog.open-again'), t('dialog.crashed.no')],
});
const doesNotRespond = (): Question => ({
  message: t('dialog.hangs'),
  detail: t('dialog.hangs.detail'),
  buttons: [t('dialog.open-again'), t('dialog.hangs.no')],
});

export function createPageLife(host: PageHost): PageLife {
  let crashes: number[] = [];
  let gone = false;
  let asking: AbortController | null = null;

  function openAnew(): void {
    if (!gone || host.over()) return;
    gone = false;
    host.load();
  }

  /** Resolves to null when the question was already on the screen, was taken back or could not be shown. */
  async function ask(question: Question): Promise<boolean | null> {
    if (asking !== null) return null;
    const mine = new AbortController();
    asking = mine;
    try {
      const yes = await host.ask(question, mine.signal);
      return mine.signal.aborted || host.over() ? null : yes;
    } catch (error) {
      host.logger.error('the question about the window could not be asked', { error });
      return null;
    } finally {
      if (asking === mine) asking = null;
    }
  }

  function cancelTimer(): void {
    asking?.abort();
    asking = null;
  }

  /** Whoever looks at a dead window is asked; for the others it is opened anew when they come back to it. */
  async function offer(): Promise<void> {
    if (host.over() || !gone || !host.seen()) return;
    const yes = await ask(crashedOften());
    if (yes === null || !gone) return;
    if (yes) anewForUser();
    else host.hide();
  }

  function anewForUser(): void {
    crashes = [];
    openAnew();
  }

  async function offerToEnd(): Promise<void> {
    if (host.over() || gone || !(await ask(doesNotRespond())) || gone) return;
    crashes = [];
    host.end();
  }

  return {
    gone: (reason, exitCode) => {
      host.logger.error('the page crashed', { reason, exitCode });
      if (host.over()) return;
      gone = true;
      // A question about a page that hung has its answer; one about a page that crashed cannot be open while it lives.
      cancelTimer();
      const now = host.now();
      crashes = crashes.filter((at) => now - at < 60_000);
      crashes.push(now);
      // Whatever the reason: the page holds only a copy, so nothing is lost with it. Not within Electron's own event, for it is still
      // taking the dead process apart, and loading there ends the whole app (SIGILL on Electron 42).
      if (crashes.length > crashesPerMinute) host.later(() => void offer(), 0);
      else host.later(openAnew, (crashes.length - 1) * pauseMs);
    },
    hangs: () => {
      host.logger.warn('the page does not respond');
      void offerToEnd();
    },
    answers: () => {
      host.logger.info('the page responds again');
      if (!gone) cancelTimer();
    },
    wanted: () => {
      if (!gone || host.over()) return;
      cancelTimer();
      anewForUser();
    },
    closed: cancelTimer,
  };
}
