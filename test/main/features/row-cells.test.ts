// What a row tells in its columns: what was typed or preset, never more than a row can show, names only where they are known.
import { expect, it, vi } from 'vitest';
import { type CellSources, cellReader } from '../../../main/features/row-cells.ts';
import { type Draft, emptyDraft, type FormShape } from '../../../main/model.ts';
import { formStore } from '../../../main/site/store/form-store.ts';
import { rowColumns } from '../../../preload/row-columns.ts';
import { aJob } from '../queue/jobs.ts';
import { memoryQueue } from '../queue/store/memory-queue.ts';

const zone = { name: 'Europe/Paris', offsetMinutes: 60 };
const shape: FormShape = {
  ...{ fields: [], statuses: [], zone, learnedAt: 1 },
  taxonomies: [
    { restBase: 'video_category', name: 'Categories', hierarchical: true, canCreate: false },
    { restBase: 'video_tag', name: 'Tags', hierarchical: false, canCreate: true },
    { restBase: 'place', name: 'Places', hierarchical: false, canCreate: true },
  ],
};
const term = (id: number, name: string) => ({ id, name, parent: 0, count: 0 });
const typed = (draft: Partial<Draft>) => aJob({ draft: { ...emptyDraft, ...draft } });

function sources(): CellSources {
  const forms = formStore(memoryQueue().sql);
  forms.saveForm(aJob().accountId, shape);
  forms.saveTerms('site-1', 'video_category', [term(1, 'A & B "½" <b>'), term(2, '你好')]);
  forms.saveTerms('site-1', 'video_tag', [term(3, 'é')]);
  return { forms, siteIdOf: () => 'site-1' };
}

it('nothing that nobody gave is told, and nothing beside the columns', () => {
  expect(cellReader(rowColumns, sources())(typed({ title: 'Harbour', description: ' ' }))).toEqual({});
  const cells = cellReader(['excerpt'], sources())(typed({ description: 'Long', excerpt: 'A & B "½" <b> é 你好' }));
  expect(cells).toEqual({ excerpt: { text: 'A & B "½" <b> é 你好', isWhole: true } });
});

it('visibility, date by the site’s clock and comments are told as they were chosen', () => {
  const cells = cellReader(rowColumns, sources())(typed({ status: 'future', publishAt: 9, commentsOpen: false }));
  expect(cells).toEqual({ status: 'future', publishAt: { at: 9, zone }, commentsOpen: false });
});

it('with the visibility comes the date of what is scheduled', () => {
  const cells = cellReader(['status'], sources())(typed({ status: 'future', publishAt: 9 }));
  expect(cells).toEqual({ status: 'future', publishAt: { at: 9, zone } });
});

it('a text of several lines, or a long one, is told in one line and said to be more', () => {
  const read = cellReader(['description'], sources());
  expect(read(typed({ description: 'One\r\n\n two' }))).toEqual({
    description: { text: 'One two', isWhole: false },
  });
  const { description } = read(typed({ description: 'x'.repeat(200_000) }));
  expect([description?.text.length, description?.isWhole]).toEqual([400, false]);
});

it('terms are told by the names that are known, of every taxonomy of the kind, and counted where they are not', () => {
  const read = cellReader(['categories', 'tags'], sources());
  expect(
    read(
      typed({
        terms: { video_category: [1, 2], video_tag: [3, 99] },
        termChanges: { place: { add: [4], remove: [5] } },
      }),
    ),
  ).toEqual({
    categories: { names: ['A & B "½" <b>', '你好'], others: 0 },
    tags: { names: ['é'], others: 2 },
  });
});

it('of very many terms the first names are looked up, those and the form of an account once for all rows', () => {
  const given = sources();
  const terms = vi.spyOn(given.forms, 'terms');
  const form = vi.spyOn(given.forms, 'form');
  const read = cellReader(['tags'], given);
  const many = typed({ terms: { video_tag: Array.from({ length: 2_000 }, (_, at) => at + 1) } });
  expect(read(many)).toEqual({ tags: { names: ['é'], others: 1_999 } });
  read(many);
  expect(terms.mock.calls.map(([, , ids]) => ids)).toEqual(Array.from({ length: 12 }, (_, at) => [at + 1]));
  expect(form).toHaveBeenCalledTimes(1);
});

const there = { status: 'publish', publishAt: 5, terms: { video_category: [1], video_tag: [] } };

it('of a video is told what its site has, also where that is nothing, and what was typed before it', () => {
  const { accountId } = aJob();
  const text = { text: 'There', isWhole: true };
  const video = { accountId, there: { ...there, description: text, excerpt: { text: '', isWhole: true } } };
  const taxonomies = shape.taxonomies.slice(0, 2);
  const read = cellReader(rowColumns, { ...sources(), taxonomies });
  expect(read({ ...video, draft: emptyDraft })).toEqual({
    description: text,
    excerpt: { text: '', isWhole: true },
    status: 'publish',
    publishAt: { at: 5, zone },
    categories: { names: ['A & B "½" <b>'], others: 0 },
    tags: { names: [], others: 0 },
  });
  const termChanges = { video_category: { add: [2], remove: [1] } };
  const draft = { ...emptyDraft, ...{ description: '', status: 'draft', terms: { video_tag: [3] }, termChanges } };
  expect(read({ ...video, draft })).toMatchObject({
    description: { text: '', isWhole: true },
    status: 'draft',
    categories: { names: ['你好'], others: 0 },
    tags: { names: ['é'], others: 0 },
  });
});

it('what the site did not tell of a video is left out: its terms, too, where one taxonomy of theirs is not known', () => {
  const { accountId } = aJob();
  const read = (taxonomies: FormShape['taxonomies'] | null) =>
    cellReader(rowColumns, { ...sources(), taxonomies })({ accountId, draft: emptyDraft, there });
  // Of "place" nothing is known.
  expect(Object.keys(read(shape.taxonomies))).toEqual(['status', 'publishAt', 'categories']);
  expect(Object.keys(read(null))).toEqual(['status', 'publishAt']);
});
