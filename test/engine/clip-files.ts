// Clips made for a test: real ones grown to any size with a box of noise that every player skips, each with bytes of its own.
import { createHash, randomFillSync } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fixture } from './engine.ts';

export const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

/** A playable MP4 of exactly `bytes`, unlike any other. */
export function grownClip(bytes: number, from = 'C0001.mp4'): Buffer {
  const film = readFileSync(fixture(from));
  const clip = randomFillSync(Buffer.alloc(bytes));
  film.copy(clip);
  clip.writeUInt32BE(bytes - film.length, film.length);
  clip.write('free', film.length + 4, 'latin1');
  return clip;
}

export interface ClipFolder {
  readonly path: string;
  file(name: string): string;
  /** Makes a clip of its own, of a size in bytes or as a copy of a fixture; gives its path. */
  make(name: string, from: number | string): string;
  remove(): void;
}

export function clipFolder(): ClipFolder {
  const path = mkdtempSync(join(tmpdir(), 'clipferry-clips-'));
  const file = (name: string): string => join(path, name);
  return {
    path,
    file,
    make: (name, from) => {
      mkdirSync(dirname(file(name)), { recursive: true });
      if (typeof from === 'string') copyFileSync(fixture(from), file(name));
      else writeFileSync(file(name), grownClip(from));
      return file(name);
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}
