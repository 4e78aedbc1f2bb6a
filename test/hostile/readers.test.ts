// Every reader of a site's answers takes every hostile answer of the catalogue: in little time, with nothing but the errors that
// it names, and what comes out can be shown, kept and sent to the window.
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readAnswer, type SiteAnswer, SiteRefusal } from '../../main/answers.ts';
import { sortCallFailure, sortUploadAnswer } from '../../main/errors.ts';
import { toVideoView } from '../../main/features/library/video-view.ts';
import { valuesOf } from '../../main/fields.ts';
import { createPagedList } from '../../main/library/paged-list.ts';
import type { Video } from '../../main/model.ts';
import { type HttpAnswer, HttpError } from '../../main/ports.ts';
import { redact } from '../../main/shell/redact.ts';
import { type AuthorizedClient, type SiteCalls, siteCalls } from '../../main/site/client/client.ts';
import { claimsOf, tokenCredential } from '../../main/site/client/token-credential.ts';
import { listPasswords } from '../../main/site/connect/app-passwords.ts';
import { refreshCookieIn, requestToken } from '../../main/site/connect/tokens.ts';
import { learnForm } from '../../main/site/content/form.ts';
import {
  countItems,
  fileOf,
  listItems,
  listStatuses,
  listTaxonomies,
  nameOfUser,
} from '../../main/site/content/lists.ts';
import { filesSince, fileWith } from '../../main/site/content/media.ts';
import { learnOthersRights, noRights } from '../../main/site/content/others-rights.ts';
import { indexSchema, namespaceSchema, toStoredFile, toVideo, userSchema } from '../../main/site/content/records.ts';
import { createTerm, namedTerms, searchTerms } from '../../main/site/content/terms.ts';
import { getVideo, listVideos, namesOfVideos, updateVideo } from '../../main/site/content/videos.ts';
import { videoIdIn } from '../../main/transfer/answer.ts';
import { stillClock } from '../tools/still-clock.ts';
import { hostileAnswers, hostileDates, hostileNumbers } from './answers.ts';

/** Processor time of one reading, in ms. */
const bar = 200;
/** What one record or one page may become for the window or the database, in characters. */
const largest = 9 * 1024 * 1024;

const now = Date.UTC(2026, 10, 1);
const sent = { extension: 'mp4', bytes: 50_000, namedLimit: null };
const clock = stillClock(now);
const client: AuthorizedClient = { root: 'http://127.0.0.1/wp-json/', authorization: null };

function answerOf({ status, headers, body }: ReturnType<(typeof hostileAnswers)[number]['make']>): HttpAnswer {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  // As main/site/client/client.ts has it cut.
  return { status, headers, body: bytes.subarray(0, 8 * 1024 * 1024), cut: null };
}

/** A site that says the same to everything. */
function callsOf(said: SiteAnswer, answer: HttpAnswer): SiteCalls {
  return {
    ask: async () => said,
    json: async () => {
      if (said.status < 200 || said.status > 299 || said.json === undefined) throw new SiteRefusal(said);
      return said;
    },
    get: async () => answer,
    skew: siteCalls({ request: async () => answer }, clock).skew,
  };
}

/** What a reader may throw. */
const expected = (error: unknown): boolean =>
  error instanceof SiteRefusal || error instanceof HttpError || error instanceof z.ZodError;

const videoIn = (said: SiteAnswer): Video => toVideo(Array.isArray(said.json) ? said.json[0] : said.json);

const readers: Readonly<Record<string, (calls: SiteCalls, said: SiteAnswer) => unknown>> = {
  listVideos: (calls) => listVideos(calls, client, { page: 1, perPage: 100 }),
  namesOfVideos: (calls) => namesOfVideos(calls, client, 1, 1_000),
  getVideo: (calls) => getVideo(calls, client, 7),
  updateVideo: (calls) => updateVideo(calls, client, 7, { title: 'A' }),
  listItems: (calls) =>
    listItems(
      calls,
      client,
      { route: 'video', search: '', statuses: ['publish'], authorId: 1, others: noRights, terms: [], sort: 'newest' },
      1,
    ),
  countItems: (calls) =>
    countItems(calls, client, {
      ...{
        route: 'video',
        search: '',
        statuses: ['publish'],
        authorId: 1,
        others: noRights,
        terms: [],
        sort: 'newest',
      },
    }),
  learnOthersRights: (calls) => learnOthersRights(calls, client),
  listStatuses: (calls) => listStatuses(calls, client),
  listTaxonomies: (calls) => listTaxonomies(calls, client),
  fileOf: (calls) => fileOf(calls, client, 7),
  nameOfUser: (calls) => nameOfUser(calls, client, 1),
  filesSince: (calls) => filesSince(calls, client, 1, now),
  fileWith: (calls) => fileWith(calls, client, 7),
  searchTerms: (calls) => searchTerms(calls, client, 'video_category', 'a', 1),
  namedTerms: (calls) => namedTerms(calls, client, 'video_category', [1]),
  createTerm: (calls) => createTerm(calls, client, 'video_category', 'a', 0),
  learnForm: (calls) => learnForm(calls, client, now),
  listPasswords: (calls) => listPasswords(calls, client),
  requestToken: (calls) => requestToken(calls, clock, client.root, 'a', 'b', 'c'),
  index: (_, said) => indexSchema.safeParse(said.json).data,
  namespace: (_, said) => namespaceSchema.safeParse(said.json).data,
  user: (_, said) => userSchema.safeParse(said.json).data,
  'stored file': (_, said) => toStoredFile(Array.isArray(said.json) ? said.json[0] : said.json),
  values: (_, said) => valuesOf(videoIn(said)),
  'video for the window': (_, said) => toVideoView(videoIn(said)),
  upload: (_, said) => sortUploadAnswer(said, true, videoIdIn(said), sent),
  failure: (_, said) => sortCallFailure(new SiteRefusal(said)),
  skew: (calls, said) => calls.skew(said),
  log: (_, said) => JSON.stringify(redact({ said, error: new SiteRefusal(said) })),
};

/** Moments in whatever came out can be written as dates, and whole numbers are whole. */
function faultsOf(value: unknown, place = ''): string[] {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return [`${place} is ${value}`];
    const isMoment = /At$|Ms$|endsAt|createdAt|modifiedAt/.test(place);
    if (isMoment && Number.isNaN(new Date(now + value).getTime())) return [`${place} is no moment: ${value}`];
    if (/total$|pages$|Id$|\.id$/.test(place) && !Number.isSafeInteger(value))
      return [`${place} is not whole: ${value}`];
    return [];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .slice(0, 200)
    .flatMap(([key, inner]) => faultsOf(inner, `${place}.${key}`));
}

async function spent<T>(work: () => T | Promise<T>): Promise<{ readonly ms: number; readonly result: T | null }> {
  const before = process.cpuUsage();
  let result: T | null = null;
  let thrown: unknown = null;
  try {
    result = await work();
  } catch (error) {
    thrown = error;
  }
  const { user, system } = process.cpuUsage(before);
  if (thrown !== null && !expected(thrown)) throw thrown;
  return { ms: (user + system) / 1_000, result };
}

/** A machine that is busy with something else may make one run slow: what counts is the best of three. */
async function least<T>(work: () => T | Promise<T>): Promise<{ readonly ms: number; readonly result: T | null }> {
  let best = await spent(work);
  for (let run = 1; run < 3 && best.ms >= bar; run++) {
    const again = await spent(work);
    if (again.ms < best.ms) best = again;
  }
  return best;
}

test.each(hostileAnswers.map((one) => [one.name, one] as const))('%s', async (_, one) => {
  const answer = answerOf(one.make());
  const { ms, result: said } = await least(() => readAnswer(answer, now));
  expect.soft(ms, 'reading the answer').toBeLessThan(bar);
  if (said === null) throw new Error('not read');
  expect(said.code?.length ?? 0).toBeLessThanOrEqual(200);
  expect(said.message?.length ?? 0).toBeLessThanOrEqual(300);
  expect(said.retryAfterMs ?? 0).toSatisfy((wait: number) => wait >= 0 && wait <= 24 * 3_600_000);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  const verdict = sortUploadAnswer(said, false, null, sent);
  // A code that only looks like one of the table's has no row there.
  if (verdict.kind === 'failed' && verdict.cause.kind === 'needs-you') expect(verdict.cause.reason).toMatch(/./);
  const calls = callsOf(said, answer);
  for (const [name, reader] of Object.entries(readers)) {
    const read = await least(() => reader(calls, said));
    expect.soft(read.ms, name).toBeLessThan(bar);
    expect.soft(faultsOf(read.result), name).toEqual([]);
    const written = await least(() => JSON.stringify(structuredClone(read.result)) ?? '');
    expect.soft(written.result?.length ?? 0, name).toBeLessThan(name === 'log' ? 160_000 : largest);
  }
});

describe('a list of the library', () => {
  const item = (id: number) => ({ id });
  const shelfOf = (fetch: (page: number) => { rows: { id: number }[]; total: number } | null) => {
    const asked: number[] = [];
    const shelf = createPagedList<string, { readonly id: number }>({
      clock,
      pageSize: 100,
      key: (query) => query,
      fetch: async (_, page) => {
        asked.push(page);
        return fetch(page);
      },
      sort: () => ({ problem: 'offline', said: null }),
      onChange: () => {},
    });
    return { shelf, asked };
  };
  const hundred = Array.from({ length: 100 }, (_, at) => item(at + 1));

  /** Looks again as the window does after each change, until nothing is missing. */
  const settled = async (
    shelf: ReturnType<typeof shelfOf>['shelf'],
    offset: number,
  ): Promise<{ total: number; looks: number }> => {
    for (let looks = 1; looks <= 200; looks++) {
      const seen = await shelf.window('all', offset, 200);
      if (seen.complete) return { total: seen.total, looks };
    }
    throw new Error('the list never ends');
  };

  test.each([
    [
      'three videos where a thousand million are counted',
      (page: number) => ({ rows: page === 1 ? [1, 2, 3].map(item) : [], total: 1e9 }),
      3,
    ],
    ['the same hundred on every page', () => ({ rows: hundred, total: 1e9 }), 100],
    [
      'one page, and the others do not exist',
      (page: number) => (page === 1 ? { rows: hundred, total: 1e9 } : null),
      100,
    ],
    ['nothing at all', () => ({ rows: [], total: 1e9 }), 0],
  ] as const)('of %s ends by itself', async (_, fetch, total) => {
    const { shelf, asked } = shelfOf(fetch as (page: number) => { rows: { id: number }[]; total: number } | null);
    expect(await settled(shelf, 0)).toMatchObject({ total });
    expect(asked.length).toBeLessThan(150);
    const before = asked.length;
    expect(await settled(shelf, 0)).toEqual({ total, looks: 1 });
    expect(asked.length - before).toBeLessThan(3);
  });

  test('whose count changes with each answer ends by itself', async () => {
    let told = 1e9;
    const { shelf, asked } = shelfOf((page) => ({ rows: page === 1 ? [item(1)] : [], total: told-- }));
    await settled(shelf, 0);
    expect(asked.length).toBeLessThan(500);
  });

  test('that is too long to be scrolled through says so, and is shown as far as it goes', async () => {
    const { shelf } = shelfOf((page) => ({ rows: hundred.map(({ id }) => item(page * 100 + id)), total: 1e9 }));
    const seen = await shelf.window('all', 499_900, 200);
    expect(seen).toMatchObject({ total: 500_000, limited: true, complete: true });
    expect(seen.rows).toHaveLength(100);
  });
});

test.each([
  ['the same page for ever', 4, (_: number) => [{ id: 1 }, { id: 2 }]],
  ['nothing for ever', 30, (_: number) => []],
  ['new ones for ever', 50, (page: number) => [{ id: page }]],
] as const)('a list that gives %s is asked for %i pages', async (_, most, records) => {
  let asked = 0;
  const calls = {
    json: async (_: unknown, { query }: { query: Record<string, string> }) => {
      asked += 1;
      return { status: 200, headers: { 'x-wp-totalpages': '999999999' }, json: records(Number(query.page)) };
    },
  } as unknown as SiteCalls;
  const read = filesSince(calls, client, 1, now);
  // What cannot be read to its end proves nothing about what is not there.
  if (most === 50) expect(await read).toHaveLength(50);
  else await expect(read).rejects.toThrow(SiteRefusal);
  expect(asked).toBe(most);
});

test('a token of hostile times has none', () => {
  for (const number of ['1e300', '-1', '1e999', '"soon"', '253402300800000', '[]']) {
    const payload = Buffer.from(`{"iat":${number},"exp":${number}}`).toString('base64url');
    const token = `a.${payload}.b`;
    expect(claimsOf(token)).toEqual({ iat: null, exp: null });
    expect(tokenCredential(token, 0)).toMatchObject({ endsAt: null, lifeMs: null });
  }
  expect(claimsOf(`a.${Buffer.from('['.repeat(100_000)).toString('base64url')}.b`)).toBeNull();
});

test('a refresh cookie of hostile ages lives for no time that a calendar does not have', () => {
  for (const number of [...hostileNumbers, ...hostileDates]) {
    for (const name of ['max-age', 'expires']) {
      const cookie = refreshCookieIn(`refresh_token=abc; ${name}=${number}; path=/`, now);
      const at = cookie?.endsAt ?? now;
      expect(Number.isNaN(new Date(at).getTime()), `${name}=${number}`).toBe(false);
    }
  }
});
