// A site that is to be left alone, through the whole engine on the real practice site: it asked for time, or it blocks uploads.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemRandom } from '../../main/adapters/random.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { type ClipFolder, clipFolder, sha256 } from './clip-files.ts';
import { type Engine, memorySecrets, startEngine } from './engine.ts';

let site: PracticeSite;
let folder: ClipFolder;
let profile: ClipFolder;
let engine: Engine;
const secrets = memorySecrets();

const start = () =>
  startEngine({
    ...{ profile: profile.path, secrets, settleMs: 300 },
    ports: { random: { ...systemRandom, fraction: () => 0 } },
  });
beforeEach(async () => {
  site = await startPracticeSite();
  folder = clipFolder();
  profile = clipFolder();
  engine = await start();
});
afterEach(async () => {
  await engine.stop();
  await site.stop();
  folder.remove();
  profile.remove();
});

const clips = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => folder.make(`clip ${at}.mp4`, 20_000));
const requests = async () => (await site.state()).requests;
async function arrivedOnce(paths: readonly string[]): Promise<void> {
  const { videos } = await site.state();
  expect(videos.map((video) => video.file?.sha256).sort()).toEqual(paths.map(sha256).sort());
}

it('asked for time: not a single request before it is over, of any account or list, also not after a restart; then one first (F-14)', {
  tags: 'proof',
}, async () => {
  const seconds = 8;
  const ava = await engine.connect(site, 'ava');
  const admin = await engine.connect(site, 'admin');
  await site.switches({
    failWith: { status: 503, headers: { 'Retry-After': String(seconds) }, body: { code: 'busy' }, times: 1 },
  });
  const paths = clips(6);
  const [first] = await engine.add(ava, paths[0] ?? '');
  await site.waitFor('uploadAnswered');
  const refused = (await site.state()).uploads[0];
  const floor = Date.parse(refused?.at ?? '') + seconds * 1_000;
  await engine.until(first?.id ?? '', ({ state }) => state.kind === 'unclear' || state.kind === 'waiting');
  const known = (await requests()).length;
  await engine.stop();
  engine = await start();
  await engine.add(admin, ...paths.slice(1));
  // Rows of every account there say why, and until when.
  for (const { state } of (await engine.rows()).filter((row) => row.accountId === admin)) {
    expect(state).toMatchObject({ kind: 'waiting', why: 'site-busy' });
    expect(state.kind === 'waiting' ? Math.abs((state.until ?? 0) - floor) : null).toBeLessThan(2_500);
  }
  const page = await engine.uploader.handlers['library.page']({
    query: { accountId: admin, search: '', status: 'all', author: 'all', terms: {}, sort: 'newest' },
    ...{ offset: 0, limit: 50 },
  });
  expect(page.failure).toEqual({ problem: 'site-busy', said: null });
  await engine.settled();
  const since = (await requests()).slice(known);
  expect(since.filter(({ at }) => Date.parse(at) < floor)).toEqual([]);
  await arrivedOnce(paths);
});

it('answers one clip with a page: that clip is parked, the others go on (F-21, F-46)', async () => {
  const ava = await engine.connect(site, 'ava');
  await site.switches({
    failWith: { status: 403, contentType: 'text/html', body: '<title>Blocked</title>', times: 1 },
  });
  const paths = clips(12);
  await engine.add(ava, ...paths);
  const rows = await engine.settled(['done', 'needs-you']);
  const parked = rows.filter((row) => row.state.kind === 'needs-you');
  expect(parked.map((row) => row.state)).toEqual([
    { kind: 'needs-you', reason: 'web-page-answer', action: 'retry', detail: 'Blocked' },
  ]);
  await arrivedOnce(paths.filter((path) => !path.endsWith(parked[0]?.name ?? '')));
});

it('answers one clip with a page for a protected folder: it is sent again, and nobody is asked (F-21)', async () => {
  const ava = await engine.connect(site, 'ava');
  const body = '<title>Authorization Required</title>';
  await site.switches({ failWith: { status: 401, contentType: 'text/html', body, times: 1 } });
  const paths = clips(12);
  await engine.add(ava, ...paths);
  await engine.settled();
  await arrivedOnce(paths);
});

/** A page of a firewall: for uploads, or whatever is asked. */
const page = (route?: string) => ({
  failWith: { status: 403, contentType: 'text/html', body: '<title>Blocked</title>', ...(route && { route }) },
});
const waitsFor = async (jobId: string, why: string): Promise<void> => {
  await engine.until(jobId, ({ state }) => state.kind === 'waiting' && state.why === why);
};
/** Which of the clips were on their way as it became known is chance. */
async function firstThatWaits(why: string): Promise<string> {
  const waiting = async () =>
    (await engine.rows()).find(({ state }) => state.kind === 'waiting' && state.why === why)?.id ?? '';
  await expect.poll(waiting).not.toBe('');
  return waiting();
}
/** The banner above the list. */
async function toldOf(trouble: string): Promise<void> {
  const { totals } = await engine.uploader.handlers['queue.view']({
    filter: 'all',
    sort: 'queue',
    offset: 0,
    limit: 1,
  });
  expect(totals.lines).toMatchObject([{ trouble, siteName: 'Practice Video Site' }]);
}

it('answers every clip with a page and all else as it should: only uploads wait, minutes, until the user says so; then all of them (F-21)', {
  tags: 'proof',
}, async () => {
  const ava = await engine.connect(site, 'ava');
  const admin = await engine.connect(site, 'admin');
  await site.switches(page());
  const paths = clips(40);
  const before = Date.now();
  await engine.add(ava, ...paths.slice(0, 39));
  const last = (await engine.rows()).at(-1)?.id ?? '';
  await waitsFor(last, 'uploads-blocked');
  await toldOf('uploads-blocked');
  await engine.add(admin, paths[39] ?? '');
  await expect.poll(() => engine.uploader.sendingCount()).toBe(0);
  const { uploads } = await site.state();
  // Five, and those that were on their way when the fifth came back.
  expect(uploads.length).toBeGreaterThanOrEqual(5);
  expect(uploads.length).toBeLessThanOrEqual(5 + 2);
  const { state } = await engine.until(last, () => true);
  const until = state.kind === 'waiting' ? (state.until ?? 0) : 0;
  expect(until - before).toBeGreaterThanOrEqual(5 * 60_000);
  expect(until - before).toBeLessThan(6 * 60_000);
  // What is not sent there is not held back: the library still answers.
  const library = () =>
    engine.uploader.handlers['library.page']({
      query: { accountId: admin, search: '', status: 'all', author: 'all', terms: {}, sort: 'newest' },
      ...{ offset: 0, limit: 50 },
    });
  expect((await library()).failure).toBeNull();
  await engine.stop();
  engine = await start();
  await waitsFor(last, 'uploads-blocked');
  await toldOf('uploads-blocked');
  expect((await site.state()).uploads).toHaveLength(uploads.length);

  await site.switches({ failWith: null });
  await engine.uploader.handlers['queue.act']({ act: 'retry', target: { ids: [last] } });
  // Those that were refused before it was known go on with the others: nobody has to name them.
  await engine.settled();
  await arrivedOnce(paths);
});

it('answers everything with a page: nothing is asked of it for an hour, also after a restart, until the user says so (F-21)', {
  tags: 'proof',
}, async () => {
  const ava = await engine.connect(site, 'ava');
  const paths = clips(20);
  // Uploads first, and the rest as soon as the fifth page has come: the first ones are proved to be the site's own.
  await site.switches(page('.'));
  await engine.add(ava, ...paths);
  const held = await firstThatWaits('site-blocked');
  await toldOf('site-blocked');
  await engine.stop();
  // What was under way as it became known has come back by now.
  const quiet = (await requests()).length;
  engine = await start();
  await waitsFor(held, 'site-blocked');
  await toldOf('site-blocked');
  expect(await requests()).toHaveLength(quiet);
  await site.switches({ failWith: null });
  await engine.uploader.handlers['queue.act']({ act: 'retry', target: { ids: [held] } });
  await engine.settled();
  await arrivedOnce(paths);
});
