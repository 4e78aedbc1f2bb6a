// Videos of jobs as they were last seen: kept for this run, and fetched anew only for somebody who comes back after a while.
import { expect, it } from 'vitest';
import { createVideoCache } from '../../../../main/features/uploads/video-cache.ts';
import { aVideo } from '../../a-video.ts';

function cacheAt() {
  const clock = { ms: 0 };
  return { clock, cache: createVideoCache({ monotonic: () => clock.ms }) };
}

it('are known as they were last seen', () => {
  const { cache } = cacheAt();
  expect(cache.get('a')).toBeNull();
  cache.remember('a', aVideo({ id: 1 }));
  cache.remember('a', aVideo({ id: 2 }));
  expect([cache.get('a')?.id, cache.get('b')]).toEqual([2, null]);
});

it('are fetched for who looks at them, and not again within twenty seconds', () => {
  const { clock, cache } = cacheAt();
  expect(cache.isStale('a')).toBe(true);
  cache.remember('a', aVideo({ id: 1 }));
  clock.ms = 19_999;
  expect(cache.isStale('a')).toBe(false);
  clock.ms = 20_000;
  expect(cache.isStale('a')).toBe(true);
  clock.ms = 39_999;
  expect(cache.isStale('a')).toBe(false);
});

it('are fetched again where nothing came of it, and where they were only seen in passing', () => {
  const { cache } = cacheAt();
  expect([cache.isStale('a'), cache.isStale('a')]).toEqual([true, true]);
  cache.remember('b', aVideo({ id: 1 }));
  expect([cache.isStale('b'), cache.isStale('b')]).toEqual([true, false]);
});

it('are the thousand that were wanted last', () => {
  const { cache } = cacheAt();
  for (let n = 0; n <= 1_000; n++) cache.remember(String(n), aVideo({ id: n }));
  expect([cache.get('0'), cache.get('1')?.id, cache.get('1000')?.id]).toEqual([null, 1, 1_000]);
});
