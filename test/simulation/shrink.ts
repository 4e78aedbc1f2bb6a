// Makes a failing plan small: takes out faults, acts and clips as long as the same sentence is still broken.
import type { Plan } from './plan.ts';
import { type RunOptions, run } from './world.ts';

type Part = 'faults' | 'acts' | 'clips';
const parts: readonly Part[] = ['faults', 'acts', 'clips'];

async function breaks(plan: Plan, sentence: string, options: RunOptions): Promise<boolean> {
  const { record } = await run(plan, options);
  return record.violations.some((one) => one.sentence === sentence);
}

const without = (plan: Plan, part: Part, at: number, count: number): Plan => ({
  ...plan,
  [part]: plan[part].filter((_, place) => place < at || place >= at + count),
});

export async function shrink(plan: Plan, sentence: string, options: RunOptions = {}): Promise<Plan> {
  let smallest = plan;
  for (let before: Plan | null = null; before !== smallest; ) {
    before = smallest;
    for (const part of parts) {
      // Halves first, then ever smaller pieces.
      for (
        let count = Math.ceil(smallest[part].length / 2);
        count >= 1;
        count = count === 1 ? 0 : Math.ceil(count / 2)
      ) {
        for (let at = 0; at < smallest[part].length; ) {
          const smaller = without(smallest, part, at, count);
          if (await breaks(smaller, sentence, options)) {
            smallest = smaller;
          } else at += count;
        }
      }
    }
  }
  return smallest;
}
