// The local disk as the engine sees it, where it stops obeying.
import { closeSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
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
