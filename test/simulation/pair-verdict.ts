// One seed of two computers judged: run, run again where it is its turn, and what of it is a failure.
import { makePairPlan } from './pair-plan.ts';
import { runPair } from './pair-world.ts';
import { differs, type Judged } from './verdict.ts';

/** One seed in so many is run twice: the same seed has to be the same run. */
const twiceEvery = 20;

export async function judgePair(seed: number): Promise<Judged> {
  const plan = makePairPlan(seed);
  const twice = seed % twiceEvery === 0;
  const { record } = await runPair(plan, {
    trace: twice ? 'hash' : 'none',
    // What is wrong stays wrong: no need to see how it ends.
    enough: ({ violations }) => violations.length > 0,
  });
  const { hits, figures } = record;
  const [found] = record.violations;
  if (found) return { failure: { seed, sentence: found.sentence, detail: found.detail }, known: [], hits, figures };
  if (twice) {
    const again = (await runPair(plan, { trace: 'hash' })).record.hash();
    if (again !== record.hash())
      return {
        ...{ known: [], hits, figures },
        failure: { seed, sentence: differs, detail: `${record.hash()} and ${again}` },
      };
  }
  return { failure: null, known: [], hits, figures };
}
