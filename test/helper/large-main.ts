// Command line of the large run: a clip of gigabytes on a line that is cut at random bytes, and on one that is cut every 64 MiB, against its bars.
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { chance } from '../kill/chance.ts';
import { ensureWordPressPackages } from '../wordpress/debian.ts';
import { evenGaps, type LargeRun, largeRun, randomGaps } from './large.ts';

const { values } = parseArgs({
  options: {
    gib: { type: 'string', default: '3' },
    cuts: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
  },
});
const MiB = 1024 * 1024;
const bytes = Math.round(Number(values.gib) * 1024 * MiB);
const cuts = Number(values.cuts);
const readiness = await ensureWordPressPackages();
if (readiness.kind === 'left-out' || !(bytes > 0) || !Number.isSafeInteger(cuts)) {
  process.stderr.write(`${readiness.kind === 'left-out' ? readiness.why : '--gib and --cuts are numbers'}\n`);
  process.exit(2);
}
// Twice such a clip has no room in memory.
process.env.CLIPFERRY_TESTS_FOLDER ??= tmpdir();

interface Bar {
  readonly name: string;
  readonly is: number;
  readonly most: number;
}

function barsOf(run: LargeRun, mostSent: number): readonly Bar[] {
  return [
    { name: 'bytes on the line / of the clip', is: run.lineBytes / bytes, most: mostSent },
    { name: 'memory of PHP, MiB', is: run.phpPeakBytes / MiB, most: 128 },
    { name: 'disk of the site / of the clip', is: run.diskPeakBytes / bytes, most: 2 },
    { name: 'videos more or less than one', is: Math.abs(run.videos - 1), most: 0 },
    { name: 'bytes differ (1 = yes)', is: run.isEqual ? 0 : 1, most: 0 },
    { name: 'left over: files, pieces', is: run.unattached + run.pieces, most: 0 },
  ];
}

let missed = 0;
for (const [name, front, gaps, mostSent] of [
  [`${cuts} cuts at random bytes, Apache`, 'apache', randomGaps(bytes, cuts, chance(Number(values.seed))), 1.05],
  ['a cut every 64 MiB, Apache', 'apache', evenGaps(bytes, 64 * MiB), 1.02],
  ['a cut every 64 MiB, nginx with its limit of 1 MiB', 'nginx', evenGaps(bytes, 64 * MiB), 1.02],
] as const) {
  const run = await largeRun({ bytes, front, gaps });
  process.stdout.write(`\n${name}: ${(bytes / MiB).toFixed(0)} MiB, ${run.cuts} cuts, ${run.seconds.toFixed(0)} s\n`);
  for (const bar of barsOf(run, mostSent)) {
    const holds = bar.is <= bar.most;
    if (!holds) missed++;
    process.stdout.write(
      `  ${holds ? 'held  ' : 'MISSED'} ${bar.name.padEnd(34)} ${bar.is.toFixed(3)} (at most ${bar.most})\n`,
    );
  }
  process.stdout.write(`  answers: ${[...run.answers].map(([answer, times]) => `${answer}: ${times}`).join(', ')}\n`);
}
process.exitCode = missed === 0 ? 0 : 1;
