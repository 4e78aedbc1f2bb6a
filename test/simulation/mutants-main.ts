// Command line of the mutants: a table of who was caught by which seed; a survivor or a patch that does not fit is a failure.
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { mutants, tryMutant } from './mutate.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seeds: { type: 'string', default: '2000' } },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const all = mutants();
  const unknown = positionals.filter((name) => !all.some((one) => one.name === name));
  const seeds = Number(values.seeds);
  if (unknown.length > 0 || !Number.isSafeInteger(seeds) || seeds < 1) {
    say(unknown.length > 0 ? `There is no mutant ${unknown.join(', ')}.` : '--seeds has to be a whole number above 0.');
    say(`Known: ${all.map((one) => one.name).join(', ')}`);
    return 2;
  }
  let failures = 0;
  for (const mutant of all.filter((one) => positionals.length === 0 || positionals.includes(one.name))) {
    const outcome = await tryMutant(mutant, { seeds, workers: Math.min(2, availableParallelism()) });
    if (outcome.kind === 'caught') {
      say(`caught    ${mutant.name.padEnd(22)} seed ${String(outcome.seed).padEnd(5)} ${outcome.sentence}`);
      continue;
    }
    failures++;
    if (outcome.kind === 'survived') say(`SURVIVED  ${mutant.name.padEnd(22)} ${seeds} seeds. ${mutant.without}`);
    else say(`BROKEN    ${mutant.name.padEnd(22)} ${outcome.said}`);
  }
  return failures === 0 ? 0 : 1;
}

process.exitCode = await main();
