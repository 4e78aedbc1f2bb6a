// Puts a new program in the place of the one that runs, for programs that are one file: an AppImage, at the very path from which it was started.
//
// All is made ready beside it; the place itself changes by one rename, so that whoever ends the app, and whenever, leaves a whole program there.
import { type BigIntStats, constants } from 'node:fs';
import { copyFile, type FileHandle, link, lstat, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ProgramPlace, ReplaceProblem, WantedFile } from '../../ports/updates.ts';
import { systemRandom } from '../random.ts';
import { saveProblem } from '../save-whole.ts';
import { isWanted } from './file-sum.ts';
import { syncFolder } from './update-folder.ts';

/** Of the old name, so that both names together are no longer than a disk allows. */
const mostOfName = 50;
/** What another run of the app makes ready is younger. */
const leftOverMs = 3_600_000;

export interface ProgramPlaceOptions {
  /** Absolute, no link at its end: what the system says this program was started from. */
  readonly program: string;
  /** Whether what lies there starts and is this version (try-program.ts). */
  readonly starts: (file: string, version: string) => Promise<boolean>;
}

interface Prepared {
  readonly file: string;
  readonly sha512: string;
}

function problemOf(error: unknown): ReplaceProblem {
  const problem = saveProblem((error as NodeJS.ErrnoException).code);
  return problem === 'missing' ? 'moved' : problem;
}

async function copyWhole(from: string, handle: FileHandle): Promise<void> {
  const source = await open(from, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const block = Buffer.alloc(1024 * 1024);
    for (let at = 0; ; ) {
      const { bytesRead } = await source.read(block, 0, block.length, at);
      if (bytesRead === 0) break;
      for (let put = 0; put < bytesRead; )
        put += (await handle.write(block, put, bytesRead - put, at + put)).bytesWritten;
      at += bytesRead;
    }
    await handle.sync();
  } finally {
    await source.close();
  }
}

/** Time and size, too: a disk gives the number of a file that was removed to the next one that is made. */
const isSameFile = (one: BigIntStats, other: BigIntStats): boolean =>
  one.dev === other.dev && one.ino === other.ino && one.size === other.size && one.mtimeNs === other.mtimeNs;

/** To be made while the program that runs still lies there: another file in its place is left alone. */
export async function programPlace({ program, starts }: ProgramPlaceOptions): Promise<ProgramPlace> {
  const folder = path.dirname(program);
  const hidden = `.${path.basename(program).slice(0, mostOfName)}`;
  const old = path.join(folder, `${hidden}.old`);
  const isNew = (name: string): boolean => name.startsWith(`${hidden}.`) && name.endsWith('.new');
  const started = await lstat(program, { bigint: true }).catch(() => null);
  let prepared: Prepared | null = null;

  const stillThere = async (): Promise<BigIntStats | null> => {
    const now = await lstat(program, { bigint: true }).catch(() => null);
    return now?.isFile() && started !== null && isSameFile(now, started) ? now : null;
  };

  /** Another name of the very file, or a copy where a file can have only one. */
  async function keepOld(): Promise<void> {
    await rm(old, { force: true });
    try {
      await link(program, old);
    } catch {
      await copyFile(program, old, constants.COPYFILE_EXCL);
      await syncFolder(old);
    }
    await syncFolder(folder);
  }

  async function put(file: string, from: string, wanted: WantedFile, mode: number): Promise<boolean> {
    const handle = await open(file, 'wx+', 0o600);
    try {
      await copyWhole(from, handle);
      if (!(await isWanted(handle, wanted))) return false;
      await handle.chmod(mode);
      await handle.sync();
      return true;
    } finally {
      await handle.close();
    }
  }

  async function prepare(from: string, wanted: WantedFile, version: string): Promise<ReplaceProblem | null> {
    const now = await stillThere();
    if (now === null) return 'moved';
    const file = path.join(folder, `${hidden}.${systemRandom.hex(6)}.new`);
    try {
      const isWhole = await put(file, from, wanted, (Number(now.mode) & 0o777) | 0o100);
      const problem = isWhole ? ((await starts(file, version)) ? null : 'not-starting') : 'wrong-file';
      if (problem === null) prepared = { file, sha512: wanted.sha512 };
      else await rm(file, { force: true });
      return problem;
    } catch (error) {
      await rm(file, { force: true }).catch(() => undefined);
      return problemOf(error);
    }
  }

  async function replace(wanted: WantedFile): Promise<ReplaceProblem | null> {
    if (prepared === null || prepared.sha512 !== wanted.sha512) return 'wrong-file';
    const { file } = prepared;
    prepared = null;
    try {
      if ((await stillThere()) === null) return 'moved';
      const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
      try {
        // It may have lain there for days.
        if (!(await isWanted(handle, wanted))) return 'wrong-file';
        await keepOld();
        const named = await lstat(file, { bigint: true });
        if (!isSameFile(named, await handle.stat({ bigint: true }))) return 'wrong-file';
        // Reading it through may have taken long.
        if ((await stillThere()) === null) return 'moved';
        await rename(file, program);
      } finally {
        await handle.close();
      }
      await syncFolder(folder);
      return null;
    } catch (error) {
      return problemOf(error);
    } finally {
      await rm(file, { force: true }).catch(() => undefined);
    }
  }

  async function isReady(wanted: WantedFile): Promise<ReplaceProblem | null> {
    if (prepared === null || prepared.sha512 !== wanted.sha512) return 'wrong-file';
    if ((await stillThere()) === null) return 'moved';
    const found = await lstat(prepared.file).catch(() => null);
    return found?.isFile() && found.size === wanted.size ? null : 'wrong-file';
  }

  return {
    isReady,
    prepare: async (from, wanted, version) => {
      if (prepared !== null) await rm(prepared.file, { force: true }).catch(() => undefined);
      prepared = null;
      return prepare(from, wanted, version);
    },
    replace,
    tidy: async () => {
      await rm(old, { force: true }).catch(() => undefined);
      const names = await readdir(folder).catch(() => []);
      for (const name of names.filter(isNew)) {
        const file = path.join(folder, name);
        const found = await lstat(file).catch(() => null);
        if (found !== null && file !== prepared?.file && Date.now() - found.mtimeMs > leftOverMs)
          await rm(file, { force: true }).catch(() => undefined);
      }
    },
  };
}
