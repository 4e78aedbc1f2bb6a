// What an account has on its site: read once from end to end, brought up to date before each clip, and asked of file by file.
import { describe, expect, it } from 'vitest';
import { SiteRefusal } from '../../../../main/answers.ts';
import { createAccountFiles } from '../../../../main/features/proof/account-files.ts';
import { type SiteFiles, siteFileStore } from '../../../../main/queue/store/site-files.ts';
import type { SiteCalls } from '../../../../main/site/client/client.ts';
import { account, oneAccount } from '../uploads/tasks/parts.ts';
import { begun, client, createDesk, createShelf, film, mediaIdOf, type OnSite } from './shelf.ts';

const size = 200_000;
const list = 'wp/v2/media';
const clip = film('a');
/** One that is of another size than the clip. */
const other = (videoId: number): OnSite => ({ videoId, bytes: Buffer.alloc(9) });
const others = (count: number, from = 100): readonly OnSite[] =>
  Array.from({ length: count }, (_, at) => other(from + at));
const own = (videoId: number, changes: Partial<OnSite> = {}): OnSite => ({ videoId, bytes: clip, ...changes });

/** An account whose site holds this; what was kept of it, and what went wrong. */
async function signedIn(...held: readonly OnSite[]) {
  const desk = createDesk();
  const job = await desk.add(clip);
  const shelf = createShelf(...held);
  const siteFiles = siteFileStore(desk.sql);
  const kept: { readonly ids: readonly number[]; readonly next: number | null }[] = [];
  const noted: SiteFiles = {
    ...siteFiles,
    keep: (accountId, files, next) => {
      kept.push({ ids: files.map(({ videoId }) => videoId ?? 0), next });
      siteFiles.keep(accountId, files, next);
    },
  };
  const warned: string[] = [];
  /** What an answer is waited for. */
  const line = { open: Promise.resolve(), slowMs: 0 };
  const calls: SiteCalls = {
    ...shelf.calls,
    ask: async (...asked) => {
      await line.open;
      if (line.slowMs > 0) await desk.clock.pass(line.slowMs);
      return shelf.calls.ask(...asked);
    },
  };
  const ready = new Set([account.id]);
  const secrets = new Set([account.id]);
  const accountFiles = createAccountFiles({
    ...{ clock: desk.clock, calls, store: desk.store, siteFiles: noted },
    logger: { info: () => {}, error: () => {}, warn: (text) => void warned.push(text) },
    accounts: {
      account: oneAccount().accounts.account,
      ready: () => [...ready].map((id) => ({ ...account, id })),
      client: (id) => (secrets.has(id) ? client : null),
    },
  });
  const like = async (freshMs = 0, of = job) =>
    (await accountFiles.like(of, client, 'C0001.mp4', freshMs)).map(({ videoId }) => videoId);
  /** The pages that were asked for since the last time. */
  let told = 0;
  const pages = (): readonly string[] => {
    const asked = shelf.asked.map((route, at) => ({ route, query: shelf.queries[at] })).slice(told);
    told = shelf.asked.length;
    return asked.filter(({ route }) => route === list).map(({ query }) => `${query?.page} of ${query?.per_page}`);
  };
  const kick = async (): Promise<void> => {
    accountFiles.kick();
    await desk.clock.settle();
  };
  return { desk, job, shelf, siteFiles, kept, warned, line, ready, secrets, accountFiles, like, pages, kick };
}

describe('a list that was never read', () => {
  it('is read to its end, a hundred at once, newest first, before anything is said', async () => {
    const on = await signedIn(own(7), ...others(240));
    expect(await on.like()).toEqual([7]);
    expect(on.shelf.queries[0]).toMatchObject({ author: String(account.userId), orderby: 'id', order: 'desc' });
    expect(on.pages()).toEqual(['1 of 100', '2 of 100', '3 of 100']);
    expect(on.kept.map(({ ids, next }) => [ids.length, ids[0], next])).toEqual([
      [100, 339, 2],
      [100, 239, 3],
      [41, 139, null],
    ]);
    expect(on.siteFiles.nextPage(account.id)).toBeNull();
  });

  it('goes on where it was left, a page earlier, and then with what came meanwhile', async () => {
    const on = await signedIn(own(7), ...others(340));
    on.shelf.answer = () => (on.kept.length === 3 ? { status: 503 } : null);
    await expect(on.like()).rejects.toThrow(SiteRefusal);
    expect(on.siteFiles.nextPage(account.id)).toBe(4);
    on.shelf.answer = null;
    on.shelf.held.push(other(900));
    on.pages();
    expect(await on.like()).toEqual([7]);
    expect(on.pages()).toEqual(['3 of 100', '4 of 100', '1 of 20']);
    expect(on.siteFiles.newest(account.id)).toBe(mediaIdOf(900));
  });

  it('begins anew where only its first page was read', async () => {
    const on = await signedIn(...others(150));
    await on.desk.store.write(() => on.siteFiles.keep(account.id, [], 2));
    await on.like();
    expect(on.pages().slice(0, 2)).toEqual(['1 of 100', '2 of 100']);
  });

  it('is asked for in the name of nobody where the account is not known any more', async () => {
    const on = await signedIn();
    await on.like(0, { ...on.job, accountId: 'gone' });
    await on.desk.clock.pass(1);
    await on.like(0, { ...on.job, accountId: 'gone' });
    expect(on.shelf.queries.map((query) => query?.author)).toEqual(['0', '0']);
  });
});

describe('a list that was read', () => {
  async function read(...held: readonly OnSite[]) {
    const on = await signedIn(...held);
    await on.like();
    on.pages();
    on.kept.length = 0;
    return on;
  }

  it('is brought up to date by its first page, which is written down only where it changed', async () => {
    const on = await read(own(7), ...others(30));
    await on.desk.clock.pass(1);
    await on.like();
    expect([on.pages(), on.kept.length]).toEqual([['1 of 20'], 1]);
    await on.desk.clock.pass(1);
    expect(await on.like()).toEqual([7]);
    expect([on.pages(), on.kept.length], 'the same as before').toEqual([['1 of 20'], 1]);
    on.shelf.held.push(own(500));
    await on.desk.clock.pass(1);
    expect(await on.like()).toEqual([500, 7]);
    expect(on.kept[1]).toMatchObject({ next: null });
    expect(on.kept[1]?.ids.slice(0, 2)).toEqual([500, 129]);
  });

  it.each<[string, OnSite]>([
    ['got its size', { videoId: 129, bytes: clip }],
    ['told it no more', { videoId: 129, bytes: clip, tellsSize: false }],
  ])('knows of a file that %s', async (_, changed) => {
    const on = await read(...others(30));
    await on.desk.clock.pass(1);
    await on.like();
    on.shelf.held.splice(29, 1, changed);
    await on.desk.clock.pass(1);
    expect(await on.like()).toEqual([129]);
  });

  it('knows of a file that came in the place of another one, or got another video', async () => {
    const on = await read(...others(3));
    const record = (mediaId: number, videoId: number) => ({
      id: mediaId,
      post: videoId,
      media_details: { filesize: 9 },
    });
    const known = async (...records: readonly unknown[]) => {
      on.shelf.answer = (route) => (route === list ? { json: records } : null);
      await on.desk.clock.pass(1);
      await on.like();
      return on.siteFiles.latest(account.id, 1).map(({ mediaId, videoId }) => [mediaId, videoId]);
    };
    expect(await known(record(5_000, 50))).toEqual([[5_000, 50]]);
    expect(await known(record(5_000, 51))).toEqual([[5_000, 51]]);
    expect(await known(record(5_001, 51))).toEqual([[5_001, 51]]);
    // Two numbers that stand side by side are no other two.
    expect(await known(record(5_001, 511))).toEqual([[5_001, 511]]);
  });

  it('is read on as long as all is new', async () => {
    const on = await read(...others(30));
    on.shelf.held.push(...others(45, 300));
    await on.desk.clock.pass(1);
    await on.like();
    expect(on.pages()).toEqual(['1 of 20', '2 of 20', '3 of 20']);
    expect(on.kept.map(({ ids }) => [ids[0], ids.at(-1)])).toEqual([
      [344, 325],
      [324, 305],
      [304, 115],
    ]);
    await on.desk.clock.pass(1);
    await on.like();
    expect([on.pages(), on.kept.length], 'the same as before').toEqual([['1 of 20'], 3]);
    on.shelf.held.push(...others(20, 400));
    await on.desk.clock.pass(1);
    await on.like();
    expect(on.pages(), 'a page of nothing but new ones does not end it').toEqual(['1 of 20', '2 of 20']);
  });

  it('of a single page is written down only where it changed, too', async () => {
    const on = await read(own(7));
    for (let times = 0; times < 3; times++) {
      await on.desk.clock.pass(1);
      await on.like();
    }
    expect([on.pages().length, on.kept.length]).toEqual([3, 1]);
  });

  it('is not read on where the last of a page is known', async () => {
    const on = await read(...others(30));
    on.shelf.held.push(...others(19, 300));
    await on.desk.clock.pass(1);
    await on.like();
    expect([on.pages(), on.kept[0]?.ids.at(-1)]).toEqual([['1 of 20'], 129]);
  });

  it('is as old as the reading of it that began last', async () => {
    const on = await read(own(7));
    await on.desk.clock.pass(2_000);
    await on.like(2_000);
    expect(on.pages(), 'just as old as it may be').toEqual([]);
    await on.like(1_999);
    expect(on.pages()).toEqual(['1 of 20']);
    await on.like(0);
    expect(on.pages(), 'at the same moment').toEqual([]);
  });

  it('is old after a sleep, through which a clock may stand still, also when it was on its way meanwhile; a clock set back makes nothing young', async () => {
    const on = await read(own(7));
    const sleep = (ms: number) => on.desk.clock.setWall(on.desk.clock.now() + ms);
    sleep(100_000);
    await on.like(2_000);
    expect(on.pages()).toEqual(['1 of 20']);
    await on.desk.clock.pass(5_000);
    const answer = Promise.withResolvers<void>();
    on.line.open = answer.promise;
    const asked = on.like(2_000);
    await on.desk.clock.settle();
    sleep(100_000);
    answer.resolve();
    await asked;
    expect(on.pages()).toEqual(['1 of 20', '1 of 20']);
    sleep(-3_600_000);
    await on.desk.clock.pass(2_001);
    await on.like(2_000);
    expect(on.pages()).toEqual(['1 of 20']);
  });

  it('is read once for two who ask at the same moment; who wants it newer than what is under way has it read again', async () => {
    const on = await read(own(7));
    await on.desk.clock.pass(5_000);
    const answer = Promise.withResolvers<void>();
    on.line.open = answer.promise;
    const first = on.like(2_000);
    await on.desk.clock.pass(1_000);
    const [second, third] = [on.like(1_000), on.like(999)];
    await on.desk.clock.settle();
    answer.resolve();
    expect(await Promise.all([first, second])).toEqual([[7], [7]]);
    await third;
    expect(on.pages()).toEqual(['1 of 20', '1 of 20']);
  });

  it('that was long on its way is read again; of a site that is always slow the third one counts', async () => {
    const on = await read(own(7));
    await on.desk.clock.pass(5_000);
    on.line.slowMs = 3_100;
    expect(await on.like(100)).toEqual([7]);
    expect(on.pages(), 'just as long as it may be').toEqual(['1 of 20']);
    await on.desk.clock.pass(5_000);
    on.line.slowMs = 3_101;
    expect(await on.like(100)).toEqual([7]);
    expect(on.pages()).toEqual(['1 of 20', '1 of 20', '1 of 20']);
  });

  it('that could not be read is not taken for a new one', async () => {
    const on = await read(own(7));
    await on.desk.clock.pass(5_000);
    on.shelf.answer = () => ({ status: 503 });
    await expect(on.like(2_000)).rejects.toThrow(SiteRefusal);
    on.shelf.answer = null;
    on.pages();
    await on.like(2_000);
    expect(on.pages()).toEqual(['1 of 20']);
  });
});

describe('files that can be the clip', () => {
  it('are asked for one by one as they are on the site now; of any other size none is', async () => {
    const on = await signedIn(own(7), other(8));
    const [file, ...more] = await on.accountFiles.like(on.job, client, 'C0001.mp4', 0);
    expect([file, more]).toEqual([
      {
        ...{ mediaId: mediaIdOf(7), videoId: 7, title: 'C0001', bytes: size, createdAt: begun },
        sourceUrl: `http://127.0.0.1/files/${mediaIdOf(7)}/C0001.mp4`,
      },
      [],
    ]);
    expect(on.shelf.asked).toEqual([list, `${list}/${mediaIdOf(7)}`]);
  });

  it('are by their names where the site tells no sizes', async () => {
    const on = await signedIn({ ...own(7), tellsSize: false }, { ...own(8), title: 'Else', tellsSize: false });
    // Both addresses end with the clip's name.
    expect(await on.like()).toEqual([7, 8]);
    expect(await (await signedIn(other(8))).like()).toEqual([]);
  });

  it('are none that stands for another clip of this list; the clip’s own one counts', async () => {
    const on = await signedIn(own(7), own(8));
    await on.desk.add(clip, { id: 'another', state: { kind: 'done', videoId: 8, finishedAt: 1 } });
    const done = await on.desk.add(clip, { id: 'itself', state: { kind: 'done', videoId: 7, finishedAt: 1 } });
    expect(await on.like(0, done)).toEqual([7]);
    expect(await on.like()).toEqual([]);
    expect(on.shelf.asked.filter((route) => route.startsWith(`${list}/`))).toHaveLength(1);
  });

  it('are none that is gone, or has no video any more; one that got its video since is', async () => {
    const on = await signedIn(own(7), own(8), own(9));
    const without = (videoId: number) => ({ id: mediaIdOf(videoId), post: 0, media_details: { filesize: size } });
    on.shelf.answer = (route) => {
      if (route === list) return { json: [without(9), without(8), without(7)] };
      if (route === `${list}/${mediaIdOf(7)}`) return { status: 404 };
      return route === `${list}/${mediaIdOf(8)}` ? { json: without(8) } : null;
    };
    expect(await on.like()).toEqual([9]);
  });

  it('are fifty at most of those that are free: called like it first, then the newest', async () => {
    const on = await signedIn(...Array.from({ length: 60 }, (_, at) => own(20 + at, { title: at < 2 ? 'Mine' : 'x' })));
    await on.desk.add(clip, { id: 'another', state: { kind: 'done', videoId: 79, finishedAt: 1 } });
    const named = await on.accountFiles.like(on.job, client, 'Mine.mp4', 0);
    const all = named.map(({ videoId }) => videoId);
    expect(all).toHaveLength(50);
    expect(all.slice(0, 4)).toEqual([21, 20, 78, 77]);
  });

  it('are not given again once they were found to be none of it, as long as the clip stays what it is', async () => {
    const on = await signedIn(own(7), own(8));
    on.accountFiles.ruleOut(on.job, mediaIdOf(8));
    expect(await on.like()).toEqual([7]);
    const { identity } = on.job.clip;
    const replaced = {
      ...on.job,
      clip: { ...on.job.clip, identity: { ...identity, mtimeNs: `${identity.mtimeNs}1` } },
    };
    expect(await on.like(0, replaced)).toEqual([8, 7]);
    expect(await on.like(0, { ...on.job, id: 'another' })).toEqual([8, 7]);
  });

  it('are not known where the site does not say what one of them is', async () => {
    const on = await signedIn(own(7));
    on.shelf.answer = (route) => (route === list ? null : { status: 500 });
    await expect(on.like()).rejects.toThrow(SiteRefusal);
  });
});

describe('in the background', () => {
  it('the lists of all who are signed in are read, once, and those that were read are not', async () => {
    const on = await signedIn(own(7), ...others(150));
    on.ready.add('account-2');
    on.secrets.add('account-2');
    await on.kick();
    expect(on.pages()).toEqual(['1 of 100', '1 of 100', '2 of 100', '2 of 100']);
    expect([on.siteFiles.nextPage(account.id), on.siteFiles.nextPage('account-2')]).toEqual([null, null]);
    await on.kick();
    expect(on.pages()).toEqual([]);
  });

  it('nothing is asked without a sign-in, and of others all the same', async () => {
    const on = await signedIn();
    on.ready.clear();
    await on.kick();
    for (const id of ['account-2', account.id]) on.ready.add(id);
    await on.kick();
    expect(on.shelf.asked).toHaveLength(1);
    expect([on.siteFiles.nextPage('account-2'), on.siteFiles.nextPage(account.id)]).toEqual([1, null]);
  });

  it('a reading is the one that a clip waits for', async () => {
    const on = await signedIn(own(7));
    const answer = Promise.withResolvers<void>();
    on.line.open = answer.promise;
    await on.kick();
    const like = on.like();
    await on.desk.clock.settle();
    answer.resolve();
    expect(await like).toEqual([7]);
    expect(on.pages()).toEqual(['1 of 100']);
  });

  it('what goes wrong is only noted, and tried again the next time', async () => {
    const on = await signedIn();
    on.shelf.answer = () => ({ status: 503 });
    await on.kick();
    expect(on.warned).toHaveLength(1);
    on.shelf.answer = null;
    await on.kick();
    expect([on.warned.length, on.siteFiles.nextPage(account.id)]).toEqual([1, null]);
  });
});
