// Clips that may be on a site twice: when they are looked for by themselves, what is told of them, and what the user does about it.
import { describe, expect, it } from 'vitest';
import { type Changes, createSignals } from '../../../../main/features/changes.ts';
import { compareAccount } from '../../../../main/features/proof/compare-account.ts';
import { type AuditOptions, createAudit } from '../../../../main/features/proof/duplicate-audit.ts';
import type { Attempt } from '../../../../main/model.ts';
import { duplicateStore } from '../../../../main/queue/match/duplicate-store.ts';
import { anAttempt } from '../../queue/jobs.ts';
import { account, oneAccount } from '../uploads/tasks/parts.ts';
import { begun, client, createDesk, createShelf, film, type OnSite } from './shelf.ts';

const hour = 3_600_000;
const day = 24 * hour;
const twice: readonly OnSite[] = [
  { videoId: 7, title: 'C0001', bytes: film('a'), at: begun + 1_000 },
  { videoId: 8, title: 'C0001', bytes: film('a'), at: begun + 2 * hour },
];
const sent = (changes: Partial<Attempt> = {}): Attempt =>
  anAttempt({ startedAt: begun, endedAt: begun + 5_000, ended: 'arrived', ...changes });

/** An account that has sent one clip, which stands as video 7. */
async function desk(held: readonly OnSite[] = twice, attempts: readonly Attempt[] = [sent()]) {
  const base = createDesk();
  const shelf = createShelf(...held);
  await base.add(film('a'), { state: { kind: 'done', videoId: 7, finishedAt: begun + 5_000 } }, ...attempts);
  const known = duplicateStore(base.sql);
  const signedOut: string[] = [];
  const on = { signedIn: true, isOpen: true };
  const accounts: AuditOptions['accounts'] = {
    ...oneAccount().accounts,
    client: () => (on.signedIn ? client : null),
    ready: () => [account],
    views: () => [{ accounts: [{ id: account.id }] }],
    signedOut: (id) => void signedOut.push(id),
  };
  const comparing = { clock: base.clock, store: base.store, accounts, calls: shelf.calls };
  return {
    ...base,
    shelf,
    known,
    signedOut,
    on,
    accounts,
    comparing,
    compare: () => compareAccount(comparing, known, account.id),
  };
}
type Audited = Awaited<ReturnType<typeof desk>>;
const pairs = ({ known }: Audited) => known.pairs(account.id).map(({ videos }) => videos.map(({ videoId }) => videoId));

describe('the comparison of an account', () => {
  it('finds a clip that is there twice, and writes down when it was made', async () => {
    const on = await desk();
    await on.compare();
    expect(pairs(on)).toEqual([[7, 8]]);
    expect(on.known.lastRun(account.id)).toBe(begun);
    expect(on.shelf.asked.filter((route) => route === 'wp/v2/media')).toHaveLength(1);
    const after = new Date(begun - 30_000).toISOString().slice(0, 19);
    const before = new Date(begun + 5_000 + 30_000 + 6 * hour).toISOString().slice(0, 19);
    expect(on.shelf.queries[0]).toMatchObject({
      ...{ author: '3', after: expect.stringContaining(after), before: expect.stringContaining(before) },
    });
  });

  it('knows each clip once, by all its names and times', async () => {
    const other = { videoId: 8, title: 'Renamed', bytes: film('a'), at: begun + 3 * day };
    const again = sent({ id: 'again', fileName: 'Renamed.mp4', startedAt: begun + 3 * day, endedAt: begun + 3 * day });
    const on = await desk([twice[0] as OnSite, other], [sent(), again]);
    await on.compare();
    expect(pairs(on)).toEqual([[7, 8]]);
    expect(on.shelf.asked.filter((route) => route === 'wp/v2/media')).toHaveLength(2);
  });

  it('keeps what it told before of clips that it did not look at now, while both are still there', async () => {
    for (const [now, left] of [
      [{}, [[7, 8]]],
      [{ status: 'trash' }, []],
      [{ record: 'gone' }, []],
    ] as const) {
      const on = await desk();
      await on.compare();
      on.known.replace(account.id, on.known.pairs(account.id), begun + 30 * day);
      await on.clock.pass(30 * day);
      on.shelf.held[1] = { ...(twice[1] as OnSite), ...now };
      on.shelf.asked.length = 0;
      await on.compare();
      expect([pairs(on), on.shelf.asked]).toEqual([left, ['wp/v2/video/7', 'wp/v2/video/8']]);
    }
  });

  it('tells no more of a clip that it looked at now and that is no copy', async () => {
    const on = await desk();
    await on.compare();
    on.shelf.held[1] = { ...(twice[1] as OnSite), bytes: film('b') };
    await on.compare();
    expect(pairs(on)).toEqual([]);
  });

  it('reads what was sent in parts, lets others have their turn in between, and knows each clip by all of them', async () => {
    const renamed = { videoId: 8, title: 'Renamed', bytes: film('a'), at: begun };
    const on = await desk([{ ...(twice[0] as OnSite), at: begun + 3 * day }, renamed], []);
    let turns = 0;
    const clock = { ...on.clock, soon: (call: () => void) => [turns++, on.clock.soon(call)][1] };
    await on.store.write(() => {
      on.store.insertAttempt(sent({ id: 'first', fileName: 'Renamed.mp4' }));
      for (let at = 0; at < 2_000; at++)
        on.store.insertAttempt(sent({ id: `again ${at}`, startedAt: begun + 3 * day, endedAt: begun + 3 * day }));
    });
    await compareAccount({ ...on.comparing, clock }, on.known, account.id);
    expect([pairs(on), turns]).toEqual([[[7, 8]], 1]);
    expect(on.shelf.asked.filter((route) => route === 'wp/v2/media')).toHaveLength(2);
    const few = await desk();
    await compareAccount({ ...few.comparing, clock }, few.known, account.id);
    expect([pairs(few), turns]).toEqual([[[7, 8]], 1]);
  });

  it('looks again at what was sent a week before the last one, and no further back', async () => {
    const on = await desk([twice[0] as OnSite]);
    // By a clock that was ahead nothing is left out: what counts is the earlier of both.
    on.known.replace(account.id, [], begun + 40 * day);
    await on.compare();
    expect(on.shelf.asked).toEqual(['wp/v2/media']);
    await on.clock.pass(20 * day);
    for (const [last, asked] of [
      [begun + 7 * day, ['wp/v2/media']],
      [begun + 7 * day + 1, []],
    ] as const) {
      on.known.replace(account.id, [], last);
      on.shelf.asked.length = 0;
      await on.compare();
      expect(on.shelf.asked).toEqual(asked);
    }
  });

  it('needs a sign-in', async () => {
    const on = await desk();
    on.on.signedIn = false;
    await expect(on.compare()).rejects.toThrow('sign-in-first');
    await expect(compareAccount(on.comparing, on.known, 'gone')).rejects.toThrow('sign-in-first');
  });
});

describe('the audit', () => {
  async function audited(
    held: readonly OnSite[] = twice,
    attempts?: readonly Attempt[],
    more: Partial<AuditOptions> = {},
  ) {
    const on = await desk(held, attempts);
    const errors: string[] = [];
    const changes = createSignals<Changes>();
    let told = 0;
    changes.on('shown', () => {
      told++;
    });
    const trashed: unknown[] = [];
    const audit = createAudit({
      ...on.comparing,
      ...{ sql: on.sql, changes, logger: { info: () => {}, warn: () => {}, error: (text) => void errors.push(text) } },
      lines: { isOpen: () => on.on.isOpen },
      trash: async (id, videoId) => {
        trashed.push([id, videoId]);
        return { done: [videoId], failed: [] };
      },
      ...more,
    });
    return {
      ...on,
      audit,
      errors,
      trashed,
      told: () => told,
      runs: () => on.shelf.asked.filter((route) => route === 'wp/v2/media').length,
    };
  }

  it('runs a day after the first clip was sent, and then a day after it ran, as long as something was sent', async () => {
    const on = await audited();
    on.audit.kick();
    await on.clock.pass(day - 1);
    expect(on.runs()).toBe(0);
    await on.clock.pass(1);
    await on.clock.settle();
    expect(on.runs()).toBe(1);
    expect(on.audit.counts()).toEqual([{ accountId: account.id, clips: 1 }]);
    // What was sent an hour later can have come late when it ran: once more, and then never again.
    await on.clock.pass(10 * day);
    expect([on.runs(), on.clock.timers()]).toEqual([1, 0]);
    const later = await audited(twice, [sent(), sent({ id: 'later', startedAt: begun + hour, endedAt: begun + hour })]);
    later.audit.kick();
    await later.clock.pass(2 * day - 1);
    expect(later.runs()).toBe(1);
    await later.clock.pass(1);
    expect(later.runs()).toBe(2);
    await later.clock.pass(10 * day);
    expect([later.runs(), later.clock.timers()]).toEqual([2, 0]);
  });

  it('goes by no time that a clock which was ahead has written down', async () => {
    const ahead = await audited();
    ahead.known.replace(account.id, [], begun + 40 * day);
    ahead.audit.kick();
    await ahead.clock.pass(day - 1);
    expect(ahead.runs()).toBe(0);
    await ahead.clock.pass(1);
    expect(ahead.runs()).toBe(1);
    const future = begun + 40 * day;
    const sentAhead = await audited(twice, [sent({ startedAt: future, endedAt: future })]);
    sentAhead.audit.kick();
    await sentAhead.clock.pass(0);
    expect(sentAhead.runs()).toBe(1);
    const justNow = await audited();
    await justNow.clock.pass(2 * day);
    await justNow.audit.handlers['audit.run'](account.id);
    justNow.audit.kick();
    await justNow.clock.pass(0);
    expect(justNow.runs()).toBe(1);
  });

  describe('of two accounts', () => {
    const other = { ...account, id: 'account-2' };
    /** The other one has sent a clip so long after the first, and that is now; null = it has sent none. */
    async function both(afterMs: number | null) {
      const accounts: AuditOptions['accounts'] = {
        ...oneAccount().accounts,
        account: (id) => [account, other].find((one) => one.id === id) ?? null,
        siteOf: () => oneAccount().site,
        client: () => client,
        ready: () => [account, other],
        views: () => [{ accounts: [account, other] }],
        signedOut: () => {},
      };
      const on = await audited(twice, undefined, { accounts });
      await on.clock.pass(afterMs ?? 0);
      const began = on.clock.now();
      const attempt = sent({ id: 'of other', jobId: 'job-2', startedAt: began, endedAt: began });
      const state = { kind: 'done', videoId: 7, finishedAt: began } as const;
      if (afterMs !== null) await on.add(film('a'), { id: 'job-2', accountId: other.id, state }, attempt);
      return { ...on, ran: () => [account, other].map(({ id }) => on.known.lastRun(id)) };
    }

    it('runs for each at its own time', async () => {
      const on = await both(5 * hour);
      on.audit.kick();
      await on.clock.pass(day - hour);
      expect(on.ran()).toEqual([begun + day, null]);
      await on.clock.pass(5 * hour);
      expect(on.ran()).toEqual([begun + day, begun + day + 5 * hour]);
    });

    it('runs for none that has sent nothing', async () => {
      const on = await both(null);
      on.audit.kick();
      await on.clock.pass(2 * day);
      expect(on.ran()).toEqual([begun + day, null]);
    });

    it('ends between them when the app does, and sets no timer any more', async () => {
      const on = await both(0);
      on.shelf.answer = () => [void on.audit.stop(), null][1] as null;
      on.audit.kick();
      await on.clock.pass(2 * day);
      expect([on.ran(), on.clock.timers()]).toEqual([[begun + day, null], 0]);
    });
  });

  it('waits for its rest, however often somebody looks when to compare', async () => {
    const on = await audited();
    const open = await on.add(film('b'), { id: 'open' });
    on.audit.kick();
    await on.clock.pass(day);
    await on.store.write(() => on.store.change(open.id, { kind: 'cancel' }));
    on.audit.kick();
    await on.clock.pass(15 * 60_000 - 1);
    expect(on.runs()).toBe(0);
    await on.clock.pass(1);
    expect(on.runs()).toBe(1);
  });

  it('does not run for an account whose site is not known, and is no error', async () => {
    const on = await audited(twice, undefined, { accounts: { ...(await desk()).accounts, siteOf: () => null } });
    on.audit.kick();
    await on.clock.pass(2 * day);
    expect([on.runs(), on.errors]).toEqual([0, []]);
  });

  it('that cannot even begin says so in the log', async () => {
    const isOpen = (): boolean => {
      throw new TypeError('a fault');
    };
    const on = await audited(twice, undefined, { lines: { isOpen } });
    on.audit.kick();
    await on.clock.pass(day);
    expect(on.errors).toEqual(['The clips could not be compared']);
  });

  it('never runs by itself where nothing was sent', async () => {
    const on = await audited([], []);
    on.audit.kick();
    expect(on.clock.timers()).toBe(0);
    expect(on.audit.counts()).toEqual([]);
  });

  it('waits while clips are under way, and while the site cannot be reached', async () => {
    const on = await audited();
    const open = await on.add(film('b'), { id: 'open' });
    on.audit.kick();
    await on.clock.pass(day + hour);
    expect(on.runs()).toBe(0);
    await on.store.write(() => on.store.change(open.id, { kind: 'cancel' }));
    on.on.isOpen = false;
    await on.clock.pass(hour);
    expect(on.runs()).toBe(0);
    on.on.isOpen = true;
    await on.clock.pass(15 * 60_000);
    await on.clock.settle();
    expect(on.runs()).toBe(1);
  });

  it('waits for a day at most: a clip may wait for something for months', async () => {
    const on = await audited();
    await on.add(film('b'), { id: 'open' });
    on.audit.kick();
    await on.clock.pass(2 * day - 1);
    expect(on.runs()).toBe(0);
    await on.clock.pass(15 * 60_000);
    expect(on.runs()).toBe(1);
  });

  it('is not held up by the clips of another account', async () => {
    const on = await audited();
    await on.add(film('b'), { id: 'open', accountId: 'account-2' });
    on.audit.kick();
    await on.clock.pass(day);
    expect(on.runs()).toBe(1);
  });

  it('does not run any more once the app ends', async () => {
    const on = await audited();
    const idle = await audited();
    await expect(idle.audit.stop()).resolves.toBeUndefined();
    on.audit.kick();
    await on.audit.stop();
    on.audit.kick();
    await on.clock.pass(3 * day);
    expect(on.runs()).toBe(0);
  });

  it('runs when it is asked for, and tells what it found', async () => {
    const on = await audited();
    const report = await on.audit.handlers['audit.run'](account.id);
    expect(report).toMatchObject({ accountId: account.id, running: false, checkedAt: begun, failure: null });
    expect(report.pairs).toMatchObject([{ jobId: 'job-1', accountId: account.id, videoIds: [7, 8], proof: 'bytes' }]);
    expect(await on.audit.handlers['audit.state'](account.id)).toEqual(report);
    expect(on.told()).toBe(1);
    await expect(on.audit.handlers['audit.run']('gone')).rejects.toThrow();
  });

  it('that fails says why; a dead secret signs the account out', async () => {
    const on = await audited();
    on.shelf.answer = () => ({ status: 500 });
    expect(await on.audit.handlers['audit.run'](account.id)).toMatchObject({
      failure: { problem: 'server-error' },
      checkedAt: null,
    });
    expect(on.signedOut).toEqual([]);
    on.on.signedIn = false;
    expect(await on.audit.handlers['audit.run'](account.id)).toMatchObject({ failure: { problem: 'sign-in' } });
    expect(on.signedOut).toEqual([account.id]);
  });

  it('tells nothing more of a pair that is fine, or of which one is in the trash by now', async () => {
    const fine = await audited();
    await fine.audit.handlers['audit.run'](account.id);
    const left = await fine.audit.handlers['audit.dismiss']({ accountId: account.id, videoIds: [7, 8] });
    expect(left.pairs).toEqual([]);
    expect(fine.told()).toBe(2);
    await fine.audit.handlers['audit.run'](account.id);
    expect(fine.audit.counts()).toEqual([]);
    const on = await audited();
    await on.audit.handlers['audit.run'](account.id);
    const { report, result } = await on.audit.handlers['audit.trash']({ accountId: account.id, videoId: 8 });
    expect([report.pairs, result.done, on.trashed]).toEqual([[], [8], [[account.id, 8]]]);
    expect(on.told()).toBe(2);
  });

  it('tells nothing more of a pair of which one is found to be gone; where it cannot be removed it is told still', async () => {
    const failed = (problem: 'gone' | 'not-allowed') =>
      audited(twice, undefined, { trash: async (_, id) => ({ done: [], failed: [{ id, problem, said: null }] }) });
    for (const [problem, left] of [
      ['gone', 0],
      ['not-allowed', 1],
    ] as const) {
      const on = await failed(problem);
      await on.audit.handlers['audit.run'](account.id);
      const { report, result } = await on.audit.handlers['audit.trash']({ accountId: account.id, videoId: 8 });
      expect([report.pairs.length, result.failed]).toEqual([left, [{ id: 8, problem, said: null }]]);
    }
  });
});
