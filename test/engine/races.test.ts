// What the user does at the very moment at which something is on its way to the site, in the whole engine: each clip ends on the
// site once, and nothing goes on that was ended (F-52).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { type ClipFolder, clipFolder, sha256 } from './clip-files.ts';
import { type Engine, fastClock, memorySecrets, startEngine } from './engine.ts';

const MiB = 1024 * 1024;

let site: PracticeSite;
let engine: Engine;
let clips: ClipFolder;
let profile: string;
let account: string;

beforeEach(async () => {
  site = await startPracticeSite();
  clips = clipFolder();
  profile = mkdtempSync(`${tmpdir()}/clipferry-races-`);
  engine = await startEngine({ profile, secrets: memorySecrets(), settleMs: 5_000, clock: fastClock(10) });
  account = await engine.connect(site);
});
afterEach(async () => {
  await engine.stop();
  await site.stop();
  clips.remove();
  rmSync(profile, { recursive: true, force: true });
});

/** Lets the site answer again, what it has held back as well. */
async function letGo(): Promise<void> {
  await site.switches({ holdAnswer: null });
  await site.release();
}
async function onceThere(...paths: readonly string[]): Promise<void> {
  const { videos, uploads } = await site.state();
  expect(videos.map((video) => video.file?.sha256).sort()).toEqual(paths.map(sha256).sort());
  expect(uploads).toHaveLength(paths.length);
}

it('a watched folder is removed while its clip is being sent: the clip arrives, once', async () => {
  const path = clips.make('A.mp4', 30_000);
  await site.switches({ holdAnswer: {} });
  const folder = await engine.watch(account, clips.path);
  await site.waitFor('held');
  await engine.uploader.handlers['folder.remove'](folder);
  await letGo();
  expect((await engine.settled()).map(({ state }) => state.kind)).toEqual(['done']);
  await onceThere(path);
});

it('a watched folder is paused while its clip is being sent: the clip arrives, the next one waits', async () => {
  const path = clips.make('A.mp4', 30_000);
  await site.switches({ holdAnswer: {} });
  const folderId = await engine.watch(account, clips.path);
  await site.waitFor('held');
  await engine.uploader.handlers['folder.pause']({ folderId, paused: true });
  clips.make('B.mp4', 30_000);
  await letGo();
  expect((await engine.settled()).map(({ name }) => name)).toEqual(['A.mp4']);
  await onceThere(path);
});

it.each([
  ['account', (one: Engine) => one.uploader.handlers['account.remove'](account)],
  [
    'site',
    async (one: Engine) => {
      const [held] = (await one.uploader.handlers['app.state']()).sites;
      await one.uploader.handlers['site.remove'](held?.id ?? '');
    },
  ],
] as const)(
  'the %s is removed while a clip waits for its answer: found after the next sign-in, not sent again',
  async (_, remove) => {
    const path = clips.make('A.mp4', 30_000);
    await site.switches({ holdAnswer: {} });
    await engine.add(account, path);
    await site.waitFor('held');
    await remove(engine);
    await letGo();
    const again = await engine.connect(site);
    expect((await engine.settled()).map(({ state }) => state.kind)).toEqual(['done']);
    expect(again).toBe(account);
    await onceThere(path);
  },
);

it('the account is removed in the middle of a large clip: it goes whole after the next sign-in', async () => {
  const path = clips.make('A.mp4', 20 * MiB);
  await site.switches({ stallAfterBytes: { bytes: 1_000_000 } });
  await engine.add(account, path);
  await site.waitFor('uploadBytes', 1_000_000);
  await engine.uploader.handlers['account.remove'](account);
  await site.switches({ stallAfterBytes: null });
  await site.release();
  expect(await engine.connect(site)).toBe(account);
  expect((await engine.settled()).map(({ state }) => state.kind)).toEqual(['done']);
  const { videos } = await site.state();
  expect(videos.map((video) => video.file?.sha256)).toEqual([sha256(path)]);
});

it.each(['cancel', 'remove', 'pause'] as const)(
  'a clip meets %s while its answer is on the way: gone on with later, it is found, not sent again',
  async (act) => {
    const path = clips.make('A.mp4', 30_000);
    await site.switches({ holdAnswer: {} });
    const [job] = await engine.add(account, path);
    const target = { ids: [job?.id ?? ''] };
    await site.waitFor('held');
    await engine.uploader.handlers['queue.act']({ act, target });
    await letGo();
    if (act === 'remove') await engine.add(account, path);
    else await engine.uploader.handlers['queue.act']({ act: act === 'pause' ? 'resume' : 'retry', target });
    await engine.until(target.ids[0] ?? '', (row) => row.state.kind === 'done');
    await onceThere(path);
  },
);
