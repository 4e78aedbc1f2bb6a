// A draft post from videos: its text is kept as it was written, whoever wrote it, shows the videos, and is found again (facts, sections 9 to 11).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AuthorizedClient } from '../../main/site/client/client.ts';
import { createPostDraft, findPostDraft, mayCreatePosts, postContent } from '../../main/site/content/post-drafts.ts';
import { calls } from '../main/site/practice.ts';
import { api } from '../site/test-client.ts';
import { isWordPress, startTarget, type Target } from './target.ts';

let site: Target;
beforeAll(async () => {
  site = await startTarget();
});
afterAll(() => site.stop());
beforeEach(() => site.reset());

const as = (login: string): AuthorizedClient => ({ root: site.root, authorization: site.basic(login) });
const dayAgo = (): number => Date.now() - 86_400_000;

describe('a draft post from videos', () => {
  it.each([
    ['ava', 2],
    ['admin', 1],
  ] as const)('of %s keeps its blocks and its title, shows the videos and is found again', async (login, authorId) => {
    const made = await api(site, login, 'POST', 'wp/v2/video', { json: { title: 'Tide', status: 'publish' } });
    const hidden = await api(site, login, 'POST', 'wp/v2/video', { json: { title: 'Zoom', status: 'draft' } });
    const links: string[] = [made.json.link, `${site.url}/?p=${hidden.json.id}`];
    const draft = { title: 'Two <mornings> & "more" --', links };
    const post = await createPostDraft(calls, as(login), draft);
    if (post.kind !== 'made') throw new Error('not made');
    const { json } = await api(site, login, 'GET', `wp/v2/posts/${post.postId}?context=edit`);
    expect([json.status, json.author]).toEqual(['draft', authorId]);
    expect(json.content.raw).toBe(postContent(links));
    // Embedded where it is public, or as its link.
    expect(json.content.rendered).toContain(new URL(links[0] ?? '').pathname);
    expect(json.content.rendered).not.toContain('wp:embed');
    if (isWordPress) {
      expect(json.content.rendered).toContain('wp-embedded-content');
      // The short address leads to a video for good.
      const short = await fetch(`${site.url}/?p=${made.json.id}`, { redirect: 'manual' });
      expect(short.headers.get('location')).toBe(links[0]);
    }
    expect(await findPostDraft(calls, as(login), draft, authorId, dayAgo())).toBe(post.postId);
    // Who may see the posts of others takes none of them for their own.
    expect(await findPostDraft(calls, as('admin'), draft, 3 - authorId, dayAgo())).toBeNull();
    const reversed = { ...draft, links: links.toReversed() };
    expect(await findPostDraft(calls, as(login), reversed, authorId, dayAgo())).toBeNull();
    expect(await findPostDraft(calls, as(login), draft, authorId, Date.now() + 3_600_000)).toBeNull();
  });

  it('may be made by whom the route allows it', async () => {
    expect(await mayCreatePosts(calls, as('ava'))).toBe(true);
    expect(await mayCreatePosts(calls, { root: site.root, authorization: null })).toBe(false);
  });
});
