// How programs write files, each as a way of its own: in pieces with pauses, into room made before, in any order, under other names.
import { appendFile, type FileHandle, link, mkdir, open, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Chance } from '../simulation/chance.ts';

export interface Writing {
  /** Where it is to lie in the end. */
  readonly path: string;
  /** A folder on the same disk that nobody watches, for this file alone. */
  readonly aside: string;
  readonly bytes: Buffer;
  /** A whole video that lies there before, for ways that change one. */
  readonly old: Buffer;
  readonly pieces: number;
  readonly chance: Chance;
  /** Between two pieces. */
  pause(): Promise<void>;
}

export interface Way {
  readonly write: (writing: Writing) => Promise<void>;
  /** An older version lies there whole first, and may be taken as a video of its own. */
  readonly hasOld?: boolean;
  /** Between two pieces nobody holds it: whether more comes, nobody can see. */
  readonly letsGo?: boolean;
  /** Its file has two names, which not every disk has. */
  readonly twoNames?: boolean;
  /** The folder in which it is to lie comes with it. */
  readonly bringsFolder?: boolean;
}

interface Piece {
  readonly at: number;
  readonly part: Buffer;
}

/** In their order. */
function piecesOf({ bytes, pieces }: Pick<Writing, 'bytes' | 'pieces'>): readonly Piece[] {
  const size = Math.max(1, Math.ceil(bytes.length / pieces));
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => ({
    at: n * size,
    part: bytes.subarray(n * size, (n + 1) * size),
  }));
}

function shuffled(chance: Chance, all: readonly Piece[]): readonly Piece[] {
  const left = [...all];
  for (let at = left.length - 1; at > 0; at--) {
    const other = chance.int(at + 1);
    [left[at], left[other]] = [left[other] as Piece, left[at] as Piece];
  }
  return left;
}

const firstAndLastFirst = ([first, ...rest]: readonly Piece[]): readonly Piece[] =>
  [first, rest.at(-1), ...rest.slice(0, -1)].filter((piece) => piece !== undefined);
const firstLast = ([first, ...rest]: readonly Piece[]): readonly Piece[] => (first ? [...rest, first] : rest);

/** With one handle that stays open from the first byte to the last. */
async function held(path: string, flags: string, fill: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, flags);
  try {
    await fill(file);
  } finally {
    await file.close();
  }
}

async function put(file: FileHandle, pieces: readonly Piece[], pause: () => Promise<void>): Promise<void> {
  for (const [n, { at, part }] of pieces.entries()) {
    if (n > 0) await pause();
    await file.write(part, 0, part.length, at);
  }
}

type Order = (pieces: readonly Piece[], writing: Writing) => readonly Piece[];

/** The whole length is there from the beginning, empty or of zeros. */
const intoRoom =
  (room: 'sparse' | 'zeros', order: Order): Way['write'] =>
  (writing) =>
    held(writing.path, 'w', async (file) => {
      if (room === 'sparse') await file.truncate(writing.bytes.length);
      else await file.write(Buffer.alloc(writing.bytes.length));
      await writing.pause();
      await put(file, order(piecesOf(writing), writing), writing.pause);
    });

const recorded = (path: string, { bytes, pieces, pause }: Writing, more?: (path: string) => Promise<void>) =>
  held(path, 'w', async (file) => {
    for (const [n, { part }] of piecesOf({ bytes, pieces }).entries()) {
      if (n > 0) await pause();
      await file.write(part);
      await more?.(path);
    }
  });

const reopened = async (path: string, { bytes, pieces, pause }: Writing, more?: (path: string) => Promise<void>) => {
  for (const [n, { part }] of piecesOf({ bytes, pieces }).entries()) {
    if (n > 0) await pause();
    await appendFile(path, part);
    await more?.(path);
  }
};

const setTime = (seconds: number) => (path: string) => utimes(path, seconds, seconds);
const longAgo = Date.UTC(2019, 3, 1) / 1_000;
const farAhead = Date.UTC(2044, 0, 1) / 1_000;

/** Whole under another name first, then under its own. */
const under =
  (nameOf: (path: string, aside: string) => string): Way['write'] =>
  async (writing) => {
    const other = nameOf(writing.path, writing.aside);
    await recorded(other, writing);
    await rename(other, writing.path);
  };
const beside = (end: string) => under((path) => `${path}${end}`);

const oldFirst = (change: Way['write']): Way => ({
  hasOld: true,
  write: async (writing) => {
    await writeFile(writing.path, writing.old);
    await writing.pause();
    await change(writing);
  },
});
const inPlace =
  (order: Order): Way['write'] =>
  (writing) =>
    held(writing.path, 'r+', (file) => put(file, order(piecesOf(writing), writing), writing.pause));

const inOrder: Order = (pieces) => pieces;
const atRandom: Order = (pieces, { chance }) => shuffled(chance, pieces);

export const ways = {
  recorded: { write: (writing) => recorded(writing.path, writing) },
  'opened for each piece': { letsGo: true, write: (writing) => reopened(writing.path, writing) },
  'broken off and resumed': {
    letsGo: true,
    write: async ({ path, bytes, pieces, pause }) => {
      const all = piecesOf({ bytes, pieces });
      const half = Math.ceil(all.length / 2);
      await held(path, 'w', (file) => put(file, all.slice(0, half), pause));
      await pause();
      await held(path, 'r+', (file) => put(file, all.slice(half), pause));
    },
  },
  'empty room, from its front': { write: intoRoom('sparse', inOrder) },
  'empty room, both ends first': { write: intoRoom('sparse', firstAndLastFirst) },
  'empty room, in any order': { write: intoRoom('sparse', atRandom) },
  'empty room, its head last': { write: intoRoom('sparse', firstLast) },
  'room of zeros, from its front': { write: intoRoom('zeros', inOrder) },
  'room of zeros, both ends first': { write: intoRoom('zeros', firstAndLastFirst) },
  'room of zeros, in any order': { write: intoRoom('zeros', atRandom) },
  'room of zeros, its head last': { write: intoRoom('zeros', firstLast) },
  'too long at first': {
    write: (writing) =>
      held(writing.path, 'w', async (file) => {
        await file.truncate(writing.bytes.length + 200_000);
        await put(file, piecesOf(writing), writing.pause);
        await writing.pause();
        await file.truncate(writing.bytes.length);
      }),
  },
  'as .part': { write: beside('.part') },
  'as .crdownload': { write: beside('.crdownload') },
  hidden: { write: under((path) => join(dirname(path), `.${basename(path)}.Xy12ab`)) },
  'without an extension': { write: under((path) => path.replace(/\.\w+$/, '')) },
  'in another folder': { write: under((path, aside) => join(aside, basename(path))) },
  'in a folder that is moved in': {
    bringsFolder: true,
    write: async (writing) => {
      const folder = join(writing.aside, 'moved');
      await mkdir(folder);
      await recorded(join(folder, basename(writing.path)), writing);
      await rename(folder, dirname(writing.path));
    },
  },
  'linked in when whole': {
    twoNames: true,
    write: async (writing) => {
      const other = join(writing.aside, 'other name.mp4');
      await recorded(other, writing);
      await link(other, writing.path);
    },
  },
  'written by its other name': {
    twoNames: true,
    write: async (writing) => {
      const other = join(writing.aside, 'other name.mp4');
      await writeFile(other, '');
      await link(other, writing.path);
      await held(other, 'r+', (file) => put(file, piecesOf(writing), writing.pause));
    },
  },
  'with a time that stands still': { write: (writing) => recorded(writing.path, writing, setTime(longAgo)) },
  'opened for each piece, with a time that stands still': {
    letsGo: true,
    write: (writing) => reopened(writing.path, writing, setTime(longAgo)),
  },
  'by a clock that is ahead': { write: (writing) => recorded(writing.path, writing, setTime(farAhead)) },
  'with its own time at the end': {
    write: async (writing) => {
      await recorded(writing.path, writing);
      await setTime(longAgo)(writing.path);
    },
  },
  'anew in place': oldFirst(inPlace(inOrder)),
  'anew in place, in any order': oldFirst(inPlace(atRandom)),
  'anew in place, with a time that stands still': oldFirst((writing) =>
    held(writing.path, 'r+', async (file) => {
      for (const [n, { at, part }] of piecesOf(writing).entries()) {
        if (n > 0) await writing.pause();
        await file.write(part, 0, part.length, at);
        await setTime(longAgo)(writing.path);
      }
    }),
  ),
  'anew under the same name': oldFirst(async (writing) => {
    await rm(writing.path);
    await recorded(writing.path, writing);
  }),
  'anew over it': oldFirst(beside('.tmp')),
} as const satisfies Readonly<Record<string, Way>>;

export type WayName = keyof typeof ways;
export const wayNames = Object.keys(ways) as readonly WayName[];
