// npm run bench:burst: very many clips at once, into a watched folder and as a tree that is dropped, through the whole engine.
//
// --files N   clips that are written into a watched folder, two hundred in each of its folders (200000)
// --tree N    clips of the tree that is dropped (50000)
//
// The aims are not met yet. Ends with 1 when it is worse than before anything was done about it: 466 s, 404 MiB, 435 ms. Needs /proc.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createChance } from '../simulation/chance.ts';
import { containers } from '../torture/contents.ts';
import type { BurstAnswer } from './burst-engine.ts';
import { type Line, line, table } from './report.ts';

const { values } = parseArgs({
  options: { files: { type: 'string', default: '200000' }, tree: { type: 'string', default: '50000' } },
});
const say = (text: string): void => void process.stdout.write(`${text}\n`);
const perFolder = 200;
const aims = { seconds: 60, afterMiB: 100, turnMs: 50 };
const before = { seconds: 466, afterMiB: 404, turnMs: 435 };

/** A whole film of a few hundred bytes, of which a few are written anew for each. */
const film = containers[0]?.make(createChance(1), 256) ?? Buffer.alloc(0);

function writeClips(root: string, count: number): void {
  for (let n = 0; n < count; n++) {
    const folder = join(root, `card ${Math.floor(n / perFolder)}`);
    if (n % perFolder === 0) mkdirSync(folder);
    film.writeUInt32BE(n, film.length - 8);
    writeFileSync(join(folder, `clip ${n % perFolder}.mp4`), film);
  }
}

function begin(...args: readonly string[]): ChildProcess {
  const script = fileURLToPath(new URL('burst-engine.ts', import.meta.url));
  const child = fork(script, args, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  child.on('exit', (code) => {
    if (code !== 0) throw new Error(`the engine ended with ${code}`);
  });
  return child;
}
const heard = async (child: ChildProcess): Promise<BurstAnswer | { readonly kind: 'all' }> =>
  ((await once(child, 'message')) as [BurstAnswer])[0];

/** What broke the bars of before. */
const worse: string[] = [];

function aimed(name: keyof typeof aims, what: string, value: number, digits: number): Line {
  if (value > before[name]) worse.push(what);
  return line(what, [value], digits, { most: aims[name] });
}

async function burst(how: 'watch' | 'drop', count: number): Promise<readonly Line[]> {
  const base = mkdtempSync(join(tmpdir(), 'clipferry-burst-'));
  const [root, profile] = [join(base, 'clips'), join(base, 'profile')];
  for (const folder of [root, profile]) mkdirSync(folder);
  try {
    if (how === 'drop') writeClips(root, count);
    const child = begin(profile, root, String(count), how);
    const exited = once(child, 'exit');
    await heard(child);
    const all = heard(child);
    const begun = performance.now();
    if (how === 'watch') writeClips(root, count);
    const writtenMs = performance.now() - begun;
    await all;
    const seconds = (performance.now() - begun) / 1_000;
    const told = await heard(child);
    await exited;
    if (told.kind !== 'queued' || told.jobs !== count) throw new Error(`${JSON.stringify(told)} of ${count}`);
    const what = how === 'watch' ? `${count} written into a watched folder` : `a tree of ${count} dropped`;
    return [
      aimed('seconds', `${what}: s until all are queued`, seconds, 1),
      ...(how === 'watch' ? [line('  s that writing them took', [writtenMs / 1_000], 1)] : []),
      aimed('afterMiB', '  MiB more afterwards', told.afterMiB, 0),
      line('  MiB more at most', [told.peakMiB], 0),
      aimed('turnMs', '  longest turn of the loop, ms of processor time', told.turnMs, 0),
    ];
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

const lines = [...(await burst('watch', Number(values.files))), ...(await burst('drop', Number(values.tree)))];
say(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}`);
say(`npm run bench:burst -- --files ${values.files} --tree ${values.tree}\n\n${table(lines)}\n`);
if (worse.length > 0) say(`worse than before: ${worse.join('; ')}`);
process.exitCode = worse.length > 0 ? 1 : 0;
