// Creating and updating a video: what is accepted, what is silently ignored, and what saving does to date and slug.
import { invalidId, RestError, refused } from './errors.ts';
import { slugFrom } from './names.ts';
import type { ArgSpecs, Params } from './params.ts';
import { asList } from './params.ts';
import { checkMeta, hasMeta, saveMeta } from './post-meta.ts';
import { postRecord, restBase } from './record.ts';
import { created, ok, type RestAnswer, type RestRequest } from './rest.ts';
import { can, mayChange, type User } from './roles.ts';
import type { Site } from './site.ts';
import type { PostRow, PostType } from './store.ts';
import { mayAssign, taxonomiesOf } from './taxonomies.ts';
import { filterHtml } from './text.ts';
import { msFromGmt, parseDate } from './time.ts';

/** What an update may name; the product's internal ones and `trash` are refused unless already set. */
export const EDIT_STATUSES = ['publish', 'future', 'draft', 'pending', 'private'] as const;

/** Statuses in which a post without a date of its own has none. */
const DRAFTS = ['draft', 'pending', 'auto-draft'];

const OPEN_CLOSED = { type: 'string', enum: ['open', 'closed'] } as const;

const WRITE_ARGS: ArgSpecs = {
  date: { type: 'string', format: 'date-time', nullable: true },
  date_gmt: { type: 'string', format: 'date-time', nullable: true },
  slug: { type: 'string' },
  password: { type: 'string' },
  title: { type: 'object' },
  content: { type: 'object' },
  excerpt: { type: 'object' },
  author: { type: 'integer' },
  featured_media: { type: 'integer' },
  comment_status: OPEN_CLOSED,
  ping_status: OPEN_CLOSED,
};

export function writeArgs(site: Site, type: 'video' | 'post'): ArgSpecs {
  const ids = { type: 'array', items: { type: 'integer' } } as const;
  const all: ArgSpecs = {
    ...WRITE_ARGS,
    status: { type: 'string', check: (value, { id }) => statusFault(value, site.store.post(Number(id))?.status) },
    // A theme without templates of its own leaves one choice.
    template: { type: 'string', check: (value) => (value === '' ? null : templateFault()) },
    ...(hasMeta(site, type) ? { meta: { type: 'object' } as const } : {}),
    ...(type === 'post' ? { sticky: { type: 'boolean' } as const } : {}),
    ...Object.fromEntries(taxonomiesOf(site, type).map(({ restBase }) => [restBase, ids])),
  };
  // Unlike those of a list, the faults of all come at once.
  return Object.fromEntries(Object.entries(all).map(([name, spec]) => [name, { ...spec, first: true }]));
}

/** The arguments as OPTIONS shows them: with the status enum, which is checked against the post. */
export function shownWriteArgs(site: Site, type: 'video' | 'post'): ArgSpecs {
  return { ...writeArgs(site, type), status: { type: 'string', enum: EDIT_STATUSES } };
}

export function findPost({ site, params }: RestRequest, type: PostType): PostRow {
  const post = site.store.post(Number(params.id));
  if (!post || post.type !== type) throw invalidId();
  return post;
}

/** What is wrong with a new status; the one that the post has already is never wrong. */
function statusFault(status: unknown, current: string | undefined): RestError | null {
  if (status === current || EDIT_STATUSES.some((known) => known === status)) return null;
  const words = `${EDIT_STATUSES.slice(0, -1).join(', ')}, and ${EDIT_STATUSES.at(-1)}`;
  return new RestError('rest_not_in_enum', `status is not one of ${words}.`, 0);
}

function templateFault(): RestError {
  return new RestError('rest_invalid_param', 'template is not one of .', 0);
}

function checkRights(user: User | null, params: Params, current: string | null): void {
  const { status } = params;
  if (status === current) return;
  if ((status === 'publish' || status === 'future') && !can(user, 'publish_posts')) {
    throw refused(user, 'rest_cannot_publish', 'Sorry, you are not allowed to publish posts in this post type.');
  }
  if (status === 'private' && !can(user, 'publish_posts')) {
    const message = 'Sorry, you are not allowed to create private posts in this post type.';
    throw refused(user, 'rest_cannot_publish', message);
  }
}

/** A string, or an object with `raw`. An empty raw title does not count (platform facts, section 11). */
function textOf(value: unknown, emptyCounts: boolean): string | undefined {
  if (typeof value === 'string') return value;
  if (value !== null && typeof value === 'object' && 'raw' in value && typeof value.raw === 'string') {
    return value.raw === '' && !emptyCounts ? undefined : value.raw;
  }
  return undefined;
}

function dateOf(site: Site, params: Params): string | null | undefined {
  const { timezone } = site.options;
  if (params.date) return parseDate(String(params.date), 'local', timezone) ?? undefined;
  if (params.date_gmt) return parseDate(String(params.date_gmt), 'gmt', timezone) ?? undefined;
  return params.date === null || params.date_gmt === null ? null : undefined;
}

/** The changed columns that the request's fields stand for, cleaned for who may not write any HTML. */
export function prepare(request: RestRequest): Partial<PostRow> {
  const { site, params, user } = request;
  const patch: Partial<PostRow> = {};
  const filtered = (text: string, kind: 'title' | 'post'): string =>
    can(user, 'unfiltered_html') ? text : filterHtml(text, kind);
  const title = textOf(params.title, false);
  const content = textOf(params.content, true);
  const excerpt = textOf(params.excerpt, true);
  if (title !== undefined) patch.title = filtered(title, 'title').trim();
  if (content !== undefined) patch.content = filtered(content, 'post');
  if (excerpt !== undefined) patch.excerpt = filtered(excerpt, 'post');
  if (params.status !== undefined) patch.status = String(params.status);
  if (params.slug !== undefined) patch.slug = slugFrom(String(params.slug));
  if (params.password !== undefined) patch.password = String(params.password);
  if (params.comment_status !== undefined) patch.commentStatus = String(params.comment_status);
  if (params.ping_status !== undefined) patch.pingStatus = String(params.ping_status);
  if (params.author !== undefined) {
    const author = Number(params.author);
    if (author !== user?.id && !site.store.user(author)) {
      throw new RestError('rest_invalid_author', 'Invalid author ID.', 400);
    }
    patch.author = author;
  }
  const date = dateOf(site, params);
  if (date === null) patch.floating = 1;
  else if (date !== undefined) Object.assign(patch, { dateGmt: date, floating: 0 });
  return patch;
}

export function uniqueSlug(site: Site, type: PostType, slug: string, id: number): string {
  let candidate = slug;
  for (let number = 2; site.store.slugTaken(type, candidate, id); number += 1) candidate = `${slug}-${number}`;
  return candidate;
}

/**
 * Saves changed fields with all that WordPress does beside: publishing in the future schedules, a draft without a date
 * moves to now, publishing makes a slug, leaving the trash gives the old slug back (platform facts, sections 11, 12).
 */
export function savePost(site: Site, old: PostRow, changes: Partial<PostRow>): void {
  const patch: Partial<PostRow> = { ...changes };
  const now = site.nowGmt();
  const before = old.status;
  let status = patch.status ?? before;
  const dated = patch.dateGmt !== undefined;
  const floating = patch.floating ?? old.floating;
  if (floating && !dated && DRAFTS.includes(before)) patch.dateGmt = now;
  const date = patch.dateGmt ?? old.dateGmt;
  const ahead = msFromGmt(date) - site.nowMs();
  if (status === 'publish' && ahead >= 60_000) status = 'future';
  else if (status === 'future' && ahead < 60_000) status = 'publish';
  patch.status = status;
  patch.floating = DRAFTS.includes(status) && !dated ? floating : 0;
  let slug = patch.slug ?? old.slug;
  if (slug === '' && !DRAFTS.includes(status) && status !== 'trash') {
    slug = slugFrom(patch.title ?? old.title) || String(old.id);
  }
  if (before === 'trash' && status !== 'trash') {
    if (old.desiredSlug) slug = old.desiredSlug;
    Object.assign(patch, { desiredSlug: null, trashStatus: null });
  }
  if (status === 'trash' && before !== 'trash') {
    Object.assign(patch, { desiredSlug: old.slug, trashStatus: before });
    if (!old.slug.endsWith('__trashed')) slug = `${old.slug}__trashed`;
  }
  patch.slug = DRAFTS.includes(status) || slug === '' ? slug : uniqueSlug(site, old.type, slug, old.id);
  patch.modifiedGmt = now;
  site.store.updatePost(old.id, patch);
}

/** After the row is saved: the parts that are stored elsewhere. Ids of nothing suitable are ignored with 200. */
function saveRest(request: RestRequest, id: number, type: PostType): void {
  const { site, params } = request;
  if (hasMeta(site, type)) saveMeta(site, id, checkMeta(params.meta));
  if (params.featured_media !== undefined) {
    const media = site.store.post(Number(params.featured_media));
    const isImage = media?.type === 'attachment' && media.mime.startsWith('image/');
    site.store.updatePost(id, { featuredMedia: media && isImage ? media.id : 0 });
  }
  for (const { slug, restBase } of taxonomiesOf(site, type)) {
    const ids = params[restBase];
    if (ids !== undefined) site.store.setTerms(id, slug, asList(ids).map(Number));
  }
}

function checkNotEmpty(post: Pick<PostRow, 'title' | 'content' | 'excerpt'>): void {
  if (post.title === '' && post.content === '' && post.excerpt === '') {
    throw new RestError('empty_content', 'Content, title, and excerpt are empty.', 400);
  }
}

/** The refusal names neither the term nor the taxonomy; taking all terms off is never refused. */
function termsFault({ site, params, user }: RestRequest, type: PostType): RestError | null {
  const isFree = taxonomiesOf(site, type).every((taxonomy) =>
    mayAssign(site, user, taxonomy, asList(params[taxonomy.restBase] ?? []).map(Number)),
  );
  if (isFree) return null;
  return refused(user, 'rest_cannot_assign_term', 'Sorry, you are not allowed to assign the provided terms.');
}

export function updatePermission(request: RestRequest, type: PostType): RestError | null {
  const { site, params, user } = request;
  const post = site.store.post(Number(params.id));
  if (!post || post.type !== type) return invalidId();
  if (!mayChange(user, post, 'edit')) {
    return refused(user, 'rest_cannot_edit', 'Sorry, you are not allowed to edit this post.');
  }
  const author = params.author;
  if (author !== undefined && Number(author) !== user?.id && !can(user, 'edit_others_posts')) {
    return refused(user, 'rest_cannot_edit_others', 'Sorry, you are not allowed to update posts as this user.');
  }
  return termsFault(request, type);
}

export function updatePost(request: RestRequest, type: 'video' | 'post'): RestAnswer {
  const { site, params, user } = request;
  const old = findPost(request, type);
  checkRights(user, params, old.status);
  const patch = prepare(request);
  if (hasMeta(site, type)) checkMeta(params.meta);
  checkNotEmpty({ ...old, ...patch });
  site.store.atomically(() => {
    savePost(site, old, patch);
    saveRest(request, old.id, type);
  });
  return ok(postRecord(request, findPost(request, type), 'edit'));
}

export function createPermission(request: RestRequest): RestError | null {
  const { params, user } = request;
  if (params.id !== undefined) return new RestError('rest_post_exists', 'Cannot create existing post.', 400);
  const foreign = params.author !== undefined && Number(params.author) !== user?.id;
  if (foreign && !can(user, 'edit_others_posts')) {
    return refused(user, 'rest_cannot_edit_others', 'Sorry, you are not allowed to create posts as this user.');
  }
  if (can(user, 'edit_posts')) return termsFault(request, 'video');
  return refused(user, 'rest_cannot_create', 'Sorry, you are not allowed to create posts as this user.');
}

/** A record without a file. */
export function createPost(request: RestRequest, type: 'video' | 'post'): RestAnswer {
  const { site, address, params, user } = request;
  checkRights(user, params, null);
  const patch = prepare(request);
  checkNotEmpty({ title: '', content: '', excerpt: '', ...patch });
  const id = site.store.atomically(() => {
    const draft = { type, status: 'draft', author: user?.id ?? 0, title: '', dateGmt: site.nowGmt(), floating: 1 };
    const id = site.store.insertPost(draft);
    const row = site.store.post(id);
    if (row) savePost(site, row, { ...patch, status: patch.status ?? 'draft' });
    saveRest(request, id, type);
    return id;
  });
  const post = findPost({ ...request, params: { ...params, id } }, type);
  return created(postRecord(request, post, 'edit'), site.rest(address, site.v2(`/${restBase(post)}/${id}`)));
}
