// Moving to a new computer: one file is saved on the old one and opened on the new one, and nothing that is on a site is sent again.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openZip } from '../../main/adapters/open-zip.ts';
import { saveZip } from '../../main/adapters/save-zip.ts';
import type { MoveFiles } from '../../main/ports.ts';
import type { MoveInView, MoveTaken, SettingValues } from '../../preload/contract.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { api } from '../site/test-client.ts';
import { type ClipFolder, clipFolder, sha256 } from './clip-files.ts';
import { type Engine, memorySecrets, startEngine } from './engine.ts';
import { memorySettings } from './settings.ts';

let site: PracticeSite;
let clips: ClipFolder;
/** Where the file is saved. */
let disk: ClipFolder;
let old: Engine;
let oldSecrets: ReturnType<typeof memorySecrets>;
let fresh: Engine;
let ava: string;
let place: string;

const moving = (): MoveFiles => ({
  saveZip,
  openZip,
  choosePlace: async () => place,
  chooseFile: async () => place,
});
const computer = (name: string, settings: Partial<SettingValues> = {}) => ({
  ports: { moving: moving(), computer: name, settings: memorySettings(settings) },
});

beforeEach(async () => {
  site = await startPracticeSite({ name: 'Harbour Films' });
  [clips, disk] = [clipFolder(), clipFolder()];
  place = disk.file('moved.clipferry');
  oldSecrets = memorySecrets();
  old = await startEngine({ ...computer('Studio', { smallLanes: 5, week: 's'.repeat(168) }), secrets: oldSecrets });
  fresh = await startEngine(computer('Laptop'));
  ava = await old.connect(site);
});
afterEach(async () => {
  await Promise.all([old.stop(), fresh.stop()]);
  await site.stop();
  clips.remove();
  disk.remove();
});

const uploads = async () => (await site.state()).uploads.length;

async function save(engine = old) {
  const view = await engine.uploader.handlers['move.gather']();
  const saved = await engine.uploader.handlers['move.save'](view.id);
  expect(saved).toEqual({ ok: true, value: { name: 'moved.clipferry', folder: disk.path } });
  return view;
}

async function open(engine = fresh): Promise<MoveInView> {
  const opened = await engine.uploader.handlers['move.open']();
  if (!opened?.ok) throw new Error(`not opened: ${JSON.stringify(opened)}`);
  return opened.value;
}

const take = async (engine = fresh): Promise<MoveTaken> =>
  engine.uploader.handlers['move.take']((await open(engine)).id);

/** Signs in again on the new computer; gives the account there. */
async function signIn(engine = fresh): Promise<string> {
  const [known] = (await engine.uploader.handlers['app.state']()).sites;
  const accountId = known?.accounts[0]?.id ?? '';
  const signedIn = await engine.uploader.handlers['account.signInAgain']({
    accountId,
    with: { kind: 'application-password', login: 'ava', password: site.signIn('ava').appPassword },
  });
  if (!signedIn.ok) throw new Error(`not signed in: ${JSON.stringify(signedIn.failure)}`);
  await engine.uploader.handlers['site.checkup'](signedIn.value.siteId);
  return accountId;
}

/** Three clips of the old computer that are on the site, the first one of so many bytes. */
async function sent(bytes = 60_000): Promise<readonly string[]> {
  const paths = ['one.mp4', 'two.mp4', 'three.mp4'].map((name, at) => clips.make(name, at === 0 ? bytes : 50_000 + at));
  await old.add(ava, ...paths);
  await old.settled();
  return paths;
}

it('what the old one sent is known on the new one under other names, and is not sent again; a changed clip is', {
  tags: 'proof',
}, async () => {
  const paths = await sent(3_000_000);
  expect(await save()).toMatchObject({ sites: 1, clips: 3, leftClips: 0, folders: 0, openClips: 0 });
  const view = await open();
  expect(view).toMatchObject({ computer: 'Studio', newClips: 3, knownClips: 0, openClips: 0 });
  expect(view.sites).toEqual([
    { name: 'Harbour Films', address: expect.stringContaining('127.0.0.1'), newLogins: ['ava'] },
  ]);
  // Nothing of it counts before the person says so.
  expect((await fresh.uploader.handlers['app.state']()).sites).toEqual([]);
  expect(await fresh.uploader.handlers['move.take'](view.id)).toEqual({
    accounts: 1,
    clips: 3,
    folders: 0,
    settings: 2,
  });

  const { sites } = await fresh.uploader.handlers['app.state']();
  expect(sites).toMatchObject([{ name: 'Harbour Films', accounts: [{ login: 'ava', signedIn: false }] }]);
  const also = await signIn();
  const here = clipFolder();
  const copies = paths.map((path, at) => {
    copyFileSync(path, here.file(`Copy ${at}.mp4`));
    return here.file(`Copy ${at}.mp4`);
  });
  const changed = readFileSync(paths[0] ?? '');
  // In one place between those that are compared with the site: only the whole content tells.
  changed[100_000] = 255 - (changed[100_000] ?? 0);
  writeFileSync(here.file('changed.mp4'), changed);
  expect(await fresh.uploader.addPaths([here.file('changed.mp4')], also)).toMatchObject({ added: 1 });
  await fresh.settled();
  expect(await fresh.uploader.addPaths(copies, also)).toMatchObject({
    ...{ added: 0, alreadyOnSite: 3, alreadyQueued: 0, refused: [] },
  });
  expect(await uploads()).toBe(4);
  const { videos } = await site.state();
  expect(videos.map(({ file }) => file?.sha256).sort()).toEqual(
    [...paths, here.file('changed.mp4')].map(sha256).sort(),
  );
  // Known by their places from now on: nothing is read again. Each row says what the site has of it by now.
  expect(await fresh.uploader.addPaths(copies, also)).toMatchObject({ added: 0, alreadyOnSite: 3 });
  await expect
    .poll(async () => (await fresh.rows()).map(({ state, onSite }) => [state.kind, onSite?.status]), {
      timeout: 15_000,
    })
    .toEqual(Array(4).fill(['done', 'pending']));
  here.remove();
});

it('what was deleted on the site since is not said to be there, and is sent again by its button; what a folder has of it stays off the list', {
  tags: 'proof',
}, async () => {
  const [one = '', two = ''] = await sent();
  await save();
  await take();
  const also = await signIn();
  for (const { id } of (await site.state()).videos) await api(site, 'admin', 'DELETE', `wp/v2/video/${id}?force=true`);
  expect(await fresh.uploader.addPaths([one], also)).toMatchObject({ added: 0, alreadyOnSite: 1 });
  await expect
    .poll(async () => (await fresh.rows()).map(({ onSite }) => onSite), { timeout: 60_000 })
    .toMatchObject([{ status: null }]);
  const [row] = await fresh.rows();
  await fresh.uploader.handlers['queue.act']({ act: 'retry', target: { ids: [row?.id ?? ''] } });
  await fresh.settled();
  expect((await site.state()).videos.map(({ file }) => file?.sha256)).toEqual([sha256(one)]);
  const watched = clipFolder();
  copyFileSync(two, watched.file('Copy of two.mp4'));
  // One that is new tells that the folder was looked through.
  watched.make('z-new.mp4', 70_000);
  await fresh.watch(also, watched.path, 'take');
  await expect
    .poll(async () => (await fresh.uploader.handlers['app.state']()).folders[0]?.takenCount, { timeout: 60_000 })
    .toBe(1);
  expect((await fresh.rows()).map(({ name }) => name).sort()).toEqual(['one.mp4', 'z-new.mp4']);
  watched.remove();
});

it('settings that were changed here stay; those that were not become as they were there', async () => {
  await save();
  await fresh.uploader.handlers['settings.change']({ smallLanes: 2 });
  expect(await open()).toMatchObject({ newSettings: 1 });
  expect(await take()).toMatchObject({ settings: 1 });
  const { values } = await fresh.uploader.handlers['settings.get']();
  expect(values).toMatchObject({ smallLanes: 2, week: 's'.repeat(168), publicSites: [] });
});

it('taken over twice nothing changes, and back on the old computer there is nothing new', async () => {
  await sent();
  await old.watch(ava, clips.path, 'leave');
  await save();
  await take();
  const before = await fresh.uploader.handlers['app.state']();
  expect(await open()).toMatchObject({ newClips: 0, knownClips: 3, newFolders: [], newSettings: 0 });
  expect(await take()).toEqual({ accounts: 0, clips: 0, folders: 0, settings: 0 });
  expect(await fresh.uploader.handlers['app.state']()).toEqual(before);
  // From there it goes on to the next computer with all that it knows by then.
  await save(fresh);
  expect(await open(old)).toMatchObject({ newClips: 0, knownClips: 3, newFolders: [], sites: [{ newLogins: [] }] });
  expect(await take(old)).toEqual({ accounts: 0, clips: 0, folders: 0, settings: 0 });
  await fresh.stop();
  fresh = await startEngine(computer('Third'));
  expect(await take()).toEqual({ accounts: 1, clips: 3, folders: 1, settings: 2 });
});

it('what is connected already keeps its sign-in; a file that is taken twice is gone', async () => {
  await sent();
  await save();
  const also = await fresh.connect(site);
  const { id, newClips, sites } = await open();
  expect({ newClips, sites }).toMatchObject({ newClips: 3, sites: [{ newLogins: [] }] });
  expect(await fresh.uploader.handlers['move.take'](id)).toMatchObject({ accounts: 0, clips: 3 });
  await expect(fresh.uploader.handlers['move.take'](id)).rejects.toThrow('move-gone');
  const { sites: shown } = await fresh.uploader.handlers['app.state']();
  expect(shown).toMatchObject([{ accounts: [{ id: also, signedIn: true }] }]);
});

it('an account that was signed out here comes back, and asks for its sign-in', async () => {
  await sent();
  await save();
  await fresh.uploader.handlers['account.remove'](await fresh.connect(site));
  expect(await open()).toMatchObject({ sites: [{ newLogins: ['ava'] }] });
  expect(await take()).toMatchObject({ accounts: 1, clips: 3 });
  expect((await fresh.uploader.handlers['app.state']()).sites).toMatchObject([{ accounts: [{ signedIn: false }] }]);
});

it('a clip that waited here when the file came is not sent, and says which one it is', async () => {
  const [path = ''] = await sent();
  await save();
  const also = await fresh.connect(site);
  await fresh.uploader.handlers['queue.pause'](true);
  const copy = join(disk.path, 'waiting.mp4');
  copyFileSync(path, copy);
  const [row] = await fresh.add(also, copy);
  await take();
  await fresh.uploader.handlers['queue.pause'](false);
  const stopped = await fresh.until(row?.id ?? '', ({ state }) => state.kind === 'needs-you');
  expect(stopped.state).toMatchObject({ reason: 'clip-known', detail: 'one.mp4' });
  expect(await uploads()).toBe(3);
});

it('a clip that waited when the file came is compared with it also where it is read before for another’s sake', async () => {
  const [path = ''] = await sent();
  await save();
  const also = await fresh.connect(site);
  await fresh.uploader.handlers['queue.pause'](true);
  const copy = join(disk.path, 'waiting.mp4');
  copyFileSync(path, copy);
  const [first] = await fresh.add(also, copy);
  await take();
  await fresh.add(also, disk.make('as large.mp4', 60_000));
  await fresh.uploader.handlers['queue.pause'](false);
  const stopped = await fresh.until(
    first?.id ?? '',
    ({ state }) => state.kind !== 'waiting' && state.kind !== 'sending',
  );
  expect(stopped.state).toMatchObject({ kind: 'needs-you', reason: 'clip-known', detail: 'one.mp4' });
  await expect.poll(uploads).toBe(4);
});

it('clips of one size that waited here and were read for that are compared with the file that came all the same', async () => {
  const [path = ''] = await sent();
  await save();
  const also = await fresh.connect(site);
  await fresh.uploader.handlers['queue.pause'](true);
  const copy = join(disk.path, 'waiting.mp4');
  copyFileSync(path, copy);
  const [first, second] = await fresh.add(also, copy, disk.make('as large.mp4', 60_000));
  await take();
  await fresh.uploader.handlers['queue.pause'](false);
  await fresh.until(second?.id ?? '', ({ state }) => state.kind === 'done');
  const stopped = await fresh.until(
    first?.id ?? '',
    ({ state }) => state.kind !== 'waiting' && state.kind !== 'sending',
  );
  expect(stopped.state).toMatchObject({ kind: 'needs-you', reason: 'clip-known', detail: 'one.mp4' });
  expect(await uploads()).toBe(4);
});

it('clips that wait on the old one are counted and stay there', async () => {
  await sent();
  await old.uploader.handlers['queue.pause'](true);
  await old.add(ava, clips.make('later.mp4', 200_000));
  expect(await save()).toMatchObject({ clips: 3, openClips: 1 });
  expect(await open()).toMatchObject({ newClips: 3, openClips: 1 });
  await take();
  expect(await fresh.rows()).toEqual([]);
});

describe('a watched folder', () => {
  it('waits to be told where it lies now, watches nothing until then, and keeps its rules', {
    tags: 'proof',
  }, async () => {
    const [path = ''] = await sent();
    const folderId = await old.watch(ava, clips.path, 'leave');
    await old.uploader.handlers['folder.change']({ folderId, rules: { status: 'draft', recursive: false } });
    await save();
    await take();
    const also = await signIn();
    // Also where its place is there with all that was in it.
    const waiting = await fresh.folder(folderId);
    expect(waiting).toMatchObject({ state: 'unplaced', path: clips.path, accountId: also, rules: { status: 'draft' } });
    const here = clipFolder();
    copyFileSync(path, here.file('sent before.mp4'));
    const added = here.make('new.mp4', 250_000);
    const offered = await chosen(here.path);
    const placed = await fresh.uploader.handlers['folder.add']({
      ...{ offer: offered, accountId: also, existing: 'take', brought: folderId },
    });
    expect(placed).toMatchObject({ ok: true, value: { id: folderId, path: here.path, paused: false } });
    await fresh.settled();
    expect(await uploads()).toBe(4);
    const { videos } = await site.state();
    expect(videos.find(({ file }) => file?.sha256 === sha256(added))?.status).toBe('draft');
    const { folders } = await fresh.uploader.handlers['app.state']();
    expect(folders).toMatchObject([{ id: folderId, rules: { recursive: false, status: 'draft', existing: 'take' } }]);
    // It is watched here by now: the same file brings no second one.
    expect(await open()).toMatchObject({ newFolders: [] });
    expect(await take()).toMatchObject({ folders: 0 });
    here.remove();
  });

  it('that was paused comes paused, and one that is not wanted is removed', async () => {
    const folderId = await old.watch(ava, clips.path);
    await old.uploader.handlers['folder.pause']({ folderId, paused: true });
    await save();
    await take();
    const accountId = (await fresh.folder(folderId)).accountId;
    const placed = await fresh.uploader.handlers['folder.add']({
      ...{ offer: await chosen(disk.path), accountId, existing: 'leave', brought: folderId },
    });
    expect(placed).toMatchObject({ ok: true, value: { state: 'paused' } });
    await fresh.uploader.handlers['folder.remove'](folderId);
    await take();
    await fresh.uploader.handlers['folder.remove'](folderId);
    expect((await fresh.uploader.handlers['app.state']()).folders).toEqual([]);
    await expect(
      fresh.uploader.handlers['folder.add']({
        ...{ offer: await chosen(disk.path), accountId, existing: 'leave', brought: folderId },
      }),
    ).rejects.toThrow('folder-gone');
  });

  /** Names the folder that is chosen in the dialog. */
  async function chosen(path: string): Promise<string> {
    fresh.choose(path);
    const offer = await fresh.uploader.handlers['folder.choose']();
    if (!offer?.ok) throw new Error(`not chosen: ${JSON.stringify(offer)}`);
    return offer.value.offer;
  }
});
