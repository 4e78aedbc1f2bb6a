// Clips that are on the site twice, on a real site: told exactly, and nothing done about them (F-02).
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../main/adapters/clock.ts';
import type { Clock } from '../../main/ports.ts';
import { upload } from '../site/test-client.ts';
import { grownClip } from './clip-files.ts';
import type { EngineOptions } from './engine.ts';
import { createStage, noJitter, type Stage } from './stage.ts';

const stage = (options: EngineOptions = {}) => createStage({ engine: { settleMs: 300, ports: noJitter, ...options } });

/** Sends a clip whose first attempt the site stores only after the settle time, when it has long been sent again. */
async function sendTwice({ site, engine, account }: Stage, path: string): Promise<string> {
  const before = (await site.state()).counts;
  await site.switches({ lateCommitMs: 'release' });
  const [job] = await engine.add(account, path);
  await site.waitFor('uploadReceived', before.uploadReceived + 1);
  await site.switches({ lateCommitMs: null });
  await engine.settled();
  await site.release();
  await site.waitFor('uploadCommitted', before.uploadCommitted + 2);
  return job?.id ?? '';
}
const audit = ({ engine, account }: Stage) => engine.uploader.handlers['audit.run'](account);

describe.concurrent('a clip that came true after the settle time (F-02)', () => {
  it('is told, exactly that one, among fifty others and clips of its name with other bytes', {
    tags: 'proof',
  }, async () => {
    await using on = await stage();
    const others = Array.from({ length: 46 }, (_, at) => on.folder.make(`clip ${at}.mp4`, 20_000 + (at % 3)));
    const cards = [1, 2, 3, 4].map((card) => on.folder.make(`card ${card}/C0001.MP4`, 30_000));
    await on.engine.add(on.account, ...others, ...cards);
    await on.engine.settled();
    const late = on.folder.make('card 5/C0001.MP4', 30_000);
    const jobId = await sendTwice(on, late);
    // Somebody else's client, at the same time: same name, same size, other bytes.
    await upload(on.site, 'ava', 'C0001.MP4', Buffer.from(grownClip(30_000)));

    const { videos } = await on.site.state();
    expect(videos).toHaveLength(53);
    const bytes = readFileSync(late).length;
    const own = (await on.engine.details(jobId)).video?.id ?? 0;
    const hash = videos.find(({ id }) => id === own)?.file?.sha256;
    const other = videos.find(({ id, file }) => file?.sha256 === hash && id !== own)?.id;
    expect(other).toBeDefined();

    const report = await audit(on);
    expect(report).toMatchObject({ accountId: on.account, running: false, failure: null });
    expect(report.pairs).toEqual([
      {
        accountId: on.account,
        jobId,
        name: 'C0001.MP4',
        bytes,
        proof: 'bytes',
        videoIds: [own, other],
        videos: [own, other].map((videoId) => ({
          videoId,
          title: 'C0001',
          status: 'pending',
          createdAt: expect.any(Number),
        })),
      },
    ]);
    expect((await on.engine.uploader.handlers['app.state']()).duplicates).toEqual([
      { accountId: on.account, clips: 1 },
    ]);
    // Nothing was done about it.
    expect((await on.site.state()).videos.map(({ status }) => status)).toEqual(videos.map(({ status }) => status));
    expect((await on.site.state()).requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  it('that the user finds fine is not told again, after a restart neither', { tags: 'proof' }, async () => {
    await using on = await stage();
    await sendTwice(on, on.folder.make('clip.mp4', 20_000));
    const { pairs } = await audit(on);
    expect(pairs).toHaveLength(1);
    await on.restart();
    expect((await on.engine.uploader.handlers['audit.state'](on.account)).pairs).toEqual(pairs);
    const videoIds = pairs[0]?.videoIds ?? [0, 0];
    const after = await on.engine.uploader.handlers['audit.dismiss']({ accountId: on.account, videoIds });
    expect(after.pairs).toEqual([]);
    expect((await audit(on)).pairs).toEqual([]);
    await on.restart();
    expect((await audit(on)).pairs).toEqual([]);
    expect((await on.engine.uploader.handlers['app.state']()).duplicates).toEqual([]);
  });

  it('goes to the trash when the user says so, and then it is not there twice any more', {
    tags: 'proof',
  }, async () => {
    await using on = await stage();
    const jobId = await sendTwice(on, on.folder.make('clip.mp4', 20_000));
    const [own, other] = (await audit(on)).pairs[0]?.videoIds ?? [0, 0];
    const done = await on.engine.uploader.handlers['audit.trash']({ accountId: on.account, videoId: other });
    expect(done).toMatchObject({ report: { pairs: [] }, result: { done: [other], failed: [] } });
    const { videos } = await on.site.state();
    expect(videos.find(({ id }) => id === other)?.status).toBe('trash');
    expect(videos.find(({ id }) => id === own)?.status).toBe('pending');
    expect((await audit(on)).pairs).toEqual([]);
    expect((await on.engine.details(jobId)).row.state).toMatchObject({ kind: 'done', videoId: own });
  });

  it('that is no longer there twice, because somebody deleted it, is not told', { tags: 'proof' }, async () => {
    await using on = await stage();
    await sendTwice(on, on.folder.make('clip.mp4', 20_000));
    const [, other] = (await audit(on)).pairs[0]?.videoIds ?? [0, 0];
    await on.site.editVideo(other, { status: 'trash' });
    expect((await audit(on)).pairs).toEqual([]);
  });

  it('on a server that lets nobody compare is told with less certainty', { tags: 'proof' }, async () => {
    await using on = await stage();
    await sendTwice(on, on.folder.make('clip.mp4', 20_000));
    await on.site.switches({ offloaded: true });
    expect((await audit(on)).pairs).toMatchObject([{ proof: 'name-and-size' }]);
  });

  it('is still told when the site cannot be asked, with the reason', async () => {
    await using on = await stage();
    await sendTwice(on, on.folder.make('clip.mp4', 20_000));
    const { pairs, checkedAt } = await audit(on);
    await on.site.switches({ maintenance: true });
    expect(await audit(on)).toMatchObject({ pairs, checkedAt, failure: { problem: expect.any(String) } });
  });
});

/** A clock that is ahead by so many ms; waits of `heldMs` and more are the test's to end. */
function heldClock(aheadMs: () => number, heldMs: number) {
  const waits: { readonly ms: number; readonly call: () => void }[] = [];
  const clock: Clock = {
    ...systemClock,
    now: () => systemClock.now() + aheadMs(),
    after: (ms, call) => {
      if (ms < heldMs) return systemClock.after(ms, call);
      const timer = { ms, call };
      waits.push(timer);
      return () => void (waits.includes(timer) && waits.splice(waits.indexOf(timer), 1));
    },
  };
  return { clock, waits };
}

describe('the daily comparison', () => {
  it('runs by itself a day after the first clip, once nothing is under way, and only while there is something new', async () => {
    let ahead = 0;
    const { clock, waits: long } = heldClock(() => ahead, 3_600_000);
    await using on = await stage({ clock });
    await sendTwice(on, on.folder.make('clip.mp4', 20_000));
    const { uploader } = on.engine;
    expect((await uploader.handlers['audit.state'](on.account)).checkedAt).toBeNull();
    const nextDay = async (): Promise<number> => {
      const due = long.splice(0);
      ahead += 24 * 3_600_000 + 60_000;
      for (const { call } of due) call();
      return due.length;
    };
    const told = new Promise<void>((resolve) => {
      uploader.on('app.state', ({ duplicates }) => duplicates.length > 0 && resolve());
    });
    expect(await nextDay()).toBeGreaterThan(0);
    await told;
    const first = await uploader.handlers['audit.state'](on.account);
    expect(first.pairs).toHaveLength(1);
    expect(first.checkedAt).toBeGreaterThan(systemClock.now());
    // What was sent just before it is compared once more, a day later; then there is nothing to compare.
    const daily = () => long.filter(({ ms }) => ms > 20 * 3_600_000);
    expect(daily()).toEqual([]);
    await on.engine.add(on.account, on.folder.make('next.mp4', 20_000));
    await on.engine.settled();
    await expect.poll(daily).toHaveLength(1);
    await nextDay();
    await expect
      .poll(async () => (await uploader.handlers['audit.state'](on.account)).checkedAt)
      .toBeGreaterThan((first.checkedAt ?? 0) + 20 * 3_600_000);
    await expect.poll(daily).toEqual([]);
  });

  it('runs once a clock that was days ahead is right again, and not only when that day has come (F-13)', async () => {
    let ahead = 10 * 24 * 3_600_000;
    const { clock, waits } = heldClock(() => ahead, 20_000);
    await using on = await stage({ clock });
    await sendTwice(on, on.folder.make('clip.mp4', 20_000));
    const during = (await audit(on)).checkedAt ?? 0;
    expect(during).toBeGreaterThan(systemClock.now() + 9 * 24 * 3_600_000);
    ahead = 0;
    const { uploader } = on.engine;
    const checkedAt = async (): Promise<number> =>
      (await uploader.handlers['audit.state'](on.account)).checkedAt ?? during;
    await expect
      .poll(async () => {
        for (const { call } of waits.splice(0)) call();
        return (await checkedAt()) < during;
      })
      .toBe(true);
  });
});
