// The media library and the uploaded files themselves (platform facts, sections 8, 10, 11, 12, 14, 15 and 16).
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { api, filmBytes, form, get, upload } from '../site/test-client.ts';
import { startTarget, type Target } from './target.ts';

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

function poster(fields: Record<string, string> = {}): FormData {
  const body = new FormData();
  body.append('file', new File([PNG], 'thumb.png', { type: 'image/png' }));
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return body;
}

describe('adding', () => {
  it('takes a poster with its fields and lets it be the featured picture', async () => {
    const video = (await upload(site, 'ava', 'a.mp4')).json.id;
    const body = poster({ alt_text: 'poster', post: String(video), title: 'Cover' });
    const fields = '_fields=id,post,media_type,mime_type,alt_text,source_url,title';
    const { status, json, headers } = await api(site, 'ava', 'POST', `wp/v2/media?${fields}`, { body });
    expect(status).toBe(201);
    expect(headers.get('x-wp-upload-attachment-id')).toBe(String(json.id));
    expect(headers.get('location')).toBe(`${site.root}wp/v2/media/${json.id}`);
    expect(json).toMatchObject({
      post: video,
      media_type: 'image',
      mime_type: 'image/png',
      alt_text: 'poster',
      title: { raw: 'Cover' },
    });
    const updated = await api(site, 'ava', 'POST', `wp/v2/video/${video}`, { json: { featured_media: json.id } });
    expect(updated.json.featured_media).toBe(json.id);
    const film = (await site.state()).videos[0]?.file?.attachmentId;
    const wrong = await api(site, 'ava', 'POST', `wp/v2/video/${video}`, { json: { featured_media: film } });
    expect(wrong.json.featured_media).toBe(0);
  });

  it('takes a raw body, and insists on its headers and digest', async () => {
    const body = filmBytes(3000);
    const headers = { 'content-type': 'video/mp4', 'content-disposition': 'attachment; filename="raw.mp4"' };
    const send = (more: Record<string, string>) => api(site, 'ava', 'POST', 'wp/v2/media', { body, headers: more });
    const stored = await send({ ...headers, 'content-md5': createHash('md5').update(body).digest('hex') });
    expect(stored.json).toMatchObject({ media_type: 'file', mime_type: 'video/mp4', post: null });
    const { 'content-type': type, 'content-disposition': disposition } = headers;
    expect((await send({ 'content-type': type })).json.code).toBe('rest_upload_no_content_disposition');
    const nameless = await send({ 'content-type': type, 'content-disposition': 'attachment' });
    expect(nameless.json.code).toBe('rest_upload_invalid_disposition');
    const broken = await send({
      'content-type': type,
      'content-disposition': disposition,
      'content-md5': '0'.repeat(32),
    });
    expect([broken.status, broken.json.code]).toEqual([412, 'rest_upload_hash_mismatch']);
    expect((await site.state()).unattached).toHaveLength(1);
  });

  it('says 400 to what is no file, and 500 to what never will be one (platform facts, section 15)', async () => {
    const outcome = async (body: BodyInit | undefined, headers: Record<string, string> = {}): Promise<unknown[]> => {
      const { status, json } = await api(site, 'ava', 'POST', 'wp/v2/media', { body, headers });
      return [status, json.code];
    };
    const fields = new FormData();
    fields.append('title', 'A file is missing');
    expect(await outcome(undefined)).toEqual([400, 'rest_upload_no_data']);
    expect(await outcome(fields)).toEqual([400, 'rest_upload_no_data']);
    expect(await outcome(filmBytes(300))).toEqual([400, 'rest_upload_no_content_type']);
    const named = (name: string) => ({
      'content-type': 'video/mp4',
      'content-disposition': `attachment; filename="${name}"`,
    });
    expect(await outcome(filmBytes(300), named('a.exe'))).toEqual([500, 'rest_upload_sideload_error']);
    expect(await outcome(Buffer.from('text'), named('a.mp4'))).toEqual([500, 'rest_upload_sideload_error']);
    expect(await outcome(form('a.mp4', Buffer.alloc(0)))).toEqual([500, 'rest_upload_unknown_error']);
    expect(await outcome(form('a.mp4', filmBytes(300), 'video'))).toEqual([500, 'rest_upload_unknown_error']);
    expect((await site.state()).unattached).toEqual([]);
  });

  it('takes every kind of video on the platform’s own list (platform facts, section 15)', async () => {
    const kinds = ['mp4', 'm4v', 'webm', 'ogv', 'flv', 'mov', 'qt', 'avi', 'wmv', 'mkv', 'mpeg', '3gp'];
    const types = await Promise.all(
      kinds.map(async (kind) => {
        const { json } = await api(site, 'ava', 'POST', 'wp/v2/media', { body: form(`clip.${kind}`, filmBytes(300)) });
        return json.media_type === 'file' ? String(json.mime_type).split('/')[0] : json.code;
      }),
    );
    expect(types).toEqual(kinds.map(() => 'video'));
  });

  it('keeps a file private when told so (platform facts, section 15)', async () => {
    const { json } = await api(site, 'ava', 'POST', 'wp/v2/media', { body: poster({ status: 'private' }) });
    expect(json.status).toBe('private');
    expect((await api(site, null, 'GET', `wp/v2/media/${json.id}`)).status).toBe(401);
  });

  it('answers permanent causes with 500, and misleads about what PHP dropped', async () => {
    const fake = await api(site, 'ava', 'POST', 'wp/v2/media', { body: form('fake.mp4', Buffer.from('text')) });
    expect([fake.status, fake.json]).toEqual([
      500,
      {
        code: 'rest_upload_unknown_error',
        message: 'Sorry, you are not allowed to upload this file type.',
        data: { status: 500 },
      },
    ]);
    // As a body of its own a file escapes both limits (platform facts, section 16).
    const headers = { 'content-type': 'video/mp4', 'content-disposition': 'attachment; filename="whole.mp4"' };
    const whole = () => api(site, 'ava', 'POST', 'wp/v2/media', { body: filmBytes(5000), headers });
    await site.switches({ sizeLimit: { bytes: 1000, style: 'empty-files' } });
    expect((await whole()).status).toBe(201);
    const dropped = await api(site, 'ava', 'POST', 'wp/v2/media', { body: form('a.mp4', filmBytes(5000)) });
    expect([dropped.status, dropped.json.code]).toEqual([400, 'rest_upload_no_content_disposition']);
    await site.switches({ sizeLimit: { bytes: 1000, style: 'part-error' } });
    const large = await api(site, 'ava', 'POST', 'wp/v2/media', { body: form('a.mp4', filmBytes(5000)) });
    expect([large.status, large.json.code]).toEqual([500, 'rest_upload_unknown_error']);
    expect(large.json.message).toContain('upload_max_filesize');
    expect((await whole()).status).toBe(201);
  });

  it('needs upload_files, and the right to the parent', async () => {
    expect((await api(site, 'carl', 'POST', 'wp/v2/media', { body: poster() })).json.code).toBe('rest_cannot_create');
    const [foreign] = await site.addVideos([{ title: 'x', author: 'admin' }]);
    const { status, json } = await api(site, 'ava', 'POST', 'wp/v2/media', { body: poster({ post: String(foreign) }) });
    expect([status, json.code]).toEqual([403, 'rest_cannot_edit']);
  });
});

describe('listing', () => {
  it('finds by author, parent, name, type and time, newest first', async () => {
    const bytes = filmBytes(4321);
    const first = (await upload(site, 'ava', 'Harbour.mp4', bytes)).json;
    await upload(site, 'admin', 'Night.mp4');
    await api(site, 'ava', 'POST', 'wp/v2/media', { body: poster() });
    const ask = async (query: string) => (await api(site, 'ava', 'GET', `wp/v2/media?${query}`)).json;
    const [found] = await ask(
      `parent=${first.id}&_fields=id,author,post,title,source_url,mime_type,date_gmt,media_details`,
    );
    expect(found).toMatchObject({ id: first.attachment.id, author: 2, post: first.id, title: { rendered: 'Harbour' } });
    expect(found.media_details.filesize).toBe(4321);
    const names = async (query: string) => (await ask(query)).map((media: { slug: string }) => media.slug).sort();
    expect(await names('author=2')).toEqual(['harbour', 'thumb']);
    expect(await names('search=harbour')).toEqual(['harbour']);
    expect(await names('media_type=image')).toEqual(['thumb']);
    expect(await names('after=2099-01-01T00:00:00Z')).toEqual([]);
    expect((await ask('_fields=media_details.filesize'))[0]).toEqual([]);
    expect((await ask('orderby=id&order=asc&per_page=1'))[0].slug).toBe('harbour');
  });

  it('is where the record of a video leads for its file (platform facts, section 10)', async () => {
    const { id, attachment } = (await upload(site, 'ava', 'Harbour.mp4')).json;
    const video = (await api(site, 'ava', 'GET', `wp/v2/video/${id}?context=edit`)).json;
    expect(JSON.stringify({ ...video, _links: {} })).not.toContain('Harbour.mp4');
    const [link] = video._links['wp:attachment'];
    const found = await get(link.href, { authorization: site.basic('ava') });
    expect(found.json).toMatchObject([{ id: attachment.id, source_url: attachment.source_url }]);
  });

  it('hides the files of videos that one may not see, but counts them', async () => {
    await upload(site, 'ava', 'pending.mp4');
    const { json, headers } = await api(site, null, 'GET', 'wp/v2/media');
    expect([json, headers.get('x-wp-total')]).toEqual([[], '1']);
  });
});

it('deletes only by force', async () => {
  const { attachment } = (await upload(site, 'ava', 'a.mp4')).json;
  const refused = await api(site, 'ava', 'DELETE', `wp/v2/media/${attachment.id}`);
  expect([refused.status, refused.json.code]).toEqual([501, 'rest_trash_not_supported']);
  const forced = await api(site, 'ava', 'DELETE', `wp/v2/media/${attachment.id}?force=true`);
  expect(forced.json).toMatchObject({ deleted: true, previous: { id: attachment.id } });
  expect((await fetch(attachment.source_url)).status).toBe(404);
});

describe('files', () => {
  it('answer byte ranges where the web server does', async () => {
    const bytes = filmBytes(1000);
    const url = (await upload(site, 'ava', 'a.mp4', bytes)).json.attachment.source_url;
    const range = async (value: string): Promise<[number, string | null, Buffer]> => {
      const response = await fetch(url, { headers: { range: value } });
      return [response.status, response.headers.get('content-range'), Buffer.from(await response.arrayBuffer())];
    };
    // PHP's own server knows no ranges: the whole file comes.
    if (!site.hasRanges) return expect(await range('bytes=0-9')).toEqual([200, null, bytes]);
    expect(await range('bytes=0-9')).toEqual([206, 'bytes 0-9/1000', bytes.subarray(0, 10)]);
    expect(await range('bytes=990-')).toEqual([206, 'bytes 990-999/1000', bytes.subarray(990)]);
    expect(await range('bytes=-5')).toEqual([206, 'bytes 995-999/1000', bytes.subarray(995)]);
    expect(await range('bytes=500-5000')).toEqual([206, 'bytes 500-999/1000', bytes.subarray(500)]);
    // Some web servers name the length with it, Apache 2.4.71 does not.
    const [status, length] = await range('bytes=1000-');
    expect([status, length ?? 'bytes */1000']).toEqual([416, 'bytes */1000']);
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual(['1000', 'bytes']);
    expect(head.headers.get('content-type')).toBe('video/mp4');
  });

  it('do not lead out of their folder', async () => {
    expect((await get(`${site.url}/wp-content/uploads/..%2f..%2fsite.sqlite`)).status).toBe(404);
    expect((await get(`${site.url}/wp-content/uploads/%2e%2e/site.sqlite`)).status).toBe(404);
  });
});
