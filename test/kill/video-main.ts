// Command line of the changes for videos that are killed: plays them, and prints what was wrong.
import { parseArgs } from 'node:util';
import { videoKills } from './video-kills.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    videos: { type: 'string', default: '500' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [kills, videos, seed] = [Number(values.kills), Number(values.videos), Number(values.seed)];
const begun = Date.now();
process.stdout.write(`changes killed: ${kills} kills, ${videos} videos, seed ${seed}\n`);
const report = await videoKills({ kills, videos, seed });
for (const [name, count] of report.byAct) process.stdout.write(`  ${name.padEnd(10)}${String(count).padStart(5)}\n`);
process.stdout.write(
  `${report.kills} kills in ${((Date.now() - begun) / 1000).toFixed(0)} s: ${report.undone} acts not done, ${report.done} done, ${report.typed} typed meanwhile, ${report.wrong.length} wrong\n`,
);
for (const line of report.wrong) process.stdout.write(`  ${line}\n`);
process.exitCode = report.wrong.length === 0 && report.kills === kills ? 0 : 1;
