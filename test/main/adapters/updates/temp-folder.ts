// A folder for one test, and what this process has open in it.
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface TempFolder {
  readonly path: string;
  at(...names: string[]): string;
  /** Files in it that this process has open. */
  open(): readonly string[];
  remove(): void;
}

/** All files that this process has open; nothing where the system tells nothing of that. */
export function openPaths(): readonly string[] {
  const files = process.platform === 'linux' ? readdirSync('/proc/self/fd') : [];
  return files.flatMap((one) => {
    try {
      return [readlinkSync(`/proc/self/fd/${one}`)];
    } catch {
      // It was that of the listing itself.
      return [];
    }
  });
}

export function tempFolder(): TempFolder {
  const folder = mkdtempSync(path.join(tmpdir(), 'clipferry-update-'));
  return {
    path: folder,
    at: (...names) => path.join(folder, ...names),
    open: () => openPaths().filter((one) => one.startsWith(folder)),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
