// Command line of updates on real AppImages: from one version to the next, so many times, each with other cuts and kills.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type RealProgram, realUpdate } from './real-updates.ts';

const { values } = parseArgs({
  options: {
    /** A folder with the AppImages of two versions. */
    programs: { type: 'string', default: '' },
    times: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const [times, seed] = [Number(values.times), Number(values.seed)];
const begun = Date.now();

function programs(): readonly [old: RealProgram, next: RealProgram] {
  const found = readdirSync(values.programs)
    .sort()
    .flatMap((name) => {
      const version = /-(\d+\.\d+\.\d+)-\w+\.AppImage$/.exec(name)?.[1];
      return version === undefined ? [] : [{ version, bytes: readFileSync(path.join(values.programs, name)) }];
    });
  const [old, next] = found;
  if (old === undefined || next === undefined) throw new Error(`There are no two AppImages in ${values.programs}`);
  return [old, next];
}

const [old, next] = programs();
const megabytes = (next.bytes.length / 1e6).toFixed(0);
process.stdout.write(
  `real updates: ${old.version} to ${next.version} (${megabytes} MB), ${times} times, seed ${seed}\n`,
);
let failed = 0;
for (let time = 1; time <= times; time++) {
  const { starts, kills, cuts, clips, wrong } = await realUpdate({ old, next, seed: seed + time });
  if (wrong.length > 0) failed++;
  process.stdout.write(
    `  ${String(time).padStart(2)}  ${wrong.length === 0 ? 'in place, each clip once' : 'WRONG'}; starts: ${starts}, kills: ${kills}, lines cut: ${cuts}, clips: ${clips}` +
      `${wrong.map((what) => `\n      WRONG ${what}`).join('')}\n`,
  );
}
process.stdout.write(`\n${times} updates, ${failed} wrong; ${((Date.now() - begun) / 1000).toFixed(0)} s\n`);
process.exitCode = failed === 0 ? 0 : 1;
