// Clips of a site that turns out to make them public at once: those that nobody was asked about wait, also for days and over restarts.
import { expect, it, vi } from 'vitest';
import { createStage, noJitter, type Stage } from './stage.ts';

const stage = (uploadStatus: 'publish' | 'pending') =>
  createStage({ switches: { uploadStatus }, engine: { ports: noJitter } });
const knownOf = async ({ engine, account }: Stage) => {
  const { sites } = await engine.uploader.handlers['app.state']();
  const { publishesAtOnce, publicUnasked } = sites[0]?.accounts.find(({ id }) => id === account) ?? {};
  return { publishesAtOnce, publicUnasked };
};
const publics = async ({ engine }: Stage) => (await engine.window()).totals.publics;
const sent = async ({ site }: Stage): Promise<number> => (await site.state()).videos.length;
const many = ({ folder }: Stage, name: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => folder.make(`${name} ${at}.mp4`, 20_000 + at));
/** Nothing is under way any more: what could go has gone. */
const atRest = ({ engine }: Stage) =>
  vi.waitFor(async () => expect((await engine.window()).counts).toMatchObject({ active: 0 }), { timeout: 60_000 });

it('a drop of forty to a site that nobody knew to be public is held after the first ones, until its user has said yes', {
  tags: 'proof',
}, async () => {
  await using on = await stage('publish');
  await on.engine.add(on.account, ...many(on, 'clip', 40));
  await vi.waitFor(async () => expect(await publics(on)).toHaveLength(1), { timeout: 60_000 });
  await atRest(on);
  const gone = await sent(on);
  // Those that were on their way when the first one was seen there; far from all.
  expect(gone).toBeLessThan(20);
  expect(await publics(on)).toMatchObject([{ accountId: on.account, clips: 40 - gone }]);
  expect((await on.engine.rows('waiting')).map(({ state }) => 'why' in state && state.why)).toEqual(
    Array.from({ length: 40 - gone }, () => 'public-unasked'),
  );
  await on.restart();
  await atRest(on);
  expect([await sent(on), (await publics(on))[0]?.clips]).toEqual([gone, 40 - gone]);
  await on.engine.uploader.handlers['queue.sendPublic'](on.account);
  await on.engine.settled();
  expect([await sent(on), await publics(on)]).toEqual([40, []]);
  // By now it is known: whatever is added more waits for its user's word.
  await on.engine.add(on.account, ...many(on, 'more', 3));
  await on.engine.settled(['ready', 'done']);
  expect([await sent(on), (await on.engine.window()).counts.ready]).toEqual([40, 3]);
  await on.engine.uploader.handlers['queue.act']({ act: 'send', target: { filter: 'ready' } });
  await on.engine.settled();
  expect([await sent(on), await knownOf(on)]).toEqual([43, { publishesAtOnce: true, publicUnasked: false }]);
});

it('a site that begins to publish is noticed by the next clip, and one that ends it, too', async () => {
  await using on = await stage('pending');
  await on.engine.uploader.handlers['account.holdNew']({ accountId: on.account, isHeld: false });
  await on.engine.add(on.account, ...many(on, 'hidden', 1));
  await on.engine.settled();
  expect(await knownOf(on)).toEqual({ publishesAtOnce: false, publicUnasked: false });
  await on.site.switches({ uploadStatus: 'publish' });
  await on.engine.add(on.account, ...many(on, 'public', 1));
  await on.engine.settled();
  expect(await knownOf(on)).toEqual({ publishesAtOnce: true, publicUnasked: true });
  await on.engine.uploader.handlers['queue.sendPublic'](on.account);
  await on.site.switches({ uploadStatus: 'pending' });
  await on.engine.add(on.account, ...many(on, 'hidden again', 1));
  await on.engine.settled();
  expect(await knownOf(on)).toEqual({ publishesAtOnce: false, publicUnasked: false });
});
