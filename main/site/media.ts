// Media records of an account: what bytes the site holds, and samples of them.
import { z } from 'zod';
import { type Said, SiteRefusal } from '../errors.ts';
import type { StoredFile } from '../model.ts';
import { sameOrigin } from './address.ts';
import type { SiteCalls, Speaker } from './client.ts';
import { toStoredFile } from './records.ts';

/**
 * Files that this user stored after `afterMs` of the site's own clock, newest first; also before `before`, where it is named.
 * Throws SiteRefusal, HttpError.
 */
export async function filesSince(
  calls: SiteCalls,
  speaker: Speaker,
  userId: number,
  afterMs: number,
  { before = null, mostPages = 50 }: { readonly before?: number | null; readonly mostPages?: number } = {},
): Promise<readonly StoredFile[]> {
  const files: StoredFile[] = [];
  const seen = new Set<number>();
  for (let page = 1, pages = 1; page <= pages; page++) {
    const said = await calls.json(speaker, {
      method: 'GET',
      route: 'wp/v2/media',
      query: {
        context: 'edit',
        author: String(userId),
        after: moment(afterMs),
        ...(before === null ? {} : { before: moment(before) }),
        orderby: 'date',
        order: 'desc',
        per_page: '100',
        page: String(page),
      },
    });
    if (!Array.isArray(said.json)) throw new SiteRefusal(said);
    // The totals count what is hidden: loop on pages, never on the length of a page (platform facts, section 9).
    pages = Math.min(Number(said.headers['x-wp-totalpages'] ?? 1) || 1, mostPages);
    for (const json of said.json as unknown[]) {
      const file = readFile(json, said);
      if (!seen.has(file.mediaId)) files.push(file);
      seen.add(file.mediaId);
    }
  }
  return files;
}

function moment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

/** One media record; null = there is none that this account may see. Throws SiteRefusal, HttpError. */
export async function fileWith(calls: SiteCalls, speaker: Speaker, mediaId: number): Promise<StoredFile | null> {
  const route = `wp/v2/media/${mediaId}`;
  const said = await calls.ask(speaker, { method: 'GET', route, query: { context: 'edit' } });
  if (said.status === 404) return null;
  if (said.status !== 200) throw new SiteRefusal(said);
  return readFile(said.json, said);
}

function readFile(json: unknown, said: Said): StoredFile {
  try {
    return toStoredFile(json);
  } catch (error) {
    // A list that cannot be read proves nothing about what is on the site.
    if (error instanceof z.ZodError) throw new SiteRefusal(said);
    throw error;
  }
}

/**
 * `length` bytes at `start` of a stored file, and how large the server says that it is; null where the server does not answer
 * ranges with 206, or the file lies on another origin. Anonymous: a secret is never sent to a file's address. Throws HttpError.
 */
export async function sampleOf(
  calls: SiteCalls,
  root: string,
  file: StoredFile,
  start: number,
  length: number,
): Promise<{ readonly bytes: Uint8Array; readonly total: number | null } | null> {
  if (!sameOrigin(file.sourceUrl, root)) return null;
  const end = start + length - 1;
  // One byte more than asked for would do: an answer that goes on has something around the file's own bytes, PHP's warnings say (F-05).
  const answer = await calls.get(file.sourceUrl, { range: `bytes=${start}-${end}` }, length + 1);
  const range = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(answer.headers['content-range'] ?? '');
  if (answer.status !== 206 || !range || Number(range[1]) !== start || Number(range[2]) !== end) return null;
  const total = range[3] === '*' ? null : Number(range[3]);
  return answer.body.length === length ? { bytes: answer.body, total } : null;
}
