// What a user may do, by the list that the site gives of it; where the list does not tell, the site is asked to do it.
import { expect, it } from 'vitest';
import { mayDo } from '../../../../main/site/content/capabilities.ts';

it.each<[string, Record<string, unknown>, boolean | null]>([
  ['edit_posts', { edit_posts: true }, true],
  ['edit_posts', { edit_posts: false }, false],
  ['edit_posts', { read: true }, false],
  ['edit_posts', {}, null],
  ['upload_files', { read: true }, false],
  ['activate_plugins', { read: true }, false],
  ['edit_shows', { read: true }, null],
  ['edit_shows', { edit_shows: 1 }, true],
  ['do_not_allow', { do_not_allow: true }, false],
  ['exist', {}, true],
  ['exist', { exist: false }, true],
  ['assign_categories', { edit_posts: true }, true],
  ['assign_post_tags', { edit_posts: true }, true],
  ['assign_post_tags', { edit_posts: false, assign_post_tags: true }, true],
  ['assign_post_tags', { read: true }, false],
  ...['manage_post_tags', 'edit_categories', 'edit_post_tags', 'delete_categories', 'delete_post_tags'].map(
    (right): [string, Record<string, unknown>, boolean] => [right, { manage_categories: true }, true],
  ),
  ['edit_categories', { edit_posts: true }, false],
  ['toString', { read: true }, null],
  ['', { read: true }, null],
])('%s of %j: %j', (right, listed, may) => {
  expect(mayDo(right, listed)).toBe(may);
});

it.each<[unknown, boolean]>([
  [true, true],
  [1, true],
  ['1', true],
  ['yes', true],
  [[], true],
  [false, false],
  [0, false],
  ['0', false],
  ['', false],
  [null, false],
  [undefined, false],
])('%j counts as a grant: %j', (value, isGrant) => {
  expect(mayDo('edit_shows', { edit_shows: value })).toBe(isGrant);
  expect(mayDo('assign_categories', { edit_posts: value })).toBe(isGrant);
});
