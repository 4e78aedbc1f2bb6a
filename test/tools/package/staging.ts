// The folder from which a package is made: everything in its place, with rights and times that do not tell who built it, or when.
import {
  chmodSync,
  constants,
  copyFileSync,
  lutimesSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Source } from './fpm-arguments.ts';
import type { Link } from './program-link.ts';

export interface Staged {
  /** Absolute in the package, in the order of their names. */
  readonly files: readonly string[];
  readonly bytes: number;
}

function copy(from: string, to: string): void {
  mkdirSync(path.dirname(to), { recursive: true });
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
}

function copyFolder(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target);
    else if (entry.isSymbolicLink()) {
      mkdirSync(to, { recursive: true });
      symlinkSync(readlinkSync(source), target);
    } else copy(source, target);
  }
}

const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name < other.name ? -1 : 1;

/** Gives what is below `folder` the rights of its kind and the time `seconds`; the folder itself comes last, since its time changes with it. */
export function level(folder: string, seconds: number, seen: (file: string, bytes: number) => void): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort(byName)) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      level(file, seconds, seen);
      continue;
    }
    if (entry.isSymbolicLink()) seen(file, 0);
    else {
      const { mode, size } = statSync(file);
      chmodSync(file, (mode & 0o111) === 0 ? 0o644 : 0o755);
      seen(file, size);
    }
    lutimesSync(file, seconds, seconds);
  }
  chmodSync(folder, 0o755);
  lutimesSync(folder, seconds, seconds);
}

/** A file of the package that is written for it alone. */
export interface Note {
  readonly at: string;
  readonly text: string;
}

export interface Staging {
  readonly sources: readonly Source[];
  readonly links: readonly Link[];
  readonly notes: readonly Note[];
}

export function stage(folder: string, { sources, links, notes }: Staging, seconds: number): Staged {
  for (const { from, to } of sources)
    if (from.endsWith('/')) copyFolder(from, path.join(folder, to));
    else copy(from, path.join(folder, to));
  for (const { at, to } of links) {
    mkdirSync(path.join(folder, path.dirname(at)), { recursive: true });
    symlinkSync(to, path.join(folder, at));
  }
  for (const { at, text } of notes) writeFileSync(path.join(folder, at), text);
  const files: string[] = [];
  let bytes = 0;
  level(folder, seconds, (file, size) => {
    files.push(`/${path.relative(folder, file)}`);
    bytes += size;
  });
  return { files, bytes };
}
