// A site that holds videos and their files in memory and answers what a look asks; and one account's real queue beside it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openSqlite } from '../../../../main/adapters/database/sqlite.ts';
import { diskFiles } from '../../../../main/adapters/files.ts';
import { type SiteAnswer, SiteRefusal } from '../../../../main/answers.ts';
import type { Attempt, Job } from '../../../../main/model.ts';
import type { Files, Sql } from '../../../../main/ports.ts';
import { type QueueStore, queueStore } from '../../../../main/queue/store/job-store.ts';
import { migrate } from '../../../../main/schema.ts';
import type { AuthorizedClient, Call, SiteCalls } from '../../../../main/site/client/client.ts';
import { type HandClock, handClock } from '../../queue/hand-clock.ts';
import { aJob } from '../../queue/jobs.ts';
import { saveAccounts } from '../../queue/runner/stage.ts';
import { clipAt } from '../../transfer/clips.ts';

export const root = 'http://127.0.0.1/wp-json/';
export const client: AuthorizedClient = { root, authorization: 'Basic x' };
export const begun = 1_763_620_000_000;

/** A video of the site with its file; left out is what the site does not tell. */
export interface OnSite {
  readonly videoId: number;
  readonly title?: string;
  readonly status?: string;
  readonly at?: number | null;
  /** Null = the video has no file of its own. */
  readonly bytes?: Buffer | null;
  readonly tellsSize?: boolean;
  /** 'gone' = the record is; the file stays. */
  readonly record?: 'gone';
  readonly posterId?: number;
  readonly authorId?: number;
}

export interface Shelf {
  readonly held: OnSite[];
  /** What was asked, in order: route or address. */
  readonly asked: string[];
  readonly queries: Call['query'][];
  /** How the server serves files: parts of them, only whole, or none to strangers. */
  serves: 'parts' | 'whole' | 'none';
  /** Answers in place of the site; null = the site itself. */
  answer: ((route: string) => Partial<SiteAnswer> | null) | null;
  readonly calls: SiteCalls;
}

export const mediaIdOf = (videoId: number): number => videoId + 1_000;
const text = (at: number | null | undefined): string | null =>
  at === null ? null : new Date(at ?? begun).toISOString().slice(0, 19);

const said = (json: unknown, more: Partial<SiteAnswer> = {}): SiteAnswer => ({
  ...{ status: 200, headers: {}, json, webPage: false, code: null, message: null, retryAfterMs: null },
  ...{ maintained: false, ...more },
});
const nothing = said({}, { status: 404, code: 'rest_post_invalid_id' });

function videoOf({ videoId, title = 'C0001', status = 'publish', at, posterId, authorId }: OnSite): unknown {
  return {
    ...{ id: videoId, title: { raw: title }, content: { raw: '' }, excerpt: { raw: '' }, status },
    ...{ date_gmt: text(at), featured_media: posterId ?? 0, link: `http://127.0.0.1/?p=${videoId}` },
    author: authorId,
  };
}

function mediaOf({ videoId, title = 'C0001', at, bytes, tellsSize = true }: OnSite): unknown {
  return {
    ...{ id: mediaIdOf(videoId), post: videoId, title: { raw: title }, date_gmt: text(at), mime_type: 'video/mp4' },
    source_url: `http://127.0.0.1/files/${mediaIdOf(videoId)}/C0001.mp4`,
    media_details: tellsSize ? { filesize: bytes?.length } : {},
  };
}

/** One page of files as WordPress gives them; the newest first where that is asked for. */
function pageOf(files: readonly OnSite[], query: Call['query']): SiteAnswer {
  const [page, perPage] = [Number(query?.page ?? 1), Number(query?.per_page ?? 100)];
  const ordered = query?.orderby === 'id' ? files.toSorted((a, b) => b.videoId - a.videoId) : files;
  const pages = Math.ceil(ordered.length / perPage);
  if (page > Math.max(1, pages)) return said({}, { status: 400, code: 'rest_post_invalid_page_number' });
  const shown = ordered.slice((page - 1) * perPage, page * perPage);
  return said(shown.map(mediaOf), { headers: { 'x-wp-totalpages': String(pages) } });
}

export function createShelf(...held: readonly OnSite[]): Shelf {
  const ask = async (route: string, query: Call['query']): Promise<SiteAnswer> => {
    shelf.asked.push(route);
    shelf.queries.push(query);
    const other = shelf.answer?.(route);
    if (other) return said({}, other);
    const id = Number(route.split('/')[3]);
    const parent = query?.parent;
    const shown = shelf.held.filter((one) => one.record !== 'gone');
    const filed = shelf.held.filter(({ bytes }) => bytes != null);
    if (route === 'wp/v2/video') return said(shown.map(videoOf));
    if (route === 'wp/v2/media')
      return pageOf(
        filed.filter(({ videoId }) => parent === undefined || String(videoId) === parent),
        query,
      );
    const video = shown.find(({ videoId }) => videoId === id);
    const file = filed.find(({ videoId }) => mediaIdOf(videoId) === id);
    if (route.startsWith('wp/v2/video/')) return video ? said(videoOf(video)) : nothing;
    return file ? said(mediaOf(file)) : nothing;
  };
  const shelf: Shelf = {
    held: [...held],
    asked: [],
    queries: [],
    serves: 'parts',
    answer: null,
    calls: {
      ask: (_, { route, query }) => ask(route, query),
      json: async (_, { route, query }) => {
        const answer = await ask(route, query);
        if (answer.status !== 200) throw new SiteRefusal(answer);
        return answer;
      },
      get: async (url, headers, maxBytes) => {
        shelf.asked.push(url);
        const id = Number(url.split('/')[4]);
        const bytes = shelf.held.find(({ videoId }) => mediaIdOf(videoId) === id)?.bytes ?? Buffer.alloc(0);
        const [from = 0, to = 0] = (/(\d+)-(\d+)/.exec(headers.range ?? '') ?? []).slice(1).map(Number);
        const part = bytes.subarray(from, to + 1);
        if (shelf.serves === 'none') return { status: 403, headers: {}, body: Buffer.from('Forbidden'), cut: null };
        if (shelf.serves === 'whole' || part.length === 0) {
          const whole = { status: 200, headers: { 'content-length': String(bytes.length) } };
          return { ...whole, body: bytes.subarray(0, maxBytes), cut: bytes.length < maxBytes ? null : 'enough' };
        }
        const range = { 'content-range': `bytes ${from}-${to}/${bytes.length}` };
        return { status: 206, headers: range, body: part, cut: null };
      },
      skew: () => 0,
    },
  };
  return shelf;
}

export interface Desk {
  readonly sql: Sql;
  readonly store: QueueStore;
  readonly clock: HandClock;
  readonly files: Files;
  /** A job whose clip holds these bytes, on disk and on the list, with its attempts. */
  add(bytes: Buffer, changes?: Partial<Job>, ...attempts: readonly Attempt[]): Promise<Job>;
}

export function createDesk(): Desk {
  const folder = mkdtempSync(join(tmpdir(), 'clipferry-proof-'));
  const sql = openSqlite(join(folder, 'clipferry.sqlite'));
  migrate(sql);
  saveAccounts(sql);
  const clock = handClock(begun);
  const store = queueStore(sql, clock);
  onTestFinished(() => {
    sql.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    ...{ sql, store, clock, files: diskFiles },
    add: async (bytes, changes = {}, ...attempts) => {
      const id = changes.id ?? 'job-1';
      const path = join(folder, `${id}.mp4`);
      writeFileSync(path, bytes);
      const job = aJob({ ...changes, id, clip: await clipAt(path) });
      await store.write(() => {
        store.insertJob(job);
        for (const attempt of attempts) store.insertAttempt(attempt);
      });
      return job;
    },
  };
}

/** Bytes that differ from place to place; `letter` makes films of one size differ. */
export function film(letter: string, size = 200_000): Buffer {
  const bytes = Buffer.alloc(size, letter);
  for (let at = 0; at < size; at += 997) bytes.writeUInt8(at % 251, at);
  return bytes;
}
