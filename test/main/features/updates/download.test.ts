// A download ends with the file that was signed, or with a word why not; whatever lies here, and whatever a server sends.
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { updateFolder } from '../../../../main/adapters/updates/update-folder.ts';
import { type DownloadOptions, download, roomLeftBytes } from '../../../../main/features/updates/download.ts';
import type { UpdateFiles } from '../../../../main/ports/updates.ts';
import { type HttpRequest, SaveError } from '../../../../main/ports.ts';
import { sha512Of } from '../../../updates/signed-feed.ts';
import { type TempFolder, tempFolder } from '../../adapters/updates/temp-folder.ts';
import { type Answer, clockWithoutPauses, type HurriedClock, type ScriptedHttp, scriptedHttp } from './parts.ts';

let folder: TempFolder;
let files: UpdateFiles;
let clock: HurriedClock;
let stop: AbortController;
let told: number[];
beforeEach(() => {
  folder = tempFolder();
  files = updateFolder(folder.at('updates'));
  clock = clockWithoutPauses();
  stop = new AbortController();
  told = [];
});
afterEach(() => {
  expect(folder.open()).toEqual([]);
  folder.remove();
});

const kiB = 1024;
/** What counts as progress. */
const step = 64 * kiB;
const bytes = Buffer.from(Array.from({ length: 10 * step }, (_, at) => (at * 31) % 251));
const wanted = { name: 'new.AppImage', size: bytes.length, sha512: sha512Of(bytes) };
const other = Buffer.alloc(bytes.length, 'another file');

const run = (http: ScriptedHttp, over: Partial<DownloadOptions> = {}) =>
  download({
    ...{ http, files, clock, random: { fraction: () => 0.5, hex: () => '00' }, url: 'https://a.example/new.AppImage' },
    ...{ wanted, signal: stop.signal, onBytes: (count: number) => void told.push(count) },
    ...over,
  });

/** All from byte `from` on, or as much of it as `length`. */
const all = (of: Buffer = bytes, over: Partial<Answer> = {}): Answer => ({ pieces: [of], ...over });
const part = (from: number, length = bytes.length, of = bytes): Answer => ({
  status: 206,
  headers: { 'content-range': `bytes ${from}-${of.length - 1}/${of.length}` },
  pieces: [of.subarray(from, from + length)],
  ...(from + length < of.length ? { cut: 'reset' as const } : {}),
});
/** Sends `length` bytes of what is asked for, each time. */
const drops =
  (length: number) =>
  ({ headers }: HttpRequest) =>
    part(Number(/\d+/.exec(headers.range ?? '0')?.[0] ?? 0), length);
const ranges = ({ asked }: ScriptedHttp): readonly (string | null)[] =>
  asked.map(({ headers }) => headers.range ?? null);

async function lies(content: Uint8Array): Promise<void> {
  const file = await files.openPart(wanted, 0);
  await file.append(content);
  await file.close();
}
async function isWhole(): Promise<boolean> {
  const file = await files.whole(wanted);
  return file.is === 'here' && readFileSync(file.path).equals(bytes);
}

describe('a file', () => {
  it('comes in one, and it is told how much of it is here', async () => {
    const pieces = [bytes.subarray(0, 100), bytes.subarray(100, 300_000), bytes.subarray(300_000)];
    const http = scriptedHttp([{ pieces, headers: { 'content-length': String(bytes.length) } }]);
    expect(await run(http)).toBeNull();
    expect(await isWhole()).toBe(true);
    expect(told).toEqual([100, 300_000, bytes.length]);
    expect(http.asked[0]).toMatchObject({ url: 'https://a.example/new.AppImage', headers: {}, signal: stop.signal });
  });

  it('goes on behind what lies here', async () => {
    await lies(bytes.subarray(0, 1_000));
    const http = scriptedHttp([part(1_000)]);
    expect(await run(http)).toBeNull();
    expect([await isWhole(), ranges(http)]).toEqual([true, ['bytes=1000-']]);
  });

  it('goes on where the line was cut, at once as long as that brings it on', async () => {
    const http = scriptedHttp(Array.from({ length: 10 }, () => drops(step)));
    expect(await run(http)).toBeNull();
    expect([await isWhole(), http.asked.length, clock.pauses]).toEqual([true, 10, []]);
  });

  it('begins anew where a server sends all of it whatever is asked for', async () => {
    await lies(bytes.subarray(0, 1_000));
    expect(await run(scriptedHttp([all()]))).toBeNull();
    expect(await isWhole()).toBe(true);
    expect(told).toEqual([bytes.length]);
  });

  it('that lies here already is not asked for', async () => {
    await lies(bytes);
    const http = scriptedHttp([]);
    expect(await run(http)).toBeNull();
    expect(await isWhole()).toBe(true);
  });

  it('begins anew where more lies here than was ever wanted', async () => {
    await lies(Buffer.concat([bytes, Buffer.of(0)]));
    const http = scriptedHttp([all()]);
    expect(await run(http)).toBeNull();
    expect([await isWhole(), ranges(http)]).toEqual([true, [null]]);
  });

  it('begins anew where what lies here goes beyond the server’s file', async () => {
    await lies(bytes.subarray(0, 5_000));
    const http = scriptedHttp([{ status: 416 }, all()]);
    expect(await run(http)).toBeNull();
    expect([await isWhole(), ranges(http)]).toEqual([true, ['bytes=5000-', null]]);
  });

  it('comes from where it lies by now', async () => {
    const http = scriptedHttp([{ status: 302, headers: { location: 'https://b.example/x' } }, all()]);
    expect(await run(http)).toBeNull();
    expect(http.asked.map(({ url }) => url)).toEqual(['https://a.example/new.AppImage', 'https://b.example/x']);
  });
});

describe('another file', () => {
  it('in one is none, and is not asked for again', async () => {
    const http = scriptedHttp([all(other)]);
    expect(await run(http)).toBe('wrong-file');
    expect(readdirSync(folder.at('updates'))).toEqual([]);
  });

  it('whose beginning lay here is fetched once more, all of it', async () => {
    await lies(other.subarray(0, 1_000));
    const http = scriptedHttp([part(1_000), all()]);
    expect(await run(http)).toBeNull();
    expect([await isWhole(), ranges(http)]).toEqual([true, ['bytes=1000-', null]]);
  });

  it('that lay here whole is fetched once more', async () => {
    await lies(other);
    expect(await run(scriptedHttp([all()]))).toBeNull();
    expect(await isWhole()).toBe(true);
  });

  it('is fetched twice at most, also in parts', async () => {
    const halves = [0, bytes.length / 2, 0, bytes.length / 2].map((from) => part(from, bytes.length / 2, other));
    const http = scriptedHttp(halves);
    expect(await run(http)).toBe('wrong-file');
    expect(http.asked).toHaveLength(4);
  });

  it('of which nothing more comes the second time says that there was no answer', async () => {
    await lies(other);
    expect(await run(scriptedHttp(Array.from({ length: 5 }, () => 'refused' as const)))).toBe('no-answer');
  });
});

describe('a page in place of the file', () => {
  const page = Buffer.from('<h1>We are back in a moment</h1>');

  it('of another length costs nothing of what is here', async () => {
    await lies(bytes.subarray(0, 1_000));
    const http = scriptedHttp([all(page, { headers: { 'content-length': String(page.length) } }), part(1_000)]);
    expect(await run(http)).toBeNull();
    expect([await isWhole(), ranges(http)]).toEqual([true, ['bytes=1000-', 'bytes=1000-']]);
  });

  it('with a part of another whole costs nothing either', async () => {
    await lies(bytes.subarray(0, 10));
    const odd: Answer = { status: 206, headers: { 'content-range': 'bytes 10-31/32' }, pieces: [page.subarray(10)] };
    expect(await run(scriptedHttp([odd, part(10)]))).toBeNull();
    expect(await isWhole()).toBe(true);
  });

  it('that tells no length does not make the file a wrong one: it is fetched once more', async () => {
    const http = scriptedHttp([all(page), part(page.length), all()]);
    expect(await run(http)).toBeNull();
    expect([await isWhole(), ranges(http)]).toEqual([true, [null, `bytes=${page.length}-`, null]]);
  });

  it('with any status but 200 is no file', async () => {
    await lies(bytes.subarray(0, 1_000));
    const http = scriptedHttp([all(page, { status: 503 }), all(page, { status: 404 }), part(1_000)]);
    expect(await run(http)).toBeNull();
    expect(await isWhole()).toBe(true);
  });
});

describe('a server that does not send what was asked for', () => {
  it.each<[string, Answer]>([
    ['another part', { ...part(0), headers: { 'content-range': `bytes 999-${bytes.length - 1}/${bytes.length}` } }],
    ['a part of which it does not say where it begins', { ...part(0), headers: {} }],
    [
      'a part of which it says that in its own words',
      { ...part(0), headers: { 'content-range': 'x bytes 1000-2000' } },
    ],
    ['a part in other units', { ...part(0), headers: { 'content-range': 'lines 1000-2000/3000' } }],
  ])('but %s has no answer, and nothing of that is kept', async (_, odd) => {
    await lies(bytes.subarray(0, 1_000));
    expect(await run(scriptedHttp(Array.from({ length: 5 }, () => odd)))).toBe('no-answer');
    expect([await files.partBytes(wanted), told]).toEqual([1_000, []]);
  });

  it('may send it from its beginning, as a part', async () => {
    await lies(bytes.subarray(0, 1_000));
    expect(await run(scriptedHttp([part(0)]))).toBeNull();
    expect(await isWhole()).toBe(true);
  });

  it('and does not end is stopped at what was signed', async () => {
    const endless: Answer = { pieces: [bytes, Buffer.of(1), Buffer.alloc(step)] };
    const http = scriptedHttp(Array.from({ length: 5 }, () => endless));
    // All that was signed is there, and right.
    expect(await run(http)).toBeNull();
    expect([await isWhole(), http.asked.length, told]).toEqual([true, 1, [bytes.length]]);
  });

  it('and sends more at once than was signed is believed nothing of that', async () => {
    const much: Answer = { pieces: [bytes.subarray(0, 10), Buffer.concat([bytes, other])] };
    expect(await run(scriptedHttp(Array.from({ length: 5 }, () => much)))).toBe('no-answer');
    expect(await files.partBytes(wanted)).toBe(10);
  });
});

describe('a line', () => {
  it('that brings nothing five times is given up, after a longer pause each time', async () => {
    const http = scriptedHttp(['refused', 'host-not-found', { status: 500 }, 'stalled', { cut: 'reset' }]);
    expect(await run(http)).toBe('no-answer');
    expect(clock.pauses).toEqual([1_500, 3_000, 6_000, 12_000]);
  });

  it('that brings hardly anything each time is given up, too', async () => {
    const http = scriptedHttp(Array.from({ length: 9 }, () => drops(step - 1)));
    expect(await run(http)).toBe('no-answer');
    expect([http.asked.length, clock.pauses.length]).toEqual([5, 4]);
  });

  it('that was bad four times and brings something then has five more', async () => {
    const bad = (['refused', 'refused', 'refused', 'refused'] as const).slice();
    const http = scriptedHttp([...bad, drops(step), ...bad, drops(bytes.length)]);
    expect(await run(http)).toBeNull();
    expect(clock.pauses).toEqual([1_500, 3_000, 6_000, 12_000, 1_500, 3_000, 6_000, 12_000]);
  });

  it('brings nothing where what it brings was here before', async () => {
    const again: Answer = { pieces: [bytes.subarray(0, 2 * step)], cut: 'reset' };
    const http = scriptedHttp(Array.from({ length: 9 }, () => again));
    expect(await run(http)).toBe('no-answer');
    expect(http.asked).toHaveLength(6);
  });

  it('that lets go again and again is given up in the end', async () => {
    let here = 0;
    const count: UpdateFiles = {
      ...files,
      partBytes: async () => here,
      openPart: async (_, from) => {
        here = from;
        return {
          append: async (piece) => {
            here += piece.length;
          },
          close: async () => undefined,
        };
      },
    };
    const piece = Buffer.alloc(step);
    const http = scriptedHttp(
      Array.from({ length: 1_100 }, () => ({ headers }: HttpRequest): Answer => {
        const from = /\d+/.exec(headers.range ?? '0')?.[0];
        return { status: 206, headers: { 'content-range': `bytes ${from}-9/*` }, pieces: [piece], cut: 'reset' };
      }),
    );
    expect(await run(http, { files: count, wanted: { ...wanted, size: 1_100 * step } })).toBe('no-answer');
    expect(http.asked).toHaveLength(1_000);
  });

  it('is not asked where the app ends, and not asked again', async () => {
    const http = scriptedHttp([
      () => {
        stop.abort();
        return part(0, step);
      },
    ]);
    expect(await run(http)).toBe('no-answer');
    expect(await run(http)).toBe('no-answer');
    expect([http.asked.length, await files.partBytes(wanted)]).toEqual([1, step]);
  });
});

describe('a disk', () => {
  const withRoom = (room: number | null): UpdateFiles => ({ ...files, room: async () => room });

  it('without room for all that is left, and some for the queue, gets nothing', async () => {
    const enough = bytes.length + roomLeftBytes;
    expect(roomLeftBytes).toBe(256 * kiB * kiB);
    expect(await run(scriptedHttp([]), { files: withRoom(enough - 1) })).toBe('full');
    expect(await run(scriptedHttp([all()]), { files: withRoom(enough) })).toBeNull();
  });

  it('has to have room only for what is not here yet', async () => {
    await lies(bytes.subarray(0, 1_000));
    const enough = bytes.length - 1_000 + roomLeftBytes;
    expect(await run(scriptedHttp([]), { files: withRoom(enough - 1) })).toBe('full');
    expect(await run(scriptedHttp([part(1_000)]), { files: withRoom(enough) })).toBeNull();
  });

  it('of which nobody knows how much room it has is tried', async () => {
    expect(await run(scriptedHttp([all()]), { files: withRoom(null) })).toBeNull();
  });

  it.each([
    ['full', 'full', false],
    ['read-only', 'failed', true],
    ['failed', 'failed', true],
  ] as const)('that is %s in the middle says %s, and keeps what is here: %s', async (problem, said, isKept) => {
    const breaking: UpdateFiles = {
      ...files,
      openPart: async (of, from) => {
        const real = await files.openPart(of, from);
        let pieces = 0;
        return {
          ...real,
          append: async (piece) => {
            if (++pieces === 2) throw new SaveError(problem, 'no');
            await real.append(piece);
          },
        };
      },
    };
    await files.remember('{}');
    const http = scriptedHttp([{ pieces: [bytes.subarray(0, step), bytes.subarray(step)] }]);
    expect(await run(http, { files: breaking })).toBe(said);
    expect(readdirSync(folder.at('updates'))).toContain('remembered.json');
    expect(await files.partBytes(wanted)).toBe(isKept ? step : 0);
  });

  it('on which the whole file cannot be put says so', async () => {
    const finish = async () => {
      throw new SaveError('full', 'no');
    };
    expect(await run(scriptedHttp([all()]), { files: { ...files, finish } })).toBe('full');
  });
});

it('what nobody thought of is no word of a disk or a line', async () => {
  await expect(run(scriptedHttp([new TypeError('a fault')]))).rejects.toThrow('a fault');
  const finish = async () => {
    throw new TypeError('a fault');
  };
  await expect(run(scriptedHttp([all()]), { files: { ...files, finish } })).rejects.toThrow('a fault');
});
