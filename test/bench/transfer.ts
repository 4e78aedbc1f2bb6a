// npm run bench:transfer: the app's sending from Electron's main process against curl, side by side in one run.
//
// --gib N      size of the large file (1)
// --rounds N   rounds of each comparison, of which the medians count (7)
// --only a,b   some of: large, tls, small, page

import { randomBytes } from 'node:crypto';
import { closeSync, fdatasyncSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { curlFile, curlFiles, curlName } from './curl.ts';
import { anonymousMiB, type Sender, startSender, watchMemory } from './electron.ts';
import { isMet, type Line, line, table } from './report.ts';
import { type Sink, startSink } from './sink.ts';

const { values } = parseArgs({
  options: {
    gib: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '7' },
    only: { type: 'string', default: 'large,tls,small,page' },
  },
});
const gib = Number(values.gib);
const rounds = Number(values.rounds);
const parts = new Set(values.only.split(','));
const smallFiles = 2_000;
const smallBytes = 256 * 1024;
/** With 5 ms of latency fewer files say as much. */
const latencyFiles = 400;

const folder = mkdtempSync(join(tmpdir(), 'clipferry-bench-'));
const say = (text: string): boolean => process.stdout.write(`${text}\n`);

/** Random bytes, so that nothing on the way can be cheaper than a film. */
function writeLarge(file: string): void {
  const piece = randomBytes(16 * 1024 * 1024);
  const handle = openSync(file, 'w');
  for (let left = gib * 1024 ** 3; left > 0; left -= piece.length)
    writeSync(handle, piece, 0, Math.min(left, piece.length));
  closeSync(handle);
}

function writeSmall(): string[] {
  const at = join(folder, 'small');
  mkdirSync(at);
  const bytes = randomBytes(smallBytes);
  return Array.from({ length: smallFiles }, (_, index) => {
    const file = join(at, `clip-${index}.mp4`);
    bytes.writeUInt32BE(index);
    writeFileSync(file, bytes);
    return file;
  });
}

/** Milliseconds the disk itself takes for a small durable write, once per call: the floor under every journal figure. */
function durableWrites(count: number): number[] {
  const handle = openSync(join(folder, 'durable'), 'w');
  const page = Buffer.alloc(4096, 1);
  const took = Array.from({ length: count }, () => {
    const start = performance.now();
    writeSync(handle, page, 0, page.length, 0);
    fdatasyncSync(handle);
    return performance.now() - start;
  });
  closeSync(handle);
  return took;
}

/** Runs the contestants in turn, every second round backwards, so that a trend of the machine favours none. */
async function inTurn(count: number, contestants: readonly (() => Promise<void>)[]): Promise<void> {
  for (let round = 0; round < count; round++) {
    for (const run of round % 2 === 0 ? contestants : [...contestants].reverse()) await run();
  }
}

/** Once unmeasured: connections, threads and compiled code are what a running app has anyway. */
async function warmUp(contestants: readonly (() => Promise<void>)[], figures: readonly number[][]): Promise<void> {
  for (const run of contestants) await run();
  for (const list of figures) list.length = 0;
}

const ratios = (above: readonly number[], below: readonly number[]): number[] =>
  above.map((value, round) => value / (below[round] ?? Number.NaN));

async function largeFile(sender: Sender, page: Sender | null, sink: Sink, tls: boolean, file: string): Promise<Line[]> {
  const curl = { seconds: [] as number[], cpu: [] as number[] };
  const alone = {
    seconds: [] as number[],
    cpu: [] as number[],
    mainCpu: [] as number[],
    gap: [] as number[],
    late: [] as number[],
  };
  const hashed = { seconds: [] as number[], mainCpu: [] as number[], gap: [] as number[], late: [] as number[] };
  const paged: number[] = [];
  const contestants = [
    async () => {
      const run = await curlFile(sink.url, file);
      curl.seconds.push(run.seconds);
      curl.cpu.push(run.cpuSeconds / gib);
    },
    async () => {
      const run = await sender.send({ kind: 'large', url: sink.url, file, hash: false });
      alone.seconds.push(run.seconds);
      alone.cpu.push(run.cpuSeconds / gib);
      alone.mainCpu.push(run.mainCpuSeconds / gib);
      alone.gap.push(run.gaps.ownMs);
      alone.late.push(run.gaps.wallMs);
    },
    async () => {
      const run = await sender.send({ kind: 'large', url: sink.url, file, hash: true });
      hashed.seconds.push(run.seconds);
      hashed.mainCpu.push(run.mainCpuSeconds / gib);
      hashed.gap.push(run.gaps.ownMs);
      hashed.late.push(run.gaps.wallMs);
    },
  ];
  if (page) {
    contestants.push(async () => {
      paged.push((await page.send({ kind: 'page', url: sink.url, file })).seconds);
    });
  }
  await warmUp(contestants, [...Object.values(curl), ...Object.values(alone), ...Object.values(hashed), paged]);
  await inTurn(rounds, contestants);

  const name = `${gib} GiB ${tls ? 'TLS' : 'http'}`;
  const perSecond = (seconds: readonly number[]): number[] => seconds.map((value) => gib / value);
  return [
    line(`${name}: curl, GiB/s`, perSecond(curl.seconds), 2),
    line(`${name}: ours / curl`, ratios(curl.seconds, alone.seconds), 2, { least: 1.25 }),
    line(`${name}: ours with sha256 / curl`, ratios(curl.seconds, hashed.seconds), 2, { least: tls ? 1 : 0.5 }),
    line(`${name}: CPU s/GiB, curl`, curl.cpu, 2),
    line(`${name}: CPU s/GiB, ours`, alone.cpu, 2),
    line(`${name}: CPU, ours / curl`, ratios(alone.cpu, curl.cpu), 2, { most: 1 }),
    line(`${name}: main thread's CPU with sha256 / without`, ratios(hashed.mainCpu, alone.mainCpu), 2),
    line(`${name}: longest gap of the main loop, ms`, alone.gap, 1, { most: 20 }),
    line(`${name}: the same with sha256, ms`, hashed.gap, 1, { most: 20 }),
    line(`${name}: the same by the wall clock, ms`, [...alone.late, ...hashed.late], 1),
    ...(page ? [line(`${name}: ours / a page's XMLHttpRequest`, ratios(paged, alone.seconds), 1, { least: 6 })] : []),
  ];
}

interface SmallRun {
  readonly lanes: number;
  readonly journal: boolean;
  readonly least: number | null;
}

async function smallClips(
  sender: Sender,
  sink: Sink,
  files: readonly string[],
  delayMs: number,
  runs: readonly SmallRun[],
): Promise<Line[]> {
  const url = delayMs > 0 ? `${sink.url}?delay=${delayMs}` : sink.url;
  const curl: number[] = [];
  const ours = runs.map(() => [] as number[]);
  const disk: number[] = [];
  let databases = 0;
  const contestants = [
    async () => {
      disk.push(...durableWrites(20));
    },
    async () => {
      curl.push((await curlFiles(folder, url, files)).seconds);
    },
    ...runs.map(({ lanes, journal }, at) => async () => {
      const path = journal ? join(folder, `journal-${delayMs}-${databases++}.sqlite`) : null;
      ours[at]?.push((await sender.send({ kind: 'small', url, files, lanes, journal: path })).seconds);
    }),
  ];
  await warmUp(contestants, [disk, curl, ...ours]);
  await inTurn(rounds, contestants);
  const name = `${files.length} × 256 KiB${delayMs > 0 ? `, answers after ${delayMs} ms` : ''}`;
  return [
    line(
      `${name}: sequential curl, files/s`,
      curl.map((seconds) => files.length / seconds),
      0,
    ),
    ...runs.map(({ lanes, journal, least }, at) =>
      line(
        `${name}: N=${lanes}${journal ? ' with journal' : ''} / curl`,
        ratios(curl, ours[at] ?? []),
        2,
        least === null ? null : { least },
      ),
    ),
    line(`${name}: this disk's fdatasync meanwhile, ms`, disk, 2),
  ];
}

async function compare(): Promise<readonly Line[]> {
  const lines: Line[] = [];
  const plain = await startSink(folder, false);
  const secure = await startSink(folder, true);
  const sender = await startSender(folder, 'sender');
  const page = parts.has('page') ? await startSender(folder, 'page') : null;
  try {
    say(`${cpus().length} × ${cpus()[0]?.model}, ${process.env.CLIPFERRY_ELECTRON_LINE}, ${await curlName()}`);
    say(`receivers: ${plain.name}; ${secure.name}`);
    const file = join(folder, 'large.mp4');
    if (parts.has('large') || parts.has('tls')) {
      writeLarge(file);
      const idle = anonymousMiB(sender.pid);
      const memory = watchMemory(sender.pid);
      if (parts.has('large')) lines.push(...(await largeFile(sender, page, plain, false, file)));
      if (parts.has('tls')) lines.push(...(await largeFile(sender, null, secure, true, file)));
      lines.push(
        line('RssAnon of main over all large sends, peak − idle, MiB', [memory.stop() - idle], 0, { most: 64 }),
      );
      rmSync(file);
    }
    if (parts.has('small')) {
      const files = writeSmall();
      lines.push(
        ...(await smallClips(sender, plain, files, 0, [
          { lanes: 1, journal: false, least: null },
          { lanes: 4, journal: false, least: 1.5 },
          { lanes: 8, journal: false, least: 1.8 },
          { lanes: 1, journal: true, least: null },
          { lanes: 4, journal: true, least: 0.75 },
          { lanes: 8, journal: true, least: 0.9 },
        ])),
        ...(await smallClips(sender, plain, files.slice(0, latencyFiles), 5, [
          { lanes: 1, journal: false, least: 0.97 },
          { lanes: 4, journal: false, least: 0.97 * 4 },
          { lanes: 8, journal: false, least: 0.97 * 8 },
          { lanes: 4, journal: true, least: null },
          { lanes: 8, journal: true, least: null },
        ])),
      );
    }
  } finally {
    await Promise.all([sender.stop(), page?.stop(), plain.stop(), secure.stop()]);
  }
  return lines;
}

try {
  const lines = await compare();
  say(`npm run bench:transfer -- --gib ${gib} --rounds ${rounds}`);
  say(`\n${table(lines)}\n`);
  const missed = lines.filter((one) => isMet(one) === false).length;
  say(
    missed === 0
      ? 'every aim is met'
      : `${missed} of ${lines.filter((one) => one.aim !== null).length} aims are not met`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
