// What was typed for videos on the site, on disk until the site has it, and which clips of this computer became videos.
import { z } from 'zod';
import { completed, fieldValues, firstWithTerms, nothingShown, shownSchemas, storedDraft } from '../fields.ts';
import { type AccountId, type Edit, emptyDraft, type JobId } from '../model.ts';
import type { Sql, SqlRow } from '../ports.ts';
import { noteDamaged } from '../untrusted/damaged.ts';
import { readRow } from '../untrusted/rows.ts';
import { count, ids, waitReason } from '../untrusted/stored.ts';

export interface StoredEdit {
  readonly accountId: AccountId;
  readonly edit: Edit;
}

export interface LibraryStore {
  edits(): readonly StoredEdit[];
  /** Durable when it returns; null forgets. */
  save(accountId: AccountId, videoId: number, edit: Edit | null): void;
  /** Durable when it returns, all or none of them, with what `alongside` writes. */
  saveAll(accountId: AccountId, edits: readonly (readonly [number, Edit | null])[], alongside?: () => void): void;
  /** The clip of this computer that each of the videos was sent as: the last one, where there are several. */
  clipsOf(accountId: AccountId, videoIds: readonly number[]): ReadonlyMap<number, VideoClip>;
}

export interface VideoClip {
  readonly jobId: JobId;
  /** What its container is; null = not known. */
  readonly format: string | null;
}

const text = z.string();
const maybeTime = z.number().nullable();
// The moment that a video is public from is that of its creation.
const { publishAt: createdAt, ...shown } = shownSchemas;
const { publishAt: _createdAt, ...nothingOfVideo } = nothingShown;
const videoSchema = z.preprocess(
  completed(firstWithTerms, nothingOfVideo),
  z.object({
    id: z.number(),
    ...shown,
    formatted: z.boolean(),
    cut: z.boolean().exactOptional(),
    terms: z.record(text, ids),
    link: text.nullable(),
    createdAt,
    modifiedAt: maybeTime,
  }),
);
const editSchema = z.object({
  videoId: z.number(),
  draft: storedDraft,
  seen: videoSchema.nullable(),
  left: z.object({ values: fieldValues, sent: fieldValues }).optional(),
  revision: count,
  failures: count,
  state: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('waiting'), why: waitReason.nullable(), until: maybeTime }),
    z.object({ kind: z.literal('changed-on-site'), theirs: fieldValues }),
    z.object({ kind: z.literal('refused'), said: text.nullable(), fields: z.array(text).optional() }),
    z.object({ kind: z.literal('ignored'), fields: z.array(text) }),
    z.object({ kind: z.literal('gone') }),
  ]),
});

export function libraryStore(sql: Sql): LibraryStore {
  const all = sql.prepare('SELECT account_id, video_id, edit FROM edits');
  const put = sql.prepare(`INSERT INTO edits (account_id, video_id, edit) VALUES (?, ?, ?)
    ON CONFLICT (account_id, video_id) DO UPDATE SET edit = excluded.edit`);
  const drop = sql.prepare('DELETE FROM edits WHERE account_id = ? AND video_id = ?');
  // Also of clips that were taken off the list. Facts that cannot be read tell no format.
  const sent = sql.prepare(`SELECT video_id, jobs.id, IIF(json_valid(facts), facts ->> '$.format', NULL) AS format
    FROM json_each(?2) AS wanted CROSS JOIN jobs INDEXED BY jobs_by_video ON account_id = ?1 AND video_id = wanted.value
    ORDER BY jobs.rowid`);
  /** One that cannot be read stands still: nothing of it goes to the site, and its row stays as it is until the user answers it. */
  const toEdit = (row: SqlRow): Edit => {
    const videoId = Number(row.video_id);
    const read = readRow(editSchema, row.edit);
    if (read.ok && read.value.videoId === videoId) return read.value;
    const problem = read.ok ? 'of another video' : read.problem;
    noteDamaged(sql, { kind: 'edit', name: `${row.account_id} ${videoId}`, problem, text: String(row.edit) });
    return { videoId, draft: emptyDraft, seen: null, revision: 0, failures: 0, state: { kind: 'damaged' } };
  };
  const save: LibraryStore['save'] = (accountId, videoId, edit) => {
    if (edit === null) drop.run(accountId, videoId);
    else put.run(accountId, videoId, JSON.stringify(edit));
  };
  return {
    edits: () => all.all().map((row) => ({ accountId: String(row.account_id), edit: toEdit(row) })),
    save,
    saveAll: (accountId, edits, alongside) =>
      sql.transaction(() => {
        for (const [videoId, edit] of edits) save(accountId, videoId, edit);
        alongside?.();
      }),
    clipsOf: (accountId, videoIds) =>
      new Map(
        sent
          .all(accountId, JSON.stringify(videoIds))
          .map((row) => [
            Number(row.video_id),
            { jobId: String(row.id), format: row.format === null ? null : String(row.format) },
          ]),
      ),
  };
}
