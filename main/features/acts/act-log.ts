// What a person did and can take back: written down with what it did, in the same write, so that neither is there without the other.
import type { ActKind, ActOffers } from '../../../preload/contract.ts';
import type { Draft, FieldName, JobId, LeavingText } from '../../model.ts';
import { type Clock, type Sql, StoreError } from '../../ports.ts';
import type { Kept } from './act-items.ts';
import { type ActId, type ActState, createActRows, type KnownAct } from './act-rows.ts';
import { actedFields, bothActs, fieldActs, withLeaving } from './text-parts.ts';

/** Typing goes on as one act for so long, so that one step back is a thought and not a letter. */
const typingMs = 30_000;

export interface ActLog {
  /** A new act; what was taken back before cannot be done again. This and all up to `setState` inside a write. */
  begin(kind: ActKind): ActId;
  keep<K extends ActKind>(act: ActId, kind: K, about: string, item: Kept<K>): void;
  /** It was not done after all. */
  forget(act: ActId, about: string): void;
  /** A change of a clip's or video's text as part of an act; nothing is kept where nothing changed. */
  text(act: ActId, about: string, before: Draft, after: Draft): void;
  /** A change that is typed: it goes on with the act before it where that was the same text, a moment ago. */
  typed(kind: 'text' | 'video-text', about: string, before: Draft, after: Draft): void;
  /** Clips got other places in the order; steps of the same clips, one soon after the other, are one act. */
  moved(all: readonly { readonly jobId: JobId; readonly from: number; readonly to: number }[]): void;
  /** Text of a clip or video leaves for its site. */
  leaves(about: string, leaving: LeavingText): void;
  setState(act: ActId, state: ActState): void;

  find(act: ActId): KnownAct | null;
  /** Null = there is none, or it cannot be read: then it is as if nothing had been done to it. */
  item<K extends ActKind>(act: ActId, kind: K, about: string): Kept<K> | null;
  abouts(act: ActId): readonly string[];
  offers(): ActOffers;
  /** Acts that were being taken back, or done again, when the app ended. */
  unfinished(): readonly KnownAct[];
  /** The job went to another site: terms are that one's own, and none is put on here or there for it any more. */
  movedElsewhere(jobId: JobId): void;
  stop(): void;
}

/** Takes over an already migrated database. `onChange` = something else may be offered. */
export function createActLog(sql: Sql, clock: Clock, onChange: () => void): ActLog {
  const rows = createActRows(sql);

  /** The last act, where it is of this kind and something like it may go on with it. */
  const lastOf = (kind: ActKind): ActId | null => {
    const act = rows.last();
    const isFresh = Math.abs(clock.now() - (act?.at ?? 0)) <= typingMs;
    return act?.kind === kind && act.state === 'done' && isFresh ? act.id : null;
  };

  /** What a disk without room leaves there goes with the next act. */
  const isSwept = (): boolean => {
    try {
      return rows.sweep();
    } catch (error) {
      if (error instanceof StoreError) return true;
      throw error;
    }
  };
  let isSweeping = false;
  const sweepSoon = (): void => {
    if (isSweeping || !rows.hasLeft()) return;
    isSweeping = true;
    clock.soon(function next() {
      isSweeping = !isStopped && !isSwept();
      if (isSweeping) clock.soon(next);
    });
  };
  let isStopped = false;

  const log: ActLog = {
    begin: (kind) => {
      const id = rows.insert(kind, clock.now());
      sweepSoon();
      onChange();
      return id;
    },
    keep: (act, _kind, about, item) => {
      rows.put(act, about, item);
      sweepSoon();
      onChange();
    },
    forget: (act, about) => {
      rows.drop(act, about);
      onChange();
    },
    text: (act, about, before, after) => {
      const fields = fieldActs(before, after);
      if (actedFields(fields).length > 0) log.keep(act, 'text', about, { fields });
    },
    typed: (kind, about, before, after) => {
      const fields = fieldActs(before, after);
      if (actedFields(fields).length === 0) return;
      const id = lastOf(kind);
      const known = id === null ? null : rows.item(id, kind, about);
      const goesOn = id !== null && known !== null && rows.count(id) === 1;
      if (!goesOn || actedFields(fields).some((field) => known.fields[field] === undefined)) {
        log.keep(log.begin(kind), kind, about, { fields });
        return;
      }
      rows.touch(id, clock.now());
      log.keep(id, kind, about, { fields: bothActs(known.fields, fields) });
    },
    moved: (all) => {
      if (all.length === 0) return;
      const id = lastOf('order');
      const known = all.map(({ jobId }) => (id === null ? null : rows.item(id, 'order', jobId)));
      const goesOn =
        id !== null && rows.count(id) === all.length && known.every((item, at) => item?.to === all[at]?.from);
      const act = goesOn ? id : log.begin('order');
      if (goesOn) rows.touch(act, clock.now());
      for (const [at, { jobId, from, to }] of all.entries()) {
        log.keep(act, 'order', jobId, { from: (goesOn ? known[at]?.from : null) ?? from, to });
      }
    },
    leaves: (about, leaving) => {
      const later = new Set<FieldName>();
      for (const { act, item } of rows.textsAbout(about)) {
        const fields = withLeaving(item.fields, leaving, later);
        if (fields !== null) rows.put(act, about, { fields });
        for (const field of actedFields(item.fields)) later.add(field);
      }
    },
    movedElsewhere: (jobId) => {
      for (const { act, item } of rows.textsAbout(jobId)) {
        const fields = Object.fromEntries(Object.entries(item.fields).filter(([field]) => !field.startsWith('terms:')));
        if (actedFields(fields).length < actedFields(item.fields).length) rows.put(act, jobId, { fields });
      }
    },
    setState: (act, state) => {
      rows.setState(act, state);
      onChange();
    },
    find: rows.find,
    item: rows.item,
    abouts: rows.abouts,
    offers: rows.offers,
    unfinished: rows.unfinished,
    stop: () => {
      isStopped = true;
    },
  };
  return log;
}
