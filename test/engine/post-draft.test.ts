// A draft post from chosen videos on the whole engine: made once whatever becomes of the answer, in order, and opened on its own site.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PracticeSite, type SwitchPatch, startPracticeSite } from '../site/start.ts';
import { api } from '../site/test-client.ts';
import { type Engine, fastClock, startEngine } from './engine.ts';

let site: PracticeSite;
let engine: Engine;
let accountId: string;
let ids: readonly number[];

const settleMs = 20_000;

beforeEach(async () => {
  site = await startPracticeSite({ name: 'Harbour Films' });
  engine = await startEngine({ clock: fastClock(20), settleMs });
  accountId = await engine.connect(site);
  ids = await site.addVideos([
    { title: 'Harbour at dawn', status: 'publish' },
    { title: 'Deep zoom', status: 'private' },
  ]);
});
afterEach(async () => {
  await engine.stop();
  await site.stop();
});

const draft = (title = 'Two mornings', videoIds = ids, by = engine) =>
  by.uploader.handlers['posts.draft']({ accountId, title, videoIds });
const made = { ok: true, value: { wasThere: false } };
const unclear = { ok: false, failure: { problem: 'unclear' } };
interface Post {
  readonly id: number;
  readonly status: string;
  readonly title: { readonly raw: string };
  readonly content: { readonly raw: string };
}
const drafts = async (): Promise<readonly Post[]> =>
  (await api(site, 'ava', 'GET', 'wp/v2/posts?status=draft&author=2&context=edit')).json;
/** The library has been looked at, as it was by whoever chooses from it. */
const look = () =>
  engine.uploader.handlers['library.page']({
    query: { accountId, search: '', status: 'all', author: 'me', terms: {}, sort: 'newest' },
    offset: 0,
    limit: 50,
  });
const onCreate = (switches: SwitchPatch) => site.switches(switches);
const route = '^POST /wp/v2/posts';
const posted = async (): Promise<number> =>
  (await site.state()).requests.filter(({ method, path }) => method === 'POST' && path.includes('/posts')).length;

describe('a draft post', () => {
  it('shows the videos in their order under its title, and is written on on the site', async () => {
    const rows = (await look()).rows.map((row) => row?.link ?? '');
    const list = () => engine.uploader.handlers['posts.page']({ accountId, search: '', offset: 0, limit: 10 });
    const before = (await list()).total;
    const changed = new Promise((resolve) => engine.uploader.on('library.changed', resolve));
    const title = 'Tom & “Ava” <live> &amp; --';
    const outcome = await draft(title, ids.toReversed());
    expect(outcome).toMatchObject(made);
    const [post, ...others] = await drafts();
    expect(others).toEqual([]);
    expect(post?.status).toBe('draft');
    expect(post?.title.raw).toBe('Tom &amp; “Ava” &lt;live&gt; &amp;amp; --');
    const shown = [...(post?.content.raw ?? '').matchAll(/^(https?:.*)$/gm)].map(([, link]) =>
      link?.replace('&amp;', '&'),
    );
    expect(shown).toHaveLength(2);
    expect(new Set(shown)).toEqual(new Set(rows));
    expect(shown[1]).toContain('harbour-at-dawn');
    const postId = post?.id ?? 0;
    await engine.uploader.handlers['posts.edit']({ accountId, postId });
    expect(engine.opened.at(-1)).toBe(`${site.url}/wp-admin/post.php?post=${postId}&action=edit`);
    await changed;
    await expect.poll(async () => (await list()).total).toBe(before + 1);
    expect((await list()).rows).toContainEqual(expect.objectContaining({ id: postId, title, status: 'draft' }));
  });

  it('is one, however often and at once it is asked for; another title or order is another post', async () => {
    await look();
    const both = await Promise.all([draft(), draft()]);
    expect(both[0]).toEqual(both[1]);
    expect(await draft()).toMatchObject({ ok: true, value: { wasThere: true } });
    expect(await drafts()).toHaveLength(1);
    expect(await draft('Other mornings')).toMatchObject(made);
    expect(await draft(undefined, ids.toReversed())).toMatchObject(made);
    expect(await drafts()).toHaveLength(3);
  });

  it('that somebody else made, or that was thrown away, is none of mine', async () => {
    expect(await draft()).toMatchObject(made);
    const [post] = await drafts();
    await api(site, 'admin', 'POST', `wp/v2/posts/${post?.id}`, { json: { author: 1 } });
    expect(await draft()).toMatchObject(made);
    const [mine] = await drafts();
    await api(site, 'ava', 'DELETE', `wp/v2/posts/${mine?.id}`);
    expect(await draft()).toMatchObject(made);
    expect(await drafts()).toHaveLength(1);
  });

  it.each<[string, SwitchPatch]>([
    ['was lost on its way', { loseAnswer: { route, times: 1 } }],
    ['was cut off', { cutAnswer: { route, times: 1 } }],
    ['was a page', { htmlInsteadOfJson: { route, times: 1 } }],
    ['was a failure after the work', { failWith: { route, times: 1, status: 502, when: 'after-work' } }],
  ])('whose answer %s is found and not made again', async (_, switches) => {
    await onCreate(switches);
    expect(await draft()).toMatchObject(made);
    expect(await drafts()).toHaveLength(1);
    expect(await posted()).toBe(1);
  });

  it('is not sent where nobody could look for it before', async () => {
    await onCreate({ failWith: { route: '^GET /wp/v2/posts', status: 500 } });
    expect(await draft()).toMatchObject({ ok: false, failure: { problem: 'server-error' } });
    expect(await posted()).toBe(0);
    await onCreate({ failWith: null });
    expect(await draft()).toMatchObject(made);
    expect(await drafts()).toHaveLength(1);
  });

  it('that may still come is not made a second time before the settle time is over', async () => {
    await onCreate({ dropUpload: { route, times: 1 } });
    expect(await draft()).toMatchObject(unclear);
    expect(await draft()).toMatchObject(unclear);
    expect(await posted()).toBe(1);
    // Nobody can look for it now, which is no proof that it is not there.
    await onCreate({ failWith: { route: '^GET /wp/v2/posts', status: 500 } });
    expect(await draft()).toMatchObject(unclear);
    await onCreate({ failWith: null });
    // Another post has nothing to do with it.
    expect(await draft('Other mornings')).toMatchObject(made);
    await expect.poll(() => draft(), { timeout: 60_000, interval: 300 }).toMatchObject(made);
    expect(await drafts()).toHaveLength(2);
  });

  it('that the site refuses, or that never left, is not made, and can be tried again at once', async () => {
    const body = { code: 'rest_cannot_create', message: 'Sorry, no.' };
    await onCreate({ failWith: { route, times: 1, status: 403, body } });
    expect(await draft()).toMatchObject({ ok: false, failure: { problem: 'site-refused' } });
    expect(await draft()).toMatchObject(made);
    await site.revoke('ava');
    expect(await draft('Other mornings')).toMatchObject({ ok: false, failure: { problem: 'sign-in' } });
  });
});

it('posts are offered to those who may make them', async () => {
  const mayDraft = async (): Promise<boolean> =>
    (await engine.uploader.handlers['library.filters'](accountId)).mayDraftPosts;
  expect(await mayDraft()).toBe(true);
  await onCreate({ failWith: { route: '^OPTIONS /wp/v2/posts', status: 500 } });
  await engine.uploader.handlers['library.refresh'](accountId);
  expect(await mayDraft()).toBe(false);
});
