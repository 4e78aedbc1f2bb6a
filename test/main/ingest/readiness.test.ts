// When a file may be taken: every observation of it against every stretch of quiet.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Candidate,
  type Inside,
  longestWaitMs,
  type Observation,
  openTimes,
  readiness,
  untoldTimes,
} from '../../../main/ingest/readiness.ts';

const stableMs = 2_000;
const file = (inside: Inside | null, size = 10, key = 'a'): Observation => ({ kind: 'file', key, size, inside });
/** Quiet for so long at time 1,000,000. */
const now = 1_000_000;
const quiet = (ms: number, key = 'a'): Candidate => ({ key, quietSince: now - ms });

describe('readiness', () => {
  it.each<[string, Candidate | null, Observation, object]>([
    ['first seen', null, file(null), { kind: 'wait', why: 'changing', afterMs: stableMs }],
    ['quiet for too short', quiet(1_999), file(null), { kind: 'wait', why: 'changing', afterMs: 1 }],
    ['quiet, not looked into yet', quiet(2_000), file(null), { kind: 'look-inside' }],
    [
      'changed after a long quiet',
      quiet(60_000, 'b'),
      file(null),
      { kind: 'wait', why: 'changing', afterMs: stableMs },
    ],
    ['changed while it was looked into', quiet(60_000, 'b'), file('proven'), { kind: 'wait', why: 'changing' }],
    ['whole by its own word', quiet(2_000), file('proven'), { kind: 'take' }],
    ['cannot say, quiet for a short time', quiet(2_000), file('untold'), { kind: 'wait', why: 'unproven' }],
    ['cannot say, quiet for long', quiet(stableMs * untoldTimes), file('untold'), { kind: 'take' }],
    [
      'as during recording',
      quiet(stableMs * openTimes - 1),
      file('open'),
      { kind: 'wait', why: 'unproven', afterMs: 1 },
    ],
    ['as during recording, but long over', quiet(stableMs * openTimes), file('open'), { kind: 'take' }],
    ['without its index', quiet(2_000), file('unfinished'), { kind: 'wait', why: 'unfinished', afterMs: 2_000 }],
    ['without its index for a day', quiet(86_400_000), file('unfinished'), { kind: 'wait', afterMs: longestWaitMs }],
    ['shorter than it says, for a day', quiet(86_400_000), file('cut'), { kind: 'wait', why: 'unfinished' }],
    ['with a control file beside it', quiet(86_400_000), file('accompanied'), { kind: 'wait', why: 'unfinished' }],
    ['held by another program', quiet(8_000), file('busy'), { kind: 'wait', why: 'busy', afterMs: 4_000 }],
    ['without a byte, for a day', quiet(86_400_000), file(null, 0), { kind: 'wait', why: 'empty' }],
    ['not to be read', quiet(2_000), file('unreadable'), { kind: 'wait', why: 'unreadable' }],
    ['not even to be seen', null, { kind: 'unreadable' }, { kind: 'wait', why: 'unreadable' }],
    ['no video', quiet(2_000), file('not-video'), { kind: 'refuse', reason: 'not-video' }],
    ['no video, but quiet for too short', quiet(1_000), file('not-video'), { kind: 'wait', why: 'changing' }],
    ['gone', quiet(2_000), { kind: 'gone' }, { kind: 'forget' }],
  ])('%s', (_name, before, seen, expected) => {
    expect(readiness(before, seen, now, stableMs)).toMatchObject(expected);
  });

  it('never takes what was not quiet, never gives up what is there, and always looks again in time', () => {
    const insides = ['proven', 'untold', 'open', 'cut', 'unfinished', 'busy', 'unreadable', 'accompanied'] as const;
    fc.assert(
      fc.property(
        fc.constantFrom(...insides, null),
        fc.nat(1_000_000),
        fc.boolean(),
        fc.integer({ min: 100, max: 60_000 }),
        (inside, quietMs, changed, wanted) => {
          const verdict = readiness(quiet(quietMs, changed ? 'b' : 'a'), file(inside), now, wanted);
          if (verdict.kind === 'take') expect(quietMs >= wanted && !changed && inside !== null).toBe(true);
          expect(['take', 'wait', 'look-inside']).toContain(verdict.kind);
          if (verdict.kind === 'wait') {
            expect(verdict.afterMs).toBeGreaterThan(0);
            expect(verdict.afterMs).toBeLessThanOrEqual(Math.max(wanted, longestWaitMs));
          }
        },
      ),
    );
  });
});
