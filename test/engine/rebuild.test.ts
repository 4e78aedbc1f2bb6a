// A damaged, lost or outdated list is set aside and rebuilt, and nothing that is on the site is sent again (F-41, F-42).
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepOnce } from '../../main/adapters/database/keeper.ts';
import { undiciHttp } from '../../main/adapters/http.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { upload } from '../site/test-client.ts';
import { type ClipFolder, clipFolder, grownClip } from './clip-files.ts';
import { type Engine, memorySecrets, startEngine } from './engine.ts';

let site: PracticeSite;
let folder: ClipFolder;
let dropped: ClipFolder;
let profile: string;
let secrets: ReturnType<typeof memorySecrets>;
let engine: Engine;
let account: string;

const start = (): Promise<Engine> => startEngine({ profile, secrets, settleMs: 600 });
const inProfile = (name: string): string => join(profile, name);
const asides = (): readonly string[] => readdirSync(profile).filter((name) => name.startsWith('damaged-'));
const uploads = async (): Promise<number> => (await site.state()).uploads.length;

beforeEach(async () => {
  site = await startPracticeSite();
  folder = clipFolder();
  dropped = clipFolder();
  profile = mkdtempSync(join(tmpdir(), 'clipferry-rebuild-'));
  secrets = memorySecrets();
  engine = await start();
  account = await engine.connect(site);
});
afterEach(async () => {
  await engine.stop();
  await site.stop();
  folder.remove();
  dropped.remove();
  rmSync(profile, { recursive: true, force: true });
});

const names = (count: number, prefix: string): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${prefix} ${index}.mp4`);

/** Sends clips of a watched folder and dropped ones, and stops. */
async function sendAll(): Promise<number> {
  // Two of equal size and name among them: what every camera does.
  for (const [index, name] of names(6, 'watched').entries()) folder.make(name, 20_000 + 10 * index);
  folder.make('DCIM/C0001.mp4', 30_000);
  const paths = [
    ...names(4, 'dropped').map((name, index) => dropped.make(name, 40_000 + 10 * index)),
    dropped.make('C0001.mp4', 30_000),
  ];
  await engine.watch(account, folder.path);
  await engine.add(account, ...paths);
  await expect.poll(async () => (await engine.rows()).length).toBe(12);
  await engine.settled();
  expect(await uploads()).toBe(12);
  await engine.stop();
  return 12;
}

/** Everything that was sent is found on the site again, and what is new is sent. */
async function expectNothingTwice(sent: number): Promise<void> {
  await engine.add(account, ...names(4, 'dropped').map(dropped.file), dropped.file('C0001.mp4'));
  await expect.poll(async () => (await engine.rows()).length).toBe(sent);
  await engine.settled();
  expect(await uploads()).toBe(sent);
  const fresh = dropped.make('new.mp4', 20_010);
  const [job] = await engine.add(account, fresh);
  await engine.until(job?.id ?? '', (row) => row.state.kind === 'done');
  expect((await site.state()).videos).toHaveLength(sent + 1);
}

const database = (): string => inProfile('clipferry.sqlite');
const harms: Readonly<Record<string, () => void>> = {
  'cut off in the middle': () => truncateSync(database(), Math.floor(readFileSync(database()).length / 2)),
  'without its first page': () => writeFileSync(database(), readFileSync(database()).fill(0, 0, 4_096)),
  'full of zeros but for its head': () => writeFileSync(database(), readFileSync(database()).fill(0, 8_192)),
  gone: () => rmSync(database()),
  'replaced by something else': () => writeFileSync(database(), 'Not a database at all.'),
  empty: () => truncateSync(database(), 0),
};

describe.each(Object.entries(harms))('a database that is %s', (name, harm) => {
  it('is rebuilt, and nothing is sent twice (F-42)', { tags: name === 'gone' ? [] : 'proof' }, async () => {
    const sent = await sendAll();
    harm();
    const damaged = existsSync(database()) ? readFileSync(database()) : null;
    engine = await start();
    const { sites, folders } = await engine.uploader.handlers['app.state']();
    // Whose secrets are still there is signed in; the rest the user connects again.
    account = sites[0]?.accounts[0]?.signedIn ? (sites[0]?.accounts[0]?.id ?? '') : await engine.connect(site);
    if (folders.length === 0) await engine.watch(account, folder.path);
    await expectNothingTwice(sent);
    if (damaged === null) return;
    expect(asides()).toHaveLength(1);
    expect(readFileSync(join(profile, asides()[0] ?? '', 'clipferry.sqlite')).equals(damaged)).toBe(true);
  });
});

it('a video that is stored while the site is listed is not taken for one without a file: nobody is asked (F-42)', {
  tags: 'proof',
}, async () => {
  const sent = await sendAll();
  rmSync(database());
  const http = undiciHttp();
  const lists: string[] = [];
  const request: typeof http.request = async (wanted) => {
    const list = /wp\/v2\/(video|media)\?/.exec(wanted.url)?.[1];
    if (list && !lists.includes(list) && lists.push(list) === 2)
      await upload(site, 'ava', 'C0009.mp4', Buffer.from(grownClip(70_000)));
    return http.request(wanted);
  };
  engine = await startEngine({ profile, secrets, settleMs: 600, http: { ...http, request } });
  account = await engine.connect(site);
  lists.length = 0;
  const [job] = await engine.add(account, dropped.make('C0009.mp4', 50_000));
  await engine.until(job?.id ?? '', (row) => row.state.kind === 'done');
  expect(lists).toHaveLength(2);
  expect(await uploads()).toBe(sent + 2);
});

describe('with a copy made before', () => {
  it('a database that cannot be read at all gives back sites, folders, ledger and open clips (F-41)', async () => {
    const sent = await sendAll();
    engine = await start();
    account = (await engine.uploader.handlers['app.state']()).sites[0]?.accounts[0]?.id ?? '';
    await engine.uploader.handlers['queue.pause'](true);
    const open = dropped.make('open.mp4', 60_000);
    const [job] = await engine.add(account, open);
    await engine.uploader.handlers['job.describe']({ jobId: job?.id ?? '', draft: { title: 'Typed before' } });
    expect(await keepOnce(profile)).toEqual({ kind: 'kept', name: 'clipferry.snapshot' });
    expect(await keepOnce(profile)).toEqual({ kind: 'kept', name: 'clipferry.snapshot' });
    expect(existsSync(inProfile('clipferry.snapshot.before'))).toBe(true);
    // Sent after the copy was made: the copy believes that it still waits.
    await engine.uploader.handlers['queue.pause'](false);
    await engine.settled();
    expect(await uploads()).toBe(sent + 1);
    await engine.stop();
    writeFileSync(database(), 'Not a database at all.');
    engine = await start();
    const { sites, folders, store } = await engine.uploader.handlers['app.state']();
    expect([sites[0]?.accounts[0]?.signedIn, folders.length]).toEqual([true, 1]);
    expect(store.rebuilt).toMatchObject({ why: 'damaged', sites: 1, clips: sent + 1, lostClips: 0 });
    await engine.uploader.handlers['queue.pause'](false);
    await engine.settled();
    expect((await engine.rows()).length).toBe(sent + 1);
    expect(await uploads()).toBe(sent + 1);
    expect((await site.state()).videos.filter((video) => video.title === 'Typed before')).toHaveLength(1);
    await engine.uploader.handlers['store.read']();
    expect((await engine.uploader.handlers['app.state']()).store.rebuilt).toBe(null);
  });

  it('no copy is made of a damaged database, which the next start rebuilds (F-41)', { tags: 'proof' }, async () => {
    await sendAll();
    const bytes = readFileSync(database());
    writeFileSync(database(), bytes.fill(0xff, bytes.length - 4_096 * 3));
    expect(await keepOnce(profile)).toMatchObject({ kind: 'damaged' });
    expect(existsSync(inProfile('clipferry.snapshot'))).toBe(false);
    engine = await start();
  });
});

describe('a list that is older than what was sent', () => {
  it('without the log beside it: what it believes to be waiting is looked up (F-41)', async () => {
    const path = dropped.make('clip.mp4', 50_000);
    await engine.uploader.handlers['queue.pause'](true);
    await engine.add(account, path);
    // A copy of the database as it is now, in use and without its log: what a backup program takes along.
    const checkpoint = new DatabaseSync(database());
    checkpoint.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    checkpoint.close();
    copyFileSync(database(), inProfile('copy'));
    await engine.uploader.handlers['queue.pause'](false);
    await engine.settled();
    await engine.stop();
    copyFileSync(inProfile('copy'), database());
    engine = await start();
    await engine.uploader.handlers['queue.pause'](false);
    await engine.settled();
    expect(await uploads()).toBe(1);
  });

  it('after its log was damaged: the same, and the log is kept aside (F-41)', async () => {
    const path = dropped.make('clip.mp4', 50_000);
    await engine.add(account, path);
    await engine.settled();
    // The process is gone from one moment to the next; what it had written last comes back wrong.
    for (const beside of ['', '-wal', '-shm']) copyFileSync(database() + beside, inProfile(`copy${beside}`));
    await engine.stop();
    for (const beside of ['', '-wal', '-shm']) copyFileSync(inProfile(`copy${beside}`), database() + beside);
    const wal = readFileSync(`${database()}-wal`);
    wal.fill(0, 32 + 4_120, 32 + 4_120 + 64);
    writeFileSync(`${database()}-wal`, wal);
    engine = await start();
    account = (await engine.uploader.handlers['app.state']()).sites[0]?.accounts[0]?.id ?? (await engine.connect(site));
    if ((await engine.rows()).length === 0) await engine.add(account, path);
    await engine.settled();
    expect(await uploads()).toBe(1);
    expect(readFileSync(join(profile, asides()[0] ?? '', 'clipferry.sqlite-wal')).equals(wal)).toBe(true);
  });
});
