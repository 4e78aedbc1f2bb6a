// After a damaged list was rebuilt: what an account has on its site is listed, and what it may hold is ruled out by that alone.
import { describe, expect, it } from 'vitest';
import { createSiteLedger } from '../../../../main/features/proof/site-inventory.ts';
import { rebuildStore } from '../../../../main/queue/store/rebuilds.ts';
import { account, oneAccount } from '../uploads/tasks/parts.ts';
import { begun, client, createDesk, createShelf, film, mediaIdOf, type OnSite } from './shelf.ts';

const settleMs = 130_000;

/** A list that was found damaged so long ago; null = never. */
async function rebuilt(agoMs: number | null, ...held: readonly OnSite[]) {
  const desk = createDesk();
  const job = await desk.add(film('a'));
  const shelf = createShelf(...held);
  const rebuilds = rebuildStore(desk.sql, desk.store, () => 'C0001.mp4');
  if (agoMs !== null) await desk.store.write(() => rebuilds.doubt(desk.clock.now() - agoMs));
  const one = oneAccount({ settleMs });
  const ledger = createSiteLedger({
    ...{ clock: desk.clock, calls: shelf.calls, store: desk.store, rebuilds, accounts: one.accounts },
  });
  const like = async () => (await ledger.filesLike(job, client, 'C0001.mp4')).map(({ videoId }) => videoId);
  return { desk, shelf, ledger, like, one, lists: () => shelf.asked.filter((route) => route === 'wp/v2/media').length };
}
const mayHold = ({ ledger }: Awaited<ReturnType<typeof rebuilt>>, bytes = 200_000, name = 'C0001.mp4') =>
  ledger.mayHold(account.id, bytes, name);

describe('a list that was never damaged', () => {
  it('knows of all: the site holds nothing else, and is not asked', async () => {
    const on = await rebuilt(null, { videoId: 7, bytes: film('a') });
    expect(mayHold(on)).toBe(false);
    expect(await on.like()).toEqual([]);
    expect(on.lists()).toBe(0);
  });
});

describe('a list that was rebuilt', () => {
  it('rules nothing out before the site was listed', async () => {
    expect(mayHold(await rebuilt(settleMs))).toBe(true);
  });

  it('knows the files that can be the clip, and videos without one by their names', async () => {
    const on = await rebuilt(
      settleMs,
      { videoId: 7, bytes: film('a') },
      { videoId: 8, bytes: film('a', 10) },
      { videoId: 9, bytes: null, at: begun - 5_000 },
      { videoId: 10, bytes: null, title: 'Another' },
    );
    expect(await on.like()).toEqual([7, 9]);
    expect(on.shelf.asked).toEqual(['wp/v2/video', 'wp/v2/media']);
    expect(on.shelf.queries).toMatchObject([{ author: '3', per_page: '100' }, { author: '3' }]);
    const files = await on.ledger.filesLike(await on.desk.add(film('a'), { id: 'again' }), client, 'C0001.mp4');
    expect(files).toMatchObject([
      { mediaId: mediaIdOf(7), bytes: 200_000 },
      { mediaId: 0, videoId: 9, title: 'C0001', sourceUrl: '', bytes: null, createdAt: begun - 5_000 },
    ]);
  });

  it('rules out what was not there once nothing that was under way can arrive any more', async () => {
    const on = await rebuilt(settleMs, { videoId: 7, bytes: film('a') });
    await on.like();
    expect([mayHold(on), mayHold(on, 5, 'Other.mp4'), mayHold(on, 5)]).toEqual([true, false, false]);
  });

  it('is listed once, for good, where nothing can arrive any more', async () => {
    const on = await rebuilt(settleMs);
    await on.like();
    await on.desk.clock.pass(60_000);
    await on.like();
    expect(on.lists()).toBe(1);
  });

  it('is listed anew until then, unless that was a moment ago', async () => {
    const on = await rebuilt(settleMs - 5_000);
    await on.like();
    expect(mayHold(on, 5, 'Other.mp4')).toBe(true);
    await on.desk.clock.pass(1_999);
    await on.like();
    expect(on.lists()).toBe(1);
    await on.desk.clock.pass(1);
    await on.like();
    expect(on.lists()).toBe(2);
    await on.desk.clock.pass(3_000);
    await on.like();
    expect(on.lists()).toBe(3);
    expect(mayHold(on, 5, 'Other.mp4')).toBe(false);
  });

  it('is listed whole, however much the site holds', async () => {
    const bytes = film('b', 10);
    const others = Array.from({ length: 5_000 }, (_, n) => ({ videoId: 1_000_000 + n, bytes }));
    const on = await rebuilt(settleMs, ...others, { videoId: 7, bytes: film('a') });
    on.shelf.answer = (route) => (route === 'wp/v2/video' ? { json: [] } : null);
    expect(await on.like()).toEqual([7]);
    expect(on.lists()).toBe(51);
  });

  it('asks no account that was removed meanwhile for anything of its own', async () => {
    const on = await rebuilt(settleMs);
    on.one.site = null;
    expect(await on.like()).toEqual([]);
    expect(mayHold(on)).toBe(false);
  });

  it('is listed once for two clips that ask at the same moment', async () => {
    const on = await rebuilt(settleMs);
    await Promise.all([on.like(), on.like()]);
    expect(on.lists()).toBe(1);
  });
});
