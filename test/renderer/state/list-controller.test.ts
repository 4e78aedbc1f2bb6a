// Whatever is clicked, patched, answered late or lost: the rows in sight and the selection are those of a plain model of the list.
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ListState, rowAt, windowLimit } from '../../../renderer/model/list-state.ts';
import type { ClickKind } from '../../../renderer/model/selection.ts';
import { createListController } from '../../../renderer/state/list-controller.ts';

interface Row {
  readonly id: number;
  readonly name: string;
}
interface Query {
  readonly filter: 'all' | 'even';
  readonly order: 'up' | 'down';
}
interface Window {
  readonly seq: number;
  readonly offset: number;
  readonly total: number;
  readonly rows: readonly (Row | null)[];
}
interface Patch {
  readonly seq: number;
  readonly total: number;
  readonly rows: readonly (Row | null)[];
}
type List = ListState<Row, Query, Window, Query['filter']>;

/** Main's side: the whole list, its past, and the view that it patches. */
class Main {
  seq = 0;
  view: { readonly query: Query; readonly offset: number; readonly limit: number } | null = null;
  readonly past: (readonly Row[])[];
  #nextId: number;

  constructor(count: number) {
    this.past = [Array.from({ length: count }, (_, id) => ({ id, name: `Row ${id}` }))];
    this.#nextId = count;
  }

  listed({ filter, order }: Query, seq = this.seq): readonly Row[] {
    const rows = (this.past[seq] ?? []).filter(({ id }) => filter === 'all' || id % 2 === 0);
    return order === 'up' ? rows : rows.toReversed();
  }

  window(query: Query, offset: number, limit: number, seq = this.seq): Window {
    const rows = this.listed(query, seq);
    return { seq, offset, total: rows.length, rows: rows.slice(offset, offset + limit) };
  }

  /** A row comes in, goes, or is renamed at `place`; gives the patch of the view, if there is one. */
  change(how: 'insert' | 'remove' | 'rename', place: number): Patch | null {
    const rows = [...(this.past[this.seq] ?? [])];
    const at = Math.min(place, Math.max(0, rows.length - 1));
    const row = rows[at];
    if (how === 'insert' || row === undefined) {
      rows.splice(at, 0, { id: this.#nextId, name: 'New' });
      this.#nextId += 1;
    } else if (how === 'remove') rows.splice(at, 1);
    else rows[at] = { id: row.id, name: `${row.name}!` };
    this.past.push(rows);
    this.seq += 1;
    if (this.view === null) return null;
    const { query, offset, limit } = this.view;
    return this.window(query, offset, limit);
  }
}

interface Question {
  readonly answer: () => void;
  readonly lose: () => void;
}

/** What has to be selected, told by somebody who knows clicks and rows, and nothing of windows, answers and their order. */
class Model {
  ids: ReadonlySet<number> | 'all' = new Set();
  /** A place whose row was not there when it was clicked. */
  awaited: number | null = null;
  /** Rows that are to be read before they can be selected; whatever is done meanwhile ends that. */
  reading: {
    readonly from: number;
    readonly to: number;
    readonly without: number | null;
    readonly since: number;
  } | null = null;

  decide(ids: ReadonlySet<number> | 'all'): void {
    this.ids = ids;
    this.awaited = null;
    this.reading = null;
  }
}

/** The controller on a wire on which answers are slow, lost, or (without one view) overtake each other. */
function rig(hasOneView: boolean, count: number) {
  const main = new Main(count);
  const questions: Question[] = [];
  const events: (Patch | null)[] = [];
  const first: Query = { filter: 'all', order: 'up' };
  const model = new Model();
  const seen: { list: List | null } = { list: null };
  const controller = createListController<Row, Query, Window, Query['filter'], Patch>(
    first,
    {
      ask: (query, offset, limit) =>
        new Promise((resolve, reject) => {
          // Main answers when it is asked; it is the answer that comes late.
          const answer = main.window(query, offset, limit);
          main.view = { query, offset, limit };
          questions.push({ answer: () => resolve(answer), lose: () => reject(new Error('Lost.')) });
        }),
      isWhole: ({ rows }, limit) => rows.length === limit,
      hasOneView,
      retryMs: hasOneView ? 1_000 : null,
      apply(window, patch) {
        if (patch.seq <= window.seq) return 'old';
        return patch.seq === window.seq + 1
          ? { ...window, seq: patch.seq, total: patch.total, rows: patch.rows }
          : 'gap';
      },
    },
    {
      meanwhile: (window, before, now) =>
        window === null || before.filter === now.filter ? window : { ...window, rows: [], total: 0 },
      keepsSelection: (selection, now) => selection.kind === 'some' || selection.filter === now.filter,
      filterOf: ({ filter }) => filter,
      wholeOf: ({ filter, order }) => (filter === 'all' ? null : { filter: 'all', order }),
    },
    {
      onChange: (list) => {
        seen.list = list;
      },
      onProblem: () => {},
      onRangeFailed: () => {
        model.reading = null;
      },
    },
  );
  controller.look();
  /** What main tells on its own: its patch, or that there is something new. */
  const tell = (event: Patch | null): void => {
    if (!hasOneView) controller.look();
    else if (event !== null) controller.patch(event);
  };
  return { main, questions, events, controller, tell, first, seen, model };
}
type Rig = ReturnType<typeof rig>;

interface Act extends fc.WithToStringMethod {
  /** True for what a person does with the rows; all else comes from main, or only moves the window. */
  readonly isByHand: boolean;
  readonly run: (rig: Rig, model: Model) => void;
}
const act = (words: string, isByHand: boolean, run: Act['run']): Act => ({
  isByHand,
  run,
  [fc.toStringMethod]: () => words,
});
const byHand = (words: string, run: Act['run']): Act => act(words, true, run);
const byItself = (words: string, run: Act['run']): Act => act(words, false, run);

function rowsInSight(list: List | null, from: number, to: number): readonly Row[] | null {
  const rows = Array.from({ length: to - from + 1 }, (_, at) => rowAt(list?.window ?? null, from + at));
  return rows.every((row) => row !== null) ? rows : null;
}

const click = (at: number, kind: ClickKind): Act =>
  byHand(`click ${at} ${kind}`, ({ controller, seen }, model) => {
    const { list } = seen;
    const total = list?.window?.total ?? 0;
    if (list === null || total === 0) return;
    const place = Math.floor(at * total);
    const row = rowAt(list.window, place);
    const { anchor } = list;
    controller.click(place, kind);
    const before = model.ids;
    model.decide(before);
    if (kind === 'only') {
      if (row === null) model.awaited = place;
      else model.ids = new Set([row.id]);
    } else if (kind === 'toggle') {
      if (row === null) return;
      if (before === 'all') model.reading = { from: 0, to: total - 1, without: row.id, since: list.window?.seq ?? 0 };
      else
        model.ids = before.has(row.id)
          ? new Set([...before].filter((id) => id !== row.id))
          : new Set([...before, row.id]);
    } else {
      const [from, to] = [Math.min(anchor, place), Math.max(anchor, place)];
      const rows = rowsInSight(list, from, to);
      if (rows === null) model.reading = { from, to, without: null, since: list.window?.seq ?? 0 };
      else model.ids = new Set(rows.map(({ id }) => id));
    }
  });

const selectAll: Act = byHand('select all', ({ controller, seen }, model) => {
  const window = seen.list?.window ?? null;
  controller.selectAll();
  if (window === null || window.total === 0) return;
  const row = rowAt(window, 0);
  if (window.total > 1) model.decide('all');
  else if (row !== null) model.decide(new Set([row.id]));
});

const clear: Act = byHand('clear', ({ controller }, model) => {
  controller.select([]);
  model.decide(new Set());
});

const showQuery = (query: Query): Act =>
  byHand(`show ${query.filter} ${query.order}`, ({ controller, seen, first }, model) => {
    const before = seen.list?.query ?? first;
    controller.setQuery(query);
    controller.look();
    model.decide(model.ids === 'all' && before.filter !== query.filter ? new Set() : model.ids);
  });

const reveal = (at: number): Act =>
  byItself(`reveal ${at}`, ({ controller, seen }) => {
    const total = seen.list?.window?.total ?? 0;
    const place = Math.floor(at * total);
    controller.reveal(place, place + 12);
  });

const change = (how: 'insert' | 'remove' | 'rename', place: number): Act =>
  byItself(`${how} ${place}`, ({ main, events }) => {
    events.push(main.change(how, place));
  });

const hear = (isLost: boolean): Act =>
  byItself(isLost ? 'event lost' : 'event', ({ events, tell }) => {
    const event = events.shift();
    if (event !== undefined && !isLost) tell(event);
  });

const reply = (at: number, isLost: boolean): Act =>
  byItself(`${isLost ? 'lose' : 'answer'} ${at}`, ({ questions }) => {
    const [question] = questions.splice(Math.floor(at * questions.length), 1);
    if (isLost) question?.lose();
    else question?.answer();
  });

const waitASecond: Act = byItself('a second', () => {
  vi.advanceTimersByTime(1_000);
});

const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const query: fc.Arbitrary<Query> = fc.record({
  filter: fc.constantFrom('all', 'even'),
  order: fc.constantFrom('up', 'down'),
});
const anAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(part, fc.constantFrom<ClickKind>('only', 'toggle', 'extend'))
      .map(([at, kind]) => click(at, kind)),
  },
  { weight: 1, arbitrary: fc.constantFrom(selectAll, clear) },
  { weight: 2, arbitrary: query.map(showQuery) },
  { weight: 3, arbitrary: part.map(reveal) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom('insert', 'remove', 'rename'), fc.nat({ max: 700 }))
      .map(([how, place]) => change(how, place)),
  },
  { weight: 4, arbitrary: fc.constantFrom(false, false, false, true).map(hear) },
  {
    weight: 8,
    arbitrary: fc
      .tuple(part, fc.constantFrom(false, false, false, false, true))
      .map(([at, isLost]) => reply(at, isLost)),
  },
  { weight: 1, arbitrary: fc.constant(waitASecond) },
);

/** The ids of rows [from, to] at each moment since the model began to read them. */
function rangeOverTime({ main, seen, first }: Rig, { from, to, without, since }: NonNullable<Model['reading']>) {
  return Array.from({ length: main.seq - since + 1 }, (_, at) => {
    const rows = main.listed(seen.list?.query ?? first, since + at).slice(from, to + 1);
    return new Set(rows.map(({ id }) => id).filter((id) => id !== without));
  });
}

/** Whether these ids are what reading the range may have brought: all that were in it throughout, none that never were. */
function mayBeRead(ids: ReadonlySet<number>, moments: readonly ReadonlySet<number>[]): boolean {
  const [atFirst = new Set<number>()] = moments;
  const throughout = [...atFirst].filter((id) => moments.every((moment) => moment.has(id)));
  return throughout.every((id) => ids.has(id)) && [...ids].every((id) => moments.some((moment) => moment.has(id)));
}

const same = (a: ReadonlySet<number>, b: ReadonlySet<number>): boolean =>
  a.size === b.size && [...a].every((id) => b.has(id));

function checkSelection(one: Rig): void {
  const { model } = one;
  const { list } = one.seen;
  if (list === null) return;
  const { selection, window } = list;
  const awaited = model.awaited === null ? null : rowAt(window, Math.min(model.awaited, (window?.total ?? 0) - 1));
  if (awaited !== null) model.decide(new Set([awaited.id]));
  const ids = selection.kind === 'all' ? 'all' : new Set(selection.rows.keys());
  const { reading } = model;
  if (reading !== null && ids !== 'all' && (model.ids === 'all' || !same(ids, model.ids))) {
    expect(mayBeRead(ids, rangeOverTime(one, reading))).toBe(true);
    model.decide(ids);
  }
  expect(ids).toEqual(model.ids);
  if (selection.kind === 'all') expect(selection.filter).toBe(list.query.filter);
}

/** Rows in sight are the list as it once was, whole and in the order that is shown; never a mixture. */
function checkWindow({ main, seen, questions }: Rig, hasOneView: boolean): void {
  if (hasOneView) expect(questions.length).toBeLessThan(2);
  const { list } = seen;
  if (list === null || list.window === null || !list.answered) return;
  const { seq, offset } = list.window;
  expect(list.window).toEqual(main.window(list.query, offset, windowLimit, seq));
  expect(list.cursor).toBeLessThan(Math.max(1, list.window.total));
}

/** The row that the keyboard is on, where it is in sight. */
const held = (list: List | null, key: 'cursor' | 'anchor'): number | null =>
  list?.answered ? (rowAt(list.window, list[key])?.id ?? null) : null;

function checkHeld(before: List | null, now: List | null): void {
  if (before === null || now === null || before.query !== now.query) return;
  for (const key of ['cursor', 'anchor'] as const) {
    const id = held(before, key);
    if (id !== null && now.window?.rows.some((row) => row?.id === id)) expect(held(now, key)).toBe(id);
  }
}

/** Everything that is on its way arrives, nothing is lost any more, and what was waited for comes into sight. */
async function settle(one: Rig, check: () => void): Promise<void> {
  const { main, questions, events, tell, controller, model } = one;
  events.push(main.change('rename', 0));
  for (;;) {
    const event = events.shift();
    if (event !== undefined) tell(event);
    const question = questions.shift();
    question?.answer();
    if (model.awaited !== null) controller.reveal(model.awaited, model.awaited);
    await vi.advanceTimersByTimeAsync(1_000);
    check();
    if (event === undefined && question === undefined && questions.length === 0 && vi.getTimerCount() === 0) return;
  }
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['patched by main in one view', true],
  ['asked for anew at each change', false],
] as const)('rows in sight and selection are those of the model, in a list %s', async (_words, hasOneView) => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(0, 1, 2, 150, 201, 640),
      fc.array(anAct, { minLength: 5, maxLength: 60 }),
      async (count, acts) => {
        const one = rig(hasOneView, count);
        const { main, seen, model, controller } = one;
        const check = (): void => {
          checkSelection(one);
          checkWindow(one, hasOneView);
        };
        for (const { run, isByHand } of acts) {
          const before = seen.list;
          run(one, model);
          await vi.advanceTimersByTimeAsync(0);
          check();
          if (!isByHand) checkHeld(before, seen.list);
        }
        await settle(one, check);
        const { list } = seen;
        if (list === null) throw new Error('Nothing was ever shown.');
        expect(list.window).toEqual(main.window(list.query, list.offset, windowLimit));
        if (list.window?.total !== 0) expect(model.awaited).toBeNull();
        if (model.reading !== null && model.ids !== 'all')
          expect(mayBeRead(model.ids, rangeOverTime(one, model.reading))).toBe(true);
        expect(model.reading === null || model.ids !== 'all').toBe(true);
        controller.stop();
      },
    ),
    { numRuns: 150 },
  );
});

test('a row that was waited for is not selected any more once a range was', async () => {
  const { questions, controller, seen } = rig(true, 640);
  questions.shift()?.answer();
  await vi.advanceTimersByTimeAsync(0);
  controller.click(5, 'only');
  controller.click(600, 'only');
  controller.click(598, 'extend');
  while (questions.length > 0) {
    questions.shift()?.answer();
    await vi.advanceTimersByTimeAsync(0);
  }
  controller.reveal(590, 602);
  questions.shift()?.answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(rowAt(seen.list?.window ?? null, 600)?.id).toBe(600);
  expect(seen.list?.selection).toMatchObject({
    rows: new Map([598, 599, 600].map((id) => [id, { id, name: `Row ${id}` }])),
  });
});
