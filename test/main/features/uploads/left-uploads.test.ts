// Uploads of cancelled clips are ended on their site after a while, over real HTTP and from the real list; nothing else is, and no secret goes astray.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../../main/adapters/clock.ts';
import { openSqlite } from '../../../../main/adapters/database/sqlite.ts';
import { undiciHttp } from '../../../../main/adapters/http.ts';
import { createLeftUploads, type LeftUploads } from '../../../../main/features/uploads/left-uploads.ts';
import type { Account } from '../../../../main/model.ts';
import type { Connections, Sql } from '../../../../main/ports.ts';
import { createJobRows } from '../../../../main/queue/store/job-rows.ts';
import { type SiteUploads, siteUploadStore } from '../../../../main/queue/store/site-uploads.ts';
import { migrate } from '../../../../main/schema.ts';
import { aSite } from '../../a-site.ts';
import { accountId, aJob, states } from '../../queue/jobs.ts';

const quarterMs = 15 * 60_000;
const id = (digit: string): string => digit.repeat(64);

let sql: Sql;
let http: Connections;
let server: Server;
let root: string;
let asked: string[];
let answer: (url: string, authorization: string, method: string) => number;
/** Of the refusals. */
let code: string | null;
let now: number;
let mayBegin: boolean;
let uploads: SiteUploads;
let left: LeftUploads;

beforeEach(async () => {
  asked = [];
  answer = () => 204;
  code = null;
  now = 0;
  mayBegin = true;
  server = createServer((request, response) => {
    const { method, url = '', headers } = request;
    asked.push(`${method} ${url} ${headers.authorization} ${headers['tus-resumable']}`);
    response.writeHead(
      answer(url, headers.authorization ?? '', method ?? ''),
      code === null ? {} : { 'clipferry-code': code },
    );
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  root = `http://127.0.0.1:${(server.address() as AddressInfo).port}/wp-json/`;
  http = undiciHttp();
  sql = openSqlite(':memory:');
  migrate(sql);
  sql.exec("INSERT INTO sites (id, name, address, root, upload_route, settle_ms) VALUES ('s', 'S', 'a', 'r', 'u', 1)");
  sql.exec(`INSERT INTO accounts (id, site_id, login, name, user_id, can_upload, can_publish, signed_in)
    VALUES ('${accountId}', 's', 'l', 'n', 1, 1, 1, 1)`);
  uploads = siteUploadStore(sql);
  const site = aSite({ root, hasHelper: true });
  const both = ['account-of-ava', 'account-of-ben'].map((one) => ({ id: one, siteId: site.id }) as Account);
  left = createLeftUploads({
    clock: { ...systemClock, monotonic: () => now },
    logger: { info: () => {}, warn: () => {}, error: () => {} },
    http,
    accounts: {
      ready: () => both,
      site: () => site,
      client: (account) => ({ root, authorization: account.slice(11) }),
    },
    store: { write: async (work) => work() },
    uploads,
    mayBegin: () => mayBegin,
  });
});
afterEach(async () => {
  await http.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  sql.close();
});

/** A clip of which something is at `url`. */
function clip(
  name: string,
  {
    state,
    removed,
    hasLetGo,
    url,
  }: Partial<Record<'removed' | 'hasLetGo', boolean>> & {
    state: keyof typeof states;
    url?: string;
  },
): void {
  createJobRows(sql, systemClock).insertJob(
    aJob({ id: name, position: name.length, accountId, state: states[state], removed: removed ?? false }),
  );
  uploads.begun(name, 'content', url ?? `${root}clipferry/v1/uploads/${id('a')}`);
  if (hasLetGo) uploads.letGo(name);
}

async function lookAgain(): Promise<void> {
  left.look();
  await left.idle();
  now += quarterMs;
}

const known = (name: string): boolean => uploads.of(name, 'content') !== null;

it('ends what a cancelled clip has left, once nobody took it back for a while', async () => {
  clip('cancelled', { state: 'cancelled before' });
  await lookAgain();
  expect([asked, known('cancelled')]).toEqual([[], true]);
  await lookAgain();
  expect(asked).toEqual([`DELETE /wp-json/clipferry/v1/uploads/${id('a')} ava 1.0.0`]);
  expect(known('cancelled')).toBe(false);
});

it('looks no more often than that', async () => {
  clip('cancelled', { state: 'cancelled before' });
  for (let look = 0; look < 5; look++) {
    left.look();
    await left.idle();
    now += quarterMs / 10;
  }
  expect(asked).toEqual([]);
});

it('ends what a cancelled clip had let go, once it was seen that it did not arrive: it may come yet', async () => {
  clip('let go', { state: 'cancelled before', hasLetGo: true });
  await lookAgain();
  await lookAgain();
  expect([asked.length, known('let go')]).toEqual([1, false]);
});

it('ends at once what a clip had begun that goes to another account now, and tries again where that cannot be', async () => {
  clip('moved', { state: 'waiting', hasLetGo: true });
  answer = () => 503;
  await left.moved('moved');
  await left.idle();
  // The clip itself begins afresh.
  expect([asked.length, known('moved')]).toEqual([2, false]);
  answer = () => 204;
  await lookAgain();
  await lookAgain();
  expect(asked.slice(2)).toEqual([`DELETE /wp-json/clipferry/v1/uploads/${id('a')} ava 1.0.0`]);
});

it.each([404, 410])('believes only the helper (%i) of what may still come', async (status) => {
  clip('let go', { state: 'cancelled before', hasLetGo: true });
  answer = () => status;
  await lookAgain();
  await lookAgain();
  expect(known('let go')).toBe(true);
  code = 'clipferry_gone';
  await lookAgain();
  expect(known('let go')).toBe(false);
});

it('asks the next of the site’s people where one may ask for nothing, and ends it by POST where no DELETE passes', async () => {
  clip('of ben', { state: 'cancelled before' });
  answer = (_, authorization, method) => (authorization === 'ava' ? 403 : method === 'POST' ? 204 : 405);
  await lookAgain();
  await lookAgain();
  expect(asked.map((one) => one.split(' ').slice(0, 3).toSpliced(1, 1).join(' '))).toEqual([
    ...['DELETE ava', 'POST ava', 'DELETE ben', 'POST ben'],
  ]);
  expect(known('of ben')).toBe(false);
});

it('asks nobody about a moved clip that had begun nothing', async () => {
  await left.moved('none');
  await lookAgain();
  expect(asked).toEqual([]);
});

it('leaves alone what goes on, what was taken back, and what may have become a video', async () => {
  clip('waits', { state: 'waiting' });
  clip('let go', { state: 'cancelled unclear', hasLetGo: true });
  clip('back', { state: 'cancelled before' });
  await lookAgain();
  sql.exec("UPDATE jobs SET kind = 'waiting' WHERE id = 'back'");
  await lookAgain();
  await lookAgain();
  expect(asked).toEqual([]);
});

it('ends what was taken off the list, too', async () => {
  clip('removed', { state: 'waiting', removed: true });
  await lookAgain();
  await lookAgain();
  expect(known('removed')).toBe(false);
});

it('asks as each of the site’s people until one has it', async () => {
  clip('of ben', { state: 'cancelled before' });
  answer = (_, authorization) => (authorization === 'ben' ? 204 : 404);
  await lookAgain();
  await lookAgain();
  expect(asked.map((one) => one.split(' ')[2])).toEqual(['ava', 'ben']);
  expect(known('of ben')).toBe(false);
});

// The helper's own yes is 204; another one is of who answers in its place.
it.each([401, 403, 429, 503, 200, 202, 302])('tries again where the site says %i', async (status) => {
  clip('cancelled', { state: 'cancelled before' });
  answer = () => status;
  await lookAgain();
  await lookAgain();
  expect(known('cancelled')).toBe(true);
  answer = () => 204;
  await lookAgain();
  expect(known('cancelled')).toBe(false);
});

it.each([204, 404, 410])('asks no more where the site says %i', async (status) => {
  clip('cancelled', { state: 'cancelled before' });
  answer = () => status;
  await lookAgain();
  await lookAgain();
  expect(known('cancelled')).toBe(false);
});

it('forgets nothing of a clip that goes on while the site is asked', async () => {
  clip('cancelled', { state: 'cancelled before' });
  await lookAgain();
  answer = () => {
    sql.exec("UPDATE jobs SET kind = 'waiting' WHERE id = 'cancelled'");
    return 204;
  };
  await lookAgain();
  expect([asked.length, known('cancelled')]).toEqual([1, true]);
});

it('asks nobody about one that was taken back while another was ended', async () => {
  clip('first', { state: 'cancelled before' });
  clip('second one', { state: 'cancelled before', url: `${root}clipferry/v1/uploads/${id('b')}` });
  await lookAgain();
  answer = () => {
    sql.exec("UPDATE jobs SET kind = 'waiting' WHERE id <> 'first'");
    return 204;
  };
  await lookAgain();
  expect([asked.length, known('first'), known('second one')]).toEqual([1, false, true]);
});

it('tries again after a line that broke, and goes on with the others', async () => {
  clip('one', { state: 'cancelled before' });
  clip('other', { state: 'cancelled before', url: `${root}clipferry/v1/uploads/${id('b')}` });
  const served = server.listeners('request')[0] as (...all: unknown[]) => void;
  server.removeAllListeners('request');
  server.on('request', (request, response) =>
    request.url?.endsWith('a') ? request.socket.destroy() : served(request, response),
  );
  await lookAgain();
  await lookAgain();
  expect([known('one'), known('other')]).toEqual([true, false]);
});

it('sends no sign-in to an address that is not below the site’s own root', async () => {
  clip('elsewhere', {
    state: 'cancelled before',
    url: `${root.replace('127.0.0.1', 'localhost')}clipferry/v1/uploads/${id('a')}`,
  });
  clip('else', { state: 'cancelled before', url: `${root}wp/v2/media/7` });
  await lookAgain();
  await lookAgain();
  expect(asked).toEqual([]);
});

it('does nothing while this computer may not', async () => {
  clip('cancelled', { state: 'cancelled before' });
  mayBegin = false;
  await lookAgain();
  await lookAgain();
  expect([asked, known('cancelled')]).toEqual([[], true]);
});
