// The wall clock is set while clips are on their way: what is on the site is found all the same (F-13).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '../../main/adapters/clock.ts';
import { openSqlite } from '../../main/adapters/database/sqlite.ts';
import { diskFiles } from '../../main/adapters/files.ts';
import { startPracticeSite } from '../site/start.ts';
import { clipFolder, startEngine } from './engine.ts';

const day = 24 * 3_600_000;

it.each([
  ['forward', 400 * day],
  ['back', -400 * day],
])('finds a video by its bytes after the clock was put %s by a year', async (_, byMs) => {
  const site = await startPracticeSite({ switches: { answerStyle: '204' } });
  const folder = clipFolder({ 'a.mp4': 'C0001.mp4', 'b.mp4': 'Tide pools.mp4' });
  let setBy = 0;
  const engine = await startEngine({ clock: { ...systemClock, now: () => systemClock.now() + setBy } });
  const account = await engine.connect(site);
  await engine.add(account, folder.file('a.mp4'));
  await engine.settled();
  setBy = byMs;
  await engine.add(account, folder.file('b.mp4'));
  await engine.settled();
  expect((await site.state()).videos).toHaveLength(2);
  await engine.stop();
  await site.stop();
  folder.remove();
});

it('finds a video by its bytes when the clock was put forward while the clip was read, right before it was sent (F-02)', async () => {
  const site = await startPracticeSite({ switches: { answerStyle: '204' } });
  const folder = clipFolder({ 'a.mp4': 'C0001.mp4', 'b.mp4': 'Tide pools.mp4' });
  let setBy = 0;
  let readOf = '';
  const engine = await startEngine({
    clock: { ...systemClock, now: () => systemClock.now() + setBy },
    ports: {
      files: {
        ...diskFiles,
        readWhole: async (path, into, hash) => {
          if (path === readOf && hash) setBy = 400 * day;
          return (await diskFiles.readWhole?.(path, into, hash)) ?? null;
        },
      },
    },
  });
  const account = await engine.connect(site);
  await engine.add(account, folder.file('a.mp4'));
  await engine.settled();
  readOf = folder.file('b.mp4');
  await engine.add(account, folder.file('b.mp4'));
  await engine.settled();
  expect(setBy, 'it was set meanwhile').toBe(400 * day);
  expect((await site.state()).videos).toHaveLength(2);
  await engine.stop();
  await site.stop();
  folder.remove();
});

it('asks for the site’s clock again after a sleep that only one of its own clocks counted, and looks where a late copy would be (F-12)', async () => {
  const site = await startPracticeSite();
  const folder = clipFolder({ 'a.mp4': 'C0001.mp4', 'b.mp4': 'Tide pools.mp4' });
  let slept = 0;
  const profile = mkdtempSync(join(tmpdir(), 'clipferry-clock-'));
  const engine = await startEngine({ profile, clock: { ...systemClock, now: () => systemClock.now() + slept } });
  const account = await engine.connect(site);
  await engine.add(account, folder.file('a.mp4'));
  await engine.settled();
  slept = 6 * 3_600_000;
  await site.switches({ clockOffsetSeconds: slept / 1_000 });
  await engine.add(account, folder.file('b.mp4'));
  await engine.settled();
  await engine.stop();
  const list = openSqlite(join(profile, 'clipferry.sqlite'));
  const skews = list.prepare('SELECT site_skew_ms AS ms FROM attempts ORDER BY started_at').all();
  expect(skews.map(({ ms }) => Math.abs(Number(ms)) < 5_000)).toEqual([true, true]);
  list.close();
  rmSync(profile, { recursive: true });
  await site.stop();
  folder.remove();
});
