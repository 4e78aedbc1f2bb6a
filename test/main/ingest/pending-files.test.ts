// Files of a watched folder on their way to being taken: when each is looked at, what is shown of it, and what ends its wait.
import { beforeEach, describe, expect, it } from 'vitest';
import { createPendingFiles, type PendingFiles } from '../../../main/ingest/pending-files.ts';
import { untoldTimes } from '../../../main/ingest/readiness.ts';
import { FileError, type FileProblem, type FileStat, type Files } from '../../../main/ports.ts';
import { type HandClock, handClock } from '../queue/hand-clock.ts';
import { refusedOf } from './refused.ts';

const second = 1_000;
const stableMs = 2 * second;

/** A file in a world in memory: `video` is whole, `words` are none, `stream` cannot prove its end, `index` has none yet. */
interface Thing {
  content: 'video' | 'words' | 'stream' | 'index';
  version: number;
  /** Where that does not follow from the version. */
  size?: number;
  /** When it was made, by the wall clock. */
  bornMs?: number;
  elsewhere: boolean;
  problem: FileProblem | Error | null;
}

let clock: HandClock;
let things: Map<string, Thing>;
let settled: Set<string>;
let taken: string[];
let looks: (readonly [path: string, at: number])[];
/** Waits in front of each reading of a file's inside. */
let beforeReading: () => Promise<void>;
/** What taking gives back. */
let givesBack: (paths: readonly string[]) => Promise<readonly string[]>;
let isFaulty: boolean;
/** Who is held by a program; null = nothing can be seen. */
let holding: Map<string, string> | null;
const where = { isLocal: true };
const seeWriters = (programs: typeof holding): void => {
  holding = programs;
};
/** Paths from which the same file was taken with another content. */
let takenBefore: Set<string>;
/** How often the system was asked for that. */
let asked: number;
let changes: number;
let errors: number;
let most: { now: number; ever: number };
let pending: PendingFiles;

/** Each version is a byte longer than the one before. */
const sizeOf = ({ version }: Thing): number => 20 + version;
function bytesOf(thing: Thing): Uint8Array {
  const size = thing.size ?? sizeOf(thing);
  const all = new Uint8Array(size).fill(9);
  const put = (at: number, ...bytes: readonly number[]): void => all.set(bytes, at);
  if (thing.content === 'video' || thing.content === 'stream') put(0, 0, 0, 1, 0xba);
  if (thing.content === 'video') put(size - 4, 0, 0, 1, 0xb9);
  if (thing.content === 'stream') put(size - 8, 0, 0, 1, 0xe0, 0, 2);
  if (thing.content === 'index') put(0, 0, 0, 0, size, ...new TextEncoder().encode('mdat'));
  return all;
}

function thingAt(path: string): Thing {
  const thing = things.get(path);
  if (!thing) throw new FileError('missing', path);
  if (thing.problem instanceof Error) throw thing.problem;
  return thing;
}
const statOf = (path: string): FileStat => {
  const thing = thingAt(path);
  const { version, elsewhere, bornMs } = thing;
  const times = { mtimeNs: `${version}`, mtimeMs: version, ...(bornMs === undefined ? {} : { bornMs }) };
  return { kind: 'file', device: '1', inode: path, size: thing.size ?? sizeOf(thing), ...times, elsewhere };
};
const files = {
  stat: async (path: string) => {
    if (/\.(aria2|part|crdownload|filepart|ytdl)$/.test(path)) throw new FileError('missing', path);
    looks.push([path, clock.monotonic()]);
    most.now++;
    most.ever = Math.max(most.ever, most.now);
    await new Promise((resolve) => setImmediate(resolve));
    most.now--;
    return statOf(path);
  },
  open: async (path: string) => {
    await beforeReading();
    const thing = thingAt(path);
    const { problem } = thing;
    if (problem && !(problem instanceof Error)) throw new FileError(problem, path);
    const all = bytesOf(thing);
    return {
      stat: async () => statOf(path),
      read: async (buffer: Uint8Array, offset: number, length: number, position: number) => {
        const part = all.subarray(position, position + length);
        buffer.set(part, offset);
        return part.length;
      },
      close: async () => {},
    };
  },
} as unknown as Files;

/** Oldest first. */
const notTaken = () =>
  refusedOf(pending.arrivals(100).files)
    .map(({ path, state }) => ({ path, reason: state }))
    .toReversed();

beforeEach(() => {
  clock = handClock();
  things = new Map();
  settled = new Set();
  taken = [];
  looks = [];
  beforeReading = async () => {};
  givesBack = async () => [];
  isFaulty = false;
  holding = null;
  where.isLocal = true;
  takenBefore = new Set();
  asked = 0;
  changes = 0;
  errors = 0;
  most = { now: 0, ever: 0 };
  pending = createPendingFiles({
    clock,
    files,
    logger: { info: () => {}, warn: () => {}, error: () => void errors++ },
    writers: {
      holding: async () => {
        asked++;
        return holding;
      },
    },
    stableMs,
    isLocal: () => where.isLocal,
    wasTaken: (path) => takenBefore.has(path),
    settled: (path) => {
      if (isFaulty) throw new TypeError('a fault');
      return settled.has(path);
    },
    take: async (ready) => {
      const paths = ready.map(({ path }) => path);
      taken.push(...paths);
      return givesBack(paths);
    },
    run: (task) => void task(),
    onChange: () => {
      changes++;
    },
  });
});

const put = (path: string, content: Thing['content'] = 'video'): Thing => {
  const thing: Thing = { content, version: 1, elsewhere: false, problem: null };
  things.set(path, thing);
  return thing;
};
const looksAt = (path: string): number[] => looks.filter(([one]) => one === path).map(([, at]) => at);

describe('a new file', () => {
  it('is taken once it was quiet for as long as is asked for', async () => {
    put('/a');
    pending.hint('/a');
    expect(pending.beingWritten()).toBe(1);
    await clock.pass(2_049);
    expect([taken, pending.beingWritten()]).toEqual([[], 1]);
    await clock.pass(second);
    expect([taken, pending.beingWritten(), notTaken()]).toEqual([['/a'], 0, []]);
    await clock.pass(60 * second);
    expect([taken, clock.timers()]).toEqual([['/a'], 0]);
    expect(changes).toBeGreaterThan(0);
  });

  it('is looked at with others in groups, four side by side, and taken in the order in which they came', async () => {
    const paths = Array.from({ length: 30 }, (_, at) => `/${30 - at}`);
    for (const path of paths) {
      put(path);
      pending.hint(path);
    }
    await clock.pass(49);
    expect(looks).toEqual([]);
    // Each look takes its turns of the loop.
    await clock.pass(4 * second, 100);
    expect(taken).toEqual(paths);
    expect(most.ever).toBe(4);
  });

  it('that changes is quiet from then on only', async () => {
    const thing = put('/a');
    pending.hint('/a');
    await clock.pass(1_500);
    thing.version = 2;
    await clock.pass(2_500);
    expect(taken).toEqual([]);
    await clock.pass(2 * second);
    expect(taken).toEqual(['/a']);
  });

  it('that changes while its inside is read is not taken for that', async () => {
    const thing = put('/a');
    beforeReading = async () => {
      beforeReading = async () => {};
      thing.version = 2;
    };
    pending.hint('/a');
    await clock.pass(2_100);
    expect(taken).toEqual([]);
    await clock.pass(4 * second);
    expect(taken).toEqual(['/a']);
  });

  it('that is gone again is forgotten', async () => {
    pending.hint('/a');
    await clock.pass(100);
    expect([pending.beingWritten(), clock.timers()]).toEqual([0, 0]);
  });

  it('that a scan found is the same file as one that was hinted at', async () => {
    put('/a');
    pending.hint('/a');
    pending.found('/a', statOf('/a'));
    pending.found('/a', statOf('/a'));
    expect(pending.beingWritten()).toBe(1);
    put('/b');
    pending.found('/b', statOf('/b'));
    await clock.pass(4 * second);
    expect(taken).toEqual(['/a', '/b']);
  });

  it('that is settled needs nothing, whoever names it', async () => {
    put('/a');
    settled.add('/a');
    pending.found('/a', statOf('/a'));
    expect([pending.beingWritten(), clock.timers()]).toEqual([0, 0]);
    pending.hint('/a');
    await clock.pass(4 * second);
    expect([taken, pending.beingWritten(), clock.timers()]).toEqual([[], 0, 0]);
  });
});

describe('passes', () => {
  it('are one at a time: what comes while one is under way is looked at after it', async () => {
    put('/a');
    put('/b');
    let reads = 0;
    let end = (): void => {};
    beforeReading = () => {
      reads++;
      return new Promise((resolve) => {
        end = resolve;
      });
    };
    pending.hint('/a');
    await clock.pass(2_100);
    expect(reads).toBe(1);
    pending.hint('/b');
    await clock.pass(10 * second);
    expect([looksAt('/b'), clock.timers(), reads]).toEqual([[], 0, 1]);
    beforeReading = async () => {};
    end();
    await clock.settle();
    await clock.pass(4 * second);
    expect(taken).toEqual(['/a', '/b']);
  });

  it('look at what is due, and at nothing else', async () => {
    put('/a', 'index');
    pending.hint('/a');
    await clock.pass(60 * second);
    const before = looksAt('/a').length;
    put('/b');
    pending.hint('/b');
    await clock.pass(100);
    expect([looksAt('/b').length, looksAt('/a').length]).toEqual([1, before]);
  });

  it('say each time that something may look different', async () => {
    put('/a', 'index');
    pending.hint('/a');
    await clock.pass(100);
    expect(changes).toBe(1);
  });

  it('come as soon as the next file is due, not sooner', async () => {
    put('/a');
    pending.hint('/a');
    await clock.pass(1_000);
    put('/b');
    pending.hint('/b');
    await clock.pass(10 * second);
    expect(looksAt('/a')).toEqual([50, 2_050, 2_050]);
    expect(looksAt('/b')).toEqual([1_050, 3_050, 3_050]);
  });

  it('end where the folder goes away in the middle of one', async () => {
    for (const path of ['/a', '/b', '/c', '/d', '/e', '/f']) put(path);
    for (const path of ['/a', '/b', '/c', '/d', '/e', '/f']) pending.hint(path);
    await clock.pass(100);
    let reads = 0;
    beforeReading = async () => {
      reads++;
      pending.clear();
    };
    await clock.pass(10 * second);
    // Those that were under way, four side by side, and no other.
    expect(reads).toBe(4);
    expect([taken, pending.beingWritten()]).toEqual([[], 0]);
  });

  it('end where all of it ends in the middle of one', async () => {
    for (const path of ['/a', '/b', '/c', '/d', '/e', '/f']) put(path);
    for (const path of ['/a', '/b', '/c', '/d', '/e', '/f']) pending.hint(path);
    await clock.pass(100);
    let reads = 0;
    beforeReading = async () => {
      reads++;
      pending.stop();
    };
    await clock.pass(10 * second);
    expect(reads).toBe(4);
    expect(taken).toEqual([]);
  });
});

describe('a file that a program writes', () => {
  it.each(['video', 'stream'] as const)('is not taken as long as it is held, and soon after (%s)', async (content) => {
    const thing = put('/a', content);
    holding = new Map([['/a', 'ffmpeg']]);
    pending.hint('/a');
    for (let at = 0; at < 60; at++) {
      thing.version++;
      await clock.pass(60 * second);
    }
    expect([taken, pending.beingWritten()]).toEqual([[], 1]);
    thing.version++;
    holding = new Map();
    await clock.pass(1_200);
    expect([taken, pending.beingWritten()]).toEqual([['/a'], 0]);
  });

  it('waits for the careful time where it is opened once more', async () => {
    const thing = put('/a', 'stream');
    holding = new Map([['/a', 'sh']]);
    pending.hint('/a');
    await clock.pass(second);
    // It was let go and changed by another one before anybody looked inside.
    beforeReading = async () => {
      thing.version++;
      beforeReading = async () => {};
    };
    holding = new Map();
    await clock.pass((untoldTimes - 1) * stableMs, 100);
    expect(taken).toEqual([]);
    await clock.pass(3 * stableMs, 100);
    expect(taken).toEqual(['/a']);
  });

  it('is asked about together with all others of its group', async () => {
    const paths = Array.from({ length: 1_500 }, (_, at) => `/${at}`);
    for (const path of paths) put(path);
    for (const path of paths) pending.hint(path);
    // Each look takes its turns of the loop.
    while (taken.length < paths.length) await clock.pass(10 * second, 10);
    // Two groups, each before and after the quiet time.
    expect(asked).toBe(4);
  });
});

describe('a file that was made elsewhere', () => {
  const hours = 3_600 * second;
  /** The folder was looked through, and what appears from now on comes. */
  const appears = (path: string, content: Thing['content'] = 'stream'): void => {
    holding = new Map();
    pending.keepRefused(new Set());
    const thing = put(path, content);
    thing.bornMs = clock.now() - 3 * hours;
    pending.hint(path);
  };
  const isTakenSoon = async (): Promise<boolean> => {
    await clock.pass(3 * second, 100);
    return taken.length > 0;
  };

  it('and comes whole, under its own name or with its folder, needs no careful time', async () => {
    appears('/a');
    expect(await isTakenSoon()).toBe(true);
  });

  it.each<[string, () => void]>([
    ['may have been there before', () => pending.clear()],
    ['lies where nobody can be seen to write', () => seeWriters(null)],
    ['lies on another computer', () => void Object.assign(where, { isLocal: false })],
    ['was taken from there before, with another content', () => takenBefore.add('/a')],
    ['was made ten seconds ago', () => void Object.assign(things.get('/a') as Thing, { bornMs: clock.now() - 9_999 })],
    ['was made nobody knows when', () => delete (things.get('/a') as Thing).bornMs],
  ])('but %s needs it', async (_, change) => {
    appears('/a');
    pending.clear();
    pending.keepRefused(new Set());
    change();
    pending.hint('/a');
    expect(await isTakenSoon()).toBe(false);
  });

  it('but was no video at first needs it: it is being filled', async () => {
    appears('/a', 'words');
    await clock.pass(5 * second, 100);
    expect(notTaken()).toEqual([{ path: '/a', reason: 'not-video' }]);
    const thing = things.get('/a') as Thing;
    [thing.content, thing.version] = ['stream', 2];
    pending.hint('/a');
    expect(await isTakenSoon()).toBe(false);
  });
});

describe('a file that was refused', () => {
  const statNow = (path: string): FileStat => ({ ...statOf(path), mtimeMs: clock.now() });

  it('is looked at once more by each look through the folder, for a day: some write without a sign of it', async () => {
    const thing = put('/a', 'words');
    pending.hint('/a');
    await clock.pass(5 * second, 100);
    expect(notTaken()).toHaveLength(1);
    thing.content = 'video';
    // A hint says nothing new of it.
    pending.hint('/a');
    await clock.pass(5 * second, 100);
    expect([taken, notTaken().length]).toEqual([[], 1]);
    pending.found('/a', { ...statNow('/a'), mtimeMs: clock.now() - 24 * 3_600 * second });
    expect(clock.timers()).toBe(0);
    pending.found('/a', statNow('/a'));
    expect([pending.beingWritten(), notTaken().length]).toEqual([0, 1]);
    await clock.pass(5 * second, 100);
    expect(taken).toEqual(['/a']);
  });
});

describe('a file that changes and keeps its size', () => {
  it('proves nothing by its end for a careful time', async () => {
    const thing = put('/a');
    thing.size = 21;
    pending.hint('/a');
    await clock.pass(second, 100);
    thing.version = 2;
    await clock.pass(60 * second, 100);
    expect(taken).toEqual([]);
    await clock.pass(untoldTimes * stableMs, 100);
    expect(taken).toEqual(['/a']);
  });
});

describe('hints about a file that grows', () => {
  it('have it looked at four times in its quiet time, and no more', async () => {
    const thing = put('/a');
    pending.hint('/a');
    for (let at = 0; at < 100; at++) {
      await clock.pass(100);
      thing.version++;
      pending.hint('/a');
    }
    const count = looksAt('/a').length;
    expect(count).toBeGreaterThanOrEqual(15);
    expect(count).toBeLessThanOrEqual(25);
    expect(taken).toEqual([]);
  });

  it('have it looked at once a second as long as the program is seen that writes it', async () => {
    const thing = put('/a', 'index');
    holding = new Map([['/a', 'obs']]);
    pending.hint('/a');
    await clock.pass(second);
    const before = looksAt('/a').length;
    for (let at = 0; at < 100; at++) {
      await clock.pass(100);
      thing.version++;
      pending.hint('/a');
    }
    expect(looksAt('/a').length - before).toBeGreaterThanOrEqual(9);
    expect(looksAt('/a').length - before).toBeLessThanOrEqual(11);
  });

  describe.each([
    ['a program is seen that writes it', () => new Map([['/a', 'obs']])],
    ['nobody is seen that writes it', () => null],
  ])('and %s', (_, writing) => {
    /** Heard of twice a second, as long as it is written to. */
    async function recorded(seconds: number): Promise<void> {
      const thing = things.get('/a') ?? put('/a', 'index');
      seeWriters(writing());
      for (let at = 0; at < seconds * 2; at++) {
        thing.version++;
        pending.hint('/a');
        await clock.pass(500);
      }
    }

    it('for more than ten seconds: have it looked at every five seconds, and nobody is told of a look that was none', async () => {
      await recorded(15);
      const before = { looks: looksAt('/a').length, changes };
      await recorded(30);
      expect(looksAt('/a').length - before.looks).toBeGreaterThanOrEqual(5);
      expect(looksAt('/a').length - before.looks).toBeLessThanOrEqual(7);
      expect(changes - before.changes).toBeLessThanOrEqual(7);
    });

    it('for more than ten seconds: once nothing more is heard it is looked at within a second', async () => {
      await recorded(15);
      Object.assign(things.get('/a') ?? {}, { content: 'video', version: 1_000 });
      if (holding) holding = new Map();
      const before = looksAt('/a').length;
      pending.hint('/a');
      await clock.pass(second);
      expect(looksAt('/a').length).toBeGreaterThan(before);
      await clock.pass(2 * second);
      expect(taken).toEqual(['/a']);
    });
  });

  it('bring nearer the next look at one that waits for long', async () => {
    put('/a', 'index');
    pending.hint('/a');
    await clock.pass(10 * 60 * second);
    const before = looksAt('/a').length;
    pending.hint('/a');
    await clock.pass(500);
    expect(looksAt('/a').length).toBeGreaterThan(before);
  });

  it('ask for nothing where it is looked at sooner anyway', async () => {
    put('/a');
    pending.hint('/a');
    await clock.pass(60);
    const timers = clock.timers();
    pending.hint('/a');
    pending.hint('/a');
    expect(clock.timers()).toBe(timers);
  });
});

describe('a file that is not whole', () => {
  it('is looked at for as long as it is there, ever more seldom, at last once a minute', async () => {
    const thing = put('/a', 'index');
    pending.hint('/a');
    await clock.pass(60 * 60 * second);
    expect(pending.beingWritten()).toBe(1);
    const at = [...new Set(looksAt('/a'))];
    const gaps = at.slice(1).map((one, place) => one - (at[place] ?? 0));
    expect(Math.max(...gaps)).toBeGreaterThan(59 * second);
    expect(Math.max(...gaps)).toBeLessThan(61 * second);
    thing.content = 'video';
    thing.version = 2;
    await clock.pass(65 * second);
    expect(taken).toEqual(['/a']);
  });

  it('and cannot prove it is taken after a careful time', async () => {
    put('/a', 'stream');
    pending.hint('/a');
    await clock.pass(untoldTimes * stableMs);
    expect(taken).toEqual([]);
    await clock.pass(second);
    expect(taken).toEqual(['/a']);
  });
});

describe('what is not taken', () => {
  it('is no video: refused until it changes, and shown', async () => {
    const thing = put('/a', 'words');
    pending.hint('/a');
    await clock.pass(4 * second);
    expect([notTaken(), pending.beingWritten(), clock.timers()]).toEqual([[{ path: '/a', reason: 'not-video' }], 0, 0]);
    pending.found('/a', statOf('/a'));
    expect(pending.beingWritten()).toBe(0);
    // A hint about it has it looked at once.
    const before = looks.length;
    pending.hint('/a');
    await clock.pass(4 * second);
    expect([looks.length - before, notTaken().length]).toEqual([1, 1]);
    thing.content = 'video';
    thing.version = 2;
    pending.found('/a', statOf('/a'));
    await clock.pass(100);
    expect(notTaken()).toEqual([]);
    await clock.pass(4 * second);
    expect([taken, notTaken()]).toEqual([['/a'], []]);
  });

  it('is shown no longer where it is gone', async () => {
    for (const path of ['/a', '/b', '/c']) {
      put(path, 'words');
      pending.hint(path);
    }
    await clock.pass(4 * second);
    expect(notTaken().map(({ path }) => path)).toEqual(['/a', '/b', '/c']);
    pending.keepRefused(new Set(['/b', '/c']));
    things.delete('/b');
    pending.hint('/b');
    await clock.pass(100);
    expect(notTaken().map(({ path }) => path)).toEqual(['/c']);
  });

  it.each<[string, Partial<Thing>, 'unreadable' | 'in-cloud' | null]>([
    ['nobody may read', { problem: 'unreadable' }, 'unreadable'],
    ['lies in a cloud (F-34)', { elsewhere: true }, 'in-cloud'],
    ['another program holds (F-35)', { problem: 'busy' }, null],
  ])('is one that %s: shown as what it is, and taken once it can be', async (_, block, reason) => {
    const thing = put('/a');
    Object.assign(thing, block);
    pending.hint('/a');
    await clock.pass(10 * second);
    expect(notTaken()).toEqual(reason === null ? [] : [{ path: '/a', reason }]);
    expect(pending.beingWritten()).toBe(reason === null ? 1 : 0);
    thing.problem = null;
    thing.elsewhere = false;
    await clock.pass(20 * second);
    expect([taken, notTaken()]).toEqual([['/a'], []]);
  });

  it('is one that nobody may even see', async () => {
    const thing = put('/a');
    thing.problem = new FileError('unreadable', '/a');
    pending.hint('/a');
    await clock.pass(10 * second);
    expect(notTaken()).toEqual([{ path: '/a', reason: 'unreadable' }]);
  });
});

describe('a file that is whole', () => {
  it('is looked at anew where it changed while it was taken', async () => {
    put('/a');
    let rounds = 0;
    givesBack = async (paths) => (++rounds === 1 ? paths : []);
    pending.hint('/a');
    await clock.pass(10 * second);
    expect([taken, pending.beingWritten()]).toEqual([['/a', '/a'], 0]);
  });

  it('is taken no more where its folder went away while others were taken', async () => {
    put('/a');
    let end = (): void => {};
    givesBack = () =>
      new Promise((resolve) => {
        end = () => resolve([]);
      });
    pending.hint('/a');
    await clock.pass(1_500);
    put('/b');
    pending.hint('/b');
    await clock.pass(4 * second);
    expect([taken, pending.beingWritten()]).toEqual([['/a'], 0]);
    pending.clear();
    end();
    await clock.settle();
    expect(taken).toEqual(['/a']);
  });

  it('is taken no more after the end, where others were taken then', async () => {
    put('/a');
    let end = (): void => {};
    givesBack = () =>
      new Promise((resolve) => {
        end = () => resolve([]);
      });
    pending.hint('/a');
    await clock.pass(1_500);
    put('/b');
    pending.hint('/b');
    await clock.pass(4 * second);
    pending.stop();
    end();
    await clock.settle();
    expect(taken).toEqual(['/a']);
  });

  it('that is given back for the second time waits before it is looked at', async () => {
    put('/a');
    givesBack = async (paths) => paths;
    pending.hint('/a');
    await clock.pass(4.5 * second);
    expect(taken).toEqual(['/a', '/a']);
    const before = looks.length;
    await clock.pass(1.5 * second);
    expect(looks.length).toBe(before);
  });

  it('is settled by then, or not: who waits with it already goes on waiting', async () => {
    put('/a');
    pending.hint('/a');
    await clock.pass(100);
    settled.add('/a');
    await clock.pass(4 * second);
    expect(taken).toEqual(['/a']);
  });

  it('is not looked at while it is being taken, and once after that where it was heard of meanwhile', async () => {
    put('/a');
    let end = (): void => {};
    givesBack = () =>
      new Promise((resolve) => {
        end = () => resolve([]);
      });
    pending.hint('/a');
    await clock.pass(4 * second);
    expect(taken).toEqual(['/a']);
    pending.found('/a', statOf('/a'));
    pending.hint('/a');
    const before = looksAt('/a').length;
    expect([pending.beingWritten(), clock.timers()]).toEqual([0, 0]);
    settled.add('/a');
    end();
    await clock.pass(10 * second);
    expect([looksAt('/a').length - before, taken, pending.beingWritten()]).toEqual([1, ['/a'], 0]);
  });

  it('that is written over just after it was taken is taken again as it is now', async () => {
    put('/a');
    givesBack = async () => {
      givesBack = async () => [];
      things.set('/a', { ...thingAt('/a'), version: 2 });
      pending.hint('/a');
      return [];
    };
    pending.hint('/a');
    await clock.pass(10 * second);
    expect([taken, pending.beingWritten()]).toEqual([['/a', '/a'], 0]);
  });
});

describe('the end of all', () => {
  it('forgets everything where the folder is away, and begins anew', async () => {
    put('/a');
    pending.hint('/a');
    await clock.pass(100);
    pending.clear();
    expect(pending.beingWritten()).toBe(0);
    await clock.pass(60 * second);
    expect(taken).toEqual([]);
    pending.hint('/a');
    await clock.pass(4 * second);
    expect(taken).toEqual(['/a']);
  });

  it('makes nothing of a look that was under way when the folder went', async () => {
    put('/a');
    beforeReading = async () => pending.clear();
    pending.hint('/a');
    await clock.pass(60 * second);
    expect([taken, pending.beingWritten(), notTaken()]).toEqual([[], 0, []]);
  });

  it('takes and looks at nothing any more after it was stopped', async () => {
    put('/a');
    pending.hint('/a');
    await clock.pass(100);
    pending.stop();
    expect(clock.timers()).toBe(0);
    const before = looks.length;
    pending.hint('/b');
    await clock.pass(60 * second);
    expect([looks.length, taken]).toEqual([before, []]);
  });

  it('makes nothing of a look that was under way when it was stopped', async () => {
    put('/a');
    beforeReading = async () => pending.stop();
    pending.hint('/a');
    await clock.pass(60 * second);
    expect([taken, pending.beingWritten()]).toEqual([[], 1]);
  });

  it('is not a fault of the app: the file is looked at again after a rest', async () => {
    put('/a');
    isFaulty = true;
    pending.hint('/a');
    await clock.pass(100);
    expect(errors).toBe(1);
    isFaulty = false;
    await clock.pass(4_800);
    expect(looks).toHaveLength(1);
    await clock.pass(5 * second);
    expect([taken, errors]).toEqual([['/a'], 1]);
  });
});
