// Work of the same moment shares one commit: nothing is told to be written before it is durable.
import { type Clock, type Sql, StoreError } from '../../ports.ts';

export interface GroupCommit {
  /**
   * Runs `work` in the next common commit and resolves when it is durable. Work of the same moment shares one commit;
   * when one of them throws, the others are committed without it.
   */
  write<T>(work: () => T): Promise<T>;
}

export function createGroupCommit(sql: Sql, clock: Clock): GroupCommit {
  let waiting: (() => void)[] = [];
  const flush = (): void => {
    const works = waiting;
    waiting = [];
    const after: (() => void)[] = [];
    try {
      sql.transaction(() => {
        // Run a second time where the first one found no room on the disk.
        after.length = 0;
        for (const work of works) {
          sql.exec('SAVEPOINT one');
          try {
            work();
            sql.exec('RELEASE one');
          } catch (error) {
            // That is nobody's own failure, and has ended the whole commit.
            if (error instanceof StoreError && error.problem !== 'failed') throw error;
            sql.exec('ROLLBACK TO one; RELEASE one');
            after.push(() => reject(work, error));
          }
        }
      });
    } catch (error) {
      for (const work of works) reject(work, error);
      return;
    }
    for (const call of after) call();
    for (const work of works) outcomes.get(work)?.resolve();
    for (const work of works) outcomes.delete(work);
  };
  const outcomes = new Map<() => void, { resolve: () => void; reject: (error: unknown) => void }>();
  const reject = (work: () => void, error: unknown): void => {
    outcomes.get(work)?.reject(error);
    outcomes.delete(work);
  };

  return {
    write: <T>(work: () => T) =>
      new Promise<T>((resolve, rejectWork) => {
        let result: T;
        const run = (): void => {
          result = work();
        };
        outcomes.set(run, { resolve: () => resolve(result), reject: rejectWork });
        waiting.push(run);
        if (waiting.length === 1) clock.soon(flush);
      }),
  };
}
