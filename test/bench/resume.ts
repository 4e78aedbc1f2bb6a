// npm run bench:resume: one clip to a real WordPress, as one plain POST, in pieces through the helper, and by tus-js-client through the
// same helper, side by side in one run: over a line that holds, one that is cut again and again, and one that is slow and far.
//
// --mib N      size of the clip (512)
// --rounds N   rounds of each comparison, of which the medians count (5)
// --only a,b   some of: loopback, cuts, far

import { parseArgs } from 'node:util';
import { Upload } from 'tus-js-client';
import { systemClock } from '../../main/adapters/clock.ts';
import { diskFiles } from '../../main/adapters/files.ts';
import { sharedBuffers, workerHasher } from '../../main/adapters/hasher.ts';
import { undiciHttp } from '../../main/adapters/http.ts';
import { type SendOrder, type SendPorts, sendClip } from '../../main/transfer/attempt.ts';
import { createPieceMethod } from '../../main/transfer/piece-method.ts';
import { createPieceSize, usualPiece } from '../../main/transfer/piece-size.ts';
import type { SendReport } from '../../main/transfer/report.ts';
import { sendInPieces } from '../../main/transfer/send-in-pieces.ts';
import { helperFolder } from '../helper/site.ts';
import { boundary, clipMaker, type RandomClip } from '../main/transfer/clips.ts';
import { cutLine } from '../network/cut-line.ts';
import { shapedLine } from '../network/shaped-line.ts';
import { ensureWordPressPackages } from '../wordpress/debian.ts';
import { WordPressSite } from '../wordpress/start.ts';
import { isMet, type Line, line, table } from './report.ts';

const { values } = parseArgs({
  options: {
    mib: { type: 'string', default: '512' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', default: 'loopback,cuts,far' },
  },
});
const mib = 1024 * 1024;
const rounds = Number(values.rounds);
const parts = new Set(values.only.split(','));
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** A line is cut after so many bytes of a connection, at random around it. */
const cutEvery = 48 * mib;
/** Tries of a plain POST on a line that is cut, each of which costs all that was sent. */
const plainTries = 4;
/** 20 Mbit/s, 40 ms there and back. */
const far = { upward: 2_500_000, roundTripMs: 40 };
const farBytes = 48 * mib;

const readiness = await ensureWordPressPackages();
if (readiness.kind === 'left-out') {
  say(readiness.why);
  process.exit(1);
}
const http = undiciHttp();
const hasher = workerHasher();
const ports: SendPorts = { clock: systemClock, files: diskFiles, http, hasher, buffers: sharedBuffers() };
const maker = clipMaker();
const site = await WordPressSite.start();
await site.addPlugin(helperFolder);
// A host that takes all of it at once: else there were nothing to compare with.
const front = await site.front({
  kind: 'apache',
  php: { upload_max_filesize: '8G', post_max_size: '8G', memory_limit: '128M', max_execution_time: '600' },
});
const authorization = site.basic('ava');
/** What passes is remembered from clip to clip, as the app does for a site. */
let pieceSize = createPieceSize(usualPiece);

const order = ({ clip }: RandomClip, url: string): SendOrder => ({
  ...{ clip, boundary, fileName: clip.name, authorization, header: undefined, idempotencyKey: null },
  url: `${url}/wp-json/streamtube/v1/upload`,
  ...{ signal: new AbortController().signal, onTaken: () => undefined, beforeLastBytes: async () => undefined },
});

const isArrived = ({ verdict }: SendReport): boolean => verdict.kind === 'arrived';

/** Each sends the clip whole and resolves when the site has made its video; false = it gave up. */
const ways = {
  plain: async (made: RandomClip, url: string, tries: number) => {
    for (let left = tries; left > 0; left--) if (isArrived(await sendClip(ports, order(made, url)))) return true;
    return false;
  },
  helper: async (made: RandomClip, url: string, tries: number) => {
    const uploads = `${url}/wp-json/clipferry/v1/uploads`;
    let known: { url: string; hasLetGo: boolean } | null = null;
    for (let left = tries * 20; left > 0; left--) {
      const report = await sendInPieces(ports, {
        ...order(made, url),
        known,
        place: {
          create: uploads,
          at: (location) => `${uploads}/${location.slice(-64)}`,
          state: (upload) => `${upload}/state`,
        },
        values: { route: '/streamtube/v1/upload' },
        pieceSize,
        pieceMethod: createPieceMethod(),
        onUpload: async (address) => {
          known = address === null ? null : { url: address, hasLetGo: false };
        },
      });
      if (isArrived(report)) return true;
    }
    return false;
  },
  tusJs: async (made: RandomClip, url: string) => {
    const address = await new Promise<string>((resolve, reject) => {
      const upload: Upload = new Upload(made.bytes, {
        endpoint: `${url}/wp-json/clipferry/v1/uploads`,
        headers: { authorization },
        metadata: { filename: made.clip.name, filetype: 'video/mp4' },
        chunkSize: usualPiece,
        retryDelays: Array(1_000).fill(0),
        onError: reject,
        onSuccess: () => resolve(upload.url ?? ''),
      });
      upload.start();
    });
    for (;;) {
      const answer = await fetch(`${address}/state`, { headers: { authorization } });
      const { state } = (await answer.json()) as { state: string };
      if (state === 'answered') return true;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  },
};
type Way = keyof typeof ways;
const names: readonly Way[] = ['plain', 'helper', 'tusJs'];

/** Seconds until the video is there; NaN = it never was. */
async function timed(way: Way, made: RandomClip, url: string, tries = 1): Promise<number> {
  const begun = performance.now();
  const came = await ways[way](made, url, tries);
  const took = (performance.now() - begun) / 1_000;
  say(`  ${way}: ${took.toFixed(2)} s${came ? '' : ', and it never came'}`);
  if (!came) return Number.NaN;
  const { videos } = await site.state();
  if (videos.length !== 1 || videos[0]?.file?.size !== made.bytes.length)
    throw new Error(`${way}: ${videos.length} videos, ${videos[0]?.file?.size} bytes`);
  return took;
}

type Figures = Record<Way, number[]>;
const none = (): Figures => ({ plain: [], helper: [], tusJs: [] });

/** Every second round backwards, so that a trend of the machine favours none. */
async function inTurn(count: number, run: (way: Way) => Promise<void>): Promise<void> {
  for (let round = 0; round < count; round++) {
    for (const way of round % 2 === 0 ? names : [...names].reverse()) {
      await site.reset();
      await run(way);
    }
  }
}

const over = (these: readonly number[], those: readonly number[]): number[] =>
  these.map((value, at) => value / (those[at] ?? Number.NaN));

async function loopback(made: RandomClip): Promise<Line[]> {
  for (const way of names) {
    await site.reset();
    await timed(way, made, front.url);
  }
  const took = none();
  await inTurn(rounds, async (way) => void took[way].push(await timed(way, made, front.url)));
  return [
    line('loopback: plain POST, s', took.plain, 2),
    line('loopback: helper, s', took.helper, 2),
    line('loopback: tus-js-client, s', took.tusJs, 2),
    line('loopback: helper / plain POST', over(took.helper, took.plain), 2, { most: 1.15 }),
    line('loopback: helper / tus-js-client', over(took.helper, took.tusJs), 2, { most: 1 }),
  ];
}

async function cuts(made: RandomClip): Promise<Line[]> {
  pieceSize = createPieceSize(usualPiece);
  const took = none();
  const bytes = none();
  await inTurn(Math.min(rounds, 3), async (way) => {
    const every = (): number => Math.floor(cutEvery * (0.5 + Math.random()));
    await using cutting = await cutLine(front.url, { every, cuts: 1_000 });
    took[way].push(await timed(way, made, cutting.url, plainTries));
    bytes[way].push(cutting.bytes() / made.bytes.length);
  });
  return [
    line(`cut every ${cutEvery / mib} MiB: plain POST, s (n/a = not within ${plainTries} tries)`, took.plain, 2),
    line(`cut every ${cutEvery / mib} MiB: helper, s`, took.helper, 2),
    line(`cut every ${cutEvery / mib} MiB: tus-js-client, s`, took.tusJs, 2),
    line(`cut every ${cutEvery / mib} MiB: bytes of the plain POST / the clip's`, bytes.plain, 3),
    line(`cut every ${cutEvery / mib} MiB: bytes of the helper / the clip's`, bytes.helper, 3, { most: 1.05 }),
    line(`cut every ${cutEvery / mib} MiB: bytes of tus-js-client / the clip's`, bytes.tusJs, 3),
  ];
}

async function slowAndFar(): Promise<Line[]> {
  const made = await maker.make(farBytes);
  pieceSize = createPieceSize(usualPiece);
  const took = none();
  await inTurn(Math.min(rounds, 3), async (way) => {
    await using shaped = await shapedLine(front.url, far);
    took[way].push(await timed(way, made, shaped.url));
  });
  const floor = farBytes / far.upward;
  return [
    line('20 Mbit/s, 40 ms: the bytes alone, s', [floor], 2),
    line('20 Mbit/s, 40 ms: plain POST, s', took.plain, 2),
    line('20 Mbit/s, 40 ms: helper, s', took.helper, 2),
    line('20 Mbit/s, 40 ms: tus-js-client, s', took.tusJs, 2),
    line('20 Mbit/s, 40 ms: helper / plain POST', over(took.helper, took.plain), 3, { most: 1.05 }),
  ];
}

try {
  const made = await maker.make(Number(values.mib) * mib);
  say(`a clip of ${values.mib} MiB to WordPress ${site.version}, PHP ${site.phpVersion}, Apache and php-fpm\n`);
  const lines = [
    ...(parts.has('loopback') ? await loopback(made) : []),
    ...(parts.has('cuts') ? await cuts(made) : []),
    ...(parts.has('far') ? await slowAndFar() : []),
  ];
  say(table(lines));
  process.exitCode = lines.some((one) => isMet(one) === false) ? 1 : 0;
} finally {
  await Promise.all([hasher.close(), http.close(), site.stop()]);
  maker.remove();
}
