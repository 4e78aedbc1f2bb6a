// Pictures that main keeps for the window: asked for once, a few at a time, and only so many bytes of them.
import { expect, test } from 'vitest';
import { createPosterCache, type Picture } from '../../../main/library/poster-cache.ts';
import { handClock } from '../queue/hand-clock.ts';

const mebibyte = 1024 * 1024;

function posters(sizeOf: (id: number) => number | null, hold = false) {
  const clock = handClock();
  const downloads: string[] = [];
  const ends: (() => void)[] = [];
  const cache = createPosterCache({
    clock,
    addresses: async (_account, ids) => new Map(ids.map((id) => [id, `https://site.example/${id}.png`])),
    download: async (_account, url) => {
      downloads.push(url);
      if (hold) await new Promise<void>((resolve) => ends.push(resolve));
      const bytes = sizeOf(Number(/\d+(?=\.png)/.exec(url)?.[0]));
      return bytes === null ? null : ({ type: 'image/png', bytes: new Uint8Array(bytes) } satisfies Picture);
    },
  });
  const all = async (...ids: number[]) => {
    const asked = Promise.all(ids.map((id) => cache.picture('ava', id)));
    await clock.pass(30);
    return asked;
  };
  return { clock, downloads, ends, cache, all };
}

test('are kept up to 24 MiB, those that were wanted last the longest, and that there is none as well', async () => {
  const { downloads, all } = posters((id) => (id === 100 ? null : 4 * mebibyte - 1));
  expect(await all(100)).toEqual([null]);
  for (const id of [1, 2, 3, 4, 5]) await all(id);
  await all(1);
  await all(100);
  expect(downloads).toHaveLength(6);
  await all(6);
  await all(1, 100);
  expect(downloads).toHaveLength(7);
  await all(2);
  expect(downloads).toHaveLength(8);
});

test('are asked for once by however many, and four at a time', async () => {
  const { clock, downloads, ends, cache, all } = posters(() => 1, true);
  const asked = all(1, 2, 3, 4, 5, 6, 1);
  const more = cache.picture('ava', 2);
  await clock.pass(30);
  expect(downloads).toHaveLength(4);
  ends.shift()?.();
  await clock.settle();
  expect(downloads).toHaveLength(5);
  while (ends.length > 0) {
    ends.shift()?.();
    await clock.settle();
  }
  expect(downloads).toHaveLength(6);
  const found = await asked;
  expect(found[6]).toBe(found[0]);
  expect(await more).toBe(found[1]);
});
