// Carries what is typed to main soon after each change, in order, and keeps it until main has it: nothing typed is lost.
import type { Bridge, Draft } from '../preload/contract.ts';

const delayMs = 250;
const retryMs = 1_000;

export interface DraftSaver {
  type(jobId: string, draft: Partial<Draft>): void;
  /** Sends what waits now: on blur, when another job is selected, when the window goes away. */
  flush(): void;
  /** What was typed and main has not confirmed yet; null when everything is saved. */
  unsaved(jobId: string): Partial<Draft> | null;
  /** Drops what waits for a job that was taken off the list. */
  forget(jobId: string): void;
}

/** `onChange` is told after each change of what is unsaved; `onProblem` with null once saving works again. */
export function createDraftSaver(
  bridge: Pick<Bridge, 'request'>,
  onChange: () => void,
  onProblem: (message: string | null) => void,
): DraftSaver {
  const waiting = new Map<string, Partial<Draft>>();
  let underWay: { readonly jobId: string; readonly draft: Partial<Draft> } | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let failing = false;

  function later(ms: number): void {
    if (timer !== null) clearTimeout(timer);
    timer = setTimeout(() => {
      timer = null;
      void send();
    }, ms);
  }

  async function send(): Promise<void> {
    if (underWay !== null) return;
    for (;;) {
      const next = waiting.entries().next().value;
      if (next === undefined) break;
      const [jobId, draft] = next;
      waiting.delete(jobId);
      underWay = { jobId, draft };
      try {
        await bridge.request('job.describe', { jobId, draft });
        underWay = null;
        if (failing) onProblem(null);
        failing = false;
        onChange();
      } catch (error) {
        underWay = null;
        // What was typed meanwhile is newer than what failed.
        waiting.set(jobId, { ...draft, ...waiting.get(jobId) });
        failing = true;
        onProblem(error instanceof Error ? error.message : String(error));
        later(retryMs);
        return;
      }
    }
  }

  return {
    type(jobId, draft) {
      waiting.set(jobId, { ...waiting.get(jobId), ...draft });
      onChange();
      if (timer === null) later(delayMs);
    },
    flush() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      void send();
    },
    unsaved(jobId) {
      const sent = underWay?.jobId === jobId ? underWay.draft : null;
      const typed = waiting.get(jobId);
      if (sent === null && typed === undefined) return null;
      return { ...sent, ...typed };
    },
    forget(jobId) {
      waiting.delete(jobId);
    },
  };
}
