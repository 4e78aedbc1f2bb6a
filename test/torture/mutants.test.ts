// The slice of the ingest torture sees each of the three looks that keep torn clips away: without one of them it is red (F-23).
import { afterEach, expect, it, vi } from 'vitest';
import type { PlannedFile } from './plan.ts';
import { hidden, medianOf, planOf, run, shown, soonMs, waitsOf, wrongOf } from './slice.ts';

afterEach(() => {
  vi.doUnmock('../../main/ingest/readiness.ts');
  vi.doUnmock('../../main/transfer/clip-held.ts');
  vi.resetModules();
});

/** Which moments of a file are met is the machine's doing: where it is too busy to meet any, the app's time goes slower. */
async function tornIn(plan: readonly PlannedFile[], isHidden: boolean): Promise<string> {
  for (const times of [20, 10, 5, 2]) {
    const torn = wrongOf(await run({ plan, hidden: isHidden, times })).filter((one) => one.startsWith('torn'));
    if (torn.length > 0) return torn.join('\n');
  }
  return '';
}

it('no look at who writes', { tags: 'proof' }, async () => {
  const plan = shown.filter(({ end }) => end === 'weak');
  const verdict = await run({ plan, hidden: true, times: 60 });
  expect(medianOf(waitsOf(verdict))).toBeGreaterThan(soonMs);
});

it('no look for holes', { tags: 'proof' }, async () => {
  vi.doMock('../../main/ingest/readiness.ts', async (load) => {
    const own = await load<typeof import('../../main/ingest/readiness.ts')>();
    const readiness: typeof own.readiness = (before, seen, how) =>
      own.readiness(
        before && { ...before, isRewritten: false },
        seen.kind === 'file' ? { ...seen, doubtful: false, isUnderWay: false } : seen,
        how,
      );
    return { ...own, readiness };
  });
  const plan = hidden.filter(({ way }) => way.includes('room'));
  expect(await tornIn(plan, true)).toContain('room');
});

it('no second look before the last bytes leave', { tags: 'proof' }, async () => {
  vi.doMock('../../main/transfer/clip-held.ts', async (load) => ({
    ...(await load<object>()),
    isWrittenTo: async () => false,
  }));
  const plan = planOf(1_200, 3, 120_000).filter(({ way, end }) => way.startsWith('anew in place') && end === 'strong');
  expect(await tornIn(plan, false)).toContain('anew in place');
});
