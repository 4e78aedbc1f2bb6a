// A whole profile of Clipferry 0.1.0 as a power cut left it, opened by today's: everything comes to its end, nothing lost, nothing doubled.
import { copyFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readSettings } from '../../main/shell/setting-values.ts';
import { makeProfileClips, profileClip, profileClips } from '../fixtures/profiles/clips.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { type ClipFolder, clipFolder, sha256 } from './clip-files.ts';
import { type Engine, fixture, memorySecrets, startEngine } from './engine.ts';
import { memorySettings } from './settings.ts';

const kept = (name: string): string => fixture(join('profiles/0.1.0-before-house', name));
const hashes = new Map(Object.keys(profileClips).map((name) => [name, createHashOf(name)] as const));
function createHashOf(name: string): string {
  const folder = clipFolder();
  try {
    makeProfileClips(folder.path, [name]);
    return sha256(folder.file(name));
  } finally {
    folder.remove();
  }
}

let data: ClipFolder;
let profile: ClipFolder;
let clips: ClipFolder;
let site: PracticeSite | null = null;
let engine: Engine | null = null;

/** A database out of its text, with the addresses and folders of this run in it. */
function restore(name: string, to: string, places: Readonly<Record<string, string>>): DatabaseSync {
  let text = readFileSync(kept(name), 'utf8');
  for (const [place, value] of Object.entries(places)) text = text.replaceAll(`{{${place}}}`, value);
  const database = new DatabaseSync(to);
  database.exec(text);
  return database;
}

beforeEach(async () => {
  data = clipFolder();
  profile = clipFolder();
  clips = clipFolder();
  // The site as it was then, with the files that it had.
  const files = restore('site.sql', data.file('site.sqlite'), {});
  for (const row of files.prepare("SELECT file, sha256 FROM posts WHERE type = 'attachment'").all()) {
    const name = [...hashes].find(([, hash]) => hash === row.sha256)?.[0];
    const file = data.file(join('uploads', String(row.file)));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, profileClip(name ?? ''));
  }
  files.close();
  site = await startPracticeSite({ data: data.path, seed: 'kept profile', switches: { uploadStatus: 'pending' } });
  makeProfileClips(
    clips.path,
    Object.keys(profileClips).filter((name) => name !== 'gone.mp4'),
  );
  const list = restore('clipferry.sql', profile.file('clipferry.sqlite'), { site: site.url, clips: clips.path });
  // The very files, on this disk.
  for (const name of Object.keys(profileClips).filter((one) => one !== 'gone.mp4')) {
    const { dev, ino, mtimeNs } = statSync(clips.file(name), { bigint: true });
    for (const table of ['jobs', 'copies', 'folder_left']) {
      list
        .prepare(`UPDATE ${table} SET device = ?, inode = ?, mtime_ns = ? WHERE path = ?`)
        .run(String(dev), String(ino), String(mtimeNs), clips.file(name));
    }
  }
  list.prepare('UPDATE folders SET device = ?').run(String(statSync(clips.path, { bigint: true }).dev));
  // The text has what stood in the log as well: it is no copy that lost it.
  list.exec("UPDATE flags SET value = 0 WHERE name = 'open'");
  list.close();
  copyFileSync(kept('settings.json'), profile.file('settings.json'));
});
afterEach(async () => {
  await engine?.stop();
  engine = null;
  await site?.stop();
  site = null;
  for (const folder of [data, profile, clips]) folder.remove();
});

const state = async () => {
  if (site === null) throw new Error('the site is not there');
  return site.state();
};
const filesOnSite = async (): Promise<readonly string[]> => {
  const { videos } = await state();
  return videos
    .flatMap((video) => video.file?.sha256 ?? [])
    .map((hash) => [...hashes].find(([, one]) => one === hash)?.[0] ?? 'another file')
    .sort();
};

it('opens and goes on: each clip is there once, with what was typed for it, and every choice is still the one that was made', async () => {
  const secrets: unknown = JSON.parse(readFileSync(kept('secrets.json'), 'utf8'));
  const { values, damaged } = readSettings(JSON.parse(readFileSync(profile.file('settings.json'), 'utf8')).values);
  expect(damaged).toEqual([]);
  expect(values).toMatchObject({ bytesPerSecond: 9_000_000, notify: false, appearance: 'dark' });
  const app = await startEngine({
    ...{ profile: profile.path, settleMs: 1_000 },
    secrets: memorySecrets(new Map(Object.entries(secrets as Record<string, string>))),
    ports: { settings: memorySettings(values) },
  });
  engine = app;
  const { handlers } = app.uploader;
  const { store, sites, folders, duplicates } = await handlers['app.state']();
  expect(store).toMatchObject({ trouble: null, unreadable: { edits: 0, changes: 0, settings: 0 } });
  expect(sites).toMatchObject([{ accounts: [{ login: 'ava', signedIn: true }] }]);
  const accountId = sites[0]?.accounts[0]?.id ?? '';
  expect(folders).toMatchObject([
    { rules: { status: 'draft', stableMs: 500, extensions: ['mp4'], recursive: true }, takenCount: 1 },
  ]);
  expect(duplicates).toEqual([{ accountId, clips: 1 }]);

  const named = async (name: string) => (await app.rows()).find((row) => row.name === name);
  const kindOf = async (name: string) => (await named(name))?.state;
  // What goes by itself: cut in the middle, without an answer, without its details, after the host's time.
  for (const name of ['sending.mp4', 'processing.mp4', 'unclear.mp4', 'describing.mp4', 'waiting.mp4', 'done.mp4']) {
    await app.until((await named(name))?.id ?? name, ({ state }) => state.kind === 'done');
  }
  expect(await named('removed.mp4')).toBeUndefined();
  expect(await kindOf('paused.mp4')).toEqual({ kind: 'paused' });
  expect(await kindOf('cancelled.mp4')).toEqual({ kind: 'cancelled', videoId: null });
  expect(await kindOf('too large.mp4')).toMatchObject({ kind: 'needs-you', reason: 'too-large' });
  expect(await kindOf('wrong kind.mov')).toMatchObject({ kind: 'needs-you', reason: 'extension-refused' });
  expect(await kindOf('gone.mp4')).toMatchObject({ kind: 'needs-you', reason: 'clip-missing' });

  // What its user lets go on: the host has raised its limit, and the file is back; the kind is refused as it was.
  makeProfileClips(clips.path, ['gone.mp4']);
  await handlers['queue.act']({ act: 'retry', target: { filter: 'needs-you' } });
  await handlers['queue.act']({ act: 'resume', target: { filter: 'waiting' } });
  await app.settled(['done', 'cancelled', 'needs-you']);
  expect(await kindOf('wrong kind.mov')).toMatchObject({ kind: 'needs-you', reason: 'extension-refused' });

  // What was added again is known: also what was taken off the list.
  await app.uploader.addPaths([clips.file('removed.mp4'), clips.file('done.mp4')], accountId);
  await app.settled(['done', 'cancelled', 'needs-you']);
  const expected = Object.keys(profileClips).filter((name) => !['cancelled.mp4', 'wrong kind.mov'].includes(name));
  expect(await filesOnSite()).toEqual([...expected, 'twice.mp4'].sort());

  const video = async (title: string) => (await state()).videos.find((one) => one.title === title);
  await expect
    .poll(() => video('Changed in the library'), { timeout: 60_000 })
    .toMatchObject({
      ...{ status: 'draft', content: 'Fog,\nthen gold.', excerpt: 'Short', slug: 'harbour-lights' },
    });
  expect(await video('To be described')).toMatchObject({ status: 'draft' });
  expect(await video('Title of paused.mp4')).toMatchObject({ status: 'draft' });
  expect(await video('Title of waiting.mp4')).toMatchObject({ status: 'draft', excerpt: 'For many' });
  expect((await state()).videos.filter(({ status }) => status === 'publish')).toEqual([]);
  expect((await app.details((await named('done.mp4'))?.id ?? '')).draft).toMatchObject({ password: 'open' });
});
