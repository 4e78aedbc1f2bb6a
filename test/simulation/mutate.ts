// `npm run simulate:mutants [-- names]`: takes one safety out of a copy of the engine at a time; the simulation has to notice.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Finished, finished } from './finished.ts';
import { helperFrom } from './plan-helper.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const patches = fileURLToPath(new URL('mutants/', import.meta.url));
/** What the simulation and the engine below it are made of. */
const parts = ['main', 'preload', 'test/simulation', 'test/main', 'test/engine', 'test/site', 'package.json'];

/** Two thousand seeds take a minute or two on a machine that has nothing else to do. */
const limitMs = 8 * 60_000;

export interface Mutant {
  readonly name: string;
  /** What is taken out, in a sentence. */
  readonly without: string;
  /** The first seed that it is tried with. */
  readonly from: number;
}

export type MutantOutcome =
  | { readonly kind: 'caught'; readonly seed: number; readonly sentence: string }
  | { readonly kind: 'survived' }
  /** The patch does not fit the engine any more, or the simulation proves nothing about it: `said` is why. */
  | { readonly kind: 'broken'; readonly said: string };

export function mutants(): readonly Mutant[] {
  return readdirSync(patches)
    .filter((name) => name.endsWith('.patch'))
    .sort()
    .map((name) => {
      const text = readFileSync(join(patches, name), 'utf8');
      // What only runs with the helper notice is tried with those.
      const from = text.includes('\nOnly with the helper.\n') ? helperFrom : 1;
      return { name: basename(name, '.patch'), without: text.split('\n')[0] ?? '', from };
    });
}

/** Null = the patch fits the engine as it is; else why not. */
export const misfitOf = ({ name }: Mutant): Promise<string | null> => apply(name, root, '--check');

async function apply(name: string, tree: string, ...more: readonly string[]): Promise<string | null> {
  const order = ['apply', '-C1', '--whitespace=nowarn', ...more, join(patches, `${name}.patch`)];
  const { code, said } = await finished('git', order, tree, limitMs);
  return code === 0 ? null : said.trim();
}

/** Which seeds a mutant is tried with, by how many processes. */
export interface Trial {
  /** The first of them; the mutant's own if it is not given. */
  readonly from?: number;
  readonly seeds: number;
  readonly workers: number;
}

/** Makes the mutant and lets the simulation run over it, seed by seed, until it is caught. */
export async function tryMutant(mutant: Mutant, { from = mutant.from, seeds, workers }: Trial): Promise<MutantOutcome> {
  const { name } = mutant;
  const copy = mkdtempSync(join(tmpdir(), 'clipferry-mutant-'));
  try {
    for (const part of parts) cpSync(join(root, part), join(copy, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir');
    const misfit = await apply(name, copy);
    if (misfit !== null) return { kind: 'broken', said: `the patch does not apply: ${misfit}` };
    const outcome = outcomeOf(await simulate(copy, from, seeds, workers));
    if (outcome.kind !== 'caught') return outcome;
    // Whatever the engine as it is fails in as well proves nothing about the mutant.
    const sound = await simulate(root, outcome.seed, 1, 1);
    return sound.code === 0
      ? outcome
      : { kind: 'broken', said: `the engine itself fails seed ${outcome.seed}: ${outcome.sentence}` };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function simulate(tree: string, from: number, seeds: number, workers: number): Promise<Finished> {
  const order = ['--seeds', String(seeds), '--from', String(from), '--workers', String(workers), '--no-shrink'];
  const script = join(tree, 'test/simulation/main.ts');
  return finished(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...order], tree, limitMs);
}

function outcomeOf({ code, said }: Finished): MutantOutcome {
  if (code === 0) return { kind: 'survived' };
  const found = /^FAILED seed (\d+): (.*)$/m.exec(said);
  if (found?.[1] === undefined || found[2] === undefined) return { kind: 'broken', said: said.trim().slice(-2_000) };
  return { kind: 'caught', seed: Number(found[1]), sentence: found[2] };
}
