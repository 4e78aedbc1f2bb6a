// Jobs and attempts as rows: each part that cannot be read stands for the most careful thing that it may have been (F-42).
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../main/adapters/clock.ts';
import { type Attempt, emptyDraft, type Job, nothingSeen } from '../../../../main/model.ts';
import { type Sql, type SqlValue, StoreError } from '../../../../main/ports.ts';
import { createJobRows } from '../../../../main/queue/store/job-rows.ts';
import { queueStore } from '../../../../main/queue/store/job-store.ts';
import { farthestPosition, lastPosition, toDraft } from '../../../../main/queue/store/rows.ts';
import { accountId, aJob, anAttempt, describePoint, lookPoint, type StateName, states } from '../jobs.ts';
import { idsOf, type MemoryQueue, memoryQueue } from './memory-queue.ts';

const draft = { ...emptyDraft, title: 'Mine' };
const seen = { ...nothingSeen, modifiedAt: 4, values: { title: 'There' } };

function begin(state: StateName, column: string, value: SqlValue, changes: Partial<Job> = {}): MemoryQueue {
  const queue = memoryQueue();
  queue.add({
    id: 'a',
    state: states[state],
    draft,
    seen,
    draftRevision: 2,
    appliedRevision: 1,
    failures: 2,
    ...changes,
  });
  queue.sql.prepare(`UPDATE jobs SET ${column} = ?`).run(value);
  return queue;
}
const stateOf = ({ store }: MemoryQueue) => store.job('a')?.state;
const damaged = (resume: Job['state'] | object) => ({
  kind: 'needs-you',
  reason: 'entry-damaged',
  action: 'retry',
  resume,
});

describe('a job', () => {
  it.each<[string, SqlValue, Partial<Job>]>([
    ['failures', -1, { failures: 0 }],
    ['mtime_ms', 2 ** 53, { clip: { ...aJob().clip, mtimeMs: 0 } }],
    ['added_at', 2 ** 53, { addedAt: 0 }],
    ['position', 2 ** 53, { position: lastPosition }],
    [
      'facts',
      '{"format":3}',
      { clip: { ...aJob().clip, facts: { format: null, durationSeconds: null, width: null, height: null } } },
    ],
  ])('goes on without what nobody chose: %s', (column, value, changes) => {
    const { store } = begin('waiting', column, value);
    const before = { ...aJob({ id: 'a', accountId, draft, seen, draftRevision: 2, appliedRevision: 1, failures: 2 }) };
    expect(store.job('a')).toEqual({ ...before, ...changes });
  });

  it.each<[string, SqlValue]>([
    ['draft_revision', -1],
    ['applied_revision', -1],
    ['draft', '{'],
    ['size', 0],
  ])('waits for its user where what was typed is in doubt: %s', (column, value) => {
    expect(stateOf(begin('waiting', column, value))).toMatchObject(damaged({ from: 'send' }));
    expect(stateOf(begin('describing', column, value))).toMatchObject(damaged(describePoint));
    expect(stateOf(begin('done', column, value))).toEqual(states.done);
    expect(stateOf(begin('cancelled before', column, value))).toEqual(states['cancelled before']);
  });

  it('counts what was typed as not applied where it cannot be read how much of it was', () => {
    const { store } = begin('waiting', 'applied_revision', -1);
    expect(store.job('a')).toMatchObject({ draftRevision: 2, appliedRevision: 0 });
    expect(begin('waiting', 'draft_revision', -1).store.job('a')).toMatchObject({
      draftRevision: 1,
      appliedRevision: 1,
    });
  });

  it('goes on from where it stood also once something of it could not be read', () => {
    expect(stateOf(begin('needs you to choose', 'draft', '{'))).toMatchObject(damaged(lookPoint));
    expect(stateOf(begin('unclear', 'size', 0))).toMatchObject({
      reason: 'ask-which',
      action: 'choose',
      resume: lookPoint,
    });
    expect(stateOf(begin('describing', 'size', 0))).toMatchObject(damaged(describePoint));
  });

  it('leaves to its user what differs on the site, where it cannot be read what was seen there', () => {
    expect(begin('waiting', 'seen', '{').store.job('a')?.seen).toEqual(nothingSeen);
    expect(begin('describing', 'seen', '{').store.job('a')?.seen).toEqual({ ...nothingSeen, values: { title: '' } });
    expect(begin('unclear', 'seen', '{}').store.job('a')?.seen, 'as older versions left it').toEqual(nothingSeen);
    const { modifiedAt, values, theirs } = seen;
    const kept = JSON.stringify({ modifiedAt, values, theirs });
    expect(begin('describing', 'seen', kept).store.job('a')?.seen).toEqual(seen);
  });

  it.each<[string, object | null, object]>([
    ['nobody saw how its attempt ended', { ended: null, endedAt: null, startedAt: 400 }, { ...lookPoint, since: 400 }],
    ['its attempt ended unclear', { ended: 'unclear', endedAt: 500 }, lookPoint],
    ['its attempt arrived', { ended: 'arrived', endedAt: 500 }, lookPoint],
    ['its attempt was found', { ended: 'found', endedAt: 500 }, lookPoint],
    ['its attempt was refused', { ended: 'refused', status: 413 }, { from: 'send' }],
    ['its attempt was answered with a yes, and was not there', { ended: 'absent', status: 200 }, { from: 'send' }],
    ['its attempt was refused by a yes', { ended: 'refused', status: 200, endedAt: 500 }, lookPoint],
    ['there was none', null, { from: 'send' }],
  ])('with a state that cannot be read goes on from its last attempt: %s', (_, attempt, resume) => {
    const queue = begin('waiting', 'state', '{');
    if (attempt) {
      queue.store.insertAttempt(anAttempt({ id: 'before', jobId: 'a', ended: 'refused' }));
      queue.store.insertAttempt(anAttempt({ jobId: 'a', ...attempt }));
    }
    expect(stateOf(queue)).toEqual({ ...damaged(resume), detail: null, candidates: [] });
  });

  it('with a state that cannot be read, whose video is known, goes on at that video', () => {
    const queue = begin('describing', 'state', '{');
    queue.store.insertAttempt(anAttempt({ jobId: 'a', ended: 'refused', status: 413 }));
    expect(stateOf(queue)).toEqual({ ...damaged(describePoint), detail: null, candidates: [] });
  });

  it('keeps the folder that it came from, and what was read of its clip', () => {
    const { store, add } = memoryQueue();
    add({ id: 'a', folderId: 'folder-1', sha256: 'ab01' }, { id: 'b', folderId: null, sha256: null });
    expect(store.job('a')).toMatchObject({ folderId: 'folder-1', sha256: 'ab01' });
    expect(store.job('b')).toMatchObject({ folderId: null, sha256: null });
  });

  it('waits for its user’s word where it did, and where it cannot be read whether it does', () => {
    const { sql, store, rows, add } = memoryQueue();
    add({ id: 'a', isHeld: true }, { id: 'b', isHeld: false }, { id: 'c', isHeld: false });
    sql.exec("UPDATE jobs SET held = 7 WHERE id = 'c'");
    const held = () => ['a', 'b', 'c'].map((id) => store.job(id)?.isHeld);
    expect(held()).toEqual([true, false, true]);
    rows.saveJob({ ...aJob({ id: 'a', accountId }), isHeld: false });
    expect(held()).toEqual([false, false, true]);
  });

  it('is named by what it holds: whole milliseconds, its title, its group and its video', () => {
    const { sql, store, add } = memoryQueue();
    const { clip } = aJob();
    add({
      id: 'a',
      clip: { ...clip, mtimeMs: 7.9 },
      addedAt: 5.9,
      draft,
      state: { ...states['waiting for a time'], until: 8.1 },
    });
    add({ id: 'b', state: states['needs you to edit'], removed: true, arrivedAt: 6_000 });
    const row = (id: string) =>
      sql
        .prepare('SELECT mtime_ms, added_at, due_at, title, grp, kind, video_id, removed FROM jobs WHERE id = ?')
        .get(id);
    expect(row('a')).toEqual({
      ...{
        mtime_ms: 7,
        added_at: 5,
        due_at: 9,
        title: 'Mine',
        grp: 'waiting',
        kind: 'waiting',
        video_id: null,
        removed: 0,
      },
    });
    expect(row('b')).toMatchObject({ due_at: null, title: '', grp: 'needs-you', video_id: 14, removed: 1 });
    expect(store.job('b')).toMatchObject({ removed: true, arrivedAt: 6_000 });
    expect(store.job('a')?.arrivedAt).toBeNull();
  });
});

it('a draft that cannot be read shows nothing', () => {
  expect(toDraft(JSON.stringify(draft))).toEqual(draft);
  expect([toDraft('{'), toDraft(undefined)]).toEqual([emptyDraft, emptyDraft]);
});

describe('an attempt', () => {
  it('is read back as it was written, and as it was saved after its end', () => {
    const { store, add } = memoryQueue();
    add({ id: 'job-1' });
    const begun = anAttempt({ startedAt: 400.9, siteSkewMs: 2.6, content: 'c' });
    store.insertAttempt(begun);
    expect(store.attempt(begun.id)).toEqual({ ...begun, startedAt: 400, siteSkewMs: 3 });
    const ended: Attempt = {
      ...{
        ...begun,
        startedAt: 400,
        siteSkewMs: 3,
        endedAt: 500.1,
        ended: 'found' as const,
        status: 201,
        said: 'Yes.',
      },
      ...{ sentBytes: 10, mediaId: 3, looks: [{ at: 1, found: 'found' as const }], rejectedVideoIds: [4] },
    };
    store.saveAttempt(ended);
    expect(store.attempt(begun.id)).toEqual({ ...ended, endedAt: 501 });
    expect(store.attempts('job-1')).toEqual([{ ...ended, endedAt: 501 }]);
    store.insertAttempt(anAttempt({ id: 'earlier by the clock', startedAt: 1, siteSkewMs: null }));
    expect(store.attempts('job-1').map(({ id }) => id)).toEqual([begun.id, 'earlier by the clock']);
    expect([store.attempt('gone'), store.attempts('gone')]).toEqual([null, []]);
  });

  it('keeps what was the newest file of its account as it began, where that was known', () => {
    const { store, add } = memoryQueue();
    add({ id: 'job-1' });
    store.insertAttempt(anAttempt({ id: 'known', afterMediaId: 41 }));
    store.insertAttempt(anAttempt({ id: 'unknown' }));
    expect(store.attempts('job-1')).toStrictEqual([
      anAttempt({ id: 'known', afterMediaId: 41 }),
      anAttempt({ id: 'unknown' }),
    ]);
  });

  it.each([
    'arrived',
    'unclear',
    'connection-lost',
    'clip-unreadable',
    'signed-out',
    'held-back',
    'proxy',
    'answered-early',
    'refused',
    'stopped',
    'elsewhere',
    'clip-changed',
    'clip-in-use',
    'interrupted',
    'found',
    'absent',
    null,
  ] as const)('is known by how it ended: %s', (ended) => {
    const { store, add } = memoryQueue();
    add({ id: 'job-1' });
    store.insertAttempt(
      anAttempt({
        ended,
        looks: (['found', 'absent', 'not-yet', 'ask', 'failed'] as const).map((found, at) => ({ at, found })),
      }),
    );
    expect(store.attempt('attempt-1')).toMatchObject({ ended, looks: { length: 5 } });
  });

  it.each<[string, SqlValue, object]>([
    ['key', 'a"b', { key: null, boundary: '----clipferry00' }],
    ['key', 'x'.repeat(101), { key: null }],
    ['key', 'x'.repeat(100), { key: 'x'.repeat(100) }],
    ['boundary', '', { key: null, boundary: '' }],
    ['boundary', 'a b', { key: null, boundary: '' }],
    ['not_these', '["1"]', { rejectedVideoIds: null }],
    ['looks', '[{"at":"1","found":"found"}]', { looks: [] }],
    ['content', null, { content: null }],
    ['ended', 'as of tomorrow', { ended: 'unclear' }],
  ])('goes on under its key only where all of it can be read: %s %j', (column, value, read) => {
    const { store, sql, add } = memoryQueue();
    add({ id: 'job-1' });
    store.insertAttempt(anAttempt());
    sql.prepare(`UPDATE attempts SET ${column} = ?`).run(value);
    expect(store.attempt('attempt-1')).toMatchObject(read);
  });
});

it('a clip that may be there, of which neither its state nor its size can be read, asks which video it is', () => {
  const queue = begin('unclear', 'state', '{');
  queue.store.insertAttempt(anAttempt({ jobId: 'a' }));
  queue.sql.exec('UPDATE jobs SET size = 0');
  expect(stateOf(queue)).toMatchObject({
    kind: 'needs-you',
    reason: 'ask-which',
    action: 'choose',
    resume: { from: 'look' },
  });
});

describe('what was damaged', () => {
  const kept = ({ sql }: MemoryQueue) => sql.prepare('SELECT kind, name, problem, text FROM damaged').all();

  it('is kept word for word before its row is written over, and written down soon by itself', async () => {
    const queue = begin('waiting', 'draft', '{"title":3}');
    expect(idsOf(queue.store.rows('all', 'queue', 0, 9))).toEqual(['a']);
    expect(kept(queue)).toEqual([]);
    await queue.store.write(() => undefined);
    expect(kept(queue)).toMatchObject([{ kind: 'job', name: 'a draft', text: '{"title":3}' }]);
    expect(queue.sql.prepare('SELECT kind, grp, draft FROM jobs').get()).toEqual({
      ...{ kind: 'needs-you', grp: 'needs-you', draft: JSON.stringify(emptyDraft) },
    });
  });

  it('is so too where it was the state: its clip stands among those that need their user', async () => {
    const queue = begin('waiting', 'state', '{');
    expect(idsOf(queue.store.rows('all', 'queue', 0, 9))).toEqual(['a']);
    await queue.store.write(() => undefined);
    expect(kept(queue)).toMatchObject([{ name: 'a state', text: '{' }]);
    expect(idsOf(queue.store.rows('needs-you', 'queue', 0, 9))).toEqual(['a']);
  });

  it('of a cancelled clip stays as damaged as it is, until something is typed for it', async () => {
    const queue = begin('cancelled before', 'draft', '{"title":3}');
    const save = (changes: Partial<Job>) => {
      const job = queue.store.job('a');
      return queue.store.write(() => job && queue.rows.saveJob({ ...job, ...changes }));
    };
    const text = () => queue.sql.prepare('SELECT draft FROM jobs').get()?.draft;
    await save({ removed: true });
    expect(text()).toBe('{"title":3}');
    await save({ draft, draftRevision: 3 });
    expect(text()).toBe(JSON.stringify(draft));
    expect(kept(queue)).toHaveLength(1);
  });

  it.each([
    ['what its file holds', 'facts', '[]'],
    ['how often it failed', 'failures', -1],
  ] as const)('is not the draft of a cancelled clip where only %s cannot be read', async (_, column, value) => {
    const queue = begin('cancelled before', column, value);
    const job = queue.store.job('a');
    await queue.store.write(() => job && queue.rows.saveJob({ ...job, removed: true }));
    expect(queue.store.job('a')).toMatchObject({ state: states['cancelled before'], removed: true, draft });
  });

  it('of a clip that is not cancelled gives way to what is known of it, and its user is asked once', async () => {
    const queue = begin('waiting', 'draft', '{"title":3}');
    const job = queue.store.job('a');
    await queue.store.write(() => job && queue.rows.saveJob(job));
    expect(queue.sql.prepare('SELECT draft FROM jobs').get()).toEqual({ draft: JSON.stringify(emptyDraft) });
    expect(kept(queue)).toHaveLength(1);
  });

  it('holds a clip back no more than it was where only what its file holds cannot be read', async () => {
    const queue = begin('waiting', 'facts', '[]');
    const job = queue.store.job('a');
    await queue.store.write(() => job && queue.rows.saveJob({ ...job, state: states.sending }));
    expect(stateOf(queue)).toEqual(states.sending);
  });

  it('is kept also where only typing is saved', async () => {
    const queue = begin('done', 'facts', '[]');
    const before = queue.store.job('a');
    await queue.store.write(() => before && queue.rows.saveDraft({ ...before, draft }));
    expect(kept(queue)).toMatchObject([{ name: 'a facts', text: '[]' }]);
    expect(queue.store.job('a')?.draft).toEqual(draft);
  });

  it('only typing is saved of a whole job: nothing else of it is written', () => {
    const queue = memoryQueue();
    queue.add({ id: 'a' });
    const job = queue.store.job('a') ?? aJob();
    queue.rows.saveDraft({ ...job, draft, draftRevision: 7, seen, failures: 9 });
    expect(queue.store.job('a')).toEqual({ ...job, draft, draftRevision: 7, seen });
    const title = () => queue.sql.prepare('SELECT title FROM jobs').get()?.title;
    expect(title()).toBe('Mine');
    queue.rows.saveDraft({ ...job, draft: { ...draft, title: null, excerpt: 'Short' } });
    expect(title(), 'by which it is searched for').toBe('');
  });
});

describe('what no question would find', () => {
  const columns = 'kind, grp, removed, due_at, position';
  const row = ({ sql }: MemoryQueue) => sql.prepare(`SELECT ${columns} FROM jobs`).get();
  /** In the words of the database: a test is called the same whenever it runs. */
  const inDays = (days: number): string => `(unixepoch() + ${days} * 86400) * 1000`;

  it.each<[string, string]>([
    // Before, between and behind the words that there are, on the list and off it.
    ...["''", "'cancelle'", "'gone'", "'waitinh'", "'\u{10ffff}'"].flatMap((word): [string, string][] => [
      ['kind', word],
      ['grp', word],
    ]),
    ['removed', '-1'],
    ['removed', '2'],
    ['due_at', '-1'],
    ['due_at', inDays(400)],
    ['position', `${-farthestPosition - 1}`],
    ['position', `${farthestPosition + 1}`],
  ])('is put right by the next start: %s = %s', (column, value) => {
    const queue = begin('waiting for a time', 'failures', 0);
    const before = row(queue);
    queue.sql.exec(`UPDATE jobs SET ${column} = ${value}`);
    createJobRows(queue.sql, systemClock);
    expect(row(queue)).toEqual(column === 'position' ? { ...before, position: lastPosition } : before);
  });

  it.each<[string, string | number]>([
    ['grp', ''],
    ['grp', 'gone'],
    ['grp', 'waitinh'],
    ['position', -farthestPosition - 1],
    ['position', farthestPosition + 1],
  ])('is put right also where its user took it off the list: %s = %s', (column, value) => {
    const queue = begin('waiting for a time', 'removed', 1);
    const before = row(queue);
    queue.sql.prepare(`UPDATE jobs SET ${column} = ?`).run(value);
    createJobRows(queue.sql, systemClock);
    expect(row(queue)).toEqual({ ...before, ...(column === 'position' && { position: lastPosition }) });
  });

  it.each<[string, string]>([
    ['due_at', '0'],
    ['due_at', inDays(20)],
    ['position', `${-farthestPosition}`],
    ['position', `${farthestPosition}`],
  ])('is nothing that can be: %s = %s', (column, value) => {
    const queue = begin('waiting for a time', 'failures', 0);
    queue.sql.exec(`UPDATE jobs SET ${column} = ${value}`);
    const before = row(queue);
    createJobRows(queue.sql, systemClock);
    expect(row(queue)).toEqual(before);
  });

  it('is left to a later start by a full disk, and by nothing else (F-43)', () => {
    const queue = begin('waiting', 'kind', 'gone');
    const failing = (error: Error) => ({
      ...queue.sql,
      prepare: (text: string) => {
        const statement = queue.sql.prepare(text);
        if (!text.startsWith('UPDATE jobs')) return statement;
        const run = () => {
          throw error;
        };
        return { ...statement, run };
      },
    });
    createJobRows(failing(new StoreError('full', 'Full.')), systemClock);
    expect(row(queue)?.kind).toBe('gone');
    for (const error of [new StoreError('damaged', 'No.'), new Error('No.')])
      expect(() => createJobRows(failing(error), systemClock)).toThrow('No.');
    createJobRows(queue.sql, systemClock);
    expect(row(queue)?.kind).toBe('waiting');
  });
});

it('a damaged row that a full disk did not take is written down with the next read', async () => {
  const queue = begin('waiting', 'draft', '{');
  let full = true;
  const sql: Sql = {
    ...queue.sql,
    transaction: (work) => {
      if (full) throw new StoreError('full', 'Full.');
      return queue.sql.transaction(work);
    },
  };
  const store = queueStore(sql, systemClock);
  const kind = () => queue.sql.prepare('SELECT kind FROM jobs').get()?.kind;
  expect(store.job('a')?.state.kind).toBe('needs-you');
  await expect(store.write(() => undefined)).rejects.toThrow('Full.');
  full = false;
  expect(kind()).toBe('waiting');
  expect(store.job('a')?.state.kind).toBe('needs-you');
  await store.write(() => undefined);
  expect(kind()).toBe('needs-you');
});
