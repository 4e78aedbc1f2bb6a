// A thread that does the file work of one volume, one call after the other: where the volume hangs, only this thread does.
//
// Every link on the way to a file is followed here, step by step, and a path that leads into another volume goes back to main:
// so the kernel never follows one into a volume that hangs.
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  opendirSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
} from 'node:fs';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { WholeFile } from '../ports.ts';
import { toStat } from './file-stat.ts';
import { type MountTable, volumeOf } from './mounts.ts';
import {
  begunWord,
  closed,
  type FileAnswer,
  type FileAsk,
  type FromThread,
  mayRepeat,
  notAFile,
  pulseWord,
  type ThreadData,
  type ToThread,
  type VolumeReply,
} from './volume-orders.ts';

// A link swapped in is not followed, opening a pipe waits for nobody, and no terminal becomes ours; where there are such flags.
const readOnly =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

const smallestPiece = 64 * 1024;
const largestPiece = 2 * 1024 * 1024;
/** A piece that takes longer, in ms, is followed by a smaller one: on a slow line every piece is a pulse. */
const slowPieceMs = 250;
const mostLinks = 40;

// Of very many files that are not there nobody wants to know where in this thread they were missed.
Error.stackTraceLimit = 0;

const { volume, words: memory } = workerData as ThreadData;
const words = new Int32Array(memory);
let table: MountTable = null;
let begun = 0;
let piece = smallestPiece;
/** Folders that were seen to be no links, while one message is worked on. */
let folders = new Set<string>();

class Elsewhere extends Error {
  readonly path: string;
  constructor(place: string) {
    super('Another volume');
    this.path = place;
  }
}

const withCode = (code: string, message: string): Error => Object.assign(new Error(message), { code });
const pulse = (): number => Atomics.add(words, pulseWord, 1);
const isClosed = (): boolean => Atomics.load(words, begunWord) === closed;
const namesIn = (text: string): string[] => text.split(path.sep === '/' ? '/' : /[\\/]+/).filter(Boolean);

/** A path on its way to the end: what of it was followed, and the names that are still to be. */
interface Way {
  readonly at: string;
  readonly rest: readonly string[];
}

/** Where the names '.' and '..' lead; null = it is another name. */
function atDots(name: string, at: string, rest: readonly string[]): string | null {
  if (name === '.') return at;
  return name === '..' ? above(at, rest) : null;
}

/** The folder above; throws Elsewhere where it lies outside of the volume. */
function above(at: string, rest: readonly string[]): string {
  const up = path.dirname(at);
  if (at === volume.root && up !== at) throw new Elsewhere(path.join(up, ...rest));
  return up;
}

/** What stands at `place`, for who follows a path through it. */
function passage(place: string): 'missing' | 'link' | 'plain' {
  if (folders.has(place)) return 'plain';
  const stat = lstatSync(place, { throwIfNoEntry: false });
  pulse();
  if (!stat) return 'missing';
  if (stat.isSymbolicLink()) return 'link';
  if (stat.isDirectory()) folders.add(place);
  return 'plain';
}

/** Where the path goes on behind the link at `link`, which lies in `at`. */
function behind(link: string, { at, rest }: Way): Way {
  const target = readlinkSync(link);
  if (!path.isAbsolute(target)) return { at, rest: [...namesIn(target), ...rest] };
  const whole = [target, ...rest].join(path.sep);
  if (volumeOf(whole, table).id !== volume.id || !whole.startsWith(volume.root)) throw new Elsewhere(whole);
  return { at: volume.root, rest: namesIn(whole.slice(volume.root.length)) };
}

/** `place` with all links on the way followed, and the last one only if `last`. What is not there is the caller's to find out. */
function follow(place: string, last: boolean): string {
  let way: Way = { at: volume.root, rest: namesIn(place.slice(volume.root.length)) };
  for (let links = 0; ; ) {
    const { at } = way;
    const [name, ...rest] = way.rest;
    if (name === undefined) return at;
    const dotted = atDots(name, at, rest);
    if (dotted !== null) {
      way = { at: dotted, rest };
      continue;
    }
    const next = at.endsWith(path.sep) ? at + name : at + path.sep + name;
    if (volumeOf(next, table).id !== volume.id) throw new Elsewhere([next, ...rest].join(path.sep));
    if (rest.length === 0 && !last) return next;
    const found = passage(next);
    if (found === 'missing') return [next, ...rest].join(path.sep);
    if (found === 'link' && ++links > mostLinks) throw withCode('ELOOP', 'Too many links');
    way = found === 'link' ? behind(next, { at, rest }) : { at: next, rest };
  }
}

function expectFile(stat: { isFile(): boolean }): void {
  if (!stat.isFile()) throw withCode(notAFile, 'What is there is no file');
}

/** Opens a regular file and nothing else: looked at before, so that no device notices, and after, for it may have been swapped. */
function openFile(place: string): number {
  const at = follow(place, false);
  expectFile(lstatSync(at));
  pulse();
  const file = openSync(at, readOnly);
  pulse();
  try {
    expectFile(fstatSync(file));
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Fills `into` from `position` on, in pieces; gives how much there was. */
function readFrom(file: number, into: Uint8Array, position: number): number {
  let got = 0;
  while (got < into.length) {
    const wanted = Math.min(piece, into.length - got);
    const start = performance.now();
    const bytes = readSync(file, into, got, wanted, position + got);
    pulse();
    got += bytes;
    const took = performance.now() - start;
    if (took > slowPieceMs) piece = Math.max(smallestPiece, piece / 2);
    else if (bytes === wanted && took < slowPieceMs / 4) piece = Math.min(largestPiece, piece * 2);
    // Given up by main: the descriptor may be another file's by now.
    if (bytes === 0 || isClosed()) break;
  }
  return got;
}

function readWhole(place: string, into: Uint8Array, hash: boolean): WholeFile {
  const file = openFile(place);
  try {
    const bytes = readFrom(file, into, 0);
    const opened = toStat(fstatSync(file, { bigint: true }));
    pulse();
    const there = lstatSync(follow(place, false), { bigint: true, throwIfNoEntry: false });
    const sha256 = hash ? createHash('sha256').update(into.subarray(0, bytes)).digest('hex') : null;
    return { bytes, opened, named: there ? toStat(there) : null, sha256 };
  } finally {
    closeSync(file);
  }
}

/** Entry by entry, so that a long folder on a slow line shows a pulse. */
function list(place: string): readonly string[] {
  const names: string[] = [];
  const folder = opendirSync(follow(place, true), { bufferSize: 256 });
  pulse();
  try {
    for (let entry = folder.readSync(); entry; entry = folder.readSync()) {
      names.push(entry.name);
      pulse();
    }
    return names;
  } finally {
    folder.closeSync();
  }
}

/** Asks what cannot be answered from memory alone: a folder's first name, or bytes in the middle of a file. */
function probe(place: string): void {
  const at = follow(place, false);
  const stat = lstatSync(at, { throwIfNoEntry: false });
  if (stat?.isDirectory()) {
    const folder = opendirSync(at, { bufferSize: 1 });
    folder.readSync();
    folder.closeSync();
  } else if (stat?.isFile()) {
    const file = openFile(at);
    readSync(file, new Uint8Array(512), 0, 512, Math.floor(stat.size / 2));
    closeSync(file);
  }
}

function read({ file, memory: shared, start, length, position }: Extract<FileAsk, { kind: 'read' }>): FileAnswer {
  const into = shared ? new Uint8Array(shared, start, length) : new Uint8Array(length);
  const bytes = readFrom(file, into, position);
  return { kind: 'read', length: bytes, bytes: shared ? null : into.subarray(0, bytes) };
}

function answerTo(ask: FileAsk): FileAnswer {
  switch (ask.kind) {
    case 'stat':
      return { kind: 'stat', stat: toStat(lstatSync(follow(ask.path, false), { bigint: true })) };
    case 'list':
      return { kind: 'names', names: list(ask.path) };
    case 'real':
      return { kind: 'path', path: realpathSync.native(follow(ask.path, true)) };
    case 'open':
      return { kind: 'file', file: openFile(ask.path) };
    case 'opened':
      return { kind: 'stat', stat: toStat(fstatSync(ask.file, { bigint: true })) };
    case 'close':
      closeSync(ask.file);
      return { kind: 'done' };
    case 'read':
      return read(ask);
    case 'whole':
      return {
        kind: 'whole',
        whole: readWhole(ask.path, new Uint8Array(ask.memory, ask.start, ask.length), ask.hash),
      };
    case 'probe':
      probe(ask.path);
      return { kind: 'done' };
  }
}

function answered(ask: FileAsk): FileAnswer {
  try {
    return answerTo(ask);
  } catch (error) {
    if (error instanceof Elsewhere) return { kind: 'elsewhere', path: error.path };
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return { kind: 'failed', code, message: error instanceof Error ? error.message : String(error) };
  }
}

function work(orders: readonly VolumeReply[]): void {
  folders = new Set();
  let answers: { id: number; answer: FileAnswer }[] = [];
  const tell = (): void => {
    if (answers.length > 0) parentPort?.postMessage(answers satisfies FromThread);
    answers = [];
  };
  for (const { id, ask } of orders) {
    // Main takes back what was not begun when it closes this thread: one of the two has it, never both.
    if (Atomics.compareExchange(words, begunWord, begun, begun + 1) !== begun) break;
    begun++;
    pulse();
    answers.push({ id, answer: answered(ask) });
    if (!mayRepeat.has(ask.kind)) tell();
  }
  tell();
}

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'again') {
    begun = 0;
    Atomics.store(words, begunWord, 0);
    return;
  }
  if (message.table !== undefined) table = message.table;
  work(message.orders);
});
