// What becomes of clips by a table: rows that are understood change their clips, and whatever is not is named and changes nothing.
import { beforeEach, describe, expect, it } from 'vitest';
import type { ClipDetails, FormShape, NamedClip, TableRow, Term } from '../../../preload/contract.ts';
import {
  cellKey,
  type DetailsPlan,
  looksLikeHeadings,
  type PlanInput,
  planSteps,
  tableUses,
  termKey,
} from '../../../renderer/model/details-plan.ts';

const nothing: ClipDetails = {
  ...{ title: null, description: null, excerpt: null, status: null, publishAt: null, commentsOpen: null, slug: null },
  terms: {},
};
const clip = (jobId: string, over: Partial<ClipDetails> = {}, accountId = 'ava'): NamedClip => ({
  ...{ jobId, accountId, account: `${accountId} @ https://e.com`, isOnSite: false },
  ...{ name: `${jobId}.mp4`, folder: '/clips', values: { ...nothing, ...over } },
});
const taxonomies = [
  { restBase: 'video_category', name: 'Video Categories', hierarchical: true, canCreate: false },
  { restBase: 'video_tag', name: 'Video Tags', hierarchical: false, canCreate: true },
];
const shape: FormShape = {
  fields: ['title', 'description', 'status', 'publishAt', 'commentsOpen', 'slug'],
  statuses: ['publish', 'future', 'draft', 'private'],
  ...{ taxonomies, zone: { name: 'Europe/Paris', offsetMinutes: 60 }, learnedAt: 1 },
};
const sea: Term = { id: 7, name: 'Sea', parent: 0, count: 3 };
const now = Date.UTC(2026, 10, 26);

let clips: Record<string, readonly NamedClip[]>;
let input: Omit<PlanInput, 'rows' | 'uses'>;
beforeEach(() => {
  clips = { 'a.mp4': [clip('a')], 'b.mp4': [clip('b')], 'two.mp4': [clip('t1'), clip('t2')] };
  input = {
    clipsOf: (file) => clips[file] ?? [],
    shapeOf: (accountId) => (accountId === 'ava' ? shape : null),
    termsOf: (_, __, name) => (name.toLowerCase() === 'sea' ? [sea] : []),
    statusWords: (statuses) => new Map(statuses.map((status) => [status, `The word of ${status}`])),
    hasAccount: (accountId) => accountId !== 'gone',
    taxonomyNames: new Map(taxonomies.map(({ restBase, name }) => [restBase, name])),
    ...{ chosen: new Map(), mended: new Map(), settled: new Map(), now },
  };
});

const rowsOf = (lines: readonly (readonly string[])[]): readonly TableRow[] =>
  lines.map((cells, at) => ({ line: at + 2, cells }));
const uses = ['file', 'title', 'status', 'publishAt', 'terms:video_tag'] as const;
const plan = (lines: readonly (readonly string[])[], over: Partial<PlanInput> = {}): DetailsPlan => {
  const steps = planSteps({ ...input, rows: rowsOf(lines), uses, ...over });
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
};

it('lets others have their turn after every few rows', () => {
  const lines = Array.from({ length: 1_000 }, (_, at) => [`${at}.mp4`]);
  const steps = planSteps({ ...input, rows: rowsOf(lines), uses });
  let turns = 0;
  while (steps.next().done !== true) turns++;
  expect(turns).toBe(50);
  // Once to see which clips are named by their paths, and once to plan.
  const withPaths = planSteps({ ...input, rows: rowsOf(lines), uses: ['path', ...uses] });
  for (turns = 0; withPaths.next().done !== true; ) turns++;
  expect(turns).toBe(100);
});

describe('columns', () => {
  const table = (headings: readonly string[]) => tableUses([{ line: 1, cells: headings }], true, taxonomies);
  it('are what their headings say, each once', () => {
    expect(table(['File', 'TITLE', 'Title', 'Video tags', 'Categories', 'Publish date', 'comments', 'path'])).toEqual([
      ...['file', 'title', null, 'terms:video_tag', 'terms:video_category', 'publishAt', 'commentsOpen', 'path'],
    ]);
    expect(table(['video_tag', 'Tags', 'Notes'])).toEqual(['terms:video_tag', null, null]);
  });

  it('without headings begin with file, title and description', () => {
    const rows = [{ line: 1, cells: ['a.mp4', 'One', 'Text', 'x'] }];
    expect(looksLikeHeadings(rows[0])).toBe(false);
    expect(tableUses(rows, false, taxonomies)).toEqual(['file', 'title', 'description', null]);
  });
});

describe('a row', () => {
  it('changes its clip in what it says, and in nothing that the clip has already', () => {
    clips['a.mp4'] = [clip('a', { title: 'Old', status: 'draft', terms: { video_tag: [7] } })];
    const { ready, rows } = plan([
      ['a.mp4', ' New\ntitle ', 'Draft', '', 'Sea'],
      ['b.mp4', '', 'The word of private', '', 'sea'],
    ]);
    expect(rows.flatMap(({ troubles }) => troubles)).toEqual([]);
    expect(ready.map(({ clip: whose, change }) => [whose?.jobId, change])).toEqual([
      ['a', { title: 'New title' }],
      ['b', { status: 'private', terms: { video_tag: [7] } }],
    ]);
  });

  it('that says what is there already is counted, and changes nothing', () => {
    clips['a.mp4'] = [clip('a', { title: 'Same' })];
    expect(plan([['a.mp4', 'Same']])).toMatchObject({ unchanged: 1, ready: [] });
  });

  it('is for the file of its path where there is one in the list, else for that of its name', () => {
    clips['/x/a.mp4'] = [clip('x')];
    const paths = { uses: ['file', 'path', 'title'] } as const;
    expect(plan([['a.mp4', '/x/a.mp4', 'T']], paths).ready[0]?.clip?.jobId).toBe('x');
    expect(plan([['a.mp4', '/gone/a.mp4', 'T']], paths).ready[0]?.clip?.jobId).toBe('a');
  });

  it('without a clip, with several, or with one that a row before it was for changes nothing until that is settled', () => {
    const lines = [
      ['', 'No file'],
      ['nobody.mp4', 'Nobody'],
      ['two.mp4', 'Two'],
      ['a.mp4', 'First'],
      ['a.mp4', 'Second'],
    ];
    const before = plan(lines);
    expect(before.rows.map(({ troubles }) => troubles.map(({ kind }) => kind))).toEqual([
      ...[['no-file'], ['unknown'], ['several'], [], ['twice']],
    ]);
    expect(before.rows[4]?.troubles).toEqual([{ kind: 'twice', line: 5 }]);
    expect(before.ready.map(({ change }) => change.title)).toEqual(['First']);
    const after = plan(lines, { chosen: new Map([[4, 't2']]) });
    expect(after.ready.map(({ clip: one }) => one?.jobId)).toEqual(['t2', 'a']);
    expect(plan(lines, { chosen: new Map([[4, 'of another row']]) }).ready).toHaveLength(1);
  });
});

describe('a clip of several', () => {
  it('that a row names by its path is none that another means by its name', () => {
    clips['/a/c.mp4'] = [];
    clips['/b/c.mp4'] = [clip('b')];
    clips['c.mp4'] = [clip('b')];
    const lines = [
      ['c.mp4', '/a/c.mp4', 'Title of a'],
      ['c.mp4', '/b/c.mp4', 'Title of b'],
    ];
    const { ready, rows } = plan(lines, { uses: ['file', 'path', 'title'] });
    expect(ready.map(({ change }) => change)).toEqual([{ title: 'Title of b' }]);
    expect(rows[0]?.troubles).toEqual([{ kind: 'unknown', file: 'c.mp4' }]);
  });

  it('is told by the account that it goes to', () => {
    clips['a.mp4'] = [clip('a1'), clip('a2', {}, 'ben')];
    const over = { uses: ['file', 'account', 'title'] as const, shapeOf: () => shape };
    const lines = [
      ['a.mp4', 'Ben @ https://e.com', 'For Ben'],
      ['a.mp4', 'ava @ https://e.com', 'For Ava'],
    ];
    expect(plan(lines, over).ready.map(({ clip: one, change }) => [one?.jobId, change.title])).toEqual([
      ['a2', 'For Ben'],
      ['a1', 'For Ava'],
    ]);
    expect(plan([['a.mp4', 'nobody', 'T']], over).rows[0]?.troubles).toMatchObject([{ kind: 'several' }]);
  });

  it('of an account that is gone is left out, and keeps nothing back', () => {
    clips['old.mp4'] = [clip('old', {}, 'gone')];
    const { ready, rows, isAsking } = plan([
      ['old.mp4', 'Old'],
      ['a.mp4', 'A'],
    ]);
    expect(rows[0]?.troubles).toEqual([{ kind: 'no-account' }]);
    expect([ready.length, isAsking]).toEqual([1, false]);
  });
});

describe('a cell', () => {
  it('keeps its row back where the clock of the site is not known, unless it says how far it is from UTC', () => {
    const over = { shapeOf: () => ({ ...shape, learnedAt: null }) };
    expect(plan([['a.mp4', '', '', '2099-03-02 10:00']], over).rows[0]?.troubles).toMatchObject([
      { problem: 'date-zone' },
    ]);
    expect(plan([['a.mp4', '', '', '2099-03-02 10:00Z']], over).ready).toHaveLength(1);
  });

  it('with a date that is over keeps back what may be scheduled on its site, and needs a column to be mended in', () => {
    const past = '2020-01-01 10:00';
    expect(plan([['a.mp4', '', '', past]]).ready).toHaveLength(1);
    clips['a.mp4'] = [{ ...clip('a'), isOnSite: true }];
    expect(plan([['a.mp4', '', '', past]]).rows[0]?.troubles).toMatchObject([{ problem: 'date-over' }]);
    expect(plan([['a.mp4', 'T', 'Scheduled']], { uses: ['file', 'title', 'status'] }).rows[0]?.troubles).toMatchObject([
      { problem: 'date-column', field: 'status' },
    ]);
  });

  it('with the status that a clip has is no change, though nobody could choose it', () => {
    clips['a.mp4'] = [clip('a', { status: 'pending' })];
    expect(plan([['a.mp4', 'T', 'pending']]).ready.map(({ change }) => change)).toEqual([{ title: 'T' }]);
  });

  it('with a title keeps its blanks of any kind, and an address is compared as it stands', () => {
    const title = 'Quoi\u00a0?  Oui';
    clips['a.mp4'] = [clip('a', { title, slug: 'intro' })];
    const over = { uses: ['file', 'title', 'slug'] as const };
    expect(plan([['a.mp4', title, 'intro-2']], over).ready.map(({ change }) => change)).toEqual([{ slug: 'intro-2' }]);
    expect(plan([['a.mp4', title, 'intro']], over)).toMatchObject({ ready: [], unchanged: 1 });
  });

  it.each([
    ['status', ['a.mp4', 'T', 'Publick'], 2],
    ['status', ['a.mp4', 'T', 'pending'], 2],
    ['date', ['a.mp4', 'T', '', '02/03/2099'], 3],
    ['date-missing', ['a.mp4', 'T', 'Scheduled', ''], 3],
    ['date-over', ['a.mp4', 'T', 'Scheduled', '2020-01-01 10:00'], 3],
  ] as const)('that means nothing keeps its row back until it is mended: %s', (problem, cells, column) => {
    const before = plan([cells]);
    expect(before.ready).toEqual([]);
    expect(before.rows[0]?.troubles).toMatchObject([{ kind: 'cell', problem, column }]);
    const mended = new Map([[cellKey(2, column), column === 2 ? 'draft' : '2099-03-02 10:00']]);
    expect(plan([cells], { mended }).ready).toHaveLength(1);
    expect(plan([cells], { mended: new Map([[cellKey(2, column), 'draft?']]) }).ready).toEqual([]);
  });

  it('that was emptied is nothing written', () => {
    const emptied = plan([['a.mp4', 'T', 'Publick']], { mended: new Map([[cellKey(2, 2), ' ']]) });
    expect(emptied.ready.map(({ change }) => change)).toEqual([{ title: 'T' }]);
  });

  it('schedules by the clock of the site, also by a date that the clip has already', () => {
    const at = Date.UTC(2099, 2, 2, 9);
    expect(plan([['a.mp4', '', 'Scheduled', '2099-03-02 10:00']]).ready[0]?.change).toEqual({
      ...{ status: 'future', publishAt: at },
    });
    clips['b.mp4'] = [clip('b', { publishAt: at })];
    expect(plan([['b.mp4', '', 'Scheduled', '']]).ready[0]?.change).toEqual({ status: 'future' });
  });

  it('for which the site has no place is left out', () => {
    const { ready } = plan([['a.mp4', 'T', 'Short']], { uses: ['file', 'title', 'excerpt', 'terms:other' as const] });
    expect(ready.map(({ change }) => change)).toEqual([{ title: 'T' }]);
  });
});

describe('a column of terms', () => {
  it('is on another site the taxonomy that is called the same', () => {
    const other = { ...shape, taxonomies: [{ ...(taxonomies[1] as FormShape['taxonomies'][0]), restBase: 'tags' }] };
    const planned = plan([['a.mp4', '', '', '', 'Sea']], { shapeOf: () => other });
    expect(planned.ready.map(({ change }) => change.terms)).toEqual([{ tags: [7] }]);
  });

  it('is that of its own word before one that is called so', () => {
    const two = [
      { restBase: 'video_category', name: 'Categories', hierarchical: true, canCreate: true },
      { restBase: 'categories', name: 'Categories', hierarchical: true, canCreate: true },
    ];
    expect(tableUses([{ line: 1, cells: ['categories', 'video_category'] }], true, two)).toEqual([
      ...['terms:categories', 'terms:video_category'],
    ]);
  });
});

describe('a word for a term', () => {
  it('that the site does not know keeps its rows back, and is asked about once', () => {
    const lines = [
      ['a.mp4', 'A', '', '', 'Sea, Regatta'],
      ['b.mp4', 'B', '', '', 'regatta'],
    ];
    const before = plan(lines);
    expect(before).toMatchObject({ ready: [], isAsking: false, terms: [{ name: 'Regatta', rows: 2, terms: [] }] });
    const regatta: Term = { id: 9, name: 'Regatta', parent: 0, count: 0 };
    const made = plan(lines, { settled: new Map([[termKey('ava', 'video_tag', 'REGATTA'), regatta]]) });
    expect(made.ready.map(({ change }) => change.terms)).toEqual([{ video_tag: [7, 9] }, { video_tag: [9] }]);
    const left = plan(lines, { settled: new Map([[termKey('ava', 'video_tag', 'regatta'), null]]) });
    expect(left.ready.map(({ change }) => change)).toEqual([{ title: 'A', terms: { video_tag: [7] } }, { title: 'B' }]);
  });

  it('of several terms waits for the one that is meant, and the site’s answer for all', () => {
    const two = [sea, { ...sea, id: 8 }];
    expect(plan([['a.mp4', '', '', '', 'Sea']], { termsOf: () => two })).toMatchObject({
      ready: [],
      terms: [{ terms: two }],
    });
    expect(plan([['a.mp4', '', '', '', 'Sea']], { termsOf: () => null })).toMatchObject({
      ...{ ready: [], terms: [], isAsking: true },
    });
  });
});

it('ten thousand rows are planned within a second of work', () => {
  const lines = Array.from({ length: 10_000 }, (_, at) => [`${at}.mp4`, `Title ${at}`, 'Draft', '', 'Sea']);
  const all = Object.fromEntries(lines.map(([file = '', title = '']) => [file, [clip(title)]]));
  const began = process.cpuUsage();
  const { ready } = plan(lines, { clipsOf: (file) => all[file] ?? [] });
  const { user, system } = process.cpuUsage(began);
  expect(ready).toHaveLength(10_000);
  expect((user + system) / 1_000).toBeLessThan(1_000);
});
