// A small WordPress with the video service: only what the app asks of a site, kept in memory and answered at once.
import { boundaryOf, MultipartParser } from '../site/multipart.ts';
import { sanitizeFileName, withoutExtension } from '../site/names.ts';
import type { Content, Contents } from './contents.ts';
import type { Helper } from './helper.ts';
import { createKeys, type Keys } from './keys.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** The line broke here, and the head told that more was to come. */
  readonly cut?: 'reset';
}

export interface User {
  readonly id: number;
  readonly login: string;
  password: string;
}

/** A video with the file that came with it. */
export interface Post {
  readonly id: number;
  readonly author: number;
  readonly mediaId: number;
  readonly fileName: string;
  readonly fileTitle: string;
  readonly bytes: number;
  /** Null = not one whole version of any clip. */
  readonly content: Content | null;
  readonly storedAt: number;
  title: string;
  body: string;
  status: string;
  categories: readonly number[];
  /** In ms of the site's clock; moves until it is published. */
  date: number;
  floating: boolean;
  modified: number;
}

export type AnswerStyle = 'rest' | 'ajax' | 'bare' | '204' | 'text' | 'location';
export const answerStyles: readonly AnswerStyle[] = ['rest', 'ajax', 'bare', '204', 'text', 'location'];

/** How stored files can be read: parts of them, only whole, or on another host, where nothing is asked. */
export type Serves = 'parts' | 'whole' | 'elsewhere';

export interface SiteOptions {
  readonly host: string;
  readonly users: readonly { readonly id: number; readonly login: string; readonly password: string }[];
}

/** What differs from run to run. */
export interface SiteManners {
  readonly style: AnswerStyle;
  readonly uploadStatus: 'publish' | 'pending';
  readonly serves: Serves;
  /** Idempotency-Key is honoured. */
  readonly keys: boolean;
  /** The site's clock minus the true one, in ms. */
  readonly skewMs: number;
}

/** The body of an upload as it comes in. */
export interface Incoming {
  push(chunk: Uint8Array): void;
  /** Null = no whole form came in. */
  file(): { readonly name: string; readonly bytes: Buffer } | null;
}

export interface Site {
  readonly host: string;
  readonly root: string;
  readonly users: readonly User[];
  readonly posts: Map<number, Post>;
  manners: SiteManners;
  /** Null = it was never installed, and nobody comes to install it. */
  helper: Helper | null;
  now(): number;
  userOf(authorization: string | undefined): User | null;
  /** Every call but the upload. */
  answer: (method: string, url: URL, authorization: string | undefined, json: string | null, range?: string) => Answer;
  receive(contentType: string | undefined): Incoming;
  /** Of an upload that has come in, should the site honour keys. */
  claim: Keys['claim'];
  store(user: User, name: string, bytes: Buffer): Post;
  uploaded(post: Post): Answer;
  data(status: number, value: unknown, headers?: Readonly<Record<string, string>>): Answer;
  refusal(status: number, code: string): Answer;
  /** Deletions that somebody asked for: nothing of ours ever does. */
  deletions: number;
  empty(): void;
}

const namespace = 'streamtube/v1';
export const uploadPath = `/wp-json/${namespace}/upload`;
const editStatuses = ['publish', 'future', 'draft', 'pending', 'private'];
const categories = 6;
const gmt = (ms: number): string => new Date(ms).toISOString().slice(0, 19);

export function createSite(options: SiteOptions, trueTime: () => number, contents: () => Contents): Site {
  const { host } = options;
  const root = `https://${host}/wp-json/`;
  const posts = new Map<number, Post>();
  const users = options.users.map((user) => ({ ...user }));
  const usual: SiteManners = { style: 'rest', uploadStatus: 'publish', serves: 'parts', keys: false, skewMs: 0 };
  let ids = 10;
  let keys: Keys;

  const data: Site['data'] = (status, value, headers = {}) => ({
    status,
    headers: {
      date: new Date(site.now()).toUTCString(),
      'content-type': 'application/json; charset=UTF-8',
      ...headers,
    },
    body: JSON.stringify(value),
  });
  const refusal: Site['refusal'] = (status, code) => data(status, { code, message: `No: ${code}`, data: { status } });

  const video = (post: Post): Record<string, unknown> => ({
    id: post.id,
    date_gmt: gmt(post.date),
    modified_gmt: gmt(post.modified),
    slug: `video-${post.id}`,
    status: post.status,
    type: 'video',
    link: `https://${host}/video/${post.id}/`,
    title: { raw: post.title, rendered: post.title },
    content: { raw: post.body, rendered: post.body },
    excerpt: { raw: '', rendered: '' },
    author: post.author,
    comment_status: 'open',
    password: '',
    categories: post.categories,
  });
  const media = (post: Post): Record<string, unknown> => ({
    id: post.mediaId,
    date_gmt: gmt(post.storedAt),
    type: 'attachment',
    title: { raw: post.fileTitle, rendered: post.fileTitle },
    author: post.author,
    post: post.id,
    source_url: `https://${site.manners.serves === 'elsewhere' ? 'files.example' : host}/wp-content/uploads/${post.mediaId}/${encodeURIComponent(post.fileName)}`,
    media_details: { filesize: post.bytes },
  });
  const list = (user: User, url: URL, record: (post: Post) => unknown, at: (post: Post) => number): Answer => {
    const query = url.searchParams;
    const after = Date.parse(query.get('after') ?? '1970-01-01T00:00:00Z');
    const author = Number(query.get('author') ?? 0);
    const statuses = query.get('status')?.split(',');
    const found = [...posts.values()]
      .filter((post) => author === 0 || post.author === author)
      .filter((post) => user.id === post.author || post.status === 'publish')
      .filter((post) => Math.floor(at(post) / 1_000) * 1_000 > after && statuses?.includes(post.status) !== false)
      .sort((one, other) => at(other) - at(one) || other.id - one.id);
    const size = Number(query.get('per_page') ?? 10);
    const start = (Number(query.get('page') ?? 1) - 1) * size;
    return data(200, found.slice(start, start + size).map(record), {
      'x-wp-total': String(found.length),
      'x-wp-totalpages': String(Math.ceil(found.length / size)),
    });
  };

  const update = (post: Post, fields: Record<string, unknown>): void => {
    if (typeof fields.title === 'string' && fields.title !== '') post.title = fields.title.trim();
    if (typeof fields.content === 'string') post.body = fields.content;
    if (Array.isArray(fields.categories)) {
      post.categories = fields.categories.filter((id) => Number(id) >= 1 && Number(id) <= categories);
    }
    if (post.floating) post.date = site.now();
    if (typeof fields.status === 'string') post.status = fields.status;
    post.floating &&= post.status === 'draft' || post.status === 'pending';
    post.modified = site.now();
  };

  const answerVideo = (user: User, method: string, id: number, json: string | null): Answer => {
    const post = posts.get(id);
    if (!post) return refusal(404, 'rest_post_invalid_id');
    if (method === 'DELETE') {
      site.deletions++;
      return refusal(403, 'rest_cannot_delete');
    }
    if (post.author !== user.id) return refusal(403, 'rest_cannot_edit');
    if (method === 'POST') {
      const fields = JSON.parse(json ?? '{}') as Record<string, unknown>;
      if (fields.status !== undefined && !editStatuses.includes(String(fields.status)))
        return refusal(400, 'rest_invalid_param');
      update(post, fields);
    }
    return data(200, video(post));
  };

  const sample = (url: URL, range: string | undefined): Answer => {
    const id = Number(/\/uploads\/(\d+)\//.exec(url.pathname)?.[1]);
    const post = [...posts.values()].find((one) => one.mediaId === id);
    if (!post?.content) return { status: 404, headers: {}, body: 'Not found' };
    const { bytes } = post.content;
    const asked = /^bytes=(\d+)-(\d+)$/.exec(range ?? '');
    if (site.manners.serves === 'whole' || !asked)
      return { status: 200, headers: { 'content-length': String(bytes.length) }, body: bytes };
    const [start, end] = [Number(asked[1]), Math.min(Number(asked[2]), bytes.length - 1)];
    const headers = { 'content-range': `bytes ${start}-${end}/${bytes.length}` };
    return { status: 206, headers, body: bytes.subarray(start, end + 1) };
  };

  const site: Site = {
    host,
    root,
    users,
    posts,
    manners: usual,
    helper: null,
    deletions: 0,
    data,
    refusal,
    now: () => trueTime() + site.manners.skewMs,
    empty: () => {
      posts.clear();
      ids = 10;
      keys = createKeys(site);
      site.deletions = 0;
      site.manners = usual;
      site.helper = null;
      for (const [at, user] of options.users.entries()) Object.assign(users[at] ?? {}, user);
    },
    userOf: (authorization) => {
      const [login = '', password = ''] = Buffer.from((authorization ?? '').slice(6), 'base64')
        .toString()
        .split(':');
      return users.find((user) => user.login === login && user.password === password) ?? null;
    },
    answer: (method, url, authorization, json, range) => {
      const path = url.pathname;
      if (path === '/') {
        return { status: 200, headers: { link: `<${root}>; rel="https://api.w.org/"` }, body: '<html></html>' };
      }
      if (path.startsWith('/wp-content/')) return sample(url, range);
      if (path === '/wp-json/') {
        const passwords = { endpoints: { authorization: `https://${host}/wp-admin/authorize-application.php` } };
        const home = `https://${host}`;
        const namespaces = ['wp/v2', namespace, ...(site.helper?.isThere ? ['clipferry/v1'] : [])];
        return data(200, {
          name: host,
          url: home,
          home,
          namespaces,
          authentication: { 'application-passwords': passwords },
        });
      }
      if (path === `/wp-json/${namespace}`) {
        return data(200, { namespace, routes: { [`/${namespace}/upload`]: { methods: ['POST'] } } });
      }
      const user = site.userOf(authorization);
      if (!user) return refusal(401, 'rest_not_logged_in');
      if (path === uploadPath) return data(200, {}, { allow: 'POST' });
      if (path === '/wp-json/wp/v2/users/me') {
        const capabilities = { upload_files: true, edit_posts: true, publish_posts: true };
        return data(200, { id: user.id, name: user.login, username: user.login, capabilities });
      }
      if (path === '/wp-json/wp/v2/media') return list(user, url, media, (post) => post.storedAt);
      if (path === '/wp-json/wp/v2/video') return list(user, url, video, (post) => post.date);
      const file = /^\/wp-json\/wp\/v2\/media\/(\d+)$/.exec(path);
      if (file) {
        const post = [...posts.values()].find(({ mediaId }) => mediaId === Number(file[1]));
        return post ? data(200, media(post)) : refusal(404, 'rest_post_invalid_id');
      }
      const one = /^\/wp-json\/wp\/v2\/video\/(\d+)$/.exec(path);
      if (one) return answerVideo(user, method, Number(one[1]), json);
      return refusal(404, path.endsWith('/introspect') ? 'rest_no_authenticated_app_password' : 'rest_no_route');
    },
    receive: (contentType) => {
      let name: string | null = null;
      let chunks: Buffer[] = [];
      let ended = false;
      const parser = new MultipartParser(boundaryOf(contentType) ?? 'none', {
        begin: (head) => {
          name = head.name === 'file' ? head.filename : null;
          chunks = [];
        },
        // The sender may use its buffer again.
        data: (bytes) => void chunks.push(Buffer.from(bytes)),
        end: () => {
          ended = true;
        },
      });
      return {
        push: (chunk) => parser.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)),
        file: () => (parser.complete && ended && name !== null ? { name, bytes: Buffer.concat(chunks) } : null),
      };
    },
    claim: (user, header, file) => (site.manners.keys ? keys.claim(user, header, file) : null),
    store: (user, name, bytes) => {
      const id = ++ids;
      const mediaId = ++ids;
      const at = site.now();
      const title = withoutExtension(name);
      const post: Post = {
        id,
        author: user.id,
        mediaId,
        fileName: sanitizeFileName(name, new Set(['mp4', 'mov'])),
        fileTitle: title,
        bytes: bytes.length,
        content: contents().identify(bytes),
        storedAt: at,
        title,
        body: '',
        status: site.manners.uploadStatus,
        categories: [],
        date: at,
        floating: site.manners.uploadStatus === 'pending',
        modified: at,
      };
      posts.set(id, post);
      return post;
    },
    uploaded: (post) => {
      const location = `${root}wp/v2/video/${post.id}`;
      switch (site.manners.style) {
        case 'rest':
          return data(201, video(post), { location });
        case 'ajax':
          return data(200, { success: true, data: { post: { ID: post.id, post_type: 'video' } } });
        case 'bare':
          return data(200, { id: post.id });
        case '204':
          return { status: 204, headers: {}, body: '' };
        case 'text':
          return { status: 200, headers: { 'content-type': 'text/plain' }, body: 'Upload complete.' };
        case 'location':
          return { status: 201, headers: { location }, body: '' };
      }
    },
  };
  keys = createKeys(site);
  return site;
}
