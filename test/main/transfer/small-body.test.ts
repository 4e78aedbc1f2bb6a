// Small clips: read whole on a thread, checked before anything is sent, and sent the ordinary way when that thread cannot.
import { execFileSync } from 'node:child_process';
import { appendFileSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../main/adapters/clock.ts';
import { diskFiles } from '../../../main/adapters/files.ts';
import { sharedBuffers, workerHasher } from '../../../main/adapters/hasher.ts';
import { undiciHttp } from '../../../main/adapters/http.ts';
import { type Buffers, FileError, type FileStat, type Files, type WholeFile } from '../../../main/ports.ts';
import { sendClip } from '../../../main/transfer/attempt.ts';
import { ClipChanged } from '../../../main/transfer/clip-changed.ts';
import { smallBody, smallBytes } from '../../../main/transfer/small-body.ts';
import { boundary, clipMaker, collected, formOf, type RandomClip, readingServer, sha256, wholeBody } from './clips.ts';

const maker = clipMaker();
const http = undiciHttp();
const hasher = workerHasher();
const buffers = sharedBuffers();
afterAll(async () => {
  await http.close();
  await hasher.close();
  maker.remove();
});

const bodyOf = (made: RandomClip, files: Files = diskFiles) =>
  smallBody({
    files,
    path: made.path,
    identity: made.clip.identity,
    form: formOf(made.clip),
    buffers,
    onTaken: () => {},
    beforeLastBytes: async () => {},
  });

function send(made: RandomClip, url: string, files: Files = diskFiles, onTaken = (_bytes: number): void => {}) {
  return sendClip(
    { clock: systemClock, files, http, hasher, buffers },
    {
      clip: made.clip,
      boundary,
      fileName: made.clip.name,
      url,
      authorization: 'Basic eDp5',
      header: undefined,
      idempotencyKey: 'abc123',
      signal: new AbortController().signal,
      onTaken,
      beforeLastBytes: async () => {},
    },
  );
}

describe('the body of a small clip', () => {
  it.each([1, 100, 65_536, smallBytes])('is the same from every class of offset: %i bytes', async (size) => {
    const made = await maker.make(size);
    const whole = wholeBody(made.clip, made.bytes);
    const head = formOf(made.clip).head.length;
    const body = await bodyOf(made);
    if (!body) throw new Error('not read');
    for (const offset of [0, 1, head, head + 1, head + size, whole.length - 1, whole.length]) {
      expect((await collected(body, offset)).equals(whole.subarray(offset)), `from ${offset}`).toBe(true);
      expect(body.sha256()).toBe(offset <= head ? sha256(made.bytes) : null);
    }
    await body.release();
  });

  it.each([
    ['touched', (path: string) => utimesSync(path, new Date(), new Date(Date.now() + 5_000))],
    ['grown', (path: string) => appendFileSync(path, 'x')],
    ['emptied', (path: string) => writeFileSync(path, '')],
    [
      'replaced',
      (path: string) => {
        writeFileSync(`${path}.new`, 'another clip');
        renameSync(`${path}.new`, path);
      },
    ],
  ] as const)('is not made of a clip that was %s since it was queued (F-25)', async (_, change) => {
    const made = await maker.make(5_000);
    change(made.path);
    await expect(bodyOf(made)).rejects.toBeInstanceOf(ClipChanged);
  });

  it.each<[string, Partial<WholeFile>]>([
    ['that ended early', { bytes: 4_999 }],
    ['that was another one when it was read', { opened: { size: 1 } as FileStat }],
    ['whose name led to another one by then', { named: { size: 1 } as FileStat }],
  ])('is not made of a clip %s (F-25)', async (_, change) => {
    const made = await maker.make(5_000);
    let out = 0;
    const counted: Buffers = {
      take: (bytes) => {
        out++;
        return buffers.take(bytes);
      },
      give: (buffer) => {
        out--;
        buffers.give(buffer);
      },
    };
    const readWhole: Files['readWhole'] = async (...of) => {
      const whole = (await diskFiles.readWhole?.(...of)) ?? null;
      return whole && { ...whole, ...change };
    };
    const options = { path: made.path, identity: made.clip.identity, form: formOf(made.clip), buffers: counted };
    const body = smallBody({
      ...options,
      files: { ...diskFiles, readWhole },
      onTaken: () => {},
      beforeLastBytes: async () => {},
    });
    await expect(body).rejects.toBeInstanceOf(ClipChanged);
    expect(out).toBe(0);
  });

  it('tells how much of it was taken', async () => {
    const made = await maker.make(5_000);
    const taken: number[] = [];
    const server = await readingServer('slowly');
    await send(made, server.url, diskFiles, (bytes) => taken.push(bytes));
    await server.stop();
    expect(taken).toEqual([wholeBody(made.clip, made.bytes).length]);
  });

  it('is not made of what is missing, and follows no link', async () => {
    const gone = await maker.make(5_000);
    rmSync(gone.path);
    await expect(bodyOf(gone)).rejects.toMatchObject({ name: 'FileError', problem: 'missing' });
    const target = await maker.make(5_000);
    symlinkSync(target.path, gone.path);
    await expect(bodyOf(gone)).rejects.toBeInstanceOf(FileError);
  });

  it('reads many at the same time, each into its own memory', async () => {
    const all = await Promise.all(Array.from({ length: 40 }, (_, index) => maker.make(1_000 + index)));
    const bodies = await Promise.all(all.map((made) => bodyOf(made)));
    for (const [at, made] of all.entries()) {
      const body = bodies[at];
      if (!body) throw new Error('not read');
      expect((await collected(body)).equals(wholeBody(made.clip, made.bytes))).toBe(true);
    }
    await Promise.all(bodies.map((body) => body?.release()));
  });
});

describe('sending a small clip', () => {
  it.each([
    ['read whole', diskFiles],
    ['read the ordinary way when the thread is held up', { ...diskFiles, readWhole: async () => null }],
  ] as const)('%s', async (_, files) => {
    const server = await readingServer('slowly');
    const made = await maker.make(200_000);
    const report = await send(made, server.url, files);
    await server.stop();
    expect(report).toMatchObject({ verdict: { kind: 'arrived', videoId: 17 }, sha256: sha256(made.bytes) });
    expect(server.arrivals).toMatchObject([{ sha256: sha256(wholeBody(made.clip, made.bytes)), complete: true }]);
  });

  it('says what is wrong with the clip, and sends nothing', async () => {
    const server = await readingServer('slowly');
    const changed = await maker.make(5_000);
    appendFileSync(changed.path, 'x');
    expect(await send(changed, server.url)).toMatchObject({ clipChanged: true, verdict: { kind: 'failed' } });
    const gone = await maker.make(5_000);
    rmSync(gone.path);
    expect(await send(gone, server.url)).toMatchObject({
      clipChanged: false,
      verdict: { kind: 'failed', cause: { kind: 'needs-you', reason: 'clip-missing' } },
    });
    await server.stop();
    expect(server.arrivals).toEqual([]);
  });
});

it.skipIf(process.platform === 'win32')('a pipe in its place is no clip, and holds up no other', async () => {
  const made = await maker.make(100);
  rmSync(made.path);
  execFileSync('mkfifo', [made.path]);
  await expect(bodyOf(made)).rejects.toMatchObject({ name: 'FileError', problem: 'not-a-file' });
  expect(await bodyOf(await maker.make(100))).not.toBeNull();
});
