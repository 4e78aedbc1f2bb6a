// What the control route `state` tells a test: videos with their files, uploads, requests and counters.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sha256OfFile } from './file-sink.ts';
import type { Site } from './site.ts';
import type { PostRow } from './store.ts';
import { taxonomiesOf } from './taxonomies.ts';

export interface StateFile {
  attachmentId: number;
  /** Stored name. */
  name: string;
  /** Name that the client sent. */
  sentName: string;
  size: number;
  sha256: string | null;
}

export interface StateVideo {
  id: number;
  title: string;
  content: string;
  excerpt: string;
  status: string;
  slug: string;
  author: number;
  authorLogin: string;
  dateGmt: string;
  modifiedGmt: string;
  featuredMedia: number;
  commentStatus: string;
  password: string;
  /** Ids by the taxonomy's REST name. */
  terms: Record<string, number[]>;
  file: StateFile | null;
}

/** The digest, computed now where receiving did not. */
async function sha256Of(site: Site, attachment: PostRow): Promise<string | null> {
  if (attachment.sha256 !== null) return attachment.sha256;
  const path = join(site.uploadsDir, attachment.file);
  if (!existsSync(path)) return null;
  const sha256 = await sha256OfFile(path);
  site.store.updatePost(attachment.id, { sha256 });
  return sha256;
}

async function fileOf(site: Site, attachment: PostRow | undefined): Promise<StateFile | null> {
  if (!attachment) return null;
  const { id, file, sentName, size } = attachment;
  const name = file.split('/').at(-1) ?? '';
  return { attachmentId: id, name, sentName, size, sha256: await sha256Of(site, attachment) };
}

export async function state(site: Site): Promise<Record<string, unknown>> {
  const videos: StateVideo[] = [];
  const logins = new Map(site.store.users().map((user) => [user.id, user.login]));
  for (const row of site.store.posts('video')) {
    const film = site.store.attachmentsOf(row.id).find((file) => !file.mime.startsWith('image/'));
    const { id, title, content, excerpt, status, slug, author, dateGmt, modifiedGmt, featuredMedia } = row;
    const { commentStatus, password } = row;
    videos.push({
      ...{ id, title, content, excerpt, status, slug, author, dateGmt, modifiedGmt, featuredMedia },
      ...{ commentStatus, password },
      authorLogin: logins.get(author) ?? '',
      terms: Object.fromEntries(
        taxonomiesOf(site, 'video').map((one) => [one.restBase, site.store.termIds(id, one.slug)]),
      ),
      file: await fileOf(site, film),
    });
  }
  const unattached = [];
  for (const file of site.store.posts('attachment')) {
    if (file.parent === 0) unattached.push(await fileOf(site, file));
  }
  const { uploads, requests, counts } = site.journal;
  return { now: site.nowGmt(), videos, unattached, uploads, requests, counts };
}
