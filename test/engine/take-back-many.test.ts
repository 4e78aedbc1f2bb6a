// One act over five hundred clips is taken back exactly: titles, texts, statuses, terms and order, but for what somebody changed on the site.
import { decode } from 'html-entities';
import { expect, it } from 'vitest';
import type { JobTarget, ManyChange, QueueFilter } from '../../preload/contract.ts';
import { api } from '../site/test-client.ts';
import { fastClock } from './engine.ts';
import { createStage, noJitter, type Stage } from './stage.ts';

const many = 500;
const paths = ({ folder }: Stage) =>
  Array.from({ length: many }, (_, at) => folder.make(`clip ${String(at).padStart(3, '0')}.mp4`, 15_000 + at));

async function namesOf({ engine }: Stage, filter: QueueFilter = 'all'): Promise<readonly string[]> {
  const names: string[] = [];
  for (let offset = 0; offset < many; offset += 200) {
    const view = { filter, sort: 'queue', offset, limit: 200 } as const;
    names.push(...(await engine.uploader.handlers['queue.view'](view)).rows.map(({ name }) => name));
  }
  return names;
}
const idsByName = async (on: Stage): Promise<ReadonlyMap<string, string>> => {
  const ids = new Map<string, string>();
  for (let offset = 0; offset < many; offset += 200) {
    const view = { filter: 'all', sort: 'queue', offset, limit: 200 } as const;
    for (const { id, name } of (await on.engine.uploader.handlers['queue.view'](view)).rows) ids.set(name, id);
  }
  return ids;
};
const counted = async ({ engine }: Stage) => {
  const { done, needsYou } = (await engine.window()).counts;
  return { done, needsYou };
};
const describe = ({ engine }: Stage, target: JobTarget, change: Partial<ManyChange>) =>
  engine.uploader.handlers['job.describeMany']({
    target,
    change: { draft: {}, titlePattern: null, terms: {}, ...change },
  });
/** The last act, taken back: what became of it. */
async function takeBack({ engine }: Stage) {
  const { undo } = await engine.uploader.handlers['acts.offers']();
  return engine.uploader.handlers['acts.take']({ id: undo?.id ?? -1, way: 'undo' });
}
/** What a person sees of each video on the site, by the name of its file. */
async function there({ site }: Stage) {
  const { videos } = await site.state();
  return new Map(
    videos.map(({ file, id, title, content, excerpt, status, commentStatus, terms }) => [
      file?.name ?? '',
      {
        ...{ id, title: decode(title), content: decode(content), excerpt: decode(excerpt), status, commentStatus },
        terms: Object.fromEntries(Object.entries(terms).map(([name, ids]) => [name, ids.toSorted((a, b) => a - b)])),
      },
    ]),
  );
}

it('five hundred on the site are as they were; what somebody changed there meanwhile stays, and is told', {
  tags: 'proof',
  timeout: 1_800_000,
}, async () => {
  await using on = await createStage({ engine: { ports: noJitter, clock: fastClock(10) } });
  await on.addPaused(...paths(on));
  const ids = await idsByName(on);
  expect(ids.size).toBe(many);
  const third = (which: number) => ({ ids: [...ids.values()].filter((_, at) => at % 3 === which) });
  await describe(on, third(0), {
    titlePattern: '{name} A & B "½" <b> é 你好',
    draft: { status: 'publish', excerpt: 'a < b' },
    terms: { video_tag: { add: [4, 5], remove: [] } },
  });
  await describe(on, third(1), { draft: { status: 'private' }, terms: { video_category: { add: [1], remove: [] } } });
  await describe(on, third(2), { draft: { status: 'draft', description: 'Two\n\nlines' } });
  await on.go();
  await expect.poll(() => counted(on), { timeout: 600_000 }).toEqual({ done: many, needsYou: 0 });
  const before = await there(on);
  expect(before.size).toBe(many);

  const publishAt = Date.parse('2031-05-01T10:00:00Z');
  await describe(
    on,
    { filter: 'all' },
    {
      titlePattern: 'Regatta {n} 🎥',
      draft: { status: 'future', publishAt, description: 'For all', excerpt: '' },
      terms: { video_tag: { add: [6], remove: [5] }, video_category: { add: [2], remove: [1] } },
    },
  );
  await expect.poll(() => counted(on), { timeout: 600_000 }).toEqual({ done: many, needsYou: 0 });
  const changed = await there(on);
  expect([...changed.values()].filter(({ title }) => /^Regatta \d+ 🎥$/.test(title))).toHaveLength(many);
  const [retitled = '', tagged = ''] = [...before.keys()].slice(100, 102);
  const post = (name: string, json: unknown) =>
    api(on.site, 'admin', 'POST', `wp/v2/video/${before.get(name)?.id}`, { json });
  await post(retitled, { title: 'By the editor' });
  await post(tagged, { video_tag: [4, 5] });

  await on.restart();
  expect(await takeBack(on)).toMatchObject({ kind: 'text', changed: many, failed: 0 });
  await expect.poll(() => counted(on), { timeout: 600_000 }).toEqual({ done: many - 2, needsYou: 2 });
  const after = await there(on);
  const both = new Set([retitled, tagged]);
  const others = (all: ReadonlyMap<string, unknown>) => [...all].filter(([name]) => !both.has(name));
  expect(others(after)).toEqual(others(before));
  expect(after.get(retitled)).toEqual({ ...before.get(retitled), title: 'By the editor' });
  expect(after.get(tagged)).toEqual({
    ...before.get(tagged),
    terms: { ...before.get(tagged)?.terms, video_tag: [4, 5] },
  });
  expect((await on.site.state()).uploads).toHaveLength(many);
});

it('the order of five hundred is as it was, clip by clip, one act after the other', async () => {
  await using on = await createStage();
  await on.addPaused(...paths(on));
  const ids = [...(await idsByName(on)).values()];
  const { handlers } = on.engine.uploader;
  const orders = [await namesOf(on)];
  for (const [every, to] of [
    [2, 'last'],
    [3, 'first'],
    [7, 'last'],
  ] as const) {
    await handlers['queue.reorder']({ target: { ids: ids.filter((_, at) => at % every === 0) }, place: { to } });
    orders.push(await namesOf(on));
  }
  expect(new Set(orders.map((names) => names.join())).size).toBe(4);
  await on.restart();
  for (const order of orders.slice(0, -1).reverse()) {
    expect(await takeBack(on)).toMatchObject({ kind: 'order' });
    expect(await namesOf(on)).toEqual(order);
  }
});
