// One path into the list for drops and folders: never the same bytes twice, and no file read that need not be.
import {
  appendFileSync,
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../main/adapters/clock.ts';
import { diskFiles } from '../../main/adapters/files.ts';
import { workerHasher } from '../../main/adapters/hasher.ts';
import type { Clock, Files, Hasher } from '../../main/ports.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { type Engine, fixture, startEngine } from './engine.ts';
import { copyIn, sha256, uniqueBytes, uniqueClip } from './folder-writers.ts';

let site: PracticeSite;
let engine: Engine;
let account: string;
let card: string;
let hashes: number;
/** Bytes of clips that were read. */
let read: number;

beforeEach(async () => {
  hashes = 0;
  const real = workerHasher();
  const hasher: Hasher = {
    begin: () => {
      hashes++;
      return real.begin();
    },
    close: () => real.close(),
  };
  read = 0;
  const files: Files = {
    ...diskFiles,
    open: async (path) => {
      const file = await diskFiles.open(path);
      return {
        ...file,
        read: async (...where) => {
          const got = await file.read(...where);
          read += got;
          return got;
        },
      };
    },
  };
  site = await startPracticeSite();
  engine = await startEngine({ ports: { files, hasher } });
  account = await engine.connect(site);
  card = mkdtempSync(join(tmpdir(), 'clipferry-card-'));
});
afterEach(async () => {
  await engine.stop();
  await site.stop();
  rmSync(card, { recursive: true, force: true });
});

const drop = (...paths: string[]) => engine.uploader.addPaths(paths, account);
const pause = (paused: boolean) => engine.uploader.handlers['queue.pause'](paused);
const clip = (name: string): string => join(card, name);

describe('adding', () => {
  it.runIf(process.platform === 'linux')(
    'sends nothing of a clip that a program still writes to, and all of it afterwards (F-23)',
    async () => {
      await uniqueClip(clip('Export.mp4'));
      const handle = openSync(clip('Export.mp4'), 'r+');
      await drop(clip('Export.mp4'));
      await expect
        .poll(async () => (await engine.rows())[0]?.state)
        .toMatchObject({ kind: 'waiting', why: 'clip-busy' });
      writeSync(handle, Buffer.from('free'), 0, 4, uniqueBytes().length - 4_092);
      expect((await site.state()).uploads).toHaveLength(0);
      closeSync(handle);
      await engine.settled();
      expect((await site.state()).videos.map(({ file }) => file?.sha256)).toEqual([sha256(clip('Export.mp4'))]);
    },
  );

  it('reads no file of a drop whose sizes are all different', async () => {
    await pause(true);
    for (let index = 0; index < 300; index++) await uniqueClip(clip(`C${index}.mp4`), 1_000 + index);
    expect(await drop(card)).toMatchObject({ added: 300, alreadyOnSite: 0, alreadyQueued: 0, refused: [] });
    expect(hashes).toBe(0);
  });

  it('takes a clip of 5 GiB by what stands at its boxes, and one without a byte not at all (F-36)', async () => {
    await pause(true);
    const film = readFileSync(fixture('C0001.mp4'));
    const size = 5 * 1024 ** 3;
    // A box with its length in 64 bits, which players pass over; its hole takes no room on the disk.
    const box = Buffer.alloc(16);
    box.writeUInt32BE(1, 0);
    box.write('free', 4, 'latin1');
    box.writeBigUInt64BE(BigInt(size - film.length), 8);
    writeFileSync(clip('Long.mp4'), Buffer.concat([film, box]));
    // Its very end is there: nothing but zeros there is a file that is still being written (F-23).
    const end = Buffer.from('the end');
    truncateSync(clip('Long.mp4'), size - end.length);
    appendFileSync(clip('Long.mp4'), end);
    writeFileSync(clip('Nothing.mp4'), '');
    expect(await drop(card)).toMatchObject({ added: 1, refused: [{ name: 'Nothing.mp4', reason: 'empty' }] });
    expect(await engine.rows()).toMatchObject([{ name: 'Long.mp4', bytes: size, state: { kind: 'waiting' } }]);
    expect(hashes).toBe(0);
    expect(read).toBeLessThan(1024 * 1024);
  });

  it('knows a card again that was copied to another place, and says what is new on it', { tags: 'proof' }, async () => {
    for (let index = 0; index < 6; index++) await uniqueClip(clip(`C${index}.mp4`), 1_000 + (index % 2));
    await drop(card);
    await engine.settled();
    const copied = mkdtempSync(join(tmpdir(), 'clipferry-copy-'));
    for (let index = 0; index < 6; index++) copyIn(clip(`C${index}.mp4`), join(copied, `C${index}.mp4`));
    await uniqueClip(join(copied, 'C6.mp4'), 1_000);
    await uniqueClip(join(copied, 'C7.mp4'), 5_000);
    expect(await drop(copied)).toMatchObject({ added: 2, alreadyOnSite: 6, alreadyQueued: 0 });
    await engine.settled();
    expect((await site.state()).uploads).toHaveLength(8);
    // What was compared once is known from then on.
    const before = hashes;
    expect(await drop(copied)).toMatchObject({ added: 0, alreadyOnSite: 8 });
    expect(hashes).toBe(before);
    rmSync(copied, { recursive: true });
  });

  it('takes equal files of one drop once, and different ones of the same size all', async () => {
    await pause(true);
    await uniqueClip(clip('A.mp4'));
    await uniqueClip(clip('B.mp4'));
    copyIn(clip('A.mp4'), clip('A copy.mp4'));
    expect(await drop(card)).toMatchObject({ added: 2, ready: 0, alreadyQueued: 1 });
    await pause(false);
    await engine.settled();
    const { videos } = await site.state();
    const sums = [sha256(clip('A.mp4')), sha256(clip('B.mp4'))];
    expect(videos.map((video) => video.file?.sha256).sort()).toEqual(sums.sort());
  });

  it('takes two drops of the same bytes at the same moment once', async () => {
    await pause(true);
    await uniqueClip(clip('A.mp4'));
    copyIn(clip('A.mp4'), clip('B.mp4'));
    const results = await Promise.all([drop(clip('A.mp4')), drop(clip('B.mp4'))]);
    expect(results.map((result) => result.added).sort()).toEqual([0, 1]);
    expect(await engine.rows()).toHaveLength(1);
  });

  it('does not take a changed file for the one that was sent', async () => {
    await uniqueClip(clip('A.mp4'));
    await drop(card);
    await engine.settled();
    await uniqueClip(clip('A.mp4'));
    expect(await drop(card)).toMatchObject({ added: 1, alreadyOnSite: 0 });
  });

  it('sends a clip once that was replaced while it waited, when it is dropped again (F-25)', async () => {
    await pause(true);
    await uniqueClip(clip('A.mp4'));
    await drop(card);
    await uniqueClip(clip('A.mp4'), 6_000);
    expect(await drop(card)).toMatchObject({ added: 0, alreadyQueued: 1 });
    expect(await engine.rows()).toHaveLength(1);
    await pause(false);
    await engine.settled();
    expect((await site.state()).videos.map((video) => video.file?.sha256)).toEqual([sha256(clip('A.mp4'))]);
  });

  it('knows a clip that is on the site already and only got a new date, while its text waits for the user (F-25)', async () => {
    await uniqueClip(clip('A.mp4'));
    const body = { code: 'rest_forbidden', message: 'Sorry.' };
    await site.switches({ failWith: { route: '^GET /wp/v2/video', status: 403, body } });
    await drop(card);
    await engine.settled(['needs-you']);
    utimesSync(clip('A.mp4'), 1_700_000_000, 1_700_000_000);
    expect(await drop(card)).toMatchObject({ added: 0, alreadyQueued: 1 });
    await site.switches({ failWith: null });
    await engine.uploader.handlers['queue.act']({ act: 'retry', target: { filter: 'needs-you' } });
    await engine.settled();
    expect((await site.state()).uploads).toHaveLength(1);
  });

  it('refuses a file for now that is dropped while it is written into room made before, and takes it when it is whole (F-23)', async () => {
    const whole = uniqueBytes(9_000);
    const room = Buffer.alloc(whole.length);
    whole.copy(room, 0, 0, whole.length - 8_000);
    writeFileSync(clip('A.mp4'), room);
    expect(await drop(card)).toMatchObject({ added: 0, refused: [{ name: 'A.mp4', reason: 'unfinished' }] });
    writeFileSync(clip('A.mp4'), whole);
    expect(await drop(card)).toMatchObject({ added: 1, refused: [] });
  });

  it.each([
    ['set back', -3_600_000],
    ['set ahead', 3_600_000],
  ])('waits to see whether it is still written where the clock was %s meanwhile (F-13, F-23)', async (_, ms) => {
    const whole = uniqueBytes(9_000);
    const room = Buffer.alloc(whole.length);
    whole.copy(room, 0, 0, whole.length - 8_000);
    let set = 0;
    let waits = (_call: () => void): void => {};
    await engine.stop();
    const clock: Clock = {
      ...systemClock,
      now: () => systemClock.now() + set,
      after: (inMs, call) => {
        if (inMs < 8_000 || inMs > 10_000) return systemClock.after(inMs, call);
        waits(call);
        return () => undefined;
      },
    };
    engine = await startEngine({ clock });
    account = await engine.connect(site);
    const dropped = async (meanwhile: () => void) => {
      const waited = new Promise<() => void>((resolve) => {
        waits = resolve;
      });
      const added = drop(card);
      const over = await waited;
      meanwhile();
      over();
      return added;
    };
    writeFileSync(clip('A.mp4'), room);
    set = ms;
    const written = await dropped(() => writeFileSync(clip('A.mp4'), whole.subarray(0, 4_000), { flag: 'r+' }));
    expect(written).toMatchObject({ added: 0, refused: [{ name: 'A.mp4', reason: 'unfinished' }] });
    // Nothing happens to this one any more, however strange its date is: a recorder's clock may be a day ahead.
    const later = (systemClock.now() + 86_400_000) / 1_000;
    utimesSync(clip('A.mp4'), later, later);
    expect(await dropped(() => undefined)).toMatchObject({ added: 1, refused: [] });
  });

  it('refuses it too where the disk is so slow that the first look at it was long ago (F-23)', async () => {
    const whole = uniqueBytes(9_000);
    const room = Buffer.alloc(whole.length);
    whole.copy(room, 0, 0, whole.length - 8_000);
    writeFileSync(clip('A.mp4'), room);
    utimesSync(clip('A.mp4'), 1_700_000_000, 1_700_000_000);
    let writes = true;
    await engine.stop();
    const open: typeof diskFiles.open = async (path) => {
      if (writes) writeFileSync(path, whole.subarray(0, 4_000), { flag: 'r+' });
      return diskFiles.open(path);
    };
    engine = await startEngine({ ports: { files: { ...diskFiles, open } } });
    account = await engine.connect(site);
    expect(await drop(card)).toMatchObject({ added: 0, refused: [{ name: 'A.mp4', reason: 'unfinished' }] });
    writes = false;
    writeFileSync(clip('A.mp4'), whole);
    expect(await drop(card)).toMatchObject({ added: 1, refused: [] });
  });

  it('goes on with a clip that was half a file, as soon as the whole one is dropped (F-24)', async () => {
    const whole = uniqueBytes();
    await pause(true);
    writeFileSync(clip('A.mp4'), whole);
    await drop(card);
    writeFileSync(clip('A.mp4'), whole.subarray(0, 2_000));
    await pause(false);
    await engine.settled(['needs-you']);
    writeFileSync(clip('A.mp4'), whole);
    expect(await drop(card)).toMatchObject({ added: 0, alreadyQueued: 1 });
    await engine.settled();
    expect((await site.state()).videos.map((video) => video.file?.sha256)).toEqual([sha256(clip('A.mp4'))]);
  });

  it('knows a file again whose disk has another number, by place, size and change time (F-27)', async () => {
    await uniqueClip(clip('A.mp4'));
    utimesSync(clip('A.mp4'), 1_700_000_000, 1_700_000_000);
    await drop(card);
    await engine.settled();
    copyIn(clip('A.mp4'), clip('A.tmp'));
    rmSync(clip('A.mp4'));
    copyIn(clip('A.tmp'), clip('A.mp4'));
    utimesSync(clip('A.mp4'), 1_700_000_000, 1_700_000_000);
    const before = hashes;
    expect(await drop(card)).toMatchObject({ added: 0, alreadyOnSite: 1 });
    expect(hashes).toBe(before);
  });

  it('sends a cancelled clip again from where its copy lies', async () => {
    await pause(true);
    await uniqueClip(clip('A.mp4'));
    const [row] = await engine.add(account, clip('A.mp4'));
    await engine.uploader.handlers['queue.act']({ act: 'remove', target: { ids: [row?.id ?? ''] } });
    copyIn(clip('A.mp4'), clip('B.mp4'));
    rmSync(clip('A.mp4'));
    expect(await drop(clip('B.mp4'))).toMatchObject({ added: 1 });
    await pause(false);
    await engine.settled();
    expect((await site.state()).videos.map((video) => video.file?.sha256)).toEqual([sha256(clip('B.mp4'))]);
  });
});
