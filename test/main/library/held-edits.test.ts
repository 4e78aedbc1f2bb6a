// The edits that are not on their sites yet, in memory and as rows: what is held, what is written, and who is told of it.
import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../../main/adapters/database/sqlite.ts';
import { type EditEvent, typed } from '../../../main/library/edit-state.ts';
import { createHeldEdits } from '../../../main/library/held-edits.ts';
import { libraryStore } from '../../../main/library/store.ts';
import type { Edit, EditState } from '../../../main/model.ts';
import { StoreError } from '../../../main/ports.ts';
import { longestBackOffMs } from '../../../main/retry.ts';
import { migrate } from '../../../main/schema.ts';
import { handClock } from '../queue/hand-clock.ts';

const clock = handClock();
const edit = (videoId: number, title: string, state?: EditState): Edit => {
  const one = typed(null, { videoId, seen: null, draft: { title }, shown: {} }, clock.now());
  return state === undefined ? one : { ...one, state };
};
const later = (until: number): EditState => ({ kind: 'waiting', why: 'offline', until });

/** Edits on real rows; `before` = those that are there when it starts. */
function holding(before: readonly (readonly [string, Edit])[] = []) {
  const sql = openSqlite(':memory:');
  migrate(sql);
  sql.exec('PRAGMA foreign_keys = OFF');
  const store = libraryStore(sql);
  for (const [accountId, one] of before) store.save(accountId, one.videoId, one);
  const problem: { now: Error | null } = { now: null };
  const written: string[] = [];
  const log: string[] = [];
  const changes: (readonly [string, readonly number[]])[] = [];
  const meet = (accountId: string, ids: readonly number[]): void => {
    if (problem.now) throw problem.now;
    written.push(`${accountId} ${ids}`);
  };
  const held = createHeldEdits({
    clock,
    logger: {
      info: () => {},
      warn: () => {},
      error: (said, facts) => void log.push(`${said} ${JSON.stringify(facts)}`),
    },
    store: {
      ...store,
      save: (accountId, videoId, one) => {
        meet(accountId, [videoId]);
        store.save(accountId, videoId, one);
      },
      saveAll: (accountId, several, alongside) => {
        meet(
          accountId,
          several.map(([videoId]) => videoId),
        );
        store.saveAll(accountId, several, alongside);
      },
    },
    onChange: (accountId, ids) => void changes.push([accountId, ids]),
  });
  const rows = (): readonly string[] =>
    store
      .edits()
      .map(({ accountId, edit: one }) => `${accountId} ${one.videoId} ${one.draft.title}`)
      .sort();
  return { held, problem, written, log, changes, rows };
}

const full = new StoreError('full', 'database or disk is full');

describe('what was there before the start', () => {
  it('is held by account and video', () => {
    const { held, changes, written } = holding([
      ['ava', edit(1, 'One')],
      ['ava', edit(2, 'Two')],
      ['ben', edit(1, 'Other')],
    ]);
    expect(held.accounts()).toEqual(['ava', 'ben']);
    expect(held.of('ava').map(({ videoId }) => videoId)).toEqual([1, 2]);
    expect([held.get('ava', 2)?.draft.title, held.get('ben', 1)?.draft.title]).toEqual(['Two', 'Other']);
    expect([held.get('ben', 2), held.get('nobody', 1), held.of('nobody')]).toEqual([null, null, []]);
    // Nothing has happened to it.
    expect([changes, written]).toEqual([[], []]);
  });

  it('waits no longer than any reason explains, though the clock was ahead when it was written (F-13)', () => {
    const soon = clock.now() + 1_000;
    const { held } = holding([
      ['ava', edit(1, 'Far', later(clock.now() + 400 * 86_400_000))],
      ['ava', edit(2, 'Soon', later(soon))],
    ]);
    const until = (videoId: number): unknown => Reflect.get(held.get('ava', videoId)?.state ?? {}, 'until');
    expect(until(1)).toBeGreaterThan(clock.now());
    expect(until(1)).toBeLessThanOrEqual(clock.now() + 2 * longestBackOffMs);
    expect(until(2)).toBe(soon);
  });
});

describe('one', () => {
  it('is on disk, held and told; null ends it', () => {
    const { held, rows, changes } = holding();
    held.keep('ava', 1, edit(1, 'One'));
    expect([rows(), held.get('ava', 1)?.draft.title]).toEqual([['ava 1 One'], 'One']);
    held.keep('ava', 1, null);
    expect([rows(), held.get('ava', 1), held.of('ava')]).toEqual([[], null, []]);
    expect(changes).toEqual([
      ['ava', [1]],
      ['ava', [1]],
    ]);
  });

  it('that cannot be written changes nothing, and says so', () => {
    const { held, problem, rows, changes } = holding([['ava', edit(1, 'Before')]]);
    problem.now = full;
    expect(() => held.keep('ava', 1, edit(1, 'After'))).toThrow(full);
    expect([held.get('ava', 1)?.draft.title, rows(), changes]).toEqual(['Before', ['ava 1 Before'], []]);
  });

  it('that came to an end without its user counts all the same, once, with a word in the log (F-43)', () => {
    const { held, problem, rows, changes, log } = holding([['ava', edit(1, 'Before')]]);
    problem.now = full;
    held.keepEnd('ava', 1, null);
    expect([held.get('ava', 1), rows(), changes]).toEqual([null, ['ava 1 Before'], [['ava', [1]]]]);
    expect(log).toEqual(['What became of an edit could not be written down {"problem":"full"}']);
    problem.now = null;
    held.keepEnd('ava', 1, edit(1, 'After'));
    expect([rows(), changes.length, log.length]).toEqual([['ava 1 After'], 2, 1]);
  });

  it('is not lightly said to have ended where something else is wrong than the disk', () => {
    const { held, problem, changes } = holding([['ava', edit(1, 'Before')]]);
    problem.now = new TypeError('a fault of ours');
    expect(() => held.keepEnd('ava', 1, null)).toThrow(problem.now);
    expect([held.get('ava', 1)?.draft.title, changes]).toEqual(['Before', []]);
  });
});

describe('several', () => {
  it('are on disk, held and told together, with what is written alongside', () => {
    const { held, rows, changes, written } = holding([['ava', edit(3, 'Three')]]);
    const alongside: string[] = [];
    const all = [
      [1, edit(1, 'One')],
      [2, edit(2, 'Two')],
      [3, null],
    ] as const;
    held.keepAll('ava', all, () => void alongside.push('with it'));
    expect(rows()).toEqual(['ava 1 One', 'ava 2 Two']);
    expect(held.of('ava').map(({ draft }) => draft.title)).toEqual(['One', 'Two']);
    expect([changes, written, alongside]).toEqual([[['ava', [1, 2, 3]]], ['ava 1,2,3'], ['with it']]);
    held.keepAll('ben', [[9, edit(9, 'Nine')]]);
    expect(held.accounts()).toEqual(['ava', 'ben']);
  });

  it.each<[string, (on: ReturnType<typeof holding>) => (() => void) | undefined]>([
    [
      'the disk is full',
      ({ problem }) => {
        problem.now = full;
        return undefined;
      },
    ],
    [
      'what is to be written alongside cannot be',
      () => () => {
        throw full;
      },
    ],
  ])('are none of them where %s', (_, spoil) => {
    const on = holding([['ava', edit(2, 'Before')]]);
    const alongside = spoil(on);
    const all = [
      [1, edit(1, 'One')],
      [2, null],
    ] as const;
    expect(() => on.held.keepAll('ava', all, alongside)).toThrow(full);
    expect([on.held.of('ava').map(({ draft }) => draft.title), on.rows(), on.changes]).toEqual([
      ['Before'],
      ['ava 2 Before'],
      [],
    ]);
  });
});

describe('what happens', () => {
  const hurried: EditEvent = { kind: 'hurried' };
  const busy: EditState = { kind: 'waiting', why: 'site-busy', until: clock.now() + 60_000 };
  const states = ({ held }: ReturnType<typeof holding>): readonly unknown[] =>
    ['ava', 'ben'].flatMap((accountId) => held.of(accountId).map(({ state }) => Reflect.get(state, 'until')));
  const before: readonly (readonly [string, Edit])[] = [
    ['ava', edit(1, 'One', busy)],
    ['ava', edit(2, 'Two', { kind: 'gone' })],
    ['ben', edit(3, 'Three', busy)],
  ];

  it('to all of them happens to all, and who is left as before is neither written nor told', () => {
    const on = holding(before);
    on.held.happens(hurried);
    expect(states(on)).toEqual([null, undefined, null]);
    expect(on.written).toEqual(['ava 1', 'ben 3']);
    expect(on.changes).toEqual([
      ['ava', [1]],
      ['ben', [3]],
    ]);
  });

  it('to those of one account leaves the others, and an account without any is none', () => {
    const on = holding(before);
    on.held.happens(hurried, 'ben');
    on.held.happens(hurried, 'nobody');
    expect(on.written).toEqual(['ben 3']);
    expect(on.held.accounts()).toEqual(['ava', 'ben']);
  });

  it('may end them, also on a disk without room', () => {
    const on = holding(before);
    on.problem.now = full;
    on.held.happens({ kind: 'theirs' }, 'ava');
    expect([on.held.of('ava'), on.rows()]).toEqual([[], ['ava 1 One', 'ava 2 Two', 'ben 3 Three']]);
  });
});
