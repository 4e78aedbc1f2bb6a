// Command line of the helper's kill campaign: plays it, prints what was killed when, and on failure the story.
import { parseArgs } from 'node:util';
import { ensureWordPressPackages } from '../wordpress/debian.ts';
import { type HelperKillReport, helperKills } from './kills.ts';

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } },
});
const [kills, seed] = [Number(values.kills), Number(values.seed)];
const readiness = await ensureWordPressPackages();
if (readiness.kind === 'left-out' || !(kills > 0) || !Number.isSafeInteger(seed)) {
  process.stderr.write(`${readiness.kind === 'left-out' ? readiness.why : '--kills and --seed are whole numbers'}\n`);
  process.exit(2);
}

const begun = Date.now();
const seconds = (): string => ((Date.now() - begun) / 1000).toFixed(0);
const line = ({ kills: done, rounds, clips }: HelperKillReport): string =>
  `${done} kills, ${rounds} rounds, ${clips} clips, ${seconds()} s`;
process.stdout.write(`helper:kills: ${kills} kills, seed ${seed}\n`);
const report = await helperKills({
  kills,
  seed,
  fronts: ['apache', 'nginx'],
  onRound: (so) => process.stderr.write(process.stderr.isTTY ? `\r${line(so)}   ` : ''),
});

for (const [title, numbers] of [
  ['killed', report.byVictim],
  ['uploads at that moment', report.byState],
] as const) {
  process.stdout.write(`\n${title}\n`);
  for (const [name, number] of [...numbers].sort((a, b) => b[1] - a[1]))
    process.stdout.write(`  ${name.padEnd(24)}${String(number).padStart(5)}\n`);
}
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
process.stdout.write(
  `\n${line(report)}; ${megabytes(report.clipBytes)} of clips, ${megabytes(report.lineBytes)} on the line, ${report.cuts} cuts\n` +
    `pieces left until their time was over: ${report.leftUntilExpiry}; wrong: ${report.failures.length}\n`,
);
for (const { wrong, story, front, history } of report.failures)
  process.stdout.write(`\nFAILED seed ${seed} behind ${front}: ${wrong}: ${story}\n  ${history.join('\n  ')}\n`);
process.exitCode = report.failures.length === 0 && report.kills === kills ? 0 : 1;
