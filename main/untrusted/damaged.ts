// What could not be read off the disk, kept word for word before anything takes its place: nothing that a person typed is thrown away.
import { type Sql, StoreError } from '../ports.ts';

/** What it was; `name` tells which one. */
export type DamagedKind = 'job' | 'edit' | 'move' | 'bulk-change' | 'folder-rules' | 'preset' | 'site' | 'settings';

export interface Damaged {
  readonly kind: DamagedKind;
  /** The row's id, and its column where that says more. */
  readonly name: string;
  readonly problem: string;
  readonly text: string;
}

/** Of these nobody would learn otherwise: the others show it in their own place. */
const toldApart: ReadonlySet<DamagedKind> = new Set(['edit', 'bulk-change', 'settings']);

/** How many of each kind the user has not been told of. */
export interface Untold {
  readonly edits: number;
  readonly changes: number;
  readonly settings: number;
}

/** Keeps the text once, however often it is met. Throws StoreError. */
export function keepDamaged(sql: Sql, { kind, name, problem, text }: Damaged): void {
  sql
    .prepare(
      `INSERT INTO damaged (kind, name, problem, text, told) SELECT ?1, ?2, ?3, ?4, ?5
       WHERE NOT EXISTS (SELECT 1 FROM damaged WHERE kind = ?1 AND name = ?2 AND text = ?4)`,
    )
    .run(kind, name, problem, text, Number(!toldApart.has(kind)));
}

/** The same while its row still has the text: without room on the disk it is kept by a later start (F-43). */
export function noteDamaged(sql: Sql, damaged: Damaged): void {
  try {
    keepDamaged(sql, damaged);
  } catch (error) {
    if (!(error instanceof StoreError) || error.problem !== 'full') throw error;
  }
}

export function untoldDamage(sql: Sql): Untold {
  const rows = sql.prepare('SELECT kind, COUNT(*) AS n FROM damaged WHERE told = 0 GROUP BY kind').all();
  const count = (kind: DamagedKind): number => Number(rows.find((row) => row.kind === kind)?.n ?? 0);
  return { edits: count('edit'), changes: count('bulk-change'), settings: count('settings') };
}

export function damageTold(sql: Sql): void {
  sql.prepare('UPDATE damaged SET told = 1 WHERE told = 0').run();
}
