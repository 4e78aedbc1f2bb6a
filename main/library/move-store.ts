// Videos on their way to the trash, out of it or away for good, as rows: there before a site is asked, and until their user has read what became of them.
import { z } from 'zod';
import type { AccountId, LibraryActProblem } from '../model.ts';
import type { Sql, SqlRow } from '../ports.ts';
import { noteDamaged } from '../untrusted/damaged.ts';
import { readRow, readValue } from '../untrusted/rows.ts';
import { count, oneOf, waitReason, whole } from '../untrusted/stored.ts';
import { type Move, newMove } from './move-state.ts';

/** What a person did: one of the acts of the library, or the way back or forth again of one. */
export type MoveWhat = 'trash' | 'restore' | 'publish-again' | 'delete-forever' | 'undo' | 'redo';

/** A move with what it belongs to. */
export interface HeldMove {
  readonly id: number;
  /** All moves of one act of a person. */
  readonly batchId: number;
  readonly accountId: AccountId;
  readonly what: MoveWhat;
  /** The act in the log of what can be taken back; null = nothing takes it back. */
  readonly actId: number | null;
  /** Its user has read what became of it. */
  readonly isTold: boolean;
  readonly move: Move;
}

export interface MoveStore {
  /** All of them, in the order in which they were wanted. */
  all(): readonly HeldMove[];
  /** The number of a new batch. Inside a write, with its moves. */
  nextBatch(): number;
  insert(move: Omit<HeldMove, 'id'>): HeldMove;
  save(id: number, move: Move): void;
  setTold(batchId: number, isTold: boolean): void;
  remove(ids: readonly number[]): void;
  /** Durable when it returns, all of it or nothing. */
  write<T>(work: () => T): T;
}

const problem = oneOf<LibraryActProblem>({
  offline: true,
  'sign-in': true,
  'site-busy': true,
  'site-maintenance': true,
  'server-error': true,
  'web-page-answer': true,
  'site-refused': true,
  'not-allowed': true,
  gone: true,
  'no-trash': true,
  changed: true,
  damaged: true,
});
const what = oneOf<MoveWhat>({
  trash: true,
  restore: true,
  'publish-again': true,
  'delete-forever': true,
  undo: true,
  redo: true,
});
const text = z.string();
const moveSchema: z.ZodType<Move> = z.object({
  videoId: z.number(),
  title: text.nullable(),
  to: text.nullable(),
  from: text.nullable(),
  isAsked: z.boolean(),
  stops: z.boolean(),
  failures: count,
  state: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('waiting'), why: waitReason.nullable(), until: z.number().nullable() }),
    z.object({ kind: z.literal('done') }),
    z.object({ kind: z.literal('there') }),
    z.object({ kind: z.literal('otherwise'), is: text }),
    z.object({ kind: z.literal('failed'), problem, said: text.nullable() }),
    z.object({ kind: z.literal('stopped') }),
  ]),
});
const actId = whole.nullable();

/** Takes over an already migrated database. */
export function moveStore(sql: Sql): MoveStore {
  const all = sql.prepare('SELECT * FROM moves ORDER BY id');
  const newest = sql.prepare('SELECT COALESCE(MAX(batch_id), 0) AS n FROM moves');
  const insert = sql.prepare(
    `INSERT INTO moves (batch_id, account_id, video_id, what, act_id, told, move) VALUES (?, ?, ?, ?, ?, ?, ?)
     RETURNING id`,
  );
  const save = sql.prepare('UPDATE moves SET move = ? WHERE id = ?');
  const setTold = sql.prepare('UPDATE moves SET told = ? WHERE batch_id = ?');
  const remove = sql.prepare('DELETE FROM moves WHERE id IN (SELECT value FROM json_each(?))');

  /** One that cannot be read stands still: the site is asked for nothing, and its row stays until the user has read of it. */
  const toHeld = (row: SqlRow): HeldMove => {
    const videoId = Number(row.video_id);
    const read = {
      move: readRow(moveSchema, row.move),
      what: readValue(what, row.what),
      actId: readValue(actId, row.act_id),
    };
    const known = { id: Number(row.id), batchId: Number(row.batch_id), accountId: String(row.account_id) };
    const isTold = row.told === 1;
    if (read.move.ok && read.what.ok && read.actId.ok && read.move.value.videoId === videoId)
      return { ...known, what: read.what.value, actId: read.actId.value, isTold, move: read.move.value };
    const wrong = [read.move, read.what, read.actId].find(({ ok }) => !ok);
    noteDamaged(sql, {
      ...{ kind: 'move', name: `${row.account_id} ${videoId}` },
      problem: wrong === undefined || wrong.ok ? 'of another video' : wrong.problem,
      text: `${row.what} ${row.move}`,
    });
    const lost = newMove({ videoId, title: null, to: null, from: null });
    return {
      ...{ ...known, isTold, actId: null, move: { ...lost, state: { kind: 'damaged' } } },
      what: read.what.ok ? read.what.value : 'trash',
    };
  };

  return {
    all: () => all.all().map(toHeld),
    nextBatch: () => Number(newest.get()?.n ?? 0) + 1,
    insert: (held) => {
      const { batchId, accountId, move } = held;
      const { videoId } = move;
      const row = insert.get(
        ...([batchId, accountId, videoId, held.what, held.actId, Number(held.isTold), JSON.stringify(move)] as const),
      );
      return { ...held, id: Number(row?.id) };
    },
    save: (id, move) => void save.run(JSON.stringify(move), id),
    setTold: (batchId, isTold) => void setTold.run(Number(isTold), batchId),
    remove: (ids) => void remove.run(JSON.stringify(ids)),
    write: (work) => sql.transaction(work),
  };
}
