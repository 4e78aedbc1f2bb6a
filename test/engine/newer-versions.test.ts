// Clips that were written over after they had been sent, on a real site: their user is asked once, and gets what was answered.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { JobAct } from '../../preload/contract.ts';
import { api } from '../site/test-client.ts';
import { moved } from './batches.ts';
import { grownClip, sha256 } from './clip-files.ts';
import { fastClock } from './engine.ts';
import { createStage, noJitter, type Stage } from './stage.ts';

/** Videos of the site by what it does with them. */
async function videosOf({ site }: Stage) {
  const { videos } = await site.state();
  return videos.map(({ id, title, status, file }) => ({ id, title, status, sha256: file?.sha256 }));
}
const act = ({ engine }: Stage, what: JobAct, ...ids: readonly string[]) =>
  engine.uploader.handlers['queue.act']({ act: what, target: { ids } });

/** A clip that was sent, with a title, and is written over and dropped again: the new job, which asks. */
async function sentAndChanged(on: Stage, name = 'Harbour.mp4') {
  const { engine, account, folder } = on;
  const path = folder.make(name, 20_000);
  const [first] = await engine.add(account, path);
  await engine.uploader.handlers['job.describe']({ jobId: first?.id ?? '', draft: { title: 'Harbour at dawn' } });
  await engine.settled();
  const before = sha256(path);
  writeFileSync(path, grownClip(30_000));
  const [job] = await engine.add(account, path);
  const asked = await engine.until(job?.id ?? '', (row) => row.state.kind === 'needs-you');
  return { asked, before, path };
}

const asks = { kind: 'needs-you', reason: 'newer-version', action: 'version' };

it('asks before anything of the newer version is sent, also after a restart, and however often it is tried again (F-25)', async () => {
  await using on = await createStage();
  const { asked, path } = await sentAndChanged(on);
  expect(asked.state).toMatchObject(asks);
  await on.restart();
  const { engine } = on;
  expect(await act(on, 'retry', asked.id)).toEqual({ changed: 0 });
  // Written over once more, it is still one question.
  writeFileSync(path, grownClip(31_000));
  expect(await engine.uploader.addPaths([path], on.account)).toMatchObject({ added: 0, alreadyQueued: 1 });
  expect((await engine.rows()).map(({ state }) => state)).toMatchObject([{ kind: 'done' }, asks]);
  expect((await engine.details(asked.id)).older).toEqual({
    ...{ jobId: (await engine.rows())[0]?.id, name: 'Harbour at dawn', choice: null, became: null },
  });
  // Cancelled and sent again it asks again: nothing was answered.
  await act(on, 'cancel', asked.id);
  await act(on, 'retry', asked.id);
  expect((await engine.until(asked.id, (row) => row.state.kind === 'needs-you')).state).toMatchObject(asks);
  expect((await on.site.state()).uploads).toHaveLength(1);
});

it('replaces: the newer one takes over what the older one had on the site by then, which goes to the trash last', async () => {
  await using on = await createStage();
  const { asked, before, path } = await sentAndChanged(on);
  const [older] = await videosOf(on);
  // Somebody works on the older video meanwhile.
  const changed = { status: 'publish', content: 'Two boats and a gull.', excerpt: 'Boats' };
  await api(on.site, 'admin', 'POST', `wp/v2/video/${older?.id}`, { json: changed });
  await on.engine.uploader.handlers['job.describe']({ jobId: asked.id, draft: { title: 'Harbour at noon' } });
  expect(await act(on, 'replace', asked.id)).toEqual({ changed: 1 });
  await on.engine.settled();
  const videos = await videosOf(on);
  expect(videos).toMatchObject([
    { id: older?.id, status: 'trash', sha256: before },
    { title: 'Harbour at noon', sha256: sha256(path) },
  ]);
  const newer = await api(on.site, 'admin', 'GET', `wp/v2/video/${videos[1]?.id}?context=edit`);
  expect(newer.json).toMatchObject({ content: { raw: 'Two boats and a gull.' }, excerpt: { raw: 'Boats' } });
  const details = await on.engine.details(asked.id);
  expect([details.older, details.draft.description]).toMatchObject([{ choice: 'replace', became: 'trashed' }, null]);
  // What is typed later concerns nobody else.
  await on.engine.uploader.handlers['job.describe']({ jobId: asked.id, draft: { title: 'Harbour at night' } });
  await expect.poll(async () => (await videosOf(on)).map(({ title }) => title)).toContain('Harbour at night');
  expect((await videosOf(on)).map(({ status }) => status)[0]).toBe('trash');
});

it('keeps both, and never touches the older one again', async () => {
  await using on = await createStage();
  const { asked, before, path } = await sentAndChanged(on);
  expect(await act(on, 'keep', asked.id)).toEqual({ changed: 1 });
  await on.engine.settled();
  const videos = await videosOf(on);
  expect(videos.map((video) => video.sha256)).toEqual([before, sha256(path)]);
  expect(videos.map(({ status }) => status)).toEqual(['pending', 'pending']);
  // Too late: it has been described without that.
  expect(await act(on, 'replace', asked.id)).toEqual({ changed: 0 });
  expect((await on.engine.details(asked.id)).older).toMatchObject({ choice: 'keep', became: null });
});

it('whoever thinks better of it before the newer one is sent gets both', async () => {
  await using on = await createStage();
  const { asked } = await sentAndChanged(on);
  await on.engine.uploader.handlers['queue.pause'](true);
  await act(on, 'replace', asked.id);
  expect(await act(on, 'keep', asked.id)).toEqual({ changed: 1 });
  await on.go();
  await on.engine.settled();
  expect((await videosOf(on)).map(({ status }) => status)).toEqual(['pending', 'pending']);
});

it.each([
  ['that has no trash', { trashDisabled: true }, 'trashless'],
  [
    'that does not let its user',
    { failWith: { route: '^DELETE ', status: 403, body: { code: 'rest_cannot_delete', message: 'Sorry.' } } },
    'forbidden',
  ],
] as const)('on a site %s the older one stays, and that is said', async (_, switches, detail) => {
  await using on = await createStage();
  const { asked } = await sentAndChanged(on);
  await on.site.switches(switches);
  await act(on, 'replace', asked.id);
  const fits = { kind: 'needs-you', reason: 'older-stays', action: 'retry', detail };
  const parked = await on.engine.until(asked.id, ({ state }) => state.kind === 'needs-you' && state.detail === detail);
  expect(parked.state).toMatchObject(fits);
  expect((await videosOf(on)).map(({ status }) => status)).toEqual(['pending', 'pending']);
  await act(on, 'finish', asked.id);
  await on.engine.settled();
  await on.site.switches({ trashDisabled: false, failWith: null });
  // Accepted is accepted, whatever is typed later.
  await on.engine.uploader.handlers['job.describe']({ jobId: asked.id, draft: { title: 'Harbour at night' } });
  await expect.poll(async () => (await videosOf(on)).map(({ title }) => title)).toContain('Harbour at night');
  expect((await videosOf(on)).map(({ status }) => status)).toEqual(['pending', 'pending']);
  expect((await on.engine.details(asked.id)).older).toMatchObject({ choice: 'replace', became: 'stays' });
});

it('a description that only the site’s editor can copy is not lost: the older one stays until its user has copied it', async () => {
  await using on = await createStage();
  const { asked } = await sentAndChanged(on);
  const [older] = await videosOf(on);
  const content = '<!-- wp:gallery --><figure class="gallery"><img src="a.jpg"></figure><!-- /wp:gallery -->';
  await api(on.site, 'admin', 'POST', `wp/v2/video/${older?.id}`, { json: { content } });
  await act(on, 'replace', asked.id);
  const parked = await on.engine.until(asked.id, ({ state }) => state.kind === 'needs-you' && state.detail !== null);
  expect(parked.state).toMatchObject({ reason: 'older-stays', detail: 'formatted' });
  await api(on.site, 'admin', 'DELETE', `wp/v2/video/${older?.id}`);
  await act(on, 'retry', asked.id);
  await on.engine.settled();
  expect((await on.engine.details(asked.id)).older).toMatchObject({ became: 'trashed' });
});

it('an older video that somebody deleted meanwhile is no obstacle', async () => {
  await using on = await createStage();
  const { asked } = await sentAndChanged(on);
  const [older] = await videosOf(on);
  await api(on.site, 'admin', 'DELETE', `wp/v2/video/${older?.id}?force=true`);
  await act(on, 'replace', asked.id);
  await on.engine.settled();
  expect(await videosOf(on)).toHaveLength(1);
  expect((await on.engine.details(asked.id)).older).toMatchObject({ became: 'gone' });
});

it('a site that fails, and an app that ends in between: both videos until the older one is in the trash, never none', async () => {
  await using on = await createStage({ engine: { clock: fastClock(60), ports: noJitter } });
  const { asked } = await sentAndChanged(on);
  await on.site.switches({ failWith: { route: '^DELETE ', status: 500 } });
  await act(on, 'replace', asked.id);
  await on.engine.until(asked.id, ({ state }) => state.kind === 'describing' && state.until !== null);
  expect((await videosOf(on)).map(({ status }) => status)).toEqual(['pending', 'pending']);
  await on.restart();
  await on.site.switches({ failWith: null });
  await act(on, 'retry', asked.id);
  await on.engine.settled();
  expect((await videosOf(on)).map(({ status }) => status)).toEqual(['trash', 'pending']);
  expect((await on.site.state()).uploads).toHaveLength(2);
});

it('one answer settles all that a watched folder brought again; what it has for the first time goes', {
  tags: 'proof',
}, async () => {
  await using on = await createStage({ engine: { clock: fastClock(60) } });
  const { engine, account, folder } = on;
  const names = ['one.mp4', 'two.mp4', 'three.mp4'];
  for (const name of names) folder.make(name, 20_000);
  const id = await engine.watch(account, folder.path);
  await engine.untilFolder(id, ({ takenCount, waitingCount }) => takenCount === 3 && waitingCount === 0);
  for (const name of names) {
    // Programs write over a file, or put another one in its place.
    if (name === 'two.mp4') rmSync(join(folder.path, name));
    folder.make(name, 25_000);
  }
  folder.make('four.mp4', 22_000);
  await expect
    .poll(async () => (await engine.window()).totals.needs, { timeout: 60_000 })
    .toMatchObject([{ reason: 'newer-version', action: 'version', detail: null, clips: 3 }]);
  const [group] = (await engine.window()).totals.needs;
  const { siteId = '', reason = 'newer-version', detail = null } = group ?? {};
  const target = { needs: { siteId, reason, detail } };
  expect(await engine.uploader.handlers['queue.act']({ act: 'replace', target })).toEqual({ changed: 3 });
  await engine.untilFolder(id, ({ takenCount, waitingCount }) => takenCount === 7 && waitingCount === 0);
  const there = (await videosOf(on)).filter(({ status }) => status !== 'trash');
  expect(there.map((video) => video.sha256).toSorted()).toEqual(
    [...names, 'four.mp4'].map((name) => sha256(folder.file(name))).toSorted(),
  );
});

it('what a camera records under an old name on another card is another recording: nobody is asked', async () => {
  await using on = await createStage();
  const { engine, account, folder } = on;
  const path = folder.make('DCIM/100MEDIA/C0001.mp4', 20_000);
  await engine.add(account, path);
  await engine.settled();
  writeFileSync(path, grownClip(30_000));
  await engine.add(account, path);
  await engine.settled();
  expect(await videosOf(on)).toHaveLength(2);
});

it('in a folder with rules of its own the newer one is as the older one is, where it replaces that; beside it, as the rules say', {
  tags: 'proof',
}, async () => {
  await using on = await createStage({ engine: { clock: fastClock(60) } });
  const { engine, account, folder } = on;
  const id = await engine.watch(account, folder.path);
  const shown = async () => (await videosOf(on)).map(({ title, status }) => `${title} ${status}`).toSorted();
  for (const name of ['one.mp4', 'two.mp4']) folder.make(name, 20_000);
  await engine.untilFolder(id, ({ takenCount, waitingCount }) => takenCount === 2 && waitingCount === 0);
  for (const video of await videosOf(on))
    await api(on.site, 'admin', 'POST', `wp/v2/video/${video.id}`, { json: { status: 'private' } });
  await engine.uploader.handlers['folder.change']({ folderId: id, rules: { status: 'draft' } });
  await engine.untilFolder(id, ({ state }) => state === 'watching');
  for (const name of ['one.mp4', 'two.mp4']) folder.make(name, 25_000);
  const asked = async () =>
    (await engine.rows())
      .filter(({ state }) => state.kind === 'needs-you')
      .toSorted((a, b) => a.name.localeCompare(b.name));
  await expect.poll(async () => (await asked()).length).toBe(2);
  const [one, two] = await asked();
  await act(on, 'replace', two?.id ?? '');
  await act(on, 'keep', one?.id ?? '');
  await engine.untilFolder(id, ({ takenCount, waitingCount }) => takenCount === 4 && waitingCount === 0);
  expect(await shown()).toEqual(['one draft', 'one private', 'two private', 'two trash']);
});

it.each(['trash', 'delete-forever'] as const)(
  'of a video that its user put away in the Library (%s) nothing is asked: it goes',
  async (how) => {
    await using on = await createStage();
    const { engine, account, folder } = on;
    const path = folder.make('Harbour.mp4', 20_000);
    await engine.add(account, path);
    await engine.settled();
    const [older] = await videosOf(on);
    const ids = [older?.id ?? 0];
    for (const act of how === 'trash' ? (['trash'] as const) : (['trash', 'delete-forever'] as const))
      await moved(engine, account, act, ids);
    const gone = how === 'trash' ? 'trash' : null;
    await expect.poll(async () => (await engine.rows())[0]?.onSite?.status).toBe(gone);
    writeFileSync(path, grownClip(30_000));
    await engine.add(account, path);
    await engine.settled();
    expect((await videosOf(on)).at(-1)?.sha256).toBe(sha256(path));
  },
);
