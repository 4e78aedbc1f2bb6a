// `npm run simulate:matrix`: every fault and every pair of faults under every answer style, and what one row of them does.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { campaign, type Total } from './campaign.ts';
import { faultNames, styleNames } from './matrix-faults.ts';
import { crowdNames, crowdRow, type MatrixRow, makeMatrixPlan, matrixRows, numberOf, rowOf } from './matrix-plan.ts';
import { checkedMatrix } from './matrix-verdict.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1' },
    from: { type: 'string', default: '1' },
    workers: { type: 'string', default: String(Math.min(2, availableParallelism())) },
    fault: { type: 'string', multiple: true },
    crowd: { type: 'string' },
    style: { type: 'string', default: 'rest' },
    trace: { type: 'boolean', default: false },
    'go-on': { type: 'boolean', default: false },
  },
});
const number = (text: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`"${text}" is no whole number above 0`);
  return value;
};
const oneOf = <Name extends string>(names: readonly Name[], text: string): Name => {
  const found = names.find((name) => name === text);
  if (found === undefined) throw new Error(`There is no "${text}". Known: ${names.join(', ')}`);
  return found;
};
const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function showRow(row: MatrixRow): Promise<number> {
  // The names in the order of the table.
  const matrix = makeMatrixPlan(rowOf(numberOf(row)));
  const { record, sayings } = await checkedMatrix(matrix, values.trace ? { trace: say } : {});
  for (const { id, path } of matrix.plan.clips)
    say(`${path}: ${matrix.carriers.get(id)?.join(', then ') ?? '-'}: ${[...(sayings.get(path) ?? [])].join(', ')}`);
  say(`the list: ${[...(sayings.get('') ?? [])].join(', ')}`);
  for (const { sentence, detail } of record.violations) say(`!! ${sentence}: ${detail}`);
  return record.violations.length > 0 ? 1 : 0;
}

function summary({ seeds, seconds, figures, hits }: Total): string {
  const { clips, requests, events, virtualMs } = figures;
  return [
    ...[...hits]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([fault, count]) => `${String(count).padStart(8)}  tries met ${fault}`),
    '',
    `${seeds} rows in ${seconds.toFixed(1)} s (${(seeds / seconds).toFixed(0)} a second)`,
    `${clips} clips, ${requests} requests, ${events} events, ${(virtualMs / 3_600_000).toFixed(0)} hours of virtual time`,
  ].join('\n');
}

async function runAll(): Promise<number> {
  const total = await campaign({
    from: (number(values.from) - 1) * matrixRows + 1,
    seeds: number(values.seeds) * matrixRows,
    workers: number(values.workers),
    goOn: values['go-on'],
    tell: (line) => void process.stderr.write(`${line}\n`),
    worker: 'matrix-worker',
  });
  for (const { seed, sentence, detail } of total.failures) {
    const row = rowOf(seed);
    const which = row.crowd ? `--crowd "${row.crowd}"` : row.faults.map((fault) => `--fault ${fault}`).join(' ');
    say(`FAILED ${row.crowd ?? row.faults.join(' and ')} under ${row.style}, seed ${row.seed}: ${sentence}`);
    say(`  ${detail}`);
    say(`  again: npm run simulate:matrix -- ${which} --style ${row.style} --from ${row.seed} --trace`);
  }
  say(summary(total));
  if (total.failures.length > 0) say(`${total.failures.length} rows failed`);
  return total.failures.length > 0 ? 1 : 0;
}

const style = oneOf(styleNames, values.style);
const crowd = values.crowd === undefined ? null : oneOf(crowdNames, values.crowd);
const faults = values.fault?.map((name) => oneOf(faultNames, name));
if (crowd !== null) process.exitCode = await showRow(crowdRow(crowd, style, number(values.from)));
else process.exitCode = faults ? await showRow({ faults, style, seed: number(values.from) }) : await runAll();
