// Command line of the update campaign: every case, lines cut at many places, and the engine killed at many moments.
import { parseArgs } from 'node:util';
import { chance } from '../kill/chance.ts';
import { type UpdateCase, updateCases } from './cases.ts';
import { mayMount, mountedCases } from './mounted-cases.ts';
import { setStage } from './stage.ts';
import { updateKills } from './update-kills.ts';

const { values } = parseArgs({
  options: {
    cuts: { type: 'string', default: '100' },
    kills: { type: 'string', default: '50' },
    megabytes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [cuts, kills, seed] = [Number(values.cuts), Number(values.kills), Number(values.seed)];
const payloadBytes = Number(values.megabytes) * 1024 * 1024;
const choice = chance(seed);
const begun = Date.now();
let failed = 0;

async function play({ name, run }: UpdateCase, times: number): Promise<void> {
  for (let time = 1; time <= times; time++) {
    const stage = await setStage(payloadBytes);
    try {
      await run(stage, choice);
    } catch (error) {
      failed++;
      process.stdout.write(`FAILED ${name} (time ${time}): ${String(error)}\n`);
    } finally {
      await stage.close();
    }
  }
  process.stdout.write(`  ${String(times).padStart(4)}  ${name}\n`);
}

process.stdout.write(`update campaign: ${values.megabytes} MB, ${cuts} cuts each way, ${kills} kills, seed ${seed}\n`);
for (const one of updateCases) await play(one, one.name.startsWith('a line that is cut') ? cuts : 1);
if (mayMount()) for (const one of mountedCases) await play(one, 1);
else process.stdout.write('  left out: disks that are full or may only be read, which only root can mount (Linux)\n');
const report = await updateKills({ kills, seed, payloadBytes });
process.stdout.write('\nthe last word of engines that were killed\n');
for (const [word, count] of report.byWord) process.stdout.write(`  ${word.padEnd(20)}${String(count).padStart(5)}\n`);
for (const line of report.wrong) process.stdout.write(`WRONG ${line}\n`);
process.stdout.write(
  `\n${report.kills} kills in ${report.rounds} rounds, ${report.replaced} versions put in place, ${report.clips} clips, ` +
    `${report.wrong.length} wrong; ${failed} cases failed; ${((Date.now() - begun) / 1000).toFixed(0)} s\n`,
);
process.exitCode = failed === 0 && report.wrong.length === 0 && report.kills === kills ? 0 : 1;
