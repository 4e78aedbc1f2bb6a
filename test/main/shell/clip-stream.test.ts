// A local clip over app://: whole, in ranges, and never as something that a page could run.
import { mkdir, mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parseRange, serveClip } from '../../../main/shell/clip-stream.ts';

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

  const bodyOf = async (response: Response | null): Promise<Buffer> =>
    Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer(0));

  test('answers with the whole clip', async () => {
    const response = await serveClip(clip, null);
    expect(response?.status).toBe(200);
    expect(response?.headers.get('Content-Type')).toBe('video/mp4');
    expect(response?.headers.get('Content-Length')).toBe('300000');
    expect(response?.headers.get('Accept-Ranges')).toBe('bytes');
    expect((await bodyOf(response)).equals(bytes)).toBe(true);
  });

  test('answers with exactly the bytes of a range', async () => {
    const response = await serveClip(clip, 'bytes=123456-223455');
    expect(response?.status).toBe(206);
    expect(response?.headers.get('Content-Range')).toBe('bytes 123456-223455/300000');
    expect(response?.headers.get('Content-Length')).toBe('100000');
    expect((await bodyOf(response)).equals(bytes.subarray(123_456, 223_456))).toBe(true);
  });

  test('says how long the clip is when the range is outside', async () => {
    const response = await serveClip(clip, 'bytes=300000-');
    expect(response?.status).toBe(416);
    expect(response?.headers.get('Content-Range')).toBe('bytes */300000');
  });

  test('serves an empty file as empty', async () => {
    const response = await serveClip(path.join(folder, 'empty.mp4'), null);
    expect(response?.status).toBe(200);
    expect(await bodyOf(response)).toHaveLength(0);
  });

  test('never gives a file a type that a page could run', async () => {
    const response = await serveClip(path.join(folder, 'evil.html'), null);
    expect(response?.headers.get('Content-Type')).toBe('application/octet-stream');
    expect(response?.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(response?.headers.get('Content-Security-Policy')).toBe("default-src 'none'; sandbox");
    await response?.body?.cancel();
  });

  test('has nothing for what is missing or no file', async () => {
    expect(await serveClip(path.join(folder, 'gone.mp4'), null)).toBeNull();
    expect(await serveClip(path.join(folder, 'folder.mp4'), null)).toBeNull();
  });

  test.runIf(process.platform === 'linux')('lets go of the file when the page stops listening', async () => {
    const openClips = async (): Promise<number> => {
      const links = await Promise.all(
        (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
      );
      return links.filter((link) => link === clip).length;
    };
    const response = await serveClip(clip, null);
    expect(await openClips()).toBe(1);
    await response?.body?.cancel();
    await vi.waitFor(async () => expect(await openClips()).toBe(0));
  });
});
