// A clip of gigabytes through the helper on a line that is cut again and again: what it costs in bytes, PHP's memory and the site's disk.
import { createHash, randomFillSync } from 'node:crypto';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { grownClip } from '../engine/clip-files.ts';
import { fixture, startEngine } from '../engine/engine.ts';
import type { Chance } from '../kill/chance.ts';
import { cutLine } from '../network/cut-line.ts';
import type { FrontOptions } from '../wordpress/fronts.ts';
import { startHelperSite } from './site.ts';

export interface LargeRunOptions {
  readonly bytes: number;
  readonly front: Exclude<FrontOptions['kind'], 'built-in'>;
  /** Bytes on the line between two cuts. */
  readonly gaps: readonly number[];
}

export interface LargeRun {
  readonly seconds: number;
  readonly cuts: number;
  readonly lineBytes: number;
  /** By PHP's own count, over all requests to the helper. */
  readonly phpPeakBytes: number;
  /** Of uploads, of what PHP keeps aside and of what the web server does. */
  readonly diskPeakBytes: number;
  readonly videos: number;
  readonly isEqual: boolean;
  readonly unattached: number;
  readonly pieces: number;
  /** How often each method was answered how. */
  readonly answers: ReadonlyMap<string, number>;
}

const block = 16 * 1024 * 1024;

/** A playable clip whose bytes are noise; its sha256. */
function writeClip(path: string, bytes: number): string {
  const file = openSync(path, 'w');
  const hash = createHash('sha256');
  const part = grownClip(block);
  // The box of noise behind the film reaches to the end of the file.
  const film = statSync(fixture('C0001.mp4')).size;
  part.writeUInt32BE(bytes - film, film);
  for (let left = bytes; left > 0; left -= part.length) {
    const length = Math.min(left, part.length);
    writeSync(file, part, 0, length);
    hash.update(part.subarray(0, length));
    randomFillSync(part);
  }
  closeSync(file);
  return hash.digest('hex');
}

/** `cuts` random bytes of so many, as the distances between them. */
export function randomGaps(bytes: number, cuts: number, own: Chance): number[] {
  const at = Array.from({ length: cuts }, () => own.whole(1, bytes)).sort((a, b) => a - b);
  return at.map((one, place) => one - (at[place - 1] ?? 0));
}

/** Bytes below a folder; what goes away meanwhile counts for nothing. */
function bytesBelow(folder: string): number {
  const sizeOf = (name: string): number => {
    const found = statSync(join(folder, name), { throwIfNoEntry: false });
    return found?.isFile() ? found.size : 0;
  };
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce((sum, name) => sum + sizeOf(name), 0);
}

/** Has every request to the helper written down when it is over: method, status, peak of memory. */
const notingPlugin = `<?php
// Notes what each request to the helper took.
add_action( 'shutdown', function () {
	if ( false !== strpos( $_SERVER['REQUEST_URI'] ?? '', 'clipferry/v1' ) ) {
		$line = $_SERVER['REQUEST_METHOD'] . ' ' . http_response_code() . ' ' . memory_get_peak_usage( true ) . "\\n";
		file_put_contents( WP_CONTENT_DIR . '/noted.txt', $line, FILE_APPEND | LOCK_EX );
	}
}, PHP_INT_MAX );
`;

export async function largeRun({ bytes, front, gaps }: LargeRunOptions): Promise<LargeRun> {
  const folder = mkdtempSync(join(tmpdir(), 'clipferry-large-'));
  const site = await startHelperSite(front);
  const content = join(site.site.folder, 'www/wp-content');
  writeFileSync(join(content, 'mu-plugins/noting.php'), notingPlugin);
  const path = join(folder, 'Large.mp4');
  const sum = writeClip(path, bytes);
  const left = [...gaps];
  await using line = await cutLine(site.url, {
    every: () => left.shift() ?? Number.POSITIVE_INFINITY,
    ofAll: true,
    cuts: gaps.length,
  });
  const engine = await startEngine();
  const account = await engine.connect({ url: line.url, signIn: (login) => site.site.signIn(login) });
  const kept = ['www/wp-content/uploads', 'tmp', 'front-1'].map((name) => join(site.site.folder, name));
  let diskPeakBytes = 0;
  const look = (): void => {
    diskPeakBytes = Math.max(
      diskPeakBytes,
      kept.reduce((all, one) => all + bytesBelow(one), 0),
    );
  };
  const looks = setInterval(look, 200);
  const [before, begun] = [line.bytes(), Date.now()];
  try {
    await engine.add(account, path);
    await engine.settled(['done'], 3_600_000);
    look();
    const { videos, unattached } = await site.site.state();
    const notes = readFileSync(join(content, 'noted.txt'), 'utf8').trim().split('\n');
    const answers = new Map<string, number>();
    for (const note of notes) {
      const answer = note.split(' ').slice(0, 2).join(' ');
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
    return {
      seconds: (Date.now() - begun) / 1000,
      cuts: line.cuts(),
      lineBytes: line.bytes() - before,
      phpPeakBytes: Math.max(...notes.map((note) => Number(note.split(' ')[2]))),
      diskPeakBytes,
      videos: videos.length,
      isEqual: videos[0]?.file?.sha256 === sum,
      unattached: unattached.length,
      pieces: readdirSync(join(content, 'uploads'), { recursive: true, encoding: 'utf8' }).filter((name) =>
        /\/[0-9a-f]{64}(\.lock)?$/.test(name),
      ).length,
      answers,
    };
  } finally {
    clearInterval(looks);
    await engine.stop();
    await site.site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A cut after every so many bytes. */
export const evenGaps = (bytes: number, every: number): number[] => Array(Math.floor(bytes / every)).fill(every);
