// The steps of one proof, one after the other: after the first that fails no other is tried, and none is forgotten.
import type { Line } from './table.ts';

const firstLines = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n').slice(0, 6).join(' / ');

export interface Step {
  readonly name: string;
  /** Resolves to what was seen, and rejects with what was wrong. */
  readonly act: () => Promise<string>;
}

/** `onFailure` may look around before anything is taken away. */
export async function takeSteps(
  of: Pick<Line, 'release' | 'kind'>,
  steps: readonly Step[],
  { onLine, onFailure }: { onLine(line: Line): void; onFailure?(error: unknown): Promise<void> },
): Promise<void> {
  let failed = false;
  for (const { name, act } of steps) {
    const line = { ...of, step: name };
    if (failed) {
      onLine({ ...line, result: 'FAILED', seen: 'not reached', seconds: 0 });
      continue;
    }
    const begun = performance.now();
    const seconds = (): number => (performance.now() - begun) / 1_000;
    try {
      onLine({ ...line, result: 'held', seen: await act(), seconds: seconds() });
    } catch (error) {
      failed = true;
      onLine({ ...line, result: 'FAILED', seen: firstLines(error), seconds: seconds() });
      await onFailure?.(error);
    }
  }
}
