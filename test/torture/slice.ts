// Slices of the ingest torture as the gate runs them: what is written, with which app, and what is told of it.
import { tmpdir } from 'node:os';
import { vi } from 'vitest';
import { makePlan, type PlannedFile } from './plan.ts';
import type { TortureOptions } from './torture.ts';
import type { Verdict } from './verdict.ts';
import { type Way, wayNames, ways } from './writers.ts';

/** How much faster the app's time goes here. */
const usualTimes = 20;
export const planOf = (files: number, seed: number, longestPause = 30_000): readonly PlannedFile[] =>
  makePlan({
    files,
    seed,
    longestPause,
    programs: ['cp', 'cp that leaves out zeros', 'dd in small pieces', 'install'],
  });

/** Loads the app anew, with what is mocked now. */
export async function run(
  options: Pick<TortureOptions, 'plan' | 'hidden'> & Partial<TortureOptions>,
): Promise<Verdict> {
  vi.resetModules();
  const { torture } = await import('./torture.ts');
  return torture({ times: usualTimes, abreast: 100, disk: tmpdir(), ...options });
}
export const wrongOf = ({ wrong }: Verdict): readonly string[] =>
  wrong.map(({ kind, file }) => `${kind}: ${file.name}, ${file.container}, ${file.way}`);

/** What is live, or filled in and cannot prove its end, is left alone for many minutes where its writer was not seen by chance. */
export const shown = planOf(114, 1).filter(
  ({ end, way }) => end === 'strong' || (end === 'weak' && !/room|anew|too long/.test(way)),
);
/** What cannot prove its end is left alone for minutes where nobody can be seen. */
export const hidden = planOf(152, 2).filter(({ end }) => end === 'strong');

/** App ms from its writer's end to the list, of all that was held open from its first byte to its last. */
export const waitsOf = ({ waits }: Verdict): readonly number[] =>
  wayNames.filter((way) => !(ways[way] as Way).letsGo).flatMap((way) => waits.get(way) ?? []);
export const medianOf = (all: readonly number[]): number =>
  [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
/** A busy machine makes seconds of what takes none; the careful times are half as long again. */
export const soonMs = 100_000;
