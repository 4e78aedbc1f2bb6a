// What a person does to clips, one or many: the right event for each, in the right order, and what was learned is forgotten where asked.
import { beforeEach, describe, expect, it } from 'vitest';
import { createActLog } from '../../../../main/features/acts/act-log.ts';
import { type ActionsOptions, actOnAll, moveTo, resumeWaiting } from '../../../../main/features/uploads/actions.ts';
import { emptyDraft, type Job } from '../../../../main/model.ts';
import type { JobEvent } from '../../../../main/queue/job/job-event.ts';
import { transition } from '../../../../main/queue/job/job-state.ts';
import type { Runner } from '../../../../main/queue/runner/runner.ts';
import { createJobSelection } from '../../../../main/queue/store/job-selection.ts';
import { newerVersionStore } from '../../../../main/queue/store/newer-versions.ts';
import type { JobAct } from '../../../../preload/contract.ts';
import { aSite, aSizeLimit } from '../../a-site.ts';
import { handClock } from '../../queue/hand-clock.ts';
import { aJob, states } from '../../queue/jobs.ts';
import { type MemoryQueue, memoryQueue, otherAccount } from '../../queue/store/memory-queue.ts';
import { client, createShelf, type Shelf } from '../proof/shelf.ts';

const clock = handClock();
let queue: MemoryQueue;
let options: ActionsOptions;
/** What was asked of others, in order. */
let calls: unknown[];
let live: readonly string[];
/** Accounts whose clips may go in pieces again. */
let mayTry: string[];
let isHeld: boolean;
let heldOnly: string;
let isKnown: boolean;
/** What the row says that the site has of the clip. */
let status: string | null | undefined;
let isSignedIn: boolean;
let shelf: Shelf;

beforeEach(() => {
  queue = memoryQueue();
  [calls, live, mayTry, isHeld, heldOnly, isKnown] = [[], [], [], false, '', true];
  [status, isSignedIn, shelf] = [null, true, createShelf()];
  const change = async (id: string, given: JobEvent | ((job: Job) => JobEvent | null)): Promise<boolean> => {
    const job = queue.store.job(id);
    const event = typeof given === 'function' ? job && given(job) : given;
    calls.push([id, event ?? { kind: given instanceof Function ? 'nothing' : given.kind }]);
    return job !== null && event !== null && transition(job, event) !== job;
  };
  options = {
    acts: createActLog(queue.sql, clock, () => {}),
    piecesFitness: { mayTry: (ids) => void mayTry.push(...ids) },
    leftUploads: { moved: async (id) => void calls.push(['left', id]) },
    ...{ clock, store: queue.store, targets: createJobSelection(queue.store, clock, () => []) },
    accounts: {
      siteOf: (id) =>
        isKnown && id !== 'gone'
          ? aSite({ id: id === otherAccount ? 'site-2' : 'site-1', sizeLimit: aSizeLimit(5_000) })
          : null,
      learn: (...what) => void calls.push(['learn', ...what]),
      client: () => (isSignedIn ? client : null),
    },
    runner: {
      apply: change,
      live: () => new Map(live.map((id) => [id, {}])),
      moveTo: async (...what: unknown[]) => {
        calls.push(['move', ...what]);
        return what[0] !== 'late';
      },
      quietly: async <T>(work: () => Promise<T>): Promise<T> => {
        calls.push('quiet');
        const done = await work();
        calls.push('over');
        return done;
      },
    } as unknown as Runner,
    circuits: {
      uploadsTo: (host) => `uploads to ${host}`,
      of: (host) => (isHeld && host === `${heldOnly}host of a` ? { why: 'site-busy', since: 0, until: 9 } : null),
    },
    hostOf: (accountId) => `host of ${accountId === otherAccount ? 'b' : 'a'}`,
    lines: { doubt: (siteId) => void calls.push(['doubt', siteId]) },
    calls: shelf.calls,
    ledger: { versions: newerVersionStore(queue.sql, queue.store) },
    onSite: {
      of: () => (status === undefined ? null : { status, date: null }),
      learn: (_, video) => void calls.push(['there', video.status]),
      ...{ wants: () => false, look: () => {}, gone: () => {}, forget: () => {}, stop: () => {} },
    },
  };
});
const applied: Runner['apply'] = async (id, event) => {
  const changed = queue.store.change(id, event);
  return changed !== null && changed.after !== changed.before;
};
const act = (what: JobAct, ...ids: readonly string[]) => actOnAll(options, { ids }, what);

describe('one clip', () => {
  it.each<[JobAct, Job['state'], unknown]>([
    ['resume', states.paused, { kind: 'resume' }],
    ['retry', states['waiting for a time'], { kind: 'retry', now: clock.now() }],
    ['finish', states['needs you to edit'], { kind: 'finish', now: clock.now() }],
  ])('is told to %s', async (what, state, event) => {
    queue.add({ id: 'a', state });
    expect(await act(what, 'a')).toBe(1);
    expect(calls).toEqual([['a', event]]);
  });

  it.each<[JobAct, unknown]>([
    ['pause', { kind: 'pause' }],
    ['cancel', { kind: 'cancel' }],
    ['remove', { kind: 'removed' }],
  ])('is told to %s, and nothing begins meanwhile', async (what, event) => {
    queue.add({ id: 'a' });
    expect(await act(what, 'a')).toBe(1);
    expect(calls).toEqual(['quiet', ['a', event], 'over']);
  });

  it('that cannot do it is not counted, nor one that is gone', async () => {
    queue.add({ id: 'a' });
    expect(await act('resume', 'a', 'gone')).toBe(0);
    expect(calls).toEqual([['a', { kind: 'resume' }]]);
  });

  it('that is done counts as taken off the list', async () => {
    queue.add({ id: 'a', state: states.done });
    expect(await act('remove', 'a')).toBe(1);
    expect(await act('cancel', 'a')).toBe(0);
  });
});

describe('a newer version', () => {
  const begin = (state: Job['state']) => {
    queue.add({ id: 'older', state: states.done }, { id: 'newer', state });
    options.ledger.versions.note('newer', 'older', { ...emptyDraft, status: 'draft' });
    return () => options.ledger.versions.of('newer');
  };

  it.each<['replace' | 'keep']>([['replace'], ['keep']])('gets the answer %s, and goes', async (answer) => {
    const version = begin(states['needs you, newer version']);
    options = { ...options, runner: { ...options.runner, apply: applied } };
    expect(await act(answer, 'newer', 'older', 'gone')).toBe(1);
    expect(version()).toMatchObject({ choice: answer, became: null });
    expect(queue.store.job('newer')?.state.kind).toBe('waiting');
    expect(await act(answer, 'newer')).toBe(0);
  });

  it('that is on the site already replaces nothing any more, but may still keep the older one', async () => {
    const version = begin(states.describing);
    options = { ...options, runner: { ...options.runner, apply: applied } };
    expect([await act('replace', 'newer'), version()?.choice]).toEqual([0, null]);
    expect([await act('keep', 'newer'), version()?.choice]).toEqual([1, 'keep']);
  });

  it('that is accepted as it is leaves the older one where it is, for good', async () => {
    const version = begin({ ...states['needs you to edit'], reason: 'older-stays' });
    options.ledger.versions.choose('newer', 'replace');
    expect(await act('finish', 'newer')).toBe(1);
    expect(version()).toMatchObject({ choice: 'replace', became: 'stays' });
  });

  it('that cannot be accepted settles nothing', async () => {
    const version = begin(states.waiting);
    expect(await act('finish', 'newer')).toBe(0);
    expect(version()?.became).toBeNull();
  });
});

describe('“Send again” for a clip whose video was deleted on the site', () => {
  it('sends it once more when the site still says so', async () => {
    queue.add({ id: 'a', state: states.done });
    expect(await act('retry', 'a')).toBe(1);
    expect(calls).toEqual([['a', { kind: 'sent-anew', videoId: 14 }]]);
    expect(shelf.asked).toEqual(['wp/v2/video/14']);
  });

  it('does nothing where it is there after all, and the row is told', async () => {
    shelf.held.push({ videoId: 14, status: 'draft' });
    queue.add({ id: 'a', state: states.done });
    expect(await act('retry', 'a')).toBe(0);
    expect(calls).toEqual([['there', 'draft']]);
  });

  it.each<[string, () => void]>([
    ['is public', () => (status = 'publish')],
    ['is in the trash', () => (status = 'trash')],
    ['was not asked for', () => (status = undefined)],
    ['cannot be asked for', () => (isSignedIn = false)],
  ])('asks and does nothing where the video %s', async (_, given) => {
    given();
    queue.add({ id: 'a', state: states.done });
    expect(await act('retry', 'a')).toBe(0);
    expect([calls, shelf.asked]).toEqual([[], []]);
  });

  it('says so where the site fails', async () => {
    shelf.answer = () => ({ status: 500 });
    queue.add({ id: 'a', state: states.done });
    await expect(act('retry', 'a')).rejects.toThrow();
    expect(calls).toEqual([]);
  });
});

describe('“Try again”', () => {
  it('doubts how large is too large: the next clip tells', async () => {
    queue.add({ id: 'a', state: states['needs you to send'] });
    await act('retry', 'a');
    expect(calls[0]).toEqual(['learn', 'site-1', { sizeLimit: aSizeLimit(5_000, { isDoubted: true }) }]);
  });

  it.each<[JobAct, Partial<Job>, readonly string[]]>([
    ['retry', { state: states['needs you to send'] }, [otherAccount]],
    ['resume', { state: states.paused }, [otherAccount]],
    ['pause', {}, []],
  ])('and to go on is to go in pieces, too, where that was shut: %s', async (what, job, wanted) => {
    queue.add({ id: 'a', accountId: otherAccount, ...job });
    await act(what, 'a');
    expect(mayTry).toEqual(wanted);
  });

  it('forgets which kinds are refused', async () => {
    queue.add({ id: 'a', state: { ...states['needs you to send'], reason: 'extension-refused' } });
    await act('retry', 'a');
    expect(calls[0]).toEqual(['learn', 'site-1', { refusedExtensions: [] }]);
  });

  it.each<[string, JobAct, Partial<Job>]>([
    ['of a clip that needs something else', 'retry', { state: states['needs you to edit'] }],
    ['of one that waits', 'retry', { state: states['waiting for a time'] }],
    ['that was no such word', 'finish', { state: states['needs you to send'] }],
    ['of an account that is gone', 'retry', { state: states['needs you to send'], accountId: 'gone' }],
  ])('%s forgets nothing', async (_, what, job) => {
    if (job.accountId === 'gone') isKnown = false;
    queue.add({ id: 'a', ...job, accountId: 'account-1' });
    await act(what, 'a');
    expect(calls).toHaveLength(1);
  });

  it.each(['', 'uploads to '])(
    'at a site that is to be left alone counts, and somebody looks who answers there: %s',
    async (only) => {
      [isHeld, heldOnly] = [true, only];
      queue.add({ id: 'a' }, { id: 'b', accountId: otherAccount });
      expect(await act('retry', 'a')).toBe(1);
      expect(calls).toEqual([
        ['a', { kind: 'retry', now: clock.now() }],
        ['doubt', 'site-1'],
      ]);
      calls.length = 0;
      expect(await act('retry', 'b')).toBe(0);
      expect(await act('resume', 'a')).toBe(0);
      expect(calls.flat()).not.toContain('doubt');
      isKnown = false;
      await act('retry', 'a');
      expect(calls.flat()).not.toContain('doubt');
    },
  );
});

describe('“Try again” at a site that is to be left alone', () => {
  it.each<[string, Job['state'], number]>([
    ['waits for it', states.waiting, 1],
    ['is looked for', states.unclear, 1],
    ['needs its user', states['needs you to send'], 1],
    ['is paused', states.paused, 0],
    ['is being sent', states.sending, 0],
    ['was sent', states.processing, 0],
  ])('counts a clip only where it is set going: one that %s', async (_, state, count) => {
    isHeld = true;
    queue.add({ id: 'a', state });
    expect(await act('retry', 'a')).toBe(count);
    expect(calls.flat().includes('doubt')).toBe(count === 1);
  });
});

describe('many clips', () => {
  it('are all of a list, those first that are being sent', async () => {
    queue.add({ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd', state: states.done });
    live = ['b', 'c'];
    expect(await actOnAll(options, { filter: 'waiting' }, 'pause')).toBe(3);
    expect(calls.map((call) => (Array.isArray(call) ? call[0] : call))).toEqual(['quiet', 'b', 'c', 'a', 'over']);
  });

  it('go to another account where it is not too late; each is told whether its site stays the same', async () => {
    queue.add({ id: 'a' }, { id: 'b', accountId: otherAccount }, { id: 'late', accountId: otherAccount });
    expect(await moveTo(options, ['a', 'b', 'late'], 'account-1')).toBe(2);
    expect(calls).toEqual([
      ['move', 'a', 'account-1', true],
      ['move', 'b', 'account-1', false],
      ['move', 'late', 'account-1', false],
      // What has changed hands goes on with nothing that it had begun; what has not keeps it.
      ['left', 'b'],
    ]);
  });
});

it('what clips waited for is here again: each goes on, also where another one cannot', async () => {
  const resumed: string[] = [];
  const errors: unknown[] = [];
  const logger = { info: () => {}, warn: () => {}, error: (...what: unknown[]) => void errors.push(what) };
  const runner: Pick<Runner, 'resumeWaiting'> = {
    resumeWaiting: (id) => {
      resumed.push(id);
      return id === 'a' ? Promise.reject(new Error('full')) : Promise.resolve(aJob());
    },
  };
  resumeWaiting(runner, logger, ['a', 'b']);
  await clock.settle();
  expect(resumed).toEqual(['a', 'b']);
  expect(errors).toMatchObject([[expect.any(String), { error: 'Error: full' }]]);
});
