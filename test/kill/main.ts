// Command line of the kill loop: plays it, prints a table, and on failure the story and where everything was kept.
import { parseArgs } from 'node:util';
import { type KillReport, killLoop } from './kill-loop.ts';
import type { Wrong } from './oracle.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string' },
    worlds: { type: 'string', default: '3' },
  },
});

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  process.stderr.write(`--${name} has to be a whole number above 0, not “${text}”\n`);
  process.exit(2);
}

function table(title: string, rows: Iterable<readonly [string, number]>): void {
  process.stdout.write(`\n${title}\n`);
  for (const [name, number] of [...rows].sort((a, b) => b[1] - a[1])) {
    process.stdout.write(`  ${name.padEnd(28)}${String(number).padStart(6)}\n`);
  }
}

const kills = wholeNumber('kills', values.kills);
const seed = wholeNumber('seed', values.seed ?? String(Date.now() % 1_000_000));
const worlds = wholeNumber('worlds', values.worlds);
const begun = Date.now();
const seconds = (): string => ((Date.now() - begun) / 1000).toFixed(0);
const progress = (report: KillReport): void => {
  const line = `${report.kills} kills, ${report.rounds} rounds, ${report.clips} clips, ${seconds()} s`;
  process.stderr.write(process.stderr.isTTY ? `\r${line}   ` : '');
};

process.stdout.write(`kill loop: ${kills} kills, seed ${seed}, ${worlds} worlds\n`);
const report = await killLoop({ kills, seed, worlds, onRound: progress });

table('kills that found jobs in the state', report.byState);
table('kills by their moment', report.byMoment);
const wrong = (kind: Wrong): number => report.failures.filter((one) => one.wrong === kind).length;
process.stdout.write(
  `\n${report.kills} kills of the engine, ${report.siteKills} of the site, ${report.rounds} rounds, ${report.clips} clips, ${report.bodies} bodies received, ${seconds()} s\n` +
    `lost ${wrong('lost')}, doubled ${wrong('doubled')}, stuck ${wrong('stuck')}, wrong text ${wrong('wrong text')}, foreign ${wrong('foreign')}, crashed ${wrong('crashed')}\n`,
);
const told = new Set<string>();
for (const { wrong: kind, story, kept, world, history } of report.failures) {
  process.stdout.write(`\nFAILED seed ${seed}, world ${world}: ${kind}: ${story}\nkept in ${kept}\n`);
  if (told.has(kept)) continue;
  told.add(kept);
  for (const line of history) process.stdout.write(`  ${line}\n`);
}
process.exitCode = report.failures.length === 0 && report.kills === kills ? 0 : 1;
