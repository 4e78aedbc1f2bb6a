// One seed judged: run, run again where it is its turn, and what of it is a failure.
import { known } from './known.ts';
import { makePlan, type Plan } from './plan.ts';
import type { Figures, Recorder, Violation } from './record.ts';
import { run } from './world.ts';

export interface Failure {
  readonly seed: number;
  readonly sentence: string;
  readonly detail: string;
}

export interface Judged {
  readonly failure: Failure | null;
  readonly known: readonly string[];
  readonly hits: ReadonlyMap<string, number>;
  readonly figures: Figures;
}

/** One seed in so many is run twice: the same seed has to be the same run. */
const twiceEvery = 20;
export const differs = 'the same seed made another run';

export const unknownOf = (violations: readonly Violation[]): Violation | undefined =>
  violations.find(({ sentence }) => !known.has(sentence));

export async function judge(seed: number, plan: Plan = makePlan(seed)): Promise<Judged> {
  const twice = seed % twiceEvery === 0;
  // What is wrong stays wrong: no need to see how it ends.
  const enough = ({ violations }: Recorder): boolean => unknownOf(violations) !== undefined;
  const { record } = await run(plan, { trace: twice ? 'hash' : 'none', enough });
  const found = unknownOf(record.violations);
  let failure: Failure | null = found ? { seed, sentence: found.sentence, detail: found.detail } : null;
  if (twice && failure === null) {
    const again = (await run(plan, { trace: 'hash' })).record.hash();
    if (again !== record.hash()) failure = { seed, sentence: differs, detail: `${record.hash()} and ${again}` };
  }
  const sentences = new Set(record.violations.map(({ sentence }) => sentence).filter((one) => known.has(one)));
  return { failure, known: [...sentences], hits: record.hits, figures: record.figures };
}
