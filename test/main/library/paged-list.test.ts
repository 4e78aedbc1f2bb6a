// Lists as windows: what is fetched for them and when, what failures leave on screen, and lists that change.
import { expect, test } from 'vitest';
import { createPagedList } from '../../../main/library/paged-list.ts';
import type { LibraryFailure } from '../../../main/model.ts';
import type { Clock } from '../../../main/ports.ts';

const offline: LibraryFailure = { problem: 'offline', said: null };

/** A site of `size` rows per page that hides some, answers when it likes, and can be away. */
function started(count: number, size = 10) {
  let now = 0;
  const clock: Clock = {
    now: () => now,
    monotonic: () => now,
    zoneOffsetMinutes: () => 0,
    after: () => () => {},
    soon: () => {},
  };
  const site = {
    rows: Array.from({ length: count }, (_, at) => ({ id: at + 1 })),
    hidden: new Set<number>(),
    away: false,
  };
  const asked: number[] = [];
  const told: string[] = [];
  let quiet: (() => void) | null = null;
  const shelf = createPagedList<string, { readonly id: number }>({
    clock,
    pageSize: size,
    key: (query) => query,
    fetch: async (_query, page) => {
      asked.push(page);
      if (site.away) throw new Error('away');
      if (page > 1 && page > Math.ceil(site.rows.length / size)) return null;
      const rows = site.rows.slice((page - 1) * size, page * size).filter(({ id }) => !site.hidden.has(id));
      return { rows, total: site.rows.length };
    },
    sort: () => offline,
    onChange: (query) => {
      told.push(query);
      quiet?.();
    },
  });
  return {
    site,
    shelf,
    told,
    later: (ms: number) => {
      now += ms;
    },
    /** Pages asked for since the last time. */
    asked: () => asked.splice(0).toSorted((a, b) => a - b),
    /** Resolves when the list says that it looks different. */
    change: () =>
      new Promise<void>((resolve) => {
        quiet = resolve;
      }),
    ids: async (offset: number, limit: number) => (await shelf.window('q', offset, limit)).rows.map((row) => row?.id),
  };
}

const all = () => true;

test('fetches the pages of the window, then one around, and each only once while it is fresh', async () => {
  const list = started(100);
  expect(await list.ids(42, 10)).toEqual([43, 44, 45, 46, 47, 48, 49, 50, 51, 52]);
  expect(list.asked()).toEqual([1, 4, 5, 6, 7]);
  await list.ids(42, 10);
  expect(list.asked()).toEqual([]);
});

test('short pages move the window on to further ones until it is full', async () => {
  const list = started(60);
  for (let id = 3; id <= 25; id++) list.site.hidden.add(id);
  expect(await list.ids(0, 10)).toEqual([1, 2, 26, 27, 28, 29, 30, 31, 32, 33]);
});

test('what is old is shown at once and asked for again behind it', async () => {
  const list = started(10);
  await list.ids(0, 10);
  list.asked();
  list.site.rows.unshift({ id: 99 });
  list.later(61_000);
  const changed = list.change();
  expect((await list.ids(0, 10))[0]).toBe(1);
  await changed;
  expect((await list.ids(0, 10))[0]).toBe(99);
});

test('a failure leaves what was there, is said once, and is no reason to ask all the time', async () => {
  const list = started(10);
  await list.ids(0, 10);
  list.site.away = true;
  list.shelf.refresh(all);
  list.asked();
  const changed = list.change();
  await list.shelf.window('q', 0, 10);
  await changed;
  const shown = await list.shelf.window('q', 0, 10);
  expect(shown).toMatchObject({ total: 10, complete: false, failure: offline });
  await list.shelf.window('q', 0, 10);
  expect(list.asked()).toEqual([1]);
  expect(list.told).toEqual(['q']);

  list.site.away = false;
  const back = list.change();
  list.shelf.refresh(all);
  await list.shelf.window('q', 0, 10);
  await back;
  expect(await list.shelf.window('q', 0, 10)).toMatchObject({ complete: true, failure: null });
});

test('a list that was emptied here is asked for again, and shows what came', async () => {
  const list = started(2);
  await list.ids(0, 10);
  list.shelf.change(all, () => null);
  list.site.rows = [{ id: 7 }];
  const changed = list.change();
  expect(await list.ids(0, 10)).toEqual([]);
  await changed;
  expect(await list.ids(0, 10)).toEqual([7]);
});

test('a list that became shorter on the site ends where it ends now', async () => {
  const list = started(100);
  await list.ids(0, 10);
  list.site.rows = list.site.rows.slice(0, 15);
  await list.ids(60, 10);
  const end = await list.shelf.window('q', 0, 200);
  expect([end.total, end.rows.length, end.failure]).toEqual([15, 15, null]);
});
