// What each clip teaches about its site, and what teaches nothing.

import { describe, expect, it } from 'vitest';
import type { SiteAnswer } from '../../../../../main/answers.ts';
import { createSiteLearning, type RefusalTold } from '../../../../../main/features/uploads/tasks/learn-site.ts';
import type { FailureCause, Site } from '../../../../../main/model.ts';
import { aSizeLimit } from '../../../a-site.ts';
import { aJob, anAttempt, later, signIn, tooLarge } from '../../../queue/jobs.ts';
import { oneAccount } from './parts.ts';

const clip = (name: string, size = 2_000) => {
  const job = aJob();
  return aJob({ clip: { ...job.clip, name, identity: { ...job.clip.identity, size } } });
};
const refused = { kind: 'needs-you', reason: 'extension-refused', action: 'remove', detail: null } as const;
const noRight = { kind: 'needs-you', reason: 'no-upload-right', action: 'retry', detail: null } as const;

const said: RefusalTold = { limit: null, isSaid: true, status: 413 };
const clock = { now: () => 9_000 };
const learningOf = (one: ReturnType<typeof oneAccount>, arrived: number | null = null, before: number | null = null) =>
  createSiteLearning(clock, one.accounts, {
    largestArrived: () => arrived,
    wasAnswered: (_, status) => status === before,
  });

function taught(known: Partial<Site>, cause: FailureCause | null, job = clip('a.mov'), told = said, arrived = 0) {
  const one = oneAccount(known);
  const meant = learningOf(one, arrived).fromCause(job, cause, told);
  return { learned: one.learned, meant };
}

describe('how large is too large', () => {
  it('is told by the site, and the clip waits for its user', () => {
    const sizeLimit = aSizeLimit(1_500, { source: 'named', at: 9_000 });
    expect(taught({}, tooLarge, clip('a.mov'), { limit: 1_500, isSaid: true, status: 413 })).toEqual({
      learned: [{ sizeLimit }],
      meant: tooLarge,
    });
  });

  it('is in doubt after one refusal without a word: the clip goes once more', () => {
    const lone = taught({}, tooLarge, clip('a.mov'), { limit: null, isSaid: false, status: 413 });
    expect(lone.learned).toEqual([
      { sizeLimit: { from: 2_000, source: 'guessed', at: 9_000, refusals: 1, isDoubted: true } },
    ]);
    expect(lone.meant).toEqual({ kind: 'retry', why: 'size-doubted', afterMs: null, bounded: false });
    const again = taught({ ...lone.learned[0] }, tooLarge, clip('a.mov'), { limit: null, isSaid: false, status: 413 });
    expect(again.learned).toMatchObject([{ sizeLimit: { from: 2_000, refusals: 2, isDoubted: false } }]);
    expect(again.meant).toEqual(tooLarge);
  });

  it('is in doubt after a second clip was refused without a word, too; the third refusal counts', () => {
    const silent = { limit: null, isSaid: false, status: 413 };
    const lone = taught({}, tooLarge, clip('a.mov'), silent);
    const other = taught({ ...lone.learned[0] }, tooLarge, clip('b.mov', 3_000), silent);
    expect(other.learned).toMatchObject([{ sizeLimit: { from: 2_000, refusals: 2, isDoubted: true } }]);
    expect(other.meant).toEqual(lone.meant);
    const third = taught({ ...other.learned[0] }, tooLarge, clip('c.mov', 2_500), silent);
    expect(third.learned).toMatchObject([{ sizeLimit: { from: 2_000, refusals: 3, isDoubted: false } }]);
    expect(third.meant).toEqual(tooLarge);
  });
});

describe('a size that arrived before', () => {
  const silent = { limit: null, isSaid: false, status: 413 };

  it('is no limit by a bare status: the clip goes once more, then it alone waits for its user', () => {
    const once = taught({}, tooLarge, clip('a.mov'), silent, 2_000);
    expect(once).toEqual({ learned: [], meant: { ...later, why: 'size-doubted' } });
    const again = learningOf(oneAccount(), 2_000, 413).fromCause(clip('a.mov'), tooLarge, silent);
    expect(again).toEqual(tooLarge);
  });

  it('is none where the clip had met something else before, either', () => {
    const cutBefore = { ...clip('a.mov'), failures: 3 };
    const meant = learningOf(oneAccount(), 2_000, 503).fromCause(cutBefore, tooLarge, silent);
    expect(meant).toMatchObject({ why: 'size-doubted' });
  });

  it.each([
    ['the site itself said it', said, 2_000],
    ['the answer named a limit', { limit: 1_500, isSaid: false, status: 413 }, 2_000],
    ['only smaller ones arrived', silent, 1_999],
  ])('is one where %s', (_, told, arrived) => {
    expect(taught({}, tooLarge, clip('a.mov'), told, arrived).learned).toHaveLength(1);
  });
});

describe('what is refused by its name', () => {
  it('is kept beside what was known', () => {
    expect(taught({ refusedExtensions: ['avi'] }, refused).learned).toEqual([{ refusedExtensions: ['avi', 'mov'] }]);
  });

  it('is known already', () => {
    expect(taught({ refusedExtensions: ['mov'] }, refused).learned).toEqual([]);
  });

  it.each([
    ['what is in it', 'mp4', [{ refusedExtensions: ['mov', 'mp4'] }]],
    ['nothing, where that is not known', null, []],
  ])('is, of a name without an extension, %s', (_, format, learned) => {
    const job = clip('Harbour');
    const named = { ...job, clip: { ...job.clip, facts: { ...job.clip.facts, format } } };
    expect(taught({ refusedExtensions: ['mov'] }, refused, named).learned).toEqual(learned);
  });
});

it.each([
  ['nothing failed', null],
  ['a failure of the line', later],
  ['a dead secret', signIn],
  ['something else that needs the user', noRight],
] as const)('%s teaches nothing', (_, cause) => {
  expect(taught({}, cause, clip('a.mov'), { limit: 5, isSaid: true, status: 413 })).toEqual({
    learned: [],
    meant: cause,
  });
});

it('nobody learns for a site that is gone', () => {
  const one = oneAccount();
  one.site = null;
  const learning = learningOf(one);
  expect(learning.fromCause(clip('a.mov'), tooLarge, said)).toBe(tooLarge);
  learning.settleTime(clip('a.mov'), 500_000);
  learning.keys(clip('a.mov'), anAttempt({ key: 'k' }), answer(201));
  expect(one.learned).toEqual([]);
});

describe('how long the site takes', () => {
  it('is waited for twice as long, once it was longer than thought', () => {
    const one = oneAccount({ settleMs: 130_000 });
    learningOf(one).settleTime(aJob(), 65_001);
    expect(one.learned).toEqual([{ settleMs: 130_002 }]);
  });

  it.each([65_000, 10, 0])('teaches nothing where it was no longer than thought: %i ms', (tookMs) => {
    const one = oneAccount({ settleMs: 130_000 });
    learningOf(one).settleTime(aJob(), tookMs);
    expect(one.learned).toEqual([]);
  });
});

function answer(status: number, headers: SiteAnswer['headers'] = {}): SiteAnswer {
  return {
    ...{ status, headers, json: {}, webPage: false, code: null, message: null, retryAfterMs: null, maintained: false },
  };
}

describe('whether the site makes one video of one key', () => {
  const echo = { 'idempotency-key': '"k"' };
  it.each([
    ['it says so', false, 'k', answer(201, echo), [{ honoursKeys: true }]],
    ['it says so again', true, 'k', answer(201, echo), []],
    ['it took a clip and said nothing of the key any more', true, 'k', answer(201), [{ honoursKeys: false }]],
    ['it never said so', false, 'k', answer(201), []],
    ['an error says nothing of it', true, 'k', answer(500), []],
    ['nothing was sent under a key', true, null, answer(201), []],
  ] as const)('is learned: %s', (_, honoursKeys, key, said, learned) => {
    const one = oneAccount({ honoursKeys });
    learningOf(one).keys(aJob(), anAttempt({ key }), said);
    expect(one.learned).toEqual(learned);
  });
});
