// What a video lacks is told only where its record says so: never of what the site hides, nor of what it does not tell.
import { describe, expect, test } from 'vitest';
import { nothingShown } from '../../../../main/fields.ts';
import { lackFields, lacks, videoLacks } from '../../../../main/site/content/lacks.ts';

describe('a description', () => {
  test.each([
    ['nothing', ''],
    ['spaces and lines', ' \n\t '],
    ['a paragraph without a word', '<!-- wp:paragraph -->\n<p>&nbsp;</p>\n<!-- /wp:paragraph -->'],
    ['tags alone, very many of them', '<p></p>'.repeat(5_000)],
  ])('is missing where it is %s', (_, raw) => {
    expect(lacks({ content: { raw, rendered: '<p>put there by a theme</p>' } }, 'description')).toBe(true);
    expect(lacks({ content: { rendered: raw } }, 'description')).toBe(true);
  });

  test.each([
    ['has a word', { raw: 'Sea' }],
    ['has its first word far down', { raw: `${'<p></p>'.repeat(5_000)}Sea` }],
    ['is hidden by a password', { rendered: '', protected: true }],
    ['is not told', {}],
    ['is told in another shape', { raw: 7, rendered: null }],
  ])('is not said to be missing where it %s', (_, content) => {
    expect(lacks({ content }, 'description')).toBe(false);
  });

  test('of one that may be edited counts as typed, also behind a password', () => {
    expect(lacks({ content: { raw: '', rendered: '', protected: true } }, 'description')).toBe(true);
    expect(lacks({ excerpt: { raw: '', rendered: '<p>made of the description</p>' } }, 'excerpt')).toBe(true);
  });
});

test('a picture and terms are missing where the record has none, not where it has no such field', () => {
  expect([lacks({ featured_media: 0 }, 'poster'), lacks({ featured_media: 7 }, 'poster')]).toEqual([true, false]);
  expect([lacks({}, 'poster'), lacks({ featured_media: '0' }, 'poster')]).toEqual([false, false]);
  expect([lacks({ genre: [] }, 'terms:genre'), lacks({ genre: [3] }, 'terms:genre')]).toEqual([true, false]);
  expect([lacks({}, 'terms:genre'), lacks({ genre: null }, 'terms:genre')]).toEqual([false, false]);
  expect(lacks({ genre: '' }, 'terms:genre')).toBe(false);
  expect([lacks(null, 'terms:genre'), lacks('x', 'description'), lacks(null, 'poster')]).toEqual([false, false, false]);
});

test('asks of each record for what tells it', () => {
  expect(lackFields('poster', 'edit')).toEqual(['featured_media']);
  expect(lackFields('excerpt', 'edit')).toEqual(['excerpt.raw']);
  expect(lackFields('description', 'view')).toEqual(['content.rendered', 'content.protected']);
  expect(lackFields('terms:genre', 'view')).toEqual(['genre']);
});

test('a video whose values are known lacks what they lack; its picture is not among them', () => {
  const video = {
    ...nothingShown,
    ...{ id: 7, description: 'Sea', formatted: false, terms: { genre: [], kind: [4] } },
    ...{ link: null, createdAt: null, modifiedAt: null },
  };
  const told = (['description', 'excerpt', 'terms:genre', 'terms:kind', 'terms:other', 'poster'] as const).map((lack) =>
    videoLacks(video, lack),
  );
  expect(told).toEqual([false, true, true, false, true, true]);
  expect(videoLacks({ ...video, excerpt: 'Short' }, 'excerpt')).toBe(false);
});
