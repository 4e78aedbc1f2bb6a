// What an account may do with the videos of others, by the capabilities that its site lists and the names that videos give them.
import { describe, expect, it } from 'vitest';
import { SiteRefusal } from '../../../../main/answers.ts';
import { learnOthersRights, noRights } from '../../../../main/site/content/others-rights.ts';
import { answering, ava, type Given, inShort } from './answering.ts';

const has = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, true]));
const edits = ['edit_others_posts', 'edit_published_posts', 'edit_private_posts'];
const deletes = ['delete_others_posts', 'delete_published_posts', 'delete_private_posts'];
const me = (capabilities: unknown): Given => ({ json: { id: 5, name: 'Ava', slug: 'ava', capabilities } });
const type = (capabilities: unknown): Given => ({ json: { slug: 'video', capabilities } });
const learned = (...given: readonly Given[]) => learnOthersRights(answering(...given).calls, ava);

it('asks who we are and what videos are, both as an editor sees them', async () => {
  const { calls, asked } = answering(me(has(...edits)), type({}));
  await learnOthersRights(calls, ava);
  expect(inShort(asked)).toEqual(['GET wp/v2/users/me?context=edit', 'GET wp/v2/types/video?context=edit']);
});

describe('the usual capabilities', () => {
  it.each([
    ['all of both', [...edits, ...deletes], { mayEdit: true, mayDelete: true }],
    ['all for editing', edits, { mayEdit: true, mayDelete: false }],
    ['all for deleting', deletes, { mayEdit: false, mayDelete: true }],
    ['none', [], { mayEdit: false, mayDelete: false }],
  ])('%s', async (_, names, rights) => {
    expect(await learned(me(has(...names)), type({}))).toEqual(rights);
  });

  it.each([...edits, ...deletes])('all but %s', async (missing) => {
    const names = [...edits, ...deletes].filter((name) => name !== missing);
    expect(await learned(me(has(...names)), type({}))).toEqual({
      mayEdit: !missing.startsWith('edit'),
      mayDelete: !missing.startsWith('delete'),
    });
  });

  it('that are listed and not granted are none', async () => {
    const listed = { ...has(...edits, ...deletes), edit_others_posts: false, delete_private_posts: false };
    expect(await learned(me(listed), type({}))).toEqual({ mayEdit: false, mayDelete: false });
  });
});

describe('capabilities of the type’s own', () => {
  const own = {
    edit_others_posts: 'edit_others_videos',
    edit_published_posts: 'edit_published_videos',
    edit_private_posts: 'edit_private_videos',
  };

  it('count in the place of the usual ones', async () => {
    expect(await learned(me(has(...edits)), type(own))).toMatchObject({ mayEdit: false });
    expect(await learned(me(has(...Object.values(own))), type(own))).toMatchObject({ mayEdit: true });
  });

  it.each([7, null, true])('that are no names (%j) leave the usual ones', async (odd) => {
    expect(await learned(me(has(...edits)), type({ ...own, edit_others_posts: odd }))).toMatchObject({
      mayEdit: false,
    });
    expect(await learned(me(has(...edits)), type({ edit_others_posts: odd }))).toMatchObject({ mayEdit: true });
  });
});

describe('what nobody can know', () => {
  const none = { mayEdit: false, mayDelete: false };
  it.each<[string, Given]>([
    ['no capabilities are listed', { json: { id: 5, name: 'Ava', slug: 'ava' } }],
    ['the list is none', me('all')],
    ['the answer is none of a user', { json: [] }],
  ])('is false: %s', async (_, user) => {
    expect(await learned(user, type({}))).toEqual(none);
  });

  it('is not made worse by a type that is not shown', async () => {
    const hidden: Given = { status: 403, json: { code: 'rest_forbidden_context' } };
    expect(await learned(me(has(...edits)), hidden)).toEqual({ mayEdit: true, mayDelete: false });
    expect(await learned(me(has(...edits)), { json: [1] })).toEqual({ mayEdit: true, mayDelete: false });
  });

  it('is nothing before the site was asked', () => {
    expect(noRights).toEqual(none);
  });

  it('is thrown where the site refuses to say who we are', async () => {
    await expect(learned({ status: 401, json: { code: 'rest_not_logged_in' } }, type({}))).rejects.toThrow(SiteRefusal);
  });
});
