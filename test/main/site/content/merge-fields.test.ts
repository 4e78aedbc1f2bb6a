// What is sent of a draft, field by field: three-way, without ever overwriting what was changed on the site.
import { describe, expect, it } from 'vitest';
import { nothingShown, sameValue, withoutFields } from '../../../../main/fields.ts';
import { type Draft, emptyDraft, type FieldValues, type Video } from '../../../../main/model.ts';
import { hasMarkup, plainOf } from '../../../../main/site/client/text.ts';
import { updateBody } from '../../../../main/site/content/field-codecs.ts';
import { ignoredFields, leaving, merge, seenOf } from '../../../../main/site/content/merge-fields.ts';

const now = Date.UTC(2026, 10, 20, 12);
const hour = 3_600_000;
const video: Video = {
  ...nothingShown,
  id: 7,
  title: 'There',
  description: 'Text',
  formatted: false,
  excerpt: '',
  status: 'draft',
  slug: 'there',
  password: '',
  commentsOpen: true,
  terms: { tags: [1, 2], categories: [] },
  link: null,
  createdAt: now - hour,
  modifiedAt: now,
};
const send = (draft: Partial<Draft>, seen: FieldValues = {}, on: Partial<Video> = {}) =>
  merge({ ...emptyDraft, ...draft }, seen, { ...video, ...on }, now);

describe('what is sent', () => {
  it.each<[string, Partial<Draft>, FieldValues]>([
    ['nothing untouched', {}, {}],
    ['nothing that is the same', { title: ' There ', description: 'Text\n', commentsOpen: true, slug: 'There!' }, {}],
    ['a title that differs in a letter only', { title: 'there' }, { title: 'there' }],
    ['other lines, not other line ends', { description: 'Te xt', excerpt: '\r\n' }, { description: 'Te xt' }],
    [
      'each changed field',
      { title: 'New', excerpt: 'E', password: 'p' },
      { title: 'New', excerpt: 'E', password: 'p' },
    ],
    ['an emptied description, but no emptied title', { title: '', description: '' }, { description: '' }],
    ['a set of terms, whatever its order', { terms: { tags: [2, 1], categories: [5] } }, { 'terms:categories': [5] }],
    ['the first terms of a kind', { termChanges: { shows: { add: [3], remove: [4] } } }, { 'terms:shows': [3] }],
    ['terms put on and off', { termChanges: { tags: { add: [3], remove: [1] } } }, { 'terms:tags': [2, 3] }],
    ['a schedule', { status: 'future', publishAt: now + hour }, { status: 'future', publishAt: now + hour }],
    [
      'public where the moment has passed',
      { status: 'future', publishAt: now - 1 },
      { status: 'publish', publishAt: now - 1 },
    ],
    ['no schedule without a date: it would be public at once', { status: 'future' }, {}],
  ])('%s', (_name, draft, wanted) => {
    expect(send(draft)).toEqual({ send: wanted, theirs: {} });
  });

  it('leaves alone what changed there only, and asks about what changed on both sides', () => {
    expect(send({ title: 'Old' }, { title: 'Old' })).toEqual({ send: {}, theirs: {} });
    expect(send({ title: 'Mine', excerpt: 'E' }, { title: 'Old' })).toEqual({
      send: { excerpt: 'E' },
      theirs: { title: 'There' },
    });
    expect(send({ title: 'There' }, { title: 'Old' })).toEqual({ send: {}, theirs: {} });
    expect(send({ terms: { tags: [9] } }, { 'terms:tags': [1] })).toEqual({
      send: {},
      theirs: { 'terms:tags': [1, 2] },
    });
    // Putting a term on never takes away what somebody else put on meanwhile.
    expect(send({ termChanges: { tags: { add: [9], remove: [] } } }, { 'terms:tags': [1] }).send).toEqual({
      'terms:tags': [1, 2, 9],
    });
  });

  it('is what was typed where only our own doing changed the site, also where its answer was lost', () => {
    const mine = { ...emptyDraft, title: 'Mine' };
    const sends = { send: { title: 'Mine' }, theirs: {} };
    expect(merge(mine, { title: 'There' }, video, now)).toEqual(sends);
    expect(merge(mine, { title: 'Old' }, video, now, { title: 'There' })).toEqual(sends);
    expect(merge(mine, { title: 'Old' }, video, now, { title: 'Lost' })).toEqual({
      send: {},
      theirs: { title: 'There' },
    });
  });

  it('is what was typed where the site does not show the field any more', () => {
    expect(send({ terms: { shows: [2] } }, { 'terms:shows': [1] })).toEqual({
      send: { 'terms:shows': [2] },
      theirs: {},
    });
    const draft = { ...emptyDraft, terms: { shows: [2] } };
    expect(merge(draft, { 'terms:shows': [1] }, video, now, { 'terms:shows': [3] })).toEqual({
      send: { 'terms:shows': [2] },
      theirs: {},
    });
  });

  it('is encoded, in UTC with Z, and under the site’s names', () => {
    expect(
      updateBody({ title: 'A & <b>', description: '<', publishAt: now, commentsOpen: false, 'terms:video_tag': [1] }),
    ).toEqual({
      title: 'A &amp; &lt;b&gt;',
      content: '&lt;',
      date_gmt: '2026-11-20T12:00:00Z',
      comment_status: 'closed',
      video_tag: [1],
    });
  });
});

it('what leaves is written down with what is there, as far as it is compared with anything', () => {
  const seen: FieldValues = { title: 'There', slug: 'there', 'terms:tags': [1] };
  expect(leaving({ title: 'New', excerpt: 'E', 'terms:tags': [3] }, seen, video)).toEqual({
    values: { title: 'There', 'terms:tags': [1, 2] },
    sent: { title: 'New', 'terms:tags': [3] },
  });
  expect(leaving({ title: 'New' }, {}, video)).toBeNull();
  expect(leaving({}, seen, video)).toBeNull();
});

it('what came back otherwise is named, and only what arrived counts as seen', () => {
  const draft = { ...emptyDraft, title: 'There', password: 'p', terms: { tags: [1, 99] } };
  expect(ignoredFields({ title: 'There', password: 'p', 'terms:tags': [1, 99] }, video)).toEqual([
    'password',
    'terms:tags',
  ]);
  expect(seenOf(draft, video, now)).toEqual({ title: 'There' });
});

it('addresses count as the same as the site spells them', () => {
  for (const [typed, there] of [
    ['Mein schöner Clip', 'mein-schoner-clip'],
    ['my-take', 'my-take-2'],
    ['日本', '%e6%97%a5%e6%9c%ac'],
  ]) {
    expect(sameValue('slug', typed, there)).toBe(true);
  }
  expect(sameValue('slug', 'one', 'two')).toBe(false);
  expect(sameValue('slug', '100%', 'one')).toBe(false);
});

it('fields given up are as if never typed', () => {
  const draft = {
    ...emptyDraft,
    title: 'A',
    terms: { tags: [1], other: [2] },
    termChanges: { tags: { add: [1], remove: [] } },
  };
  expect(withoutFields(draft, ['title', 'terms:tags'])).toEqual({ ...emptyDraft, terms: { other: [2] } });
  const { termChanges } = draft;
  expect(withoutFields(draft, ['terms:other'])).toEqual({
    ...emptyDraft,
    title: 'A',
    terms: { tags: [1] },
    termChanges,
  });
  expect(withoutFields({ ...draft, terms: { tags: [1] } }, ['terms:tags'])).toEqual({ ...emptyDraft, title: 'A' });
});

it('markup is known from text, and read as text', () => {
  expect(['a < b', '1 <2', 'A &lt;b&gt;', '<3'].map(hasMarkup)).toEqual([false, false, false, false]);
  expect(['<p>x', '</p>', '<!-- wp:x -->', 'a<br/>b'].map(hasMarkup)).toEqual([true, true, true, true]);
  expect(plainOf('<!-- wp:p --><p>A &amp; B<br>C</p><ul><li>1</li><li>2</li></ul><script>x()</script>')).toBe(
    'A & B\nC\n\n1\n2',
  );
});
