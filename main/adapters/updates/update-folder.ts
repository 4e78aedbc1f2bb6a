// The folder in which downloads of updates lie: a part has a name of its own, and a whole file gets its real one only after it was read through.
import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, readFile, rename, rm, rmdir, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { UpdateFiles, WantedFile } from '../../ports/updates.ts';
import { SaveError } from '../../ports.ts';
import { saveProblem, saveText } from '../save-whole.ts';
import { isWanted } from './file-sum.ts';

const rememberedName = 'remembered.json';
const mostRemembered = 64 * 1024;

/** Parts of two downloads never meet, whatever the files are called. */
const partName = ({ sha512 }: WantedFile): string => `${sha512.slice(0, 32)}.part`;
/** The name that the person sees stays as it is. */
const wholeFolder = ({ sha512 }: WantedFile): string => sha512.slice(0, 32);

/** What `partName` and `saveText` make. */
const partShape = /\.part$/;
const wholeShape = /^[\da-f]{32}$/;

/** A folder with one file that nobody made a program of, as it was put there. */
async function removeWhole(folder: string): Promise<void> {
  const [name, ...more] = await readdir(folder);
  if (more.length > 0) return;
  if (name !== undefined) {
    const file = path.join(folder, name);
    const found = await lstat(file);
    if (!found.isFile() || (found.mode & 0o111) !== 0) return;
    await rm(file);
  }
  await rmdir(folder);
}

function asSaveError(error: unknown): SaveError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new SaveError(saveProblem(code), message);
}

/** A name that was made is on the disk once its folder is; where folders cannot be opened (Windows) the system sees to it. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** `folder` is made when the first thing is put there; nobody else may read it. */
export function updateFolder(folder: string): UpdateFiles {
  const inFolder = (...names: string[]): string => path.join(folder, ...names);
  const make = (): Promise<unknown> => mkdir(folder, { recursive: true, mode: 0o700 });
  const check = async (file: string, wanted: WantedFile): Promise<boolean> => {
    const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      return await isWanted(handle, wanted);
    } finally {
      await handle.close();
    }
  };

  return {
    room: async () => {
      try {
        await make();
        const { bavail, bsize } = await statfs(folder);
        return bavail * bsize;
      } catch {
        return null;
      }
    },
    partBytes: async (wanted) => {
      const found = await stat(inFolder(partName(wanted))).catch(() => null);
      return found?.isFile() ? found.size : 0;
    },
    openPart: async (wanted, from) => {
      try {
        await make();
        const handle = await open(inFolder(partName(wanted)), constants.O_RDWR | constants.O_CREAT, 0o600);
        await handle.truncate(from).catch(async (error: unknown) => {
          await handle.close();
          throw error;
        });
        let at = from;
        return {
          append: async (bytes) => {
            for (let put = 0; put < bytes.length; ) {
              const { bytesWritten } = await handle
                .write(bytes, put, bytes.length - put, at)
                .catch((error: unknown) => {
                  throw asSaveError(error);
                });
              put += bytesWritten;
              at += bytesWritten;
            }
          },
          close: async () => {
            await handle.sync().catch(() => undefined);
            await handle.close().catch(() => undefined);
          },
        };
      } catch (error) {
        throw asSaveError(error);
      }
    },
    finish: async (wanted) => {
      const part = inFolder(partName(wanted));
      try {
        if (!(await check(part, wanted))) {
          await rm(part, { force: true });
          return false;
        }
        await mkdir(inFolder(wholeFolder(wanted)), { recursive: true, mode: 0o700 });
        await rename(part, inFolder(wholeFolder(wanted), wanted.name));
        await syncFolder(inFolder(wholeFolder(wanted)));
        return true;
      } catch (error) {
        throw asSaveError(error);
      }
    },
    whole: async (wanted) => {
      const file = inFolder(wholeFolder(wanted), wanted.name);
      try {
        if (await check(file, wanted)) return { is: 'here', path: file };
        await rm(file);
        return { is: 'wrong' };
      } catch {
        return { is: 'missing' };
      }
    },
    clear: async (kept) => {
      const stays = new Set([rememberedName, ...(kept === null ? [] : [partName(kept), wholeFolder(kept)])]);
      const names = await readdir(folder).catch(() => []);
      for (const name of names.filter((one) => !stays.has(one))) {
        if (partShape.test(name)) await rm(inFolder(name)).catch(() => undefined);
        else if (wholeShape.test(name)) await removeWhole(inFolder(name)).catch(() => undefined);
      }
    },
    remembered: async () => {
      const file = inFolder(rememberedName);
      const found = await stat(file).catch(() => null);
      return found?.isFile() && found.size <= mostRemembered ? readFile(file, 'utf8').catch(() => null) : null;
    },
    remember: async (text) => {
      await make().catch((error: unknown) => {
        throw asSaveError(error);
      });
      await saveText(inFolder(rememberedName), text);
    },
  };
}
