// The media routes: list, read, add (multipart or raw body) and delete files; changing them is elsewhere (platform facts, section 15).
import { contentFits, emptyFile, insertAttachment, mediaRecord, placeFile } from './attachments.ts';
import { invalidId, RestError, refused } from './errors.ts';
import { MEDIA_ARGS, parentRefusal, updateMedia, updateMediaPermission } from './media-update.ts';
import { paged } from './paging.ts';
import { removeAttachment } from './posts.ts';
import { COLLECTION_ARGS, checkPage, listPermission, readQuery } from './posts-list.ts';
import { findPost } from './posts-write.ts';
import { discard, type Received } from './receive.ts';
import { type Context, permalink } from './record.ts';
import { created, ok, type RestAnswer, type RestRequest, type Route } from './rest.ts';
import { can, mayChange, mayRead } from './roles.ts';
import type { Site } from './site.ts';
import { aboveFileLimit, emptyFilesBody } from './size-limit.ts';
import type { PostRow } from './store.ts';

function parentOf(site: Site, media: PostRow): PostRow | null {
  return media.parent > 0 ? site.store.post(media.parent) : null;
}

function listMedia(request: RestRequest): RestAnswer {
  const { site, params, user } = request;
  const { store } = site;
  const parents = params.parent as number[] | undefined;
  const mime = params.mime_type ?? params.media_type;
  const query = {
    ...readQuery(request, 'attachment', ['inherit', 'private']),
    ...(parents ? { parents } : {}),
    ...(mime === undefined ? {} : { mime: String(mime) }),
  };
  const { rows, total } = store.findPosts(query);
  if (params.offset === undefined) checkPage(query.page, query.perPage, total);
  const context = params.context as Context;
  const shown = rows.filter((media) =>
    context === 'edit' ? mayChange(user, media, 'edit') : mayRead(user, media, parentOf(site, media)),
  );
  return ok(
    shown.map((media) => mediaRecord(request, media, context)),
    paged(request, total, query.page, query.perPage),
  );
}

function readPermission(request: RestRequest): RestError | null {
  const { site, params, user } = request;
  const media = site.store.post(Number(params.id));
  if (media?.type !== 'attachment') return invalidId();
  if (params.context === 'edit' && !mayChange(user, media, 'edit')) {
    return refused(user, 'rest_forbidden_context', 'Sorry, you are not allowed to edit this post.');
  }
  if (mayRead(user, media, parentOf(site, media))) return null;
  return refused(user, 'rest_forbidden', 'Sorry, you are not allowed to do that.');
}

function createPermission(request: RestRequest): RestError | null {
  if (!can(request.user, 'upload_files')) {
    const message = 'Sorry, you are not allowed to create posts as this user.';
    return refused(request.user, 'rest_cannot_create', message);
  }
  return parentRefusal(request);
}

/** Permanent causes, although they come as 500 (platform facts, section 15). */
function permanent({ kind }: Received, message: string): RestError {
  const code = kind === 'raw' ? 'rest_upload_sideload_error' : 'rest_upload_unknown_error';
  return new RestError(code, message, 500);
}

function checkRaw(request: RestRequest): void {
  const { headers } = request;
  if (headers['content-type'] === undefined) {
    throw new RestError('rest_upload_no_content_type', 'No Content-Type supplied.', 400);
  }
  if (headers['content-disposition'] === undefined) {
    throw new RestError('rest_upload_no_content_disposition', 'No Content-Disposition supplied.', 400);
  }
  if (request.received?.files[0]?.name === '') {
    const message =
      'Invalid Content-Disposition supplied. Content-Disposition needs to be formatted as `attachment; filename="image.png"` or similar.';
    throw new RestError('rest_upload_invalid_disposition', message, 400);
  }
}

function createMedia(request: RestRequest): RestAnswer {
  const { site, address, params, user, received, headers } = request;
  const empty = received && emptyFilesBody(site, received);
  if (!received || empty || (received.kind === 'raw' && received.bytes === 0)) {
    // With an empty $_FILES core looks for a raw body, which gives the misleading code.
    if (received?.bytes)
      throw new RestError('rest_upload_no_content_disposition', 'No Content-Disposition supplied.', 400);
    throw new RestError('rest_upload_no_data', 'No data supplied.', 400);
  }
  if (received.kind === 'raw') checkRaw(request);
  const file = received.files.find((one) => one.part === (received.kind === 'raw' ? '' : 'file'));
  if (!file) {
    if (received.files.length === 0) throw new RestError('rest_upload_no_data', 'No data supplied.', 400);
    throw permanent(received, 'Specified file failed upload test.');
  }
  if (received.kind === 'multipart' && aboveFileLimit(site, file)) {
    throw permanent(received, 'The uploaded file exceeds the upload_max_filesize directive in php.ini.');
  }
  if (file.size === 0) {
    throw permanent(received, emptyFile);
  }
  const md5 = headers['content-md5'];
  if (md5 !== undefined && String(md5).trim() !== file.md5) {
    throw new RestError('rest_upload_hash_mismatch', 'Content hash did not match expected.', 412);
  }
  if (!contentFits(file.name, file.head))
    throw permanent(received, 'Sorry, you are not allowed to upload this file type.');
  const text = (name: string): string => (typeof params[name] === 'string' ? String(params[name]) : '');
  const placed = placeFile(site, file);
  const id = site.store.atomically(() =>
    insertAttachment(site, user?.id ?? 0, placed, file, {
      parent: Number(params.post ?? 0),
      title: text('title'),
      altText: text('alt_text'),
      caption: text('caption'),
      description: text('description'),
      // Any other of a post's is `inherit` with a file.
      ...(params.status === 'private' ? { status: 'private' } : {}),
    }),
  );
  received.record.attachmentId = id;
  site.journal.count('uploadCommitted');
  discard(received);
  const media = findPost({ ...request, params: { id } }, 'attachment');
  return created(mediaRecord(request, media, 'edit'), site.rest(address, site.v2(`/media/${id}`)), {
    'X-WP-Upload-Attachment-ID': String(id),
  });
}

function deletePermission({ site, params, user }: RestRequest): RestError | null {
  const media = site.store.post(Number(params.id));
  if (media?.type !== 'attachment') return invalidId();
  if (mayChange(user, media, 'delete')) return null;
  return refused(user, 'rest_cannot_delete', 'Sorry, you are not allowed to delete this post.');
}

function deleteMedia(request: RestRequest): RestAnswer {
  const media = findPost(request, 'attachment');
  if (request.params.force !== true) {
    const message = "The post does not support trashing. Set 'force=true' to delete.";
    throw new RestError('rest_trash_not_supported', message, 501);
  }
  const { _links, ...previous } = mediaRecord(request, media, 'edit');
  removeAttachment(request.site, media);
  return ok({ deleted: true, previous });
}

export function mediaRoutes(site: Site): Route[] {
  const namespace = `${site.options.platformNs}/v2`;
  const integers = { type: 'array', items: { type: 'integer' } } as const;
  return [
    {
      namespace,
      path: site.v2('/media'),
      endpoints: [
        {
          methods: ['GET'],
          args: {
            ...COLLECTION_ARGS,
            parent: integers,
            parent_exclude: integers,
            media_type: { type: 'string', enum: ['image', 'video', 'text', 'application', 'audio'] },
            mime_type: { type: 'string' },
            status: {
              type: 'array',
              items: { type: 'string', enum: ['inherit', 'private', 'trash'] },
              default: ['inherit'],
            },
          },
          permission: listPermission,
          handler: listMedia,
        },
        {
          methods: ['POST'],
          args: MEDIA_ARGS,
          streams: true,
          permission: createPermission,
          handler: createMedia,
        },
      ],
    },
    {
      namespace,
      path: site.v2('/media/(?P<id>[\\d]+)'),
      endpoints: [
        {
          methods: ['GET'],
          args: { context: { type: 'string', enum: ['view', 'embed', 'edit'], default: 'view', first: true } },
          permission: readPermission,
          handler: (request) => {
            const media = findPost(request, 'attachment');
            const link = permalink(site, request.address, media);
            return ok(mediaRecord(request, media, request.params.context as Context), {
              Link: `<${link}>; rel="alternate"; type=text/html`,
            });
          },
        },
        {
          methods: ['POST', 'PUT', 'PATCH'],
          args: MEDIA_ARGS,
          permission: updateMediaPermission,
          handler: updateMedia,
        },
        {
          methods: ['DELETE'],
          args: { force: { type: 'boolean', default: false } },
          permission: deletePermission,
          handler: deleteMedia,
        },
      ],
    },
  ];
}
