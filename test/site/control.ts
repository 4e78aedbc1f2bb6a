// The control routes for tests and demos: switches, state, waiting, releasing, resetting. They need the control token.

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { hashAppPassword } from './auth.ts';
import { sha256OfFile } from './file-sink.ts';
import type { WaitEvent } from './journal.ts';
import { parseQuery } from './params.ts';
import { savePost } from './posts-write.ts';
import { makeAppPassword, resetSite } from './seed.ts';
import type { Site } from './site.ts';
import type { PostRow } from './store.ts';
import { mergeSwitches } from './switches.ts';
import { taxonomiesOf } from './taxonomies.ts';

export const CONTROL_PATH = '/__practice/';

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
  terms: Record<string, number[]>;
  file: StateFile | null;
}

/** A video put on the site without an upload. */
export interface NewVideo {
  title: string;
  status?: string;
  /** Login name; `ava` when left out. */
  author?: string;
  content?: string;
  /** UTC; now when left out. */
  dateGmt?: string;
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
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

async function state(site: Site): Promise<Record<string, unknown>> {
  const videos: StateVideo[] = [];
  const logins = new Map(site.store.users().map((user) => [user.id, user.login]));
  for (const row of site.store.posts('video')) {
    const film = site.store.attachmentsOf(row.id).find((file) => !file.mime.startsWith('image/'));
    const { id, title, content, excerpt, status, slug, author, dateGmt, modifiedGmt, featuredMedia } = row;
    videos.push({
      ...{ id, title, content, excerpt, status, slug, author, dateGmt, modifiedGmt, featuredMedia },
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

function addVideos(site: Site, videos: readonly NewVideo[]): number[] {
  return site.store.atomically(() =>
    videos.map(({ title, status = 'publish', author = 'ava', content = '', dateGmt }) => {
      const now = site.nowGmt();
      const draft = { type: 'video', status: 'draft', author: 0, title, content, dateGmt: dateGmt ?? now } as const;
      const id = site.store.insertPost({
        ...draft,
        author: site.store.userByLogin(author)?.id ?? 1,
        floating: dateGmt === undefined ? 1 : 0,
      });
      const row = site.store.post(id);
      if (row) savePost(site, row, { status });
      return id;
    }),
  );
}

function userId(site: Site, body: Record<string, unknown>): number {
  const user = site.store.userByLogin(String(body.login));
  if (!user) throw new Error(`There is no user "${String(body.login)}".`);
  return user.id;
}

/** Takes all application passwords of a user away, as somebody would on the account page. */
function revoke(site: Site, body: Record<string, unknown>): Record<string, unknown> {
  site.store.run('DELETE FROM appPasswords WHERE userId = ?', userId(site, body));
  return {};
}

function addAppPassword(site: Site, body: Record<string, unknown>): Record<string, unknown> {
  const appPassword = makeAppPassword(null);
  site.store.addAppPassword({
    uuid: randomUUID(),
    userId: userId(site, body),
    appId: '',
    name: 'Made for a test',
    hash: hashAppPassword(appPassword),
    created: site.nowGmt(),
    lastUsed: null,
    lastIp: null,
  });
  return { appPassword };
}

function setRole(site: Site, body: Record<string, unknown>): Record<string, unknown> {
  site.store.run('UPDATE users SET role = ? WHERE id = ?', String(body.role), userId(site, body));
  return {};
}

async function wait(site: Site, query: string): Promise<{ status: number; body: unknown }> {
  const { event, atLeast = '1', timeoutMs = '30000' } = parseQuery(query);
  if (typeof event !== 'string' || !(event in site.journal.counts)) {
    throw new Error(`There is no event "${String(event)}". Known: ${Object.keys(site.journal.counts).join(', ')}.`);
  }
  const name = event as WaitEvent;
  const reached = await site.journal.wait(name, Number(atLeast), Number(timeoutMs));
  return { status: reached ? 200 : 408, body: { event, count: site.journal.counts[name], reached } };
}

async function run(
  site: Site,
  request: IncomingMessage,
  name: string,
  query: string,
): Promise<{ status: number; body: unknown }> {
  const body = request.method === 'POST' ? await readJson(request) : {};
  const done = (result: unknown): { status: number; body: unknown } => ({ status: 200, body: result });
  switch (`${request.method} ${name}`) {
    case 'GET state':
      return done(await state(site));
    case 'GET switches':
      return done(site.switches);
    case 'POST switches':
      mergeSwitches(site.switches, body);
      return done(site.switches);
    case 'GET memory':
      return done(process.memoryUsage());
    case 'GET wait':
      return wait(site, query);
    case 'POST release':
      return done({ released: site.journal.release() });
    case 'POST reset':
      resetSite(site);
      return done({});
    case 'POST videos':
      return done({ ids: addVideos(site, body.videos as NewVideo[]) });
    case 'POST revoke':
      return done(revoke(site, body));
    case 'POST app-password':
      return done(addAppPassword(site, body));
    case 'POST role':
      return done(setRole(site, body));
    default:
      return { status: 404, body: { error: `No control route ${request.method} ${name}.` } };
  }
}

export async function answerControl(
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  query: string,
): Promise<void> {
  let result: { status: number; body: unknown };
  if (request.headers['x-practice-token'] !== site.token) {
    result = { status: 403, body: { error: 'The header x-practice-token is missing or wrong.' } };
  } else {
    try {
      result = await run(site, request, path.slice(CONTROL_PATH.length), query);
    } catch (error) {
      result = { status: 400, body: { error: error instanceof Error ? error.message : String(error) } };
    }
  }
  if (response.destroyed) return;
  const bytes = Buffer.from(JSON.stringify(result.body));
  response.writeHead(result.status, { 'Content-Type': 'application/json', 'Content-Length': bytes.length }).end(bytes);
}
