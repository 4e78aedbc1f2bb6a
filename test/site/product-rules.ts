// The product's own rules for an upload, beyond those of the platform (platform facts, section 1).
import { TYPES } from './attachments.ts';
import { RestError } from './errors.ts';
import { extensionOf } from './names.ts';
import type { ReceivedFile } from './receive.ts';
import type { RestRequest } from './rest.ts';
import { can } from './roles.ts';
import type { Site } from './site.ts';

/** Why this person may not upload; null when they may. */
export function personFault({ site, user }: RestRequest): RestError | null {
  const { uploadsDisabled, verifiedOnly } = site.switches;
  if (uploadsDisabled) return new RestError('upload_files_disabled', 'Uploading files is disabled.', 403);
  // The known product lets everybody reach its handler and refuses there.
  if (!can(user, 'edit_posts') || !can(user, 'upload_files')) {
    return new RestError('no_permission', 'Sorry, you do not have permission to upload files.', 403);
  }
  if (verifiedOnly && user?.role !== 'administrator') {
    return new RestError('not_verified', 'Sorry, only verified users can upload files.', 403);
  }
  return null;
}

/** Why this file is not taken. Its type is read from the name alone; the content is the platform's business. */
export function fileFault(site: Site, file: ReceivedFile): RestError | null {
  const { maxFileBytes, refusedExtensions, product } = site.switches;
  if (maxFileBytes !== null && file.size > maxFileBytes) {
    const megabytes = Math.round((maxFileBytes / 1024 / 1024) * 100) / 100;
    return new RestError('file_size_not_allowed', `The maximum upload file size is ${megabytes} MB.`, 413);
  }
  const extension = extensionOf(file.name);
  const isVideo = TYPES[extension]?.startsWith('video/') ?? false;
  if (isVideo && !refusedExtensions.includes(extension)) return null;
  if (isVideo && product === 'streamtube') {
    return new RestError('video_format_not_allowed', 'Video Format is not allowed.', 415);
  }
  return new RestError('file_type_not_allowed', 'File Type is not allowed.', 415);
}
