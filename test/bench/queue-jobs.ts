// A queue of any length as months of use leave it: most clips done, many waiting, some in need of their user.
import { systemClock } from '../../main/adapters/clock.ts';
import { openSqlite } from '../../main/adapters/database/sqlite.ts';
import { emptyDraft, type Job, type JobState, jobBegun } from '../../main/model.ts';
import type { Sql } from '../../main/ports.ts';
import { createJobRows, type JobRows } from '../../main/queue/store/job-rows.ts';
import { type QueueStore, queueStore } from '../../main/queue/store/job-store.ts';
import { positionStep } from '../../main/queue/store/order.ts';
import { jobColumns } from '../../main/queue/store/rows.ts';
import { migrate } from '../../main/schema.ts';

export const accountId = 'account-1';

/** Of each ten: five done, three waiting, one paused, one in need of its user; every hundredth waits for a time. */
function stateOf(n: number): JobState {
  if (n % 100 === 3) return { kind: 'waiting', why: 'connection-lost', until: 1_763_620_600_000 };
  switch (n % 10) {
    case 0:
    case 1:
    case 2:
    case 4:
    case 6:
      return { kind: 'done', videoId: n + 1, finishedAt: 1_763_620_000_000 };
    case 5:
      return { kind: 'paused' };
    case 7:
      return {
        kind: 'needs-you',
        reason: 'too-large',
        action: 'retry',
        detail: null,
        resume: { from: 'send' },
        candidates: [],
      };
    default:
      return { kind: 'waiting', why: null, until: null };
  }
}

/** The `n`-th clip of several cameras, each of which begins its names anew. */
export function clipJob(n: number): Job {
  const name = `${['C', 'DJI_', 'gopr', 'IMG_'][n % 4]}${String((n * 7_919) % 10_000).padStart(4, '0')}.MP4`;
  return {
    ...jobBegun,
    id: `job${String(n).padStart(13, '0')}`,
    position: n * 1_024,
    accountId,
    clip: {
      path: `/media/cards/card ${n >> 9}/DCIM/100MEDIA/${n}-${name}`,
      name,
      identity: {
        device: '64769',
        inode: String(1_000_000 + n),
        size: 1_000_000 + n * 37,
        mtimeNs: `17636${n}000123456`,
      },
      mtimeMs: 1_763_620_000_123,
      facts: { format: 'mp4', durationSeconds: null, width: null, height: null },
    },
    state: stateOf(n),
    draft: n % 3 === 0 ? { ...emptyDraft, title: `Clip ${n}` } : emptyDraft,
    sha256: n % 10 < 5 ? String(n).padStart(64, '0') : null,
    addedAt: 1_763_620_000_000 + n,
    folderId: n % 2 === 0 ? 'folder-1' : null,
  };
}

/** A profile's database with one signed-out account, so that nothing begins to send by itself. */
/** `rows` writes jobs as no event makes them. */
export function openQueue(file: string): { readonly sql: Sql; readonly store: QueueStore; readonly rows: JobRows } {
  const sql = openSqlite(file);
  migrate(sql);
  sql.exec(`
    INSERT OR IGNORE INTO sites (id, name, address, root, upload_route, settle_ms)
      VALUES ('site-1', 'S', 'http://127.0.0.1:9', 'http://127.0.0.1:9/', 'r', 1);
    INSERT OR IGNORE INTO accounts (id, site_id, login, name, user_id, can_upload, can_publish, signed_in)
      VALUES ('${accountId}', 'site-1', 'l', 'n', 1, 1, 1, 0)`);
  const rows = createJobRows(sql, systemClock);
  return { sql, store: queueStore(sql, systemClock, rows), rows };
}

/** Jobs [from, to) in commits of `group`. */
export async function fill(store: QueueStore, from: number, to: number, group: number): Promise<void> {
  for (let at = from; at < to; at += group) {
    await store.write(() => {
      for (let n = at; n < Math.min(to, at + group); n++) store.insertJob(clipJob(n));
    });
  }
}

/** Copies of one job, each with its own place, name and size, made by the database itself: 100,000 in about a second. */
export async function copyJob(sql: Sql, store: QueueStore, job: Job, count: number): Promise<void> {
  await store.write(() => store.insertJob({ ...job, position: 0 }));
  const own = new Set(['position', 'name', 'path', 'inode', 'size']);
  const rest = jobColumns.filter((name) => !own.has(name)).join(', ');
  sql.exec(`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})
    INSERT INTO jobs (id, position, name, path, inode, size, ${rest})
      SELECT '${job.id}-' || i, i * ${positionStep}, printf('%05d ', i * 7919 % 100000) || name, path || i, inode || i, size + i * 37, ${rest}
      FROM n, jobs WHERE id = '${job.id}'`);
}
