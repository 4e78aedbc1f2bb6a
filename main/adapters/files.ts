// Files on this computer's disks, read only, each volume by threads of its own; errno becomes a FileError here and nowhere else.
//
// The threads of the system's own pool are four for the whole process: a disk that hangs would take them all, and with them every
// other disk, the log and the settings. So no file work of a clip is ever given to them.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { FileError, type FileProblem, type Files, type OpenFile } from '../ports.ts';
import {
  isShare,
  type MountTable,
  parseMounts,
  reachesRemote,
  reachesRemoteOnMac,
  remotePointsOnMac,
  volumeOf,
} from './mounts.ts';
import { createVolume, NoAnswer, type VolumeThreads } from './volume.ts';
import { type FileAnswer, type FileAsk, notAFile } from './volume-orders.ts';

const problems: Readonly<Record<string, FileProblem>> = {
  ENOENT: 'missing',
  ENOTDIR: 'missing',
  ENODEV: 'missing',
  ENXIO: 'missing',
  ESTALE: 'missing',
  // A network disk or a program's own file system that has gone.
  ENOTCONN: 'missing',
  ESHUTDOWN: 'missing',
  EACCES: 'unreadable',
  // On Windows EPERM and EBUSY are sharing violations: somebody else has the file open (F-35).
  EPERM: process.platform === 'win32' ? 'busy' : 'unreadable',
  EBUSY: 'busy',
  ETXTBSY: 'busy',
  ETIMEDOUT: 'no-answer',
  EHOSTDOWN: 'no-answer',
  EHOSTUNREACH: 'no-answer',
  ENETDOWN: 'no-answer',
  ENETUNREACH: 'no-answer',
  [notAFile]: 'not-a-file',
  EISDIR: 'not-a-file',
  ELOOP: 'not-a-file',
};

const sortCode = (code: string, message: string): FileError => new FileError(problems[code] ?? 'failed', message);

const isOf = <K extends FileAnswer['kind']>(answer: FileAnswer, kind: K): answer is Extract<FileAnswer, { kind: K }> =>
  answer.kind === kind;
const otherAnswer = (): FileError => new FileError('failed', 'This was not asked');

/** Disks need up to 15 s to spin up; a server gives up a body that stands still for 60 s. */
const patienceMs = 30_000;
/** When the app is about to end. */
const hurriedMs = 1_000;
const mostVolumes = 40;

/** The mounts of this computer, read again when they may have changed; the same value as long as they have not. */
function mountTable(): () => MountTable {
  let text = '';
  let table: MountTable = null;
  let staleAt = Number.NEGATIVE_INFINITY;
  return () => {
    const begun = performance.now();
    if (process.platform !== 'linux' || begun < staleAt) return table;
    let now = '';
    try {
      now = readFileSync('/proc/self/mountinfo', 'latin1');
    } catch {
      // Without /proc the paths have to say it.
    }
    if (now !== text) table = parseMounts(now);
    text = now;
    const end = performance.now();
    // At most a two-hundredth of the time, however many mounts there are.
    staleAt = end + Math.max(250, 200 * (end - begun));
    return table;
  };
}

/** How long the answer of `/sbin/mount` holds, and how long it is waited for: it asks no disk, only the system. */
const pointsHoldMs = 5_000;
const mountMs = 10_000;

/** Where a Mac has network disks: its paths do not say it. Never rejects. */
function macRemotePoints(): () => Promise<readonly string[]> {
  let staleAt = Number.NEGATIVE_INFINITY;
  let points: Promise<readonly string[]> = Promise.resolve([]);
  return () => {
    if (performance.now() < staleAt) return points;
    staleAt = performance.now() + pointsHoldMs;
    points = promisify(execFile)('/sbin/mount', { timeout: mountMs }).then(
      ({ stdout }) => remotePointsOnMac(stdout),
      () => [],
    );
    return points;
  };
}

/** What the volume answers; throws FileError. */
async function answerOf(volume: VolumeThreads, ask: FileAsk): Promise<FileAnswer> {
  const answer = await volume.ask(ask).catch((error: unknown): never => {
    throw new FileError(error instanceof NoAnswer ? 'no-answer' : 'failed', String(error));
  });
  if (answer.kind === 'failed') throw sortCode(answer.code, answer.message);
  return answer;
}

/**
 * A descriptor is a number, and the next file gets the same one: it is closed once, after all that was asked of it, and never
 * asked again. A second close would end a file, a socket or the database of somebody else.
 */
function openedFile(volume: VolumeThreads, path: string, file: number): OpenFile {
  const pending = new Set<Promise<FileAnswer>>();
  let closing: Promise<void> | null = null;
  const use = async (order: FileAsk): Promise<FileAnswer> => {
    if (closing) throw new FileError('failed', 'The file was closed');
    const answer = answerOf(volume, order);
    pending.add(answer);
    try {
      return await answer;
    } finally {
      pending.delete(answer);
    }
  };
  const closeOnce = async (): Promise<void> => {
    await Promise.allSettled(pending);
    // On a disk that was pulled even closing fails; what was only read loses nothing by it.
    await volume.ask({ kind: 'close', path, file }).catch(() => undefined);
  };
  return {
    read: async (buffer, offset, length, position) => {
      const memory = buffer.buffer instanceof SharedArrayBuffer ? buffer.buffer : null;
      const start = buffer.byteOffset + offset;
      const answer = await use({ kind: 'read', path, file, memory, start, length, position });
      if (!isOf(answer, 'read')) throw otherAnswer();
      if (answer.bytes) buffer.set(answer.bytes, offset);
      return answer.length;
    },
    stat: async () => {
      const answer = await use({ kind: 'opened', path, file });
      if (!isOf(answer, 'stat')) throw otherAnswer();
      return answer.stat;
    },
    close: () => {
      closing ??= closeOnce();
      return closing;
    },
  };
}

export interface DiskFiles extends Required<Files> {
  /** True while calls of the system hang that the end of this process would wait for. */
  hangs(): boolean;
}

/** `patienceMs` = how long a call may stand still before its volume counts as not answering. */
export function createDiskFiles(options: { readonly patienceMs?: number } = {}): DiskFiles {
  const patience = options.patienceMs ?? patienceMs;
  const table = mountTable();
  const remotePoints = macRemotePoints();
  const volumes = new Map<string, VolumeThreads>();
  const listeners = new Set<() => void>();
  let hurried = 0;

  const volumeAt = (path: string): VolumeThreads => {
    const volume = volumeOf(path, table());
    // The kernel gives numbers of mounts that are gone again, and threads know where theirs begins.
    const key = `${volume.id} ${volume.root}`;
    const known = volumes.get(key);
    if (known) return known;
    const made = createVolume({
      volume,
      table,
      patienceMs: () => (hurried > 0 ? Math.min(hurriedMs, patience) : patience),
      onBack: () => {
        for (const listener of listeners) listener();
      },
    });
    volumes.set(key, made);
    return made;
  };

  /** Asks the volume that the path leads into, from link to link. */
  const ask = async <K extends FileAnswer['kind']>(
    given: string,
    kind: K,
    make: (path: string) => FileAsk,
  ): Promise<{ readonly volume: VolumeThreads; readonly answer: Extract<FileAnswer, { kind: K }> }> => {
    let path = given;
    for (let count = 0; count < mostVolumes; count++) {
      const volume = volumeAt(path);
      const answer = await answerOf(volume, make(path));
      if (isOf(answer, kind)) return { volume, answer };
      if (answer.kind === 'elsewhere') path = answer.path;
    }
    throw sortCode('ELOOP', 'Too many links');
  };

  return {
    stat: async (path) => (await ask(path, 'stat', (at) => ({ kind: 'stat', path: at }))).answer.stat,
    list: async (path) => (await ask(path, 'names', (at) => ({ kind: 'list', path: at }))).answer.names,
    real: async (path) => (await ask(path, 'path', (at) => ({ kind: 'real', path: at }))).answer.path,
    isRemote: async (path) => {
      if (process.platform === 'win32' && isShare(path)) return true;
      const asked = ask(path, 'path', (at) => ({ kind: 'real', path: at }));
      const real = await asked.then(
        ({ answer }) => answer.path,
        (error: FileError) => (error.problem === 'no-answer' ? null : path),
      );
      // A local disk answers.
      if (real === null) return true;
      // A letter that a share is known by leads to the share.
      if (process.platform === 'win32') return isShare(real);
      if (process.platform === 'darwin') return reachesRemoteOnMac(real, await remotePoints());
      const mounts = table();
      return mounts !== null && reachesRemote(real, mounts);
    },
    open: async (given) => {
      let path = given;
      const { volume, answer } = await ask(given, 'file', (at) => {
        path = at;
        return { kind: 'open', path: at };
      });
      return openedFile(volume, path, answer.file);
    },
    readWhole: async (path, into, hash) => {
      const { buffer: memory, byteOffset: start, length } = into;
      if (!(memory instanceof SharedArrayBuffer)) return null;
      return (await ask(path, 'whole', (at) => ({ kind: 'whole', path: at, memory, start, length, hash }))).answer
        .whole;
    },
    onAnswering: (call) => {
      listeners.add(call);
      return () => listeners.delete(call);
    },
    hurry: () => {
      hurried++;
      return () => {
        hurried--;
      };
    },
    hangs: () => [...volumes.values()].some((volume) => volume.hanging() > 0),
  };
}

export const diskFiles: DiskFiles = createDiskFiles();
