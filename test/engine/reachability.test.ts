// The queue while nobody gets through: it stands as a whole and by site, fails nothing, asks little, and goes on by itself.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as realTime } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Power } from '../../main/ports.ts';
import type { JobRow } from '../../preload/contract.ts';
import { type HandClock, handClock } from '../main/queue/hand-clock.ts';
import type { PracticeSite } from '../site/start.ts';
import { sha256 } from './clip-files.ts';
import { type FarLine, farLine, type Heard, portalPage } from './far-line.ts';
import { createStage, type Stage } from './stage.ts';

const hour = 3_600_000;
const day = 24 * hour;

interface FarStage extends Omit<Stage, 'restart'> {
  readonly clock: HandClock;
  readonly line: FarLine;
  /** The system's word that the computer woke up. */
  wake(): void;
  /** Lets time pass, and real sites work, until it fits; at most so much time. Gives how much it took. */
  drive(fits: () => Promise<boolean>, longestMs: number): Promise<number>;
}

/** Its file is looked at, or is about to be: a clip stays as it was until it is found fit to go. */
const isAtItsFile = ({ state }: JobRow, now: number): boolean =>
  state.kind === 'sending' ||
  (state.kind === 'waiting' && (state.why === null || (state.until !== null && state.until <= now)));

const sentOf = (rows: readonly JobRow[]): number =>
  rows.reduce((sum, { state }) => sum + (state.kind === 'sending' ? state.sentBytes : 0), 0);

/** Steps of 25 ms in which a site may work before its time goes faster than ours. */
const patientSteps = 40;

async function stage(hosts: readonly string[] = ['videos.example'], ownProcess = false): Promise<FarStage> {
  const clock = handClock();
  const wakers = new Set<() => void>();
  const power: Power = {
    onWake: (call) => {
      wakers.add(call);
      return () => wakers.delete(call);
    },
    keepAwake: () => () => {},
  };
  const reached: Record<string, PracticeSite> = {};
  const line = farLine(reached, clock);
  const on = await createStage({
    ...{ hosts, ownProcess },
    engine: (sites) => {
      for (const [at, host] of hosts.entries()) reached[host] = sites[at] as PracticeSite;
      return { clock, http: line.http, ports: { network: line, power } };
    },
  });
  const { engine } = on;
  const drive: FarStage['drive'] = async (fits, longestMs) => {
    const begun = clock.monotonic();
    let silent = 0;
    let sentBefore = 0;
    for (;;) {
      await clock.settle();
      if (await fits()) return clock.monotonic() - begun;
      // A real site needs real time, as long as it passes on the clock; one that never ends has the clock go on faster after a while.
      const isAsked = line.busy() > 0;
      const rows = await engine.rows();
      const isRead = !isAsked && rows.some((row) => isAtItsFile(row, clock.now()));
      const hasEnded = isAsked && (await Promise.race([line.nextEnd().then(() => true), realTime(25, false)]));
      if (isRead) await realTime(10);
      const sent = sentOf(rows);
      silent = isAsked && !hasEnded && sent === sentBefore ? silent + 1 : 0;
      sentBefore = sent;
      if (clock.monotonic() - begun > longestMs) {
        throw new Error(`still ${JSON.stringify((await engine.rows()).map((row) => [row.name, row.state]))}`);
      }
      // Where all only wait for a later time, small steps would find nothing more.
      await clock.pass(isRead ? 10 : isAsked ? (silent > patientSteps ? 100 : 25) : 1_000);
    }
  };
  return {
    ...{ ...on, clock, line, drive },
    wake: () => {
      for (const call of wakers) call();
    },
    [Symbol.asyncDispose]: async () => {
      line.mode = 'through';
      await Promise.all([on[Symbol.asyncDispose](), clock.settle()]);
    },
  };
}

const add = async (on: FarStage, account: number, ...names: string[]): Promise<void> => {
  // Adding reads the files on threads: no time has to pass for it.
  await on.engine.add(on.accounts[account] ?? '', ...names.map((name) => on.folder.make(name, 20_000)));
};
const pause = (on: FarStage, paused: boolean) => settled(on, on.engine.uploader.handlers['queue.pause'](paused));
async function settled<T>(on: FarStage, work: Promise<T>): Promise<T> {
  await on.clock.settle();
  return work;
}
const allDone = (on: FarStage) => async () => (await on.engine.rows()).every((row) => row.state.kind === 'done');
/** The clips are looked at on threads, which no clock moves: waits until each of them was found to have no line. */
const allHeld = (on: FarStage) =>
  on.drive(async () => (await statesOf(on)).every((state) => state.kind === 'waiting' && state.why !== null), hour);
/** The same with three that were added to one that is done, and that their site sent away for its maintenance. */
const allSentAway = (on: FarStage) =>
  on.drive(
    async () =>
      (await statesOf(on)).slice(1).every((state) => state.kind === 'waiting' && state.why === 'site-maintenance'),
    60_000,
  );
const statesOf = async (on: FarStage) => (await on.engine.rows()).map(({ state }) => state);
/** Failures in a row of all clips, as they are on disk: what their own back-off and their patience are counted from. */
const failuresOf = (on: FarStage): unknown[] => {
  const sql = new DatabaseSync(join(on.engine.profile, 'clipferry.sqlite'), { readOnly: true });
  const rows = sql.prepare('SELECT failures FROM jobs ORDER BY position').all();
  sql.close();
  return rows.map(({ failures }) => failures);
};
const totals = async (on: FarStage) => (await on.engine.window()).totals;
const uploads = (heard: readonly Heard[]) => heard.filter((one) => one.method === 'POST' && /upload/.test(one.url));
const probes = (heard: readonly Heard[]) => heard.filter((one) => /_fields=name%2Cnamespaces$/.test(one.url));
const names = (count: number) => Array.from({ length: count }, (_, at) => `clip ${at}.mp4`);

describe('a site that cannot be reached', () => {
  it('for seven days: nothing fails, it is asked little, and everything arrives once by itself (F-22)', {
    tags: 'proof',
  }, async () => {
    await using on = await stage();
    await pause(on, true);
    await add(on, 0, ...names(12));
    on.line.mode = 'refused';
    const before = on.line.heard.length;
    await pause(on, false);
    await allHeld(on);
    await on.clock.pass(hour);
    const firstHour = on.line.heard.length - before;
    await on.clock.pass(7 * day - hour, 3);

    expect(await statesOf(on)).toEqual(names(12).map(() => ({ kind: 'waiting', why: 'site-away', until: null })));
    const during = on.line.heard.slice(before);
    // What was about to leave met the cut; nothing after it.
    expect(uploads(during).length).toBeLessThanOrEqual(3);
    expect(firstHour).toBeLessThan(150);
    expect(during.length).toBeLessThan(150 + 167 * 8);
    const times = during.map((one) => one.at);
    const gaps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(15 * 60_000);
    expect((await totals(on)).lines).toMatchObject([{ siteName: 'videos', trouble: 'site-away' }]);
    expect((await on.engine.window()).counts.needsYou).toBe(0);
    expect(failuresOf(on)).toEqual(names(12).map(() => 0));

    on.line.mode = 'through';
    expect(await on.drive(allDone(on), 20 * 60_000)).toBeLessThan(16 * 60_000);
    const state = await on.sites[0]?.state();
    expect(state?.videos.map((video) => video.file?.sha256).sort()).toEqual(
      names(12)
        .map((name) => sha256(on.folder.file(name)))
        .sort(),
    );
    expect((await totals(on)).lines).toEqual([]);
  });

  it('lets the other sites go on', async () => {
    await using on = await stage(['near.example', 'far.example']);
    await pause(on, true);
    await add(on, 0, 'one.mp4', 'two.mp4');
    await add(on, 1, 'three.mp4');
    on.line.modes.set('far.example', 'unreachable');
    await pause(on, false);
    await on.drive(async () => (await statesOf(on)).filter(({ kind }) => kind === 'done').length === 2, 60_000);
    await on.clock.pass(60_000);
    expect(await statesOf(on)).toMatchObject([
      { kind: 'done' },
      { kind: 'done' },
      { kind: 'waiting', why: 'site-away', until: null },
    ]);
    expect((await totals(on)).lines.map((one) => one.siteName)).toEqual(['far']);
    on.line.modes.clear();
    await on.drive(allDone(on), 120_000);
  });

  it('is looked at again when the user says so, and goes on', async () => {
    await using on = await stage();
    await pause(on, true);
    await add(on, 0, 'one.mp4');
    on.line.mode = 'stalled';
    await pause(on, false);
    await allHeld(on);
    await on.clock.pass(3 * hour);
    on.line.mode = 'through';
    const siteId = (await totals(on)).lines[0]?.siteId ?? '';
    await settled(on, on.engine.uploader.handlers['site.tryNow'](siteId));
    expect(await on.drive(allDone(on), 60_000)).toBeLessThan(5_000);
  });

  it('is not asked while nothing waits for it', { tags: 'proof' }, async () => {
    await using on = await stage();
    await add(on, 0, 'one.mp4');
    await on.drive(allDone(on), 60_000);
    on.line.mode = 'refused';
    on.line.setOnline(true);
    const before = on.line.heard.length;
    await on.clock.pass(day);
    expect(on.line.heard.slice(before)).toEqual([]);
  });

  it('in maintenance says so to the user, with the time that it asked for; then all of it goes on (F-14)', {
    tags: 'proof',
  }, async () => {
    await using on = await stage();
    await add(on, 0, 'first.mp4');
    await on.drive(allDone(on), 60_000);
    await on.sites[0]?.switches({ maintenance: true });
    const asked = on.clock.now();
    await add(on, 0, ...names(3));
    const told = async () => (await totals(on)).lines;
    await allSentAway(on);
    const [line] = await told();
    expect(line).toMatchObject({ siteName: 'videos', trouble: 'site-maintenance' });
    expect(line?.nextTryAt).toBeGreaterThanOrEqual(asked + 600_000);
    // It lasts longer than WordPress said: still the same trouble, since the same moment.
    await on.clock.pass(700_000);
    await on.drive(async () => ((await told())[0]?.nextTryAt ?? 0) > asked + 1_200_000, 60_000);
    expect(await told()).toMatchObject([{ trouble: 'site-maintenance', since: line?.since }]);
    await on.sites[0]?.switches({ maintenance: false });
    await on.drive(allDone(on), 20 * 60_000);
    expect(await told()).toEqual([]);
    expect(failuresOf(on)).toEqual([0, 0, 0, 0]);
  });

  it('in maintenance is tried when the user says so, with every clip that it sent away', async () => {
    await using on = await stage();
    await add(on, 0, 'first.mp4');
    await on.drive(allDone(on), 60_000);
    await on.sites[0]?.switches({ maintenance: true });
    await add(on, 0, ...names(3));
    const told = async () => (await totals(on)).lines;
    await allSentAway(on);
    await on.sites[0]?.switches({ maintenance: false });
    await settled(on, on.engine.uploader.handlers['site.tryNow']((await told())[0]?.siteId ?? ''));
    await on.drive(allDone(on), 30_000);
  });

  it('in maintenance: an answer that was still on its way when the user said so holds nothing back', async () => {
    await using on = await stage();
    await add(on, 0, 'first.mp4');
    await on.drive(allDone(on), 60_000);
    await on.sites[0]?.switches({ maintenance: true });
    const late = Promise.withResolvers<void>();
    const refused = Promise.withResolvers<void>();
    let refusals = 0;
    on.line.onWayBack = async ({ status }) => {
      if (status !== 503) return;
      if (++refusals === 1) return refused.promise;
      // Both were asked before one of them was answered; the other comes home when all has changed.
      refused.resolve();
      await late.promise;
    };
    await add(on, 0, ...names(2));
    const told = async () => (await totals(on)).lines;
    await on.drive(async () => (await told()).length > 0, 60_000);
    await on.sites[0]?.switches({ maintenance: false });
    await settled(on, on.engine.uploader.handlers['site.tryNow']((await told())[0]?.siteId ?? ''));
    late.resolve();
    await on.drive(allDone(on), 30_000);
    expect(refusals).toBe(2);
  });

  it('whose server fails with everything is held as a whole, not clip by clip (F-46)', { tags: 'proof' }, async () => {
    await using on = await stage();
    await add(on, 0, 'first.mp4');
    await on.drive(allDone(on), 60_000);
    await pause(on, true);
    await add(on, 0, ...names(5));
    const body = Buffer.from('<h1>Error establishing a database connection</h1>');
    on.line.mode = { status: 500, headers: { 'content-type': 'text/html' }, body, cut: null };
    const before = on.line.heard.length;
    await pause(on, false);
    await on.drive(
      async () => (await statesOf(on)).slice(1).every((state) => state.kind === 'waiting' && state.why !== null),
      hour,
    );
    await on.clock.pass(2 * hour);
    expect((await statesOf(on)).slice(1)).toEqual(
      names(5).map(() => ({ kind: 'waiting', why: 'site-failing', until: null })),
    );
    expect(uploads(on.line.heard.slice(before)).length).toBeLessThanOrEqual(3);
    expect(failuresOf(on)).toEqual([0, ...names(5).map(() => 0)]);
    on.line.mode = 'through';
    await on.drive(allDone(on), 20 * 60_000);
  });
});

describe('a network that wants a sign-in first (F-18)', () => {
  it('gets nothing, fails nothing, says so, and is left behind at once when the network changes', async () => {
    await using on = await stage();
    await pause(on, true);
    await add(on, 0, ...names(4));
    on.line.mode = portalPage;
    on.line.setOnline(true);
    const before = on.line.heard.length;
    await pause(on, false);
    await allHeld(on);
    await on.clock.pass(2 * hour);
    const during = on.line.heard.slice(before);
    expect(during.length).toBeGreaterThan(5);
    expect(during).toEqual(probes(during));
    expect(await statesOf(on)).toEqual(names(4).map(() => ({ kind: 'waiting', why: 'portal', until: null })));
    expect((await totals(on)).lines).toMatchObject([{ trouble: 'portal' }]);

    on.line.mode = 'through';
    on.line.setOnline(true);
    expect(await on.drive(allDone(on), 60_000)).toBeLessThan(10_000);
    expect((await on.sites[0]?.state())?.uploads).toHaveLength(4);
  });

  it('that comes between two clips takes none of them for its own', { tags: 'proof' }, async () => {
    await using on = await stage();
    await add(on, 0, 'first.mp4');
    await on.drive(allDone(on), 60_000);
    on.line.mode = portalPage;
    await add(on, 0, 'second.mp4', 'third.mp4');
    await on.drive(async () => (await totals(on)).lines.length > 0, 60_000);
    await on.clock.pass(hour);
    // The page said 200 to a whole body: whether that was the site has to be seen before it is sent again.
    for (const state of (await statesOf(on)).slice(1)) {
      expect(['waiting', 'unclear']).toContain(state.kind);
    }
    on.line.mode = 'through';
    await on.drive(allDone(on), 20 * 60_000);
    const state = await on.sites[0]?.state();
    expect(state?.videos).toHaveLength(3);
    expect(new Set(state?.videos.map((video) => video.file?.sha256)).size).toBe(3);
  });

  it.each([
    ['with its page', portalPage],
    [
      'with a way to its page',
      { ...portalPage, status: 302, headers: { location: 'http://hotel.example' }, body: Buffer.alloc(0) },
    ],
  ])(
    'answers an edit in the Library %s: that is none of the site’s refusals, and the edit goes out by itself',
    async (_, answer) => {
      await using on = await stage();
      const { handlers } = on.engine.uploader;
      const accountId = on.accounts[0] ?? '';
      const [videoId = 0] = (await on.sites[0]?.addVideos([{ title: 'Old', status: 'publish' }])) ?? [];
      const query = { accountId, search: '', status: 'all', author: 'me', terms: {}, sort: 'newest' } as const;
      await handlers['library.page']({ query, offset: 0, limit: 10 });
      const edit = async () => (await handlers['library.watch']({ accountId, videoId }))?.edit;
      await edit();
      await handlers['library.describe']({ accountId, videoId, draft: { title: 'New' } });
      on.line.mode = answer;
      await on.drive(async () => {
        const state = await edit();
        return state?.kind !== 'waiting' || state.why !== null;
      }, hour);
      await on.clock.pass(hour);
      expect(await edit()).toEqual({ kind: 'waiting', why: 'portal', until: null });
      on.line.mode = 'through';
      on.line.setOnline(true);
      await on.drive(async () => (await edit())?.kind === 'none', 60_000);
      expect((await on.sites[0]?.state())?.videos).toMatchObject([{ title: 'New' }]);
    },
  );

  it('answers with a certificate of its own: nothing is sent there', async () => {
    await using on = await stage();
    on.line.mode = 'certificate';
    on.line.setOnline(true);
    const before = on.line.heard.length;
    await add(on, 0, 'one.mp4');
    await allHeld(on);
    await on.clock.pass(hour);
    expect(uploads(on.line.heard.slice(before))).toEqual([]);
    expect(await statesOf(on)).toEqual([{ kind: 'waiting', why: 'portal', until: null }]);
  });
});

describe('without a network', () => {
  it('nobody is asked anything; when it is back, the site first has to show itself (F-18)', async () => {
    await using on = await stage();
    on.line.mode = 'unreachable';
    on.line.setOnline(false);
    await add(on, 0, 'one.mp4', 'two.mp4');
    const before = on.line.heard.length;
    await on.clock.pass(3 * day);
    expect(on.line.heard.slice(before)).toEqual([]);
    expect(await statesOf(on)).toEqual(names(2).map(() => ({ kind: 'waiting', why: 'offline', until: null })));
    expect(await totals(on)).toMatchObject({ offline: true, lines: [] });
    on.line.mode = 'through';
    const back = on.line.heard.length;
    on.line.setOnline(true);
    expect(await on.drive(allDone(on), 60_000)).toBeLessThan(5_000);
    expect(probes(on.line.heard.slice(back, back + 1))).toHaveLength(1);
  });

  it('a cut in the middle counts as no failure of the clip, which goes first when it is back', {
    tags: 'proof',
  }, async () => {
    await using on = await stage(['videos.example'], true);
    await on.sites[0]?.switches({ stallAfterBytes: { bytes: 100_000, times: 1 } });
    await on.engine.add(on.accounts[0] ?? '', on.folder.make('cut.mp4', 12 * 1024 * 1024));
    await on.clock.settle();
    await on.sites[0]?.waitFor('stalled');
    await add(on, 0, 'later.mp4');
    on.line.mode = 'unreachable';
    on.line.setOnline(false);
    await on.sites[0]?.kill();
    await on.drive(async () => (await statesOf(on))[0]?.kind === 'waiting', 60_000);
    await on.clock.pass(hour);
    expect(failuresOf(on)).toEqual([0, 0]);
    await on.sites[0]?.restart();
    on.line.mode = 'through';
    on.line.setOnline(true);
    await on.drive(allDone(on), 10 * 60_000);
    expect((await on.sites[0]?.state())?.videos).toHaveLength(2);
  });
});

describe('a computer that slept for eight hours in the middle of a transfer (F-12)', () => {
  it.each([
    ['is told so', true],
    ['is not told: the clocks are', false],
  ])('and %s: the dead connection is dropped, and the clip is on its way again within 15 s', async (_, told) => {
    await using on = await stage();
    await on.sites[0]?.switches({ stallAfterBytes: { bytes: 100_000, times: 1 } });
    await on.engine.add(on.accounts[0] ?? '', on.folder.make('big.mp4', 12 * 1024 * 1024));
    await on.clock.settle();
    await on.sites[0]?.waitFor('stalled');
    await on.clock.pass(1_000);
    expect(await statesOf(on)).toMatchObject([{ kind: 'sending' }]);
    on.clock.setWall(on.clock.now() + 8 * hour);
    if (told) on.wake();
    const begun = on.line.heard.length;
    expect(
      await on.drive(async () => uploads(on.line.heard.slice(begun)).length > 0, 15_000),
      'until it is sent again',
    ).toBeLessThanOrEqual(15_000);
    await on.drive(allDone(on), 60_000);
    const state = await on.sites[0]?.state();
    expect(state?.videos.map((video) => video.file?.sha256)).toEqual([sha256(on.folder.file('big.mp4'))]);
  });
});

describe('a connection on which nothing moves (F-11)', () => {
  it('while the clip is sent: is given up after a minute, and the clip is sent again', { tags: 'proof' }, async () => {
    await using on = await stage();
    await on.sites[0]?.switches({ stallAfterBytes: { bytes: 100_000, times: 1 } });
    await on.engine.add(on.accounts[0] ?? '', on.folder.make('big.mp4', 12 * 1024 * 1024));
    await on.clock.settle();
    await on.sites[0]?.waitFor('stalled');
    let sent = -1;
    let movedAt = 0;
    let speed: number | null = null;
    /** For how many ms no byte has left; null = it is not being sent. The system takes some megabytes more, on a busy machine late. */
    const silentMs = async (): Promise<number | null> => {
      const [state] = await statesOf(on);
      if (state?.kind !== 'sending') return null;
      if (state.sentBytes !== sent) movedAt = on.clock.monotonic();
      sent = state.sentBytes;
      speed = state.bytesPerSecond;
      return on.clock.monotonic() - movedAt;
    };
    while (((await silentMs()) ?? 45_000) < 45_000) await on.clock.pass(1_000);
    // It fades; what is left is shown as nothing.
    expect(speed).toBeLessThan(100);
    await on.clock.pass(14_000);
    await on.drive(async () => (await silentMs()) === null, 10 * 60_000);
    expect(on.clock.monotonic() - movedAt).toBeLessThan(62_000);
    await on.drive(allDone(on), 60_000);
    expect((await on.sites[0]?.state())?.videos).toHaveLength(1);
  });

  const sent = async (on: FarStage, holdAnswer: { readonly times: number; readonly work?: false }): Promise<void> => {
    await on.sites[0]?.switches({ holdAnswer });
    await on.engine.add(on.accounts[0] ?? '', on.folder.make('clip.mp4', 600_000));
    // Until it has made up its mind to let the last bytes go (features/uploads/other-computers.ts).
    await on.drive(async () => ((await on.sites[0]?.state())?.counts.held ?? 0) > 0, 60_000);
  };
  const ends = async (on: FarStage) => {
    const [row] = await on.engine.rows();
    const { attempts } = await on.engine.details(row?.id ?? '');
    return attempts.map(({ ended }) => ended);
  };

  it('after the site took it, and never says so: it is found, and not sent again (F-01, F-46)', async () => {
    await using on = await stage();
    await sent(on, { times: 1 });
    await on.drive(allDone(on), 40 * 60_000);
    expect((await on.sites[0]?.state())?.uploads).toHaveLength(1);
    expect(await ends(on)).toEqual(['found']);
  });

  it('while the site works on it: half an hour is its own, and only after that it goes again (F-01)', async () => {
    await using on = await stage();
    await sent(on, { times: 1, work: false });
    await on.clock.pass(29 * 60_000);
    expect(await statesOf(on)).toMatchObject([{ kind: 'processing' }]);
    expect((await on.sites[0]?.state())?.uploads).toHaveLength(1);
    await on.clock.pass(2 * 60_000);
    await on.drive(allDone(on), 20 * 60_000);
    expect(await ends(on)).toEqual(['absent', 'arrived']);
    const { uploads, videos } = (await on.sites[0]?.state()) ?? {};
    expect([uploads?.length, videos?.length]).toEqual([2, 1]);
  });
});
