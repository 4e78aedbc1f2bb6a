// Hostile answers over real HTTP, to the whole engine: main goes on with its other work, everything ends by itself, and what was
// typed and sent is neither lost nor doubled.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { undiciHttp } from '../../main/adapters/http.ts';
import type { HttpRequest } from '../../main/ports.ts';
import type { LibraryDetails } from '../../preload/contract.ts';
import { watchLoop } from '../bench/measure.ts';
import { type ClipFolder, clipFolder } from '../engine/clip-files.ts';
import { type Engine, memorySecrets, startEngine } from '../engine/engine.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { filled, type HostileAnswer, hostileAnswers, longText, videoRecord } from './answers.ts';

/**
 * Processor time of main between two turns of its loop, in ms; on a computer that needs longer to read eight megabytes of JSON by itself,
 * two and a half times that.
 */
const bar = Math.max(200, 2.5 * plainReadMs());

/** The quickest of some reads of what the worst answers are made of, in ms of processor time. */
function plainReadMs(): number {
  const text = `[${'1,'.repeat(4_000_000 - 1)}1]`;
  const reads = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage();
    JSON.parse(text);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  });
  return Math.min(...reads);
}

let site: PracticeSite;
let hostile: Server;
/** What the hostile server says. */
let answer: HostileAnswer;
/** The calls whose answers are replaced; the real site hears them all the same. */
let replaced: (request: HttpRequest) => boolean = () => false;
let asked = 0;
let clips: ClipFolder;
let profile: string;
let engine: Engine;
let accountId: string;

const isUpload = ({ body }: HttpRequest): boolean => body !== null && typeof body !== 'string';

function http() {
  const inner = undiciHttp();
  return {
    ...inner,
    request: async (wanted: HttpRequest) => {
      const real = await inner.request(wanted);
      if (!replaced(wanted)) return real;
      asked += 1;
      const { port } = hostile.address() as AddressInfo;
      return inner.request({ ...wanted, method: 'GET', body: null, headers: {}, url: `http://127.0.0.1:${port}/` });
    },
  };
}

beforeAll(async () => {
  site = await startPracticeSite();
  hostile = createServer((_, response) => {
    response.writeHead(answer.status, answer.headers);
    response.end(answer.body);
  });
  await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  await site.stop();
  hostile.closeAllConnections();
  await new Promise((resolve) => hostile.close(resolve));
});
beforeEach(async () => {
  await site.reset();
  replaced = () => false;
  clips = clipFolder();
  profile = mkdtempSync(join(tmpdir(), 'clipferry-hostile-'));
});
afterEach(async () => {
  await engine.stop();
  clips.remove();
  rmSync(profile, { recursive: true, force: true });
});

const named = (name: string): HostileAnswer => {
  const found = hostileAnswers.find((one) => one.name === name);
  if (!found) throw new Error(`no hostile answer “${name}”`);
  const made = found.make();
  return { ...made, body: Buffer.from(made.body).subarray(0, 8 * 1024 * 1024) };
};

/** The longest turn of the loop meanwhile; what another program's load adds comes only sometimes, so one more try is given. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 2 && longest >= bar; run++) {
    const loop = watchLoop();
    await work();
    longest = loop.stop().ownMs;
  }
  return longest;
}

/** The details of a video, once the site was asked. */
function lookedInto(videoId: number): Promise<LibraryDetails> {
  return new Promise((resolve, reject) => {
    const take = (details: LibraryDetails | null): void => {
      if (details === null || (details.video === null && details.failure === null)) return;
      end();
      resolve(details);
    };
    const end = engine.uploader.on('library.details', take);
    engine.uploader.handlers['library.watch']({ accountId, videoId }).then(take, reject);
  });
}

const worst = [
  'a list with x-wp-total: "1e300"',
  'a video whose texts are "<!--" again and again',
  'a video whose texts are "<script " again and again',
  'a refusal whose message and code are "<script " again and again',
  'lists in lists, four million deep',
  'four million ones',
  'a video with a million keys',
  'taxonomies named like what every object has',
  'a code of 64 KB',
  'a description of eight megabytes',
];

describe.each(worst)('%s', (name) => {
  // What is largest takes longest.
  const tags = /million|eight/.test(name) ? 'proof' : [];
  test('to every question of the window', { tags }, async () => {
    engine = await startEngine({ http: http(), settleMs: 1 });
    accountId = await engine.connect(site);
    const [videoId = 0] = await site.addVideos([{ title: 'A clip', status: 'publish' }]);
    const { handlers } = engine.uploader;
    const everything = { search: '', status: 'all', author: 'me', terms: {}, sort: 'newest' } as const;
    const siteId = (await handlers['app.state']()).sites[0]?.id ?? '';
    await handlers['library.page']({ query: { accountId, ...everything }, offset: 0, limit: 200 });
    answer = named(name);
    replaced = () => true;
    asked = 0;
    const steps: Record<string, () => Promise<unknown>> = {
      page: async () => {
        await handlers['library.refresh'](accountId);
        return handlers['library.page']({ query: { accountId, ...everything, search: 'a' }, offset: 0, limit: 200 });
      },
      video: () => lookedInto(videoId),
      filters: () => handlers['library.filters'](accountId),
      terms: () => handlers['terms.search']({ accountId, taxonomy: 'video_category', search: 'a', page: 1 }),
      form: () => handlers['site.form']({ accountId, fresh: true }),
      checkup: () => handlers['site.checkup'](siteId),
    };
    for (const [step, work] of Object.entries(steps)) expect.soft(await longestTurn(work), step).toBeLessThan(bar);
    expect(asked).toBeLessThan(200);
  });
});

describe('to the upload: the clip is found on the site, and is there once', () => {
  test.each([
    'lists in lists, four million deep',
    'four million ones',
    'a code of 64 KB',
    'a code that every object has: constructor',
    'a code that every object has: __proto__',
    'a video whose texts are "<!--" again and again',
    'no data but "<script " again and again',
    'a number of eight megabytes',
  ])('%s', async (name) => {
    engine = await startEngine({ http: http(), settleMs: 1 });
    accountId = await engine.connect(site);
    answer = named(name);
    let uploads = 0;
    replaced = (request) => isUpload(request) && ++uploads > 0;
    const loop = watchLoop();
    const [row] = await engine.add(accountId, clips.make('a.mp4', 300_000));
    const ended = await engine.until(row?.id ?? '', ({ state }) => ['done', 'needs-you'].includes(state.kind));
    // A refusal with a code that nobody knows is believed, and told; anything else is looked for.
    expect(loop.stop().ownMs).toBeLessThan(bar);
    if (answer.status < 400 || answer.status >= 500) expect(ended.state.kind).toBe('done');
    if (ended.state.kind === 'needs-you')
      expect(ended.state).toMatchObject({ reason: expect.stringMatching(/./), action: expect.stringMatching(/./) });
    expect((await site.state()).videos).toHaveLength(1);
  });
});

describe('while a clip is described, and again at the next start', () => {
  test.each(['<!--', '<script ', '&amp;', '</', 'e\u0301'])('a description of %j again and again', async (piece) => {
    const secrets = memorySecrets();
    engine = await startEngine({ http: http(), settleMs: 1, secrets, profile });
    accountId = await engine.connect(site);
    replaced = ({ url, body }) => /\/video\/\d+\?/.test(url) && body === null;
    const text = filled(piece, longText);
    answer = {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(
        JSON.stringify(videoRecord({ id: 1, content: { raw: text }, title: { raw: text.slice(0, 60_000) } })),
      ),
    };
    const loop = watchLoop();
    const [row] = await engine.add(accountId, clips.make('a.mp4', 300_000));
    const id = row?.id ?? '';
    await engine.uploader.handlers['job.describe']({ jobId: id, draft: { description: 'Mine', excerpt: 'Short' } });
    await engine.until(id, ({ state }) => ['done', 'needs-you', 'describing'].includes(state.kind));
    await engine.details(id);
    expect(loop.stop().ownMs).toBeLessThan(bar);
    await engine.stop();
    const start = await longestTurn(async () => {
      engine = await startEngine({ http: http(), settleMs: 1, secrets, profile });
      await engine.window();
      await engine.stop();
    });
    expect(start).toBeLessThan(bar);
    engine = await startEngine({ http: http(), settleMs: 1, secrets, profile });
    // What was typed is there still, whatever the site shows.
    expect((await engine.details(id)).draft).toMatchObject({ description: 'Mine', excerpt: 'Short' });
  });
});

test('a description that is too long to come back whole is shown by its beginning, and says so', async () => {
  engine = await startEngine({ http: http(), settleMs: 1 });
  accountId = await engine.connect(site);
  const [videoId = 0] = await site.addVideos([{ title: 'A clip', status: 'publish' }]);
  replaced = ({ url }) => /\/video\/\d+\?/.test(url);
  for (const [length, whole] of [
    [200_000, true],
    [200_001, false],
    [1_000_000, false],
    [3_000_000, false],
  ] as const) {
    answer = {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(videoRecord({ id: videoId, content: { raw: filled('Words ', length - 1).concat('.') } })),
    };
    const { video } = await lookedInto(videoId);
    expect(video?.cut).toEqual(whole ? [] : ['description']);
    expect(video?.description.length).toBeLessThanOrEqual(200_002);
  }
});
