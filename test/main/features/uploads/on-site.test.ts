// What the sites have of clips that arrived: asked for the rows that somebody looks at, seldom, and never of a site that is to be left alone.
import { beforeEach, describe, expect, it } from 'vitest';
import { type Changes, createSignals } from '../../../../main/features/changes.ts';
import { createOnSite, type OnSite, type OnSiteOptions } from '../../../../main/features/uploads/on-site.ts';
import type { JobRow, JobStateView } from '../../../../preload/contract.ts';
import { quiet } from '../../../engine/engine.ts';
import { fakeRow } from '../../../renderer/fake-bridge.ts';
import { type HandClock, handClock } from '../../queue/hand-clock.ts';
import { client, createShelf, type Shelf } from '../proof/shelf.ts';
import { account } from './tasks/parts.ts';

let clock: HandClock;
let shelf: Shelf;
let onSite: OnSite;
let options: OnSiteOptions;
/** Jobs of which the window was told. */
let told: string[];
let can: { signedIn: boolean; isOpen: boolean; leftMs: number };

beforeEach(() => {
  clock = handClock();
  shelf = createShelf({ videoId: 14, at: 0 }, { videoId: 15, status: 'trash', at: 0 });
  can = { signedIn: true, isOpen: true, leftMs: 0 };
  told = [];
  const changes = createSignals<Changes>();
  // None moves between the filters of the list by that.
  changes.on('job', ({ jobId, listed }) => told.push(listed ? `moved ${jobId}` : jobId));
  options = {
    ...{ clock, logger: quiet, calls: shelf.calls, changes },
    accounts: { account: () => account, client: () => (can.signedIn ? client : null) },
    circuits: { leftMs: () => can.leftMs },
    lines: { isOpen: () => can.isOpen },
    hostOf: () => 'host',
  };
  onSite = createOnSite(options);
});

const row = (videoId: number, state: Partial<Extract<JobStateView, { kind: 'done' }>> = {}): JobRow =>
  fakeRow(videoId, { accountId: account.id, state: { kind: 'done', videoId, finishedAt: 0, ...state } });
const of = (videoId: number) => onSite.of(account.id, videoId);
const look = async (...rows: readonly JobRow[]): Promise<void> => {
  onSite.look(rows);
  await clock.pass(250);
};

describe('rows that somebody looks at', () => {
  it('have their videos asked for in one question, and the window is told of each', async () => {
    await look(row(14), row(15), fakeRow(1), row(0, { videoId: null }));
    expect([of(14), of(15)]).toEqual([
      { status: 'publish', date: 0 },
      { status: 'trash', date: 0 },
    ]);
    expect(told).toEqual(['job-14', 'job-15']);
    expect(shelf.queries.map((query) => query?.include)).toEqual(['14,15']);
    expect(onSite.of(account.id, null)).toBeNull();
    expect(onSite.of('another', 14)).toBeNull();
  });

  it('have their videos asked for also where a clip was cancelled when it had arrived', async () => {
    const left = (videoId: number | null) =>
      fakeRow(3, { accountId: account.id, state: { kind: 'cancelled', videoId } });
    await look(left(14), left(null));
    expect([of(14)?.status, shelf.queries.map((query) => query?.include)]).toEqual(['publish', ['14']]);
  });

  it('are asked for once they rest', async () => {
    onSite.look([row(14)]);
    await clock.pass(200);
    onSite.look([row(15)]);
    expect(shelf.asked).toEqual([]);
    await clock.pass(50);
    expect(shelf.queries.map((query) => query?.include)).toEqual(['15']);
  });

  it('want their site to be found as long as somebody looks at them and something is to be asked', async () => {
    expect(onSite.wants('account-1')).toBe(false);
    onSite.look([row(14), fakeRow(1)]);
    expect([onSite.wants('account-1'), onSite.wants('another')]).toEqual([true, false]);
    await clock.pass(250);
    expect(onSite.wants('account-1'), 'it is known').toBe(false);
    can.isOpen = false;
    await clock.pass(30_000);
    onSite.look([row(14)]);
    await clock.pass(29_999);
    expect(onSite.wants('account-1')).toBe(true);
    await clock.pass(1);
    expect(onSite.wants('account-1'), 'nobody looks any more').toBe(false);
  });

  it('are asked for once also late in the day', async () => {
    await clock.pass(100_000);
    await look(row(14));
    await look(row(14));
    expect(shelf.asked).toHaveLength(1);
  });

  it('of which none has arrived ask for nothing', async () => {
    await look(fakeRow(1));
    await clock.pass(60_000);
    expect(shelf.asked).toEqual([]);
  });

  it('are asked for again only where somebody still looks half a minute later, and told where that changed something', async () => {
    await look(row(14));
    await clock.pass(29_000);
    await look(row(14));
    expect(shelf.asked).toHaveLength(1);
    await clock.pass(60_000);
    expect(shelf.asked).toHaveLength(1);
    await look(row(14));
    expect([shelf.asked.length, told]).toEqual([2, ['job-14']]);
    shelf.held.splice(0, 1, { videoId: 14, status: 'pending', at: 0 });
    await clock.pass(30_000);
    await look(row(14));
    expect([of(14), told]).toEqual([{ status: 'pending', date: 0 }, ['job-14', 'job-14']]);
    shelf.held.splice(0, 1, { videoId: 14, status: 'pending', at: 5_000 });
    await clock.pass(30_000);
    await look(row(14));
    expect([of(14), told.length]).toEqual([{ status: 'pending', date: 5_000 }, 3]);
    const now = { id: 14, title: { raw: '' }, status: 'pending', slug: 'x', date_gmt: '1970-01-01T00:00:05' };
    shelf.answer = () => ({ json: [{ ...now, password: 'secret', content: { protected: true } }] });
    await clock.pass(30_000);
    await look(row(14));
    expect([of(14), told.length]).toEqual([{ status: 'pending', date: 5_000, isProtected: true }, 4]);
  });

  it('of more than a hundred videos are as many questions as it takes', async () => {
    shelf.held.splice(0, 2, ...Array.from({ length: 130 }, (_, index) => ({ videoId: index + 1 })));
    await look(...Array.from({ length: 130 }, (_, index) => row(index + 1)));
    await clock.pass(250);
    expect(shelf.asked).toHaveLength(2);
    expect(told).toHaveLength(130);
  });

  it('of one video that stands in two of them tell both', async () => {
    await look(row(14), { ...row(14), id: 'twin' });
    expect(told).toEqual(['job-14', 'twin']);
  });
});

describe('a video that is gone', () => {
  it('is told as deleted when its site says so of it', async () => {
    await look(row(16));
    expect(of(16)).toEqual({ status: null, date: null });
    expect(shelf.asked).toEqual(['wp/v2/video', 'wp/v2/video/16']);
  });

  it('is nothing known of while its site says something else, and is not asked for again at once', async () => {
    shelf.answer = (route) => (route.endsWith('/16') ? { status: 500 } : null);
    await look(row(14), row(16));
    expect(of(16)).toBeNull();
    await clock.pass(30_000);
    await look(row(16));
    expect(shelf.asked).toHaveLength(2);
    shelf.answer = null;
    await clock.pass(30_000);
    await look(row(16));
    expect(of(16)).toEqual({ status: null, date: null });
  });

  it('that may not be seen is not asked for again at once', async () => {
    shelf.answer = (route) => (route.endsWith('/16') ? { status: 403 } : null);
    await look(row(16));
    await clock.pass(1_000);
    await look(row(16));
    expect([of(16), shelf.asked.length]).toEqual([null, 2]);
  });
});

describe('a site is not asked', () => {
  it.each<[string, Partial<typeof can>]>([
    ['while its account is signed out', { signedIn: false }],
    ['while it cannot be reached', { isOpen: false }],
    ['while it wants to be left alone', { leftMs: 5 }],
  ])('%s, and is when that is over', async (_, now) => {
    Object.assign(can, now);
    await look(row(14));
    expect([shelf.asked, of(14)]).toEqual([[], null]);
    can = { signedIn: true, isOpen: true, leftMs: 0 };
    await look(row(14));
    expect(of(14)).toMatchObject({ status: 'publish' });
  });

  it('of which the account is gone', async () => {
    onSite = createOnSite({ ...options, accounts: { ...options.accounts, account: () => null } });
    await look(row(14));
    expect([shelf.asked, of(14)]).toEqual([[], null]);
  });

  it('after the end, whether anything was about to be asked or not', async () => {
    onSite.stop();
    onSite.look([row(14)]);
    await clock.pass(60_000);
    expect([shelf.asked, clock.timers()]).toEqual([[], 0]);
  });

  it('for more once the end came while it answered', async () => {
    shelf.answer = () => {
      onSite.stop();
      onSite.look([row(15)]);
      return null;
    };
    await look(row(14));
    await clock.pass(60_000);
    expect([shelf.asked.length, clock.timers()]).toEqual([1, 0]);
  });

  it('after an end before which somebody looked', async () => {
    onSite.look([row(14)]);
    onSite.stop();
    await clock.pass(60_000);
    onSite.look([row(14)]);
    await clock.pass(60_000);
    expect(shelf.asked).toEqual([]);
  });

  it('twice at once', async () => {
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const calls = {
      ...shelf.calls,
      ask: async (...what: Parameters<typeof shelf.calls.ask>) => {
        const said = await shelf.calls.ask(...what);
        await held;
        return said;
      },
    };
    onSite = createOnSite({ ...options, calls });
    await look(row(14));
    await look(row(15));
    expect(shelf.asked).toHaveLength(1);
    answer();
    await clock.pass(250);
    expect(of(15)).toMatchObject({ status: 'trash' });
  });
});

describe('what is learned elsewhere', () => {
  const seen = { id: 14, status: 'private', createdAt: 9 };

  it('counts like an answer', async () => {
    onSite.learn(account.id, seen);
    onSite.gone(account.id, 15);
    expect([of(14), of(15)]).toEqual([
      { status: 'private', date: 9 },
      { status: null, date: null },
    ]);
    await look(row(14), row(15));
    expect(shelf.asked).toEqual([]);
    onSite.learn(account.id, { ...seen, status: '' });
    expect(of(14)).toMatchObject({ status: 'private' });
  });

  it('is no more true once something was done to the video from here', async () => {
    onSite.learn(account.id, seen);
    onSite.forget(account.id, 14);
    expect(of(14)).toBeNull();
    await look(row(14));
    expect(of(14)).toMatchObject({ status: 'publish' });
  });

  it.each(['learn', 'forget'] as const)('by %s while the site is being asked is newer than its answer', async (how) => {
    const calls = {
      ...shelf.calls,
      ask: async (...what: Parameters<typeof shelf.calls.ask>) => {
        const said = await shelf.calls.ask(...what);
        if (how === 'learn') onSite.learn(account.id, seen);
        else onSite.forget(account.id, 14);
        return said;
      },
    };
    onSite = createOnSite({ ...options, calls });
    await look(row(14));
    expect(of(14)).toEqual(how === 'learn' ? { status: 'private', date: 9 } : null);
    expect(told).toEqual([]);
  });
});
