// When the user is told, on a clock of the test's own: grouped, rate-limited, and about each account once.
import { expect, test } from 'vitest';
import { createSignals } from '../../../../main/features/changes.ts';
import { createNotifications } from '../../../../main/features/desktop/notifications.ts';
import { emptyDraft, type Job, type JobState, jobBegun } from '../../../../main/model.ts';
import type { Events, ProxiesView, SiteLine, SiteView } from '../../../../preload/contract.ts';
import { notebook } from '../../../engine/settings.ts';
import { fakeAccount, fakeSite } from '../../../renderer/fake-bridge.ts';
import { handClock } from '../../queue/hand-clock.ts';

function job(id: string, state: JobState): Job {
  return {
    ...jobBegun,
    id,
    position: 1,
    accountId: 'account-1',
    clip: {
      path: `/v/${id}.mp4`,
      name: `${id}.mp4`,
      identity: { device: '1', inode: id, size: 1, mtimeNs: '1' },
      mtimeMs: 1,
      facts: { format: 'mp4', durationSeconds: null, width: null, height: null },
    },
    state,
    draft: emptyDraft,
    addedAt: 0,
  };
}

const waiting: JobState = { kind: 'waiting', why: null, until: null };
const sending: JobState = { kind: 'sending', attemptId: 'a' };
const describing: JobState = { kind: 'describing', videoId: 1, why: null, until: null };
const done: JobState = { kind: 'done', videoId: 1, finishedAt: 1 };
const needsYou: JobState = {
  kind: 'needs-you',
  reason: 'clip-missing',
  action: 'retry',
  detail: null,
  candidates: [],
  resume: { from: 'send' },
};

const noCounts = { all: 0, needsYou: 0, ready: 0, active: 0, waiting: 0, done: 0, arrived: 0 };

function world() {
  const clock = handClock();
  const notifier = notebook();
  const events = createSignals<Events>();
  const now: {
    open: number;
    waits: boolean;
    edits: boolean;
    whose: string;
    sites: SiteView[];
    lines: SiteLine[];
    asking: ProxiesView['asking'];
    ready: number;
    counts: { needsYou: number; waiting: number; active: number };
  } = {
    ...{
      open: 0,
      waits: true,
      edits: false,
      whose: 'account-1',
      sites: [fakeSite()],
      lines: [],
      asking: null,
      ready: 0,
      counts: { needsYou: 0, waiting: 0, active: 0 },
    },
  };
  const notifying = createNotifications({
    ...{ clock, notifier, goesOn: (id) => now.open > 0 && id === now.whose, sites: () => now.sites },
    ...{
      events,
      editsWait: () => now.edits,
      store: { goesOn: () => now.waits, counts: () => ({ ...noCounts, ...now.counts }) },
    },
    lines: { shown: () => now.lines },
    backlog: { ready: () => new Map([['account-1', now.ready]]) },
    proxySignIns: { view: () => ({ asking: now.asking, kept: [] }) },
  });
  const move = (id: string, from: JobState, to: JobState): void => notifying.moved(job(id, from), job(id, to));
  return { clock, notifier, now, notifying, move, events };
}

test('a batch is told once, when nothing of it is left, and by what arrived in it', async () => {
  const { clock, notifier, now, move } = world();
  now.open = 2;
  move('a', sending, describing);
  move('a', describing, done);
  await clock.pass(60_000);
  expect(notifier.notices).toEqual([]);
  now.open = 0;
  move('b', sending, done);
  await clock.pass(10_000);
  expect(notifier.notices).toEqual([
    { kind: 'arrived', clips: 2, siteName: 'Harbour Films', attention: 0, waiting: 0, ready: 0 },
  ]);
  // Cancelled, or a title changed on a video that was there already: nothing arrived.
  move('c', waiting, { kind: 'cancelled', resume: { from: 'send' } });
  move('a', done, describing);
  move('a', describing, done);
  await clock.pass(600_000);
  expect(notifier.notices).toHaveLength(1);
});

test('clips that need the user come in one notice, at most one a minute, and only while they still do', async () => {
  const { clock, notifier, move } = world();
  move('a', sending, needsYou);
  await clock.pass(500);
  move('b', sending, needsYou);
  await clock.pass(2_500);
  expect(notifier.notices).toEqual([{ kind: 'needs-you', clips: 2, jobId: null }]);
  for (const id of ['c', 'd', 'e']) move(id, sending, needsYou);
  await clock.pass(20_000);
  expect(notifier.notices).toHaveLength(1);
  move('c', needsYou, waiting);
  move('d', needsYou, waiting);
  await clock.pass(60_000);
  expect(notifier.notices.slice(1)).toEqual([{ kind: 'needs-you', clips: 1, jobId: 'e' }]);
  await clock.pass(600_000);
  expect(notifier.notices).toHaveLength(2);
});

test('an account that needs the user is told once, and again only after it was signed in meanwhile', async () => {
  const { clock, notifier, now, notifying } = world();
  const change = async (signedIn: boolean): Promise<void> => {
    now.sites = [fakeSite({ accounts: [fakeAccount({ signedIn })] })];
    notifying.accountsChanged();
    await clock.pass(5_000);
  };
  await change(false);
  await change(false);
  expect(notifier.notices).toEqual([{ kind: 'sign-in', login: 'mara', siteName: 'Harbour Films' }]);
  await change(true);
  await change(false);
  expect(notifier.notices).toHaveLength(2);
});

test('an account for which nothing waits is told as soon as something does, once', async () => {
  const { clock, notifier, now, notifying } = world();
  now.waits = false;
  now.sites = [fakeSite({ accounts: [fakeAccount({ signedIn: false })] })];
  notifying.accountsChanged();
  await clock.pass(5_000);
  expect(notifier.notices).toEqual([]);
  now.waits = true;
  for (let more = 0; more < 3; more++) {
    notifying.accountsChanged();
    await clock.pass(5_000);
  }
  expect(notifier.notices).toEqual([{ kind: 'sign-in', login: 'mara', siteName: 'Harbour Films' }]);
});

test('an account is told as soon as something that was typed in the Library waits for it', async () => {
  const { clock, notifier, now, events } = world();
  now.waits = false;
  now.sites = [fakeSite({ accounts: [fakeAccount({ signedIn: false })] })];
  const type = async (): Promise<void> => {
    events.tell('library.changed', { accountId: 'account-1' });
    await clock.pass(5_000);
  };
  await type();
  expect(notifier.notices).toEqual([]);
  now.edits = true;
  await type();
  expect(notifier.notices).toMatchObject([{ kind: 'sign-in' }]);
});

test('a proxy that asks for a sign-in is told once for each question, not for one that is over at once', async () => {
  const { clock, notifier, now, notifying } = world();
  const asks = (address: string, isRefused = false): ProxiesView['asking'] => ({
    ...{ id: `http://${address}`, address, user: '', isRefused, isSecure: false },
  });
  const change = async (asking: ProxiesView['asking'], ms = 5_000) => {
    now.asking = asking;
    notifying.proxiesChanged();
    await clock.pass(ms);
    return notifier.notices;
  };
  const told = (proxy: string, isRefused = false) => ({ kind: 'proxy-sign-in', proxy, isRefused });
  // Another way was found meanwhile.
  await change(asks('p:1'), 100);
  expect(await change(null)).toEqual([]);
  expect(await change(asks('p:1'))).toEqual([told('p:1')]);
  expect(await change(asks('p:1'))).toHaveLength(1);
  // The next in the way asks, too; and the first one again, once its password is another.
  expect((await change(asks('p:2'))).slice(1)).toEqual([told('p:2')]);
  await change(null);
  expect((await change(asks('p:1', true))).slice(2)).toEqual([told('p:1', true)]);
});

test('once stopped it tells nothing', async () => {
  const { clock, notifier, notifying, move } = world();
  move('a', sending, done);
  notifying.stop();
  move('b', sending, done);
  await clock.pass(60_000);
  expect(notifier.notices).toEqual([]);
});

test('a site that blocks is told once, again when it blocks more, and anew when it did so again', async () => {
  const { clock, notifier, now, notifying } = world();
  const held = { siteId: 's', siteName: 'Harbour Films', proxy: null, since: 1, nextTryAt: null };
  const line: SiteLine = { ...held, trouble: 'site-busy' };
  const changed = async (...lines: SiteLine[]) => {
    now.lines = lines;
    notifying.linesChanged();
    await clock.pass(10_000);
    return notifier.notices;
  };
  const told = (what: 'uploads' | 'all') => ({ kind: 'blocked', what, siteName: 'Harbour Films' });
  expect(await changed(line)).toEqual([]);
  const uploads: SiteLine = { ...line, trouble: 'uploads-blocked' };
  expect(await changed(uploads, { ...line, siteId: 'other' })).toEqual([told('uploads')]);
  expect(await changed({ ...uploads, nextTryAt: 9 })).toEqual([told('uploads')]);
  expect(await changed({ ...line, trouble: 'site-blocked' })).toEqual([told('uploads'), told('all')]);
  await changed();
  expect(await changed(uploads)).toEqual([told('uploads'), told('all'), told('uploads')]);
});

test.each<[string, (now: ReturnType<typeof world>['now']) => void]>([
  [
    'wait for a sign-in',
    (now) => {
      now.sites = [fakeSite(), fakeSite({ id: 'site-2', accounts: [fakeAccount({ id: 'out', signedIn: false })] })];
      now.whose = 'out';
    },
  ],
  [
    'wait for a site that blocks them',
    (now) => {
      const line = { siteName: 'Tide', trouble: 'uploads-blocked', proxy: null, since: 1, nextTryAt: 2 } as const;
      now.sites = [fakeSite(), fakeSite({ id: 'site-2', accounts: [fakeAccount({ id: 'other' })] })];
      now.lines = [{ siteId: 'site-2', ...line }];
      now.whose = 'other';
    },
  ],
])('a batch is told also while clips %s', async (_, hold) => {
  const { clock, notifier, now, move } = world();
  now.open = 2;
  move('a', sending, done);
  await clock.pass(10_000);
  expect(notifier.notices).toEqual([]);
  hold(now);
  move('b', sending, done);
  await clock.pass(10_000);
  expect(notifier.notices).toContainEqual({
    kind: 'arrived',
    clips: 2,
    siteName: 'Harbour Films',
    attention: 0,
    waiting: 0,
    ready: 0,
  });
});

test('a batch that is over tells what is left, also what was told before: what needs its user, and what waits for a sign-in', async () => {
  const { clock, notifier, now, move } = world();
  move('a', sending, needsYou);
  await clock.pass(10_000);
  expect(notifier.notices).toEqual([{ kind: 'needs-you', clips: 1, jobId: 'a' }]);
  now.counts = { needsYou: 1, waiting: 12, active: 1 };
  move('b', sending, done);
  await clock.pass(3_600_000);
  expect(notifier.notices.at(-1)).toMatchObject({ kind: 'arrived', clips: 1, attention: 1, waiting: 13 });
});

test('clips that wait for their user’s word are told as they come, at most once a minute, and not while there are fewer', async () => {
  const { clock, notifier, now, notifying } = world();
  const ready = () => notifier.notices.flatMap((notice) => (notice.kind === 'ready' ? notice.clips : []));
  now.ready = 3;
  notifying.added();
  await clock.pass(2_000);
  expect(ready()).toEqual([3]);
  now.ready = 5;
  notifying.added();
  await clock.pass(2_000);
  expect(ready()).toEqual([3]);
  now.ready = 7;
  await clock.pass(60_000);
  expect(ready()).toEqual([3, 7]);
  // Some were sent, and fewer came than that.
  now.ready = 1;
  notifying.added();
  await clock.pass(60_000);
  now.ready = 2;
  notifying.added();
  await clock.pass(2_000);
  expect(ready()).toEqual([3, 7, 2]);
});

test('what has arrived is told with what waits for its user’s word', async () => {
  const { clock, notifier, now, move } = world();
  now.ready = 4;
  move('a', sending, done);
  await clock.pass(2_000);
  expect(notifier.notices).toContainEqual(expect.objectContaining({ kind: 'arrived', clips: 1, ready: 4 }));
});
