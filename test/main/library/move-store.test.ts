// Moves in a real database: kept until their user has read what became of them, and what cannot be read any more.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../../main/adapters/database/sqlite.ts';
import { type MoveState, newMove } from '../../../main/library/move-state.ts';
import { type HeldMove, type MoveStore, moveStore } from '../../../main/library/move-store.ts';
import type { Sql } from '../../../main/ports.ts';
import { migrate } from '../../../main/schema.ts';

const move = { ...newMove({ videoId: 7, title: 'Regatta', to: 'trash', from: 'publish' }), isAsked: true, failures: 2 };
const wanted: Omit<HeldMove, 'id'> = { batchId: 1, accountId: 'a', what: 'trash', actId: 4, isTold: false, move };

let sql: Sql;
let store: MoveStore;

beforeEach(() => {
  sql = openSqlite(':memory:');
  migrate(sql);
  store = moveStore(sql);
});
afterEach(() => sql.close());

const damage = () => sql.prepare('SELECT kind, name, text FROM damaged').all();
const change = (column: string, value: string | number): void =>
  void sql.prepare(`UPDATE moves SET ${column} = ?`).run(value);

describe('a move', () => {
  it.each<MoveState>([
    { kind: 'waiting', why: 'site-busy', until: 9 },
    { kind: 'waiting', why: null, until: null },
    { kind: 'done' },
    { kind: 'there' },
    { kind: 'otherwise', is: 'draft' },
    { kind: 'failed', problem: 'not-allowed', said: null },
    { kind: 'failed', problem: 'site-refused', said: 'No.' },
    { kind: 'stopped' },
  ])('is kept over a restart: $kind', (state) => {
    const held = store.insert(wanted);
    store.save(held.id, { ...move, state });
    expect(moveStore(sql).all()).toEqual([{ ...held, move: { ...move, state } }]);
    expect(damage()).toEqual([]);
  });

  it.each([
    ...(['offline', 'sign-in', 'site-busy', 'site-maintenance', 'server-error', 'web-page-answer'] as const),
    ...(['site-refused', 'not-allowed', 'gone', 'no-trash', 'changed', 'damaged'] as const),
  ])('is kept with why it failed: %s', (problem) => {
    const held = store.insert({ ...wanted, move: { ...move, state: { kind: 'failed', problem, said: null } } });
    expect(store.all()).toEqual([held]);
  });

  it.each(['trash', 'restore', 'publish-again', 'delete-forever', 'undo', 'redo'] as const)(
    'is kept with what its person did: %s',
    (what) => {
      const held = store.insert({ ...wanted, what });
      expect(store.all()).toEqual([held]);
    },
  );

  it('comes in its order, with its batch, until it is removed', () => {
    const [one, two, three] = [1, 1, 2].map((batchId) => store.insert({ ...wanted, batchId }));
    expect(store.nextBatch()).toBe(3);
    store.setTold(1, true);
    expect(store.all().map(({ id, batchId, isTold }) => [id, batchId, isTold])).toEqual([
      [one?.id, 1, true],
      [two?.id, 1, true],
      [three?.id, 2, false],
    ]);
    store.setTold(1, false);
    store.remove([one?.id ?? 0, three?.id ?? 0]);
    expect(store.all()).toEqual([two]);
  });

  it.each<[string, string, string | number]>([
    ['no JSON', 'move', '{'],
    ['of another video', 'move', JSON.stringify({ ...move, videoId: 8 })],
    ['without where it goes', 'move', JSON.stringify({ ...move, to: undefined })],
    ['that goes nowhere that there is', 'move', JSON.stringify({ ...move, to: 7 })],
    ['of an unknown state', 'move', JSON.stringify({ ...move, state: { kind: 'asleep' } })],
    [
      'that failed for nothing that there is',
      'move',
      JSON.stringify({ ...move, state: { kind: 'failed', problem: 'rain', said: null } }),
    ],
    ['of a half failure', 'move', JSON.stringify({ ...move, failures: 0.5 })],
    ['of an unknown act', 'what', 'shred'],
  ])('that is %s stands still, and what stood there is kept word for word', (_, column, value) => {
    const { id } = store.insert(wanted);
    change(column, value);
    const [held, ...others] = store.all();
    expect(others).toEqual([]);
    expect(held).toMatchObject({ id, batchId: 1, accountId: 'a', actId: null, what: 'trash' });
    expect(held?.move).toMatchObject({ videoId: 7, state: { kind: 'damaged' } });
    store.all();
    expect(damage()).toEqual([{ kind: 'move', name: 'a 7', text: expect.stringContaining(String(value)) }]);
  });

  it.each<[string, string, string, string]>([
    ['that is of another video', 'move', JSON.stringify({ ...move, videoId: 8 }), 'of another video'],
    ['that is no JSON', 'move', '{', 'JSON'],
    ['of an unknown act', 'what', 'shred', 'all of it'],
  ])('%s is noted with what is wrong with it', (_, column, value, problem) => {
    store.insert(wanted);
    change(column, value);
    store.all();
    expect(sql.prepare('SELECT problem FROM damaged').all()).toEqual([{ problem: expect.stringContaining(problem) }]);
  });
});
