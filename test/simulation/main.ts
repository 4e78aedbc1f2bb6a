// `npm run simulate`: runs seeds on several processes, prints the table of faults and states, and fails with a small trace.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { campaign } from './campaign.ts';
import { makePlan } from './plan.ts';
import { sentences } from './sentences.ts';
import { shrink } from './shrink.ts';
import { fewHits, summary, table } from './table.ts';
import { run } from './world.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '2000' },
    from: { type: 'string', default: '1' },
    workers: { type: 'string', default: String(Math.min(2, availableParallelism())) },
    trace: { type: 'string' },
    'min-hits': { type: 'string', default: '0' },
    'no-shrink': { type: 'boolean', default: false },
    'go-on': { type: 'boolean', default: false },
  },
});
const number = (text: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new Error(`"${text}" is no whole number`);
  return value;
};
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Of a shrunk trace. */
const mostLines = 150;

async function showTrace(seed: number): Promise<number> {
  const { record, plan } = await run(makePlan(seed), { trace: say });
  say(JSON.stringify({ faults: plan.faults, acts: plan.acts }, null, 1));
  for (const { sentence, detail } of record.violations) say(`!! ${sentence}: ${detail}`);
  return record.violations.length > 0 ? 1 : 0;
}

async function showSmall(seed: number, sentence: string): Promise<void> {
  const whole = makePlan(seed);
  const small = await shrink(whole, sentence);
  const count = (plan: typeof whole): string =>
    `${plan.clips.length} clips, ${plan.faults.length} faults, ${plan.acts.length} acts`;
  say(`\nShrunk from ${count(whole)} to ${count(small)}:`);
  for (const fault of small.faults) say(`  fault ${JSON.stringify(fault)}`);
  for (const act of small.acts) say(`  act ${JSON.stringify(act)}`);
  for (const clip of small.clips) say(`  clip ${JSON.stringify(clip)}`);
  const lines: string[] = [];
  await run(small, { trace: (line) => void lines.push(line) });
  if (lines.length > mostLines) say(`(the first ${lines.length - mostLines} lines are left out)`);
  for (const line of lines.slice(-mostLines)) say(line);
}

async function main(): Promise<number> {
  if (values.trace !== undefined) return showTrace(number(values.trace));
  const total = await campaign({
    from: number(values.from),
    seeds: number(values.seeds),
    workers: Math.max(1, number(values.workers)),
    goOn: values['go-on'],
    tell: (line) => void process.stderr.write(`${line}\n`),
  });
  const { failures } = total;
  const [first] = failures;
  for (const { seed, sentence, detail } of failures.slice(0, values['go-on'] ? undefined : 1)) {
    say(`FAILED seed ${seed}: ${sentence}`);
    say(`  ${detail}`);
    say(`  again: npm run simulate -- --trace ${seed}`);
  }
  if (first && !values['go-on']) {
    // Every attempt to make it smaller might go on without an end as well.
    if (!values['no-shrink'] && first.sentence !== sentences.endless) await showSmall(first.seed, first.sentence);
    return 1;
  }
  say(table(total.hits));
  say(summary(total));
  const few = fewHits(total.hits, number(values['min-hits']));
  for (const line of few) say(line);
  return few.length + failures.length > 0 ? 1 : 0;
}

process.exitCode = await main();
