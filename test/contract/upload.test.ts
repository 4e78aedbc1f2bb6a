// The upload route: what it makes of a file, how it words its answer, whom and what it refuses (platform facts, sections 8 and 14 to 17).
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { api, filmBytes, form, RAW_TAIL, rawUpload, upload } from '../site/test-client.ts';
import { startTarget, type Target } from './target.ts';

/** A whole picture of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);

let site: Target;
beforeAll(async () => {
  site = await startTarget();
});
afterAll(() => site.stop());
beforeEach(() => site.reset());

describe('a stored upload', () => {
  it('is a pending video with an attachment, byte for byte', async () => {
    const clip = readFileSync(new URL('../fixtures/Harbour at dawn.mp4', import.meta.url));
    const bytes = Buffer.from(clip);
    const { status, json, headers } = await upload(site, 'ava', 'Harbour at dawn.mp4', bytes);
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`${site.root}wp/v2/video/${json.id}`);
    expect(headers.get('allow')).toBe('POST');
    expect(json).toMatchObject({ status: 'pending', author: 2, title: { raw: 'Harbour at dawn' }, slug: '' });
    expect(json.attachment).toMatchObject({ mime_type: 'video/mp4', filesize: bytes.length });
    expect(json.attachment.source_url).toMatch(/\/wp-content\/uploads\/\d{4}\/\d\d\/Harbour-at-dawn\.mp4$/);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const { videos } = await site.state();
    expect(videos).toMatchObject([{ id: json.id, authorLogin: 'ava', file: { sha256, size: bytes.length } }]);
    const media = await api(site, 'ava', 'GET', `wp/v2/media/${json.attachment.id}`);
    expect(media.json.media_details).toMatchObject({ filesize: bytes.length, width: 640, height: 360, length: 4 });
    expect(media.json.post).toBe(json.id);
  });

  it('has title and stored name made from the file name', async () => {
    const odd = (await upload(site, 'ava', 'Ünïcode ½ – “quoted” & friends.mp4')).json;
    expect(odd.title.raw).toBe('Ünïcode ½ – “quoted” &amp; friends');
    expect(odd.attachment.source_url).toMatch(/\/Unicode-½-–-quoted-friends\.mp4$/);
    const quoted = (await upload(site, 'ava', 'we "quote".mp4')).json;
    expect(quoted.title.raw).toBe('we %22quote%22');
    expect(quoted.attachment.source_url).toMatch(/\/we-22quote22\.mp4$/);
  });

  it('gets a name of its own beside an equal one', async () => {
    const names = [];
    for (let time = 0; time < 3; time += 1) {
      const { json } = await upload(site, 'ava', 'C0001.MP4');
      names.push(json.attachment.source_url.split('/').at(-1));
    }
    expect(names).toEqual(['C0001.mp4', 'C0001-1.mp4', 'C0001-2.mp4']);
    expect((await site.state()).videos.map((video) => video.title)).toEqual(['C0001', 'C0001', 'C0001']);
  });

  it('has the status the site decides on', async () => {
    await site.switches({ uploadStatus: 'publish' });
    const { json } = await upload(site, 'ava', 'Now out.mp4');
    expect(json).toMatchObject({ status: 'publish', link: `${site.url}/video/now-out/` });
    await site.switches({ uploadStatus: 'encoding' });
    expect((await upload(site, 'ava', 'soon.mp4')).json.status).toBe('encoding');
  });
});

describe('while a body arrives (platform facts, section 14)', () => {
  it('nobody is refused before all of it is there', async () => {
    const { request, outcome } = rawUpload(site, 300_000, { authorization: 'Basic bm9ib2R5Ong=' });
    let answered = false;
    const marked = outcome.then((what) => {
      answered = true;
      return what;
    });
    request.write(Buffer.alloc(200_000));
    // Whole uploads overtake it, in which there is time for more than a refusal.
    for (let time = 0; time < 3; time += 1) expect((await upload(site, 'ava', 'a.mp4')).status).toBe(201);
    expect(answered).toBe(false);
    request.end(Buffer.concat([Buffer.alloc(100_000), Buffer.from(RAW_TAIL)]));
    expect(await marked).toMatchObject({ status: 401, text: expect.stringContaining('rest_not_logged_in') });
  });

  it('a broken connection leaves nothing behind', async () => {
    const { request, outcome } = rawUpload(site, 500_000);
    request.write(Buffer.alloc(200_000));
    expect((await upload(site, 'ava', 'before.mp4')).status).toBe(201);
    request.destroy();
    expect(await outcome).toHaveProperty('error');
    expect((await upload(site, 'ava', 'after.mp4')).status).toBe(201);
    const { videos, unattached } = await site.state();
    expect([videos.map(({ title }) => title), unattached]).toEqual([['before', 'after'], []]);
  });

  it('an answer that nobody hears leaves a finished video, and the same again a second one', async () => {
    await site.switches({ answerDelayMs: 1_500 });
    const { request, outcome } = rawUpload(site, 1_000);
    request.end(Buffer.concat([filmBytes(1_000), Buffer.from(RAW_TAIL)]));
    const statuses = async (): Promise<string[]> => (await site.state()).videos.map(({ status }) => status);
    await expect.poll(statuses).toEqual(['pending']);
    request.destroy();
    expect(await outcome).toHaveProperty('error');
    await site.switches({ answerDelayMs: 0 });
    const again = rawUpload(site, 1_000);
    again.request.end(Buffer.concat([filmBytes(1_000), Buffer.from(RAW_TAIL)]));
    expect(await again.outcome).toMatchObject({ status: 201 });
    expect(await statuses()).toEqual(['pending', 'pending']);
  });

  it('it is lost by Apache with php-fpm where its length is not told (platform facts, section 16)', async () => {
    await site.switches({ chunkedBodyLost: site.losesChunkedBodies });
    const whole = new Response(form('a.mp4', filmBytes(300_000)));
    const bytes = Buffer.from(await whole.clone().arrayBuffer());
    // Of a small body that is all there at once Apache finds the length out by itself.
    const body = new ReadableStream({
      start: async (stream) => {
        stream.enqueue(bytes.subarray(0, 1_000));
        expect((await api(site, 'ava', 'GET', 'wp/v2/users/me')).status).toBe(200);
        stream.enqueue(bytes.subarray(1_000));
        stream.close();
      },
    });
    const headers = { authorization: site.basic('ava'), 'content-type': whole.headers.get('content-type') ?? '' };
    const { status, json } = await api(site, null, 'POST', 'streamtube/v1/upload', { headers, body });
    expect([status, json.code]).toEqual(site.losesChunkedBodies ? [400, 'rest_upload_no_data'] : [201, undefined]);
    expect((await upload(site, 'ava', 'b.mp4')).status).toBe(201);
  });
});

describe('what a request cannot have (platform facts, section 14)', () => {
  it('a status or an author of its choice', async () => {
    const body = form('a.mp4', filmBytes(300));
    for (const [name, value] of Object.entries({ status: 'publish', author: '1', title: 'Mine' }))
      body.append(name, value);
    const { json } = await api(site, 'ava', 'POST', 'streamtube/v1/upload?status=publish', { body });
    expect(json).toMatchObject({ status: 'pending', author: 2, title: { raw: 'a' } });
  });

  it('a key that makes it one and the same, or a part of a file', async () => {
    const headers = { 'idempotency-key': '"one"', 'content-range': 'bytes 0-299/600' };
    for (let time = 0; time < 2; time += 1) {
      const body = form('a.mp4', filmBytes(300));
      expect((await api(site, 'ava', 'POST', 'streamtube/v1/upload', { body, headers })).status).toBe(201);
    }
    expect((await site.state()).videos.map(({ file }) => file?.size)).toEqual([300, 300]);
  });
});

describe('answer styles', () => {
  it.each([
    ['bare', 200, (text: string, id: number) => expect(JSON.parse(text)).toEqual({ id })],
    ['204', 204, (text: string) => expect(text).toBe('')],
    ['text', 200, (text: string) => expect(text).toBe('Upload complete.')],
    ['location', 201, (text: string) => expect(text).toBe('')],
  ] as const)('%s', async (answerStyle, status, check) => {
    await site.switches({ answerStyle });
    const reply = await upload(site, 'ava', 'a.mp4');
    const { videos } = await site.state();
    expect([reply.status, videos.length]).toEqual([status, 1]);
    const id = videos[0]?.id ?? 0;
    check(reply.text, id);
    const location = answerStyle === 'location' ? `${site.root}wp/v2/video/${id}` : null;
    expect(reply.headers.get('location')).toBe(location);
  });

  it('ajax: success and failure both with 200', async () => {
    await site.switches({ answerStyle: 'ajax' });
    const good = await upload(site, 'ava', 'My First Clip.mp4');
    expect(good.status).toBe(200);
    expect(good.headers.get('allow')).toBeNull();
    expect(good.json.success).toBe(true);
    expect(good.json.data.message).toBe('<strong>My First Clip</strong> has been uploaded successfully.');
    expect(good.json.data.post).toMatchObject({
      post_author: '2',
      post_title: 'My First Clip',
      post_status: 'pending',
      post_date_gmt: '0000-00-00 00:00:00',
    });
    const bad = await upload(site, 'ava', 'evil.exe');
    expect([bad.status, bad.json]).toEqual([
      200,
      {
        success: false,
        data: {
          message: ['File Type is not allowed.'],
          errors: { errors: { file_type_not_allowed: ['File Type is not allowed.'] }, error_data: [] },
        },
      },
    ]);
  });
});

describe('refusals', () => {
  it('know nobody, and who may not', async () => {
    expect((await upload(site, null, 'a.mp4')).json).toEqual({
      code: 'rest_not_logged_in',
      message: 'You are not currently logged in.',
      data: { status: 401 },
    });
    for (const login of ['sue', 'carl']) {
      const { status, json } = await upload(site, login, 'a.mp4');
      expect([status, json]).toEqual([
        403,
        {
          code: 'rest_cannot_create',
          message: 'Sorry, you are not allowed to upload videos as this user.',
          data: { status: 403 },
        },
      ]);
    }
    expect((await site.state()).videos).toHaveLength(0);
  });

  it('name what is wrong with the file', async () => {
    const code = async (name: string, bytes: Buffer<ArrayBuffer>, part?: string): Promise<unknown[]> => {
      const { status, json } = await api(site, 'ava', 'POST', 'streamtube/v1/upload', {
        body: form(name, bytes, part),
      });
      return [status, json.code, json.message];
    };
    const denied = 'Sorry, you are not allowed to upload this file type.';
    expect(await code('a.mp4', filmBytes(100), 'wrong')).toEqual([400, 'rest_upload_no_data', 'No data supplied.']);
    expect(await code('evil.exe', filmBytes(100))).toEqual([415, 'file_type_not_allowed', 'File Type is not allowed.']);
    expect(await code('clip.mov', filmBytes(100))).toEqual([415, 'file_type_not_allowed', 'File Type is not allowed.']);
    expect(await code('fake.mp4', Buffer.from('just text'))).toEqual([500, 'rest_upload_sideload_error', denied]);
    expect(await code('fake.mp4', PNG)).toEqual([500, 'rest_upload_sideload_error', denied]);
    expect((await code('empty.mp4', Buffer.alloc(0)))[1]).toBe('rest_upload_sideload_error');
    await site.switches({ refusedExtensions: [] });
    expect((await upload(site, 'ava', 'clip.mov')).json.attachment.mime_type).toBe('video/quicktime');
  });
});

describe('size limits', () => {
  const big = filmBytes(20_000);

  it.each([
    [
      'part-error',
      500,
      'rest_upload_unknown_error',
      'The uploaded file exceeds the upload_max_filesize directive in php.ini.',
    ],
    ['empty-files', 400, 'rest_upload_no_data', 'No data supplied.'],
  ] as const)('%s', async (style, status, code, message) => {
    await site.switches({ sizeLimit: { bytes: 10_000, style } });
    const reply = await upload(site, 'ava', 'big.mp4', big);
    expect([reply.status, reply.json]).toEqual([status, { code, message, data: { status } }]);
    expect((await upload(site, 'ava', 'small.mp4')).status).toBe(201);
  });

  it('critical: a body larger than memory ends PHP, in JSON only for those who accept it (platform facts, section 16)', async () => {
    await site.switches({ sizeLimit: { bytes: 10_000, style: 'critical' } });
    const ask = (accept: string) =>
      api(site, 'ava', 'POST', 'streamtube/v1/upload', {
        body: form('huge.mp4', Buffer.alloc(48 * 1024 * 1024)),
        headers: { accept },
      });
    // Of a body this long a busy computer may break the connection: what is answered is what counts here.
    const send = (accept: string) => ask(accept).catch(() => ask(accept));
    const page = await send('text/html');
    expect([page.status, page.json, page.headers.get('content-type')]).toEqual([
      500,
      undefined,
      expect.stringContaining('text/html'),
    ]);
    const { status, json } = await send('application/json');
    expect([status, json]).toEqual([
      500,
      expect.objectContaining({ code: 'internal_server_error', data: expect.objectContaining({ status: 500 }) }),
    ]);
    expect((await site.state()).videos).toEqual([]);
  });

  it('warning-json tells the limit in front of the JSON', async () => {
    await site.switches({ sizeLimit: { bytes: 10_000, style: 'warning-json' } });
    const { text, json, headers } = await upload(site, 'ava', 'big.mp4', big);
    expect(headers.get('content-type')).toContain('application/json');
    expect(json).toBeUndefined();
    expect(text).toMatch(
      /^<br \/>\n<b>Warning<\/b>: {2}(PHP Request Startup: )?POST Content-Length of \d+ bytes exceeds the limit of 10000 bytes/,
    );
    expect(JSON.parse(text.slice(text.indexOf('{'))).code).toBe('rest_upload_no_data');
  });
});
