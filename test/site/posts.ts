// The routes of videos and blog posts: one controller, two types; reading one and deleting live here.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { invalidId, RestError, refused } from './errors.ts';
import { readFields, thin } from './fields.ts';
import { listArgs, listPermission, listPosts } from './posts-list.ts';
import {
  createPermission,
  createPost,
  findPost,
  savePost,
  shownWriteArgs,
  updatePermission,
  updatePost,
  writeArgs,
} from './posts-write.ts';
import { type Context, permalink, postRecord } from './record.ts';
import { ok, type RestAnswer, type RestRequest, type Route } from './rest.ts';
import { mayChange, mayRead } from './roles.ts';
import { postSchema } from './schema.ts';
import type { Site } from './site.ts';
import type { PostRow } from './store.ts';

type Listed = 'video' | 'post';

function readPermission(request: RestRequest, type: Listed): RestError | null {
  const { site, params, user } = request;
  const post = site.store.post(Number(params.id));
  if (!post || post.type !== type) return invalidId();
  if (params.context === 'edit' && !mayChange(user, post, 'edit')) {
    return refused(user, 'rest_forbidden_context', 'Sorry, you are not allowed to edit this post.');
  }
  // An empty one counts as none.
  if (params.password && post.password !== params.password) {
    return new RestError('rest_post_incorrect_password', 'Incorrect post password.', 403);
  }
  if (mayRead(user, post, null)) return null;
  return refused(user, 'rest_forbidden', 'Sorry, you are not allowed to do that.');
}

function readPost(request: RestRequest, type: Listed): RestAnswer {
  const post = findPost(request, type);
  const link = permalink(request.site, request.address, post);
  return ok(postRecord(request, post, request.params.context as Context), {
    Link: `<${link}>; rel="alternate"; type=text/html`,
  });
}

function deletePermission(request: RestRequest, type: Listed): RestError | null {
  const post = request.site.store.post(Number(request.params.id));
  if (!post || post.type !== type) return invalidId();
  if (mayChange(request.user, post, 'delete')) return null;
  return refused(request.user, 'rest_cannot_delete', 'Sorry, you are not allowed to delete this post.');
}

/** Removes an attachment together with its file. */
export function removeAttachment(site: Site, attachment: PostRow): void {
  site.store.deletePost(attachment.id);
  rmSync(join(site.uploadsDir, attachment.file), { force: true });
}

/** The former record is thinned by the same `_fields` as the answer around it, but for its id (platform facts, section 12). */
function thinPrevious(record: Record<string, unknown>, fields: readonly string[] | null): unknown {
  return thin(record, fields && [...fields, 'id']);
}

function deletePost(request: RestRequest, type: Listed): RestAnswer {
  const { site, params } = request;
  const post = findPost(request, type);
  if (params.force === true) {
    const { _links, ...record } = postRecord(request, post, 'edit');
    const previous = thinPrevious(record, readFields(params._fields));
    const files = site.switches.deleteAttachedFiles ? site.store.attachmentsOf(post.id) : [];
    site.store.atomically(() => {
      site.store.deletePost(post.id);
      for (const file of files) site.store.deletePost(file.id);
    });
    for (const { file } of files) rmSync(join(site.uploadsDir, file), { force: true });
    return ok({ deleted: true, previous });
  }
  if (site.switches.trashDisabled) {
    const message = "The post does not support trashing. Set 'force=true' to delete.";
    throw new RestError('rest_trash_not_supported', message, 501);
  }
  if (post.status === 'trash') {
    throw new RestError('rest_already_trashed', 'The post has already been deleted.', 410);
  }
  site.store.atomically(() => savePost(site, post, { status: 'trash' }));
  return ok(postRecord(request, findPost(request, type), 'edit'));
}

export function postRoutes(site: Site): Route[] {
  const namespace = `${site.options.platformNs}/v2`;
  const of = (type: Listed, base: string): Route[] => [
    {
      namespace,
      path: site.v2(base),
      schema: () => postSchema(site, type),
      endpoints: [
        {
          methods: ['GET'],
          get args() {
            return listArgs(site, type);
          },
          permission: listPermission,
          handler: (request) => listPosts(request, type),
        },
        {
          methods: ['POST'],
          get args() {
            return writeArgs(site, type);
          },
          get shownArgs() {
            return shownWriteArgs(site, type);
          },
          permission: createPermission,
          handler: (request) => createPost(request, type),
        },
      ],
    },
    {
      namespace,
      path: site.v2(`${base}/(?P<id>[\\d]+)`),
      schema: () => postSchema(site, type),
      endpoints: [
        {
          methods: ['GET'],
          args: {
            context: { type: 'string', enum: ['view', 'embed', 'edit'], default: 'view', first: true },
            password: { type: 'string' },
            excerpt_length: { type: 'integer' },
          },
          permission: (request) => readPermission(request, type),
          handler: (request) => readPost(request, type),
        },
        {
          methods: ['POST', 'PUT', 'PATCH'],
          get args() {
            return writeArgs(site, type);
          },
          get shownArgs() {
            return { id: { type: 'integer' }, ...shownWriteArgs(site, type) } as const;
          },
          permission: (request) => updatePermission(request, type),
          handler: (request) => updatePost(request, type),
        },
        {
          methods: ['DELETE'],
          args: { force: { type: 'boolean', default: false } },
          permission: (request) => deletePermission(request, type),
          handler: (request) => deletePost(request, type),
        },
      ],
    },
  ];
  return [...of('video', '/video'), ...of('post', '/posts')];
}
