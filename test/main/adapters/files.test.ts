// The local disk as the engine sees it, where it stops obeying.
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { diskFiles } from '../../../main/adapters/files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-files-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The number under which this process has the file open, as Linux tells it. */
function descriptorOf(path: string): number {
  const open = readdirSync('/proc/self/fd').filter((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`) === path;
    } catch {
      return false;
    }
  });
  expect(open).toHaveLength(1);
  return Number(open[0]);
}

it.runIf(process.platform === 'linux')(
  'closing what was only read fails for nobody, whatever the disk says',
  async () => {
    const path = join(folder, 'a.mp4');
    writeFileSync(path, 'bytes');
    const file = await diskFiles.open(path);
    // From here on the system knows nothing of the descriptor: reading and closing fail, as on a disk that was pulled.
    closeSync(descriptorOf(path));
    await expect(file.read(new Uint8Array(5), 0, 5, 0)).rejects.toMatchObject({ problem: 'failed' });
    await expect(file.close()).resolves.toBeUndefined();
  },
);

it.runIf(process.platform !== 'win32').each([
  ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
  ['a folder', (path: string) => mkdirSync(path)],
])('opens %s neither for reading in pieces nor whole, and goes on with files', async (_, make) => {
  const path = join(folder, 'a.mp4');
  make(path);
  await expect(diskFiles.open(path)).rejects.toMatchObject({ problem: 'not-a-file' });
  const whole = diskFiles.readWhole?.(path, new Uint8Array(new SharedArrayBuffer(8)), false);
  await expect(whole).rejects.toMatchObject({ problem: 'not-a-file' });
  writeFileSync(join(folder, 'b.mp4'), 'bytes');
  const file = await diskFiles.open(join(folder, 'b.mp4'));
  expect((await file.stat()).size).toBe(5);
  await file.close();
});

it('a file that is closed twice, or asked after its end, leaves the next one alone, which has its number', async () => {
  writeFileSync(join(folder, 'a.mp4'), 'first');
  writeFileSync(join(folder, 'b.mp4'), 'second');
  const a = await diskFiles.open(join(folder, 'a.mp4'));
  // Closed in the middle of a read, as a clip is that its user stops.
  const into = new Uint8Array(new SharedArrayBuffer(5));
  const read = a.read(into, 0, 5, 0);
  await a.close();
  expect(await read).toBe(5);
  const b = await diskFiles.open(join(folder, 'b.mp4'));
  await a.close();
  await expect(a.read(into, 0, 5, 0)).rejects.toMatchObject({ problem: 'failed' });
  await expect(a.stat()).rejects.toMatchObject({ problem: 'failed' });
  // Takes a number that would be free if the second close had gone through.
  const c = await diskFiles.open(join(folder, 'a.mp4'));
  expect((await b.stat()).size).toBe(6);
  expect(await b.read(new Uint8Array(6), 0, 6, 0)).toBe(6);
  await b.close();
  await c.close();
});

it('opens no device, which would never end', async () => {
  if (process.platform !== 'linux') return;
  await expect(diskFiles.open('/dev/zero')).rejects.toMatchObject({ problem: 'not-a-file' });
});

it('a process that has nothing else to do waits for an answer, and for nothing behind it', () => {
  const module = new URL('../../../main/adapters/files.ts', import.meta.url);
  const script = join(folder, 'script.mjs');
  writeFileSync(
    script,
    `const { diskFiles } = await import('${module}'); console.log((await diskFiles.stat(${JSON.stringify(folder)})).kind);`,
  );
  // A thread ends by itself after a minute without work.
  const said = execFileSync(process.execPath, [script], { timeout: 25_000 });
  expect(said.toString()).toBe('folder\n');
});
