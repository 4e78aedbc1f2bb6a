// Command line of the torture on other disks: on each kind that this machine can mount, writers of every kind, and then its mishaps.
import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mishaps } from './disk-mishaps.ts';
import { type DiskName, diskNames, makeDisk, unmountBelow, whyNoDisk } from './disks.ts';
import { makePlan } from './plan.ts';
import { programsHere } from './programs.ts';
import { torture } from './torture.ts';
import { type Way, ways } from './writers.ts';

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    /** Only kinds whose names have this in them. */
    disk: { type: 'string', default: '' },
    /** Nothing but the mishaps. */
    mishaps: { type: 'boolean', default: false },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const byWay: Readonly<Record<string, Way | undefined>> = ways;

/** Some disks give no file two names. */
function hasLinks(root: string): boolean {
  const [one, two] = [join(root, 'one name'), join(root, 'another name')] as const;
  writeFileSync(one, '');
  try {
    linkSync(one, two);
    rmSync(two);
    return true;
  } catch {
    return false;
  } finally {
    rmSync(one);
  }
}

async function written(root: string): Promise<readonly string[]> {
  const links = hasLinks(root);
  if (!links) say('  gives no file two names: ways that need them are left out');
  const plan = makePlan({
    ...{ files: Number(values.files), seed: Number(values.seed), longestPause: 30_000, programs: programsHere() },
  }).filter(({ way }) => links || !byWay[way]?.twoNames);
  const disk = join(root, 'writers');
  mkdirSync(disk);
  const { wrong, noticed } = await torture({ plan, times: 10, hidden: false, abreast: 40, disk });
  rmSync(disk, { recursive: true, force: true });
  say(`  ${plan.length} files by writers of every kind: ${wrong.length} wrong, ${noticed} torn ones noticed`);
  return wrong.map(({ kind, file }) => `${kind}: ${file.name}, ${file.container}, ${file.way}`);
}

async function tried(name: DiskName): Promise<readonly string[]> {
  const place = mkdtempSync(join(tmpdir(), 'clipferry-disk-'));
  try {
    const disk = await makeDisk(name, place);
    const torn = values.mishaps ? [] : await written(disk.root);
    return [...torn, ...(await mishaps(disk))];
  } catch (error) {
    return [`could not be tried to its end: ${error instanceof Error ? error.message : String(error)}`];
  } finally {
    unmountBelow(place);
    rmSync(place, { recursive: true, force: true });
  }
}

let bad = 0;
let on = 0;
for (const name of diskNames.filter((one) => one.includes(values.disk))) {
  const why = whyNoDisk(name);
  if (why !== null) {
    say(`${name}: not tried, ${why}`);
    continue;
  }
  say(`${name}:`);
  const begun = performance.now();
  const wrong = await tried(name);
  for (const one of wrong) say(`  ${one}`);
  say(
    `  ${wrong.length === 0 ? 'every clip once and whole' : `${wrong.length} wrong`}, ${((performance.now() - begun) / 1_000).toFixed(0)} s`,
  );
  on++;
  bad += wrong.length;
}
say(`${on} kinds of disks, ${bad} wrong`);
// What still waits for a disk that is gone keeps no process.
process.exit(bad === 0 && on > 0 ? 0 : 1);
