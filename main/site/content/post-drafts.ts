// A draft of a blog post that shows videos of the site: its text as the platform's own editor writes it, making it, and finding it again.
import { z } from 'zod';
import { type SiteAnswer, SiteRefusal } from '../../answers.ts';
import type { WallMs } from '../../model.ts';
import { utcText } from '../../untrusted/values.ts';
import { type AuthorizedClient, platformRoute, type SiteCalls } from '../client/client.ts';
import { decodePlain, encodePlain } from '../client/text.ts';
import { sourceOf, textField } from './field-codecs.ts';
import { recordsIn } from './records.ts';
import { ownStatuses } from './videos.ts';

export interface PostDraft {
  /** Plain text. */
  readonly title: string;
  /** Addresses of the videos' pages, in the order in which the post shows them. */
  readonly links: readonly string[];
}

/**
 * A video has a page of its own, with its player, its rights and its counts: the post embeds that page, and where the site cannot, the
 * platform shows its link. The file itself would pass all of them by.
 */
function embedBlock(link: string): string {
  const { href } = new URL(link);
  // What may not stand as it is within the comment (WordPress: serialize_block_attributes); no address has <, > or a quotation mark.
  const attributes = JSON.stringify({ url: href, type: 'wp-embed' })
    .replaceAll('--', '\\u002d\\u002d')
    .replaceAll('&', '\\u0026');
  return [
    `<!-- wp:embed ${attributes} -->`,
    '<figure class="wp-block-embed is-type-wp-embed"><div class="wp-block-embed__wrapper">',
    encodePlain(href),
    '</div></figure>',
    '<!-- /wp:embed -->',
  ].join('\n');
}

export function postContent(links: readonly string[]): string {
  return links.map(embedBlock).join('\n\n');
}

/** The addresses that a post's text embeds, in their order: each stands alone on its line. */
function linksIn(content: string): readonly string[] {
  return content
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^https?:\/\/\S+$/.test(line));
}

/** Whether the account may make posts, as the site's own word on the route has it. Throws HttpError. */
export async function mayCreatePosts(calls: SiteCalls, client: AuthorizedClient): Promise<boolean> {
  const said = await calls.ask(client, { method: 'OPTIONS', route: platformRoute(client, 'posts') });
  return said.status === 200 && /\bPOST\b/.test(said.headers.allow ?? '');
}

const madeSchema = z.looseObject({ id: z.number().int().positive() });

/** 'unclear' = it may be there, or come yet. */
export type MadePost = { readonly kind: 'made'; readonly postId: number } | { readonly kind: 'unclear' };

/** Whether an answer says for certain that nothing was made: data, and of the kind that comes before the work. */
const isPlainNo = ({ status, json }: SiteAnswer): boolean => status >= 400 && status <= 499 && json !== undefined;

/** Throws SiteRefusal where the site says no, HttpError where no answer came. */
export async function createPostDraft(
  calls: SiteCalls,
  client: AuthorizedClient,
  { title, links }: PostDraft,
): Promise<MadePost> {
  const said = await calls.ask(client, {
    method: 'POST',
    route: platformRoute(client, 'posts'),
    query: { context: 'edit' },
    json: { status: 'draft', title: encodePlain(title), content: postContent(links) },
  });
  const made = madeSchema.safeParse(said.json);
  if (said.status >= 200 && said.status <= 299 && made.success) return { kind: 'made', postId: made.data.id };
  if (isPlainNo(said)) throw new SiteRefusal(said);
  return { kind: 'unclear' };
}

const foundSchema = z.looseObject({ id: z.number().int().positive(), title: textField, content: textField });

/** As much as one answer holds: who makes more posts a day makes them by a program. */
const mostLookedAt = 100;

/**
 * The author's post with this very title and these videos in this order, made since `since` by the site's clock; null = there is none.
 * A plugin that rewrites titles or texts hides it from here. Throws SiteRefusal, HttpError.
 */
export async function findPostDraft(
  calls: SiteCalls,
  client: AuthorizedClient,
  { title, links }: PostDraft,
  authorId: number,
  since: WallMs,
): Promise<number | null> {
  const said = await calls.json(client, {
    method: 'GET',
    route: platformRoute(client, 'posts'),
    query: {
      context: 'edit',
      author: String(authorId),
      status: ownStatuses.join(','),
      after: utcText(since),
      orderby: 'date',
      order: 'desc',
      per_page: String(mostLookedAt),
      _fields: 'id,title,content',
    },
  });
  const wanted = linksIn(postContent(links)).join('\n');
  for (const json of recordsIn(said)) {
    const post = foundSchema.safeParse(json);
    if (!post.success || decodePlain(sourceOf(post.data.title)).trim() !== title.trim()) continue;
    if (linksIn(sourceOf(post.data.content)).join('\n') === wanted) return post.data.id;
  }
  return null;
}
