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
/** Of the acts before the last one no more than so many clips and videos are kept: a hundred megabytes. */
const mostItems = 100_000;
/** Rows that are dropped in a few milliseconds. */
const stepRows = 500;

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
  insert(kind: ActKind, at: WallMs): ActId;
  touch(act: ActId, at: WallMs): void;
  setState(act: ActId, state: ActState): void;
  /** With the first one of an act, what was taken back before it is gone. */
  put<K extends ActKind>(act: ActId, about: string, item: Kept<K>): void;
  /** Whether acts were dropped whose items are still there. */
  hasLeft(): boolean;
  /** Drops some of what belongs to no act any more; gives whether that was all. */
  sweep(): boolean;
  drop(act: ActId, about: string): void;
  find(act: ActId): KnownAct | null;
  last(): KnownAct | null;
  item<K extends ActKind>(act: ActId, kind: K, about: string): Kept<K> | null;
  count(act: ActId): number;
  abouts(act: ActId): readonly string[];
  /** Text of a clip or video, the newest act first. */
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
    undo: sql.prepare(`SELECT * FROM acts WHERE state = 'done' AND items > 0 ORDER BY id DESC LIMIT 1`),
    redo: sql.prepare(
      `SELECT * FROM acts WHERE state = 'undone' AND id > (SELECT COALESCE(MAX(id), 0) FROM acts WHERE state = 'done' AND items > 0)
       ORDER BY id LIMIT 1`,
    ),
  };
  const dropUndone = sql.prepare("DELETE FROM acts WHERE state = 'undone' AND id < ?");
  // What is being taken back, or done again, is needed to its end.
  const dropOld = sql.prepare(
    `DELETE FROM acts WHERE state NOT IN ('undoing', 'redoing') AND id < ?
     AND (id <= ? OR (SELECT SUM(items) FROM acts AS later WHERE later.id >= acts.id AND later.id < ?) > ${mostItems})`,
  );
  // A damaged list may have left them: their act was another one.
  const dropItems = sql.prepare('DELETE FROM act_items WHERE act_id = ?');
  const sweep = sql.prepare(
    `DELETE FROM act_items WHERE (act_id, about) IN
     (SELECT act_id, about FROM act_items WHERE act_id NOT IN (SELECT id FROM acts) LIMIT ${stepRows})`,
  );
  const add = sql.prepare('INSERT INTO act_items VALUES (?, ?, ?) ON CONFLICT (act_id, about) DO NOTHING');
  const change = sql.prepare('UPDATE act_items SET item = ? WHERE act_id = ? AND about = ?');
  const counted = sql.prepare('UPDATE acts SET items = items + ? WHERE id = ?');
  const drop = sql.prepare('DELETE FROM act_items WHERE act_id = ? AND about = ?');
  const get = sql.prepare('SELECT item FROM act_items WHERE act_id = ? AND about = ?');
  const of = sql.prepare('SELECT about FROM act_items WHERE act_id = ? ORDER BY about');
  const count = sql.prepare('SELECT items AS n FROM acts WHERE id = ?');
  const textsOf = sql.prepare(
    `SELECT act_id, item FROM act_items JOIN acts ON acts.id = act_id
     WHERE about = ? AND kind IN ('text', 'video-text') ORDER BY act_id DESC`,
  );
  const touch = sql.prepare('UPDATE acts SET at = ? WHERE id = ?');
  const setState = sql.prepare('UPDATE acts SET state = ? WHERE id = ?');
  const unfinished = sql.prepare("SELECT * FROM acts WHERE state IN ('undoing', 'redoing') ORDER BY id");

  // What the run of the app before this one left is swept with the first that this one drops.
  let isLeft = false;
  const noteLeft = ({ changes }: { readonly changes: number }): void => {
    if (changes > 0) isLeft = true;
  };
  const countOf = (act: ActId): number => Number(count.get(act)?.n ?? 0);
  const offer = (way: ActWay) => {
    const act = toAct(offered[way].get());
    return act && { id: act.id, kind: act.kind, count: countOf(act.id) };
  };
  return {
    insert: (kind, at) => {
      const id = Number(insert.get(kind, Math.floor(at))?.id);
      noteLeft(dropOld.run(id, id - mostActs, id));
      dropItems.run(id);
      return id;
    },
    touch: (act, at) => void touch.run(Math.floor(at), act),
    setState: (act, state) => void setState.run(state, act),
    put: (act, about, item) => {
      if (countOf(act) === 0) noteLeft(dropUndone.run(act));
      const text = JSON.stringify(item);
      if (add.run(act, about, text).changes > 0) counted.run(1, act);
      else change.run(text, act, about);
    },
    hasLeft: () => isLeft,
    sweep: () => {
      isLeft = sweep.run().changes === stepRows;
      return !isLeft;
    },
    drop: (act, about) => void counted.run(-drop.run(act, about).changes, act),
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
