// Command line of the mutants: changes one thing at a time in a copy of the critical rooms and tells which changes no test beside
// them noticed. `npm run mutants -- [room or part of a file's path …] [--show] [--at N]`, N at a time; a file below the least score is
// a failure.
import { spawn } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { memoryFolder } from '../tools/memory-folder.mjs';
import { equals } from './equal.ts';
import { isOnlyTypes } from './only-types.ts';
import { leastScore, type Room, rooms } from './rooms.ts';
import { type FileScore, type Report, scoresOf } from './score.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const results = `${root}test-results/mutants/`;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { show: { type: 'boolean', default: false }, at: { type: 'string' } },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);

function filesOf(room: Room): readonly string[] {
  const all = globSync([...room.code], { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  const isWanted = (file: string): boolean =>
    positionals.length === 0 || positionals.some((part) => part === room.name || file.includes(part));
  return all.filter(isWanted).sort();
}

/** Stryker's settings; `report` = where it writes. */
function settings(mutate: readonly string[], report: string): unknown {
  return {
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner', `${root}test/mutants/quiet.mjs`],
    vitest: { configFile: 'test/mutants/vitest.config.ts', related: true },
    mutate,
    ignorers: ['log'],
    coverageAnalysis: 'perTest',
    // On a busy machine a test takes longer than when it was tried first: what is late is taken for noticed.
    timeoutFactor: 3,
    timeoutMS: 15_000,
    // A mutant at which nothing comes to its end any more waits most of its time.
    concurrency: Number(values.at ?? 2 * availableParallelism()),
    // Types are seen to by the compiler; this one's settings are none that Stryker can read.
    disableTypeChecks: false,
    tsconfigFile: 'none',
    tempDirName: 'test-results/mutants/copy',
    ignorePatterns: ['out', 'dist', 'test-results', 'test/e2e', 'assets'],
    reporters: ['json', 'progress-append-only'],
    jsonReporter: { fileName: report },
    allowConsoleColors: false,
  };
}

/** Gives null where Stryker itself failed. */
async function mutate(room: Room, files: readonly string[]): Promise<Report | null> {
  const report = `test-results/mutants/${room.name}.json`;
  const config = `${results}${room.name}.config.json`;
  writeFileSync(config, JSON.stringify(settings(files, report)));
  rmSync(`${root}${report}`, { force: true });
  const stryker = `${root}node_modules/@stryker-mutator/core/bin/stryker.js`;
  const code = await new Promise<number | null>((resolve, reject) => {
    // In memory no test waits for the disk, and none of these is about a power cut.
    const tests = JSON.stringify(room.tests);
    // Where it is never the same time as UTC, a time that is read wrongly is another one.
    const env = { ...process.env, TZ: 'America/New_York', TMPDIR: memoryFolder(), CLIPFERRY_MUTANTS_TESTS: tests };
    const child = spawn(process.execPath, [stryker, 'run', config], { cwd: root, env, stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) return null;
  return JSON.parse(readFileSync(`${root}${report}`, 'utf8')) as Report;
}

function tell({ file, noticed, timedOut, survived, equal, percent }: FileScore): void {
  const parts = [`${percent.toFixed(1).padStart(5)} %`, file.padEnd(52), `${noticed} noticed, ${survived} survived`];
  if (timedOut > 0) parts.push(`${timedOut} by time alone`);
  if (equal > 0) parts.push(`${equal} equal`);
  if (percent < leastScore) parts.push(`BELOW ${leastScore} %`);
  say(parts.join('  '));
}

async function main(): Promise<number> {
  mkdirSync(results, { recursive: true });
  let failures = 0;
  let count = 0;
  for (const room of rooms) {
    const all = filesOf(room);
    count += all.length;
    const ofTypes = all.filter((file) => isOnlyTypes(readFileSync(`${root}${file}`, 'utf8')));
    for (const file of ofTypes) say(`    - %  ${file.padEnd(52)}  types alone, nothing to change`);
    const files = all.filter((file) => !ofTypes.includes(file));
    if (files.length === 0) continue;
    const report = await mutate(room, files);
    if (report === null) {
      say(`The mutants of ${room.name} could not be tried.`);
      return 1;
    }
    const scores = scoresOf(report, equals);
    for (const score of scores.files) tell(score);
    for (const { file, at, replaces } of values.show ? scores.survivors : []) {
      say(`  ${file}:${at}  ${replaces[0]}  →  ${replaces[1]}`);
    }
    for (const { file, line } of scores.stale) say(`EXPLAINED FOR NOTHING  ${file}: ${line}`);
    failures += scores.stale.length + scores.files.filter(({ percent }) => percent < leastScore).length;
  }
  if (count === 0) say(`No critical file fits ${positionals.join(', ')}.`);
  return failures === 0 && count > 0 ? 0 : 1;
}

process.exitCode = await main();
