// Command line of the ingest torture: writes, waits, and tells of each way to write what was torn, missed, doubled and not replaced.
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { makePlan, type PlannedFile } from './plan.ts';
import { programNames, programsHere } from './programs.ts';
import { torture } from './torture.ts';
import type { Wrong } from './verdict.ts';

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    /** How much faster the app's time goes than the clock's; writers pause as much shorter. */
    times: { type: 'string', default: '4' },
    /** Of a writer, in seconds of the app's time. */
    pause: { type: 'string', default: '120' },
    abreast: { type: 'string', default: '150' },
    disk: { type: 'string', default: tmpdir() },
    /** Nobody can be seen to write. */
    hidden: { type: 'boolean', default: false },
    /** Only ways whose names have this in them. */
    way: { type: 'string', default: '' },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const [files, seed, times, pause, abreast] = (['files', 'seed', 'times', 'pause', 'abreast'] as const).map((name) => {
  const value = Number(values[name]);
  if (!Number.isSafeInteger(value) || value < 1) throw new Error(`--${name} has to be a whole number above 0`);
  return value;
}) as [number, number, number, number, number];

const median = (all: readonly number[]): number => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

const here = programsHere();
const notHere = programNames.filter((name) => !here.includes(name));
if (notHere.length > 0) say(`not here, and so not tried: ${notHere.join(', ')}`);
const plan = makePlan({ files, seed, longestPause: pause * 1_000, programs: here }).filter(({ way }) =>
  way.includes(values.way),
);
const { hidden } = values;
const begun = performance.now();
const { wrong, noticed, waits } = await torture({ plan, times, hidden, abreast, disk: values.disk });
const took = ((performance.now() - begun) / 1_000).toFixed(0);

const count = (all: readonly Wrong[], kind: Wrong['kind']): number => all.filter((one) => one.kind === kind).length;
const byWay = Map.groupBy(plan, ({ way }: PlannedFile) => way);
say(`${'way'.padEnd(56)}files  torn  missed  doubled  beside  median s from its end to the queue`);
for (const [way, its] of byWay) {
  const bad = wrong.filter(({ file }) => file.way === way);
  const wait = waits.get(way) ?? [];
  say(
    `${way.padEnd(56)}${[its.length, count(bad, 'torn'), count(bad, 'missed'), count(bad, 'doubled'), count(bad, 'beside')].map((n) => String(n).padStart(5)).join('  ')}   ${(median(wait) / 1_000).toFixed(1).padStart(7)}`,
  );
}
for (const { kind, file } of wrong.slice(0, 60))
  say(`${kind}: ${file.name}, ${file.container}, ${file.way}, ${file.bytes} bytes in ${file.pieces} pieces`);
say(
  `${plan.length} files, seed ${seed}${hidden ? ', writers hidden' : ''}: ${count(wrong, 'torn')} torn (${noticed} noticed), ` +
    `${count(wrong, 'missed')} missed, ${count(wrong, 'doubled')} doubled, ${count(wrong, 'beside')} beside an older version, ${took} s`,
);
const bearable = hidden ? plan.length / 1_000 : 0;
process.exitCode =
  wrong.some(({ kind }) => kind !== 'torn') || count(wrong, 'torn') > bearable || noticed < count(wrong, 'torn')
    ? 1
    : 0;
