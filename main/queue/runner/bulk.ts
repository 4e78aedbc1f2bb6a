// One change for many jobs: written down whole first, then applied in small steps, so that neither a kill nor the window waits for it.
import pLimit from 'p-limit';
import { z } from 'zod';
import type { Job, JobId } from '../../model.ts';
import type { Logger, Sql } from '../../ports.ts';
import { keepDamaged } from '../../untrusted/damaged.ts';
import { readRow, readValue } from '../../untrusted/rows.ts';
import { count } from '../../untrusted/stored.ts';
import type { JobEvent } from '../job/job-event.ts';
import type { QueueStore } from '../store/job-store.ts';
import type { Runner } from './runner.ts';

/** Small enough that a key pressed meanwhile is not felt to be late. */
const stepJobs = 100;

export interface BulkOptions<T> {
  readonly sql: Sql;
  readonly store: QueueStore;
  readonly runner: Pick<Runner, 'applyMany' | 'setPaused'>;
  readonly logger: Logger;
  /** The shape of a change on disk. */
  readonly schema: z.ZodType<T>;
  /** What the change is to one job, asked inside the write; `place` counts from 0 among all of them, null = nothing. */
  readonly event: (job: Job, place: number, change: T) => JobEvent | null;
  readonly onStep: () => void;
  /** Inside the write that ends a change. Left out = nothing is to be done then. */
  readonly onEnd?: (change: T) => void;
  /** What has to be known of these jobs before `event` is asked. Left out = nothing. */
  readonly prepare?: (jobIds: readonly JobId[], change: T) => Promise<void>;
}

export interface Bulk<T> {
  /**
   * Durable once it begins; resolves with the number of changed jobs when all are. Changes follow one another. Given as a function, `change` is
   * asked for inside the write that begins it.
   */
  apply(jobIds: readonly JobId[], change: T | (() => T)): Promise<number>;
  /** Resolves when no change is under way: what is typed later must not be overtaken by one. */
  settled(): Promise<void>;
  /**
   * Goes on with what an earlier run of the app left, or a full disk; gives what that is. A change that cannot be read is ended, and as nobody knows any more which
   * clips were to become what, nothing more is sent until the user goes on.
   */
  resume(): readonly T[];
}

const idsSchema = z.array(z.string());

export function createBulk<T>(options: BulkOptions<T>): Bulk<T> {
  const { sql, store, runner, logger, schema, event, onStep } = options;
  const insert = sql.prepare('INSERT INTO bulk_changes (ids, change, next) VALUES (?, ?, 0) RETURNING id');
  const progress = sql.prepare('UPDATE bulk_changes SET next = ? WHERE id = ?');
  const remove = sql.prepare('DELETE FROM bulk_changes WHERE id = ?');
  const left = sql.prepare('SELECT * FROM bulk_changes ORDER BY id');
  const inTurn = pLimit(1);
  const underWay = new Set<number>();

  const run = (id: number, jobIds: readonly JobId[], change: T, from: number): Promise<number> => {
    underWay.add(id);
    return inTurn(() => carryOut(id, jobIds, change, from)).finally(() => underWay.delete(id));
  };
  const carryOut = async (id: number, jobIds: readonly JobId[], change: T, from: number): Promise<number> => {
    let changed = 0;
    for (let next = from; next < jobIds.length; next += stepJobs) {
      const ids = jobIds.slice(next, next + stepJobs);
      const end = next + ids.length;
      await options.prepare?.(ids, change);
      changed += await runner.applyMany(
        ids,
        (job, place) => event(job, next + place, change),
        () => {
          if (end < jobIds.length) {
            progress.run(end, id);
            return;
          }
          remove.run(id);
          options.onEnd?.(change);
        },
      );
      onStep();
    }
    return changed;
  };

  return {
    apply: async (jobIds, given) => {
      if (jobIds.length === 0) return 0;
      const [id, change] = await store.write(() => {
        const made = typeof given === 'function' ? (given as () => T)() : given;
        return [Number(insert.get(JSON.stringify(jobIds), JSON.stringify(made))?.id), made] as const;
      });
      return run(id, jobIds, change, 0);
    },
    settled: () => inTurn(() => {}),
    resume: () => {
      const goOn: T[] = [];
      for (const row of left.all()) {
        const id = Number(row.id);
        if (underWay.has(id)) continue;
        const failed = (error: unknown): void =>
          logger.error('A change for many was not finished', { error: String(error) });
        const jobIds = readRow(idsSchema, row.ids);
        const change = readRow(schema, row.change);
        const next = readValue(count, row.next);
        if (jobIds.ok && change.ok && next.ok) {
          goOn.push(change.value);
          run(id, jobIds.value, change.value, next.value).catch(failed);
          continue;
        }
        const problem = [jobIds, change, next].map((read) => (read.ok ? 'readable' : read.problem)).join(', ');
        const text = JSON.stringify({ ids: row.ids, change: row.change, next: row.next });
        logger.error('A change for many cannot be read any more', { id, problem });
        runner.setPaused(true).catch(failed);
        store
          .write(() => {
            keepDamaged(sql, { kind: 'bulk-change', name: String(id), problem, text });
            remove.run(id);
          })
          .catch(failed);
        onStep();
      }
      return goOn;
    },
  };
}
