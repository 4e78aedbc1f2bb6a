// A list that was copied to another computer sends nothing there by itself, and once it goes on there, nothing twice (F-48).
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { type ClipFolder, clipFolder } from './clip-files.ts';
import { type Engine, memorySecrets, startEngine } from './engine.ts';

let site: PracticeSite;
let folder: ClipFolder;
let profile: string;
let copy: string;
/** Moves along with the profile, as a keyring does in a copied home folder: the hardest case. */
let secrets: ReturnType<typeof memorySecrets>;
let engine: Engine;
let account: string;

const on = (machine: string | null, at = profile): Promise<Engine> =>
  startEngine({ profile: at, secrets, settleMs: 600, ports: { machine } });
const uploads = async (): Promise<number> => (await site.state()).uploads.length;
const requests = async (): Promise<number> => (await site.state()).requests.length;
const state = () => engine.uploader.handlers['app.state']();
const elsewhere = async () => (await state()).store.elsewhere;
const signedIn = async () => (await state()).sites.flatMap((one) => one.accounts.map((one) => one.signedIn));
const kinds = async () => new Set((await engine.rows()).map((row) => row.state.kind));

async function signInAgain(): Promise<void> {
  const password = site.signIn('ava').appPassword;
  const again = await engine.uploader.handlers['account.signInAgain']({
    accountId: account,
    with: { kind: 'application-password', login: 'ava', password },
  });
  expect(again).toMatchObject({ ok: true });
}

beforeEach(async () => {
  site = await startPracticeSite();
  folder = clipFolder();
  profile = mkdtempSync(join(tmpdir(), 'clipferry-home-'));
  copy = mkdtempSync(join(tmpdir(), 'clipferry-copy-'));
  secrets = memorySecrets();
  engine = await on('desk');
  account = await engine.connect(site);
});
afterEach(async () => {
  await engine.stop();
  await site.stop();
  folder.remove();
  for (const path of [profile, copy]) rmSync(path, { recursive: true, force: true });
});

/** Two clips are sent; of five more the list is copied while they wait, and the computer that it is from sends them then. */
async function copiedWhileWaiting(): Promise<void> {
  await engine.add(account, folder.make('done 0.mp4', 20_000), folder.make('done 1.mp4', 20_010));
  await engine.settled();
  await engine.uploader.handlers['queue.pause'](true);
  const clips = Array.from({ length: 5 }, (_, index) => folder.make(`clip ${index}.mp4`, 30_000 + 10 * (index % 3)));
  const [held, cancelled] = await engine.add(account, ...clips);
  const ids = (job: typeof held) => ({ ids: [job?.id ?? ''] });
  await engine.uploader.handlers['queue.act']({ act: 'pause', target: ids(held) });
  await engine.uploader.handlers['queue.act']({ act: 'cancel', target: ids(cancelled) });
  await engine.stop();
  cpSync(profile, copy, { recursive: true });
  engine = await on('desk');
  await engine.uploader.handlers['queue.act']({ act: 'resume', target: ids(held) });
  await engine.uploader.handlers['queue.act']({ act: 'retry', target: ids(cancelled) });
  await engine.uploader.handlers['queue.pause'](false);
  await engine.settled();
  expect(await uploads()).toBe(7);
  await engine.stop();
}

describe('on another computer', () => {
  it('nothing is asked of any site by itself, and every sign-in is asked for again (F-48)', async () => {
    await copiedWhileWaiting();
    const before = await requests();
    engine = await on('laptop', copy);
    await engine.uploader.handlers['queue.pause'](false);
    expect(await elsewhere()).toBe('asked');
    expect(await signedIn()).toEqual([false]);
    // Signing in alone is no word that the list is to go on.
    await signInAgain();
    await engine.add(account, folder.make('new.mp4', 50_000));
    await engine.uploader.handlers['queue.act']({ act: 'retry', target: { filter: 'all' } });
    const signIns = await requests();
    expect(signIns).toBeGreaterThan(before);
    await expect(engine.settled(['done'], 1_500)).rejects.toThrow('waiting');
    expect(await uploads()).toBe(7);
    expect(await kinds()).toContain('paused');
    // Nothing was deleted: neither a clip of the list nor what is kept of the old sign-in.
    expect(await engine.rows()).toHaveLength(8);
    expect(secrets.kept.size).toBe(1);
  });

  it('after "Go on here" what was sent meanwhile is found, not sent: also what was paused and cancelled (F-48)', {
    tags: 'proof',
  }, async () => {
    await copiedWhileWaiting();
    engine = await on('laptop', copy);
    await engine.uploader.handlers['queue.pause'](false);
    const fresh = folder.make('new.mp4', 30_000);
    await engine.add(account, fresh);
    await engine.uploader.handlers['store.goOnHere']();
    expect(await elsewhere()).toBe(null);
    await signInAgain();
    await engine.uploader.handlers['queue.act']({ act: 'resume', target: { filter: 'all' } });
    await engine.uploader.handlers['queue.act']({ act: 'retry', target: { filter: 'all' } });
    await engine.settled();
    // The one clip that the other computer never knew.
    expect(await uploads()).toBe(8);
    const rows = await engine.rows();
    expect(rows).toHaveLength(8);
    // Each stands for a video of its own.
    const videoOf = async (id: string) => (await engine.details(id)).video?.id ?? id;
    const videos = async () => new Set(await Promise.all(rows.map(({ id }) => videoOf(id))));
    const onSite = new Set((await site.state()).videos.map(({ id }) => id));
    await expect.poll(videos).toEqual(onSite);
    // From here on it is at home here, and what was entered here counts.
    await engine.stop();
    engine = await on('laptop', copy);
    expect([await elsewhere(), await signedIn()]).toEqual([null, [true]]);
  });

  it('a sign-in that was not entered here stays asked for after the next start, too (F-48)', async () => {
    await engine.stop();
    engine = await on('laptop');
    await engine.uploader.handlers['store.goOnHere']();
    expect(await signedIn()).toEqual([false]);
    await engine.stop();
    engine = await on('laptop');
    expect([await elsewhere(), await signedIn()]).toEqual([null, [false]]);
    expect(secrets.kept.size).toBe(1);
  });

  it('"Leave it" holds across starts; at home the list goes on as if nothing had been, elsewhere it is asked anew (F-48)', async () => {
    await engine.uploader.handlers['queue.pause'](true);
    await engine.add(account, folder.make('clip.mp4', 20_000));
    await engine.stop();
    engine = await on('laptop');
    await engine.uploader.handlers['store.leave']();
    expect(await elsewhere()).toBe('left');
    await engine.stop();
    engine = await on('laptop');
    expect(await elsewhere()).toBe('left');
    await engine.stop();
    engine = await on('cellar');
    expect(await elsewhere()).toBe('asked');
    await engine.stop();
    engine = await on('desk');
    expect([await elsewhere(), await signedIn()]).toEqual([null, [true]]);
    await engine.uploader.handlers['queue.pause'](false);
    await engine.settled();
    expect(await uploads()).toBe(1);
  });
});

it('a list of before machine ids were known, or on a computer without one, belongs to where it is opened (F-48)', async () => {
  await engine.stop();
  engine = await on(null);
  expect([await elsewhere(), await signedIn()]).toEqual([null, [true]]);
  await engine.stop();
  const older = mkdtempSync(join(tmpdir(), 'clipferry-older-'));
  try {
    engine = await on(null, older);
    await engine.stop();
    engine = await on('laptop', older);
    expect(await elsewhere()).toBe(null);
    await engine.stop();
    engine = await on('desk', older);
    expect(await elsewhere()).toBe('asked');
  } finally {
    // Windows removes no file that is open.
    await engine.stop();
    engine = await on('desk');
    rmSync(older, { recursive: true, force: true });
  }
});
