// The wall clock is set while clips are on their way: what is on the site is found all the same (F-13).
import { expect, it } from 'vitest';
import { systemClock } from '../../main/adapters/clock.ts';
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
