// Clips that need their user, counted by account and cause; what cannot be read counts for none, and harms no other.
import { expect, it } from 'vitest';
import { needsStore, toldApart } from '../../../../main/queue/store/needs-store.ts';
import { accountId, states } from '../jobs.ts';
import { memoryQueue, otherAccount } from './memory-queue.ts';

type Reason = 'too-large' | 'clip-missing' | 'site-refused' | 'extension-refused';
const needs = (reason: Reason, detail: string | null) => ({ ...states['needs you to send'], reason, detail }) as const;

function filled() {
  const queue = memoryQueue();
  queue.add(
    { id: 'large 2', position: 9, state: needs('too-large', '100') },
    { id: 'large 1', position: 2, state: needs('too-large', '100') },
    { id: 'large 3', position: 10, state: needs('too-large', '100') },
    { id: 'larger', position: 11, state: needs('too-large', null) },
    { id: 'large, off', state: needs('too-large', '100'), removed: true },
    { id: 'missing 1', state: needs('clip-missing', null) },
    { id: 'missing 2', state: needs('clip-missing', null) },
    { id: 'refused', state: needs('site-refused', "No'; DROP TABLE jobs") },
    { id: 'done', state: states.done },
    { id: 'other 1', accountId: otherAccount, position: 5, state: needs('too-large', '100') },
    { id: 'other 2', accountId: otherAccount, position: 6, state: needs('too-large', '100') },
  );
  return { ...queue, store: needsStore(queue.sql) };
}

it('are counted where there are two and more of one cause, the most first', () => {
  const { store } = filled();
  const large = { reason: 'too-large', action: 'retry', detail: '100' };
  expect(store.counted(9)).toEqual([
    { ...large, accountId, clips: 4 },
    { ...large, reason: 'clip-missing', detail: null, accountId, clips: 2 },
    { ...large, accountId: otherAccount, clips: 2 },
  ]);
  expect(store.counted(1)).toEqual([{ ...large, accountId, clips: 4 }]);
});

it('are named by their very cause, over accounts, in the order of the queue', () => {
  const { store } = filled();
  const cause = { reason: 'too-large', detail: '100' };
  expect(store.idsOf([accountId, otherAccount], cause)).toEqual([
    'large 1',
    'other 1',
    'other 2',
    'large 2',
    'large 3',
    'larger',
  ]);
  expect(store.idsOf([accountId], { reason: 'clip-missing', detail: null })).toEqual(['missing 1', 'missing 2']);
  expect(store.idsOf([accountId], { reason: 'site-refused', detail: "No'; DROP TABLE jobs" })).toEqual(['refused']);
  expect(store.idsOf([accountId], { reason: 'too-large', detail: null }), 'whatever limit was known').toHaveLength(4);
  expect(store.idsOf([accountId], { reason: 'site-refused', detail: null })).toEqual([]);
  expect(store.idsOf([], cause)).toEqual([]);
});

it('of a kind that the site refuses have one cause, whether its words are known for each or not', () => {
  const { add, sql } = memoryQueue();
  const refused = 'extension-refused';
  add(
    { id: 'a', state: needs(refused, 'mov\nNo films from telephones.') },
    { id: 'b', state: needs(refused, 'mov\nNot allowed.') },
    { id: 'c', state: needs(refused, 'mov') },
    { id: 'd', state: needs(refused, 'mkv\nNot allowed.') },
    { id: 'e', state: needs(refused, 'mkv') },
    { id: 'f', state: needs(refused, null) },
    { id: 'g', state: needs(refused, null) },
    // What another reason says in several lines is all of it its cause.
    { id: 'h', state: needs('site-refused', 'mov\nNot allowed.') },
    { id: 'i', state: needs('site-refused', 'mov\nNo.') },
  );
  const store = needsStore(sql);
  expect(store.counted(9).map(({ clips }) => clips)).toEqual([3, 2, 2]);
  const idsOf = (reason: Reason, detail: string | null) => store.idsOf([accountId], { reason, detail });
  expect(idsOf(refused, 'mov')).toEqual(['a', 'b', 'c']);
  expect(idsOf(refused, 'mov\nWords of yet another clip.')).toEqual(['a', 'b', 'c']);
  expect(idsOf(refused, 'mkv\nNot allowed.')).toEqual(['d', 'e']);
  expect(idsOf(refused, null)).toEqual(['f', 'g']);
  expect(idsOf('site-refused', 'mov\nNo.')).toEqual(['i']);
  // As those of several accounts are put together.
  const apart = (reason: Reason, detail: string | null) => toldApart({ reason, detail });
  expect([apart(refused, 'mov\nNo.'), apart(refused, null), apart('site-refused', 'a\nb')]).toEqual([
    ...['mov', null, 'a\nb'],
  ]);
});

it('that cannot be read are passed over', () => {
  const { store, sql } = filled();
  sql.exec("UPDATE jobs SET state = '{' WHERE id LIKE 'large%'");
  sql.exec(`UPDATE jobs SET state = '{"kind":"needs-you","reason":"of tomorrow"}' WHERE id LIKE 'missing%'`);
  expect(store.counted(9)).toMatchObject([{ accountId: otherAccount, clips: 2 }]);
  sql.prepare("UPDATE jobs SET state = ? WHERE id LIKE 'missing%'").run(JSON.stringify(states.waiting));
  sql.exec("UPDATE jobs SET kind = 'done' WHERE id LIKE 'large%'");
  expect(store.counted(9), 'that say to wait').toMatchObject([{ accountId: otherAccount, clips: 2 }]);
  expect(store.idsOf([accountId], { reason: 'too-large', detail: '100' })).toEqual([]);
});
