// Carries what is typed to main soon after each change, in order, and keeps it until main has it: nothing typed is lost.
import type { Draft } from '../../preload/contract.ts';
import { messageOf } from '../text/failure.ts';

const delayMs = 250;
const retryMs = 1_000;

export interface DraftSaver {
  type(key: string, draft: Partial<Draft>): void;
  /** Sends what waits now: on blur, when another job is selected, when the window goes away. */
  flush(): void;
  /** Sends what waits, and resolves when main has all of it, or cannot take it. */
  saved(): Promise<void>;
  /** What was typed and main has not confirmed yet; null when everything is saved. */
  unsaved(key: string): Partial<Draft> | null;
  /** Drops what waits for a job that was taken off the list, or a video that was deleted. */
  forget(key: string): void;
}

/** `save` hands main what was typed for a job or video, named by its key; `onChange` is told after each change of what is unsaved; `onProblem` with null once saving works again. */
export function createDraftSaver(
  save: (key: string, draft: Partial<Draft>) => Promise<unknown>,
  onChange: () => void,
  onProblem: (message: string | null) => void,
): DraftSaver {
  const waiting = new Map<string, Partial<Draft>>();
  let underWay: { readonly key: string; readonly draft: Partial<Draft> } | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let failing = false;
  let sending: Promise<void> | null = null;

  function later(ms: number): void {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => {
      timer = null;
      void send();
    }, ms);
  }

  function sendNow(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    return send();
  }

  function send(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = null;
    });
    return sending;
  }

  async function sendAll(): Promise<void> {
    for (;;) {
      const next = waiting.entries().next().value;
      if (next === undefined) break;
      const [key, draft] = next;
      waiting.delete(key);
      underWay = { key, draft };
      try {
        await save(key, draft);
        underWay = null;
        if (failing) onProblem(null);
        failing = false;
        onChange();
      } catch (error) {
        underWay = null;
        // What was typed meanwhile is newer than what failed.
        waiting.set(key, { ...draft, ...waiting.get(key) });
        failing = true;
        onProblem(messageOf(error));
        later(retryMs);
        return;
      }
    }
  }

  return {
    type(key, draft) {
      waiting.set(key, { ...waiting.get(key), ...draft });
      onChange();
      if (timer === null) later(delayMs);
    },
    flush: () => void sendNow(),
    saved: sendNow,
    unsaved(key) {
      const sent = underWay?.key === key ? underWay.draft : null;
      const typed = waiting.get(key);
      if (sent === null && typed === undefined) return null;
      return { ...sent, ...typed };
    },
    forget(key) {
      waiting.delete(key);
    },
  };
}
