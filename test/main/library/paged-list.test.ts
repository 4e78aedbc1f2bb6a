// Lists as windows: what is fetched for them and when, what failures leave on screen, and lists that change.
import { describe, expect, test } from 'vitest';
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
    /** What it says that there are; null = the truth. */
    counts: null as number | null,
    /** The first page that it says is not there; null = the one behind its rows. */
    endsBefore: null as number | null,
    /** Pages that cannot be had. */
    failing: new Set<number>(),
    /** Until when it keeps all pages but the first. */
    keeps: null as Promise<void> | null,
  };
  const asked: number[] = [];
  const told: string[] = [];
  let quiet: (() => void) | null = null;
  const shelf = createPagedList<string, { readonly id: number }>({
    clock,
    pageSize: size,
    key: (query) => query,
    isSparse: (query) => query === 'rare',
    fetch: async (query, page) => {
      asked.push(page);
      if (page > 1) await site.keeps;
      if (site.away || site.failing.has(page)) throw new Error('away');
      if (site.endsBefore !== null && page >= site.endsBefore) return null;
      if (site.counts === null && page > 1 && page > Math.ceil(site.rows.length / size)) return null;
      const rows = site.rows.slice((page - 1) * size, page * size).filter(({ id }) => !site.hidden.has(id));
      const total = site.counts ?? site.rows.length;
      if (query !== 'rare') return { rows, total };
      return { rows: rows.filter(({ id }) => id % 25 === 0), total, empty: rows.length === 0 };
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

test('an answer that was on its way when the list was to be asked for anew counts as an old one', async () => {
  const list = started(30);
  await list.ids(0, 10);
  list.asked();
  let come = (): void => {};
  list.site.keeps = new Promise((resolve) => {
    come = resolve;
  });
  const late = list.ids(20, 10);
  expect(list.asked()).toEqual([3]);
  list.shelf.refresh(all);
  come();
  expect(await late).toEqual([21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
  const changed = list.change();
  await list.ids(20, 10);
  await changed;
  expect(list.asked()).toContain(3);
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

test('what is a minute old is fresh, what is older is asked for again, and who waits is told once', async () => {
  const list = started(30);
  await list.ids(10, 10);
  list.asked();
  list.later(60_000);
  await list.ids(10, 10);
  expect([list.asked(), list.told]).toEqual([[], []]);
  list.later(1);
  const changed = list.change();
  await list.ids(10, 10);
  expect(list.asked()).toEqual([1, 2, 3]);
  await changed;
  expect(list.told).toEqual(['q']);
});

test('pages around the window are asked for without a word', async () => {
  const list = started(100);
  await list.ids(0, 10);
  await list.ids(20, 10);
  await new Promise((resolve) => setImmediate(resolve));
  expect([list.asked(), list.told]).toEqual([[1, 2, 3, 4], []]);
  await list.ids(90, 10);
  expect(list.asked()).toEqual([9, 10]);
});

test('two who ask at the same time ask once', async () => {
  const list = started(30);
  await Promise.all([list.ids(0, 10), list.ids(0, 10), list.ids(0, 20)]);
  expect(list.asked()).toEqual([1, 2, 3]);
});

test('a list that never came is nothing but its failure, and is asked for when somebody looks again', async () => {
  const list = started(10);
  list.site.away = true;
  const first = await list.shelf.window('q', 0, 10);
  expect(first).toEqual({ total: 0, rows: [], complete: false, limited: false, failure: offline });
  list.site.away = false;
  expect(await list.shelf.window('q', 0, 10)).toMatchObject({ total: 10, complete: true, failure: null });
  expect(list.asked()).toEqual([1, 1]);
});

test('a failure is not asked about again for ten seconds, then it is', async () => {
  const list = started(40);
  await list.ids(0, 10);
  list.site.away = true;
  await list.ids(30, 10);
  list.asked();
  list.later(9_999);
  await list.ids(0, 10);
  expect(list.asked()).toEqual([]);
  // The neighbour that came before is fresh; what is old is asked for once the calm is over.
  list.later(60_000);
  list.site.away = false;
  const changed = list.change();
  await list.ids(0, 10);
  await changed;
  expect(await list.shelf.window('q', 0, 10)).toMatchObject({ complete: true, failure: null });
});

test('a part of a window that could not come is blank, and the rest stays', async () => {
  const list = started(40);
  await list.ids(0, 10);
  list.site.away = true;
  const shown = await list.shelf.window('q', 5, 20);
  expect(shown).toMatchObject({ total: 40, complete: false, failure: offline });
  expect(shown.rows.map((row) => row?.id ?? null).slice(0, 6)).toEqual([6, 7, 8, 9, 10, 11]);
  expect(shown.rows).toHaveLength(20);
  expect(shown.rows.includes(null)).toBe(true);
  // Each once, the neighbour of the first window among them.
  expect(list.asked()).toEqual([1, 2, 3]);
});

test('more than can be listed is said, and what is listed is all there is of it', async () => {
  const list = started(20);
  expect(await list.shelf.window('q', 0, 10)).toMatchObject({ limited: false });
  list.site.counts = 500_000;
  list.later(61_000);
  const changed = list.change();
  await list.ids(0, 10);
  await changed;
  expect(await list.shelf.window('q', 0, 10)).toMatchObject({ limited: false, total: 500_000 });
  list.site.counts = 500_001;
  list.later(61_000);
  const again = list.change();
  await list.ids(0, 10);
  await again;
  expect(await list.shelf.window('q', 0, 10)).toMatchObject({ limited: true, total: 500_000 });
});

test('a site that counts what it never gives is believed for fifty pages, and no more', async () => {
  const list = started(20, 1);
  list.site.counts = 1_000;
  await list.ids(0, 20);
  const shown = await list.shelf.window('q', 20, 40);
  expect(shown.rows).toHaveLength(0);
  list.asked();
  for (let round = 0; round < 10; round++) await list.shelf.window('q', 0, 200);
  const end = await list.shelf.window('q', 0, 200);
  expect([end.total, end.rows.length, end.complete]).toEqual([20, 20, true]);
  expect(list.asked().length).toBeLessThan(300);
});

test('a row is found in whatever list holds it, and changed in those that are meant', async () => {
  const list = started(10);
  await list.shelf.window('q', 0, 10);
  await list.shelf.window('r', 0, 10);
  expect(list.shelf.row(all, 7)).toEqual({ id: 7 });
  expect([list.shelf.row(all, 99), list.shelf.row((query) => query === 'x', 7)]).toEqual([null, null]);
  list.asked();
  list.shelf.change(
    (query) => query === 'r',
    (row, query) => (row.id === 7 && query === 'r' ? null : row),
  );
  expect(list.shelf.row((query) => query === 'r', 7)).toBeNull();
  expect(list.shelf.row((query) => query === 'q', 7)).toEqual({ id: 7 });
  expect(list.shelf.row((query) => query === 'r', 8)).toEqual({ id: 8 });
  // It is asked for again when it is looked at, the other is not.
  await list.shelf.window('q', 0, 10);
  expect(list.asked()).toEqual([]);
  await list.shelf.window('r', 0, 10);
  expect(list.asked()).toEqual([1]);
});

test('a change here ends the calm after a failure', async () => {
  const list = started(10);
  await list.ids(0, 10);
  list.site.away = true;
  list.later(61_000);
  const failed = list.change();
  await list.ids(0, 10);
  await failed;
  list.site.away = false;
  list.asked();
  await list.ids(0, 10);
  expect(list.asked()).toEqual([]);
  list.shelf.change(all, (row) => row);
  await list.ids(0, 10);
  expect(list.asked()).toEqual([1]);
});

test('asking anew is for the lists that are meant', async () => {
  const list = started(10);
  await list.shelf.window('q', 0, 10);
  await list.shelf.window('r', 0, 10);
  list.asked();
  list.shelf.refresh((query) => query === 'r');
  await list.shelf.window('q', 0, 10);
  expect(list.asked()).toEqual([]);
  await list.shelf.window('r', 0, 10);
  expect(list.asked()).toEqual([1]);
});

test('twenty-four lists are kept, those that were looked at last', async () => {
  const list = started(1);
  for (let n = 0; n < 24; n++) await list.shelf.window(`${n}`, 0, 10);
  list.asked();
  await list.shelf.window('0', 0, 10);
  expect(list.asked()).toEqual([]);
  await list.shelf.window('24', 0, 10);
  expect(list.asked()).toEqual([1]);
  await list.shelf.window('0', 0, 10);
  expect(list.asked()).toEqual([]);
  await list.shelf.window('1', 0, 10);
  expect(list.asked()).toEqual([1]);
});

test('a list that grew is asked for again as a whole, also what is fresh of it', async () => {
  const list = started(40);
  await list.ids(0, 10);
  list.later(30_000);
  await list.ids(30, 10);
  expect(list.asked()).toEqual([1, 2, 3, 4]);
  list.later(31_000);
  list.site.rows.push({ id: 41 });
  const changed = list.change();
  await list.ids(0, 10);
  await changed;
  expect(list.asked()).toEqual([1, 2]);
  const again = list.change();
  await list.ids(30, 10);
  await again;
  expect(list.asked()).toEqual([3, 4, 5]);
});

test('a list of which pages are not there ends before them, whatever the site counts', async () => {
  const list = started(20);
  list.site.counts = 100;
  list.site.endsBefore = 3;
  await list.ids(0, 10);
  expect((await list.shelf.window('q', 20, 10)).rows).toEqual([]);
  expect(await list.shelf.window('q', 0, 200)).toMatchObject({ total: 20, complete: true, limited: false });
});

test('a list that is not there at all is asked for once, and again by the next look', async () => {
  const list = started(20);
  list.site.endsBefore = 1;
  expect(await list.shelf.window('q', 0, 10)).toMatchObject({ total: 0, rows: [], complete: false, failure: null });
  await new Promise((resolve) => setImmediate(resolve));
  expect(list.asked()).toEqual([1]);
});

test('a site that counts anew each time is believed five times after its list was found to be shorter', async () => {
  const list = started(20);
  list.site.endsBefore = 3;
  list.site.counts = 100;
  await list.ids(0, 10);
  let believed = 0;
  for (let round = 0; round < 12; round++) {
    list.site.counts += 1;
    list.later(61_000);
    const changed = list.change();
    await list.ids(0, 10);
    await changed;
    list.asked();
    await list.ids(60, 10);
    if (list.asked().includes(7)) believed++;
  }
  expect(believed).toBe(5);
});

test('what was fetched before and brings nothing new is no reason to end a list', async () => {
  const list = started(20);
  list.site.counts = 100;
  await list.ids(0, 10);
  for (let round = 0; round < 60; round++) {
    list.later(61_000);
    const changed = list.change();
    await list.ids(0, 10);
    await changed;
  }
  expect((await list.shelf.window('q', 0, 10)).total).toBe(100);
});

test('a long list of short pages is shown to its end', async () => {
  const list = started(80, 1);
  expect(await list.ids(0, 80)).toHaveLength(80);
  expect((await list.ids(79, 1))[0]).toBe(80);
});

test('a window that needs more and more pages is given what three rounds have brought', async () => {
  const list = started(100);
  for (let id = 1; id <= 100; id++) if (id % 10 !== 1) list.site.hidden.add(id);
  const shown = await list.shelf.window('q', 0, 10);
  expect(shown.rows.filter((row) => row !== null).map((row) => row?.id)).toEqual([1, 11, 21, 31]);
  expect(shown.complete).toBe(false);
});

test('that a neighbour could not come is told as well', async () => {
  const list = started(30);
  await list.ids(0, 10);
  list.asked();
  list.site.away = true;
  const changed = list.change();
  await list.ids(10, 10);
  await changed;
  expect([list.told, (await list.shelf.window('q', 10, 10)).failure]).toEqual([['q'], offline]);
});

describe('rows that no site can be asked for', () => {
  /** Looks until nothing is left to look through, as somebody does who is told of each change; gives what was shown on the way. */
  const lookOn = async (list: ReturnType<typeof started>) => {
    const shown = [];
    for (;;) {
      const changed = list.change();
      const { lookedThrough, rows } = await list.shelf.window('rare', 0, 10);
      shown.push([lookedThrough?.rows ?? 'all', rows.map((row) => row?.id)]);
      if (lookedThrough === undefined) return shown;
      await changed;
    }
  };

  test('are taken out of the whole list, a few pages at a time, and shown as they are found', async () => {
    const list = started(70);
    expect(await lookOn(list)).toEqual([
      [10, []],
      [30, [25]],
      [50, [25, 50]],
      ['all', [25, 50]],
    ]);
    expect(list.asked()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test('are looked for only as long as somebody looks, and never twice at once', async () => {
    const list = started(100);
    const changed = list.change();
    await Promise.all([0, 1, 2].map(() => list.shelf.window('rare', 0, 10)));
    await changed;
    await new Promise((resolve) => setImmediate(resolve));
    expect([list.asked(), list.told]).toEqual([[1, 2, 3], ['rare']]);
  });

  const walkAgain = async (list: ReturnType<typeof started>) => {
    for (let round = 0; round < 3; round++) {
      const changed = list.change();
      await list.shelf.window('rare', 0, 10);
      await changed;
    }
    await list.shelf.window('rare', 0, 10);
    await new Promise((resolve) => setImmediate(resolve));
    return list.asked();
  };

  test('are not looked for again by every change, but by who comes back after ten minutes, and when it is asked for', async () => {
    const list = started(50);
    await lookOn(list);
    list.asked();
    list.shelf.change(all, (one) => (one.id === 25 ? null : one));
    expect((await list.shelf.window('rare', 0, 10)).rows).toEqual([{ id: 50 }]);
    // Who never looks away has it looked through once, however long that is.
    for (let minute = 0; minute < 20; minute++) {
      list.later(59_000);
      await list.shelf.window('rare', 0, 10);
    }
    await new Promise((resolve) => setImmediate(resolve));
    expect(list.asked()).toEqual([]);
    for (const again of [() => list.later(601_000), () => list.shelf.refresh(all)]) {
      again();
      expect(await walkAgain(list)).toEqual([1, 2, 3, 4, 5]);
    }
  });

  test('that moved up in a list which became shorter are found, and a site that counts anew each time is believed five times', async () => {
    const list = started(60);
    const changed = list.change();
    await list.shelf.window('rare', 0, 10);
    await changed;
    // Those of the first pages go: 50 stands where was looked already.
    list.site.rows = list.site.rows.filter(({ id }) => id > 22 || id === 1);
    const shown = await lookOn(list);
    expect(shown.at(-1)?.[1]).toEqual([25, 50]);
    let times = 0;
    for (let round = 0; round < 40; round++) {
      list.site.counts = 40 - (round % 2);
      list.shelf.change(all, (one) => one);
      await list.shelf.window('rare', 0, 10);
      await new Promise((resolve) => setImmediate(resolve));
      times += list.asked().length;
    }
    expect(times).toBeLessThan(60);
  });

  test('of a page that was asked for before a change here, and came after it, are asked for once more', async () => {
    const list = started(30);
    const { promise, resolve } = Promise.withResolvers<void>();
    list.site.keeps = promise;
    const changed = list.change();
    await list.shelf.window('rare', 0, 10);
    list.shelf.change(all, (one) => one);
    resolve();
    await changed;
    list.asked();
    await lookOn(list);
    expect(list.asked()).toEqual([2, 3]);
  });

  test('are looked for beyond a page that fails, which is tried again a while later', async () => {
    const list = started(60);
    list.site.failing.add(2);
    const seen: (readonly (number | undefined)[])[] = [];
    for (let round = 0; round < 6; round++) {
      const changed = list.change();
      const { rows, failure } = await list.shelf.window('rare', 0, 10);
      seen.push(rows.map((row) => row?.id));
      if (round > 0) expect(failure).toEqual(offline);
      await changed;
      list.later(10_001);
    }
    expect(seen.at(-1)).toEqual([25, 50]);
    list.site.failing.clear();
    expect((await lookOn(list)).at(-1)).toEqual(['all', [25, 50]]);
    expect((await list.shelf.window('rare', 0, 10)).failure).toBeNull();
  });

  test('of a site that counts more than it has are looked for until fifty pages have brought nothing at all', async () => {
    const list = started(30);
    list.site.counts = 100_000;
    await lookOn(list);
    expect(list.asked()).toHaveLength(3 + 50);
  });

  test('are left alone for a while when the site fails, with what was found', async () => {
    const list = started(100);
    const changed = list.change();
    await list.shelf.window('rare', 0, 10);
    await changed;
    list.site.away = true;
    const failed = list.change();
    await list.shelf.window('rare', 0, 10);
    await failed;
    list.asked();
    expect(await list.shelf.window('rare', 0, 10)).toMatchObject({
      rows: [{ id: 25 }],
      failure: offline,
      complete: false,
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(list.asked()).toEqual([]);
  });
});
