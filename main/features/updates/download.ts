// Brings a signed file to the disk: goes on where it was cut, begins again where the server cannot, and is nothing until all of it was read through.
import type { UpdateProblem } from '../../../preload/contract.ts';
import type { UpdateFiles, UpdatePart, WantedFile } from '../../ports/updates.ts';
import { type Clock, type Http, type HttpAnswer, HttpError, type Random, SaveError } from '../../ports.ts';
import { backOff, hourMs } from '../../retry.ts';
import { getFollowing } from './follow.ts';

/** Tries in a row that bring nothing worth the asking. */
const mostFailures = 5;
/** All tries of one download, for a server that lets go again and again. */
const mostTries = 1_000;
/** How often all of it is fetched where what was put together from parts is not the file. */
const mostTimes = 2;
/** Less than this is no progress, in bytes. */
const progressBytes = 64 * 1024;
/** An update is never worth the last bytes of a disk: the queue writes there, too. */
export const roomLeftBytes = 256 * 1024 ** 2;

export interface DownloadOptions {
  readonly http: Http;
  readonly files: UpdateFiles;
  readonly clock: Clock;
  readonly random: Random;
  readonly url: string;
  readonly wanted: WantedFile;
  /** Bytes that are here by now. */
  readonly onBytes: (bytes: number) => void;
  readonly signal: AbortSignal;
}

/** At which byte a partial answer begins; null = it does not say. */
function beginningOf({ status, headers }: Pick<HttpAnswer, 'status' | 'headers'>): number | null {
  if (status !== 206) return 0;
  const begin = /^bytes (\d{1,15})-/.exec(headers['content-range'] ?? '')?.[1];
  return begin === undefined ? null : Number(begin);
}

/** How long the whole of what is sent is; null = it does not say. */
function wholeOf({ status, headers }: Pick<HttpAnswer, 'status' | 'headers'>): number | null {
  const told = status === 206 ? headers['content-range'] : headers['content-length'];
  const bytes = /(?:^|\/)(\d{1,15})$/.exec(told ?? '')?.[1];
  return bytes === undefined ? null : Number(bytes);
}

interface Try {
  /** Byte with which its answer began. */
  readonly begin: number;
  /** Bytes of the part when it was over. */
  readonly bytes: number;
  readonly status: number | null;
  readonly save: SaveError | null;
}

/** One request, from byte `from` on. Throws nothing that a disk or a line may do. */
async function tryOnce({ http, files, url, wanted, onBytes, signal }: DownloadOptions, from: number): Promise<Try> {
  let part: UpdatePart | null = null;
  let first = from;
  let bytes = from;
  let save: SaveError | null = null;
  let status: number | null = null;
  const onPiece = async (piece: Uint8Array, head: Pick<HttpAnswer, 'status' | 'headers'>): Promise<void> => {
    if (part === null) {
      const begin = beginningOf(head);
      if (begin !== 0 && begin !== from) throw new HttpError('protocol', 'Another part than was asked for');
      // Some hosts send a page with 200 in place of a file: it costs nothing of what is here.
      if ((wholeOf(head) ?? wanted.size) !== wanted.size) throw new HttpError('protocol', 'Another file was sent');
      part = await files.openPart(wanted, begin);
      first = begin;
      bytes = begin;
    }
    if (bytes + piece.length > wanted.size) throw new HttpError('protocol', 'More than was signed');
    await part.append(piece);
    bytes += piece.length;
    onBytes(bytes);
  };
  try {
    const answer = await getFollowing(http, {
      ...{ url, signal, wholeMs: 24 * hourMs, maxAnswerBytes: 1_000 },
      headers: from > 0 ? { range: `bytes=${from}-` } : {},
      onPiece: (piece, head) =>
        onPiece(piece, head).catch((error: unknown) => {
          if (error instanceof SaveError) save = error;
          throw error;
        }),
    });
    status = answer.status;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
  }
  await (part as UpdatePart | null)?.close();
  return { begin: first, bytes, status, save };
}

async function hasRoom({ files, wanted }: DownloadOptions, from: number): Promise<boolean> {
  const room = await files.room();
  return room === null || room >= wanted.size - from + roomLeftBytes;
}

/** `signal` ends it. */
const pause = (clock: Clock, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(ms, end);
    signal.addEventListener('abort', end, { once: true });
  });

/** What is left to fetch begins there; the disk may have more than was ever wanted. */
async function beginning({ files, wanted }: DownloadOptions): Promise<number> {
  const bytes = await files.partBytes(wanted);
  return bytes > wanted.size ? 0 : bytes;
}

type Fetched =
  | 'in-one' // with a single answer
  | 'in-parts'
  | 'no-answer';

/** Fetches until all bytes are here, whatever they are. Throws SaveError. */
async function fetchAll(options: DownloadOptions): Promise<Fetched> {
  const { clock, random, signal, wanted } = options;
  let best = await beginning(options);
  let failures = 0;
  for (let tries = 0; tries < mostTries && failures < mostFailures && !signal.aborted; tries++) {
    const from = await beginning(options);
    if (from === wanted.size) return 'in-parts';
    const { begin, bytes, status, save } = await tryOnce(options, from);
    if (save !== null) throw save;
    if (bytes === wanted.size) return begin === 0 ? 'in-one' : 'in-parts';
    // What lies here begins where the server's file ends.
    if (status === 416) await (await options.files.openPart(wanted, 0)).close();
    failures = bytes >= best + progressBytes ? 0 : failures + 1;
    best = Math.max(best, bytes);
    if (failures > 0 && failures < mostFailures && !signal.aborted)
      await pause(clock, backOff(failures, random.fraction()), signal);
  }
  return 'no-answer';
}

/** Null = the whole file is here, read through to its last bit. Throws nothing that a disk or a line may do. */
export async function download(options: DownloadOptions): Promise<UpdateProblem | null> {
  const { files, wanted } = options;
  try {
    const from = await beginning(options);
    if (!(await hasRoom(options, from))) return 'full';
    for (let times = 1; ; times++) {
      const fetched = await fetchAll(options);
      if (fetched === 'no-answer') return fetched;
      if (await files.finish(wanted)) return null;
      // Parts may be of several files: of an earlier day, or of a host that put a page in between. Once more, all of it.
      if (fetched === 'in-one' || times === mostTimes) return 'wrong-file';
    }
  } catch (error) {
    if (!(error instanceof SaveError)) throw error;
    if (error.problem !== 'full') return 'failed';
    // The room is the queue's.
    await files.clear(null);
    return 'full';
  }
}
