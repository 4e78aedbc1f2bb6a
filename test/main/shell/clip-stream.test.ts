// A local clip over app://: whole, in ranges, and never as something that a page could run.
import { execFileSync } from 'node:child_process';
import {
  appendFile,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  rename,
  rm,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { diskFiles } from '../../../main/adapters/files.ts';
import { FileError } from '../../../main/ports.ts';
import { type ClipAsk, parseRange, type ServedClip, serveClip } from '../../../main/shell/clip-stream.ts';

describe('parseRange', () => {
  test.each([
    [null, null],
    ['bytes=0-', { first: 0, last: 99 }],
    ['bytes=10-19', { first: 10, last: 19 }],
    ['bytes=10-10', { first: 10, last: 10 }],
    ['bytes=90-500', { first: 90, last: 99 }],
    ['bytes=-10', { first: 90, last: 99 }],
    ['bytes=-500', { first: 0, last: 99 }],
    ['bytes=99-', { first: 99, last: 99 }],
    ['bytes=100-', 'outside'],
    ['bytes=100-200', 'outside'],
    ['bytes=-0', 'outside'],
    ['bytes=20-10', null],
    ['bytes=-', null],
    ['bytes=0-1,5-6', null],
    ['items=0-1', null],
    ['bytes=a-b', null],
    ['bytes=99999999999999999999-', null],
  ] as const)('%s of 100 bytes', (header, expected) => expect(parseRange(header, 100)).toEqual(expected));

  test('an empty file has no ranges', () => expect(parseRange('bytes=0-', 0)).toBe('outside'));
});

describe('serveClip', () => {
  let folder = '';
  let clip = '';
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251));

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'clipferry-clip-'));
    clip = path.join(folder, 'C0001.MP4');
    await writeFile(clip, bytes);
    await writeFile(path.join(folder, 'empty.mp4'), '');
    await writeFile(path.join(folder, 'evil.html'), '<script>1</script>');
    await mkdir(path.join(folder, 'folder.mp4'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const whole: ClipAsk = { range: null, withBody: true };
  const known = async (file: string): Promise<ServedClip> => ({
    path: file,
    identity: await diskFiles.stat(file),
    isSent: false,
  });
  const serve = async (file: string, range: string | null): Promise<Response | null> =>
    serveClip(diskFiles, await known(file), { range, withBody: true });
  const openClips = async (file = clip): Promise<number> => {
    const links = await Promise.all(
      (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
    );
    return links.filter((found) => found === file).length;
  };

  const bodyOf = async (response: Response | null): Promise<Buffer> =>
    Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer(0));

  test('answers with the whole clip', async () => {
    const response = await serve(clip, null);
    expect(response?.status).toBe(200);
    expect(response?.headers.get('Content-Type')).toBe('video/mp4');
    expect(response?.headers.get('Content-Length')).toBe('300000');
    expect(response?.headers.get('Accept-Ranges')).toBe('bytes');
    expect((await bodyOf(response)).equals(bytes)).toBe(true);
  });

  test('answers with exactly the bytes of a range', async () => {
    const response = await serve(clip, 'bytes=123456-223455');
    expect(response?.status).toBe(206);
    expect(response?.headers.get('Content-Range')).toBe('bytes 123456-223455/300000');
    expect(response?.headers.get('Content-Length')).toBe('100000');
    expect((await bodyOf(response)).equals(bytes.subarray(123_456, 223_456))).toBe(true);
  });

  test('says how long the clip is when the range is outside', async () => {
    const response = await serve(clip, 'bytes=300000-');
    expect(response?.status).toBe(416);
    expect(response?.headers.get('Content-Range')).toBe('bytes */300000');
  });

  test('serves an empty file as empty', async () => {
    const response = await serve(path.join(folder, 'empty.mp4'), null);
    expect(response?.status).toBe(200);
    expect(await bodyOf(response)).toHaveLength(0);
  });

  test('never gives a file a type that a page could run', async () => {
    const response = await serve(path.join(folder, 'evil.html'), null);
    expect(response?.headers.get('Content-Type')).toBe('application/octet-stream');
    expect(response?.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(response?.headers.get('Content-Security-Policy')).toBe("default-src 'none'; sandbox");
    await response?.body?.cancel();
  });

  test('has nothing for what is missing or no file', async () => {
    const { identity } = await known(clip);
    expect(
      await serveClip(diskFiles, { path: path.join(folder, 'gone.mp4'), identity, isSent: false }, whole),
    ).toBeNull();
    expect(await serve(path.join(folder, 'folder.mp4'), null)).toBeNull();
  });

  /** A clip of its own, with what takes its place beside it. */
  const own = async (name: string): Promise<ServedClip> => {
    const file = path.join(folder, name, 'clip.mp4');
    await mkdir(path.dirname(file));
    await writeFile(file, bytes);
    return known(file);
  };
  const secret = 'a file that nobody was to see';
  const otherThings: readonly (readonly [string, (clip: ServedClip) => Promise<void>])[] = [
    ['a link to another file', async ({ path: file }) => symlink(path.join(folder, 'secret'), file)],
    ['a link to the clip itself', async ({ path: file }) => symlink(`${file}.away`, file)],
    ['another file', async ({ path: file }) => writeFile(file, secret)],
    ['another name of another file', async ({ path: file }) => link(path.join(folder, 'secret'), file)],
    ['a pipe', async ({ path: file }) => void execFileSync('mkfifo', [file])],
    ['a folder', async ({ path: file }) => void (await mkdir(file))],
    ['a link to a device that never ends', async ({ path: file }) => symlink('/dev/zero', file)],
    [
      'a folder that is a link by now',
      async ({ path: file, identity }) => {
        const elsewhere = path.join(folder, `elsewhere ${identity.inode}`);
        await mkdir(elsewhere);
        await writeFile(path.join(elsewhere, 'clip.mp4'), secret);
        await rename(path.dirname(file), `${path.dirname(file)}.away`);
        await symlink(elsewhere, path.dirname(file));
      },
    ],
  ];

  test.skipIf(process.platform === 'win32').each(otherThings)(
    'never serves %s that took its place, and keeps nothing open',
    async (name, takePlace) => {
      await writeFile(path.join(folder, 'secret'), secret);
      const served = await own(name);
      await rename(served.path, `${served.path}.away`);
      await takePlace(served);
      expect(await serveClip(diskFiles, served, whole)).toBeNull();
      await vi.waitFor(async () => expect(await openClips(served.path)).toBe(0));
    },
  );

  test('never serves a file of equal size and time that a link on the way leads to', async () => {
    const served = await own('Card');
    const twin = await own('Twin');
    const at = new Date(1_700_000_000_000);
    for (const file of [served.path, twin.path]) await utimes(file, at, at);
    const now = await known(served.path);
    await rename(path.dirname(served.path), path.join(folder, 'Card away'));
    await symlink(path.dirname(twin.path), path.dirname(served.path));
    expect(await serveClip(diskFiles, now, whole)).toBeNull();
  });

  test('serves a clip that was written to, and one whose disk has another number by now (F-27)', async () => {
    const touched = await own('Touched');
    await appendFile(touched.path, 'more');
    expect((await bodyOf(await serveClip(diskFiles, touched, whole))).length).toBe(bytes.length + 4);
    const { identity, path: file } = await own('Plugged in again');
    const renumbered = { ...identity, device: '1' };
    const isSent = false;
    expect(
      (await bodyOf(await serveClip(diskFiles, { path: file, identity: renumbered, isSent }, whole))).equals(bytes),
    ).toBe(true);
    const changed = { ...renumbered, mtimeNs: '1' };
    expect(await serveClip(diskFiles, { path: file, identity: changed, isSent }, whole)).toBeNull();
  });

  test('serves what was sent as long as nothing can be seen to have changed, also from a disk with another number (F-25, F-27)', async () => {
    const { identity, path: file } = await own('Sent');
    const sent: ServedClip = { path: file, identity, isSent: true };
    expect((await bodyOf(await serveClip(diskFiles, sent, whole))).equals(bytes)).toBe(true);
    const renumbered = { ...sent, identity: { ...identity, device: '1' } };
    expect((await bodyOf(await serveClip(diskFiles, renumbered, whole))).equals(bytes)).toBe(true);
    await appendFile(file, 'more');
    expect(await serveClip(diskFiles, sent, whole)).toBeNull();
    await writeFile(file, bytes);
    const at = new Date(1_700_000_000_000);
    await utimes(file, at, at);
    expect(await serveClip(diskFiles, sent, whole)).toBeNull();
  });

  test('serves what it promised of a clip that grows, and breaks off one that shrinks', async () => {
    const grows = await own('Grows');
    const response = await serveClip(diskFiles, grows, whole);
    await appendFile(grows.path, bytes);
    expect((await bodyOf(response)).equals(bytes)).toBe(true);
    const shrinks = await own('Shrinks');
    const broken = await serveClip(diskFiles, shrinks, whole);
    await truncate(shrinks.path, 1_000);
    await expect(bodyOf(broken)).rejects.toMatchObject({ name: 'FileError' });
    await vi.waitFor(async () => expect(await openClips(shrinks.path)).toBe(0));
  });

  test('opens nothing for long where only the head is asked for', async () => {
    const served = await own('Head');
    const response = await serveClip(diskFiles, served, { range: null, withBody: false });
    expect(response?.headers.get('Content-Length')).toBe('300000');
    expect(response?.body).toBeNull();
    await vi.waitFor(async () => expect(await openClips(served.path)).toBe(0));
  });

  test('lets go of a file of which nothing can be learned', async () => {
    let closed = 0;
    const files = {
      open: async () => ({
        read: async () => 0,
        stat: async () => {
          throw new FileError('failed', 'EIO: i/o error');
        },
        close: async () => void closed++,
      }),
    };
    expect(await serveClip(files, await known(clip), whole)).toBeNull();
    expect(closed).toBe(1);
  });

  test.runIf(process.platform === 'linux')('lets go of the file when the page stops listening', async () => {
    const response = await serve(clip, null);
    expect(await openClips()).toBe(1);
    await response?.body?.cancel();
    await vi.waitFor(async () => expect(await openClips()).toBe(0));
  });
});
