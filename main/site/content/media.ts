// Media records of an account: what bytes the site holds, and samples of them.
import { type SiteAnswer, SiteRefusal } from '../../answers.ts';
import type { StoredFile } from '../../model.ts';
import type { HttpAnswer } from '../../ports.ts';
import { toldWhole, utcText } from '../../untrusted/values.ts';
import { sameOrigin } from '../client/address.ts';
import { type AuthorizedClient, platformRoute, type SiteCalls } from '../client/client.ts';
import { pagesIn, recordIn, recordsIn, toStoredFile } from './records.ts';
import { walkPages } from './walk-pages.ts';

/**
 * Files that this user stored after `afterMs` of the site's own clock, newest first; also before `before`, where it is named.
 * Throws SiteRefusal, HttpError.
 */
export async function filesSince(
  calls: SiteCalls,
  client: AuthorizedClient,
  userId: number,
  afterMs: number,
  { before = null, mostPages = 50 }: { readonly before?: number | null; readonly mostPages?: number } = {},
): Promise<readonly StoredFile[]> {
  const files: StoredFile[] = [];
  const ask = (page: number): Promise<SiteAnswer> =>
    calls.json(client, {
      method: 'GET',
      route: platformRoute(client, 'media'),
      query: {
        context: 'edit',
        author: String(userId),
        after: utcText(afterMs),
        ...(before === null ? {} : { before: utcText(before) }),
        orderby: 'date',
        order: 'desc',
        per_page: '100',
        page: String(page),
      },
    });
  await walkPages(ask, mostPages, (record, said) => {
    const file = recordIn({ ...said, json: record }, toStoredFile);
    return { id: file.mediaId, keep: () => files.push(file) };
  });
  return files;
}

/** Pages in a row with nothing but what was there before, or with nothing at all, after which a list leads nowhere. */
const mostVain = 30;
/** Pages of a list at most. */
const longestList = 5_000;

/**
 * All files of this user from `page` on, newest first: an id is never given twice, so what was read stays read whatever the site's clock
 * does. `keep` gets each page, and which one follows (null = none); false = enough. Throws SiteRefusal, HttpError, and what `keep` throws.
 */
export async function filesByPage(
  calls: SiteCalls,
  client: AuthorizedClient,
  userId: number,
  { page, perPage }: { readonly page: number; readonly perPage: number },
  keep: (files: readonly StoredFile[], next: number | null) => Promise<boolean>,
): Promise<void> {
  const seen = new Set<number>();
  for (let at = page, vain = 0; ; at++) {
    const said = await calls.ask(client, {
      method: 'GET',
      route: platformRoute(client, 'media'),
      query: {
        context: 'edit',
        author: String(userId),
        orderby: 'id',
        order: 'desc',
        per_page: String(perPage),
        page: String(at),
        _fields: 'id,post,title,source_url,date_gmt,media_details',
      },
    });
    // Files were deleted since the last page was read: there is no such page any more.
    if (at > 1 && said.code === 'rest_post_invalid_page_number') {
      await keep([], null);
      return;
    }
    if (said.status !== 200) throw new SiteRefusal(said);
    const files = recordsIn(said).map((record) => recordIn({ ...said, json: record }, toStoredFile));
    vain = files.some(({ mediaId }) => !seen.has(mediaId)) ? 0 : vain + 1;
    for (const { mediaId } of files) seen.add(mediaId);
    if (vain >= mostVain) throw new SiteRefusal(said);
    const next = at < Math.min(pagesIn(said), longestList) ? at + 1 : null;
    if (!(await keep(files, next)) || next === null) return;
  }
}

/** One media record; null = there is none that this account may see. Throws SiteRefusal, HttpError. */
export async function fileWith(
  calls: SiteCalls,
  client: AuthorizedClient,
  mediaId: number,
): Promise<StoredFile | null> {
  const route = platformRoute(client, `media/${mediaId}`);
  const said = await calls.ask(client, { method: 'GET', route, query: { context: 'edit' } });
  if (said.status === 404) return null;
  if (said.status !== 200) throw new SiteRefusal(said);
  return recordIn(said, toStoredFile);
}

/** What a server gave of a stored file: the part that was asked for, or the file from its beginning whatever was asked for. */
export interface Served {
  readonly kind: 'part' | 'beginning';
  readonly bytes: Uint8Array;
  /** How large the server says that the file is; null = it does not tell. */
  readonly total: number | null;
}

/** The size of a file that came from its beginning. What is packed, or around the file's own bytes, has another length (F-05). */
function sizeOfWhole({ cut, headers, body }: HttpAnswer): number | null {
  if (cut === null) return body.length;
  return headers['content-encoding'] === undefined ? toldWhole(headers['content-length']) : null;
}

/**
 * `length` bytes at `start` of a stored file where the server answers ranges with 206; where it sends the file whole instead, at
 * most `most` bytes from its beginning. Null where it does neither, or the file lies on another origin. Anonymous: a secret is
 * never sent to a file's address. Throws HttpError.
 */
export async function bytesOf(
  calls: SiteCalls,
  root: string,
  file: StoredFile,
  { start, length }: { readonly start: number; readonly length: number },
  most: number,
): Promise<Served | null> {
  if (!sameOrigin(file.sourceUrl, root)) return null;
  const end = start + length - 1;
  // One byte more than asked for would do: an answer that goes on has something around the file's own bytes, PHP's warnings say (F-05).
  const wanted = Math.max(length, most) + 1;
  const answer = await calls.get(file.sourceUrl, { range: `bytes=${start}-${end}` }, wanted);
  const { status, headers, body } = answer;
  if (status === 200) return { kind: 'beginning', bytes: body.subarray(0, most), total: sizeOfWhole(answer) };
  const range = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(headers['content-range'] ?? '');
  if (status !== 206 || !range || toldWhole(range[1]) !== start || toldWhole(range[2]) !== end) return null;
  return body.length === length ? { kind: 'part', bytes: body, total: toldWhole(range[3]) } : null;
}

/** `length` bytes at `start` of a stored file; null where the server serves no parts, as `bytesOf`. Throws HttpError. */
export async function sampleOf(
  calls: SiteCalls,
  root: string,
  file: StoredFile,
  start: number,
  length: number,
): Promise<Served | null> {
  const served = await bytesOf(calls, root, file, { start, length }, 0);
  return served?.kind === 'part' ? served : null;
}
