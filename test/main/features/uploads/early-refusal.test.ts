// What is known to be refused is told at once, and nothing else happens to a clip meanwhile: a paused one stays paused.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../../../main/adapters/database/sqlite.ts';
import { createEarlyRefusal, knownRefusal } from '../../../../main/features/uploads/early-refusal.ts';
import { createCircuits } from '../../../../main/hosts/circuit.ts';
import { circuitStore } from '../../../../main/hosts/circuit-store.ts';
import type { Account, Job, Site } from '../../../../main/model.ts';
import type { Sql } from '../../../../main/ports.ts';
import { elsewhereAttempt } from '../../../../main/queue/job/presumed-attempt.ts';
import { createThroughputMeter } from '../../../../main/queue/progress/throughput.ts';
import type { JobTasks } from '../../../../main/queue/runner/job-tasks.ts';
import { createRunner, type Runner } from '../../../../main/queue/runner/runner.ts';
import { blockedClipsStore } from '../../../../main/queue/store/blocked-clips-store.ts';
import { type QueueStore, queueStore } from '../../../../main/queue/store/job-store.ts';
import { queuePassing } from '../../../../main/queue/store/refusal-queries.ts';
import { migrate } from '../../../../main/schema.ts';
import { siteStore } from '../../../../main/site/store/site-store.ts';
import { aSite, aSizeLimit } from '../../a-site.ts';
import { type HandClock, handClock } from '../../queue/hand-clock.ts';
import { aJob, states } from '../../queue/jobs.ts';

const sites: readonly Site[] = ['site-1', 'site-2'].map((id) =>
  aSite({
    id,
    name: id,
    address: `http://127.0.0.1/${id}`,
    root: `http://127.0.0.1/${id}/wp-json/`,
    // Only the first is known to refuse these.
    refusedExtensions: id === 'site-1' ? ['mov'] : [],
  }),
);
const accounts: readonly Account[] = ['account-1', 'account-2'].map((id, at) => ({
  id,
  siteId: `site-${at + 1}`,
  login: id,
  name: id,
  userId: 1,
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
}));
const siteOf = (accountId: string) => sites[accounts.findIndex(({ id }) => id === accountId)] ?? null;
const never = (): Promise<never> => Promise.reject(new Error('Nothing goes in this test'));

let folder: string;
let sql: Sql;
let clock: HandClock;
let store: QueueStore;
let runner: Runner;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-refusal-'));
  sql = openSqlite(join(folder, 'clipferry.sqlite'));
  migrate(sql);
  for (const site of sites) siteStore(sql).saveSite(site);
  for (const account of accounts) siteStore(sql).saveAccount(account);
  clock = handClock();
  store = queueStore(sql, clock);
  const random = { fraction: () => 0.5, hex: (count: number) => '0'.repeat(count * 2) };
  const jobTasks: JobTasks = {
    ...{ check: never, hashed: never, enter: never, send: never, look: never, describe: never, isBlocked: never },
    elsewhere: async () => ({ kind: 'no' }),
    elsewhereAttempt: (job) => elsewhereAttempt(job, { fileName: 'C0001.mp4', startedAt: 0, siteSkewMs: 0 }),
    prepare: () => ({ fileName: 'C0001.mp4', siteSkewMs: 0 }),
    settleMs: () => 130_000,
    hostOf: () => 'http://127.0.0.1',
    // Nobody is signed in, so nothing is sent behind the user's back here.
    readyAccounts: () => [],
    signedOut: () => {},
  };
  runner = createRunner({
    clock,
    random,
    logger: { info: () => {}, warn: () => {}, error: () => {} },
    store,
    jobTasks,
    circuits: createCircuits(clock, random, circuitStore(sql), () => {}),
    blockedClips: blockedClipsStore(sql),
    lanes: () => ({ small: 3, big: 1 }),
    otherRequests: () => 0,
    open: () => true,
    mayLeave: () => true,
    throughput: createThroughputMeter(() => clock.monotonic()),
    onBusy: () => {},
    onChange: () => {},
    onMoved: () => {},
  });
});
afterEach(async () => {
  await runner.stop();
  sql.close();
  rmSync(folder, { recursive: true, force: true });
});

const settled = async <T>(work: Promise<T>): Promise<T> => {
  await clock.settle();
  return work;
};
const movie = (id: string, position: number): Job => {
  const { clip } = aJob();
  const identity = { ...clip.identity, inode: id };
  return aJob({ id, position, clip: { ...clip, path: `/clips/${id}.mov`, name: `${id}.mov`, identity } });
};

/** Looks through all refused clips; `meanwhile` is what a user does after they were found, before the first is changed. */
async function lookThrough(jobs: readonly Job[], meanwhile: () => Promise<unknown>): Promise<void> {
  await settled(store.write(() => jobs.forEach(store.insertJob)));
  let begun: Promise<unknown> | null = null;
  const refusal = createEarlyRefusal({
    clock,
    logger: { info: () => {}, warn: () => {}, error: () => {} },
    refusals: queuePassing(sql),
    accounts: { siteOf, views: () => sites.map(({ id }) => ({ accounts: accounts.filter((a) => a.siteId === id) })) },
    runner: {
      apply: async (jobId, event) => {
        begun ??= meanwhile();
        await begun;
        return runner.apply(jobId, event);
      },
    },
  });
  await settled(refusal.look(true));
}

it('tells of every clip that its site is known to refuse', async () => {
  await lookThrough([movie('one', 1), movie('two', 2)], async () => {});
  for (const id of ['one', 'two']) {
    expect(store.job(id)?.state).toMatchObject({ kind: 'needs-you', reason: 'extension-refused', detail: 'mov' });
  }
});

it('leaves a clip paused that its user paused and sent to another site while refusals were looked through', async () => {
  await lookThrough([movie('one', 1), movie('moved first', 2), movie('paused first', 3)], async () => {
    await runner.moveTo('moved first', 'account-2', false);
    await runner.apply('moved first', { kind: 'pause' });
    await runner.apply('paused first', { kind: 'pause' });
    await runner.moveTo('paused first', 'account-2', false);
  });
  expect(store.job('one')?.state.kind).toBe('needs-you');
  for (const id of ['moved first', 'paused first']) {
    expect(store.job(id)).toMatchObject({ accountId: 'account-2', state: states.paused });
  }
});

it('leaves a clip alone that was sent to a site which takes it', async () => {
  await lookThrough([movie('one', 1), movie('moved', 2)], () => runner.moveTo('moved', 'account-2', false));
  expect(store.job('moved')).toMatchObject({ accountId: 'account-2', state: states.waiting });
});

describe('what is known to be refused', () => {
  const clip = (name: string, size: number): Job => {
    const job = aJob();
    return aJob({ clip: { ...job.clip, name, identity: { ...job.clip.identity, size } } });
  };

  it.each([
    [
      'by its extension',
      'a.mov',
      10,
      { tooLargeFrom: null, refusedExtensions: ['mov'] },
      'extension-refused',
      'remove',
      'mov',
    ],
    ['by its size', 'a.mp4', 10, { tooLargeFrom: 10, refusedExtensions: ['mov'] }, 'too-large', 'retry', '10'],
  ] as const)('is told: %s', (_, name, size, refusals, reason, action, detail) => {
    expect(knownRefusal(clip(name, size), refusals)).toEqual({ kind: 'needs-you', reason, action, detail });
  });

  it('is nothing against a clip that is smaller, or of another kind', () => {
    expect(knownRefusal(clip('a.mp4', 9), { tooLargeFrom: 10, refusedExtensions: ['mov'] })).toBe(null);
    expect(knownRefusal(clip('a.mov', 9), { tooLargeFrom: null, refusedExtensions: [] })).toBe(null);
  });
});

describe('what waits is looked through', () => {
  const begin = async (count: number) => {
    await settled(store.write(() => Array.from({ length: count }, (_, at) => store.insertJob(movie(`m${at}`, at)))));
    let known: Site | null = { ...(sites[0] as Site), refusedExtensions: [] };
    const applied: string[] = [];
    const errors: string[] = [];
    const make = () =>
      createEarlyRefusal({
        clock,
        logger: { info: () => {}, warn: () => {}, error: (message) => errors.push(message) },
        refusals: queuePassing(sql),
        accounts: { siteOf: () => known, views: () => [{ accounts: [{ id: 'account-1' }] }] },
        runner: {
          apply: (jobId, event) => {
            applied.push(jobId);
            return runner.apply(jobId, event);
          },
        },
      });
    const knows = (site: Partial<Site> | null): void => {
      known = site && { ...(sites[0] as Site), refusedExtensions: [], ...site };
    };
    return { make, knows, applied, errors };
  };
  const asked = (id: string) => store.job(id)?.state.kind;

  it('once something new is known, and not again for the same', async () => {
    const on = await begin(2);
    const refusal = on.make();
    await settled(refusal.look(false));
    expect(on.applied).toEqual([]);
    on.knows({ refusedExtensions: ['mov'] });
    await settled(refusal.look(false));
    expect(on.applied).toEqual(['m0', 'm1']);
    await settled(store.write(() => store.insertJob(movie('new', 9))));
    await settled(refusal.look(false));
    expect(asked('new')).toBe('waiting');
    await settled(refusal.look(true));
    expect(asked('new')).toBe('needs-you');
  });

  it('by its size too', async () => {
    const on = await begin(1);
    const refusal = on.make();
    on.knows({ sizeLimit: aSizeLimit(2_000) });
    await settled(refusal.look(false));
    expect(store.job('m0')?.state).toMatchObject({ reason: 'too-large', detail: '2000' });
  });

  it('not at a start for what was told before it', async () => {
    const on = await begin(1);
    on.knows({ refusedExtensions: ['mov'] });
    const refusal = on.make();
    await settled(refusal.look(false));
    expect(asked('m0')).toBe('waiting');
  });

  it('again where it was forgotten meanwhile', async () => {
    const on = await begin(1);
    on.knows({ refusedExtensions: ['mov'] });
    const refusal = on.make();
    for (const site of [null, { refusedExtensions: ['mov'] }]) {
      on.knows(site);
      await settled(refusal.look(false));
    }
    expect(asked('m0')).toBe('needs-you');
  });

  it('to its end, however many there are', async () => {
    const on = await begin(230);
    const refusal = on.make();
    on.knows({ refusedExtensions: ['mov'] });
    await settled(refusal.look(false));
    expect(new Set(on.applied).size).toBe(230);
  });

  it('no further once the app ends', async () => {
    const on = await begin(230);
    const refusal = on.make();
    on.knows({ refusedExtensions: ['mov'] });
    const looking = refusal.look(false);
    await Promise.resolve();
    await settled(Promise.all([refusal.stop(), looking]));
    expect(on.applied.length).toBeLessThanOrEqual(100);
    on.applied.length = 0;
    await settled(refusal.look(true));
    expect(on.applied).toEqual([]);
  });

  it.each(['sending', 'processing', 'unclear'] as const)(
    'also a clip that only now comes back from %s: what it was refused by was learned while its answer was written down',
    async (from) => {
      const on = await begin(1);
      const refusal = on.make();
      on.knows({ sizeLimit: aSizeLimit(2_000) });
      const after = store.job('m0') as Job;
      await settled(refusal.look(false));
      expect(asked('m0')).toBe('needs-you');
      await settled(runner.apply('m0', { kind: 'retry', now: clock.now() }));
      refusal.moved({ ...after, state: states[from] }, after);
      await clock.settle();
      expect(store.job('m0')?.state).toMatchObject({ kind: 'needs-you', reason: 'too-large' });
    },
  );

  it('but none that its user just set going, none that is small enough, and none after the end', async () => {
    const on = await begin(1);
    const refusal = on.make();
    const after = store.job('m0') as Job;
    refusal.moved({ ...after, state: states.sending }, after);
    on.knows({ sizeLimit: aSizeLimit(2_000) });
    for (const state of [states.paused, states.waiting, states['needs you to send']])
      refusal.moved({ ...after, state }, after);
    refusal.moved({ ...after, state: states.sending }, { ...after, state: states.paused });
    await clock.settle();
    expect(on.applied).toEqual([]);
    await refusal.stop();
    refusal.moved({ ...after, state: states.sending }, after);
    await clock.settle();
    expect([on.applied, asked('m0')]).toEqual([[], 'waiting']);
  });

  it('and a disk that is full leaves them to the sending', async () => {
    const on = await begin(1);
    const refusal = on.make();
    on.knows({ refusedExtensions: ['mov'] });
    store.write = () => Promise.reject(new Error('disk is full'));
    await settled(refusal.look(false));
    expect(on.errors).toHaveLength(1);
    expect(asked('m0')).toBe('waiting');
  });
});
