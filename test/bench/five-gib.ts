// npm run bench:five-gib: a 5 GiB clip in flat memory, and 2,000 small ones without a gap in the main loop, each byte for byte.
//
// The whole engine in Electron's main process, against the practice site. Ends with code 1 when a limit is broken.
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { anonymousMiB, spawnElectron, watchMemory } from './electron.ts';
import type { EngineAnswer, UploadOrder } from './electron-engine.ts';
import { writeHugeClip, writeManyClips } from './many-clips.ts';

const gib = 1024 ** 3;
/** RssAnon of main, peak minus idle. */
const mostMiB = 64;
/** Longest gap of the main loop with a small file queue. */
const mostGapMs = 50;

type Uploaded = Extract<EngineAnswer, { kind: 'uploaded' }> & {
  /** RssAnon of main, peak minus idle; NaN where the system does not tell. */
  readonly grownMiB: number;
};

/** A fresh Electron uploads `paths` and ends. */
async function uploadAll(site: PracticeSite, folder: string, paths: string[], timeLimitMs: number): Promise<Uploaded> {
  const profile = mkdtempSync(join(folder, 'profile-'));
  const child = spawnElectron('electron-engine.ts', profile);
  const ended = once(child, 'exit');
  const answer = (): Promise<EngineAnswer> =>
    Promise.race([
      once(child, 'message').then(([message]) => message as EngineAnswer),
      ended.then(([code]): EngineAnswer => ({ kind: 'failed', error: `Electron ended with code ${code}` })),
    ]);
  try {
    await answer();
    const pid = child.pid ?? 0;
    const idle = anonymousMiB(pid);
    const memory = watchMemory(pid);
    const { login, appPassword } = site.signIn('ava');
    child.send({ siteUrl: site.url, login, appPassword, paths, folder: profile, timeLimitMs } satisfies UploadOrder);
    const uploaded = await answer();
    const grownMiB = memory.stop() - idle;
    if (uploaded.kind !== 'uploaded') throw new Error(uploaded.kind === 'failed' ? uploaded.error : 'No answer');
    return { ...uploaded, grownMiB };
  } finally {
    if (child.connected) child.disconnect();
    await ended;
  }
}

export interface Outcome {
  readonly text: string;
  /** What is wrong; empty = all is well. */
  readonly broken: readonly string[];
}

async function withSite(work: (site: PracticeSite, folder: string) => Promise<Outcome>): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'clipferry-five-gib-'));
  // The site hashes when it is asked, so that it does not slow the sending down.
  const site = await startPracticeSite({ switches: { hash: false } });
  try {
    return await work(site, folder);
  } finally {
    await site.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

const round = (value: number, digits = 0): string => (Number.isNaN(value) ? 'n/a' : value.toFixed(digits));

const gapText = ({ gaps, longestWriteMs }: Uploaded): string =>
  `${round(gaps.ownMs, 1)} ms of computing (${round(gaps.wallMs, 1)} ms by the wall clock, longest durable write ${round(longestWriteMs, 1)} ms)`;

/** One clip of 5 GiB: arrives whole, and main's memory does not grow with it. */
export function hugeClip(bytes = 5 * gib): Promise<Outcome> {
  return withSite(async (site, folder) => {
    const clips = join(folder, 'clips');
    mkdirSync(clips);
    const file = join(clips, 'Whole evening.mp4');
    writeHugeClip(file, bytes);
    const sent = await uploadAll(site, folder, [file], 15 * 60_000);
    const { videos, uploads } = await site.state();
    const arrived = videos[0]?.file;
    const broken: string[] = [];
    if (videos.length !== 1 || uploads.length !== 1)
      broken.push(`${videos.length} videos, ${uploads.length} uploads on the site`);
    if (arrived?.size !== statSync(file).size) broken.push(`${arrived?.size} bytes on the site`);
    if (sent.sha256 === null || arrived?.sha256 !== sent.sha256)
      broken.push(`sha256 here ${sent.sha256}, on the site ${arrived?.sha256}`);
    if (sent.grownMiB > mostMiB) broken.push(`memory grew by more than ${mostMiB} MiB`);
    return {
      text: `${round(bytes / gib, 2)} GiB in ${round(sent.seconds, 1)} s (practice site as receiver, sha256 beside): RssAnon of main peak − idle ${round(sent.grownMiB, 1)} MiB, longest gap of the main loop ${gapText(sent)}, sha256 equal on both sides`,
      broken,
    };
  });
}

/** Many small clips, all different: each arrives exactly once, and the main loop is never held up. */
export function manyClips(count = 2_000): Promise<Outcome> {
  return withSite(async (site, folder) => {
    const clips = join(folder, 'clips');
    const hashes = writeManyClips(clips, count);
    const sent = await uploadAll(site, folder, [clips], 15 * 60_000);
    const { videos } = await site.state();
    const arrived = videos.map((video) => video.file?.sha256);
    const broken: string[] = [];
    if (sent.clips !== count) broken.push(`${sent.clips} of ${count} clips were added`);
    if (videos.length !== count) broken.push(`${videos.length} videos on the site instead of ${count}`);
    if (new Set(arrived).size !== count || !hashes.every((hash) => arrived.includes(hash)))
      broken.push('the videos are not those that were sent, each once');
    if (sent.gaps.ownMs > mostGapMs) broken.push(`a gap of more than ${mostGapMs} ms in the main loop`);
    return {
      text: `${count} small clips in ${round(sent.seconds, 1)} s (${round(count / sent.seconds)} a second, practice site as receiver): longest gap of the main loop ${gapText(sent)}, ${new Set(arrived).size} different sha256 on the site, RssAnon of main peak − idle ${round(sent.grownMiB, 1)} MiB`,
      broken,
    };
  });
}

if (import.meta.main) {
  for (const check of [hugeClip, manyClips]) {
    const { text, broken } = await check();
    process.stdout.write(`${text}\n`);
    for (const one of broken) process.stdout.write(`  BROKEN: ${one}\n`);
    if (broken.length > 0) process.exitCode = 1;
  }
}
