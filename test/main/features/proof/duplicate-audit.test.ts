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
    const on = await desk();
    await on.compare();
    await on.clock.pass(30 * day);
    await on.compare();
    expect(pairs(on)).toEqual([[7, 8]]);
    on.shelf.held[1] = { ...(twice[1] as OnSite), status: 'trash' };
    await on.clock.pass(day);
    await on.compare();
    expect(pairs(on)).toEqual([]);
  });

  it('looks again at what was sent a week before the last one, and no further back', async () => {
    const on = await desk([twice[0] as OnSite]);
    on.known.replace(account.id, [], begun + 7 * day);
    await on.compare();
    expect(on.shelf.asked).toContain('wp/v2/media');
    on.shelf.asked.length = 0;
    // By a clock that was ahead nothing is left out either: what counts is the earlier of both.
    on.known.replace(account.id, [], begun + 40 * day);
    await on.compare();
    expect(on.shelf.asked).toContain('wp/v2/media');
    await on.clock.pass(20 * day);
    on.known.replace(account.id, [], begun + 7 * day + 1);
    on.shelf.asked.length = 0;
    await on.compare();
    expect(on.shelf.asked).toEqual([]);
  });

  it('needs a sign-in', async () => {
    const on = await desk();
    on.on.signedIn = false;
    await expect(on.compare()).rejects.toThrow();
    await expect(compareAccount(on.comparing, on.known, 'gone')).rejects.toThrow();
  });
});

describe('the audit', () => {
  async function audited(held: readonly OnSite[] = twice, attempts?: readonly Attempt[]) {
    const on = await desk(held, attempts);
    const changes = createSignals<Changes>();
    let told = 0;
    changes.on('shown', () => {
      told++;
    });
    const trashed: unknown[] = [];
    const audit = createAudit({
      ...on.comparing,
      ...{ sql: on.sql, changes, logger: { info: () => {}, warn: () => {}, error: () => {} } },
      lines: { isOpen: () => on.on.isOpen },
      trash: async (id, videoId) => {
        trashed.push([id, videoId]);
        return { done: [videoId], failed: [] };
      },
    });
    return {
      ...on,
      audit,
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
    // What was sent shortly before it may come late: once more, and then never again.
    await on.clock.pass(10 * day);
    await on.clock.settle();
    expect(on.runs()).toBeLessThanOrEqual(2);
    expect(on.clock.timers()).toBe(0);
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

  it('does not run any more once the app ends', async () => {
    const on = await audited();
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
});
