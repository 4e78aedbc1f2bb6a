// A watched folder where the system gives too few watches, a disk comes and goes, or rights are lost: every clip is found, once.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apart, worksApart } from './apart.ts';
import type { Told } from './hard-folders.ts';

const watchesFile = '/proc/sys/user/max_inotify_watches';
const asRoot = worksApart(['-Ur']) && existsSync(watchesFile);
const mounting = worksApart(['-Urm']);
const asNobody = worksApart(['-U']);
for (const [can, what] of [
  [asRoot, 'too few watches'],
  [mounting, 'disks that are taken away'],
  [asNobody, 'rights that are lost'],
] as const)
  if (!can) console.warn(`${what}: not tried here, as this system gives nobody a namespace of their own`);

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'clipferry-hard-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

async function tell(story: string, before: readonly string[] = [], files = 0): Promise<Told> {
  const program = fileURLToPath(new URL('hard-folders.ts', import.meta.url));
  const [file = '', ...args] = [...before, process.execPath, program, story, place, String(files)];
  const { stdout } = await promisify(execFile)(file, args);
  return JSON.parse(stdout) as Told;
}
const manyFiles = 10_000;
/** Where no disk can be taken away, it stands for that. */
const renamedFiles = mounting ? 1_000 : manyFiles;
/** Each is an engine of its own that looks through thousands of files ten times. */
const patienceMs = 180_000;
const nothingWrong = { open: 0, needsYou: 0, deletions: 0 };

describe('every clip of a watched folder is found once', { timeout: patienceMs }, () => {
  it.runIf(asRoot)(
    'where the system allows fifty watches for five hundred folders (F-29)',
    { tags: 'proof' },
    async () => {
      const few = ['sh', '-c', `echo 50 > ${watchesFile} && exec "$0" "$@"`];
      expect(await tell('few watches', apart(['-Ur'], few))).toMatchObject({
        ...nothingWrong,
        last: { state: 'limited', limit: null, takenCount: 30, refused: [] },
        uploads: 30,
      });
    },
  );

  it('when it is renamed away and back ten times (F-26, F-27)', { tags: 'proof' }, async () => {
    expect(await tell('renamed', [], renamedFiles)).toMatchObject({
      ...nothingWrong,
      last: { state: 'watching', takenCount: 10, refused: [] },
      uploads: 10,
    });
  });

  it.runIf(mounting)(
    'on the disk that is plugged in after another one was taken away, elsewhere (F-26)',
    { tags: 'proof' },
    async () => {
      expect(await tell('another disk', apart(['-Urm'], []))).toMatchObject({
        ...nothingWrong,
        last: { state: 'watching', takenCount: 1, refused: [] },
        uploads: 3,
      });
    },
  );

  it.runIf(mounting)(
    'when its disk is taken away and put back ten times, with ten thousand files on it (F-26, F-27)',
    { tags: 'proof' },
    async () => {
      expect(await tell('unplugged', apart(['-Urm'], []), manyFiles)).toMatchObject({
        ...nothingWrong,
        last: { state: 'watching', takenCount: 10, refused: [] },
        uploads: 10,
      });
    },
  );

  it.runIf(asNobody)(
    'when the rights to it, or to a folder in it, are lost and given back',
    { tags: 'proof' },
    async () => {
      expect(await tell('rights lost', apart(['-U'], []))).toMatchObject({
        ...nothingWrong,
        last: { state: 'watching', takenCount: 4, refused: [] },
        uploads: 4,
      });
    },
  );
});
