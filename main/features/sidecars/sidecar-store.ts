// What is known of the files beside clips, on disk: what they said, what of it is in the draft, and which names their sites are to be asked for.
import { z } from 'zod';
import type { SidecarProblem } from '../../../preload/contract.ts';
import { saidFields, storedDraft } from '../../fields.ts';
import { type AccountId, type Draft, emptyDraft, type JobId, type SiteId } from '../../model.ts';
import type { Sql } from '../../ports.ts';
import { atMost, createStatements } from '../../queue/store/sql.ts';
import { noteDamaged } from '../../untrusted/damaged.ts';
import { readRow } from '../../untrusted/rows.ts';
import { ids, oneOf } from '../../untrusted/stored.ts';
import type { NamedTerm, SidecarPut } from './sidecar-draft.ts';
import type { SidecarText } from './sidecar-text.ts';

export interface KeptSidecar extends SidecarText {
  /** Its name. */
  readonly file: string;
  /** See ingest/sidecar-files.ts. */
  readonly stamp: string;
  readonly put: SidecarPut;
  readonly names: readonly NamedTerm[];
  /** What the site's form, its clock and the day make of it. */
  readonly later: SidecarText['troubles'];
  /** Its user knows what of it was not understood. */
  readonly isSeen: boolean;
}

export interface SidecarRow {
  /** The site for which it was understood; '' = none. */
  readonly siteId: SiteId;
  /** The draft as its preset gave it. */
  readonly base: Draft;
  /** Null = no such file was found. */
  readonly kept: KeptSidecar | null;
}

export interface SidecarStore {
  of(jobId: JobId): SidecarRow;
  /** Inside a write. `asks` = the site has to be asked. */
  save(jobId: JobId, row: SidecarRow, asks: boolean): void;
  /** Clips of the account whose site has to be asked, at most `most`. */
  asking(accountId: AccountId, most: number): readonly JobId[];
  asks(accountId: AccountId): boolean;
  /** Clips of the account that lie at one of these places. */
  at(accountId: AccountId, paths: readonly string[]): readonly JobId[];
}

const problem = oneOf<SidecarProblem>({
  unreadable: true,
  'too-large': true,
  'not-text': true,
  'not-json': true,
  shape: true,
  'too-long': true,
  status: true,
  'held-back': true,
  'held-hidden': true,
  date: true,
  'date-zone': true,
  'date-missing': true,
  'date-over': true,
  openness: true,
});
const troubles = z.array(z.object({ problem, field: z.enum(saidFields).nullable(), text: z.string() }));
const termState = oneOf<NamedTerm['state']>({
  known: true,
  asking: true,
  making: true,
  missing: true,
  several: true,
  refused: true,
  'no-taxonomy': true,
  'too-long': true,
});
const saidField = z.enum(saidFields);
const keptSchema: z.ZodType<KeptSidecar> = z.object({
  file: z.string(),
  stamp: z.string(),
  said: z.object({
    fields: z.partialRecord(saidField, z.string()),
    terms: z.array(z.object({ key: z.string(), names: z.array(z.string()) })),
  }),
  put: z.object({
    fields: z.partialRecord(saidField, z.union([z.string(), z.number(), z.boolean()])),
    terms: z.record(z.string(), ids),
  }),
  names: z.array(
    z.object({
      key: z.string(),
      restBase: z.string().nullable(),
      name: z.string(),
      state: termState,
      id: z.number().nullable(),
    }),
  ),
  troubles,
  later: troubles,
  isSeen: z.boolean(),
});

/** Of clips that somebody still wants. CROSS JOIN: from the few that ask to their clips; left to itself, SQLite looks through all clips. */
const asking = `FROM sidecars INDEXED BY sidecars_asking CROSS JOIN jobs ON jobs.id = sidecars.job_id
  WHERE sidecars.asks = 1 AND jobs.account_id = ? AND jobs.removed = 0 AND jobs.kind <> 'cancelled'`;

/** Takes over an already migrated database. */
export function sidecarStore(sql: Sql): SidecarStore {
  const query = createStatements(sql);
  return {
    of: (jobId) => {
      const row = query('SELECT site_id, base, kept FROM sidecars WHERE job_id = ?').get(jobId);
      if (row === undefined) return { siteId: '', base: emptyDraft, kept: null };
      const base = readRow(storedDraft, row.base);
      const kept = row.kept === null ? null : readRow(keptSchema, row.kept);
      // What cannot be read counts as typed: nothing is written over it.
      if (!base.ok)
        noteDamaged(sql, { kind: 'job', name: `${jobId} preset`, problem: base.problem, text: String(row.base) });
      if (kept?.ok === false)
        noteDamaged(sql, { kind: 'job', name: `${jobId} sidecar`, problem: kept.problem, text: String(row.kept) });
      return {
        siteId: String(row.site_id),
        base: base.ok ? base.value : emptyDraft,
        kept: kept?.ok === true ? kept.value : null,
      };
    },
    save: (jobId, { siteId, base, kept }, asks) =>
      void query(
        `INSERT INTO sidecars (job_id, site_id, base, kept, asks) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (job_id) DO UPDATE
         SET site_id = excluded.site_id, base = excluded.base, kept = excluded.kept, asks = excluded.asks`,
      ).run(jobId, siteId, JSON.stringify(base), kept === null ? null : JSON.stringify(kept), Number(asks)),
    asking: (accountId, most) =>
      query(`SELECT sidecars.job_id ${asking} ORDER BY jobs.position ${atMost}`)
        .all(accountId, most)
        .map((row) => String(row.job_id)),
    asks: (accountId) => query(`SELECT 1 ${asking} LIMIT 1`).get(accountId) !== undefined,
    at: (accountId, paths) =>
      paths.flatMap((path) =>
        query(
          'SELECT id FROM jobs INDEXED BY jobs_by_path WHERE account_id = ? AND path = ? ORDER BY rowid DESC LIMIT 1',
        )
          .all(accountId, path)
          .map((row) => String(row.id)),
      ),
  };
}
