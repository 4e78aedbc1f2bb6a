// When a file may be taken: every observation of it against every stretch of quiet.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Candidate,
  heldLookMs,
  type Inside,
  keptLongTimes,
  keptTimes,
  longestWaitMs,
  type Observation,
  openTimes,
  readiness,
  untoldTimes,
  usualStableMs,
  type WriterSight,
} from '../../../main/ingest/readiness.ts';
import { folderRules } from '../../../preload/folder-rules.ts';

const stableMs = 2_000;
const file = (inside: Inside | null, size = 10, key = 'a', writer: WriterSight = 'unknown'): Observation => ({
  ...{ kind: 'file', key, size, doubtful: false, restedMs: 0, isUnderWay: false, inside, writer },
});
/** Quiet for so long at time 1,000,000. */
const now = 1_000_000;
const quiet = (ms: number, key = 'a', more: Partial<Candidate> = {}): Candidate => ({
  ...{
    key,
    size: 10,
    quietSince: now - ms,
    held: false,
    closes: 0,
    isBrought: false,
    isRewritten: false,
    wasBusy: false,
  },
  ...more,
});

const holes = (inside: Inside | null, writer: WriterSight = 'unknown'): Observation => ({
  ...{ kind: 'file', key: 'a', size: 10, doubtful: true, restedMs: 0, isUnderWay: false, inside, writer },
});
const rested = (inside: Inside | null, restedMs: number, writer: WriterSight = 'none'): Observation => ({
  ...{ kind: 'file', key: 'a', size: 10, doubtful: false, restedMs, isUnderWay: false, inside, writer },
});
const held = (inside: Inside | null): Observation => file(inside, 10, 'a', 'held');
const free = (inside: Inside | null, size = 10): Observation => file(inside, size, 'a', 'none');

describe('readiness', () => {
  it.each<[string, Candidate | null, Observation, object]>([
    ['first seen', null, file(null), { kind: 'wait', why: 'changing', afterMs: stableMs }],
    ['with holes, whole by its own word', quiet(2_000), holes('proven'), { kind: 'wait', why: 'unproven' }],
    ['with holes, quiet for long', quiet(stableMs * untoldTimes), holes('proven'), { kind: 'take' }],
    ['with holes, cannot say', quiet(stableMs * openTimes - 1), holes('untold'), { kind: 'wait', why: 'unproven' }],
    ['with holes, cannot say, quiet for very long', quiet(stableMs * openTimes), holes('untold'), { kind: 'take' }],
    ['with holes, opened once and let go', quiet(1, 'a', { closes: 1 }), holes('proven', 'none'), { kind: 'take' }],
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
    [
      'held by another program',
      quiet(8_000),
      file('busy'),
      { kind: 'wait', why: 'busy', afterMs: 4_000, candidate: { wasBusy: true } },
    ],
    ['let in again, cannot say', quiet(2_000, 'a', { wasBusy: true }), file('untold'), { kind: 'take' }],
    ['let in again, filled in', quiet(0, 'a', { wasBusy: true, isRewritten: true }), file('proven'), { kind: 'take' }],
    [
      'not there for a moment',
      quiet(8_000),
      file('away'),
      { kind: 'wait', why: 'away', candidate: { wasBusy: false } },
    ],
    [
      'let go in the middle of a packet',
      quiet(2_000, 'a', { closes: 1 }),
      free('ragged'),
      { kind: 'wait', why: 'unproven' },
    ],
    ['broken off long ago', quiet(stableMs * openTimes), file('ragged'), { kind: 'take' }],
    ['broken off by its time', quiet(2_000), rested('ragged', stableMs * openTimes), { kind: 'take' }],
    ['kept open for an hour, broken off', quiet(stableMs * keptLongTimes), held('ragged'), { kind: 'take' }],
    ['without a byte, for a day', quiet(86_400_000), file(null, 0), { kind: 'wait', why: 'empty' }],
    ['not to be read', quiet(2_000), file('unreadable'), { kind: 'wait', why: 'unreadable' }],
    ['not even to be seen', null, { kind: 'unreadable' }, { kind: 'wait', why: 'unreadable' }],
    ['no video', quiet(2_000), file('not-video'), { kind: 'refuse', reason: 'not-video' }],
    ['no video, but quiet for too short', quiet(1_000), file('not-video'), { kind: 'wait', why: 'changing' }],
    ['gone', quiet(2_000), { kind: 'gone' }, { kind: 'forget' }],
    ['held by a program, whatever its end says', quiet(599_999), held('proven'), { kind: 'wait', why: 'held' }],
    ['held, and changed a moment ago', quiet(86_400_000, 'b'), held('proven'), { kind: 'wait', why: 'held' }],
    ['kept open for long after its last change', quiet(600_000), held(null), { kind: 'look-inside' }],
    ['kept open for long, and whole by its own word', quiet(stableMs * keptTimes), held('proven'), { kind: 'take' }],
    [
      'kept open for long, cannot say',
      quiet(600_000),
      held('untold'),
      { kind: 'wait', why: 'held', afterMs: longestWaitMs },
    ],
    ['kept open for an hour, cannot say', quiet(stableMs * keptLongTimes), held('untold'), { kind: 'take' }],
    ['kept open for an hour, as during recording', quiet(stableMs * keptLongTimes), held('open'), { kind: 'take' }],
    ['kept open for a day, without its index', quiet(86_400_000), held('unfinished'), { kind: 'wait', why: 'held' }],
    ['kept open for a day, no video so far', quiet(86_400_000), held('not-video'), { kind: 'wait', why: 'held' }],
    ['held for the first time', null, held(null), { kind: 'wait', why: 'held', afterMs: heldLookMs }],
    ['let go a moment ago, not looked into yet', quiet(0, 'a', { held: true }), free(null), { kind: 'look-inside' }],
    ['let go with its last bytes', quiet(900, 'b', { held: true }), free(null), { kind: 'look-inside' }],
    ['opened once and let go, cannot say', quiet(1, 'a', { closes: 1 }), free('untold'), { kind: 'take' }],
    ['opened once and let go, as during recording', quiet(1, 'a', { closes: 1 }), free('open'), { kind: 'take' }],
    [
      'opened once and let go, without its index',
      quiet(1, 'a', { closes: 1 }),
      free('unfinished'),
      { kind: 'wait', why: 'unfinished' },
    ],
    ['let go, no video so far', quiet(1, 'a', { closes: 1 }), free('not-video'), { kind: 'wait', why: 'changing' }],
    ['let go, no video for long', quiet(2_000, 'a', { closes: 1 }), free('not-video'), { kind: 'refuse' }],
    [
      'let go empty',
      quiet(1, 'a', { held: true }),
      free(null, 0),
      { kind: 'wait', why: 'empty', candidate: { closes: 0 } },
    ],
    [
      'let go twice',
      quiet(86_400_000, 'a', { held: true, closes: 1 }),
      free('untold'),
      { kind: 'wait', why: 'changing', afterMs: stableMs, candidate: { closes: 2 } },
    ],
    [
      'let go twice, as during recording',
      quiet(2_000, 'a', { closes: 2 }),
      free('open'),
      { kind: 'wait', why: 'unproven' },
    ],
    [
      'changed after it was let go',
      quiet(86_400_000, 'b', { closes: 1 }),
      free('untold'),
      { kind: 'wait', why: 'changing', candidate: { closes: 2 } },
    ],
    [
      'held, and nothing to be seen any more',
      quiet(2_000, 'a', { held: true }),
      file('untold'),
      { kind: 'wait', why: 'unproven', candidate: { held: true, closes: 0 } },
    ],
    ['never seen to be held', quiet(2_000), free('untold'), { kind: 'wait', why: 'unproven' }],
    [
      'changed at the same size, whole by what may have been there before',
      quiet(86_400_000, 'b'),
      file('proven'),
      { kind: 'wait', why: 'changing', candidate: { isRewritten: true } },
    ],
    [
      'filled in, quiet for a short time',
      quiet(2_000, 'a', { isRewritten: true }),
      file('proven'),
      { why: 'unproven' },
    ],
    [
      'filled in, quiet for long',
      quiet(stableMs * untoldTimes, 'a', { isRewritten: true }),
      file('proven'),
      { kind: 'take' },
    ],
    [
      'grown since the last look',
      quiet(86_400_000, 'b', { size: 9 }),
      file('proven'),
      { kind: 'wait', candidate: { isRewritten: false } },
    ],
    ['brought whole, cannot say', quiet(2_000, 'a', { isBrought: true }), free('untold'), { kind: 'take' }],
    [
      'brought, where nobody can be seen to write',
      quiet(2_000, 'a', { isBrought: true }),
      file('untold'),
      { kind: 'wait', why: 'unproven' },
    ],
    ['brought whole, a moment ago', quiet(0, 'a', { isBrought: true }), free('open'), { kind: 'take' }],
    [
      'brought whole, and let go by a program since',
      quiet(2_000, 'a', { isBrought: true, closes: 2 }),
      free('untold'),
      { kind: 'wait', why: 'unproven' },
    ],
    [
      'brought, and changed since',
      quiet(2_000, 'b', { isBrought: true, size: 9 }),
      file('untold'),
      { kind: 'wait', why: 'changing', candidate: { isBrought: false } },
    ],
    [
      'at rest for long before it was seen, cannot say',
      quiet(2_000),
      rested('untold', stableMs * untoldTimes),
      { kind: 'take' },
    ],
    [
      'at rest for a while before it was seen, cannot say',
      quiet(2_000),
      rested('untold', stableMs * untoldTimes - 1),
      { kind: 'wait', why: 'unproven', afterMs: 1 },
    ],
    [
      'at rest by its times, where nobody can be seen to write',
      quiet(2_000),
      rested('untold', 86_400_000, 'unknown'),
      { kind: 'wait', why: 'unproven' },
    ],
    ['at rest for long, seen for the first time', null, rested(null, 86_400_000), { kind: 'wait', why: 'changing' }],
  ])('%s', (_name, before, seen, expected) => {
    expect(readiness(before, seen, { now, stableMs, isBrought: false })).toMatchObject(expected);
  });

  it('remembers from the first look on that it was made elsewhere', () => {
    const first = (isBrought: boolean) => readiness(null, free(null), { now, stableMs, isBrought });
    expect(first(true)).toMatchObject({ kind: 'look-inside', candidate: { isBrought: true } });
    expect(first(false)).toMatchObject({ kind: 'wait', candidate: { isBrought: false } });
    const later = readiness(quiet(1_000), free(null), { now, stableMs, isBrought: true });
    expect(later).toMatchObject({ kind: 'wait', candidate: { isBrought: false } });
  });

  it('doubts what was written lately and not in one go before it was seen, until it grows', () => {
    const first = (isUnderWay: boolean, writer: WriterSight = 'unknown') =>
      readiness(null, { ...file(null, 10, 'a', writer), isUnderWay } as Observation, {
        now,
        stableMs,
        isBrought: false,
      });
    expect(first(true)).toMatchObject({ candidate: { isRewritten: true } });
    expect(first(false)).toMatchObject({ candidate: { isRewritten: false } });
    // Who wrote to it would still be seen.
    expect(first(true, 'none')).toMatchObject({ candidate: { isRewritten: false } });
    const later = (size: number, key: string) =>
      readiness(quiet(1_000, 'a', { isRewritten: true }), file(null, size, key), { now, stableMs, isBrought: false });
    expect(later(10, 'a')).toMatchObject({ candidate: { isRewritten: true } });
    expect(later(10, 'b')).toMatchObject({ candidate: { isRewritten: true } });
    expect(later(11, 'b')).toMatchObject({ candidate: { isRewritten: false } });
  });

  it('knows the quiet time of new folders', () => {
    expect(usualStableMs).toBe(folderRules.stableMs.first);
  });

  it('asks a folder’s own quiet time of what was let go, where that is a long one', () => {
    const longMs = 60_000;
    const closed = (ms: number) =>
      readiness(quiet(ms, 'a', { closes: 1 }), free('untold'), { now, stableMs: longMs, isBrought: false });
    expect(closed(longMs - 1)).toMatchObject({ kind: 'wait', why: 'changing', afterMs: 1 });
    expect(closed(longMs)).toMatchObject({ kind: 'take' });
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
          const verdict = readiness(quiet(quietMs, changed ? 'b' : 'a'), file(inside), {
            now,
            stableMs: wanted,
            isBrought: false,
          });
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
