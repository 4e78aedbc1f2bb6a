// `npm run simulate:pair`: runs seeds of two computers on several processes, and tells what they met and what was beyond the guarantee.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { campaign, type Total } from './campaign.ts';
import { excuses } from './pair-oracle.ts';
import { makePairPlan } from './pair-plan.ts';
import { runPair } from './pair-world.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '2000' },
    from: { type: 'string', default: '1' },
    workers: { type: 'string', default: String(Math.min(2, availableParallelism())) },
    trace: { type: 'string' },
    'go-on': { type: 'boolean', default: false },
  },
});
const number = (text: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new Error(`"${text}" is no whole number`);
  return value;
};
const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function showTrace(seed: number): Promise<number> {
  const { record, plan } = await runPair(makePairPlan(seed), { trace: say });
  say(JSON.stringify(plan, null, 1));
  for (const { sentence, detail } of record.violations) say(`!! ${sentence}: ${detail}`);
  return record.violations.length > 0 ? 1 : 0;
}

function summary({ seeds, seconds, figures, hits }: Total): string {
  const { clips, crashes, restarts, requests, events, virtualMs, beyond } = figures;
  const perThousand = (count: number): string => ((count * 1_000) / seeds).toFixed(1);
  const isExcuse = new Set<string>(Object.values(excuses));
  return [
    ...[...hits]
      .filter(([what]) => !isExcuse.has(what))
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([what, count]) => `${String(count).padStart(8)}  ${what}`),
    '',
    `${seeds} seeds in ${seconds.toFixed(1)} s (${(seeds / seconds).toFixed(0)} a second)`,
    `${clips} clips, ${requests} requests, ${events} events, ${(virtualMs / 3_600_000).toFixed(0)} hours of virtual time`,
    `${crashes} crashes, ${restarts} restarts`,
    `beyond guarantee: ${beyond} doubles, ${perThousand(beyond)} in 1,000 seeds`,
    ...Object.values(excuses).map((excuse) => {
      const count = hits.get(excuse) ?? 0;
      return `  ${excuse}: ${count}, ${perThousand(count)} in 1,000 seeds`;
    }),
  ].join('\n');
}

async function main(): Promise<number> {
  if (values.trace !== undefined) return showTrace(number(values.trace));
  const total = await campaign({
    from: number(values.from),
    seeds: number(values.seeds),
    workers: Math.max(1, number(values.workers)),
    goOn: values['go-on'],
    tell: (line) => void process.stderr.write(`${line}\n`),
    worker: 'pair-worker',
  });
  for (const { seed, sentence, detail } of total.failures) {
    say(`FAILED seed ${seed}: ${sentence}`);
    say(`  ${detail}`);
    say(`  again: npm run simulate:pair -- --trace ${seed}`);
  }
  say(summary(total));
  if (total.failures.length > 0) say(`${total.failures.length} seeds failed`);
  return total.failures.length > 0 ? 1 : 0;
}

process.exitCode = await main();
