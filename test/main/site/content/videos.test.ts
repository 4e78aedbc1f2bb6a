// Videos and media records, as author and as administrator: listed, read, changed, deleted, sampled.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SiteRefusal } from '../../../../main/answers.ts';
import { emptyDraft } from '../../../../main/model.ts';
import type { HttpAnswer } from '../../../../main/ports.ts';
import { encodePlain } from '../../../../main/site/client/text.ts';
import { filesSince, sampleOf } from '../../../../main/site/content/media.ts';
import { merge } from '../../../../main/site/content/merge-fields.ts';
import { toStoredFile, toVideo } from '../../../../main/site/content/records.ts';
import { lookAt, takeAway } from '../../../../main/site/content/trash.ts';
import { getVideo, listVideos, ownStatuses, updateVideo } from '../../../../main/site/content/videos.ts';
import { type PracticeSite, startPracticeSite } from '../../../site/start.ts';
import { filmBytes, upload } from '../../../site/test-client.ts';
import { calls, client, http } from '../practice.ts';

let site: PracticeSite;
beforeAll(async () => {
  site = await startPracticeSite();
});
beforeEach(() => site.reset());
afterAll(async () => {
  await site.stop();
  await http.close();
});

const titles = [
  'A & B < C > D',
  '“Ünïcode” ½ – 日本 🎬',
  '<b>bold</b> & <script>alert(1)</script>',
  '&amp; &lt;typed&gt; &#8211;',
  'it\'s 100% 5" wide',
];

describe.each(['ava', 'admin'])('as %s', (login) => {
  const one = async (): Promise<number> =>
    (await site.addVideos([{ title: 'Before', author: login, status: 'draft' }]))[0] ?? 0;

  it.each(titles)('a title is stored and read as it was typed: %s (section 10, decision 23)', async (title) => {
    const id = await one();
    const after = await updateVideo(calls, client(site, login), id, { title, description: `${title}\n\nsecond line` });
    expect(after).toMatchObject({ title, description: `${title}\n\nsecond line` });
    expect(await getVideo(calls, client(site, login), id)).toEqual(after);
    const [stored] = (await site.state()).videos;
    expect(stored?.title).toBe(encodePlain(title));
    const draft = { ...emptyDraft, title, description: `${title}\n\nsecond line`, status: 'draft' };
    expect(merge(draft, {}, after, Date.now())).toEqual({ send: {}, theirs: {} });
  });

  it('a status is set', async () => {
    const id = await one();
    for (const status of ['pending', 'private', 'publish', 'draft']) {
      expect(await updateVideo(calls, client(site, login), id, { status })).toMatchObject({ status });
    }
  });

  it('only what was named is changed', async () => {
    const id = await one();
    await updateVideo(calls, client(site, login), id, { title: 'Title', description: 'Text' });
    expect(await updateVideo(calls, client(site, login), id, { status: 'pending' })).toMatchObject({
      title: 'Title',
      description: 'Text',
      status: 'pending',
    });
  });
});

describe('the list', () => {
  it('is paged by the site’s count, also where pages come short of what is hidden (section 9)', async () => {
    await site.addVideos(
      Array.from({ length: 7 }, (_, at) => ({
        title: `Video ${at}`,
        author: at % 2 === 0 ? 'ava' : 'admin',
        status: 'draft',
        dateGmt: `2026-01-0${at + 1}T12:00:00`,
      })),
    );
    const seen: string[] = [];
    for (let page = 1, pages = 1; page <= pages; page++) {
      const listed = await listVideos(calls, client(site), { page, perPage: 2, status: ownStatuses });
      pages = listed.pages;
      expect(listed.total).toBe(7);
      seen.push(...listed.videos.map((video) => video.title));
    }
    expect(seen).toEqual(['Video 6', 'Video 4', 'Video 2', 'Video 0']);
  });

  it('is narrowed by author, status, time and search', async () => {
    await site.addVideos([
      { title: 'Harbour', author: 'ava', status: 'publish', dateGmt: '2026-01-01T12:00:00' },
      { title: 'Harbour at night', author: 'ava', status: 'draft', dateGmt: '2026-02-01T12:00:00' },
      { title: 'Harbour too', author: 'admin', status: 'publish', dateGmt: '2026-03-01T12:00:00' },
      { title: 'Elsewhere', author: 'ava', status: 'publish', dateGmt: '2026-04-01T12:00:00' },
    ]);
    const listed = async (query: Partial<Parameters<typeof listVideos>[2]>): Promise<string[]> => {
      const page = await listVideos(calls, client(site), { page: 1, perPage: 100, ...query });
      return page.videos.map((video) => video.title);
    };
    // For editing the site shows an author only what that author may edit.
    expect(await listed({ search: 'harbour' })).toEqual(['Harbour']);
    expect(await listed({ author: 2 })).toEqual(['Elsewhere', 'Harbour']);
    expect(await listed({ author: 2, status: ownStatuses })).toEqual(['Elsewhere', 'Harbour at night', 'Harbour']);
    expect(await listed({ after: '2026-02-15T00:00:00Z' })).toEqual(['Elsewhere']);
  });

  it('that is none is refused', async () => {
    await site.switches({ failWith: { status: 200, route: '^GET /wp/v2/video', body: { code: 'no' } } });
    await expect(listVideos(calls, client(site), { page: 1, perPage: 10 })).rejects.toBeInstanceOf(SiteRefusal);
  });
});

describe('one video', () => {
  it('that is not there (any more) is null; one that may not be seen is a refusal', async () => {
    expect(await getVideo(calls, client(site), 999_999)).toBeNull();
    const [other] = await site.addVideos([{ title: 'Secret', author: 'admin', status: 'private' }]);
    await expect(getVideo(calls, client(site), other ?? 0)).rejects.toMatchObject({ said: { status: 403 } });
  });

  it('of somebody else cannot be changed by an author', async () => {
    const [other] = await site.addVideos([{ title: 'Hers', author: 'admin' }]);
    await expect(updateVideo(calls, client(site), other ?? 0, { title: 'Mine' })).rejects.toMatchObject({
      said: { status: 403, code: 'rest_cannot_edit' },
    });
  });

  it('with a refused status says so in words', async () => {
    const [id = 0] = await site.addVideos([{ title: 'x' }]);
    await expect(updateVideo(calls, client(site), id, { status: 'unlist' })).rejects.toMatchObject({
      said: { status: 400, code: 'rest_invalid_param' },
    });
  });
});

describe('deleting', () => {
  it('moves to the trash, then for good; what is gone already is said', async () => {
    const [id = 0] = await site.addVideos([{ title: 'x' }]);
    expect(await takeAway(calls, client(site), id, 'trash')).toBeNull();
    expect((await site.state()).videos[0]?.status).toBe('trash');
    expect(await takeAway(calls, client(site), id, 'trash')).toBeNull();
    expect(await takeAway(calls, client(site), id, 'delete-forever')).toBeNull();
    expect((await site.state()).videos).toEqual([]);
    expect(await takeAway(calls, client(site), id, 'delete-forever')).toBe('gone');
    expect(await lookAt(calls, client(site), id)).toBe('gone');
  });

  it('of what is somebody else’s is refused, and so is the trash of a site without one', async () => {
    const [other = 0] = await site.addVideos([{ title: 'Hers', author: 'admin' }]);
    expect(await takeAway(calls, client(site), other, 'delete-forever')).toBe('not-allowed');
    await site.switches({ trashDisabled: true });
    const [mine = 0] = await site.addVideos([{ title: 'Mine' }]);
    expect(await takeAway(calls, client(site), mine, 'trash')).toBe('no-trash');
    expect(await takeAway(calls, client(site), mine, 'delete-forever')).toBeNull();
    expect((await site.state()).videos.map((video) => video.id)).toEqual([other]);
  });
});

describe('stored files', () => {
  it('of this author since a time are found with size, video and address, and their bytes can be sampled', async () => {
    const bytes = filmBytes(200_000);
    await upload(site, 'admin', 'hers.mp4', bytes);
    await upload(site, 'ava', 'Mine & only.mp4', bytes);
    const { videos, now } = await site.state();
    const mine = videos.find((video) => video.authorLogin === 'ava');
    const at = Date.parse(`${now}Z`);
    const files = await filesSince(calls, client(site), 2, at - 60_000);
    expect(files).toMatchObject([{ videoId: mine?.id, bytes: 200_000, title: 'Mine-only' }]);
    expect(files[0]?.createdAt).toBeGreaterThan(at - 60_000);
    expect(await filesSince(calls, client(site), 2, at + 60_000)).toEqual([]);

    const [file] = files;
    if (!file) throw new Error('not stored');
    const sample = await sampleOf(calls, site.root, file, 100_000, 1_000);
    expect(Buffer.from(sample?.bytes ?? []).equals(bytes.subarray(100_000, 101_000))).toBe(true);
    expect(sample?.total).toBe(200_000);
    expect((await sampleOf(calls, site.root, file, 199_999, 1))?.bytes[0]).toBe(bytes[199_999]);
    expect(await sampleOf(calls, site.root, file, 199_999, 2)).toBeNull();
    await site.switches({ ranges: false });
    expect(await sampleOf(calls, site.root, file, 0, 1_000)).toBeNull();
  });

  it.each<[string, (answer: HttpAnswer) => HttpAnswer]>([
    ['with a warning of PHP around it', (a) => ({ ...a, body: Buffer.concat([Buffer.from('<br />\n'), a.body]) })],
    [
      'of a shorter part',
      (a) => ({ ...a, headers: { ...a.headers, 'content-range': 'bytes 100-199/200000' }, body: a.body.slice(0, 100) }),
    ],
    ['that names another part', (a) => ({ ...a, headers: { ...a.headers, 'content-range': 'bytes 0-999/200000' } })],
  ])('in a sample %s prove nothing (F-05)', async (_, spoil) => {
    const bytes = filmBytes(200_000);
    await upload(site, 'ava', 'Mine.mp4', bytes);
    const [file] = await filesSince(calls, client(site), 2, 0);
    if (!file) throw new Error('not stored');
    const spoilt: typeof calls = {
      ...calls,
      get: async (url, headers, mostBytes) => {
        const answer = spoil(await calls.get(url, headers, mostBytes));
        return { ...answer, body: answer.body.subarray(0, mostBytes) };
      },
    };
    expect(await sampleOf(calls, site.root, file, 100, 1_000)).not.toBeNull();
    expect(await sampleOf(spoilt, site.root, file, 100, 1_000)).toBeNull();
  });

  it('beyond one page are all found, each once', async () => {
    for (let at = 0; at < 3; at++) await upload(site, 'ava', `clip ${at}.mp4`);
    const small = {
      ...calls,
      json: (...[who, call]: Parameters<typeof calls.json>) =>
        calls.json(who, { ...call, query: { ...call.query, per_page: '1' } }),
    };
    const { now } = await site.state();
    const files = await filesSince(small, client(site), 2, Date.parse(`${now}Z`) - 60_000);
    expect(files.map((file) => file.title).sort()).toEqual(['clip-0', 'clip-1', 'clip-2']);
  });

  it('in a list that cannot be read are no proof of anything', async () => {
    await site.switches({ failWith: { status: 200, route: '^GET /wp/v2/media', body: [{ title: 'no id' }] } });
    await expect(filesSince(calls, client(site), 2, 0)).rejects.toBeInstanceOf(SiteRefusal);
  });
});

describe('records', () => {
  it.each<[string, object, object]>([
    [
      'times without a zone are UTC',
      { id: 1, date_gmt: '2026-11-20T04:33:12' },
      { createdAt: Date.parse('2026-11-20T04:33:12Z') },
    ],
    ['a floating date', { id: 1, date_gmt: null }, { createdAt: null }],
    [
      'only the rendered title, in view',
      { id: 1, title: { rendered: 'A &#038; B &#8211; C' } },
      { title: 'A & B – C' },
    ],
    ['raw wins', { id: 1, title: { raw: 'A &amp; B', rendered: 'x' } }, { title: 'A & B' }],
    ['decoded once, not twice', { id: 1, title: { raw: '&amp;lt;' } }, { title: '&lt;' }],
    ['an unknown status', { id: 1, status: 'encoding' }, { status: 'encoding' }],
    [
      'fields of other types',
      { id: 1, title: 3, content: [], status: null, link: {}, date_gmt: 5 },
      { id: 1, title: '', description: '', status: '', link: null, createdAt: null },
    ],
  ])('%s', (_, json, video) => {
    expect(toVideo(json)).toMatchObject(video);
  });

  it.each<[string, object, object]>([
    ['PHP’s empty object', { id: 1, media_details: [] }, { bytes: null, videoId: null }],
    ['a size as text', { id: 1, media_details: { filesize: '12' } }, { bytes: 12 }],
    ['no video', { id: 1, post: 0 }, { videoId: null }],
    [
      'nonsense',
      { id: 1, post: 'x', media_details: 'y', source_url: 4 },
      { videoId: null, bytes: null, sourceUrl: '' },
    ],
  ])('of files: %s', (_, json, file) => {
    expect(toStoredFile(json)).toMatchObject(file);
  });

  it.each([{}, { id: 0 }, { id: '1' }, null, []])('without an id are none: %j', (json) => {
    expect(() => toVideo(json)).toThrow();
    expect(() => toStoredFile(json)).toThrow();
  });
});

it('every call says that it takes JSON, how long its body is, and brings no cookies back (section 3)', async () => {
  const seen: { method: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    seen.push({ method: request.method ?? '', headers: request.headers });
    request.resume();
    const body = JSON.stringify({ id: 5, status: 'draft' });
    response
      .writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'wordpress_logged_in=1; Path=/' })
      .end(body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const at = {
    root: `http://127.0.0.1:${(server.address() as AddressInfo).port}/wp-json/`,
    authorization: 'Basic eDp5',
  };
  await getVideo(calls, at, 5);
  await updateVideo(calls, at, 5, { title: 'ü' });
  await takeAway(calls, at, 5, 'delete-forever');
  await getVideo(calls, at, 5);
  expect(seen.map((one) => one.method)).toEqual(['GET', 'POST', 'DELETE', 'GET']);
  for (const { headers } of seen) {
    expect(headers).toMatchObject({ accept: 'application/json', authorization: 'Basic eDp5' });
    expect(headers.cookie).toBeUndefined();
    expect(headers['transfer-encoding']).toBeUndefined();
  }
  expect(seen[1]?.headers).toMatchObject({ 'content-type': 'application/json', 'content-length': '14' });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
