// One world of the kill loop: a practice site, a profile, a watched folder and the clips that were ever put into it.

import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { grownClip } from '../engine/clip-files.ts';
import { type PracticeSite, type SwitchPatch, startPracticeSite } from '../site/start.ts';
import type { Chance } from './chance.ts';
import { healthy } from './faults.ts';
import type { WantedClip } from './oracle.ts';
import { typing } from './typed.ts';

export interface WorldClip extends WantedClip {
  readonly path: string;
  /** Saved into the watched folder; the others are dropped. */
  readonly watched: boolean;
  /** The engine said that it has the clip, or the folder will find it. */
  told: boolean;
}

export interface World {
  readonly folder: string;
  readonly profile: string;
  readonly watchedFolder: string;
  readonly site: PracticeSite;
  /** The site's switches in fair weather. */
  readonly habits: SwitchPatch;
  /** Everything from the first round on. */
  readonly clips: WorldClip[];
  /** A clip of its own that is wanted from now on; a watched one is written by `save`. */
  makeClip(chance: Chance): { readonly clip: WorldClip; readonly save: () => void };
  close(keep: boolean): Promise<void>;
}

const KiB = 1024;

function sizeOf(chance: Chance, before: readonly number[]): number {
  const [first, ...rest] = before;
  // Two of one size can only be told apart by their bytes.
  if (first !== undefined && chance.is(0.15)) return chance.pick([first, ...rest]);
  const kind = chance.fraction();
  if (kind < 0.55) return chance.whole(20 * KiB, 256 * KiB);
  return kind < 0.9 ? chance.whole(256 * KiB, 2_048 * KiB) : chance.whole(2, 8) * KiB * KiB;
}

/** `keys` = its site honours Idempotency-Key. */
export async function makeWorld(keys: boolean): Promise<World> {
  const habits = healthy(keys);
  const folder = mkdtempSync(join(tmpdir(), 'clipferry-kill-'));
  const [profile, dropped, watchedFolder] = ['profile', 'clips', 'watched'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const one of [profile, dropped, watchedFolder]) mkdirSync(one);
  const data = join(folder, 'site');
  const site = await startPracticeSite({ data, switches: habits, ownProcess: true });
  const clips: WorldClip[] = [];
  const sizes: number[] = [];
  return {
    folder,
    profile,
    watchedFolder,
    site,
    habits,
    clips,
    makeClip: (chance) => {
      const size = sizeOf(chance, sizes);
      sizes.push(size);
      const watched = chance.is(0.3);
      const name = `clip ${clips.length}.mp4`;
      const path = join(watched ? watchedFolder : dropped, name);
      const bytes = grownClip(size);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const clip: WorldClip = { name, path, sha256, watched, typed: typing(), told: watched };
      const halfway = chance.is(0.5);
      const save = (): void => {
        // A program that writes in place, or one that renames what is whole.
        if (halfway) writeFileSync(path, bytes);
        else {
          writeFileSync(join(folder, 'saving.tmp'), bytes);
          renameSync(join(folder, 'saving.tmp'), path);
        }
      };
      if (!watched) save();
      clips.push(clip);
      return { clip, save };
    },
    close: async (keep) => {
      await site.stop();
      if (!keep) rmSync(folder, { recursive: true, force: true });
    },
  };
}
