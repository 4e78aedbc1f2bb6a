// Work of the same moment in one commit: what is nobody's own failure ends all of it, what is somebody's only theirs.
import { expect, it } from 'vitest';
import { openSqlite } from '../../../../main/adapters/database/sqlite.ts';
import { type Sql, StoreError, type StoreProblem } from '../../../../main/ports.ts';
import { createGroupCommit, type GroupCommit } from '../../../../main/queue/store/group-commit.ts';
import { handClock } from '../hand-clock.ts';

function begin(transaction?: (real: Sql) => Sql['transaction']) {
  const real = openSqlite(':memory:');
  real.exec('CREATE TABLE notes (word TEXT)');
  const sql = transaction ? { ...real, transaction: transaction(real) } : real;
  const words = () =>
    real
      .prepare('SELECT word FROM notes')
      .all()
      .map((row) => row.word);
  const note = (word: string) => real.prepare('INSERT INTO notes VALUES (?)').run(word);
  const clock = handClock();
  return { words, note, settle: clock.settle, commit: createGroupCommit(sql, clock) };
}

const outcomes = async (writes: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(writes)).map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)));

const noting = ({ write }: GroupCommit, note: (word: string) => void, word: string, error?: Error) =>
  write(() => {
    note(word);
    if (error) throw error;
    return word;
  });

it.each<StoreProblem>(['full', 'damaged'])(
  'ends as a whole where the disk is %s, and the next goes on',
  async (problem) => {
    const { words, note, commit } = begin();
    const error = new StoreError(problem, 'No.');
    expect(
      await outcomes([noting(commit, note, 'a'), noting(commit, note, 'b', error), noting(commit, note, 'c')]),
    ).toEqual(['StoreError: No.', 'StoreError: No.', 'StoreError: No.']);
    expect(words()).toEqual([]);
    expect(await noting(commit, note, 'd')).toBe('d');
    expect(words()).toEqual(['d']);
  },
);

it('goes on without the work that failed by itself', async () => {
  const { words, note, commit } = begin();
  const failed = new StoreError('failed', 'Not unique.');
  const writes = [noting(commit, note, 'a'), noting(commit, note, 'b', failed), noting(commit, note, 'c')];
  expect(await outcomes(writes)).toEqual(['a', 'StoreError: Not unique.', 'c']);
  expect(words()).toEqual(['a', 'c']);
});

it('tells what came of the second time, where the first one found no room', async () => {
  let times = 0;
  const { words, note, commit } = begin((real) => (work) => {
    try {
      return real.transaction(() => {
        work();
        throw new StoreError('full', 'Full.');
      });
    } catch {
      times++;
      return real.transaction(work);
    }
  });
  let tries = 0;
  const once = commit.write(() => {
    note('a');
    if (++tries === 1) throw new Error('Only the first time.');
    return tries;
  });
  expect(await outcomes([once, noting(commit, note, 'b')])).toEqual([2, 'b']);
  expect([times, words()]).toEqual([1, ['a', 'b']]);
});

it('is begun once for all work of a moment, and anew for what comes while it is done', async () => {
  let commits = 0;
  const { words, note, settle, commit } = begin((real) => (work) => {
    commits++;
    return real.transaction(work);
  });
  const later: Promise<unknown>[] = [];
  const first = commit.write(() => {
    later.push(noting(commit, note, 'late'));
    note('first');
  });
  await Promise.all([first, noting(commit, note, 'second')]);
  await Promise.all(later);
  await settle();
  expect([commits, words()]).toEqual([2, ['first', 'second', 'late']]);
});
