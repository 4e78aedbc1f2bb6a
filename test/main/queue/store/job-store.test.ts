// The store on a real SQLite file: durable when it says so, one commit for a moment, nothing lost to a damaged row.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../main/adapters/clock.ts';
import { openSqlite } from '../../../../main/adapters/database/sqlite.ts';
import { emptyDraft, type Job } from '../../../../main/model.ts';
import type { Sql } from '../../../../main/ports.ts';
import { createJobRows, type JobRows } from '../../../../main/queue/store/job-rows.ts';
import { type QueueStore, queueStore } from '../../../../main/queue/store/job-store.ts';
import type { QueuePlace } from '../../../../main/queue/store/list.ts';
import { positionStep, queueOrder } from '../../../../main/queue/store/order.ts';
import { migrate } from '../../../../main/schema.ts';
import { siteStore } from '../../../../main/site/store/site-store.ts';
import type { QueueFilter } from '../../../../preload/contract.ts';
import { aSite } from '../../a-site.ts';
import { accountId, aJob, anAttempt, otherClip, type StateName, stateNames, states } from '../jobs.ts';

let folder: string;
let commits: number;
let sql: Sql;
let store: QueueStore;
/** Whole jobs as they never become by events. */
let rows: JobRows;
const open: Sql[] = [];

/** A connection of its own, as after a restart. */
function connect(): Sql {
  const made = openSqlite(join(folder, 'clipferry.sqlite'));
  open.push(made);
  return made;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-store-'));
  const real = connect();
  commits = 0;
  sql = {
    ...real,
    transaction: (work) => {
      commits++;
      return real.transaction(work);
    },
  };
  migrate(real);
  const sites = siteStore(real);
  sites.saveSite(aSite({ settleMs: 1_000 }));
  for (const [at, id] of [accountId, 'account-2'].entries()) {
    sites.saveAccount({
      id,
      siteId: 'site-1',
      login: id,
      name: id,
      userId: at + 1,
      canUpload: true,
      canPublish: true,
      signedIn: true,
      method: 'application-password',
      tokenEndsAt: null,
      passwordUuid: null,
      publishesAtOnce: null,
      publicUnasked: false,
      holdsNew: null,
      presetId: null,
    });
  }
  rows = createJobRows(sql, systemClock);
  store = queueStore(sql, systemClock, rows);
});
afterEach(() => {
  for (const one of open.splice(0)) one.close();
  rmSync(folder, { recursive: true, force: true });
});

const add = (...jobs: readonly Job[]): Promise<void> =>
  store.write(() => {
    for (const job of jobs) store.insertJob(job);
  });

describe('what was written', () => {
  it('is on disk when the write resolves, every field of it (decision 2)', async () => {
    const jobs = stateNames.map((name, at) =>
      aJob({
        id: `job-${at}`,
        position: at,
        state: states[name],
        failures: at,
        draft: {
          ...emptyDraft,
          title: `“${name}” 🎬`,
          description: 'a\nb',
          excerpt: '',
          status: 'future',
          publishAt: 1_763_620_000_000,
          slug: 'a-b',
          password: 'p',
          commentsOpen: false,
          terms: { video_tag: [1, 2], tags: [] },
          termChanges: { video_category: { add: [3], remove: [4] } },
        },
        seen: {
          modifiedAt: 5,
          values: { title: 'A', 'terms:video_tag': [1] },
          theirs: { commentsOpen: true },
          sent: { excerpt: 'On its way' },
        },
        draftRevision: 3,
        appliedRevision: 2,
        sha256: 'ab'.repeat(32),
        removed: at % 2 === 1,
        folderId: at % 3 === 0 ? 'folder-1' : null,
      }),
    );
    const attempt = anAttempt({ jobId: 'job-2', endedAt: 900, ended: 'unclear', status: 502, said: 'Bad gateway' });
    await store.write(() => {
      for (const job of jobs) store.insertJob(job);
      store.insertAttempt({ ...attempt, endedAt: null, ended: null, status: null, said: null });
      store.saveAttempt(attempt);
    });
    const again = queueStore(connect(), systemClock);
    for (const job of jobs) expect(again.job(job.id)).toEqual(job);
    expect(again.attempts('job-2')).toEqual([attempt]);
    expect(again.attempt('attempt-1')).toEqual(attempt);
  });

  it('of an attempt whose site tells no time says so: no time is not the same time', async () => {
    await add(aJob());
    await store.write(() => store.insertAttempt(anAttempt({ siteSkewMs: null })));
    expect(store.attempt('attempt-1')?.siteSkewMs).toBeNull();
  });

  it('at one moment is one commit; what throws takes only its own changes back', async () => {
    await add(aJob({ id: 'a' }), aJob({ id: 'b' }), aJob({ id: 'c' }));
    commits = 0;
    const save = (id: string, title: string) => () => {
      const job = store.job(id);
      if (!job) throw new Error('gone');
      rows.saveJob({ ...job, draft: { ...job.draft, title } });
      return title;
    };
    const results = await Promise.allSettled([
      store.write(save('a', 'first')),
      store.write(() => {
        save('b', 'half')();
        throw new Error('thought better of it');
      }),
      store.write(save('c', 'third')),
    ]);
    expect(commits).toBe(1);
    expect(results.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
      'first',
      'Error: thought better of it',
      'third',
    ]);
    const again = queueStore(connect(), systemClock);
    expect(['a', 'b', 'c'].map((id) => again.job(id)?.draft.title)).toEqual(['first', null, 'third']);
  });

  it('in the order of asking: each work sees what the one before it did', async () => {
    await add(aJob());
    const bump = (): number => {
      const job = store.job('job-1') ?? aJob();
      rows.saveJob({ ...job, failures: job.failures + 1 });
      return job.failures + 1;
    };
    expect(await Promise.all([store.write(bump), store.write(bump), store.write(bump)])).toEqual([1, 2, 3]);
  });

  it('fails as a whole when the disk will not take it, and the next write goes on', async () => {
    await add(aJob());
    const real = sql.transaction;
    let full = true;
    const failing = queueStore(
      {
        ...sql,
        transaction: (work) => {
          if (!full) return real(work);
          return real(() => {
            work();
            throw new Error('database or disk is full');
          });
        },
      },
      systemClock,
    );
    const save = () => rows.saveJob(aJob({ failures: 9 }));
    await expect(failing.write(save)).rejects.toThrow('disk is full');
    expect(store.job('job-1')?.failures).toBe(0);
    full = false;
    await failing.write(save);
    expect(store.job('job-1')?.failures).toBe(9);
  });
});

/** In pages of three, as very many are read in pages of thousands. */
function allIds(filter: QueueFilter): readonly string[] {
  const all: string[] = [];
  let after: QueuePlace | null = null;
  do {
    const page: ReturnType<QueueStore['ids']> = store.ids(filter, after, 3);
    all.push(...page.ids);
    after = page.last;
  } while (after !== null);
  return all;
}

describe('the lists', () => {
  it('count and page what a plain look at all jobs gives, under every filter and sort', async () => {
    const someJob = fc.record({
      state: fc.constantFrom(...stateNames).map((name) => states[name]),
      name: fc.constantFrom('b.mp4', 'A.mp4', 'a.mp4', 'C10.mp4', 'C9.mp4', 'é.mp4'),
      size: fc.integer({ min: 1, max: 5 }),
      removed: fc.boolean(),
    });
    const groups: Record<QueueFilter, (job: Job) => boolean> = {
      all: () => true,
      'needs-you': (job) => job.state.kind === 'needs-you',
      ready: (job) => job.state.kind === 'ready',
      active: (job) => ['sending', 'processing', 'unclear', 'describing'].includes(job.state.kind),
      waiting: (job) => ['waiting', 'paused'].includes(job.state.kind),
      done: (job) => ['done', 'cancelled'].includes(job.state.kind),
    };
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(someJob, { minLength: 1, maxLength: 25 }), async (some) => {
        // Jobs are never deleted, only taken off the list: so are those of the last round.
        sql.exec('UPDATE jobs SET removed = 1');
        round++;
        const jobs = some.map(({ state, name, size, removed }, at) => {
          const base = aJob({ id: `${round}-${at}`, position: at * 10, state, removed });
          return { ...base, clip: { ...base.clip, name, identity: { ...base.clip.identity, size } } };
        });
        await add(...jobs);
        const shown = jobs.filter((job) => !job.removed);
        for (const filter of Object.keys(groups) as QueueFilter[]) {
          const expected = shown.filter(groups[filter]);
          expect(store.count(filter)).toBe(expected.length);
          expect(allIds(filter)).toEqual(expected.map((job) => job.id));
          expect(store.rows(filter, 'queue', 0, 200)).toEqual(expected);
          expect(store.rows(filter, 'newest', 0, 200)).toEqual([...expected].reverse());
          expect(store.rows(filter, 'queue', 2, 3)).toEqual(expected.slice(2, 5));
          const sizes = store.rows(filter, 'size', 0, 200).map((job) => job.clip.identity.size);
          expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
          const names = store.rows(filter, 'name', 0, 200).map((job) => job.clip.name.toLowerCase());
          expect(names).toEqual([...names].sort());
        }
        expect(store.counts()).toEqual({
          all: shown.length,
          needsYou: shown.filter(groups['needs-you']).length,
          ready: shown.filter(groups.ready).length,
          active: shown.filter(groups.active).length,
          waiting: shown.filter(groups.waiting).length,
          done: shown.filter(groups.done).length,
          arrived: shown.filter((job) => job.state.kind === 'done').length,
        });
        const open = shown.filter((job) => ['waiting', 'sending', 'processing'].includes(job.state.kind));
        expect(store.openBytes()).toBe(open.reduce((sum, job) => sum + job.clip.identity.size, 0));
      }),
      { numRuns: 40, seed: 20261120 },
    );
  });

  it('stay right while jobs change, are taken off and come back', async () => {
    await add(aJob({ id: 'a', position: 1 }), aJob({ id: 'b', position: 2 }));
    const change = (job: Job) => store.write(() => rows.saveJob(job));
    await change(aJob({ id: 'a', position: 1, state: states.sending }));
    expect(store.counts()).toMatchObject({ all: 2, active: 1, waiting: 1 });
    await change(aJob({ id: 'a', position: 1, state: states['cancelled before'], removed: true }));
    expect(store.counts()).toMatchObject({ all: 1, active: 0, waiting: 1, done: 0 });
    await change(aJob({ id: 'a', position: 1 }));
    expect(store.counts()).toMatchObject({ all: 2, waiting: 2 });
    expect(store.openBytes()).toBe(4_000);
  });
});

describe('what is due', () => {
  const now = 1_000_000_000;
  const hour = 3_600_000;
  const waitingUntil = (until: number | null) => ({ kind: 'waiting', why: null, until }) as const;

  it('is what waits for nothing or whose time has come, in order, big and small apart', async () => {
    const sized = (id: string, position: number, size: number, changes: Partial<Job> = {}) => {
      const base = aJob({ id, position, ...changes });
      return { ...base, clip: { ...base.clip, identity: { ...base.clip.identity, size } } };
    };
    await add(
      sized('small-2', 5, 10),
      sized('big-1', 2, 1_000),
      sized('small-1', 3, 10, { state: waitingUntil(now) }),
      sized('not yet', 1, 10, { state: waitingUntil(now + 1) }),
      sized('removed', 0, 10, { removed: true }),
      sized('paused', 0, 10, { state: states.paused }),
      sized('another’s', 0, 10, { accountId: 'account-2' }),
    );
    expect(store.startable(accountId, now, false, 100, 9).map((job) => job.id)).toEqual(['small-1', 'small-2']);
    expect(store.startable(accountId, now, true, 100, 9).map((job) => job.id)).toEqual(['big-1']);
    expect(store.startable(accountId, now, false, 100, 1).map((job) => job.id)).toEqual(['small-1']);
    expect(store.nextDue(now)).toBe(now + 1);
  });

  it('after a time is known by that time', async () => {
    await add(
      aJob({ id: 'waits', state: waitingUntil(now + hour) }),
      aJob({ id: 'waits for nothing' }),
      aJob({ id: 'looks', state: states.unclear }),
      aJob({ id: 'paused', state: states.paused }),
    );
    const timed = (dueAt: number) => store.timed({ dueAt, rowid: 0 }, 9).jobs.map((job) => job.id);
    expect(timed(0)).toEqual(['looks', 'waits']);
    expect(timed(now)).toEqual(['waits']);
    const { last } = store.timed({ dueAt: 0, rowid: 0 }, 1);
    expect(last && store.timed(last, 1).jobs.map((job) => job.id)).toEqual(['waits']);
  });

  it('of looks and metadata is found by its kind', async () => {
    await add(
      aJob({ id: 'look', position: 1, state: { ...states.unclear, nextLookAt: now } }),
      aJob({ id: 'look later', position: 2, state: { ...states.unclear, nextLookAt: now + 1 } }),
      aJob({ id: 'describe', position: 3, state: states.describing }),
      aJob({ id: 'describe, taken off the list', position: 4, state: states.describing, removed: true }),
    );
    expect(store.due(accountId, 'unclear', now, 9).map((job) => job.id)).toEqual(['look']);
    expect(store.due(accountId, 'describing', now, 9).map((job) => job.id)).toEqual([
      'describe',
      'describe, taken off the list',
    ]);
  });

  it('is found at once although a moment ago there was nothing', async () => {
    const found = (at: number) => [
      ...store.startable(accountId, at, false, 1e9, 9),
      ...store.due(accountId, 'unclear', at, 9),
      ...store.due(accountId, 'describing', at, 9),
    ];
    const ids = (at: number) => found(at).map((job) => job.id);
    expect(ids(now)).toEqual([]);
    const job = aJob({ id: 'one', state: waitingUntil(now + 5) });
    await add(job);
    expect([ids(now + 4), ids(now + 5)]).toEqual([[], ['one']]);
    for (const state of [states.describing, { ...states.unclear, nextLookAt: now }, waitingUntil(null)]) {
      await store.write(() => rows.saveJob({ ...job, state: states.paused }));
      expect(ids(now)).toEqual([]);
      await store.write(() => rows.saveJob({ ...job, state }));
      expect(ids(now)).toEqual(['one']);
    }
    await store.write(() => rows.saveJob({ ...job, state: waitingUntil(now + hour) }));
    expect([ids(now), store.nextDue(now)]).toEqual([[], now + hour]);
    // The clock is put back, and with it the times.
    await store.write(() => rows.saveJob({ ...job, state: waitingUntil(now - hour) }));
    expect([store.nextDue(now), store.nextDue(now - 2 * hour)]).toEqual([null, now - hour]);
    expect([ids(now - 2 * hour), ids(now - hour)]).toEqual([[], ['one']]);
  });

  it('after a crash is what was running', async () => {
    await add(...stateNames.map((name, at) => aJob({ id: name, position: at, state: states[name] })));
    expect(
      store
        .interrupted()
        .map((job) => job.id)
        .sort(),
    ).toEqual(['processing', 'sending']);
  });
});

describe('what is known of a clip and of videos', () => {
  it('finds the very clip of the account, also off the list, and no other', async () => {
    const { identity } = aJob().clip;
    await add(aJob({ removed: true }));
    expect(store.findClip(accountId, identity)?.id).toBe('job-1');
    expect(store.findClip('account-2', identity)).toBeNull();
    for (const other of [{ inode: '18446744073709551614' }, { mtimeNs: '1763620000123456788' }, { size: 1 }]) {
      expect(store.findClip(accountId, { ...identity, ...other })).toBeNull();
    }
    await add(aJob({ id: 'job-2', position: 2 }));
    expect(store.findClip(accountId, identity)?.id).toBe('job-2');
  });

  it('knows the videos that other jobs stand for, however they stand now', async () => {
    await add(
      aJob({ id: 'done', state: { kind: 'done', videoId: 1, finishedAt: 1 } }),
      aJob({ id: 'describing', state: { ...states.describing, videoId: 2 } }),
      aJob({ id: 'cancelled', state: { kind: 'cancelled', resume: { from: 'describe', videoId: 3 } } }),
      aJob({ id: 'edit', state: { ...states['needs you to edit'], resume: { from: 'describe', videoId: 4 } } }),
      aJob({ id: 'off', state: { kind: 'done', videoId: 5, finishedAt: 1 }, removed: true }),
      aJob({ id: 'another’s', accountId: 'account-2', state: { kind: 'done', videoId: 6, finishedAt: 1 } }),
    );
    const taken = store.takenVideos(accountId, 'done');
    expect([1, 2, 3, 4, 5, 6].filter((id) => taken.has(id))).toEqual([2, 3, 4, 5]);
  });

  it('remembers the pause', async () => {
    expect(store.paused()).toBe(false);
    await store.write(() => store.setPaused(true));
    expect(queueStore(connect(), systemClock).paused()).toBe(true);
    await store.write(() => store.setPaused(false));
    expect(store.paused()).toBe(false);
  });
});

describe('an event', () => {
  it('happens to the job as it stands on disk, and what follows is written', async () => {
    await add(aJob());
    const change = await store.write(() => store.change('job-1', { kind: 'pause' }));
    expect([change?.before.state, change?.after.state]).toEqual([states.waiting, states.paused]);
    expect(store.job('job-1')?.state).toEqual(states.paused);
    const again = store.change('job-1', (job) => (job.state.kind === 'paused' ? { kind: 'resume' } : null));
    expect([again?.before.state, again?.after.state]).toEqual([states.paused, states.waiting]);
    expect(store.job('job-1')?.state).toEqual(states.waiting);
  });

  it('that is none, or means nothing, leaves the very same job; of no job it is nothing', async () => {
    await add(aJob());
    for (const event of [() => null, { kind: 'resume' } as const]) {
      const change = store.change('job-1', event);
      expect(change?.after).toBe(change?.before);
    }
    expect(store.change('gone', { kind: 'pause' })).toBeNull();
  });

  it.each([
    ['its place on the list', states.done, { kind: 'removed' }, { removed: true }],
    [
      'its account',
      states.paused,
      { kind: 'moved-to-account', accountId: 'account-2', sameSite: true },
      { accountId: 'account-2' },
    ],
    ['its clip', states.paused, { kind: 'clip-replaced', clip: otherClip }, { clip: otherClip, sha256: null }],
  ] as const)('that leaves the state as it is and changes %s is written whole', async (_, state, event, changes) => {
    await add(aJob({ state, sha256: 'aa' }));
    await store.write(() => store.change('job-1', event));
    expect(store.job('job-1')).toEqual(aJob({ state, sha256: 'aa', ...changes }));
  });

  it('of typing is written without all else of the row, and what changes nothing is not written at all', async () => {
    await add(aJob({ state: states.describing }), aJob({ id: 'done', state: states.done }), aJob({ id: 'waits' }));
    sql.exec(`
      CREATE TEMP TABLE written (what TEXT);
      CREATE TEMP TRIGGER any_written AFTER UPDATE ON main.jobs BEGIN INSERT INTO written VALUES (new.id); END;
      CREATE TEMP TRIGGER state_written AFTER UPDATE OF kind ON main.jobs BEGIN INSERT INTO written VALUES ('state'); END`);
    const written = () => {
      const found = sql.prepare('SELECT what FROM temp.written').all();
      sql.exec('DELETE FROM temp.written');
      return found.map(({ what }) => what);
    };
    const typed = { kind: 'edited', draft: { ...emptyDraft, title: 'Typed' }, seen: null } as const;
    store.change('job-1', typed);
    expect(written()).toEqual(['job-1']);
    expect(store.job('job-1')).toEqual(aJob({ state: states.describing, draft: typed.draft, draftRevision: 1 }));
    store.change('done', typed);
    expect(written().toSorted()).toEqual(['done', 'state']);
    expect(store.job('done')).toMatchObject({ state: states.describing, draft: typed.draft });
    store.change('waits', { kind: 'resume' });
    store.change('waits', () => null);
    expect(written()).toEqual([]);
  });
});

it('what was learned of a clip by reading it is kept beside what was known', async () => {
  await add(aJob({ sha256: 'aa' }));
  const facts = { format: 'mov', durationSeconds: 3, width: 4, height: 5 } as const;
  store.saveLearned('job-1', { facts });
  expect(store.job('job-1')).toMatchObject({ sha256: 'aa', clip: { facts } });
  store.saveLearned('job-1', { sha256: 'bb' });
  expect(store.job('job-1')).toMatchObject({ sha256: 'bb', clip: { ...aJob().clip, facts } });
  store.saveLearned('gone', { sha256: 'bb' });
  expect(store.job('gone')).toBeNull();
});

it('the next added job stands behind all, also behind those off the list', async () => {
  expect(store.nextPosition()).toBe(positionStep);
  await add(aJob({ id: 'a', position: 10 }));
  expect(store.nextPosition()).toBe(positionStep + 10);
  await add(aJob({ id: 'b', position: 20, removed: true }));
  expect(store.nextPosition()).toBe(positionStep + 20);
});

it('behind a clip whose place cannot be read each that is added has one of its own, and can be moved (F-42)', async () => {
  await add(aJob({ id: 'damaged' }));
  sql.exec('UPDATE jobs SET position = 9223372036854775807');
  rows = createJobRows(sql, systemClock);
  for (const id of ['a', 'b', 'c']) await add(aJob({ id, position: store.nextPosition() }));
  const ids = () => store.rows('all', 'queue', 0, 9).map(({ id }) => id);
  const places = () => store.rows('all', 'queue', 0, 9).map(({ position }) => position);
  expect(ids()).toEqual(['damaged', 'a', 'b', 'c']);
  expect(new Set(places()).size).toBe(4);
  await store.write(() => queueOrder(sql).move(['c'], { to: 'after', jobId: 'damaged' }));
  // Whatever else happens to them they stay where they were put.
  await store.write(() => {
    for (const id of ids()) store.change(id, { kind: 'pause' });
  });
  expect(ids()).toEqual(['damaged', 'c', 'a', 'b']);
});

it('what was typed for jobs is each different draft of each account, with how many have it', async () => {
  const draft = { ...emptyDraft, title: 'Same' };
  await add(
    aJob({ id: 'a', draft }),
    aJob({ id: 'b', draft }),
    aJob({ id: 'c' }),
    aJob({ id: 'd', draft, accountId: 'account-2' }),
    aJob({ id: 'not asked for', draft }),
  );
  const found = store.drafts(['a', 'b', 'c', 'd', 'gone']);
  expect(found).toHaveLength(3);
  expect(found).toEqual(
    expect.arrayContaining([
      { accountId, draft, jobs: 2 },
      { accountId, draft: emptyDraft, jobs: 1 },
      { accountId: 'account-2', draft, jobs: 1 },
    ]),
  );
  expect(store.drafts([])).toEqual([]);
});

it('jobs that go by themselves and are not done are counted, on the list only', async () => {
  expect([store.openJobs(), store.openBytes(), store.count('all')]).toEqual([0, 0, 0]);
  await add(
    ...stateNames.map((name) => aJob({ id: name, state: states[name] })),
    aJob({ id: 'off', removed: true }),
    aJob({ id: 'one more' }),
  );
  const isOpen = (name: StateName): boolean =>
    ['waiting', 'sending', 'processing', 'unclear', 'describing'].includes(states[name].kind);
  expect(store.openJobs()).toBe(stateNames.filter(isOpen).length + 1);
});

it('a pause stands whatever else a damaged flag says', async () => {
  store.setPaused(true);
  sql.exec('UPDATE flags SET value = -7');
  expect(store.paused()).toBe(true);
});

describe('a damaged row (F-42)', () => {
  const damage = (id: string, state: string) => sql.prepare('UPDATE jobs SET state = ? WHERE id = ?').run(state, id);
  const parkedAt = (id: string) => {
    const state = store.job(id)?.state;
    return state?.kind === 'needs-you' ? [state.reason, state.action, state.resume] : state;
  };

  it.each(['', '{', 'null', '{"kind":"nonsense"}', '{"kind":"unclear"}', '{"kind":"waiting","why":null}'])(
    'with the state %j is parked in the list, the others go on',
    async (state) => {
      await add(aJob({ id: 'good', position: 2 }), aJob({ id: 'bad', position: 1 }));
      damage('bad', state);
      expect(parkedAt('bad')).toEqual(['entry-damaged', 'retry', { from: 'send' }]);
      expect(store.rows('all', 'queue', 0, 9).map((job) => job.id)).toEqual(['bad', 'good']);
      // It would be offered for sending again and again otherwise, in front of all others.
      expect(store.startable(accountId, 1, false, 1e9, 1).map((job) => job.id)).toEqual(['good']);
      expect(store.counts()).toMatchObject({ needsYou: 1, waiting: 1 });
    },
  );

  it('is never sent again past an attempt that may have arrived', async () => {
    await add(aJob({ id: 'a', state: states.unclear }), aJob({ id: 'b', state: states.describing }));
    await store.write(() => {
      store.insertAttempt(anAttempt({ id: 'old', jobId: 'a', startedAt: 1, ended: 'refused' }));
      store.insertAttempt(anAttempt({ id: 'last', jobId: 'a', startedAt: 400 }));
    });
    damage('a', '{');
    damage('b', '{');
    expect(parkedAt('a')).toEqual(['entry-damaged', 'retry', { from: 'look', attemptId: 'last', since: 400 }]);
    expect(parkedAt('b')).toEqual(['entry-damaged', 'retry', { from: 'describe', videoId: 14 }]);
    expect(store.due(accountId, 'unclear', 1e12, 9)).toEqual([]);
    expect(store.due(accountId, 'describing', 1e12, 9)).toEqual([]);
    expect(store.counts()).toMatchObject({ needsYou: 2, active: 0 });
    await store.write(() => store.saveAttempt(anAttempt({ id: 'last', jobId: 'a', endedAt: 500, ended: 'absent' })));
    damage('a', '{');
    expect(parkedAt('a')).toEqual(['entry-damaged', 'retry', { from: 'send' }]);
  });

  it('keeps its state when only its facts are damaged: they are read from the file again', async () => {
    await add(aJob({ state: states.describing }));
    sql.exec("UPDATE jobs SET facts = ''");
    expect(store.job('job-1')).toMatchObject({ state: states.describing, clip: { facts: { format: null } } });
  });

  const keptTexts = () => sql.prepare('SELECT name, text FROM damaged').all();
  const noTitle = '{"title":3}';
  const drafts = [
    '',
    noTitle,
    'null',
    '[]',
    JSON.stringify({ ...emptyDraft, status: undefined }),
    `${JSON.stringify(emptyDraft)}}`,
  ];

  it.each(drafts)(
    'with the draft %j waits for the user, with its text kept, and nothing goes by itself',
    async (draft) => {
      await add(aJob({ id: 'a', state: states.waiting }), aJob({ id: 'b', state: states.describing }));
      sql.prepare('UPDATE jobs SET draft = ?').run(draft);
      // Something brings it back before it is written down as parked.
      await store.write(() => {
        const job = store.job('a');
        if (job) rows.saveJob({ ...job, state: states.waiting });
      });
      expect(parkedAt('b')).toEqual(['entry-damaged', 'retry', { from: 'describe', videoId: 14 }]);
      await store.write(() => undefined);
      expect(parkedAt('a')).toEqual(['entry-damaged', 'retry', { from: 'send' }]);
      expect(store.startable(accountId, 1, false, 1e9, 9)).toEqual([]);
      expect(keptTexts()).toEqual(['a', 'b'].map((id) => ({ name: `${id} draft`, text: draft })));
      // By the user's word it goes, with what was typed since.
      const waits = store.job('a');
      const typed = { ...emptyDraft, title: 'Again' };
      await store.write(() => waits && rows.saveJob({ ...waits, draft: typed, state: states.waiting }));
      expect(store.startable(accountId, 1, false, 1e9, 9)).toMatchObject([{ id: 'a', draft: typed }]);
    },
  );

  it('with a draft that cannot be read is not sent either once it was cancelled and is added again', async () => {
    await add(aJob({ id: 'a', state: { kind: 'cancelled', resume: { from: 'send' } } }));
    sql.prepare('UPDATE jobs SET draft = ?').run(noTitle);
    for (const removed of [true, false]) {
      const job = store.job('a');
      await store.write(() => job && rows.saveJob({ ...job, removed }));
    }
    const job = store.job('a');
    expect(job?.state.kind).toBe('cancelled');
    await store.write(() => job && rows.saveJob({ ...job, state: states.waiting }));
    expect(parkedAt('a')).toEqual(['entry-damaged', 'retry', { from: 'send' }]);
  });

  it.each([-1, 0])(
    'of which not even the size is known (%i) asks which video it is, where it may be there',
    async (size) => {
      await add(aJob({ id: 'a', state: states.unclear }), aJob({ id: 'b', state: states.waiting }));
      sql.prepare('UPDATE jobs SET size = ?').run(size);
      const { attemptId, since } = states.unclear;
      expect(parkedAt('a')).toEqual(['ask-which', 'choose', { from: 'look', attemptId, since }]);
      expect(parkedAt('b')).toEqual(['entry-damaged', 'retry', { from: 'send' }]);
    },
  );

  it('under a state, a group, a time or a place that there is not is found again by the next start', async () => {
    await add(...['a', 'b', 'c', 'd'].map((id, position) => aJob({ id, position })));
    sql.exec(`UPDATE jobs SET kind = 'gone' WHERE id = 'a'; UPDATE jobs SET grp = 'gone' WHERE id = 'b';
      UPDATE jobs SET due_at = 9007199254740991 WHERE id = 'c'; UPDATE jobs SET position = 9223372036854775807 WHERE id = 'd'`);
    const again = queueStore(connect(), systemClock);
    expect(again.startable(accountId, 1, false, 1e9, 9).map((job) => job.id)).toEqual(['a', 'b', 'c', 'd']);
    expect(Number.isSafeInteger(again.nextPosition())).toBe(true);
  });

  it('whose attempt cannot be read may have arrived, at any time and under any of its videos', async () => {
    await add(aJob({ id: 'a' }));
    await store.write(() => store.insertAttempt(anAttempt({ id: 'last', jobId: 'a', ended: 'refused' })));
    sql.exec(`UPDATE attempts SET ended = 'gone', started_at = 9223372036854775807, site_skew_ms = -9223372036854775807,
      ended_at = 9007199254740993, looks = '[{"at":1,"found":"gone"}]', not_these = '[12', boundary = 'a' || char(13)`);
    expect(store.attempt('last')).toMatchObject({
      ...{
        ended: 'unclear',
        startedAt: 0,
        siteSkewMs: null,
        endedAt: null,
        looks: [],
        rejectedVideoIds: null,
        key: null,
      },
    });
  });
});

describe('the schema', () => {
  it('of a newer Clipferry is refused and left as it is (F-51)', () => {
    sql.exec('PRAGMA user_version = 99; CREATE TABLE from_the_future (x)');
    const later = connect();
    expect(() => migrate(later)).toThrow('newer Clipferry');
    expect(later.prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 });
    expect(later.prepare("SELECT COUNT(*) AS n FROM sqlite_master WHERE name = 'from_the_future'").get()).toEqual({
      n: 1,
    });
  });

  it('is made once: opening again changes nothing', async () => {
    await add(aJob());
    migrate(connect());
    expect(store.job('job-1')).toEqual(aJob());
  });

  it('writes every commit through to the disk', () => {
    const settings = ['journal_mode', 'synchronous', 'foreign_keys'].map((name) =>
      Object.values(sql.prepare(`PRAGMA ${name}`).get() ?? {}).at(0),
    );
    expect(settings).toEqual(['wal', 2, 1]);
  });
});
