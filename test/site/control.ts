// The control routes for tests and demos: switches, state, waiting, releasing, resetting. They need the control token.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { createAppPassword, forgetAppPasswords } from './app-passwords.ts';
import { state } from './control-state.ts';
import type { WaitEvent } from './journal.ts';
import { slugFrom } from './names.ts';
import { parseQuery } from './params.ts';
import { savePost } from './posts-write.ts';
import { resetSite } from './seed.ts';
import type { Site } from './site.ts';
import { mergeSwitches } from './switches.ts';
import { ALL_TAXONOMIES, isActive, type Taxonomy } from './taxonomies.ts';
import { termName, termSlug } from './terms.ts';
import { gmtFromMs, msFromGmt } from './time.ts';
import { expireTokens } from './tokens.ts';

export const CONTROL_PATH = '/__practice/';

/** A change made by somebody else, with another client. Terms by the taxonomy's REST name: ids that replace the set. */
export interface VideoEdit {
  title?: string;
  content?: string;
  excerpt?: string;
  status?: string;
  slug?: string;
  /** UTC. */
  dateGmt?: string;
  password?: string;
  commentStatus?: 'open' | 'closed';
  featuredMedia?: number;
  /** Login name. */
  author?: string;
  terms?: Record<string, readonly number[]>;
}

export interface NewTerm {
  name: string;
  slug?: string;
  parent?: number;
}

/** An application password as the account page lists it. */
export interface AppPasswordInfo {
  uuid: string;
  name: string;
  appId: string;
  created: string;
  lastUsed: string | null;
}

/** A video put on the site without an upload. */
export interface NewVideo {
  title: string;
  status?: string;
  /** Login name; `ava` when left out. */
  author?: string;
  content?: string;
  excerpt?: string;
  /** UTC; now when left out. */
  dateGmt?: string;
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

function addVideos(site: Site, videos: readonly NewVideo[]): number[] {
  return site.store.atomically(() =>
    videos.map(({ title, status = 'publish', author = 'ava', content = '', excerpt = '', dateGmt }) => {
      const now = site.nowGmt();
      const draft = { type: 'video', status: 'draft', author: 0, title, content, dateGmt: dateGmt ?? now } as const;
      const id = site.store.insertPost({
        ...draft,
        author: site.store.userByLogin(author)?.id ?? 1,
        floating: dateGmt === undefined ? 1 : 0,
      });
      const row = site.store.post(id);
      if (row) savePost(site, row, { status, ...(excerpt === '' ? {} : { excerpt }) });
      return id;
    }),
  );
}

/** At least one second after the last change, so that the time of change shows it. */
function editVideo(site: Site, id: number, { author, terms = {}, ...fields }: VideoEdit): Record<string, unknown> {
  const row = site.store.post(id);
  if (row?.type !== 'video') throw new Error(`There is no video ${id}.`);
  const by = author === undefined ? {} : { author: userId(site, { login: author }) };
  const dated = fields.dateGmt === undefined ? {} : { floating: 0 };
  site.store.atomically(() => {
    savePost(site, row, { ...fields, ...by, ...dated });
    for (const [restBase, ids] of Object.entries(terms)) site.store.setTerms(id, taxonomy(site, restBase).slug, ids);
    const after = msFromGmt(row.modifiedGmt) + 1000;
    if (site.nowMs() < after) site.store.updatePost(id, { modifiedGmt: gmtFromMs(after) });
  });
  return { modifiedGmt: site.store.post(id)?.modifiedGmt };
}

function taxonomy(site: Site, restBase: unknown): Taxonomy {
  const found = ALL_TAXONOMIES.find((one) => one.restBase === restBase && isActive(site, one));
  if (!found) throw new Error(`There is no taxonomy "${String(restBase)}" now.`);
  return found;
}

function addTerms(site: Site, restBase: unknown, terms: readonly (string | NewTerm)[]): number[] {
  const { slug: taxonomySlug } = taxonomy(site, restBase);
  return site.store.atomically(() =>
    terms.map((term) => {
      const { name, slug, parent = 0 } = typeof term === 'string' ? { name: term } : term;
      const stored = termName(name);
      const free = termSlug(site, taxonomySlug, slug ?? slugFrom(stored), parent);
      return site.store.addTerm(taxonomySlug, stored, free, parent);
    }),
  );
}

function appPasswords(site: Site, login: unknown): AppPasswordInfo[] {
  const rows = site.store.appPasswords(userId(site, { login }));
  return rows.map(({ uuid, name, appId, created, lastUsed }) => ({ uuid, name, appId, created, lastUsed }));
}

function userId(site: Site, body: Record<string, unknown>): number {
  const user = site.store.userByLogin(String(body.login));
  if (!user) throw new Error(`There is no user "${String(body.login)}".`);
  return user.id;
}

/** Takes application passwords away, as somebody would on the account page: one, or all of a user. */
function revoke(site: Site, body: Record<string, unknown>): Record<string, unknown> {
  const rows = site.store.appPasswords(userId(site, body));
  const gone = rows.filter((row) => body.uuid === undefined || row.uuid === body.uuid);
  if (body.uuid !== undefined && gone.length === 0) throw new Error(`${String(body.login)} has no such password.`);
  for (const { uuid } of gone) site.store.removeAppPassword(uuid);
  return {};
}

function addAppPassword(site: Site, body: Record<string, unknown>): Record<string, unknown> {
  const { row, password } = createAppPassword(site, userId(site, body), { name: 'Made for a test' });
  return { appPassword: password, uuid: row.uuid };
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
    case 'POST forget-app-passwords':
      forgetAppPasswords(site);
      return done({});
    case 'GET app-passwords':
      return done({ appPasswords: appPasswords(site, parseQuery(query).login) });
    case 'POST edit-video':
      return done(editVideo(site, Number(body.id), body.fields as VideoEdit));
    case 'POST terms':
      return done({ ids: addTerms(site, body.taxonomy, body.terms as (string | NewTerm)[]) });
    case 'POST expire-tokens':
      expireTokens(site, body.login === undefined ? null : userId(site, body));
      return done({});
    case 'POST app-password':
      return done(addAppPassword(site, body));
    case 'POST remove-user':
      site.store.run('DELETE FROM users WHERE id = ?', userId(site, body));
      return done({});
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
