// Edits in a real database: kept word for word until the site has them, and what cannot be read any more.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqlite } from '../../../main/adapters/database/sqlite.ts';
import { nothingShown } from '../../../main/fields.ts';
import { type LibraryStore, libraryStore } from '../../../main/library/store.ts';
import { type Edit, emptyDraft, type Video } from '../../../main/model.ts';
import type { Sql } from '../../../main/ports.ts';
import { migrate } from '../../../main/schema.ts';
import { addRow } from '../rows.ts';

const { publishAt: _createdAt, ...shown } = nothingShown;
const seen: Video = {
  ...shown,
  ...{ id: 7, title: 'Old', formatted: false, cut: true, status: 'draft', link: 'https://e.com/7' },
  ...{ terms: { tags: [1, 2] }, createdAt: 5, modifiedAt: 6 },
};
const edit: Edit = {
  videoId: 7,
  draft: { ...emptyDraft, title: 'New', terms: { tags: [2] }, termChanges: { categories: { add: [1], remove: [3] } } },
  seen,
  left: { values: { title: 'Old' }, sent: { title: 'New', 'terms:tags': [1] } },
  revision: 4,
  failures: 2,
  state: { kind: 'waiting', why: 'site-busy', until: 9 },
};

let sql: Sql;
let store: LibraryStore;

beforeEach(() => {
  sql = openSqlite(':memory:');
  migrate(sql);
  sql.exec('PRAGMA foreign_keys = OFF');
  store = libraryStore(sql);
});
afterEach(() => sql.close());

const damage = () => sql.prepare('SELECT kind, name, text FROM damaged').all();
const problems = () => sql.prepare('SELECT problem FROM damaged').all();
const write = (text: string): void => void sql.prepare('UPDATE edits SET edit = ?').run(text);

describe('an edit', () => {
  it.each<[string, Partial<Edit>]>([
    ['as it waits', {}],
    ['that waits for nothing', { state: { kind: 'waiting', why: null, until: null } }],
    ['in conflict', { state: { kind: 'changed-on-site', theirs: { title: 'T' } } }],
    ['that was refused', { state: { kind: 'refused', said: 'No.', fields: ['title'] } }],
    ['that an older Clipferry saw refused', { state: { kind: 'refused', said: null } }],
    ['that was ignored', { state: { kind: 'ignored', fields: ['title'] } }],
    ['whose video is gone', { state: { kind: 'gone' } }],
    ['of a video that was not shown', { seen: null }],
  ])('is kept over a restart: %s', (_, more) => {
    store.save('a', 7, { ...edit, ...more });
    expect(libraryStore(sql).edits()).toEqual([{ accountId: 'a', edit: { ...edit, ...more } }]);
    expect(damage()).toEqual([]);
  });

  it('takes the place of what was typed before for the same video, and of no other', () => {
    store.save('a', 7, edit);
    store.save('b', 7, edit);
    store.save('a', 8, { ...edit, videoId: 8 });
    store.save('a', 7, { ...edit, revision: 5 });
    expect(store.edits().map(({ accountId, edit: one }) => [accountId, one.videoId, one.revision])).toEqual([
      ['a', 7, 5],
      ['a', 8, 4],
      ['b', 7, 4],
    ]);
    store.save('a', 7, null);
    expect(store.edits().map(({ accountId, edit: one }) => [accountId, one.videoId])).toEqual([
      ['a', 8],
      ['b', 7],
    ]);
  });

  it.each([
    ['no JSON', '{'],
    ['of another video', JSON.stringify({ ...edit, videoId: 8 })],
    ['without its draft', JSON.stringify({ ...edit, draft: undefined })],
    ['of a draft of another shape', JSON.stringify({ ...edit, draft: { ...edit.draft, title: 5 } })],
    ['of a video that is none', JSON.stringify({ ...edit, seen: { id: 7 } })],
    ['of a video without its link', JSON.stringify({ ...edit, seen: { ...seen, link: 5 } })],
    ['of an unknown state', JSON.stringify({ ...edit, state: { kind: 'asleep' } })],
    [
      'waiting for nothing that there is',
      JSON.stringify({ ...edit, state: { kind: 'waiting', why: 'rain', until: null } }),
    ],
    ['of a count below zero', JSON.stringify({ ...edit, revision: -1 })],
    ['of a half failure', JSON.stringify({ ...edit, failures: 0.5 })],
  ])('that is %s stands still, and what stood there is kept word for word', (_, text) => {
    store.save('a', 7, edit);
    write(text);
    const still = { videoId: 7, draft: emptyDraft, seen: null, revision: 0, failures: 0, state: { kind: 'damaged' } };
    expect(store.edits()).toEqual([{ accountId: 'a', edit: still }]);
    store.edits();
    expect(damage()).toEqual([{ kind: 'edit', name: 'a 7', text }]);
    expect(problems()).not.toEqual([{ problem: '' }]);
  });
});

describe('the clip that a video was sent as', () => {
  const facts = (format: string | null): string => JSON.stringify({ format, durationSeconds: null });
  const add = (
    id: string,
    account: string,
    video: number,
    more: Readonly<Record<string, string | number>> = {},
  ): void =>
    addRow(
      sql,
      'jobs',
      { id, account_id: account, video_id: video, position: video, inode: id, facts: facts('mp4'), ...more },
      id,
    );

  it('is one of that account, also off the list, and the last of several', () => {
    add('j', 'a', 7);
    add('k', 'b', 8);
    add('gone', 'a', 9, { removed: 1 });
    add('again', 'a', 7, { facts: facts('webm') });
    expect(store.clipsOf('a', [6, 7, 8, 9])).toEqual(
      new Map([
        [7, { jobId: 'again', format: 'webm' }],
        [9, { jobId: 'gone', format: 'mp4' }],
      ]),
    );
    expect(store.clipsOf('a', [])).toEqual(new Map());
  });

  it.each([facts(null), '{}', 'no facts', '', '[1]'])('tells no format where none can be read: %j', (text) => {
    add('j', 'a', 7, { facts: text });
    expect(store.clipsOf('a', [7])).toEqual(new Map([[7, { jobId: 'j', format: null }]]));
  });

  it('is found by the videos in sight, however many clips there are', () => {
    const plans: string[] = [];
    libraryStore({
      ...sql,
      prepare: (text) => {
        if (text.includes('jobs_by_video')) {
          const plan = sql.prepare(`EXPLAIN QUERY PLAN ${text}`).all('a', '[]');
          plans.push(...plan.map(({ detail }) => String(detail)));
        }
        return sql.prepare(text);
      },
    });
    expect(plans.filter((step) => step.includes('jobs'))).toEqual([
      'SEARCH jobs USING INDEX jobs_by_video (account_id=? AND video_id=?)',
    ]);
  });
});
