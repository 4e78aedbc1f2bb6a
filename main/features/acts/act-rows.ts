// Acts that can be taken back, and what they did to each clip or video, as rows.
import { z } from 'zod';
import type { ActKind, ActOffers, ActWay } from '../../../preload/contract.ts';
import type { WallMs } from '../../model.ts';
import type { Sql, SqlRow } from '../../ports.ts';
import { readValue } from '../../untrusted/rows.ts';
import { whole } from '../../untrusted/stored.ts';
import { actKind, type Kept, readItem } from './act-items.ts';

/** So many acts can be taken back, one after the other. */
const mostActs = 50;

export type ActId = number;
export type ActState = 'done' | 'undoing' | 'undone' | 'redoing';

export interface KnownAct {
  readonly id: ActId;
  readonly kind: ActKind;
  readonly state: ActState;
  /** When it was done, or went on last. */
  readonly at: WallMs;
}

export interface ActRows {
  /** What was taken back before it is gone. */
  insert(kind: ActKind, at: WallMs): ActId;
  touch(act: ActId, at: WallMs): void;
  setState(act: ActId, state: ActState): void;
  put<K extends ActKind>(act: ActId, about: string, item: Kept<K>): void;
  drop(act: ActId, about: string): void;
  find(act: ActId): KnownAct | null;
  last(): KnownAct | null;
  item<K extends ActKind>(act: ActId, kind: K, about: string): Kept<K> | null;
  count(act: ActId): number;
  abouts(act: ActId): readonly string[];
  /** Text of a clip or video that was not taken back, the newest act first. */
  textsAbout(about: string): readonly { readonly act: ActId; readonly item: Kept<'text'> }[];
  offers(): ActOffers;
  /** Acts that were being taken back, or done again, when the app ended. */
  unfinished(): readonly KnownAct[];
}

const states = z.enum(['done', 'undoing', 'undone', 'redoing'] satisfies ActState[]);

/** Null = it cannot be read: nothing of it is offered. */
function toAct(row: SqlRow | undefined): KnownAct | null {
  const kind = readValue(actKind, row?.kind);
  const state = readValue(states, row?.state);
  const at = readValue(whole, row?.at);
  return kind.ok && state.ok && at.ok
    ? { id: Number(row?.id), kind: kind.value, state: state.value, at: at.value }
    : null;
}

/** Takes over an already migrated database. */
export function createActRows(sql: Sql): ActRows {
  const insert = sql.prepare("INSERT INTO acts (kind, state, at) VALUES (?, 'done', ?) RETURNING id");
  const one = sql.prepare('SELECT * FROM acts WHERE id = ?');
  const last = sql.prepare('SELECT * FROM acts ORDER BY id DESC LIMIT 1');
  const offered = {
    undo: sql.prepare(
      `SELECT * FROM acts WHERE state = 'done' AND EXISTS (SELECT 1 FROM act_items WHERE act_id = acts.id)
       ORDER BY id DESC LIMIT 1`,
    ),
    redo: sql.prepare(
      `SELECT * FROM acts WHERE state = 'undone' AND id > (SELECT COALESCE(MAX(id), 0) FROM acts WHERE state = 'done')
       ORDER BY id LIMIT 1`,
    ),
  };
  const dropItems = sql.prepare(
    "DELETE FROM act_items WHERE act_id IN (SELECT id FROM acts WHERE state = 'undone' OR id <= ?)",
  );
  const dropActs = sql.prepare("DELETE FROM acts WHERE state = 'undone' OR id <= ?");
  const put = sql.prepare(
    'INSERT INTO act_items VALUES (?, ?, ?) ON CONFLICT (act_id, about) DO UPDATE SET item = excluded.item',
  );
  const drop = sql.prepare('DELETE FROM act_items WHERE act_id = ? AND about = ?');
  const get = sql.prepare('SELECT item FROM act_items WHERE act_id = ? AND about = ?');
  const of = sql.prepare('SELECT about FROM act_items WHERE act_id = ? ORDER BY about');
  const count = sql.prepare('SELECT COUNT(*) AS n FROM act_items WHERE act_id = ?');
  const textsOf = sql.prepare(
    `SELECT act_id, item FROM act_items JOIN acts ON acts.id = act_id
     WHERE about = ? AND kind IN ('text', 'video-text') AND state <> 'undone' ORDER BY act_id DESC`,
  );
  const touch = sql.prepare('UPDATE acts SET at = ? WHERE id = ?');
  const setState = sql.prepare('UPDATE acts SET state = ? WHERE id = ?');
  const unfinished = sql.prepare("SELECT * FROM acts WHERE state IN ('undoing', 'redoing') ORDER BY id");

  const countOf = (act: ActId): number => Number(count.get(act)?.n);
  const offer = (way: ActWay) => {
    const act = toAct(offered[way].get());
    return act && { id: act.id, kind: act.kind, count: countOf(act.id) };
  };
  return {
    insert: (kind, at) => {
      const id = Number(insert.get(kind, Math.floor(at))?.id);
      for (const old of [dropItems, dropActs]) old.run(id - mostActs);
      return id;
    },
    touch: (act, at) => void touch.run(Math.floor(at), act),
    setState: (act, state) => void setState.run(state, act),
    put: (act, about, item) => void put.run(act, about, JSON.stringify(item)),
    drop: (act, about) => void drop.run(act, about),
    find: (act) => toAct(one.get(act)),
    last: () => toAct(last.get()),
    item: (act, kind, about) => readItem(kind, get.get(act, about)?.item),
    count: countOf,
    abouts: (act) => of.all(act).map((row) => String(row.about)),
    textsAbout: (about) =>
      textsOf.all(about).flatMap((row) => {
        const item = readItem('text', row.item);
        return item === null ? [] : [{ act: Number(row.act_id), item }];
      }),
    offers: () => ({ undo: offer('undo'), redo: offer('redo') }),
    unfinished: () => unfinished.all().flatMap((row) => toAct(row) ?? []),
  };
}
