// What very many videos get, each its own, through the whole engine: in parts, as one act, and for one account alone.
import { decode } from 'html-entities';
import { expect, it } from 'vitest';
import { NotFound } from '../../main/uploader-api.ts';
import { startPracticeSite } from '../site/start.ts';
import { createStage, type Stage } from './stage.ts';

const texts = (ids: readonly number[], from: number, to: number) =>
  ids.slice(from, to).map((videoId, at) => ({ videoId, draft: { title: `A & B "½" <b> é 你好 ${from + at}` } }));
const titlesOf = async ({ site }: Stage) =>
  (await site.state()).videos.toSorted((one, other) => one.id - other.id).map(({ title }) => decode(title));
const fresh = (count: number) => Array.from({ length: count }, (_, at) => ({ title: `Video ${at}` }));

it('parts are one act, done once the last of them is there, and one that does not follow is refused', async () => {
  await using on = await createStage();
  const ids = await on.site.addVideos(fresh(6));
  const { handlers } = on.engine.uploader;
  const { account: accountId } = on;
  await handlers['library.handOver']({ accountId, after: 0, texts: texts(ids, 0, 2) });
  await handlers['library.handOver']({ accountId, after: 2, texts: texts(ids, 2, 4) });
  await expect(handlers['library.handOver']({ accountId, after: 5, texts: texts(ids, 4, 6) })).rejects.toThrow(
    NotFound,
  );
  const last = (after: number) => handlers['library.describeMany']({ accountId, texts: texts(ids, 4, 6), after });
  await expect(last(2)).rejects.toThrow(NotFound);
  expect((await handlers['acts.offers']()).undo).toBeNull();
  await last(4);
  const before = fresh(6).map(({ title }) => title);
  await expect.poll(() => titlesOf(on)).toEqual(texts(ids, 0, 6).map(({ draft }) => draft.title));
  const { undo } = await handlers['acts.offers']();
  expect(undo).toMatchObject({ kind: 'video-text', count: 6 });
  expect(await handlers['acts.take']({ id: undo?.id ?? 0, way: 'undo' })).toMatchObject({ changed: 6, kept: 0 });
  await expect.poll(() => titlesOf(on)).toEqual(before);
});

it('what was handed over for one account is not given to videos of another, which has videos of the same ids', async () => {
  await using on = await createStage();
  const other = await startPracticeSite({ name: 'Other' });
  const { account: accountId } = on;
  const otherId = await on.engine.connect(other);
  const ids = await on.site.addVideos(fresh(2));
  expect(await other.addVideos(fresh(2))).toEqual(ids);
  const { handlers } = on.engine.uploader;
  await handlers['library.handOver']({ accountId, after: 0, texts: texts(ids, 0, 1) });
  const last = handlers['library.describeMany']({ accountId: otherId, texts: texts(ids, 1, 2), after: 1 });
  await expect(last).rejects.toThrow(NotFound);
  expect((await handlers['acts.offers']()).undo).toBeNull();
  await other.stop();
});
