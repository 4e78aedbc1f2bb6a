// As many clips as one file may bring: they come in steps that hold nothing up, and are there as a whole or not at all.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openZip } from '../../main/adapters/open-zip.ts';
import { saveZip } from '../../main/adapters/save-zip.ts';
import { clipsInPart, mostMovedClips } from '../../main/features/move/file-format.ts';
import { longestTurn } from '../tools/cpu.ts';
import { type ClipFolder, clipFolder } from './clip-files.ts';
import { type Engine, startEngine } from './engine.ts';
import type { MoveOrder } from './move-process.ts';

let disk: ClipFolder;
let place: string;

/** As sums of contents are: in no order. */
const sha = (at: number): string =>
  [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f]
    .map((by) => (BigInt(at + 1) * BigInt(by) * 0x9e3779b97f4a7c15n).toString(16).padStart(16, '0').slice(-16))
    .join('');

beforeAll(async () => {
  disk = clipFolder();
  place = disk.file('moved.clipferry');
  const names = Array.from({ length: mostMovedClips / clipsInPart }, (_, at) => `clips-${at + 1}.json`);
  const clips = (part: number) =>
    Array.from({ length: clipsInPart }, (_, at) => {
      const n = part * clipsInPart + at;
      return [1_000_000 + ((n * 7_919) % 1_000_003), sha(n), n + 1, 1_790_000_000_000, `clip ${n}.mp4`];
    });
  const site = {
    ...{ name: 'Harbour Films', address: 'https://harbour.example/', root: 'https://harbour.example/wp-json/' },
    ...{ platform: 'wp', uploadRoute: 'streamtube/v1/upload', passwordPage: null },
    ways: { applicationPassword: true, browser: true, accountPassword: true, token: false },
    accounts: [
      {
        ...{ key: 'a1', login: 'ava', name: 'Ava', userId: 7, canUpload: true, canPublish: true },
        method: 'application-password',
      },
    ],
  };
  const texts: Record<string, unknown> = {
    'manifest.json': {
      ...{ kind: 'clipferry-move', version: 1, app: '0.1.0', computer: 'Studio', savedAt: 1_790_000_000_000 },
      ...{ openClips: 0, parts: ['sites.json', 'folders.json', 'settings.json', ...names] },
    },
    'sites.json': { sites: [site] },
    'folders.json': { folders: [] },
    'settings.json': { values: {} },
  };
  for (const [at, name] of names.entries()) texts[name] = { account: 'a1', clips: clips(at) };
  const packed = Object.entries(texts).map(([name, content]) => [name, strToU8(JSON.stringify(content))] as const);
  writeFileSync(place, zipSync(Object.fromEntries(packed), { level: 1 }));
}, 60_000);
afterAll(() => disk.remove());

const moving = { saveZip, openZip, choosePlace: async () => place, chooseFile: async () => place };

/** What of it is on the disk of a profile. */
function onDisk(profile: string) {
  const database = new DatabaseSync(path.join(profile, 'clipferry.sqlite'), { readOnly: true, timeout: 5_000 });
  try {
    const [clips = 0, half = 0, accounts = 0] = ['brought_clips', 'half_taken', 'accounts'].map((table) =>
      Number(database.prepare(`SELECT COUNT(*) AS n FROM ${table}`).get()?.n),
    );
    return { clips, half, accounts };
  } finally {
    database.close();
  }
}

async function open(engine: Engine): Promise<string> {
  const opened = await engine.uploader.handlers['move.open']();
  if (!opened?.ok) throw new Error(JSON.stringify(opened));
  expect(opened.value).toMatchObject({ newClips: mostMovedClips, knownClips: 0 });
  return opened.value.id;
}

it('no turn of the loop takes long while they are taken over', async () => {
  const engine = await startEngine({ ports: { moving } });
  try {
    const id = await open(engine);
    const turns = longestTurn();
    const taking = engine.uploader.handlers['move.take'](id);
    // A second time meanwhile they are not taken.
    await expect(engine.uploader.handlers['move.take'](id)).rejects.toThrow('move-gone');
    const taken = await taking;
    const longestMs = turns.end();
    expect(taken).toMatchObject({ accounts: 1, clips: mostMovedClips });
    expect(longestMs).toBeGreaterThan(0);
    // In one go it was 2,900 ms.
    expect(longestMs).toBeLessThan(100);
  } finally {
    await engine.stop();
  }
}, 120_000);

it('killed in the middle of it nothing of them counts, what came is thrown away at the next start, and all of them come anew', async () => {
  const own = clipFolder();
  const order: MoveOrder = { profile: own.path, place };
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'move-process.ts'), JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const many = () => (existsSync(path.join(own.path, 'clipferry.sqlite')) ? onDisk(own.path).clips : 0);
  try {
    await expect.poll(many, { timeout: 60_000, interval: 5 }).toBeGreaterThan(10_000);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
  expect(said).toBe('');
  const left = onDisk(own.path);
  expect(left).toMatchObject({ half: 1, accounts: 0 });
  expect(left.clips).toBeLessThan(mostMovedClips);

  const turns = longestTurn();
  const engine = await startEngine({ profile: own.path, ports: { moving } });
  try {
    expect((await engine.uploader.handlers['app.state']()).sites).toEqual([]);
    await expect.poll(() => onDisk(own.path), { timeout: 30_000 }).toEqual({ clips: 0, half: 0, accounts: 0 });
    expect(turns.end()).toBeLessThan(500);
    expect(await engine.uploader.handlers['move.take'](await open(engine))).toMatchObject({ clips: mostMovedClips });
    expect(onDisk(own.path)).toEqual({ clips: mostMovedClips, half: 0, accounts: 1 });
  } finally {
    await engine.stop();
    own.remove();
  }
}, 120_000);

it('the app that is quit meanwhile ends at once, and has taken nothing', async () => {
  const own = clipFolder();
  const engine = await startEngine({ profile: own.path, ports: { moving } });
  const taking = engine.uploader.handlers['move.take'](await open(engine)).then(
    () => 'taken',
    () => 'ended',
  );
  await expect.poll(() => onDisk(own.path).clips, { timeout: 30_000, interval: 5 }).toBeGreaterThan(1_000);
  await engine.stop();
  expect(await taking).toBe('ended');
  expect(onDisk(own.path)).toMatchObject({ half: 1, accounts: 0 });
  own.remove();
}, 120_000);
