// Clips that a host refused together, on disk: each is known once, and goes on once because of that (F-21).
import { expect, it } from 'vitest';
import { blockedClipsStore } from '../../../../main/queue/store/blocked-clips-store.ts';
import { memoryQueue } from './memory-queue.ts';

const host = 'https://one.example';

it('are those that were noted of a host and have not gone on, in the order of noting', () => {
  const { sql } = memoryQueue();
  const clips = blockedClipsStore(sql);
  expect(clips.of(host)).toEqual([]);
  expect(clips.note(host, ['b', 'a'])).toEqual(['b', 'a']);
  expect(clips.of(host)).toEqual(['b', 'a']);
  expect(clips.note(host, ['a', 'c'])).toEqual(['c']);
  expect(clips.of(host)).toEqual(['b', 'a', 'c']);
  expect(clips.of('https://two.example')).toEqual([]);
  clips.spend(host, 'a');
  expect(clips.of(host)).toEqual(['b', 'c']);
  // It went on once: refused again, it is no reason to let it go on a second time.
  expect(clips.note(host, ['a'])).toEqual([]);
  expect(clips.of(host)).toEqual(['b', 'c']);
  expect(blockedClipsStore(sql).of(host), 'after a restart').toEqual(['b', 'c']);
});

it('are asked for after each clip that arrives, and read off the disk once', () => {
  const { sql } = memoryQueue();
  let reads = 0;
  const clips = blockedClipsStore({
    ...sql,
    prepare: (text) => {
      const statement = sql.prepare(text);
      const all: typeof statement.all = (...values) => {
        reads++;
        return statement.all(...values);
      };
      return { ...statement, all };
    },
  });
  clips.note(host, ['a']);
  for (let times = 0; times < 3; times++) expect(clips.of(host)).toEqual(['a']);
  expect(reads).toBe(1);
});
