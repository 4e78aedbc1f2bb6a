// Pictures of videos: asked for together, loaded a few at a time, kept as long as there is room.
import { beforeEach, describe, expect, it, test } from 'vitest';
import { createPosterCache, type Picture, type Posters, pictureType } from '../../../main/library/poster-cache.ts';
import { type HandClock, handClock } from '../queue/hand-clock.ts';

describe('a picture', () => {
  const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

  it.each([
    ['\xff\xd8\xff\xe0....JFIF', 'image/jpeg'],
    ['\x89PNG\r\n\x1a\n....', 'image/png'],
    ['GIF87a......', 'image/gif'],
    ['GIF89a', 'image/gif'],
    ['RIFF....WEBPVP8 ', 'image/webp'],
    ['....ftypavif', 'image/avif'],
    ['RIFF....WAVE', null],
    ['RIFX....WEBP', null],
    ['....ftypmp42', null],
    ['\x89PNG', null],
    ['x\xff\xd8\xff', null],
    ['xGIF89a', null],
    ['<svg xmlns="x">', null],
    ['', null],
  ])('%j is by its first bytes %j', (text, type) => {
    expect(pictureType(bytes(text))).toBe(type);
  });
});

let clock: HandClock;
let questions: (readonly [accountId: string, ids: readonly number[]])[];
let downloads: { readonly url: string; ends(picture?: Picture | null): Promise<void>; fails(): Promise<void> }[];
let missing: Set<number>;
let posters: Posters;

const picture = (size = 1): Picture => ({ type: 'image/png', bytes: new Uint8Array(size) });

beforeEach(() => {
  clock = handClock();
  questions = [];
  downloads = [];
  missing = new Set();
  posters = createPosterCache({
    clock,
    addresses: async (accountId, ids) => {
      questions.push([accountId, ids]);
      return new Map(ids.filter((id) => !missing.has(id)).map((id) => [id, `https://e.com/${id}.png`]));
    },
    download: (accountId, url) =>
      new Promise((resolve, reject) => {
        downloads.push({
          url: `${accountId} ${url}`,
          ends: async (found = picture()) => {
            resolve(found);
            await clock.settle();
          },
          fails: async () => {
            reject(new Error('away'));
            await clock.settle();
          },
        });
      }),
  });
});

/** Asks for them, and lets the moment of gathering pass. */
async function ask(...ids: readonly number[]): Promise<Promise<Picture | null>[]> {
  const asked = ids.map((id) => posters.picture('a', id));
  await clock.pass(30);
  return asked;
}

test('those of one moment are one question, of each account', async () => {
  const [first] = [posters.picture('a', 1), posters.picture('a', 2), posters.picture('b', 1)];
  await clock.pass(29);
  expect(questions).toEqual([]);
  await clock.pass(1);
  expect(questions).toEqual([
    ['a', [1, 2]],
    ['b', [1]],
  ]);
  expect(downloads.map(({ url }) => url)).toEqual([
    'a https://e.com/1.png',
    'a https://e.com/2.png',
    'b https://e.com/1.png',
  ]);
  const found = picture();
  await downloads[0]?.ends(found);
  expect(await first).toBe(found);
  await ask(3);
  expect(questions.at(-1)).toEqual(['a', [3]]);
});

test('of more than a hundred there are several questions', async () => {
  const ids = Array.from({ length: 150 }, (_, at) => at + 1);
  await ask(...ids);
  expect(questions.map(([, asked]) => asked.length)).toEqual([100, 50]);
  expect(questions.flatMap(([, asked]) => asked)).toEqual(ids);
  await ask(200);
  expect(questions.at(-1)).toEqual(['a', [200]]);
});

test('what is asked for while a full question waits goes with the next one', async () => {
  for (let id = 1; id <= 100; id++) void posters.picture('a', id);
  await clock.pass(20);
  void posters.picture('a', 101);
  await clock.pass(15);
  void posters.picture('a', 102);
  await clock.pass(30);
  expect(questions.map(([, asked]) => asked.length)).toEqual([100, 2]);
});

test('each is asked for once, and kept; so is that there is none', async () => {
  missing.add(2);
  const [one, again, none] = await ask(1, 1, 2);
  expect([downloads.length, await none]).toEqual([1, null]);
  await downloads[0]?.ends();
  expect(await one).toBe(await again);
  const kept = await Promise.all([posters.picture('a', 1), posters.picture('a', 2)]);
  expect([kept, questions.length, downloads.length]).toEqual([[await one, null], 1, 1]);
  // What the site did not give is not asked for again either.
  const [refused] = await ask(3);
  await downloads[1]?.ends(null);
  expect([await refused, await posters.picture('a', 3), downloads.length]).toEqual([null, null, 2]);
});

test('four are loaded at a time, the others in order as those end, however they do', async () => {
  const asked = await ask(1, 2, 3, 4, 5, 6, 7);
  const failing = expect(asked[0]).rejects.toThrow('away');
  expect(downloads).toHaveLength(4);
  await downloads[0]?.fails();
  await failing;
  expect(downloads.map(({ url }) => url).at(-1)).toBe('a https://e.com/5.png');
  for (let at = 1; at < 7; at++) await downloads[at]?.ends();
  expect(await Promise.all(asked.slice(1))).toHaveLength(6);
  await ask(11, 12, 13, 14, 15);
  expect(downloads).toHaveLength(11);
});

test('one that could not be loaded is asked for again', async () => {
  const [first] = await ask(1);
  const failing = expect(first).rejects.toThrow('away');
  await downloads[0]?.fails();
  await failing;
  const [second] = await ask(1);
  await downloads[1]?.ends();
  expect([(await second)?.type, questions.length]).toEqual(['image/png', 2]);
});

test('are kept up to 24 MiB, those that were wanted last the longest, and that there is none as well', async () => {
  const sized = 4 * 1024 * 1024 - 1;
  missing.add(100);
  const load = async (id: number): Promise<void> => {
    const before = downloads.length;
    const [asked] = await ask(id);
    if (downloads.length > before) await downloads.at(-1)?.ends(picture(sized));
    await asked;
  };
  for (const id of [100, 1, 2, 3, 4, 5, 1, 100]) await load(id);
  expect(downloads).toHaveLength(5);
  for (const id of [6, 1, 100]) await load(id);
  expect(downloads).toHaveLength(6);
  await load(2);
  expect(downloads).toHaveLength(7);
});
