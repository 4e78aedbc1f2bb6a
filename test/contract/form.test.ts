// What the app itself makes of a site's taxonomies: who is offered which, and what happens to terms that are refused (platform facts, sections 11 and 13).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FieldValues } from '../../main/model.ts';
import type { AuthorizedClient } from '../../main/site/client/client.ts';
import { learnForm } from '../../main/site/content/form.ts';
import { listItems, listTaxonomies } from '../../main/site/content/lists.ts';
import { learnOthersRights, noRights } from '../../main/site/content/others-rights.ts';
import { createTerm, searchTerms } from '../../main/site/content/terms.ts';
import { bringOver, getVideo } from '../../main/site/content/videos.ts';
import { calls } from '../main/site/practice.ts';
import { shapes } from '../site/shapes.ts';
import { startTarget, type Target } from './target.ts';

let site: Target;
beforeAll(async () => {
  site = await startTarget();
});
afterAll(() => site.stop());
beforeEach(() => site.reset());

const as = (login: string): AuthorizedClient => ({ root: site.root, authorization: site.basic(login) });
const form = (login: string) => learnForm(calls, as(login), Date.now());

async function bring(login: string, send: FieldValues) {
  const [id = 0] = await site.addVideos([{ title: 'My clip', author: login, status: 'draft' }]);
  const video = await getVideo(calls, as(login), id);
  if (!video) throw new Error('the video is not there');
  return bringOver(calls, as(login), video, send, Date.now());
}

describe.each(shapes)('in the shape of $taxonomies', ({ taxonomies, tree, flat }) => {
  beforeEach(() => site.switches({ taxonomies, shows: true }));

  it('everybody who may send videos is offered every taxonomy, and new branches only who may edit them', async () => {
    await site.setRole('sue', 'uploader');
    for (const login of ['ava', 'carl', 'sue', 'admin']) {
      const isAdmin = login === 'admin';
      expect((await form(login)).taxonomies.map(({ restBase, canCreate }) => [restBase, canCreate])).toEqual([
        [tree, isAdmin],
        [flat, true],
        // Its own capability to edit is listed for nobody: the site judges.
        ['shows', true],
      ]);
    }
    await site.setRole('sue', 'subscriber');
    expect((await form('sue')).taxonomies).toEqual([]);
    await expect(createTerm(calls, as('ava'), 'shows', 'Mine', 0)).rejects.toMatchObject({
      said: { status: 403, code: 'rest_cannot_create' },
    });
  });

  it('an author gives a video a category, a show and a tag, and finds it by them', async () => {
    const [sea = 0] = await site.addTerms(tree, ['Sea & harbour']);
    const [cove = 0] = await site.addTerms(tree, [{ name: 'Cove', parent: sea }]);
    const [weekly = 0] = await site.addTerms('shows', ['Weekly']);
    const tag = await createTerm(calls, as('ava'), flat, 'by night', 0);
    expect((await searchTerms(calls, as('ava'), tree, 'sea &', 1)).terms).toMatchObject([{ name: 'Sea & harbour' }]);
    const { after, refused, ignored } = await bring('ava', {
      title: 'With all',
      [`terms:${tree}`]: [cove],
      [`terms:${flat}`]: [tag.id],
      'terms:shows': [weekly],
    });
    expect([refused, ignored]).toEqual([null, []]);
    expect(after.terms).toMatchObject({ [tree]: [cove], [flat]: [tag.id], shows: [weekly] });
    const offered = await listTaxonomies(calls, as('ava'));
    expect(offered.map(({ restBase }) => restBase)).toEqual([tree, flat, 'shows']);
    const page = await listItems(
      calls,
      as('ava'),
      {
        ...{ route: 'video', search: '', statuses: ['draft'], authorId: null, others: noRights, sort: 'newest' },
        terms: [
          { base: tree, ids: [sea], below: true },
          { base: flat, ids: [tag.id, 99_999], below: false },
        ],
      },
      1,
    );
    expect(page?.items.map(({ title }) => title)).toEqual(['With all']);
  });

  it('a term that the site refuses costs nothing but its own field', async () => {
    const [free = 0, guarded = 0] = await site.addTerms(tree, ['Free', 'Guarded']);
    const [tag = 0] = await site.addTerms(flat, ['by night']);
    await site.switches({ guardedTerms: [guarded] });
    const { after, refused } = await bring('ava', {
      title: 'Most of it',
      excerpt: 'Short',
      [`terms:${tree}`]: [free, guarded],
      [`terms:${flat}`]: [tag],
    });
    expect(refused).toEqual({ fields: [`terms:${tree}`], said: expect.stringContaining('not allowed to assign') });
    expect(after).toMatchObject({ title: 'Most of it', excerpt: 'Short', terms: { [tree]: [], [flat]: [tag] } });
  });
});

describe('the videos of others', () => {
  const ofAll = { route: 'video', search: '', authorId: null, terms: [], sort: 'newest' } as const;

  it('are listed for an editor as they were typed, each to be changed, also where the platform tells it of none (section 21)', async () => {
    await site.switches({ beforeHints: true });
    await site.setRole('carl', 'editor');
    await site.addVideos([
      { title: 'Of Ava', status: 'publish', dateGmt: '2026-03-01T10:00:00' },
      { title: 'Of Ava, private', status: 'private', dateGmt: '2026-03-02T10:00:00' },
    ]);
    const others = await learnOthersRights(calls, as('carl'));
    expect(others).toEqual({ mayEdit: true, mayDelete: true });
    const page = await listItems(calls, as('carl'), { ...ofAll, statuses: ['publish', 'private'], others }, 1);
    expect(page?.items).toMatchObject([
      { title: 'Of Ava, private', mayEdit: true, mayDelete: true },
      { title: 'Of Ava', mayEdit: true, mayDelete: true },
    ]);
  });

  it('are not an author’s to change', async () => {
    await site.addVideos([{ title: 'Of Ada', author: 'admin', status: 'publish' }]);
    const others = await learnOthersRights(calls, as('ava'));
    expect(others).toEqual(noRights);
    const page = await listItems(calls, as('ava'), { ...ofAll, statuses: ['publish'], others }, 1);
    expect(page?.items.map(({ title, mayEdit }) => [title, mayEdit === true])).toEqual([['Of Ada', false]]);
  });
});

it('a list tells texts as they were typed, comments and terms of what may be edited, and what is printed of all else', async () => {
  await site.switches({ taxonomies: 'core', shows: true });
  const [sea = 0] = await site.addTerms('categories', ['Sea']);
  const [mine = 0] = await site.addVideos([
    { title: 'Mine', content: 'Two\nlines', dateGmt: '2026-03-02T10:00:00' },
    { title: 'Of Ada', author: 'admin', content: 'Printed', dateGmt: '2026-03-01T10:00:00' },
  ]);
  const video = await getVideo(calls, as('ava'), mine);
  if (!video) throw new Error('the video is not there');
  await bringOver(
    calls,
    as('ava'),
    video,
    { excerpt: 'A & B', 'terms:categories': [sea], commentsOpen: false },
    Date.now(),
  );
  const list = {
    ...({ route: 'video', search: '', statuses: ['publish'], others: noRights, terms: [], sort: 'newest' } as const),
    details: ['description', 'excerpt', 'commentsOpen', 'terms:categories', 'terms:shows'] as const,
  };
  const authorId = (await site.state()).videos.find(({ id }) => id === mine)?.author ?? 0;
  const own = await listItems(calls, as('ava'), { ...list, authorId }, 1);
  expect(own?.items.map(({ values }) => values)).toEqual([
    {
      description: { text: 'Two lines', isWhole: false },
      excerpt: { text: 'A & B', isWhole: true },
      commentsOpen: false,
      terms: { categories: [sea], shows: [] },
    },
  ]);
  const all = await listItems(calls, as('ava'), { ...list, authorId: null }, 1);
  expect(all?.items.map(({ values }) => values)).toMatchObject([
    { description: { text: 'Two lines', isWhole: false }, excerpt: { text: 'A & B', isWhole: false } },
    { description: { text: 'Printed', isWhole: false } },
  ]);
});
