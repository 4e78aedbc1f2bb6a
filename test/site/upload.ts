// The service's own upload route: one multipart part `file` becomes a video with an attachment (platform facts, 14).
import { contentFits, emptyFile, insertAttachment, placeFile, sourceUrl } from './attachments.ts';
import { notLoggedIn, RestError } from './errors.ts';
import { withoutExtension } from './names.ts';
import { findPost, savePost } from './posts-write.ts';
import { fileFault, personFault } from './product-rules.ts';
import { discard, type Received, type ReceivedFile } from './receive.ts';
import { postRecord } from './record.ts';
import { ok, type RestAnswer, type RestRequest, type Route } from './rest.ts';
import { can } from './roles.ts';
import type { Site } from './site.ts';
import { aboveFileLimit, emptyFilesBody } from './size-limit.ts';
import type { PostRow } from './store.ts';
import { takeFault, type UploadFault } from './switches.ts';
import { filterHtml } from './text.ts';
import { localFromGmt } from './time.ts';

function uploadPermission({ site, user }: RestRequest): RestError | null {
  if (!user) return notLoggedIn();
  // The known product lets everybody in and refuses in its handler, so a preflight tells nothing.
  if (site.switches.product === 'streamtube') return null;
  if (can(user, 'upload_files') && can(user, 'edit_posts')) return null;
  return new RestError('rest_cannot_create', 'Sorry, you are not allowed to upload videos as this user.', 403);
}

/** Faults of the server and not of the file, in the platform's words. */
function serverFault(fault: UploadFault | null, { size }: ReceivedFile): RestError | null {
  switch (fault) {
    case null:
      return null;
    case 'disk':
      return new RestError('rest_upload_unknown_error', 'Failed to write file to disk.', 500);
    case 'no-folder':
      return new RestError('rest_upload_unknown_error', 'Missing a temporary folder.', 500);
    case 'no-files':
      return new RestError('rest_upload_no_data', 'No data supplied.', 400);
    case 'quota': {
      const message = `Not enough space to upload. ${Math.ceil(size / 1024)} KB needed.`;
      return new RestError('rest_upload_limited_space', message, 400);
    }
  }
}

/** The file, or the reason why it is none. */
function fileOf(site: Site, received: Received | null): ReceivedFile | RestError {
  const file = received?.files.find((one) => one.part === 'file');
  if (!received || !file || received.kind !== 'multipart' || emptyFilesBody(site, received)) {
    return new RestError('rest_upload_no_data', 'No data supplied.', 400);
  }
  const broken = serverFault(site.switches.uploadFault, file);
  if (broken) return broken;
  if (aboveFileLimit(site, file)) {
    if (site.switches.sizeLimit?.style === '413-rest')
      return new RestError('rest_upload_unknown_error', 'Die hochgeladene Datei ist zu groß.', 413);
    const message = 'The uploaded file exceeds the upload_max_filesize directive in php.ini.';
    return new RestError('rest_upload_unknown_error', message, 500);
  }
  const fault = fileFault(site, file);
  if (fault) return fault;
  if (file.size === 0) {
    return new RestError('rest_upload_sideload_error', emptyFile, 500);
  }
  if (!contentFits(file.name, file.head)) {
    const message = 'Sorry, you are not allowed to upload this file type.';
    return new RestError('rest_upload_sideload_error', message, 500);
  }
  return file;
}

/** The product's way of failing: status 200 (platform facts, section 1). */
function failedBody(code: string, message: string): RestAnswer {
  const errors = { errors: { [code]: [message] }, error_data: [] };
  return { ...ok({ success: false, data: { message: [message], errors } }), behind: true };
}

/** Puts video and attachment on the site; both rows come into being in one transaction. */
function commit(request: RestRequest, file: ReceivedFile): { video: PostRow; attachment: PostRow } {
  const { site, user, received } = request;
  const author = user?.id ?? 0;
  const title = withoutExtension(file.name);
  const placed = placeFile(site, file);
  const ids = site.store.atomically(() => {
    const video = site.store.insertPost({
      type: 'video',
      status: 'draft',
      author,
      title: can(user, 'unfiltered_html') ? title : filterHtml(title, 'title'),
      dateGmt: site.nowGmt(),
      floating: 1,
    });
    const row = site.store.post(video);
    if (row) savePost(site, row, { status: site.switches.uploadStatus });
    return { video, attachment: insertAttachment(site, author, placed, file, { parent: video }) };
  });
  if (received) {
    Object.assign(received.record, { videoId: ids.video, attachmentId: ids.attachment });
    site.journal.save(received.record);
  }
  site.journal.count('uploadCommitted');
  return {
    video: findPost({ ...request, params: { id: ids.video } }, 'video'),
    attachment: findPost({ ...request, params: { id: ids.attachment } }, 'attachment'),
  };
}

/** The row as the database has it: the product's web upload shows it like this. */
function rawRow(site: Site, request: RestRequest, post: PostRow): Record<string, unknown> {
  const spaced = (date: string): string => date.replace('T', ' ');
  const local = (date: string): string => spaced(localFromGmt(date, site.options.timezone));
  return {
    ID: post.id,
    post_author: String(post.author),
    post_date: local(post.dateGmt),
    post_date_gmt: post.floating ? '0000-00-00 00:00:00' : spaced(post.dateGmt),
    post_content: post.content,
    post_title: post.title,
    post_excerpt: post.excerpt,
    post_status: post.status,
    comment_status: post.commentStatus,
    ping_status: post.pingStatus,
    post_password: post.password,
    post_name: post.slug,
    to_ping: '',
    pinged: '',
    post_modified: local(post.modifiedGmt),
    post_modified_gmt: spaced(post.modifiedGmt),
    post_content_filtered: '',
    post_parent: 0,
    guid: `${site.home(request.address)}/?post_type=video&#038;p=${post.id}`,
    menu_order: 0,
    post_type: 'video',
    post_mime_type: '',
    comment_count: '0',
    filter: 'raw',
  };
}

function success(request: RestRequest, video: PostRow, attachment: PostRow): RestAnswer {
  const { site, address } = request;
  const location = site.rest(address, site.v2(`/video/${video.id}`));
  switch (site.switches.answerStyle) {
    case 'rest': {
      const extra = {
        id: attachment.id,
        mime_type: attachment.mime,
        source_url: sourceUrl(site, address, attachment),
        filesize: attachment.size,
      };
      const body = { ...postRecord(request, video, 'edit'), attachment: extra };
      return { status: 201, headers: { Location: location }, body };
    }
    case 'ajax': {
      const message = `<strong>${video.title}</strong> has been uploaded successfully.`;
      return { ...ok({ success: true, data: { message, post: rawRow(site, request, video) } }), behind: true };
    }
    case 'bare':
      return ok({ id: video.id });
    case '204':
      return { status: 204, headers: {}, body: '', text: true };
    case 'text':
      return {
        status: 200,
        headers: { 'Content-Type': 'text/plain; charset=UTF-8' },
        body: 'Upload complete.',
        text: true,
      };
    case 'location':
      return { status: 201, headers: { Location: location }, body: '', text: true };
  }
}

function upload(request: RestRequest): RestAnswer {
  const { site, received } = request;
  const file = personFault(request) ?? fileOf(site, received);
  if (file instanceof RestError) {
    // A missing file is found before the handler's own checks, which speak the product's language.
    const own = file.code !== 'rest_upload_no_data';
    if (site.switches.answerStyle === 'ajax' && own) return failedBody(file.code, file.message);
    throw file;
  }
  const denied = takeFault(site.switches, 'successFalse', `POST ${request.route}`, true);
  if (denied && denied.work !== true) return failedBody(denied.code, denied.message);
  const { video, attachment } = commit(request, file);
  if (received) discard(received);
  return denied ? failedBody(denied.code, denied.message) : success(request, video, attachment);
}

export function uploadRoutes(site: Site): Route[] {
  return [
    {
      namespace: `${site.options.serviceNs}/v1`,
      path: site.uploadRoute,
      endpoints: [{ methods: ['POST'], args: {}, streams: true, permission: uploadPermission, handler: upload }],
    },
  ];
}
