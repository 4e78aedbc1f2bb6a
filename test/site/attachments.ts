// Uploaded files on the site: checking them, giving them a name and a place, and showing them as media records.
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { pictureSize } from './image-size.ts';
import { extensionOf, sanitizeFileName, slugFrom, uniqueFileName, withoutExtension } from './names.ts';
import { uniqueSlug } from './posts-write.ts';
import { probeMp4 } from './probe.ts';
import type { ReceivedFile } from './receive.ts';
import { type Context, permalink } from './record.ts';
import type { RestRequest } from './rest.ts';
import { mayChange } from './roles.ts';
import type { Address, Site } from './site.ts';
import type { PostRow } from './store.ts';
import { renderBody, renderTitle } from './text.ts';
import { localFromGmt } from './time.ts';

/** Extension -> type, the part of core's list that matters here (platform facts, section 15). */
export const TYPES: Readonly<Record<string, string>> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  ogv: 'video/ogg',
  flv: 'video/x-flv',
  mov: 'video/quicktime',
  qt: 'video/quicktime',
  avi: 'video/avi',
  wmv: 'video/x-ms-wmv',
  mkv: 'video/x-matroska',
  mpeg: 'video/mpeg',
  mpg: 'video/mpeg',
  '3gp': 'video/3gpp',
  '3g2': 'video/3gpp2',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp3: 'audio/mpeg',
  m4a: 'audio/mpeg',
  wav: 'audio/wav',
  txt: 'text/plain',
  vtt: 'text/vtt',
  pdf: 'application/pdf',
};

/** What the platform says of a file without a byte, unless the site is one of a network. */
export const emptyFile =
  'File is empty. Please upload something more substantial. This error could also be caused by uploads being disabled in your php.ini file or by post_max_size being defined as smaller than upload_max_filesize in php.ini.';

export const KNOWN_EXTENSIONS: ReadonlySet<string> = new Set(Object.keys(TYPES));

function startsWith(head: Buffer, bytes: string): boolean {
  return head.subarray(0, bytes.length).toString('latin1') === bytes;
}

/** The major type that the content shows, or null when it shows none (which is forgiven). */
function contentKind(head: Buffer): string | null {
  if (startsWith(head, '\x89PNG') || startsWith(head, 'GIF8') || startsWith(head, '\xff\xd8\xff')) return 'image';
  if (startsWith(head, '%PDF') || startsWith(head, 'MZ')) return 'application';
  const isText = head.length > 0 && head.every((byte) => byte >= 0x20 || byte === 9 || byte === 10 || byte === 13);
  return isText ? 'text' : null;
}

/** Whether the name's type and the content agree; the declared type of the part is not trusted. */
export function contentFits(name: string, head: Buffer): boolean {
  const type = TYPES[extensionOf(name)];
  if (!type) return false;
  const kind = contentKind(head);
  return kind === null || type.startsWith(`${kind}/`);
}

/** Moves a received file into this month's folder under a free, sanitised name; returns the path below uploads. */
export function placeFile(site: Site, file: ReceivedFile): string {
  const month = localFromGmt(site.nowGmt(), site.options.timezone).slice(0, 7).replace('-', '/');
  const folder = join(site.uploadsDir, month);
  mkdirSync(folder, { recursive: true });
  const wanted = sanitizeFileName(file.name, KNOWN_EXTENSIONS);
  const name = uniqueFileName(folder, wanted === '' ? `unnamed-file.${extensionOf(file.name)}` : wanted);
  renameSync(file.path, join(folder, name));
  return `${month}/${name}`;
}

export interface AttachmentExtras {
  parent?: number;
  title?: string;
  altText?: string;
  caption?: string;
  description?: string;
  status?: 'inherit' | 'private';
}

/** The database row for a file already in its place. */
export function insertAttachment(
  site: Site,
  author: number,
  placed: string,
  file: ReceivedFile,
  extras: AttachmentExtras,
): number {
  const stem = withoutExtension(placed.split('/').at(-1) ?? '');
  const mime = TYPES[extensionOf(placed)] ?? 'application/octet-stream';
  const probed = mime === 'video/mp4' || mime === 'video/quicktime' ? probeMp4(join(site.uploadsDir, placed)) : {};
  const picture = mime.startsWith('image/') ? pictureSize(join(site.uploadsDir, placed)) : null;
  const details = {
    ...(picture ? { ...picture, file: placed } : {}),
    filesize: file.size,
    ...(mime.startsWith('video/') ? { mime_type: mime } : {}),
    ...probed,
  };
  return site.store.insertPost({
    type: 'attachment',
    status: extras.status ?? 'inherit',
    author,
    title: extras.title || stem,
    content: extras.description ?? '',
    caption: extras.caption ?? '',
    altText: extras.altText ?? '',
    slug: uniqueSlug(site, 'attachment', slugFrom(stem), 0),
    dateGmt: site.nowGmt(),
    commentStatus: 'closed',
    parent: extras.parent ?? 0,
    mime,
    file: placed,
    size: file.size,
    sha256: file.sha256,
    sentName: file.name,
    details: JSON.stringify(details),
  });
}

export function sourceUrl(site: Site, address: Address, attachment: PostRow): string {
  const home = site.switches.offloaded ? 'https://files.invalid' : site.home(address);
  return `${home}/wp-content/uploads/${attachment.file}`;
}

const EMBED = [
  ...['id', 'date', 'slug', 'type', 'link', 'title', 'author', 'featured_media', 'caption', 'alt_text'],
  ...['media_type', 'mime_type', 'media_details', 'source_url', '_links'],
];

export function mediaRecord(request: RestRequest, media: PostRow, context: Context): Record<string, unknown> {
  const { site, address, user } = request;
  const { timezone } = site.options;
  const edit = context === 'edit';
  const raw = (text: string): object => (edit ? { raw: text } : {});
  const url = sourceUrl(site, address, media);
  const self = site.rest(address, site.v2(`/media/${media.id}`));
  const allow = ['GET'];
  if (mayChange(user, media, 'edit')) allow.push('POST', 'PUT', 'PATCH');
  if (mayChange(user, media, 'delete')) allow.push('DELETE');
  const record: Record<string, unknown> = {
    id: media.id,
    date: localFromGmt(media.dateGmt, timezone),
    date_gmt: media.dateGmt,
    guid: { rendered: url, ...raw(url) },
    modified: localFromGmt(media.modifiedGmt, timezone),
    modified_gmt: media.modifiedGmt,
    slug: media.slug,
    status: media.status,
    type: 'attachment',
    link: permalink(site, address, media),
    title: { ...raw(media.title), rendered: renderTitle(media.title) },
    author: media.author,
    featured_media: 0,
    comment_status: media.commentStatus,
    ping_status: media.pingStatus,
    template: '',
    meta: [],
    description: { ...raw(media.content), rendered: renderBody(media.content) },
    caption: { ...raw(media.caption), rendered: renderBody(media.caption) },
    alt_text: media.altText,
    media_type: media.mime.startsWith('image/') ? 'image' : 'file',
    mime_type: media.mime,
    media_details: detailsOf(media, url),
    post: media.parent > 0 ? media.parent : null,
    source_url: url,
    _links: {
      self: [{ href: self, targetHints: { allow } }],
      collection: [{ href: site.rest(address, site.v2('/media')) }],
      about: [{ href: site.rest(address, site.v2('/types/attachment')) }],
      author: [{ embeddable: true, href: site.rest(address, site.v2(`/users/${media.author}`)) }],
    },
  };
  return context === 'embed' ? Object.fromEntries(EMBED.map((name) => [name, record[name]])) : record;
}

/** Up to this width and height a picture is too small for any size of its own. */
const THUMBNAIL = 150;

/** The own size of a picture that has smaller ones stands among them; none are made smaller here. */
function detailsOf(media: PostRow, url: string): Record<string, unknown> {
  const details = JSON.parse(media.details) as Record<string, unknown>;
  const { width, height } = details;
  if (!media.mime.startsWith('image/') || width === undefined) return details;
  if (Number(width) <= THUMBNAIL && Number(height) <= THUMBNAIL) return { ...details, sizes: {} };
  const full = { file: media.file.split('/').at(-1), width, height, mime_type: media.mime, source_url: url };
  return { ...details, sizes: { full } };
}
