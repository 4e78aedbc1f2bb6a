// The known product as one switch: its shape, its limits, its way of refusing (platform facts, sections 1, 9 and 12).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PracticeSite, startPracticeSite } from './start.ts';
import { api, filmBytes, get, type Reply, upload } from './test-client.ts';

let site: PracticeSite;
beforeAll(async () => {
  site = await startPracticeSite({ switches: { product: 'streamtube' } });
});
afterAll(() => site.stop());
beforeEach(() => site.reset());

const refusal = ({ status, json, headers }: Reply): unknown[] => {
  // Written behind the REST server's back, which would have added it.
  expect(headers.get('allow')).toBeNull();
  return [status, json.success, Object.keys(json.data.errors.errors)[0]];
};

describe('the shape of a video (section 1)', () => {
  it('has four taxonomies, no meta, and terms that only administrators create in a tree', async () => {
    const [id] = await site.addVideos([{ title: 'one', status: 'pending' }]);
    const { json } = await api(site, 'ava', 'GET', `wp/v2/video/${id}?context=edit`);
    expect(json).toMatchObject({ video_category: [], video_tag: [], report_category: [], hand_pick: [] });
    expect([json.meta, json.categories]).toEqual([undefined, undefined]);
    const taxonomies = (await get(`${site.root}wp/v2/taxonomies?type=video`)).json;
    expect(Object.keys(taxonomies)).toEqual(['categories', 'video_tag', 'report_category', 'hand_pick']);
    expect((await get(`${site.root}wp/v2/hand_pick`)).json).toEqual([]);
    const [pick] = await site.addTerms('hand_pick', ['Best of']);
    const picked = await api(site, 'ava', 'POST', `wp/v2/video/${id}`, { json: { hand_pick: [pick] } });
    expect(picked.json.hand_pick).toEqual([pick]);
    const create = async (login: string): Promise<number> =>
      (await api(site, login, 'POST', 'wp/v2/hand_pick', { json: { name: 'x' } })).status;
    expect([await create('ava'), await create('admin')]).toEqual([403, 201]);
  });

  it('has statuses of its own, which any leaves out (section 9)', async () => {
    const ids = await site.addVideos(
      ['unlist', 'reject', 'encoding', 'pending'].map((status) => ({ title: status, status })),
    );
    const list = async (status: string): Promise<number[]> =>
      (await api(site, 'ava', 'GET', `wp/v2/video?status=${status}&orderby=id&order=asc`)).json.map(
        (video: { id: number }) => video.id,
      );
    expect(await list('any')).toEqual(ids.slice(3));
    expect(await list('unlist,reject,encoding')).toEqual(ids.slice(0, 3));
    await site.switches({ extraStatuses: [] });
    const options = (await api(site, null, 'OPTIONS', 'wp/v2/video')).json;
    expect(options.endpoints[0].args.status.items.enum).not.toContain('encoding');
    expect((await api(site, 'ava', 'GET', 'wp/v2/video?status=encoding')).status).toBe(400);
  });
});

describe('uploading (section 1)', () => {
  it('answers in the product’s words, and the video waits for review', async () => {
    const { status, json } = await upload(site, 'ava', 'My First Clip.mp4');
    expect([status, json.success, json.data.post.post_status]).toEqual([200, true, 'pending']);
    expect((await get(`${site.root}wp/v2/video`)).json).toEqual([]);
  });

  it('refuses formats and sizes with status 200', async () => {
    expect(refusal(await upload(site, 'ava', 'a.mov'))).toEqual([200, false, 'video_format_not_allowed']);
    expect(refusal(await upload(site, 'ava', 'a.exe'))).toEqual([200, false, 'file_type_not_allowed']);
    await site.switches({ maxFileBytes: 1024 * 1024 });
    const large = await upload(site, 'ava', 'a.mp4', filmBytes(1024 * 1024 + 1));
    expect(refusal(large)).toEqual([200, false, 'file_size_not_allowed']);
    expect(large.json.data.message).toEqual(['The maximum upload file size is 1 MB.']);
    expect((await upload(site, 'ava', 'a.mp4', filmBytes(1024 * 1024))).json.success).toBe(true);
    expect((await site.state()).videos).toHaveLength(1);
  });

  it('refuses people with status 200, behind a preflight that lets them pass', async () => {
    const allow = (await api(site, 'carl', 'OPTIONS', 'streamtube/v1/upload')).headers.get('allow');
    expect(allow).toBe('POST');
    expect(refusal(await upload(site, 'carl', 'a.mp4'))).toEqual([200, false, 'no_permission']);
    expect((await upload(site, null, 'a.mp4')).json.code).toBe('rest_not_logged_in');
    await site.switches({ verifiedOnly: true });
    expect(refusal(await upload(site, 'ava', 'a.mp4'))).toEqual([200, false, 'not_verified']);
    expect((await upload(site, 'admin', 'a.mp4')).json.success).toBe(true);
    await site.switches({ uploadsDisabled: true });
    expect(refusal(await upload(site, 'admin', 'a.mp4'))).toEqual([200, false, 'upload_files_disabled']);
  });
});

it('removes the file together with the video (sections 1 and 12)', async () => {
  const video = (await upload(site, 'ava', 'a.mp4')).json.data.post.ID;
  const [media] = (await api(site, 'ava', 'GET', `wp/v2/media?parent=${video}`)).json;
  expect((await fetch(media.source_url)).status).toBe(200);
  await api(site, 'ava', 'DELETE', `wp/v2/video/${video}?force=true`);
  expect((await fetch(media.source_url)).status).toBe(404);
});

it('keeps wp-admin, and with it the browser’s way, from ordinary people (sections 1 and 5)', async () => {
  const { authentication } = (await get(`${site.root}?_fields=authentication`)).json;
  const page = authentication['application-passwords'].endpoints.authorization;
  const body = new URLSearchParams({ log: 'ava', pwd: 'ava-pass-1', redirect_to: page });
  const login = await fetch(`${site.url}/wp-login.php`, { method: 'POST', body, redirect: 'manual' });
  expect(login.headers.get('location')).toBe(site.url);
  const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
  const opened = await get(page, { cookie });
  expect([opened.status, opened.headers.get('location')]).toEqual([302, site.url]);
});

it('goes back to the generic habits, and single switches can differ from either', async () => {
  expect(await site.switches({ product: 'generic' })).toMatchObject({
    answerStyle: 'rest',
    maxFileBytes: null,
    deleteAttachedFiles: false,
    blockAdminAccess: false,
  });
  expect(await site.switches({ product: 'streamtube', answerStyle: 'bare' })).toMatchObject({
    answerStyle: 'bare',
    maxFileBytes: 10 * 1024 * 1024,
  });
  await expect(site.switches({ product: 'other' as 'generic' })).rejects.toThrow('no product');
});
