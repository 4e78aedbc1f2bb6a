// Changing a media record: its texts and the post it belongs to (platform facts, section 15).
import { mediaRecord } from './attachments.ts';
import { invalidId, type RestError, refused } from './errors.ts';
import type { ArgSpecs } from './params.ts';
import { EDIT_STATUSES, findPost, prepare, savePost } from './posts-write.ts';
import { ok, type RestAnswer, type RestRequest } from './rest.ts';
import { mayChange } from './roles.ts';
import type { PostRow } from './store.ts';

/** Texts are strings or objects with `raw`, as on a post. */
export const MEDIA_ARGS: ArgSpecs = {
  title: { type: 'object' },
  caption: { type: 'object' },
  description: { type: 'object' },
  alt_text: { type: 'string' },
  post: { type: 'integer' },
  status: { type: 'string', enum: EDIT_STATUSES },
};

/** A file may only be hung on a post that one may edit; 0 takes it off. */
export function parentRefusal({ site, params, user }: RestRequest): RestError | null {
  if (!params.post || Number(params.post) === 0) return null;
  const parent = site.store.post(Number(params.post));
  if (parent && mayChange(user, parent, 'edit')) return null;
  return refused(user, 'rest_cannot_edit', 'Sorry, you are not allowed to upload media to this post.');
}

export function updateMediaPermission(request: RestRequest): RestError | null {
  const { site, params, user } = request;
  const media = site.store.post(Number(params.id));
  if (media?.type !== 'attachment') return invalidId();
  if (!mayChange(user, media, 'edit')) {
    return refused(user, 'rest_cannot_edit', 'Sorry, you are not allowed to edit this post.');
  }
  // Unlike a new file, one that is there may be hung on any post.
  return null;
}

export function updateMedia(request: RestRequest): RestAnswer {
  const { site, params } = request;
  const media = findPost(request, 'attachment');
  // Caption and description are cleaned like excerpt and content.
  const texts = { title: params.title, excerpt: params.caption, content: params.description };
  const { title, excerpt, content } = prepare({ ...request, params: texts });
  const patch: Partial<PostRow> = {
    ...(title === undefined ? {} : { title }),
    ...(excerpt === undefined ? {} : { caption: excerpt }),
    ...(content === undefined ? {} : { content }),
    ...(params.alt_text === undefined ? {} : { altText: String(params.alt_text).replace(/<[^>]*>/g, '') }),
    ...(params.post === undefined ? {} : { parent: Number(params.post) }),
  };
  site.store.atomically(() => savePost(site, media, patch));
  return ok(mediaRecord(request, findPost(request, 'attachment'), 'edit'));
}
