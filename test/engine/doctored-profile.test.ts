// Profiles of the real engine with a value damaged on the disk: the app starts, nothing chosen becomes a default, nothing is lost or sent twice (F-42).
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Edit, emptyDraft } from '../../main/model.ts';
import type { FolderView, JobRow } from '../../preload/contract.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { type ClipFolder, clipFolder, sha256 } from './clip-files.ts';
import { type Engine, memorySecrets, startEngine } from './engine.ts';

/** One job for each column that is damaged, and one that is left alone. */
const jobs = ['draft', 'state', 'seen', 'facts', 'whole'] as const;
type JobName = (typeof jobs)[number];

let site: PracticeSite;
let made: ClipFolder;
let used: ClipFolder;
let clips: ClipFolder;
let watched: ClipFolder;
let engine: Engine | null = null;
let accountId: string;
let folderId: string;
let videoId: number;
/** The job that is on the site since before. */
let sent: string;
const ids = new Map<JobName, string>();
const secrets = memorySecrets();

const database = <T>(profile: string, work: (database: DatabaseSync) => T): T => {
  const opened = new DatabaseSync(join(profile, 'clipferry.sqlite'));
  try {
    return work(opened);
  } finally {
    opened.close();
  }
};
const newVideo = async (): Promise<number> => {
  const [id] = await site.addVideos([{ title: 'Harbour', status: 'draft' }]);
  return id ?? 0;
};

/** A profile with something in every store, made by the engine; what only a crash leaves is put in as the stores write it. */
beforeAll(async () => {
  site = await startPracticeSite();
  made = clipFolder();
  clips = clipFolder();
  watched = clipFolder();
  const first = await startEngine({ profile: made.path, secrets, settleMs: 300 });
  const { handlers } = first.uploader;
  accountId = await first.connect(site);
  await handlers['site.form']({ accountId, fresh: true });
  // Long on the site, and of no interest any more: whatever becomes of its row, it is not sent again.
  await first.add(accountId, clips.make('sent.mp4', 50_000));
  await first.settled();
  await handlers['queue.pause'](true);
  for (const [index, name] of jobs.entries()) {
    const [row] = await first.add(accountId, clips.make(`${name}.mp4`, 20_000 + index));
    ids.set(name, row?.id ?? '');
    await handlers['job.describe']({ jobId: row?.id ?? '', draft: { title: `Title of ${name}`, status: 'draft' } });
  }
  folderId = await first.watch(accountId, watched.path);
  await handlers['folder.change']({ folderId, rules: { status: 'draft', stableMs: 100 } });
  await first.stop();
  database(made.path, (sql) => {
    sent = String(sql.prepare("SELECT id FROM jobs WHERE kind = 'done'").get()?.id);
    const other = "'https://other.example'";
    const pair = JSON.stringify({
      ...{ name: 'sent.mp4', bytes: 50_000, proof: 'bytes' },
      videos: [1, 2].map((id) => ({ videoId: id, title: 'sent', status: 'draft', createdAt: null })),
    });
    sql.exec(`INSERT INTO holds VALUES (${other}, 'site-busy', 9000, 60000, 1);
      INSERT INTO refused_together VALUES ('${sent}', ${other}, 0);
      INSERT INTO copies SELECT id, device, inode, size, mtime_ns, path || ' copy' FROM jobs WHERE id = '${sent}';
      INSERT INTO folder_left SELECT '${folderId}', device, inode, size, mtime_ns, path FROM jobs WHERE id = '${sent}';
      INSERT INTO audits VALUES ('${accountId}', 1); INSERT INTO listed VALUES ('${accountId}', 1);
      INSERT INTO terms SELECT site_id, 'video_tag', 31, 'Fog', 0, 1 FROM accounts;
      INSERT INTO strays VALUES ('${accountId}', 1, 1, 50000, 'sent', 'http://localhost/sent.mp4', 1);
      INSERT INTO rebuilds (at, why, folder, report, marked, told) VALUES (1, 'behind', NULL, '{}', 1, 0);
      INSERT INTO flags VALUES ('send-anyway-until', 5)`);
    sql.prepare('INSERT INTO twins VALUES (?, 1, 2, ?, ?, 0)').run(accountId, sent, pair);
    sql
      .prepare('INSERT INTO bulk_changes (ids, change, next) VALUES (?, ?, 0)')
      .run(
        JSON.stringify([ids.get('whole')]),
        JSON.stringify({ draft: { excerpt: 'For all' }, titlePattern: null, terms: {} }),
      );
  });
});
afterAll(async () => {
  await site.stop();
  for (const folder of [made, clips, watched]) folder.remove();
});
beforeEach(async () => {
  used = clipFolder();
  await copyProfile();
});
afterEach(async () => {
  await engine?.stop();
  engine = null;
  used.remove();
  rmSync(watched.file('new.mp4'), { force: true });
});

/** The profile as it was made, on a site that has nothing but the video that was changed in the library. */
async function copyProfile(): Promise<void> {
  await site.reset();
  videoId = await newVideo();
  rmSync(used.path, { recursive: true, force: true });
  cpSync(made.path, used.path, { recursive: true });
  const edit: Edit = {
    ...{ videoId, draft: { ...emptyDraft, title: 'Typed later' }, seen: null, revision: 1, failures: 0 },
    state: { kind: 'waiting', why: null, until: null },
  };
  database(used.path, (sql) =>
    sql.prepare('INSERT INTO edits VALUES (?, ?, ?)').run(accountId, videoId, JSON.stringify(edit)),
  );
}

const start = async (): Promise<Engine> => {
  engine = await startEngine({ profile: used.path, secrets, settleMs: 300 });
  return engine;
};
const rowOf = (rows: readonly JobRow[], name: JobName): JobRow | undefined =>
  rows.find(({ id }) => id === ids.get(name));
const stateOf = ({ state }: Pick<JobRow, 'state'>): string =>
  state.kind === 'needs-you' ? `needs-you: ${state.reason}` : state.kind;
const uploads = async (): Promise<readonly string[]> =>
  (await site.state()).videos.flatMap((video) => video.file?.sha256 ?? []);

/** Whatever was sent is on the site once, and nothing is public: all of it was meant as a draft. */
async function expectNothingWrong(): Promise<void> {
  const { videos } = await site.state();
  const arrived = await uploads();
  expect(new Set(arrived).size).toBe(arrived.length);
  expect(videos.filter(({ status }) => status !== 'draft')).toEqual([]);
}

const damages = {
  truncated: (text: string) => text.slice(0, Math.floor(text.length * 0.6)),
  'of another type': () => '7',
  'without a key': (text: string) => JSON.stringify(without(JSON.parse(text))),
  'with a NUL': (text: string) => `${text.slice(0, 5)}\0${text.slice(5)}`,
  huge: () => '['.repeat(2_000_000),
} as const;

/** The first value with keys loses the first of them; of a list its first item. */
function without(value: unknown): unknown {
  if (Array.isArray(value)) return [null, ...value.slice(1)];
  const [, ...rest] = Object.entries(value as object);
  return Object.fromEntries(rest);
}

interface Place {
  readonly table: string;
  readonly column: string;
  readonly where?: string;
}
const jobPlace = (column: Exclude<JobName, 'whole'>): Place => ({
  ...{ table: 'jobs', column, where: `id = '${ids.get(column)}'` },
});
const places = (): readonly Place[] => [
  ...(['draft', 'state', 'seen', 'facts'] as const).map(jobPlace),
  { table: 'folders', column: 'rules' },
  { table: 'edits', column: 'edit' },
  { table: 'bulk_changes', column: 'change' },
  { table: 'bulk_changes', column: 'ids' },
  { table: 'forms', column: 'shape' },
  { table: 'checkups', column: 'findings' },
  { table: 'sites', column: 'ways' },
  { table: 'sites', column: 'refused_extensions' },
];
function damage({ table, column, where = '1' }: Place, how: (text: string) => string | number): void {
  database(used.path, (sql) => {
    for (const row of sql.prepare(`SELECT rowid AS at, ${column} AS text FROM ${table} WHERE ${where}`).all()) {
      sql.prepare(`UPDATE ${table} SET ${column} = ? WHERE rowid = ?`).run(how(String(row.text)), Number(row.at));
    }
  });
}
/** Edits have no rowid. */
function damageEdit(how: (text: string) => string): void {
  database(used.path, (sql) => {
    const text = String(sql.prepare('SELECT edit FROM edits').get()?.edit);
    sql.prepare('UPDATE edits SET edit = ?').run(how(text));
  });
}
const damageAt = (place: Place, how: (text: string) => string): void =>
  place.table === 'edits' ? damageEdit(how) : damage(place, how);
const keptTexts = (): readonly string[] =>
  database(used.path, (sql) =>
    sql
      .prepare('SELECT kind FROM damaged ORDER BY kind')
      .all()
      .map(({ kind }) => String(kind)),
  );

describe.each(Object.keys(damages) as (keyof typeof damages)[])('every JSON column %s', (kind) => {
  const tags = kind === 'huge' ? 'proof' : [];
  it('each is parked, ended or asked anew, and told; what was chosen is never replaced', { tags }, async () => {
    for (const place of places()) damageAt(place, damages[kind]);
    // The user had not paused anything.
    database(used.path, (sql) => sql.exec("UPDATE flags SET value = 0 WHERE name = 'paused'"));
    const app = await start();
    const { handlers } = app.uploader;
    // The change for many was ended, and nothing is sent before its user has read of it.
    const { store, folders, sites } = await handlers['app.state']();
    expect(store.unreadable).toEqual({ edits: 1, changes: 1, settings: 0 });
    expect((await app.window()).totals.paused).toBe(true);
    expect(sites).toHaveLength(1);
    expect(folders).toMatchObject([{ state: 'rules-damaged', rules: null }]);
    await handlers['library.page']({
      ...{
        query: { accountId, search: '', status: 'all', author: 'me', terms: {}, sort: 'newest' },
        offset: 0,
        limit: 9,
      },
    });
    const edited = await handlers['library.watch']({ accountId, videoId });
    expect(edited?.edit ?? null).toEqual({ kind: 'damaged' });

    await handlers['queue.pause'](false);
    watched.make('new.mp4', 33_000);
    const rows = await app.settled(['done', 'needs-you']);
    expect(
      rows
        .filter(({ id }) => id !== sent)
        .map(stateOf)
        .sort(),
    ).toEqual(['done', 'done', 'done', 'needs-you: entry-damaged', 'needs-you: entry-damaged']);
    for (const name of ['seen', 'facts', 'whole'] as const) expect(rowOf(rows, name)?.state.kind).toBe('done');
    expect(rowOf(rows, 'state')).toMatchObject({ title: 'Title of state' });
    expect(await uploads()).toHaveLength(3);
    await expectNothingWrong();
    expect((await site.state()).videos.find(({ id }) => id === videoId)?.title).toBe('Harbour');

    // Each way out: the clips go by the user's word, the folder by rules chosen anew, the notices once they were read.
    await handlers['job.describe']({ jobId: ids.get('draft') ?? '', draft: { title: 'Typed again', status: 'draft' } });
    await handlers['queue.act']({ act: 'retry', target: { filter: 'needs-you' } });
    await handlers['folder.change']({ folderId, rules: { status: 'draft' } });
    expect(await app.folder(folderId)).toMatchObject({ state: 'rules-damaged' });
    const rules = {
      ...{ recursive: true, extensions: null, stableMs: 100, status: 'draft', terms: null },
      ...({ hold: 'as-account', preset: null } as const),
    };
    await handlers['folder.change']({ folderId, rules });
    await app.untilFolder(folderId, ({ takenCount }: FolderView) => takenCount === 1);
    await handlers['library.settle']({ accountId, videoId, how: 'theirs' });
    await app.settled();
    expect([...(await uploads())].sort()).toEqual(
      [...jobs.map((name) => clips.file(`${name}.mp4`)), watched.file('new.mp4')].map(sha256).sort(),
    );
    await expectNothingWrong();
    await handlers['store.read']();
    await app.stop();
    engine = null;
    expect(keptTexts()).toEqual(['bulk-change', 'edit', 'folder-rules', 'job', 'job', 'job', 'job']);

    const again = await start();
    const after = await again.uploader.handlers['app.state']();
    expect(after.store.unreadable).toEqual({ edits: 0, changes: 0, settings: 0 });
    expect(after.folders).toMatchObject([{ rules: { ...rules, existing: 'leave' } }]);
  });
});

it('a key that this Clipferry does not know costs nothing: all goes on as it was', async () => {
  const stranger = (text: string): string => {
    const value: unknown = JSON.parse(text);
    return JSON.stringify(Array.isArray(value) ? value : { ...(value as object), stranger: 1 });
  };
  for (const place of places()) damageAt(place, stranger);
  const app = await start();
  expect((await app.uploader.handlers['app.state']()).store.unreadable).toEqual({ edits: 0, changes: 0, settings: 0 });
  await app.uploader.handlers['queue.pause'](false);
  watched.make('new.mp4', 33_000);
  await app.untilFolder(folderId, ({ takenCount }) => takenCount === 1);
  await app.settled();
  await expectNothingWrong();
  const { videos } = await site.state();
  await expect
    .poll(async () => (await site.state()).videos.find(({ id }) => id === videoId)?.title)
    .toBe('Typed later');
  expect(videos.filter(({ file }) => file != null)).toHaveLength(jobs.length + 1);
});

/** Any column of any table, with whatever its type lets in. */
function anyColumn(): readonly { readonly table: string; readonly column: string; readonly type: string }[] {
  return database(made.path, (sql) =>
    sql
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
      .all()
      .flatMap(({ name }) =>
        sql
          .prepare('SELECT name, type, pk FROM pragma_table_info(?)')
          .all(String(name))
          // Keys and what refers to them are not read but looked up.
          .filter(({ name: column, pk }) => pk === 0 && !/_id$|^folder_id$/.test(String(column)))
          .map(({ name: column, type }) => ({ table: String(name), column: String(column), type: String(type) })),
      ),
  );
}
const anyText = fc.oneof(
  fc.constantFrom('', '{', 'null', '[]', '{}', '[null]', '"', '\0', 'x'.repeat(100_000), '9'.repeat(400)),
  fc.json(),
  fc.string(),
);
const anyNumber = fc.oneof(
  fc.constantFrom(0n, 1n, -1n, 2n ** 53n + 1n, 2n ** 62n, -(2n ** 62n), 7n),
  fc.bigInt({ min: -(2n ** 40n), max: 2n ** 40n }),
);

/** Neither over, nor waiting for its user, its account or its site. */
const isUnderWay = ({ state }: JobRow): boolean =>
  !['done', 'needs-you', 'paused', 'cancelled'].includes(state.kind) &&
  !('why' in state && state.why !== null) &&
  !(state.kind === 'unclear' && state.nextLookAt === null);

it('whatever stands in any column of every row, the app starts twice, what can go goes to its end, and no clip is lost or doubled', {
  tags: 'proof',
  timeout: 600_000,
}, async () => {
  const columns = anyColumn();
  expect(columns.length).toBeGreaterThan(60);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...columns), anyText, anyNumber, async (place, text, number) => {
      await copyProfile();
      const isThere = database(used.path, (sql) => {
        sql.exec('PRAGMA foreign_keys=OFF');
        try {
          sql.prepare(`UPDATE ${place.table} SET ${place.column} = ?`).run(place.type === 'TEXT' ? text : number);
          return true;
        } catch {
          // The database itself refuses it: unique, or too much for a sum.
          return false;
        }
      });
      if (!isThere) return;
      for (const round of ['first', 'again']) {
        const app = await start();
        try {
          await app.uploader.handlers['app.state']();
          await app.uploader.handlers['queue.pause'](false);
          const shown = { timeout: 60_000, message: `${round} start` };
          await expect.poll(async () => (await app.rows()).filter(isUnderWay).map(stateOf), shown).toEqual([]);
        } finally {
          await app.stop();
          engine = null;
        }
      }
      const arrived = await uploads();
      expect(new Set(arrived).size).toBe(arrived.length);
      expect(arrived).not.toContain(sha256(clips.file('sent.mp4')));
      const left = database(used.path, (sql) => sql.prepare('SELECT id FROM jobs').all());
      expect(left.map(({ id }) => id).sort()).toEqual([...ids.values(), sent].sort());
    }),
    { seed: 20_261_122, numRuns: Number(process.env.DOCTORED_RUNS ?? 40), endOnFailure: true },
  );
});

describe('a clip whose answer was lost is never sent blindly, whatever is damaged of it', () => {
  let lost: PracticeSite;
  let profile: ClipFolder;
  beforeAll(async () => {
    lost = await startPracticeSite({ switches: { uploadStatus: 'draft' } });
    profile = clipFolder();
    const first = await startEngine({ profile: profile.path, secrets, settleMs: 60_000 });
    const account = await first.connect(lost);
    await lost.switches({ loseAnswer: {}, failWith: { route: '^GET /wp/v2/media', status: 503 } });
    const [row] = await first.add(account, clips.make('lost.mp4', 40_000));
    await first.until(row?.id ?? '', ({ state }) => state.kind === 'unclear');
    await first.stop();
    // From here on nothing can come any more, and what is not found would be sent again.
    database(profile.path, (sql) => sql.exec('UPDATE sites SET settle_ms = 300'));
    await lost.switches({ loseAnswer: null, failWith: null });
    expect((await lost.state()).uploads).toHaveLength(1);
  });
  afterAll(async () => {
    await lost.stop();
    profile.remove();
  });

  const texts = ['', 'gone', '[1'] as const;
  const numbers = [-1n, 2n ** 62n] as const;
  it.each([
    ...['ended', 'not_these', 'looks', 'key', 'content', 'boundary', 'said'].map(
      (column) => ['attempts', column, texts] as const,
    ),
    ...['started_at', 'site_skew_ms', 'ended_at', 'media_id', 'status', 'sent_bytes'].map(
      (column) => ['attempts', column, numbers] as const,
    ),
    ...['state', 'draft', 'seen', 'facts', 'kind', 'grp'].map((column) => ['jobs', column, texts] as const),
    ['jobs', 'size', [-1n, 0n]],
    ...['failures', 'due_at', 'draft_revision', 'applied_revision', 'video_id'].map(
      (column) => ['jobs', column, [-1n, 2n ** 62n]] as const,
    ),
    ['sites', 'settle_ms', numbers],
    ['sites', 'ways', texts],
    ['sites', 'root', ['', 'gone', '\0']],
    ['accounts', 'method', texts],
    ['accounts', 'user_id', [2n ** 62n]],
  ] as const)(
    '%s.%s',
    async (table, column, values) => {
      for (const value of values) {
        rmSync(used.path, { recursive: true, force: true });
        cpSync(profile.path, used.path, { recursive: true });
        database(used.path, (sql) => sql.prepare(`UPDATE ${table} SET ${column} = ?`).run(value));
        const app = await start();
        const seen = { timeout: 60_000, message: String(value) };
        await expect.poll(async () => (await app.rows()).filter(isUnderWay).map(stateOf), seen).toEqual([]);
        expect(await app.rows()).toHaveLength(1);
        await app.stop();
        engine = null;
        expect((await lost.state()).uploads, String(value)).toHaveLength(1);
      }
    },
    120_000,
  );
});
