// What was typed for videos on the site, on disk until the site has it, and which videos came from this computer.
import type { AccountId, Edit } from '../model.ts';
import type { Sql } from '../ports.ts';

export interface StoredEdit {
  readonly accountId: AccountId;
  readonly edit: Edit;
}

export interface LibraryStore {
  edits(): readonly StoredEdit[];
  /** Durable when it returns; null forgets. */
  save(accountId: AccountId, videoId: number, edit: Edit | null): void;
  /** Those of the videos that a clip of this computer became. */
  fromHere(accountId: AccountId, videoIds: readonly number[]): ReadonlySet<number>;
}

export function libraryStore(sql: Sql): LibraryStore {
  const all = sql.prepare('SELECT account_id, edit FROM edits');
  const put = sql.prepare(`INSERT INTO edits (account_id, video_id, edit) VALUES (?, ?, ?)
    ON CONFLICT (account_id, video_id) DO UPDATE SET edit = excluded.edit`);
  const drop = sql.prepare('DELETE FROM edits WHERE account_id = ? AND video_id = ?');
  const here = sql.prepare(
    'SELECT DISTINCT video_id FROM jobs WHERE account_id = ? AND video_id IN (SELECT value FROM json_each(?))',
  );
  return {
    edits: () =>
      all.all().map((row) => ({ accountId: String(row.account_id), edit: JSON.parse(String(row.edit)) as Edit })),
    save: (accountId, videoId, edit) => {
      if (edit === null) drop.run(accountId, videoId);
      else put.run(accountId, videoId, JSON.stringify(edit));
    },
    fromHere: (accountId, videoIds) =>
      new Set(here.all(accountId, JSON.stringify(videoIds)).map((row) => Number(row.video_id))),
  };
}
