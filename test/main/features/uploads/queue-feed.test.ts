// The list as the window sees it: its rows with what holds them back, when it is all over, and the clip that is looked at.
import { beforeEach, describe, expect, it } from 'vitest';
import { createSignals, type Signals } from '../../../../main/features/changes.ts';
import type { Feed } from '../../../../main/features/uploads/feed.ts';
import { createQueueFeed, type QueueFeedOptions } from '../../../../main/features/uploads/queue-feed.ts';
import { createVideoCache } from '../../../../main/features/uploads/video-cache.ts';
import type { OpenCircuit } from '../../../../main/hosts/circuit.ts';
import { emptyDraft, type Site } from '../../../../main/model.ts';
import type { Settings } from '../../../../main/ports.ts';
import { createThroughputMeter } from '../../../../main/queue/progress/throughput.ts';
import type { Live } from '../../../../main/queue/runner/live.ts';
import type { Runner } from '../../../../main/queue/runner/runner.ts';
import { queueLoad } from '../../../../main/queue/store/backlog.ts';
import { createLedger } from '../../../../main/queue/store/ledger.ts';
import type { VideoState } from '../../../../main/site/content/video-states.ts';
import { formStore } from '../../../../main/site/store/form-store.ts';
import type {
  Events,
  HoursView,
  JobRow,
  NeedsGroup,
  PublicWait,
  QueueView,
  SiteLine,
} from '../../../../preload/contract.ts';
import { memorySettings } from '../../../engine/settings.ts';
import { aSite } from '../../a-site.ts';
import { aVideo } from '../../a-video.ts';
import { type HandClock, handClock } from '../../queue/hand-clock.ts';
import { anAttempt, states } from '../../queue/jobs.ts';
import { clipOf, type MemoryQueue, memoryQueue, otherAccount, titled } from '../../queue/store/memory-queue.ts';
import { account } from './tasks/parts.ts';

const view: QueueView = { filter: 'all', sort: 'queue', offset: 0, limit: 10 };

const group: NeedsGroup = {
  ...{ siteId: account.siteId, siteName: 'Harbour', reason: 'too-large', action: 'retry', detail: '9', clips: 2 },
};

let clock: HandClock;
let queue: MemoryQueue;
let feed: Feed;
let site: Site;
let live: Map<string, Live>;
let on: {
  online: boolean;
  paused: boolean;
  isHere: boolean;
  hours: HoursView | null;
  hold: OpenCircuit | null;
  holds: string;
};
let lines: SiteLine[];
/** As the window is shown them. */
let sites: { readonly id: string; readonly name: string; readonly accounts: readonly object[] }[];
let trouble: 'site-away' | null;
/** Accounts that may send now. */
let ready: readonly { readonly id: string; readonly siteId: string }[];
let heldMs: number;
/** Accounts whose user was not asked whether everybody may see their clips at once. */
let unasked: Set<string>;
let publics: PublicWait[];
/** Something waits that was typed in the Library. */
let edits: boolean;
/** Clips of which their site keeps what it has. */
let inPieces: Set<string>;
let isSignedIn: boolean;
let events: Signals<Events>;
let patches: Events['queue.patch'][];
let details: Events['job.details'][];
let videos: QueueFeedOptions['videos'];
let onSite: Map<number, VideoState>;
/** Rows that somebody looked at. */
let looked: (readonly JobRow[])[];
/** How often the looking was ended. */
let looksEnded: number;
let settings: Settings;

beforeEach(() => {
  clock = handClock();
  queue = memoryQueue();
  site = aSite({ name: 'Harbour', address: 'https://harbour.example' });
  sites = [{ ...site, accounts: [{ ...account, name: 'Ava', signedIn: true }] }];
  [live, lines, trouble, ready, heldMs] = [new Map(), [], null, [account], 0];
  on = { online: true, paused: false, isHere: true, hours: null, hold: null, holds: '' };
  [patches, details, videos] = [[], [], createVideoCache(clock)];
  [onSite, looked, unasked, publics, edits] = [new Map(), [], new Set(), [], false];
  [looksEnded, settings, inPieces] = [0, memorySettings(), new Set()];
  events = createSignals<Events>();
  isSignedIn = true;
  events.on('queue.patch', (patch) => patches.push(patch));
  events.on('job.details', (one) => details.push(one));
  const throughput = createThroughputMeter(() => clock.monotonic());
  const options: QueueFeedOptions = {
    ...{
      clock,
      settings,
      sql: queue.sql,
      store: queue.store,
      ledger: createLedger(queue.sql, queue.store),
      backlog: queueLoad(queue.sql),
      videos,
      events,
      forms: formStore(queue.sql),
    },
    network: { online: () => on.online },
    runner: { live: () => live, paused: () => on.paused } as Pick<Runner, 'live' | 'paused'>,
    jobTasks: { readyAccounts: () => ready as never },
    throughput: { ...throughput, line: () => 1_000, costs: () => ({ smallMs: 0, bigMs: 0 }) },
    accounts: {
      account: (id) => (id === account.id ? { ...account, signedIn: isSignedIn } : null),
      nameOf: (id) => (id === account.siteId ? site.name : ''),
      site: () => null,
      views: () => sites as never,
    },
    lines: { trouble: (id) => (id === account.siteId ? trouble : null), shown: () => lines },
    circuits: {
      uploadsTo: (host) => `uploads to ${host}`,
      of: (host) => (host === `${on.holds}host of ${account.id}` ? on.hold : null),
      leftMs: (host) => (host === `${on.holds}host of ${account.id}` ? heldMs : 0),
    },
    hostOf: (id) => `host of ${id}`,
    pacing: { view: () => on.hours },
    editsWait: () => edits,
    uploads: { anyOf: (id) => (inPieces.has(id) ? { url: 'https://harbour.example/upload', hasLetGo: false } : null) },
    publicHold: { isHeld: (id) => unasked.has(id), waits: () => publics },
    needsGroups: { groups: () => [group] },
    owner: { isHere: () => on.isHere },
    sidecars: { viewOf: () => null, troubleOf: () => null },
    onSite: {
      of: (_, videoId) => onSite.get(videoId ?? 0) ?? null,
      look: (rows) => looked.push(rows),
      stop: () => void looksEnded++,
    },
  };
  feed = createQueueFeed(options);
});
const onTheWay = (sentBytes: number): Live => ({
  ...{ accountId: account.id, siteId: account.siteId, bytes: 2_000, sentBytes, stop: new AbortController() },
  ...{
    awaitsSince: null,
    movedAt: 0,
    tookAt: 0,
    hasLetGo: false,
    isElsewhere: false,
    lookAt: Number.POSITIVE_INFINITY,
    taken: () => {},
    leaves: () => {},
  },
  speed: { perSecond: () => 400 },
});

describe('the list', () => {
  it('is its rows in order, with their site, what runs, and how many there are', () => {
    queue.add({ id: 'a', state: states.sending }, { id: 'b' }, { id: 'c', state: states.done });
    live.set('a', onTheWay(500));
    const shown = feed.view(view);
    expect(shown).toMatchObject({ total: 3, counts: { all: 3, active: 1, waiting: 1, done: 1 } });
    expect(shown.rows).toMatchObject([
      { id: 'a', siteName: 'Harbour', state: { kind: 'sending', sentBytes: 500, bytesPerSecond: 400 } },
      { id: 'b', state: { kind: 'waiting', why: null } },
      { id: 'c', state: { kind: 'done' } },
    ]);
    expect(shown.totals).toMatchObject({ bytesOpen: 4_000, bytesSent: 500, bytesPerSecond: 400 });
  });

  it('says which clips on their way go on with what their site has', () => {
    queue.add(
      { id: 'a', state: states.sending },
      { id: 'b', state: states.sending },
      { id: 'c', state: states.sending },
    );
    live.set('a', onTheWay(500));
    live.set('b', onTheWay(500));
    inPieces = new Set(['b', 'c']);
    const goesOn = feed.view(view).rows.map(({ state }) => 'goesOn' in state && state.goesOn);
    expect(goesOn).toEqual([false, true, false]);
  });

  it('says what the sites have of the clips that arrived, and has it asked for what somebody looks at', async () => {
    queue.add({ id: 'a', state: states.done }, { id: 'b' });
    onSite.set(14, { status: 'pending', date: 9 });
    const shown = feed.view(view);
    expect(shown.rows.map((row) => row.onSite)).toEqual([{ status: 'pending', date: 9 }, null]);
    expect(looked).toEqual([shown.rows]);
    feed.changed('a', true);
    await clock.pass(200);
    expect([patches.length, looked.length]).toEqual([1, 1]);
  });

  it('narrowed by a search is what fits, with how many stand under each filter; what changes comes and goes', async () => {
    queue.add(
      { id: 'a', ...titled('Harbour at dawn') },
      { id: 'b', ...titled('Market street') },
      { id: 'c', ...titled('Harbour at night'), state: states.done },
    );
    const search = { text: 'harbour', accountIds: null, from: null };
    const narrowed = feed.view({ ...view, search });
    expect(narrowed).toMatchObject({
      total: 2,
      counts: { all: 3 },
      found: { counts: { all: 2, done: 1 }, isSearching: false },
    });
    expect(narrowed.rows.map(({ id }) => id)).toEqual(['a', 'c']);
    expect(feed.view({ ...view, search, filter: 'done' })).toMatchObject({ total: 1, rows: [{ id: 'c' }] });
    feed.view({ ...view, search });
    queue.sql.exec("UPDATE jobs SET title = 'The old harbour' WHERE id = 'b'");
    feed.changed('b', false);
    await clock.pass(200);
    expect(patches.at(-1)).toMatchObject({ total: 3, rows: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] });
    expect(feed.view(view).found).toBeUndefined();
  });

  it('tells details only in the columns that are shown, also of what changes', async () => {
    queue.add({ id: 'a', draft: { ...emptyDraft, description: 'By the sea', excerpt: 'Short' } });
    expect(feed.view(view).rows[0]).not.toHaveProperty('cells');
    const columns = ['description', 'status'] as const;
    expect(feed.view({ ...view, columns }).rows[0]?.cells).toEqual({
      description: { text: 'By the sea', isWhole: true },
    });
    queue.sql.exec("UPDATE jobs SET draft = json_set(draft, '$.description', 'By the lake')");
    feed.changed('a', false);
    await clock.pass(100);
    expect(patches.at(-1)?.changed[0]?.cells?.description?.text).toBe('By the lake');
    feed.view(view);
    feed.changed('a', false);
    await clock.pass(100);
    expect(patches.at(-1)?.changed[0]).not.toHaveProperty('cells');
  });

  it('is told with what several clips need their user for', () => {
    expect(feed.view(view).totals.needs).toEqual([group]);
  });

  it('is the part that was asked for', () => {
    queue.add({ id: 'a' }, { id: 'b' }, { id: 'c' }, { id: 'd', state: states.done });
    const part = feed.view({ filter: 'waiting', sort: 'newest', offset: 1, limit: 1 });
    expect([part.total, part.rows.length]).toEqual([3, 1]);
  });

  it('says nothing of a site for a clip of an account that is gone, nor what a site has of a clip that is not ready', () => {
    queue.add({ id: 'a', accountId: otherAccount }, { id: 'b', state: states.describing });
    onSite.set(14, { status: 'pending', date: 9 });
    expect(feed.view(view).rows).toMatchObject([
      { id: 'a', siteName: '', state: { kind: 'waiting', why: 'sign-in' } },
      { id: 'b', siteName: 'Harbour', onSite: null },
    ]);
  });

  it('is told anew as a whole where any clip of it may be another now, whether it is narrowed or not', async () => {
    queue.add({ id: 'a', ...titled('Market street') });
    feed.view(view);
    queue.sql.exec("UPDATE jobs SET title = 'The old harbour'");
    feed.changedAll();
    await clock.pass(100);
    expect(patches).toMatchObject([{ total: 1, rows: [{ id: 'a' }] }]);
    const search = { text: 'market', accountIds: null, from: null };
    queue.sql.exec("UPDATE jobs SET title = 'Fish'");
    expect(feed.view({ ...view, search })).toMatchObject({ total: 0 });
    queue.sql.exec("UPDATE jobs SET title = 'The fish market'");
    feed.changedAll();
    await clock.pass(1_000);
    expect(patches.at(-1)).toMatchObject({ total: 1, rows: [{ id: 'a' }], found: { isSearching: false } });
  });

  it('is told no more, and looked for no more, once the app ends', async () => {
    queue.add({ id: 'a' });
    feed.view({ ...view, search: { text: 'c', accountIds: null, from: null } });
    feed.changedAll();
    expect(clock.timers()).toBe(2);
    feed.stop();
    expect([clock.timers(), looksEnded]).toEqual([0, 1]);
    feed.changedAll();
    await clock.pass(2_000);
    expect(patches).toEqual([]);
  });

  it('says what holds each clip back', () => {
    queue.add({ id: 'a' });
    const why = () => feed.view(view).rows[0]?.state;
    trouble = 'site-away';
    expect(why()).toMatchObject({ why: 'site-away' });
    [trouble, on.hold] = [null, { why: 'site-busy', since: 0, until: clock.now() + 9_000 }];
    expect(why()).toMatchObject({ why: 'site-busy', until: clock.now() + 9_000 });
    [on.holds, on.hold] = ['uploads to ', { why: 'uploads-blocked', since: 0, until: clock.now() + 9_000 }];
    expect(why()).toMatchObject({ why: 'uploads-blocked', until: clock.now() + 9_000 });
    [on.hold, on.hours] = [null, { kind: 'closed', until: null }];
    expect(why()).toMatchObject({ why: 'hours' });
  });

  it('tells the window what changed in it', async () => {
    queue.add({ id: 'a' });
    feed.view(view);
    live.set('a', onTheWay(0));
    feed.changed('a', false);
    feed.changed('gone', false);
    await clock.pass(100);
    expect(patches).toMatchObject([{ total: 1, rows: null, changed: [{ id: 'a' }] }]);
  });
});

describe('accounts whose clips wait for a sign-in', () => {
  const signedOut = (signedIn = false) => {
    sites = [{ ...site, accounts: [{ ...account, name: 'Ava', signedIn }] }];
    return feed.view(view).totals.signIns;
  };

  it('are named with how many wait; one that nothing waits for is not', () => {
    expect(signedOut()).toEqual([]);
    queue.add({ id: 'a' }, { id: 'b' }, { id: 'c', state: states.done });
    const wait = { accountId: account.id, accountName: 'Ava', siteName: 'Harbour' };
    expect(signedOut()).toEqual([{ ...wait, clips: 2, looks: false, texts: false }]);
    expect(signedOut(true)).toEqual([]);
  });

  it('are named also where only what was typed waits', () => {
    queue.add({ id: 'a', state: states.describing });
    expect(signedOut()).toMatchObject([{ clips: 0, looks: false, texts: true }]);
  });

  it('are told when a clip is only looked for, or only something typed in the Library waits', () => {
    expect(signedOut()).toEqual([]);
    edits = true;
    expect(signedOut()).toMatchObject([{ clips: 0, looks: false, texts: true }]);
    edits = false;
    queue.add({ id: 'a', state: states.unclear });
    expect(signedOut()).toMatchObject([{ clips: 0, looks: true, texts: false }]);
  });
});

it('a clip’s list is told anew when something is typed in the Library of an account that is signed out', async () => {
  feed.view(view);
  events.tell('library.changed', { accountId: account.id });
  events.tell('library.changed', { accountId: 'gone' });
  await clock.pass(500);
  expect(patches).toEqual([]);
  isSignedIn = false;
  edits = true;
  events.tell('library.changed', { accountId: account.id });
  await clock.pass(500);
  expect(patches).toHaveLength(1);
});

it('rows that wait for a site that answers nothing say so as soon as it is so, and no longer', async () => {
  queue.add({ id: 'a' });
  const why = () => {
    const { state } = feed.view(view).rows[0] ?? {};
    return state !== undefined && 'why' in state ? state.why : undefined;
  };
  expect(why()).toBeNull();
  for (let at = 0; at < 8; at++) live.set(`open ${at}`, { ...onTheWay(2_000), awaitsSince: clock.monotonic() });
  await clock.pass(3_000);
  // What is on its way tells from time to time how it is.
  feed.changed('open 0', false);
  await clock.pass(500);
  expect(patches.at(-1)?.rows).toMatchObject([{ id: 'a', state: { why: 'site-silent' } }]);
  live.clear();
  feed.changed('open 0', false);
  await clock.pass(500);
  expect(patches.at(-1)?.rows).toMatchObject([{ id: 'a', state: { why: null } }]);
});

describe('clips that would be public at once, which nobody was asked about', () => {
  it('say so in their rows, are told as a whole, and have no finish time', async () => {
    queue.add({ id: 'a' });
    expect(feed.view(view).totals).toMatchObject({ publics: [], secondsLeft: 2 });
    unasked.add(account.id);
    publics = [{ accountId: account.id, accountName: 'Ava', siteName: 'Harbour', clips: 1 }];
    // An estimate is good for half a second.
    await clock.pass(500);
    const shown = feed.view(view);
    expect(shown.rows[0]?.state).toEqual({ kind: 'waiting', why: 'public-unasked', until: null });
    expect(shown.totals).toMatchObject({ publics, secondsLeft: null, finish: [] });
  });
});

describe('when it is all over', () => {
  const totals = () => {
    queue.add({ id: String(clock.monotonic()) });
    return feed.view(view).totals;
  };

  it('is foreseen from what waits', () => {
    expect(totals()).toMatchObject({ secondsLeft: 2, paused: false, offline: false, lines: [], hours: null });
  });

  it('is foreseen from what is on its way, and for how long its site is to be left alone', () => {
    queue.add({ id: 'a', state: states.sending });
    live.set('a', onTheWay(1_000));
    heldMs = 30_000;
    expect(feed.view(view).totals.secondsLeft).toBe(31);
  });

  it('is foreseen from how long nothing is to be uploaded there', () => {
    queue.add({ id: 'a', state: states.sending });
    live.set('a', onTheWay(1_000));
    [heldMs, on.holds] = [30_000, 'uploads to '];
    expect(feed.view(view).totals.secondsLeft).toBe(31);
  });

  it.each<[string, () => void, object]>([
    ['the list is paused', () => Object.assign(on, { paused: true }), { paused: true, finish: [] }],
    ['there is no network', () => Object.assign(on, { online: false }), { offline: true }],
    ['the list belongs to another computer', () => Object.assign(on, { isHere: false }), {}],
    [
      'the only site cannot be reached',
      () => lines.push({ siteId: account.siteId } as SiteLine),
      { lines: [{ siteId: account.siteId }], finish: [] },
    ],
    [
      'nobody may send',
      () => {
        ready = [];
      },
      { finish: [] },
    ],
  ])('is not foreseen where %s', (_, change, told) => {
    change();
    expect(totals()).toMatchObject({ secondsLeft: null, ...told });
  });

  it('is foreseen for each site that something goes to, without those that take nothing', async () => {
    expect(totals().finish).toEqual([{ siteId: account.siteId, siteName: 'Harbour', secondsLeft: 2 }]);
    await clock.pass(500);
    lines.push({ siteId: 'elsewhere', trouble: 'uploads-blocked' } as SiteLine);
    expect(totals()).toMatchObject({ secondsLeft: 4, finish: [{ secondsLeft: 4 }], lines: [{ siteId: 'elsewhere' }] });
  });

  it('is not foreseen while it cannot be said of one of the sites that something goes to', async () => {
    // One hour of the week is open: what takes longer than some of those is over in months only.
    settings.change({ week: `f${'n'.repeat(167)}` });
    sites = [...sites, { ...site, id: 'site-2', name: 'Market', accounts: [] }];
    ready = [account, { id: otherAccount, siteId: 'site-2' }];
    expect(totals()).toMatchObject({ finish: [{ siteName: 'Harbour' }] });
    queue.add({ id: 'long', accountId: otherAccount, clip: clipOf(1e9) });
    await clock.pass(500);
    expect(totals()).toMatchObject({ finish: [], secondsLeft: null });
  });

  it('is not foreseen without a network where one of the sites is elsewhere', () => {
    const here = { ...site, address: 'http://localhost:8080', accounts: [] };
    sites = [here, ...sites];
    on.online = false;
    expect(totals()).toMatchObject({ secondsLeft: null, offline: true });
  });

  it('is foreseen without a network where every site is on this computer', () => {
    site = aSite({ address: 'http://localhost:8080' });
    sites = [{ ...site, accounts: [] }];
    on.online = false;
    expect(totals()).toMatchObject({ secondsLeft: 2, offline: false });
  });

  it('is foreseen with the hours as they are', () => {
    on.hours = { kind: 'slow', until: null };
    expect(totals()).toMatchObject({ hours: { kind: 'slow', until: null } });
  });
});

describe('the clip that is looked at', () => {
  it('is shown with its tries and its video', async () => {
    queue.add({ id: 'a', state: states.done });
    queue.store.insertAttempt(anAttempt({ jobId: 'a', ended: 'arrived', endedAt: 900 }));
    videos.remember('a', aVideo());
    expect(feed.watch('a')).toMatchObject({
      ...{ row: { id: 'a', siteName: 'Harbour' }, attempts: [{ ended: 'arrived' }], video: { id: 14 } },
    });
    feed.changed('a', false);
    await clock.pass(100);
    expect(details).toMatchObject([{ row: { id: 'a' } }]);
  });

  it('is none where it is gone', () => {
    expect(feed.watch('gone')).toBeNull();
  });
});
