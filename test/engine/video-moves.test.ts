// Many videos moved to the trash and back, through the whole engine: written down at once, each done once whatever comes between, and told.
import { expect, it } from 'vitest';
import type { LibraryBatch, LibraryQuery } from '../../preload/contract.ts';
import type { NewVideo } from '../site/start.ts';
import { moved, untilBatch, untilOver } from './batches.ts';
import { clipFolder } from './clip-files.ts';
import { fastClock, memorySecrets, openList, startEngine } from './engine.ts';
import { createStage, noJitter, type Stage } from './stage.ts';

const stage = (ownProcess = false) => createStage({ ownProcess, engine: { ports: noJitter, clock: fastClock(10) } });
const statusAt = (at: number): string => ['publish', 'private', 'draft', 'pending'][at % 4] ?? 'publish';
const addVideos = ({ site }: Stage, count: number, over: Partial<NewVideo> = {}) =>
  site.addVideos(Array.from({ length: count }, (_, at) => ({ title: `Video ${at}`, status: statusAt(at), ...over })));
const trash = async ({ engine, account }: Stage, ids: readonly number[]): Promise<number> =>
  (await engine.uploader.handlers['library.act']({ accountId: account, ids, act: 'trash' })) ?? 0;
const batch = ({ engine }: Stage, id: number, how: 'stop' | 'told' | 'retry' | 'dismiss') =>
  engine.uploader.handlers['library.batch']({ id, how });
const batches = ({ engine }: Stage) => engine.uploader.handlers['library.batches']();
async function take(on: Stage, way: 'undo' | 'redo'): Promise<number> {
  const { handlers } = on.engine.uploader;
  const offer = (await handlers['acts.offers']())[way];
  return (await handlers['acts.take']({ id: offer?.id ?? 1e6, way }))?.batch ?? 0;
}
/** Each video's status, by id. */
const statuses = async ({ site }: Stage) =>
  Object.fromEntries((await site.state()).videos.map(({ id, status }) => [id, status]));
const before = (ids: readonly number[]) => Object.fromEntries(ids.map((id, at) => [id, statusAt(at)]));
const inTrash = (ids: readonly number[]) => Object.fromEntries(ids.map((id) => [id, 'trash']));
/** How often the site was asked to take each of these to the trash, or to change it. */
async function asked({ site }: Stage, ids: readonly number[], method = 'DELETE'): Promise<number[]> {
  const { requests } = await site.state();
  return ids.map(
    (id) =>
      requests.filter((one) => one.method === method && new RegExp(`/wp/v2/video/${id}(\\?|$)`).test(one.path)).length,
  );
}
const once = (ids: readonly number[]) => ids.map(() => 1);
const everything: Omit<LibraryQuery, 'accountId'> = {
  ...{ search: '', status: 'all', author: 'me', terms: {}, sort: 'newest' },
};
const rows = async ({ engine, account }: Stage) =>
  (
    await engine.uploader.handlers['library.page']({
      ...{ query: { ...everything, accountId: account }, offset: 0, limit: 200 },
    })
  ).rows;
const atLeast = (over: number) => (one: LibraryBatch) => one.over >= over;

it('40 videos of which some are in the trash when the app ends are all there after the next start, each asked for once, and back as they were (F-47)', {
  tags: 'proof',
}, async () => {
  await using on = await stage();
  const ids = await addVideos(on, 40);
  await on.site.switches({ answerDelayMs: 15 });
  const id = await trash(on, ids);
  await untilBatch(on.engine, id, atLeast(8));
  await on.restart();
  const over = await untilOver(on.engine, id);
  expect([over.total, over.result?.done.length, over.result?.failed]).toEqual([40, 40, []]);
  expect(await statuses(on)).toEqual(inTrash(ids));
  expect(await asked(on, ids)).toEqual(once(ids));
  expect(await on.engine.uploader.handlers['acts.offers']()).toMatchObject({ undo: { id: over.actId, count: 40 } });

  const back = await take(on, 'undo');
  await untilBatch(on.engine, back, atLeast(8));
  await on.restart();
  expect((await untilOver(on.engine, back)).taken).toEqual({
    ...{ kind: 'trash', way: 'undo', changed: 40, kept: 0, failed: 0, otherwise: 0 },
  });
  expect(await statuses(on)).toEqual(before(ids));
  expect(await asked(on, ids, 'POST')).toEqual(once(ids));
  const again = await take(on, 'redo');
  expect((await untilOver(on.engine, again)).taken).toMatchObject({ way: 'redo', changed: 40 });
  expect(await statuses(on)).toEqual(inTrash(ids));
});

it('what became of a batch is told until somebody has read it, and then only what failed stays, until it is tried again or dismissed', async () => {
  await using on = await stage();
  const [one = 0, other = 0] = await addVideos(on, 2);
  const [foreign = 0] = await addVideos(on, 1, { author: 'admin', title: 'Hers' });
  await on.engine.uploader.handlers['library.page']({
    ...{ query: { ...everything, author: 'all', accountId: on.account }, offset: 0, limit: 100 },
  });
  const id = await trash(on, [one, foreign, other, 999_999]);
  const result = {
    done: [one, other],
    failed: [
      { id: foreign, problem: 'not-allowed', said: null },
      { id: 999_999, problem: 'gone', said: null },
    ],
  };
  expect((await untilOver(on.engine, id)).result).toEqual(result);
  await on.restart();
  expect((await untilOver(on.engine, id)).result).toEqual(result);
  await batch(on, id, 'told');
  const failed = [
    { id: foreign, title: 'Hers', problem: 'not-allowed', said: null },
    { id: 999_999, title: null, problem: 'gone', said: null },
  ];
  expect(await batches(on)).toMatchObject([{ id, total: 2, result: null, failed, mayRetry: true }]);
  await on.restart();
  expect(await batches(on)).toMatchObject([{ id, result: null, failed }]);
  expect(await on.engine.uploader.handlers['acts.offers']()).toMatchObject({ undo: { kind: 'trash', count: 2 } });

  // It is hers no more; what is gone is not asked for again.
  await on.site.editVideo(foreign, { author: 'ava' });
  await batch(on, id, 'retry');
  expect((await untilOver(on.engine, id)).result).toEqual({ done: [foreign], failed: [result.failed[1]] });
  expect((await statuses(on))[foreign]).toBe('trash');
  await batch(on, id, 'told');
  await batch(on, id, 'dismiss');
  expect(await batches(on)).toEqual([]);
  await take(on, 'undo');
  await expect.poll(() => statuses(on)).toMatchObject({ [one]: 'publish', [other]: 'private', [foreign]: 'publish' });
});

it('a video whose answer was lost is looked at, and not asked for again where it was done; what it was stays known (F-01)', async () => {
  await using on = await stage();
  const ids = await addVideos(on, 6);
  const [lost = 0, never = 0] = [ids[1], ids[3]];
  await on.site.switches({
    loseAnswer: { route: `^DELETE /wp/v2/video/${lost}$`, times: 1 },
    holdAnswer: { route: `^DELETE /wp/v2/video/${never}$`, times: 1, work: false },
  });
  const id = await trash(on, ids);
  await untilBatch(on.engine, id, atLeast(4));
  await on.site.release();
  expect((await untilOver(on.engine, id)).result?.done).toEqual(ids);
  expect(await statuses(on)).toEqual(inTrash(ids));
  // What never came to pass is asked for a second time.
  expect(await asked(on, ids)).toEqual(ids.map((one) => (one === never ? 2 : 1)));
  await batch(on, id, 'told');
  await untilOver(on.engine, await take(on, 'undo'));
  expect(await statuses(on)).toEqual(before(ids));
});

it('without a connection a batch waits and says so, is stopped or goes on by itself, and its rows say where they are going', async () => {
  await using on = await stage(true);
  const ids = await addVideos(on, 5);
  expect((await rows(on)).some((row) => row?.moving !== undefined)).toBe(false);
  await on.site.kill();
  const id = await trash(on, ids);
  const waiting = await untilBatch(on.engine, id, ({ waits }) => waits !== null);
  expect([waiting.over, waiting.result]).toEqual([0, null]);
  expect((await rows(on)).map((row) => row?.moving)).toEqual(ids.map(() => 'to-trash'));
  // The same once more is nothing new.
  expect(await trash(on, ids)).toBe(0);
  await on.restart();
  await on.site.restart();
  expect((await untilOver(on.engine, id)).result?.done).toEqual(ids);
  expect(await asked(on, ids)).toEqual(once(ids));
  expect(await rows(on)).toEqual([]);
});

it('an account that is signed out keeps what is to be moved until somebody signs in again', async () => {
  await using on = await stage();
  const ids = await addVideos(on, 3);
  await on.site.revoke('ava');
  const id = await trash(on, ids);
  await untilBatch(on.engine, id, ({ waits }) => waits?.why === 'sign-in');
  expect(await statuses(on)).toEqual(before(ids));
  const fresh = await on.site.addAppPassword('ava');
  await on.engine.connect({ url: on.site.url, signIn: () => ({ appPassword: fresh }) });
  expect((await untilOver(on.engine, id)).result?.done).toEqual(ids);
});

it('a site that errs is asked four times for a video, a page in place of an answer proves nothing, and each video has its own result', async () => {
  await using on = await stage();
  const ids = await addVideos(on, 4);
  const [page = 0, broken = 0] = ids;
  await on.site.switches({
    htmlInsteadOfJson: { route: `^DELETE /wp/v2/video/${page}$`, work: false, times: 1 },
    failWith: { route: `^DELETE /wp/v2/video/${broken}$`, status: 500 },
  });
  const id = await trash(on, ids);
  const { result } = await untilOver(on.engine, id);
  expect(result?.failed).toEqual([{ id: broken, problem: 'server-error', said: null }]);
  expect(await statuses(on)).toEqual({ ...inTrash(ids), [broken]: 'private' });
  expect((await asked(on, ids))[1]).toBe(4);
});

it('a site that asks for time is given it, with all that goes there (F-14)', async () => {
  await using on = await stage();
  const ids = await addVideos(on, 12);
  await on.site.switches({ failWith: { route: '^DELETE ', times: 1, status: 503, headers: { 'Retry-After': '5' } } });
  const id = await trash(on, ids);
  const { waits, over } = await untilBatch(on.engine, id, (one) => one.waits !== null);
  expect([waits?.why, over < 12]).toEqual(['site-busy', true]);
  expect((await untilOver(on.engine, id)).result?.failed).toEqual([]);
  expect(await statuses(on)).toEqual(inTrash(ids));
});

it('a batch that is stopped leaves what it has not asked for as it is, and only the rest is taken back', async () => {
  await using on = await stage();
  const ids = await addVideos(on, 30);
  await on.site.switches({ answerDelayMs: 20 });
  const id = await trash(on, ids);
  await untilBatch(on.engine, id, atLeast(5));
  await batch(on, id, 'stop');
  const { result } = await untilOver(on.engine, id);
  const done = result?.done ?? [];
  const stopped = result?.stopped ?? [];
  expect([done.length + stopped.length, stopped.length > 0, result?.failed]).toEqual([30, true, []]);
  expect(await statuses(on)).toEqual({ ...before(ids), ...inTrash(done) });
  expect(await asked(on, stopped)).toEqual(stopped.map(() => 0));
  expect(await on.engine.uploader.handlers['acts.offers']()).toMatchObject({ undo: { count: done.length } });
});

it('a batch that is taken back while it runs brings back what was moved and drops the rest; done again, all of it goes', async () => {
  await using on = await stage();
  const ids = await addVideos(on, 30);
  await on.site.switches({ answerDelayMs: 20 });
  const id = await trash(on, ids);
  await untilBatch(on.engine, id, atLeast(5));
  const back = await take(on, 'undo');
  await on.restart();
  expect((await untilOver(on.engine, back)).taken).toMatchObject({ way: 'undo', kept: 0, failed: 0 });
  expect(await statuses(on)).toEqual(before(ids));
  const times = await asked(on, ids);
  expect([times.includes(0), Math.max(...times)]).toEqual([true, 1]);
  // Nobody is told that the videos were moved: they were not, in the end.
  expect((await batches(on)).map((one) => one.id)).toEqual([back]);
  await batch(on, back, 'told');
  await on.site.switches({ answerDelayMs: 0 });
  const again = await untilOver(on.engine, await take(on, 'redo'));
  expect(again.taken).toMatchObject({ way: 'redo', changed: 30, kept: 0 });
  expect(await statuses(on)).toEqual(inTrash(ids));
  await batch(on, again.id, 'told');
  await untilOver(on.engine, await take(on, 'undo'));
  expect(await statuses(on)).toEqual(before(ids));
});

it('later acts on a video come after earlier ones', async () => {
  await using on = await stage();
  const ids = await addVideos(on, 8, { status: 'publish' });
  await on.site.switches({ answerDelayMs: 20 });
  const { handlers } = on.engine.uploader;
  await trash(on, ids);
  await handlers['library.act']({ accountId: on.account, ids, act: 'publish-again' });
  const last = (await handlers['library.act']({ accountId: on.account, ids, act: 'trash' })) ?? 0;
  await untilOver(on.engine, last);
  expect(await statuses(on)).toEqual(inTrash(ids));
  expect(await asked(on, ids)).toEqual(ids.map(() => 2));
  expect(await asked(on, ids, 'POST')).toEqual(once(ids));
});

it('a row that cannot be read any more moves nothing, is kept word for word, and says so', async () => {
  await using on = await stage();
  const folder = clipFolder();
  const ids = await addVideos(on, 3);
  const options = { profile: folder.path, secrets: memorySecrets() };
  const first = await startEngine(options);
  const accountId = await first.connect(on.site);
  await on.site.switches({ failWith: { route: '^GET /wp/v2/video/', status: 503 } });
  const id = (await first.uploader.handlers['library.act']({ accountId, ids, act: 'trash' })) ?? 0;
  await first.stop();
  const change = openList(folder.path);
  change.prepare("UPDATE moves SET move = json_set(move, '$.to', 7) WHERE video_id = ?").run(ids[1] ?? 0);
  change.close();
  await on.site.switches({ failWith: null });

  const second = await startEngine({ ...options, clock: fastClock(100) });
  const { result, failed } = await untilOver(second, id);
  expect(result).toEqual({ done: [ids[0], ids[2]], failed: [{ id: ids[1], problem: 'damaged', said: null }] });
  expect(failed).toMatchObject([{ id: ids[1], problem: 'damaged' }]);
  expect((await statuses(on))[ids[1] ?? 0]).toBe('private');
  await second.stop();
  const after = openList(folder.path);
  const kept = after.prepare("SELECT name, text FROM damaged WHERE kind = 'move'").all();
  after.close();
  folder.remove();
  expect(kept).toMatchObject([{ name: `${accountId} ${ids[1]}`, text: expect.stringContaining('"to":7') }]);
});

it('what is deleted for ever is so once, also where the answer was lost, and what was typed for it goes with it', async () => {
  await using on = await stage();
  const ids = await addVideos(on, 3, { status: 'trash' });
  const [first = 0] = ids;
  await on.site.switches({ loseAnswer: { route: `^DELETE /wp/v2/video/${first}$`, times: 1 } });
  const result = await moved(on.engine, on.account, 'delete-forever', ids);
  expect(result).toEqual({ done: ids, failed: [] });
  expect(await statuses(on)).toEqual({});
  expect(await asked(on, ids)).toEqual(once(ids));
  expect((await on.engine.uploader.handlers['acts.offers']()).undo).toBeNull();
});
