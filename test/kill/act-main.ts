// Command line of the acts that are killed: plays them, and prints what was wrong.
import { parseArgs } from 'node:util';
import { actKills } from './act-kills.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    clips: { type: 'string', default: '500' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [kills, clips, seed] = [Number(values.kills), Number(values.clips), Number(values.seed)];
const begun = Date.now();
process.stdout.write(`acts killed: ${kills} kills, ${clips} clips, seed ${seed}\n`);
const report = await actKills({ kills, clips, seed, onSite: Math.floor(clips / 5) });
for (const [name, count] of report.byAct) process.stdout.write(`  ${name.padEnd(10)}${String(count).padStart(5)}\n`);
process.stdout.write(
  `${report.kills} kills in ${((Date.now() - begun) / 1000).toFixed(0)} s: ${report.undone} acts not done, ${report.done} done, ${report.wrong.length} wrong\n`,
);
for (const line of report.wrong) process.stdout.write(`  ${line}\n`);
process.exitCode = report.wrong.length === 0 && report.kills === kills ? 0 : 1;
