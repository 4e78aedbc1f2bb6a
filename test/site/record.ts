// A video or blog post as the REST API shows it (platform facts, section 10).
import { slugFrom } from './names.ts';
import { hasMeta, readMeta } from './post-meta.ts';
import type { RestRequest } from './rest.ts';
import { can, mayChange } from './roles.ts';
import type { Address, Site } from './site.ts';
import type { PostRow } from './store.ts';
import { mayCreateTerms, mayWithTerms, taxonomiesOf } from './taxonomies.ts';
import { renderBody, renderTitle } from './text.ts';
import { localFromGmt } from './time.ts';

export type Context = 'view' | 'edit' | 'embed';

const EMBED = ['id', 'date', 'slug', 'type', 'link', 'title', 'excerpt', 'author', 'featured_media', '_links'];

/** Where people see the post. Unpublished ones have only the plain form. */
export function permalink(site: Site, address: Address, post: PostRow): string {
  const home = site.home(address);
  const pretty = post.status === 'publish' || post.status === 'private' || post.status === 'inherit';
  if (!pretty || site.options.plainPermalinks) {
    return post.type === 'video' ? `${home}/?post_type=video&p=${post.id}` : `${home}/?p=${post.id}`;
  }
  return post.type === 'video' ? `${home}/video/${post.slug}/` : `${home}/${post.slug}/`;
}

/** The collection's route name: videos are `video`, blog posts `posts`. */
export function restBase(post: Pick<PostRow, 'type'>): string {
  return post.type === 'video' ? 'video' : post.type === 'post' ? 'posts' : 'media';
}

export function postRecord(request: RestRequest, post: PostRow, context: Context): Record<string, unknown> {
  const { site, address } = request;
  const edit = context === 'edit';
  const home = site.home(address);
  const guid = post.type === 'video' ? `${home}/?post_type=video&#038;p=${post.id}` : `${home}/?p=${post.id}`;
  const { timezone } = site.options;
  const raw = (text: string): object => (edit ? { raw: text } : {});
  const hidden = post.password !== '' && !edit && request.params.password !== post.password;
  const body = (text: string): string => (hidden ? '' : renderBody(text));
  const record: Record<string, unknown> = {
    id: post.id,
    date: localFromGmt(post.dateGmt, timezone),
    date_gmt: post.dateGmt,
    guid: { rendered: guid, ...raw(guid) },
    modified: localFromGmt(post.modifiedGmt, timezone),
    modified_gmt: post.modifiedGmt,
    ...(edit ? { password: post.password } : {}),
    slug: post.slug,
    status: post.status,
    type: post.type,
    link: permalink(site, address, post),
    title: { ...raw(post.title), rendered: `${wordsBefore(site, post)}${renderTitle(post.title)}` },
    content: {
      ...raw(post.content),
      rendered: body(post.content),
      protected: post.password !== '',
      ...(edit ? { block_version: 0 } : {}),
    },
    excerpt: { ...raw(post.excerpt), rendered: body(post.excerpt), protected: post.password !== '' },
    author: post.author,
    featured_media: post.featuredMedia,
    comment_status: post.commentStatus,
    ping_status: post.pingStatus,
    template: post.template,
  };
  if (hasMeta(site, post.type)) record.meta = readMeta(site, post.id);
  // Without registered fields: PHP's empty object.
  else if (post.type === 'post') Object.assign(record, { sticky: false, format: 'standard', meta: [] });
  for (const { slug, restBase } of taxonomiesOf(site, post.type)) record[restBase] = site.store.termIds(post.id, slug);
  if (edit) {
    record.permalink_template = post.type === 'video' ? `${home}/video/%pagename%/` : `${home}/%postname%/`;
    record.generated_slug = slugFrom(post.title);
  }
  record.class_list = [`post-${post.id}`, post.type, `type-${post.type}`, `status-${post.status}`, 'hentry'];
  record._links = links(request, post, edit);
  if (context !== 'embed') return record;
  return Object.fromEntries(EMBED.map((name) => [name, record[name]]));
}

function wordsBefore({ switches }: Site, post: PostRow): string {
  if (!switches.beforeHints) return '';
  if (post.password !== '') return 'Protected: ';
  return post.status === 'private' ? 'Private: ' : '';
}

function links(request: RestRequest, post: PostRow, edit: boolean): Record<string, unknown> {
  const { site, address, user } = request;
  const at = (route: string): string => site.rest(address, site.v2(route));
  const base = restBase(post);
  const allow = ['GET'];
  if (mayChange(user, post, 'edit')) allow.push('POST', 'PUT', 'PATCH');
  if (mayChange(user, post, 'delete')) allow.push('DELETE');
  const plainRoot = site.options.plainPermalinks ? '&' : '?';
  const out: Record<string, unknown> = {
    self: [{ href: at(`/${base}/${post.id}`), ...(site.switches.beforeHints ? {} : { targetHints: { allow } }) }],
    collection: [{ href: at(`/${base}`) }],
    about: [{ href: at(`/types/${post.type}`) }],
    author: [{ embeddable: true, href: at(`/users/${post.author}`) }],
    replies: [{ href: `${at('/comments')}${plainRoot}post=${post.id}` }],
    'wp:attachment': [{ href: `${at('/media')}${plainRoot}parent=${post.id}` }],
  };
  if (post.featuredMedia > 0) {
    out['wp:featuredmedia'] = [{ embeddable: true, href: at(`/media/${post.featuredMedia}`) }];
  }
  const taxonomies = taxonomiesOf(site, post.type);
  if (taxonomies.length > 0) {
    out['wp:term'] = taxonomies.map(({ slug, restBase }) => ({
      taxonomy: slug,
      embeddable: true,
      href: `${at(`/${restBase}`)}${plainRoot}post=${post.id}`,
    }));
  }
  if (edit) {
    const self = [{ href: at(`/${base}/${post.id}`) }];
    if (can(user, 'publish_posts')) out['wp:action-publish'] = self;
    if (can(user, 'unfiltered_html')) out['wp:action-unfiltered-html'] = self;
    if (can(user, 'edit_others_posts')) {
      if (post.type === 'post') out['wp:action-sticky'] = self;
      out['wp:action-assign-author'] = self;
    }
    for (const taxonomy of taxonomies) {
      if (mayCreateTerms(site, user, taxonomy)) out[`wp:action-create-${taxonomy.restBase}`] = self;
      if (mayWithTerms(site, user, 'assign', taxonomy)) out[`wp:action-assign-${taxonomy.restBase}`] = self;
    }
  }
  out.curies = [{ name: 'wp', href: 'https://api.w.org/{rel}', templated: true }];
  return out;
}
