// What each clip teaches about its site, and what teaches nothing.
import { describe, expect, it } from 'vitest';
import type { SiteAnswer } from '../../../../../main/answers.ts';
import { createSiteLearning } from '../../../../../main/features/uploads/tasks/learn-site.ts';
import type { FailureCause, Site } from '../../../../../main/model.ts';
import { aJob, anAttempt, later, signIn, tooLarge } from '../../../queue/jobs.ts';
import { oneAccount } from './parts.ts';

const clip = (name: string, size = 2_000) => {
  const job = aJob();
  return aJob({ clip: { ...job.clip, name, identity: { ...job.clip.identity, size } } });
};
const refused = { kind: 'needs-you', reason: 'extension-refused', action: 'remove', detail: null } as const;
const noRight = { kind: 'needs-you', reason: 'no-upload-right', action: 'retry', detail: null } as const;

function taught(
  known: Partial<Site>,
  cause: FailureCause | null,
  job = clip('a.mov'),
  toldLimit: number | null = null,
) {
  const one = oneAccount(known);
  createSiteLearning(one.accounts).fromCause(job, cause, toldLimit);
  return one.learned;
}

describe('how large is too large', () => {
  it.each([
    ['the clip that was refused', null, null, 2_000],
    ['the limit that the site told, where that is less', null, 1_500, 1_500],
    ['the clip, where the site told a limit above it', null, 9_000, 2_000],
    ['what was known, where that is less', 1_000, 1_500, 1_000],
    ['the clip, where more was known', 5_000, null, 2_000],
  ] as const)('is from now on %s', (_, tooLargeFrom, told, from) => {
    expect(taught({ tooLargeFrom }, tooLarge, clip('a.mov'), told)).toEqual([{ tooLargeFrom: from }]);
  });
});

describe('what is refused by its name', () => {
  it('is kept beside what was known', () => {
    expect(taught({ refusedExtensions: ['avi'] }, refused)).toEqual([{ refusedExtensions: ['avi', 'mov'] }]);
  });

  it.each([
    ['known already', 'a.mov'],
    ['a name without an extension', 'Harbour'],
  ])('is nothing new: %s', (_, name) => {
    expect(taught({ refusedExtensions: ['mov'] }, refused, clip(name))).toEqual([]);
  });
});

it.each([
  ['nothing failed', null],
  ['a failure of the line', later],
  ['a dead secret', signIn],
  ['something else that needs the user', noRight],
] as const)('%s teaches nothing', (_, cause) => {
  expect(taught({}, cause, clip('a.mov'), 5)).toEqual([]);
});

it('nobody learns for a site that is gone', () => {
  const one = oneAccount();
  one.site = null;
  const learning = createSiteLearning(one.accounts);
  learning.fromCause(clip('a.mov'), tooLarge, null);
  learning.settleTime(clip('a.mov'), 500_000);
  learning.keys(clip('a.mov'), anAttempt({ key: 'k' }), answer(201));
  expect(one.learned).toEqual([]);
});

describe('how long the site takes', () => {
  it('is waited for twice as long, once it was longer than thought', () => {
    const one = oneAccount({ settleMs: 130_000 });
    createSiteLearning(one.accounts).settleTime(aJob(), 65_001);
    expect(one.learned).toEqual([{ settleMs: 130_002 }]);
  });

  it.each([65_000, 10, 0])('teaches nothing where it was no longer than thought: %i ms', (tookMs) => {
    const one = oneAccount({ settleMs: 130_000 });
    createSiteLearning(one.accounts).settleTime(aJob(), tookMs);
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
    createSiteLearning(one.accounts).keys(aJob(), anAttempt({ key }), said);
    expect(one.learned).toEqual(learned);
  });
});
