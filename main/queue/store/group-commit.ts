// Work of the same moment shares one commit: nothing is told to be written before it is durable.
import { type Clock, type Sql, StoreError } from '../../ports.ts';

export interface GroupCommit {
  /**
   * Runs `work` in the next common commit and resolves when it is durable. Work of the same moment shares one commit;
   * when one of them throws, the others are committed without it.
   */
  write<T>(work: () => T): Promise<T>;
}

interface Work {
  run(): void;
  resolve(): void;
  reject(error: unknown): void;
}

export function createGroupCommit(sql: Sql, clock: Clock): GroupCommit {
  let waiting: Work[] = [];
  const flush = (): void => {
    const works = waiting;
    waiting = [];
    const failed = new Map<Work, unknown>();
    try {
      sql.transaction(() => {
        // Run a second time where the first one found no room on the disk.
        failed.clear();
        for (const work of works) {
          sql.exec('SAVEPOINT one');
          try {
            work.run();
            sql.exec('RELEASE one');
          } catch (error) {
            // That is nobody's own failure, and has ended the whole commit.
            if (error instanceof StoreError && error.problem !== 'failed') throw error;
            sql.exec('ROLLBACK TO one; RELEASE one');
            failed.set(work, error);
          }
        }
      });
    } catch (error) {
      for (const work of works) work.reject(error);
      return;
    }
    for (const [work, error] of failed) work.reject(error);
    // Who was told that it failed hears no more.
    for (const work of works) work.resolve();
  };

  return {
    write: <T>(work: () => T) =>
      new Promise<T>((resolve, reject) => {
        let result: T;
        const run = (): void => {
          result = work();
        };
        waiting.push({ run, resolve: () => resolve(result), reject });
        if (waiting.length === 1) clock.soon(flush);
      }),
  };
}
