// One user who begins uploads by the thousand, or sends as slowly as can be: the others go on, and what is left behind goes away.
import { beforeEach, describe, expect, it } from 'vitest';
import { type FrontOptions, fpmWorkers } from '../wordpress/fronts.ts';
import { type HeldPiece, holdPiece } from './held-piece.ts';
import {
  cleanUp,
  clip,
  type HelperSite,
  helperSite,
  pieces,
  rowsOf,
  type Sender,
  sender,
  settled,
  sha256,
  smallHost,
} from './site.ts';

let site: HelperSite;
beforeEach(async () => {
  site = await helperSite();
});

/** Creates so many, some at a time as a program would; how often each status came. */
async function createMany(from: Sender, many: number): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  let left = many;
  const one = async (): Promise<void> => {
    while (left-- > 0) {
      const { status } = await from.create(1_000_000, { filename: 'begun.mp4' });
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 2 * fpmWorkers }, one));
  return statuses;
}

/** A whole upload of somebody, from its beginning to its video. */
async function uploadsWhole(login: string, on: HelperSite = site): Promise<void> {
  const from = sender(on, login);
  const bytes = clip(300_000);
  const id = await from.begin(bytes.length);
  expect((await from.patch(id, 0, bytes)).status).toBe(204);
  await settled(from, id);
  const { videos } = await on.site.state();
  expect(videos.map(({ file }) => file?.sha256)).toContain(sha256(bytes));
}

describe('unfinished uploads by the thousand', () => {
  it('are stopped at fifty, and another user uploads meanwhile and afterwards', { tags: 'proof' }, async () => {
    const many = createMany(sender(site, 'ava'), 1_000);
    await uploadsWhole('admin');
    const { 201: taken = 0, 429: refused = 0 } = await many;
    expect(taken + refused).toBe(1_000);
    // Requests that are counted in the same moment may each be the last one.
    expect(taken).toBeGreaterThanOrEqual(50);
    expect(taken).toBeLessThanOrEqual(50 + fpmWorkers);
    await uploadsWhole('admin');
  });

  it('go away in a few turns, each of bounded work', { tags: 'proof' }, async () => {
    const many = 1_200;
    site.site.takeFiles({ filters: { clipferry_helper_most_of_user: many, clipferry_helper_most_of_all: many } });
    expect((await createMany(sender(site, 'ava'), many))[201]).toBe(many);
    await site.site.order('rows', {
      sql: 'UPDATE wp_clipferry_uploads SET touched = DATE_SUB(touched, INTERVAL 8 DAY)',
    });
    const left: number[] = [];
    for (let turn = 0; turn < 3; turn++) {
      await cleanUp(site);
      left.push((await rowsOf(site)).length);
    }
    expect(left).toEqual([700, 200, 0]);
    expect((await pieces(site)).files).toEqual({});
  });
});

/** Pieces that are held half-way, one after the other, each of an upload of its own. */
async function holdMany(on: HelperSite, login: string, many: number): Promise<HeldPiece[]> {
  const held: HeldPiece[] = [];
  while (held.length < many) {
    const id = await sender(on, login).begin(400_000);
    held.push(await holdPiece(on, login, { id, offset: 0, bytes: clip(200_000) }));
  }
  return held;
}

/** The same site behind another web server. */
async function behind(options: FrontOptions): Promise<HelperSite> {
  const front = await site.site.front({ ...options, php: smallHost });
  return { ...site, front, url: front.url, root: `${front.url}/wp-json/` };
}

describe('slow senders', () => {
  it('keep nobody else waiting while PHP has a worker left', async () => {
    const held = await holdMany(site, 'ava', fpmWorkers - 1);
    await uploadsWhole('admin');
    expect(await Promise.all(held.map((piece) => piece.finish()))).toEqual(held.map(() => 204));
  });

  it('keep nobody waiting behind nginx, which gives PHP a piece only when it has all of it', async () => {
    const other = await behind({ kind: 'nginx' });
    const held = await holdMany(other, 'ava', 3 * fpmWorkers);
    await uploadsWhole('admin', other);
    expect(await Promise.all(held.map((piece) => piece.finish()))).toEqual(held.map(() => 204));
    await other.front.stop();
  });

  it('that hold every worker of PHP are ended by Apache when they fall silent, and what came of them is kept', {
    tags: 'proof',
  }, async () => {
    // Whom the web server gives its workers to, and for how long, is not the plugin's to decide.
    const other = await behind({ kind: 'apache', silenceSeconds: 5 });
    const held = await holdMany(other, 'ava', fpmWorkers);
    const begun = performance.now();
    await uploadsWhole('admin', other);
    expect(performance.now() - begun).toBeGreaterThan(1_000);
    // But for a block that was not full.
    const isKept = ({ state, received }: Record<string, string>): boolean =>
      state === 'receiving' && Number(received) > 100_000 - 16_384;
    await expect.poll(async () => (await rowsOf(site)).filter(isKept).length).toBe(held.length);
    for (const piece of held) piece.drop();
    await other.front.stop();
  });
});
