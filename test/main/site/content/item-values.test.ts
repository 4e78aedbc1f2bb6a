// What records tell for the rows of a list: asked for as cheaply as it can be had, cut to what a row shows, and never taken for all of it.
import { expect, it } from 'vitest';
import { detailFields, itemValues, valuesOfVideo } from '../../../../main/site/content/item-values.ts';
import { toVideo } from '../../../../main/site/content/records.ts';

const texts = ['description', 'excerpt'] as const;
const hard = 'A &amp; B “½” é 你好';

it('texts are asked for as they were typed where they are shown so, and in print where they are not', () => {
  const all = [...texts, 'commentsOpen', 'terms:genre', 'terms:video_tag'] as const;
  expect(detailFields(all, 'edit')).toEqual(['content.raw', 'excerpt.raw', 'comment_status', 'genre', 'video_tag']);
  expect(detailFields(['excerpt'], 'view')).toEqual(['excerpt.rendered', 'excerpt.protected']);
  expect(detailFields([], 'edit')).toEqual([]);
});

it('nothing is read that was not asked for', () => {
  expect(itemValues({ content: { raw: 'Text' } }, [])).toBeNull();
  expect(itemValues({ content: { raw: 'Text' }, excerpt: { raw: 'Short' }, genre: [1] }, ['excerpt'])).toEqual({
    excerpt: { text: 'Short', isWhole: true },
    terms: {},
  });
});

it('a text in plain words of one line is whole, an empty one, too', () => {
  const most = { text: 'x'.repeat(400), isWhole: true };
  expect(itemValues({ content: { raw: most.text } }, texts)?.description).toEqual(most);
  expect(itemValues({ content: { raw: hard }, excerpt: { raw: '' } }, texts)).toEqual({
    description: { text: 'A & B “½” é 你好', isWhole: true },
    excerpt: { text: '', isWhole: true },
    terms: {},
  });
});

it.each([
  ['several lines', 'One\r\n\n two', 'One two'],
  ['blocks of the site’s editor', '<!-- wp:paragraph --><p>One <b>two</b></p><!-- /wp:paragraph -->', 'One two'],
  ['a long one', 'x'.repeat(401), 'x'.repeat(400)],
  ['one that ends in half a letter there', `${'x'.repeat(399)}😀`, `${'x'.repeat(399)}�`],
])('of %s a row shows a line, and says that there is more', (_, raw, text) => {
  expect(itemValues({ content: { raw } }, texts)?.description).toEqual({ text, isWhole: false });
});

it('what is only known in print is never whole, and what a password hides is not known', () => {
  const printed = { content: { rendered: '<p>One</p>' }, excerpt: { rendered: '', protected: true } };
  expect(itemValues(printed, texts)).toEqual({ description: { text: 'One', isWhole: false }, terms: {} });
  const plain = { content: { rendered: 'One' }, excerpt: { rendered: 'Two' } };
  expect(itemValues(plain, texts)).toMatchObject({ description: { isWhole: false }, excerpt: { isWhole: false } });
});

it.each([
  null,
  7,
  [],
  {},
  { content: 'text', excerpt: 9, comment_status: 1, genre: 'all' },
  { content: { raw: {} }, excerpt: { raw: [] }, genre: [1, '2'] },
  { genre: Array.from({ length: 2_001 }, (_, at) => at + 1) },
])('of an odd record nothing is known: %#', (record) => {
  // Strictly: what is not known is not there.
  expect(itemValues(record, [...texts, 'commentsOpen', 'terms:genre'])).toStrictEqual({ terms: {} });
});

it('a short text is never formatted: what looks so was typed', () => {
  expect(itemValues({ excerpt: { raw: 'A <b>word</b>' } }, texts)).toMatchObject({
    excerpt: { text: 'A <b>word</b>', isWhole: true },
  });
  expect(itemValues({ excerpt: { rendered: '<p>A word</p>' } }, texts)).toMatchObject({
    excerpt: { text: 'A word', isWhole: false },
  });
});

it('comments and terms are told as they are', () => {
  const record = { comment_status: 'closed', genre: [], video_tag: [3, 4] };
  expect(itemValues(record, ['commentsOpen', 'terms:genre', 'terms:video_tag'])).toEqual({
    commentsOpen: false,
    terms: { genre: [], video_tag: [3, 4] },
  });
});

it('what the site shows of the video later takes the place of what is held, and nothing besides', () => {
  const record = {
    id: 1,
    title: 'T',
    content: { raw: 'New' },
    excerpt: { raw: 'S' },
    comment_status: 'open',
    genre: [5],
  };
  const video = toVideo({ ...record, video_tag: [9] });
  const held = { description: { text: 'Old', isWhole: true }, commentsOpen: false, terms: { genre: [1] } };
  expect(valuesOfVideo(held, video)).toEqual({
    description: { text: 'New', isWhole: true },
    commentsOpen: true,
    terms: { genre: [5] },
  });
  const short = { excerpt: { text: 'Old', isWhole: true }, commentsOpen: false, terms: {} };
  expect(valuesOfVideo(short, video)).toStrictEqual({
    ...{ excerpt: { text: 'S', isWhole: true }, commentsOpen: true, terms: {} },
  });
  expect(valuesOfVideo({ terms: { gone: [3] } }, video)).toStrictEqual({ terms: { gone: [3] } });
  const untold = toVideo({ ...record, comment_status: null });
  expect(valuesOfVideo(short, untold).commentsOpen).toBe(false);
  const formatted = toVideo({ ...record, content: { raw: '<p>New <i>words</i></p>' } });
  expect(valuesOfVideo(held, formatted).description).toEqual({ text: 'New words', isWhole: false });
});
