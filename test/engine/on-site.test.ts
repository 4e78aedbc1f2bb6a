// What became of clips on the practice site after they arrived, as their rows say it; and one that was deleted there is sent again.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { shapes } from '../site/shapes.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { api } from '../site/test-client.ts';
import { clipFolder } from './clip-files.ts';
import { type Engine, fastClock, fixture, memorySecrets, startEngine } from './engine.ts';

let site: PracticeSite;
let engine: Engine;
let accountId: string;
let jobId: string;
let videoId: number;

beforeEach(async () => {
  site = await startPracticeSite();
  // What was asked is old after half a minute.
  engine = await startEngine({ clock: fastClock(60) });
});
afterEach(async () => {
  await engine.stop();
  await site.stop();
});

async function arrive(title: string): Promise<void> {
  accountId = await engine.connect(site);
  const [job] = await engine.add(accountId, fixture('Tide pools.mp4'));
  jobId = job?.id ?? '';
  await engine.uploader.handlers['job.describe']({ jobId, draft: { title } });
  const { state } = await engine.until(jobId, (row) => row.state.kind === 'done');
  videoId = (state.kind === 'done' ? state.videoId : null) ?? 0;
}
const onServer = (method: 'POST' | 'DELETE', query = '', body: object = {}) =>
  api(site, 'admin', method, `wp/v2/video/${videoId}${query}`, { json: body });
const shown = async () => (await engine.rows()).find(({ id }) => id === jobId)?.onSite;
/** Somebody goes on looking until the row says so. */
const untilShown = (what: object) => expect.poll(shown).toMatchObject(what);

describe.each(shapes)('on a site in the shape of $taxonomies', ({ taxonomies }) => {
  beforeEach(() => site.switches({ taxonomies }));

  it('a row follows what is done to its video there: published, scheduled, thrown away, deleted', {
    tags: 'proof',
  }, async () => {
    await arrive('Tide pools');
    await untilShown({ status: 'pending' });
    await onServer('POST', '', { status: 'publish' });
    await untilShown({ status: 'publish' });
    const later = new Date(Date.now() + 90 * 86_400_000);
    later.setUTCMilliseconds(0);
    await onServer('POST', '', { status: 'future', date_gmt: later.toISOString().slice(0, 19) });
    await untilShown({ status: 'future', date: later.getTime() });
    await onServer('DELETE');
    await untilShown({ status: 'trash' });
    await onServer('DELETE', '?force=true');
    await untilShown({ status: null });
  });
});

it('what is done to it in the Library is looked up anew at once', async () => {
  await arrive('Tide pools');
  await untilShown({ status: 'pending' });
  await engine.uploader.handlers['library.act']({ accountId, ids: [videoId], act: 'trash' });
  await untilShown({ status: 'trash' });
});

it('a status that no list shows is no deletion', async () => {
  const [id = 0] = await site.addVideos([{ title: 'In work', status: 'encoding' }]);
  await arrive('Tide pools');
  const states = await import('../../main/site/content/video-states.ts');
  const { siteCalls } = await import('../../main/site/client/client.ts');
  const { undiciHttp } = await import('../../main/adapters/http.ts');
  const { systemClock } = await import('../../main/adapters/clock.ts');
  const { appPassword } = site.signIn('ava');
  const client = {
    root: `${site.url}/wp-json/`,
    authorization: `Basic ${Buffer.from(`ava:${appPassword}`).toString('base64')}`,
  };
  const found = await states.statesOf(siteCalls(undiciHttp(), systemClock), client, [id, videoId, 99_999], 10);
  expect([found.get(id)?.status, found.get(videoId)?.status, found.get(99_999)?.status]).toEqual([
    'encoding',
    'pending',
    null,
  ]);
});

it('“Send again” sends a clip whose video was deleted once more, with what was typed; and nothing while it is there', async () => {
  await arrive('Tide pools at dawn');
  await untilShown({ status: 'pending' });
  const again = () => engine.uploader.handlers['queue.act']({ act: 'retry', target: { ids: [jobId] } });
  expect(await again()).toEqual({ changed: 0 });
  await onServer('DELETE', '?force=true');
  await untilShown({ status: null });
  expect(await again()).toEqual({ changed: 1 });
  const { state } = await engine.until(jobId, (row) => row.state.kind === 'done');
  expect(state).toMatchObject({ kind: 'done', videoId: expect.any(Number) });
  expect((await site.state()).videos.map((one) => [one.title, one.status])).toEqual([
    ['Tide pools at dawn', 'pending'],
  ]);
  await untilShown({ status: 'pending' });
});

it('a clip whose video was deleted while its details were on their way can be left so, and is no clip on the site: dropped again it goes again', async () => {
  await arrive('Tide pools');
  await onServer('DELETE', '?force=true');
  await engine.uploader.handlers['job.describe']({ jobId, draft: { title: 'Tide pools at noon' } });
  const asks = await engine.until(jobId, (row) => row.state.kind === 'needs-you');
  expect(asks.state).toMatchObject({ reason: 'video-gone' });
  await engine.uploader.handlers['queue.act']({ act: 'finish', target: { ids: [jobId] } });
  expect((await engine.until(jobId, (row) => row.state.kind !== 'needs-you')).state.kind).toBe('cancelled');
  await engine.add(accountId, fixture('Tide pools.mp4'));
  const { state } = await engine.until(jobId, (row) => row.state.kind === 'done');
  expect(state).toMatchObject({ videoId: expect.any(Number) });
  expect(state).not.toMatchObject({ videoId });
});

it('a clip that is cancelled while its details wait is told to be on the site, and its details go there when it is tried again', async () => {
  await arrive('Tide pools');
  await onServer('POST', '', { title: 'Theirs' });
  await engine.uploader.handlers['job.describe']({ jobId, draft: { title: 'Mine' } });
  await engine.until(jobId, (row) => row.state.kind === 'needs-you');
  await engine.uploader.handlers['queue.act']({ act: 'cancel', target: { ids: [jobId] } });
  await untilShown({ status: 'pending' });
  expect((await engine.rows()).find(({ id }) => id === jobId)?.state).toEqual({ kind: 'cancelled', videoId });
  await engine.uploader.handlers['queue.act']({ act: 'retry', target: { ids: [jobId] } });
  const { state } = await engine.until(jobId, (row) => row.state.kind === 'needs-you');
  expect(state).toMatchObject({ reason: 'changed-on-site' });
  expect((await site.state()).videos).toHaveLength(1);
});

it('a clip that was taken off the list is on it again when it is dropped again, and says that its video was deleted meanwhile', async () => {
  await arrive('Tide pools at dawn');
  await engine.uploader.handlers['queue.act']({ act: 'remove', target: { ids: [jobId] } });
  expect(await engine.rows()).toEqual([]);
  await onServer('DELETE', '?force=true');
  const path = fixture('Tide pools.mp4');
  expect(await engine.uploader.addPaths([path], accountId)).toMatchObject({ added: 0, alreadyOnSite: 1 });
  expect(await engine.rows()).toMatchObject([{ id: jobId, state: { kind: 'done' } }]);
  await untilShown({ status: null });
  expect(await engine.uploader.handlers['queue.act']({ act: 'retry', target: { ids: [jobId] } })).toEqual({
    changed: 1,
  });
  await engine.until(jobId, (row) => row.state.kind === 'done');
  expect((await site.state()).videos).toHaveLength(1);
});

it('is asked after a start, too, when nothing waits to be sent', async () => {
  const disk = clipFolder();
  const secrets = memorySecrets();
  const settings = { clock: fastClock(60), profile: disk.path, secrets };
  const first = await startEngine(settings);
  const own = await first.connect(site);
  const [job] = await first.add(own, fixture('Tide pools.mp4'));
  await first.until(job?.id ?? '', (row) => row.state.kind === 'done');
  await first.stop();
  const again = await startEngine(settings);
  await expect
    .poll(async () => (await again.rows()).map(({ onSite }) => onSite?.status), { timeout: 60_000 })
    .toEqual(['pending']);
  await again.stop();
  disk.remove();
});
