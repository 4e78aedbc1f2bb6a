// The one database's tables, as migrations in order; a newer database than this app knows is refused, never touched.
import { type Sql, StoreError } from './ports.ts';

/** A migration that has landed is never edited: databases that went through it are out there. */
export const migrations: readonly string[] = [
  `
  CREATE TABLE sites (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, address TEXT NOT NULL, root TEXT NOT NULL UNIQUE, upload_route TEXT NOT NULL,
    password_page TEXT, publishes_at_once INTEGER, too_large_from INTEGER, refused_extensions TEXT NOT NULL DEFAULT '[]',
    settle_ms INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE accounts (
    id TEXT PRIMARY KEY, site_id TEXT NOT NULL REFERENCES sites(id), login TEXT NOT NULL, name TEXT NOT NULL,
    user_id INTEGER NOT NULL, can_upload INTEGER NOT NULL, can_publish INTEGER NOT NULL, signed_in INTEGER NOT NULL,
    removed INTEGER NOT NULL DEFAULT 0, UNIQUE (site_id, user_id)
  ) STRICT;
  -- Also the ledger: a job taken off the list stays as a row with removed = 1.
  CREATE TABLE jobs (
    id TEXT PRIMARY KEY, position INTEGER NOT NULL, account_id TEXT NOT NULL REFERENCES accounts(id),
    path TEXT NOT NULL, name TEXT NOT NULL, device TEXT NOT NULL, inode TEXT NOT NULL, size INTEGER NOT NULL,
    mtime_ns TEXT NOT NULL, mtime_ms INTEGER NOT NULL, facts TEXT NOT NULL,
    kind TEXT NOT NULL, grp TEXT NOT NULL, state TEXT NOT NULL, due_at INTEGER, video_id INTEGER, failures INTEGER NOT NULL,
    draft TEXT NOT NULL, title TEXT NOT NULL, draft_revision INTEGER NOT NULL, applied_revision INTEGER NOT NULL,
    sha256 TEXT, added_at INTEGER NOT NULL, removed INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX jobs_by_place ON jobs (removed, grp, position);
  CREATE INDEX jobs_by_position ON jobs (removed, position);
  CREATE INDEX jobs_to_start ON jobs (kind, account_id, removed, position);
  CREATE INDEX jobs_by_identity ON jobs (account_id, device, inode, size, mtime_ns);
  CREATE INDEX jobs_by_video ON jobs (account_id, video_id) WHERE video_id IS NOT NULL;
  CREATE TABLE attempts (
    id TEXT PRIMARY KEY, job_id TEXT NOT NULL REFERENCES jobs(id), boundary TEXT NOT NULL, file_name TEXT NOT NULL,
    started_at INTEGER NOT NULL, site_skew_ms INTEGER, ended_at INTEGER, ended TEXT, status INTEGER, said TEXT
  ) STRICT;
  -- Counts and bytes by state, kept by the database itself: reading them costs the same with ten jobs and with 100,000.
  CREATE TABLE tally (kind TEXT PRIMARY KEY, grp TEXT NOT NULL, n INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT;
  CREATE TRIGGER tally_added AFTER INSERT ON jobs WHEN new.removed = 0 BEGIN
    INSERT INTO tally VALUES (new.kind, new.grp, 1, new.size)
      ON CONFLICT (kind) DO UPDATE SET n = n + 1, bytes = bytes + new.size;
  END;
  CREATE TRIGGER tally_left AFTER UPDATE ON jobs
    WHEN old.removed = 0 AND (old.kind <> new.kind OR old.size <> new.size OR new.removed = 1) BEGIN
    UPDATE tally SET n = n - 1, bytes = bytes - old.size WHERE kind = old.kind;
  END;
  CREATE TRIGGER tally_entered AFTER UPDATE ON jobs
    WHEN new.removed = 0 AND (old.kind <> new.kind OR old.size <> new.size OR old.removed = 1) BEGIN
    INSERT INTO tally VALUES (new.kind, new.grp, 1, new.size)
      ON CONFLICT (kind) DO UPDATE SET n = n + 1, bytes = bytes + new.size;
  END;
  CREATE TABLE flags (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT;
  CREATE INDEX attempts_by_job ON attempts (job_id, started_at);
  `,
  `
  CREATE TABLE folders (
    id TEXT PRIMARY KEY, path TEXT NOT NULL, account_id TEXT NOT NULL, rules TEXT NOT NULL, paused INTEGER NOT NULL,
    device TEXT, added_at INTEGER NOT NULL
  ) STRICT;
  -- What lay in a folder when it was added, and was to be left there.
  CREATE TABLE folder_left (
    folder_id TEXT NOT NULL, device TEXT NOT NULL, inode TEXT NOT NULL, size INTEGER NOT NULL, mtime_ns TEXT NOT NULL,
    path TEXT NOT NULL
  ) STRICT;
  CREATE INDEX folder_left_by_identity ON folder_left (folder_id, device, inode, size, mtime_ns);
  CREATE INDEX folder_left_by_place ON folder_left (folder_id, path, size, mtime_ns);
  ALTER TABLE jobs ADD COLUMN folder_id TEXT;
  CREATE INDEX jobs_by_folder ON jobs (folder_id, removed, grp, added_at) WHERE folder_id IS NOT NULL;
  CREATE INDEX jobs_by_size ON jobs (account_id, size, sha256);
  CREATE INDEX jobs_by_path ON jobs (account_id, path, size);
  -- Other files on this computer that hold the very bytes of a job: they are not read again to find that out.
  CREATE TABLE copies (
    job_id TEXT NOT NULL REFERENCES jobs(id), device TEXT NOT NULL, inode TEXT NOT NULL, size INTEGER NOT NULL,
    mtime_ns TEXT NOT NULL, path TEXT NOT NULL, UNIQUE (device, inode, size, mtime_ns, path, job_id)
  ) STRICT;
  CREATE INDEX copies_by_place ON copies (path, size, mtime_ns);
  `,
  `
  -- What the site had in the typed fields when it was last seen.
  ALTER TABLE jobs ADD COLUMN seen TEXT NOT NULL DEFAULT '{}';
  -- Changes for many that are not applied to all of them yet; 'ids' and 'change' are JSON, 'next' is the place to go on at.
  CREATE TABLE bulk_changes (id INTEGER PRIMARY KEY, ids TEXT NOT NULL, change TEXT NOT NULL, next INTEGER NOT NULL) STRICT;
  CREATE TABLE forms (account_id TEXT PRIMARY KEY REFERENCES accounts(id), shape TEXT NOT NULL) STRICT;
  CREATE TABLE terms (
    site_id TEXT NOT NULL REFERENCES sites(id), taxonomy TEXT NOT NULL, id INTEGER NOT NULL, name TEXT NOT NULL,
    parent INTEGER NOT NULL, count INTEGER NOT NULL, PRIMARY KEY (site_id, taxonomy, id)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- What was typed for videos that are on the site already, until the site has it.
  CREATE TABLE edits (
    account_id TEXT NOT NULL REFERENCES accounts(id), video_id INTEGER NOT NULL, edit TEXT NOT NULL,
    PRIMARY KEY (account_id, video_id)
  ) STRICT, WITHOUT ROWID;
  `,
  // Ways to sign in. Sites known from before had application passwords; whether they have tokens is seen when they are found again.
  `
  ALTER TABLE sites ADD COLUMN ways TEXT NOT NULL
    DEFAULT '{"applicationPassword":true,"browser":true,"accountPassword":false,"token":false}';
  ALTER TABLE accounts ADD COLUMN method TEXT NOT NULL DEFAULT 'application-password';
  ALTER TABLE accounts ADD COLUMN token_ends_at INTEGER;
  ALTER TABLE accounts ADD COLUMN password_uuid TEXT;
  `,
  // Positions with room between them (positionStep of main/queue/store/order.ts), so that a clip can be moved without its neighbours.
  `
  UPDATE jobs SET position = position * 1048576;
  `,
  // What an attempt was, how far it came and what was looked for after it; sites that answer one key with one video.
  `
  ALTER TABLE attempts ADD COLUMN key TEXT;
  ALTER TABLE attempts ADD COLUMN content TEXT;
  ALTER TABLE attempts ADD COLUMN sent_bytes INTEGER;
  ALTER TABLE attempts ADD COLUMN looks TEXT NOT NULL DEFAULT '[]';
  ALTER TABLE attempts ADD COLUMN not_these TEXT NOT NULL DEFAULT '[]';
  ALTER TABLE sites ADD COLUMN honours_keys INTEGER NOT NULL DEFAULT 0;
  `,
  // Clips that may be on the site twice: the video that the clip stands for and the other one; fine = 1: the user said so.
  `
  CREATE TABLE twins (
    account_id TEXT NOT NULL REFERENCES accounts(id), video_id INTEGER NOT NULL, other_id INTEGER NOT NULL,
    job_id TEXT NOT NULL REFERENCES jobs(id), facts TEXT NOT NULL, fine INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, video_id, other_id)
  ) STRICT, WITHOUT ROWID;
  -- When what an account has on its site was last compared with what was sent.
  CREATE TABLE audits (account_id TEXT PRIMARY KEY REFERENCES accounts(id), at INTEGER NOT NULL) STRICT;
  `,
  `
  -- Hosts that asked to be left alone; 'until' by the wall clock, 'ms' = how long it was to be from the beginning.
  CREATE TABLE holds (
    host TEXT PRIMARY KEY, why TEXT NOT NULL, until INTEGER NOT NULL, ms INTEGER NOT NULL, waits INTEGER NOT NULL
  ) STRICT;
  `,
  // What a queue of 100,000 costs is what is shown and what changes (F-45).
  `
  -- An index for each order of the list, whole and under each filter; 'newest' is the rowid at the end of every index.
  CREATE INDEX jobs_by_arrival ON jobs (removed);
  CREATE INDEX jobs_by_arrival_in_group ON jobs (removed, grp);
  CREATE INDEX jobs_by_name ON jobs (removed, name COLLATE NOCASE, position);
  CREATE INDEX jobs_by_name_in_group ON jobs (removed, grp, name COLLATE NOCASE, position);
  ALTER TABLE jobs ADD COLUMN biggest_first INTEGER GENERATED ALWAYS AS (-size) VIRTUAL;
  CREATE INDEX jobs_by_bytes ON jobs (removed, biggest_first, position);
  CREATE INDEX jobs_by_bytes_in_group ON jobs (removed, grp, biggest_first, position);
  -- What may start now, big and small clips apart, is not behind what waits for a time or is small.
  DROP INDEX jobs_to_start;
  CREATE INDEX jobs_to_send ON jobs (account_id, size >= 67108864, position)
    WHERE kind = 'waiting' AND removed = 0 AND due_at IS NULL;
  CREATE INDEX jobs_to_send_again ON jobs (account_id, size >= 67108864, position, due_at)
    WHERE kind = 'waiting' AND removed = 0 AND due_at IS NOT NULL;
  CREATE INDEX jobs_to_send_later ON jobs (account_id, size >= 67108864, due_at)
    WHERE kind = 'waiting' AND removed = 0 AND due_at IS NOT NULL;
  CREATE INDEX jobs_to_describe ON jobs (account_id, position) WHERE kind = 'describing' AND due_at IS NULL;
  CREATE INDEX jobs_timed ON jobs (due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX jobs_to_call_later ON jobs (account_id, kind, due_at)
    WHERE kind IN ('unclear', 'describing') AND due_at IS NOT NULL;
  CREATE INDEX jobs_by_kind ON jobs (kind, account_id, removed);
  CREATE TRIGGER tally_deleted AFTER DELETE ON jobs WHEN old.removed = 0 BEGIN
    UPDATE tally SET n = n - 1, bytes = bytes - old.size WHERE kind = old.kind;
  END;
  -- What each watched folder has brought, and how much of it is on the list and not on the site.
  CREATE TABLE folder_tally (folder_id TEXT PRIMARY KEY, taken INTEGER NOT NULL, open INTEGER NOT NULL, last_at INTEGER NOT NULL) STRICT;
  INSERT INTO folder_tally SELECT folder_id, COUNT(*), SUM(removed = 0 AND grp <> 'done'), MAX(added_at)
    FROM jobs WHERE folder_id IS NOT NULL GROUP BY folder_id;
  CREATE TRIGGER folder_tally_added AFTER INSERT ON jobs WHEN new.folder_id IS NOT NULL BEGIN
    INSERT INTO folder_tally VALUES (new.folder_id, 1, new.removed = 0 AND new.grp <> 'done', new.added_at)
      ON CONFLICT (folder_id) DO UPDATE
      SET taken = taken + 1, open = open + excluded.open, last_at = max(last_at, excluded.last_at);
  END;
  CREATE TRIGGER folder_tally_changed AFTER UPDATE ON jobs
    WHEN new.folder_id IS NOT NULL AND (old.removed <> new.removed OR old.grp <> new.grp) BEGIN
    UPDATE folder_tally
      SET open = open + (new.removed = 0 AND new.grp <> 'done') - (old.removed = 0 AND old.grp <> 'done')
      WHERE folder_id = new.folder_id;
  END;
  CREATE TRIGGER folder_tally_deleted AFTER DELETE ON jobs WHEN old.folder_id IS NOT NULL BEGIN
    UPDATE folder_tally SET taken = taken - 1, open = open - (old.removed = 0 AND old.grp <> 'done')
      WHERE folder_id = old.folder_id;
  END;
  `,
  // What waits to be sent for each account, small and big clips (bigBytes of main/queue/job/schedule.ts) apart, kept like the tally.
  `
  CREATE TABLE waiting_load (
    account_id TEXT NOT NULL, big INTEGER NOT NULL, n INTEGER NOT NULL, bytes INTEGER NOT NULL, PRIMARY KEY (account_id, big)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO waiting_load SELECT account_id, size >= 67108864, COUNT(*), SUM(size)
    FROM jobs WHERE kind = 'waiting' AND removed = 0 GROUP BY 1, 2;
  CREATE TRIGGER load_added AFTER INSERT ON jobs WHEN new.kind = 'waiting' AND new.removed = 0 BEGIN
    INSERT INTO waiting_load VALUES (new.account_id, new.size >= 67108864, 1, new.size)
      ON CONFLICT (account_id, big) DO UPDATE SET n = n + 1, bytes = bytes + new.size;
  END;
  CREATE TRIGGER load_left AFTER UPDATE ON jobs WHEN old.kind = 'waiting' AND old.removed = 0
    AND (new.kind <> 'waiting' OR new.removed = 1 OR old.account_id <> new.account_id OR old.size <> new.size) BEGIN
    UPDATE waiting_load SET n = n - 1, bytes = bytes - old.size
      WHERE account_id = old.account_id AND big = (old.size >= 67108864);
  END;
  CREATE TRIGGER load_entered AFTER UPDATE ON jobs WHEN new.kind = 'waiting' AND new.removed = 0
    AND (old.kind <> 'waiting' OR old.removed = 1 OR old.account_id <> new.account_id OR old.size <> new.size) BEGIN
    INSERT INTO waiting_load VALUES (new.account_id, new.size >= 67108864, 1, new.size)
      ON CONFLICT (account_id, big) DO UPDATE SET n = n + 1, bytes = bytes + new.size;
  END;
  CREATE TRIGGER load_deleted AFTER DELETE ON jobs WHEN old.kind = 'waiting' AND old.removed = 0 BEGIN
    UPDATE waiting_load SET n = n - 1, bytes = bytes - old.size
      WHERE account_id = old.account_id AND big = (old.size >= 67108864);
  END;
  `,
  `
  -- Clips that may be on the site and are not found yet, by size: they are what another clip can be taken for.
  CREATE INDEX jobs_not_found ON jobs (account_id, size) WHERE kind IN ('unclear', 'needs-you', 'cancelled');
  -- The media record that the site named in its answer.
  ALTER TABLE attempts ADD COLUMN media_id INTEGER;
  `,
  // After the list was found damaged, gone or behind: what became of it, and what the sites hold that it knows no job of.
  `
  -- 'why': damaged, missing or behind. 'marked' = 1 once every job that may have been sent since is to be looked up first.
  CREATE TABLE rebuilds (
    id INTEGER PRIMARY KEY, at INTEGER NOT NULL, why TEXT NOT NULL, folder TEXT, report TEXT NOT NULL,
    marked INTEGER NOT NULL, told INTEGER NOT NULL
  ) STRICT;
  -- Files of an account on its site, as listed at 'at' of listed.
  CREATE TABLE strays (
    account_id TEXT NOT NULL, video_id INTEGER NOT NULL, media_id INTEGER NOT NULL, bytes INTEGER, title TEXT NOT NULL,
    source_url TEXT NOT NULL, created_at INTEGER, PRIMARY KEY (account_id, video_id, media_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX strays_by_size ON strays (account_id, bytes);
  CREATE TABLE listed (account_id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;
  `,
  `
  -- What the last check-up of a site found, as JSON; it is shown, nothing is decided by it.
  CREATE TABLE checkups (site_id TEXT PRIMARY KEY REFERENCES sites(id), at INTEGER NOT NULL, findings TEXT NOT NULL) STRICT;
  -- Waiting clips by size, with their names in it: those that cannot pass are found without looking at the others.
  CREATE INDEX jobs_waiting_by_size ON jobs (account_id, size, name) WHERE kind = 'waiting' AND removed = 0;
  `,
  `
  -- The computer that the list belongs to, as main/adapters/machine.ts names it; 'left_on' = where the user wants nothing sent.
  CREATE TABLE home (only INTEGER PRIMARY KEY CHECK (only = 1), machine TEXT NOT NULL, left_on TEXT) STRICT;
  `,
  `
  -- Clips that a host answered with a page until it was left alone; 'went_on' = 1 once they were sent again because of that.
  CREATE TABLE refused_together (
    job_id TEXT PRIMARY KEY, host TEXT NOT NULL, went_on INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX refused_together_by_host ON refused_together (host, went_on);
  `,
  // What could not be read, word for word, before something else took its place; told = 0: the user has not read of it.
  `
  CREATE TABLE damaged (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, problem TEXT NOT NULL, text TEXT NOT NULL,
    told INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX damaged_by_name ON damaged (kind, name);
  `,
  // What is known of 'too_large_from', as JSON: where it comes from, and whether it counts. Of what was known before nobody wrote down where
  // it came from: it is tried again a day later.
  `
  ALTER TABLE sites ADD COLUMN size_limit TEXT;
  UPDATE sites SET size_limit = json_object('source', 'guessed', 'at', strftime('%s', 'now') * 1000, 'refusals', 3, 'isDoubted', json('false'))
    WHERE too_large_from IS NOT NULL;
  -- When a clip was done, while it is changed again.
  ALTER TABLE jobs ADD COLUMN arrived_at INTEGER;
  `,
  // Files of an account on its site, whoever sent them: what is there is not sent again.
  `
  CREATE TABLE site_files (
    account_id TEXT NOT NULL, media_id INTEGER NOT NULL, video_id INTEGER, bytes INTEGER, title TEXT NOT NULL,
    source_url TEXT NOT NULL, created_at INTEGER, PRIMARY KEY (account_id, media_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX site_files_by_size ON site_files (account_id, bytes);
  -- How far an account's whole list was read, newest first; next_page NULL = to its end.
  CREATE TABLE site_lists (account_id TEXT PRIMARY KEY, next_page INTEGER) STRICT;
  -- By what this list is told from all others in folders that several computers watch.
  CREATE TABLE claimant (only INTEGER PRIMARY KEY CHECK (only = 1), id TEXT NOT NULL) STRICT;
  `,
  // Namespace segment of the platform's own API on each site.
  `
  ALTER TABLE sites ADD COLUMN platform TEXT NOT NULL DEFAULT 'wp';
  `,
  // What was brought over from another computer: clips that it knew to be on a site, and folders that lie nowhere here yet.
  `
  CREATE TABLE brought_clips (
    account_id TEXT NOT NULL REFERENCES accounts(id), size INTEGER NOT NULL, sha256 TEXT NOT NULL, video_id INTEGER NOT NULL,
    name TEXT NOT NULL, arrived_at INTEGER NOT NULL, PRIMARY KEY (account_id, size, sha256)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX brought_clips_by_video ON brought_clips (account_id, video_id);
  -- 'path' = where it lay there, for the eye only.
  CREATE TABLE brought_folders (
    id TEXT PRIMARY KEY, path TEXT NOT NULL, account_id TEXT NOT NULL REFERENCES accounts(id), rules TEXT NOT NULL,
    paused INTEGER NOT NULL
  ) STRICT;
  `,
  // Whether clips are public at once, by account: one of a site may publish, another not. That a site was seen not to says nothing of today.
  `
  ALTER TABLE accounts ADD COLUMN publishes_at_once INTEGER;
  ALTER TABLE accounts ADD COLUMN public_unasked INTEGER NOT NULL DEFAULT 0;
  UPDATE accounts SET publishes_at_once = 1 WHERE site_id IN (SELECT id FROM sites WHERE publishes_at_once = 1);
  -- That of the site is read by nobody any more.
  `,
  // Clips of another computer come in steps: those that came with 'half_taken' count for nothing until that is over. Their account may be
  // here only then.
  `
  CREATE TABLE half_taken (id TEXT PRIMARY KEY) STRICT;
  CREATE TABLE brought_in_steps (
    account_id TEXT NOT NULL, size INTEGER NOT NULL, sha256 TEXT NOT NULL, video_id INTEGER NOT NULL, name TEXT NOT NULL,
    arrived_at INTEGER NOT NULL, taking TEXT NOT NULL DEFAULT '', PRIMARY KEY (account_id, size, sha256)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO brought_in_steps (account_id, size, sha256, video_id, name, arrived_at)
    SELECT account_id, size, sha256, video_id, name, arrived_at FROM brought_clips;
  DROP TABLE brought_clips;
  ALTER TABLE brought_in_steps RENAME TO brought_clips;
  CREATE INDEX brought_clips_by_video ON brought_clips (account_id, video_id);
  `,
  // The greatest media id that was known of the account when an attempt began: what was there before is not what it made.
  `
  ALTER TABLE attempts ADD COLUMN after_media INTEGER;
  `,
  // Clips that are newer versions of what was sent before. choice: 'replace' or 'keep'; became: 'trashed', 'gone' or 'stays'; draft = what
  // such a clip gets where the older video is kept.
  `
  CREATE TABLE newer_versions (
    job_id TEXT PRIMARY KEY REFERENCES jobs(id), older_job_id TEXT NOT NULL REFERENCES jobs(id), choice TEXT, became TEXT,
    draft TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  // Files of watched folders that are left as they are by their user's word.
  `
  CREATE TABLE folder_ignored (
    folder_id TEXT NOT NULL, path TEXT NOT NULL, size INTEGER NOT NULL, mtime_ns TEXT NOT NULL, ignored_at INTEGER NOT NULL,
    PRIMARY KEY (folder_id, path)
  ) STRICT, WITHOUT ROWID;
  `,
  // Whether an account's new clips wait for their user's word, which do, and how many that is, kept like the tally.
  `
  ALTER TABLE accounts ADD COLUMN holds_new INTEGER;
  -- Whose user has sent clips to where they are public at once goes on as before.
  UPDATE accounts SET holds_new = 0 WHERE publishes_at_once = 1 AND public_unasked = 0;
  ALTER TABLE jobs ADD COLUMN held INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE ready_clips (account_id TEXT PRIMARY KEY, n INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TRIGGER ready_added AFTER INSERT ON jobs WHEN new.kind = 'ready' AND new.removed = 0 BEGIN
    INSERT INTO ready_clips VALUES (new.account_id, 1) ON CONFLICT (account_id) DO UPDATE SET n = n + 1;
  END;
  CREATE TRIGGER ready_left AFTER UPDATE ON jobs WHEN old.kind = 'ready' AND old.removed = 0
    AND (new.kind <> 'ready' OR new.removed = 1 OR old.account_id <> new.account_id) BEGIN
    UPDATE ready_clips SET n = n - 1 WHERE account_id = old.account_id;
  END;
  CREATE TRIGGER ready_entered AFTER UPDATE ON jobs WHEN new.kind = 'ready' AND new.removed = 0
    AND (old.kind <> 'ready' OR old.removed = 1 OR old.account_id <> new.account_id) BEGIN
    INSERT INTO ready_clips VALUES (new.account_id, 1) ON CONFLICT (account_id) DO UPDATE SET n = n + 1;
  END;
  CREATE TRIGGER ready_deleted AFTER DELETE ON jobs WHEN old.kind = 'ready' AND old.removed = 0 BEGIN
    UPDATE ready_clips SET n = n - 1 WHERE account_id = old.account_id;
  END;
  `,
  // What new clips of an account get, under names; 'content' is JSON.
  `
  CREATE TABLE presets (
    id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts(id), name TEXT NOT NULL, content TEXT NOT NULL
  ) STRICT;
  CREATE INDEX presets_by_account ON presets (account_id);
  ALTER TABLE accounts ADD COLUMN preset_id TEXT;
  `,
  // What a person did and can take back, newest last. state: 'done', 'undoing', 'undone' or 'redoing'; 'about' = a job's id, or an account
  // and a video; 'item' = how it was before and after, as JSON.
  `
  CREATE TABLE acts (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, state TEXT NOT NULL, at INTEGER NOT NULL,
    items INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE act_items (
    act_id INTEGER NOT NULL, about TEXT NOT NULL, item TEXT NOT NULL, PRIMARY KEY (act_id, about)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX act_items_by_about ON act_items (about);
  `,
  // Videos on their way to the trash, out of it or away for good, until their user has read what became of them. 'what' = the act, or 'undo'
  // and 'redo' of one; act_id NULL = nothing takes it back; 'move' is JSON.
  `
  CREATE TABLE moves (
    id INTEGER PRIMARY KEY, batch_id INTEGER NOT NULL, account_id TEXT NOT NULL, video_id INTEGER NOT NULL,
    what TEXT NOT NULL, act_id INTEGER, told INTEGER NOT NULL DEFAULT 0, move TEXT NOT NULL
  ) STRICT;
  CREATE INDEX moves_by_batch ON moves (batch_id);
  `,
  // Files beside clips that tell their details: 'base' = the draft as the preset gave it, 'kept' = what the file said, both JSON; NULL = there
  // is none. asks = 1: the site has to be asked for names in it.
  `
  CREATE TABLE sidecars (
    job_id TEXT PRIMARY KEY REFERENCES jobs(id), site_id TEXT NOT NULL, base TEXT NOT NULL, kept TEXT,
    asks INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sidecars_asking ON sidecars (job_id) WHERE asks = 1;
  `,
  // Clips that go in pieces to a site with our helper: 'content' = which bytes (queue/job/attempt-lineage.ts), 'url' = where they go on there;
  // let_go = 1: the last ones may have left.
  `
  ALTER TABLE sites ADD COLUMN helper INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE site_uploads (
    job_id TEXT PRIMARY KEY REFERENCES jobs(id), content TEXT NOT NULL, url TEXT NOT NULL,
    let_go INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  `,
  // piece_limit = bytes of the largest piece that passed on the way to a site where a larger one was refused; NULL = none was.
  `
  ALTER TABLE sites ADD COLUMN piece_limit INTEGER;
  `,
];

/** Brings the database to a version's form. Throws StoreError 'newer' when it was written by a newer Clipferry. */
export function migrate(sql: Sql, to = migrations.length): void {
  const row = sql.prepare('PRAGMA user_version').get();
  const version = Number(row?.user_version ?? 0);
  if (version > migrations.length) {
    throw new StoreError('newer', 'This profile was used by a newer Clipferry. Nothing was changed.');
  }
  migrations.slice(version, to).forEach((migration, step) => {
    sql.transaction(() => {
      sql.exec(migration);
      sql.exec(`PRAGMA user_version = ${version + step + 1}`);
    });
  });
}
