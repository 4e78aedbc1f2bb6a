// The thread of one volume, met at its own port: where each path leads, what is opened and read, and what is left to other threads.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { toStat } from '../../../main/adapters/file-stat.ts';
import type { Mount, MountTable } from '../../../main/adapters/mounts.ts';
import {
  begunWord,
  closed,
  type FileAnswer,
  type FileAsk,
  type FromThread,
  notAFile,
  pulseWord,
  type ThreadData,
  type ToThread,
} from '../../../main/adapters/volume-orders.ts';

const thread = vi.hoisted(() => ({ parentPort: null as unknown, workerData: null as unknown }));
/** What stands in a place at the first look, where it is another thing than at the second. */
const swapped = vi.hoisted(() => ({ look: (_: string): unknown => null }));
vi.mock('node:fs', async (original) => {
  const given = await original<typeof import('node:fs')>();
  return {
    ...given,
    lstatSync: (path: string, options?: { readonly bigint?: boolean }) =>
      swapped.look(path) ?? given.lstatSync(path, options),
  };
});
vi.mock('node:worker_threads', async (original) => {
  const given = await original<typeof import('node:worker_threads')>();
  return Object.defineProperties(
    { ...given },
    {
      parentPort: { get: () => thread.parentPort, enumerable: true },
      workerData: { get: () => thread.workerData, enumerable: true },
    },
  );
});

let folder: string;
let main: MessagePort;
let words: Int32Array;
/** Each message that came, and in it the ids of the orders that it answers. */
let messages: number[][];
let answers: Map<number, FileAnswer>;
let lastId: number;

/** A thread of the volume that begins at `root`, with this table of mounts. */
async function begin(root = '/', id = '/', table: MountTable = null): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  const memory = new SharedArrayBuffer(8);
  thread.parentPort = port1;
  thread.workerData = { volume: { id, root }, words: memory } satisfies ThreadData;
  [main, words, messages, answers, lastId] = [port2, new Int32Array(memory), [], new Map(), 0];
  main.on('message', (reports: FromThread) => {
    messages.push(reports.map((report) => report.id));
    for (const report of reports) answers.set(report.id, report.answer);
  });
  onTestFinished(() => port2.close());
  vi.resetModules();
  await import('../../../main/adapters/volume-worker.ts');
  if (table !== null) main.postMessage({ kind: 'orders', orders: [], table } satisfies ToThread);
}
const post = (...asks: readonly FileAsk[]): void =>
  main.postMessage({ kind: 'orders', orders: asks.map((ask) => ({ id: ++lastId, ask })) } satisfies ToThread);
/** What is answered to orders that go in one message. */
async function ask(...asks: readonly FileAsk[]): Promise<readonly FileAnswer[]> {
  const from = lastId;
  post(...asks);
  await expect.poll(() => answers.has(lastId), { interval: 1 }).toBe(true);
  return asks.map((_, at) => answers.get(from + 1 + at) as FileAnswer);
}
async function one(kind: 'stat' | 'list' | 'real' | 'open' | 'probe', path: string): Promise<FileAnswer> {
  return (await ask({ kind, path }))[0] as FileAnswer;
}
const failed = (code: string) => ({ kind: 'failed', code, message: expect.stringMatching(/\S/) });
const at = (name: string): string => `${folder}/${name}`;
const asFile = (name: string) => ({ kind: 'stat', stat: toStat(statSync(at(name), { bigint: true })) });
/** Files below the folder that this process has open. */
const openFiles = (): number =>
  readdirSync('/proc/self/fd').filter((name) => {
    try {
      return realpathSync(`/proc/self/fd/${name}`).startsWith(folder);
    } catch {
      return false;
    }
  }).length;

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'clipferry-thread-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(at('films/deep'), { recursive: true });
  writeFileSync(at('films/a.mp4'), 'a film');
  writeFileSync(at('films/deep/b.mp4'), 'another film');
  await begin();
});

describe.skipIf(process.platform === 'win32')('a path', () => {
  it.each([
    ['films/a.mp4', 'films/a.mp4'],
    ['films/./a.mp4', 'films/a.mp4'],
    ['films/deep/../a.mp4', 'films/a.mp4'],
    ['films//a.mp4', 'films/a.mp4'],
    ['films/deep/./../../films/deep/b.mp4', 'films/deep/b.mp4'],
    ['relative/deep/b.mp4', 'films/deep/b.mp4'],
    ['upwards/a.mp4', 'films/a.mp4'],
    ['absolute/deep/b.mp4', 'films/deep/b.mp4'],
    ['absolute/../films/a.mp4', 'films/a.mp4'],
    ['twice/b.mp4', 'films/deep/b.mp4'],
  ])('%s leads to %s', async (path, name) => {
    symlinkSync('films', at('relative'));
    symlinkSync('films/deep/..', at('upwards'));
    symlinkSync(at('films'), at('absolute'));
    symlinkSync('absolute/deep', at('twice'));
    expect(await one('stat', at(path))).toEqual(asFile(name));
  });

  it('that ends with a link is the link, unless it is a folder that is listed or a place that is wanted', async () => {
    symlinkSync('films', at('link'));
    expect(await one('stat', at('link'))).toMatchObject({ kind: 'stat', stat: { kind: 'other' } });
    expect(await one('real', at('link/deep/../a.mp4'))).toEqual({ kind: 'path', path: at('films/a.mp4') });
    expect(await one('real', at('link'))).toEqual({ kind: 'path', path: at('films') });
    const { names } = (await one('list', at('link'))) as Extract<FileAnswer, { kind: 'names' }>;
    expect([...names].sort()).toEqual(['a.mp4', 'deep']);
    if (process.platform === 'linux') expect(openFiles()).toBe(0);
  });

  it('through forty links is followed, and through more not', async () => {
    symlinkSync('films', at('link1'));
    for (let n = 2; n <= 41; n++) symlinkSync(`link${n - 1}`, at(`link${n}`));
    expect(await one('stat', at('link40/a.mp4'))).toEqual(asFile('films/a.mp4'));
    expect(await one('stat', at('link41/a.mp4'))).toEqual({ kind: 'failed', code: 'ELOOP', message: 'Too many links' });
    symlinkSync('circle', at('circle'));
    expect(await one('real', at('circle'))).toMatchObject(failed('ELOOP'));
  });

  it('to what is not there, or through a file, fails as the system says it', async () => {
    symlinkSync('gone', at('nowhere'));
    for (const path of ['gone.mp4', 'gone/deeper/a.mp4', 'nowhere/a.mp4'])
      expect(await one('stat', at(path)), path).toEqual(failed('ENOENT'));
    expect(await one('real', at('nowhere'))).toEqual(failed('ENOENT'));
    expect(await one('stat', at('films/a.mp4/b.mp4'))).toEqual(failed('ENOTDIR'));
    expect(await one('list', at('films/a.mp4'))).toEqual(failed('ENOTDIR'));
  });

  it('is followed anew for each message: what became a link meanwhile is one', async () => {
    expect(await one('stat', at('films/a.mp4'))).toEqual(asFile('films/a.mp4'));
    rmSync(at('films'), { recursive: true });
    mkdirSync(at('others'));
    writeFileSync(at('others/a.mp4'), 'a film of others');
    symlinkSync('others', at('films'));
    expect(await one('stat', at('films/a.mp4'))).toEqual(asFile('others/a.mp4'));
    expect(await one('real', at('films/a.mp4'))).toEqual({ kind: 'path', path: at('others/a.mp4') });
  });

  it('has its folders looked at once in one message', async () => {
    const stat = (name: string): FileAsk => ({ kind: 'stat', path: at(name) });
    await ask(stat('films/a.mp4'));
    const alone = words[pulseWord] as number;
    await ask(stat('films/a.mp4'), stat('films/deep'), stat('films/a.mp4'));
    // The other two have no folder left to look at: one pulse for each order.
    expect((words[pulseWord] as number) - alone).toBe(alone + 2);
  });
});

describe.skipIf(process.platform === 'win32')('a path into another volume', () => {
  const mount = (id: string, parent: string, point: string): Mount => ({ id, parent, point, type: 'ext4' });
  const table = (): MountTable => [
    ...[mount('1', '0', '/'), mount('2', '1', at('disk')), mount('3', '1', at('other'))],
    mount('4', '2', at('disk/inner')),
  ];
  const elsewhere = (path: string) => ({ kind: 'elsewhere', path: at(path) });

  beforeEach(async () => {
    for (const name of ['disk/films', 'disk/inner', 'other']) mkdirSync(at(name), { recursive: true });
    writeFileSync(at('disk/films/a.mp4'), 'a film');
    symlinkSync('../other/deep', at('disk/sideways'));
    symlinkSync(at('other'), at('disk/away'));
    symlinkSync(at('disk/films'), at('disk/here'));
    symlinkSync(at('diskette'), at('disk/alike'));
    symlinkSync('inner/deep', at('disk/inside'));
    symlinkSync('films/../..', at('disk/upwards'));
    await begin(at('disk'), '2', table());
  });

  it.each([
    ['disk/../other/a.mp4', 'other/a.mp4'],
    ['disk/../disk/films/a.mp4', 'disk/films/a.mp4'],
    ['disk/upwards/disk/films/a.mp4', 'disk/films/a.mp4'],
    ['disk/films/../../films/a.mp4', 'films/a.mp4'],
    ['disk/sideways/a.mp4', 'other/deep/a.mp4'],
    ['disk/away/b/c.mp4', 'other/b/c.mp4'],
    ['disk/alike/a.mp4', 'diskette/a.mp4'],
    ['disk/inner', 'disk/inner'],
    ['disk/inner/b/c.mp4', 'disk/inner/b/c.mp4'],
    ['disk/inside/c.mp4', 'disk/inner/deep/c.mp4'],
  ])('%s goes back to main as %s', async (path, expected) => {
    expect(await one('stat', at(path))).toEqual(elsewhere(expected));
  });

  it('is none as long as it stays in its own', async () => {
    for (const path of ['disk/here/a.mp4', 'disk/films/../films/a.mp4'])
      expect(await one('stat', at(path)), path).toEqual(asFile('disk/films/a.mp4'));
    expect(await one('list', at('disk/films'))).toEqual({ kind: 'names', names: ['a.mp4'] });
    expect(await one('list', at('disk/away'))).toEqual(elsewhere('other'));
    expect(await one('open', at('disk/inner/a.mp4'))).toEqual(elsewhere('disk/inner/a.mp4'));
  });

  it('is asked by the newest table of mounts that it was told, until there is another one', async () => {
    const [root, disk] = table() as readonly Mount[];
    main.postMessage({ kind: 'orders', orders: [], table: [root as Mount, disk as Mount] } satisfies ToThread);
    expect(await one('list', at('disk/inner'))).toEqual({ kind: 'names', names: [] });
    expect(await one('stat', at('disk/away/b/c.mp4'))).toEqual(elsewhere('other/b/c.mp4'));
  });

  it('of the root has nothing above it', async () => {
    await begin();
    expect(await one('real', '/../../')).toEqual({ kind: 'path', path: '/' });
    expect(await one('stat', `/..${at('films/a.mp4')}`)).toEqual(asFile('films/a.mp4'));
  });
});

describe('a file', () => {
  async function opened(name: string): Promise<{ readonly path: string; readonly file: number }> {
    const answer = await one('open', at(name));
    expect(answer).toEqual({ kind: 'file', file: expect.any(Number) });
    return { path: at(name), file: (answer as Extract<FileAnswer, { kind: 'file' }>).file };
  }

  it('is opened, told of, read from any place, and closed', async () => {
    const film = await opened('films/deep/b.mp4');
    const memory = new SharedArrayBuffer(16);
    const [stat, shared, copied, end] = await ask(
      { kind: 'opened', ...film },
      { kind: 'read', ...film, memory, start: 3, length: 5, position: 2 },
      { kind: 'read', ...film, memory: null, start: 0, length: 100, position: 8 },
      { kind: 'read', ...film, memory: null, start: 0, length: 4, position: 12 },
    );
    expect(stat).toEqual(asFile('films/deep/b.mp4'));
    expect(shared).toEqual({ kind: 'read', length: 5, bytes: null });
    expect(Buffer.from(new Uint8Array(memory)).toString()).toBe(`${'\0'.repeat(3)}other${'\0'.repeat(8)}`);
    expect(copied).toEqual({ kind: 'read', length: 4, bytes: new Uint8Array(Buffer.from('film')) });
    expect(end).toEqual({ kind: 'read', length: 0, bytes: new Uint8Array() });
    expect(await ask({ kind: 'close', ...film }, { kind: 'opened', ...film })).toEqual([
      { kind: 'done' },
      failed('EBADF'),
    ]);
  });

  it.runIf(process.platform === 'linux')(
    'is never a folder, a link or a pipe, and none of them stays open',
    async () => {
      symlinkSync('a.mp4', at('films/link.mp4'));
      execFileSync('mkfifo', [at('pipe.mp4')]);
      const memory = new SharedArrayBuffer(8);
      for (const name of ['films', 'films/link.mp4', 'pipe.mp4']) {
        const refused = { kind: 'failed', code: notAFile, message: 'What is there is no file' };
        expect(await one('open', at(name)), name).toEqual(refused);
        const whole: FileAsk = { kind: 'whole', path: at(name), memory, start: 0, length: 8, hash: false };
        expect(await ask(whole), name).toEqual([refused]);
      }
      expect(await one('open', at('films/gone.mp4'))).toEqual(failed('ENOENT'));
      expect(openFiles()).toBe(0);
    },
  );

  it.runIf(process.platform === 'linux')('is read whole as far as there is room, and closed again', async () => {
    const memory = new SharedArrayBuffer(24);
    const wholeOf = (name: string, start: number, length: number, hash: boolean) =>
      ask({ kind: 'whole', path: at(name), memory, start, length, hash });
    const { stat } = asFile('films/deep/b.mp4');
    expect(await wholeOf('films/deep/b.mp4', 4, 20, true)).toEqual([
      {
        kind: 'whole',
        whole: {
          ...{ bytes: 12, opened: stat, named: stat },
          sha256: createHash('sha256').update('another film').digest('hex'),
        },
      },
    ]);
    expect(Buffer.from(new Uint8Array(memory)).toString()).toBe(`\0\0\0\0another film${'\0'.repeat(8)}`);
    expect(await wholeOf('films/deep/b.mp4', 0, 7, false)).toMatchObject([{ whole: { bytes: 7, sha256: null } }]);
    expect(openFiles()).toBe(0);
  });

  it.runIf(process.platform === 'linux')('or folder, or nothing at all, is probed and not kept open', async () => {
    symlinkSync('films', at('link'));
    for (const name of ['films/a.mp4', 'films', 'films/gone.mp4', 'link'])
      expect(await one('probe', at(name)), name).toEqual({ kind: 'done' });
    expect(await one('probe', at('films/a.mp4/b.mp4'))).toEqual(failed('ENOTDIR'));
    expect(openFiles()).toBe(0);
  });

  it('is left alone as soon as somebody else has taken its place', async () => {
    // What it was when it was looked at is not what was opened.
    const stat = statSync(at('films/a.mp4'));
    vi.spyOn(swapped, 'look').mockImplementation((path) => (path === at('films') ? stat : null));
    expect(await one('open', at('films'))).toEqual({
      kind: 'failed',
      code: notAFile,
      message: 'What is there is no file',
    });
    expect(openFiles()).toBe(0);
  });

  it('is worked on in steps of which each is a pulse', async () => {
    const pulsesOf = async (ask1: FileAsk): Promise<number> => {
      const before = words[pulseWord] as number;
      await ask(ask1);
      return (words[pulseWord] as number) - before;
    };
    const path = at('films/a.mp4');
    // One for the order, and one for each folder on the way.
    const way = await pulsesOf({ kind: 'stat', path });
    expect(way).toBe(1 + path.split('/').length - 2);
    expect(await pulsesOf({ kind: 'stat', path: at('films/gone.mp4') })).toBe(way);
    expect(await pulsesOf({ kind: 'stat', path: at('gone/a.mp4') })).toBe(way);
    expect(await pulsesOf({ kind: 'open', path })).toBe(way + 2);
    expect(await pulsesOf({ kind: 'probe', path: at('films/gone.mp4') })).toBe(way);
    expect(await pulsesOf({ kind: 'probe', path })).toBe(way + 2);
    // The folder itself, its opening, and its two names.
    expect(await pulsesOf({ kind: 'list', path: at('films') })).toBe(way + 3);
    const memory = new SharedArrayBuffer(64);
    // Its opening, its bytes, its end, and what it was then.
    const whole: FileAsk = { kind: 'whole', path, memory, start: 0, length: 64, hash: false };
    expect(await pulsesOf(whole)).toBe(way + 2 + 2 + 1);
  });
});

describe('a long read', () => {
  const kib = 1_024;
  /** Reads so much of a clip where each piece takes so many ms; gives the number of pieces, as main sees it by their pulses. */
  async function piecesOf(ms: (piece: number) => number, length: number): Promise<number> {
    writeFileSync(at('long.mp4'), Buffer.alloc(length, 7));
    const path = at('long.mp4');
    const { file } = (await one('open', path)) as Extract<FileAnswer, { kind: 'file' }>;
    const memory = new SharedArrayBuffer(length);
    // The first pulse is that of the order itself.
    const before = (words[pulseWord] as number) + 1;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      let now = 0;
      for (let piece = 0; piece < (words[pulseWord] as number) - before; piece++) now += ms(piece);
      return now;
    });
    const [answer] = await ask({ kind: 'read', path, file, memory, start: 0, length, position: 0 });
    const pieces = (words[pulseWord] as number) - before;
    vi.restoreAllMocks();
    expect(answer).toEqual({ kind: 'read', length, bytes: null });
    expect(Buffer.from(memory).equals(Buffer.alloc(length, 7))).toBe(true);
    await ask({ kind: 'close', path, file });
    return pieces;
  }

  it('goes on in larger pieces while the disk is quick: from 64 KiB on, each twice the one before, up to 2 MiB', async () => {
    expect(await piecesOf(() => 62, (64 + 128 + 256 + 512 + 1_024 + 3 * 2_048) * kib)).toBe(8);
  });

  it('keeps its pieces while the disk is neither quick nor slow', async () => {
    expect(await piecesOf(() => 62.5, kib * kib)).toBe(16);
    expect(await piecesOf((piece) => (piece < 3 ? 0 : 250), (64 + 128 + 256 + 3 * 512) * kib)).toBe(3 + 3);
  });

  it('goes on in smaller pieces where one was slow, and never in smaller ones than 64 KiB', async () => {
    // 64, 128, 256 and 512 KiB, and then the last 64 KiB at a time after three slow ones: 256, 128, 64.
    expect(await piecesOf((piece) => (piece < 3 ? 0 : 251), (960 + 256 + 128 + 4 * 64) * kib)).toBe(4 + 2 + 4);
  });

  it('ends where main has given it up: the number may be another file’s by now', async () => {
    writeFileSync(at('long.mp4'), Buffer.alloc(kib * kib, 7));
    const { file } = (await one('open', at('long.mp4'))) as Extract<FileAnswer, { kind: 'file' }>;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      Atomics.store(words, begunWord, closed);
      return 0;
    });
    const read: FileAsk = { kind: 'read', path: '', file, memory: null, start: 0, length: kib * kib, position: 0 };
    expect(await ask(read)).toMatchObject([{ kind: 'read', length: 64 * kib }]);
  });
});

describe('orders', () => {
  const stat: FileAsk = { kind: 'stat', path: '/' };

  it('are answered together as far as they may be done again, and the others at once', async () => {
    const path = at('films/a.mp4');
    const { file } = (await one('open', path)) as Extract<FileAnswer, { kind: 'file' }>;
    const opened: FileAsk = { kind: 'opened', path, file };
    await ask(stat, { kind: 'real', path }, { kind: 'list', path: at('films') }, { kind: 'probe', path }, opened, stat);
    await ask(stat, { kind: 'close', path, file }, stat, stat);
    expect(messages).toEqual([[1], [2, 3, 4, 5, 6, 7], [8, 9], [10, 11]]);
  });

  it('are counted as they are begun', async () => {
    await ask(stat, stat);
    expect(words[begunWord]).toBe(2);
    await ask(stat);
    expect(words[begunWord]).toBe(3);
    expect(words[pulseWord]).toBeGreaterThanOrEqual(3);
  });

  it('that main took back are not begun; after that it begins again', async () => {
    await ask(stat);
    Atomics.store(words, begunWord, closed);
    post(stat, stat);
    main.postMessage({ kind: 'again' } satisfies ToThread);
    await ask(stat, stat);
    expect(messages).toEqual([[1], [4, 5]]);
    expect(words[begunWord]).toBe(2);
  });
});
