// Trash, restore and delete forever (platform facts, sections 8 and 12).
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { NewVideo } from '../site/control.ts';
import { api, type Reply, upload } from '../site/test-client.ts';
import { startTarget, type Target } from './target.ts';

let site: Target;
beforeAll(async () => {
  site = await startTarget();
});
afterAll(() => site.stop());
beforeEach(() => site.reset());

async function video(fields: Partial<NewVideo> = {}): Promise<number> {
  const [id] = await site.addVideos([{ title: 'My clip', status: 'pending', ...fields }]);
  return id ?? 0;
}

const remove = (id: number, query = '', login: string | null = 'ava'): Promise<Reply> =>
  api(site, login, 'DELETE', `wp/v2/video/${id}${query}`);
const update = (id: number, json: unknown): Promise<Reply> => api(site, 'ava', 'POST', `wp/v2/video/${id}`, { json });

it('trashes first, with a marked slug, and says 410 the second time', async () => {
  const id = await video({ status: 'publish' });
  const trashed = await remove(id);
  expect([trashed.status, trashed.json.status, trashed.json.slug]).toEqual([200, 'trash', 'my-clip__trashed']);
  const again = await remove(id);
  expect([again.status, again.json]).toEqual([
    410,
    { code: 'rest_already_trashed', message: 'The post has already been deleted.', data: { status: 410 } },
  ]);
});

it('gives a published video its slug back, and its address to another meanwhile', async () => {
  const id = await video({ status: 'publish' });
  await remove(id);
  expect((await update(id, { status: 'draft' })).json.slug).toBe('my-clip');
});

it('leaves a never-published video with a slug that would be published', async () => {
  const id = await video();
  expect((await remove(id)).json.slug).toBe('__trashed');
  const restored = await update(id, { status: 'draft' });
  expect(restored.json).toMatchObject({ status: 'draft', slug: '__trashed' });
  const published = await update(id, { status: 'publish' });
  expect(published.json.link).toBe(`${site.url}/video/__trashed/`);
});

it('is restored cleanly when the slug is emptied along', async () => {
  const id = await video();
  await remove(id);
  expect((await update(id, { status: 'draft', slug: '' })).json.slug).toBe('');
  expect((await update(id, { status: 'publish' })).json.slug).toBe('my-clip');
});

it('forces, from the query or the body, and is gone afterwards', async () => {
  const id = await video();
  const forced = await remove(id, '?force=true');
  expect(forced.json).toMatchObject({ deleted: true, previous: { id, status: 'pending' } });
  expect(forced.headers.get('allow')).toBeNull();
  const gone = await remove(id, '?force=true');
  expect([gone.status, gone.json.code]).toEqual([404, 'rest_post_invalid_id']);
  const other = await video();
  const byBody = await api(site, 'ava', 'DELETE', `wp/v2/video/${other}`, { json: { force: true } });
  expect(byBody.json.deleted).toBe(true);
});

it('thins what was deleted by the _fields of the answer, but for its id (platform facts, section 12)', async () => {
  const whole = await video();
  expect((await remove(whole, '?force=true&_fields=deleted,previous')).json).toEqual({
    deleted: true,
    previous: { id: whole },
  });
  const part = await video();
  expect((await remove(part, '?force=true&_fields=deleted,previous.id')).json).toEqual({
    deleted: true,
    previous: { id: part },
  });
  expect((await remove(await video(), '?force=true&_fields=id')).json).toEqual([]);
});

it('needs force where there is no trash', async () => {
  await site.switches({ trashDisabled: true });
  const { status, json } = await remove(await video());
  expect([status, json]).toEqual([
    501,
    {
      code: 'rest_trash_not_supported',
      message: "The post does not support trashing. Set 'force=true' to delete.",
      data: { status: 501 },
    },
  ]);
});

it('refuses others’ videos', async () => {
  const id = await video({ author: 'admin', status: 'publish' });
  expect((await remove(id)).json.code).toBe('rest_cannot_delete');
  expect((await remove(id, '', null)).status).toBe(401);
  expect((await remove(id, '', 'admin')).status).toBe(200);
});

it('keeps the file as core does, or removes it as the product does', async () => {
  const first = (await upload(site, 'ava', 'kept.mp4')).json;
  await remove(first.id, '?force=true');
  const media = await api(site, null, 'GET', `wp/v2/media/${first.attachment.id}`);
  expect([media.status, media.json.post]).toEqual([200, null]);
  expect((await fetch(media.json.source_url)).status).toBe(200);
  expect((await site.state()).unattached).toMatchObject([{ name: 'kept.mp4' }]);
  await site.switches({ deleteAttachedFiles: true });
  const second = (await upload(site, 'ava', 'dropped.mp4')).json;
  await remove(second.id, '?force=true');
  expect((await fetch(second.attachment.source_url)).status).toBe(404);
});
