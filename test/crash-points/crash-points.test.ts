// A slice of the crash points for every run of the tests; all of them: `npm run crashpoints`.
import { expect, it } from 'vitest';
import { mishapsOf, Points } from './points.ts';
import { callsOfStory, story, sweep } from './sweep.ts';

it('one call of the story in 31 goes wrong in one way, evenly spread: everything comes right (F-43, F-47)', async () => {
  const report = await sweep(31);
  expect(report.failures).toEqual([]);
  const runs = [...report.tried.values()].reduce((sum, count) => sum + count, 0);
  expect(runs).toBeGreaterThan(20);
});

it('the story asks for every kind of work: commits, files, an upload answered and one lost, looks, metadata', async () => {
  const calls = await callsOfStory();
  const uploads = calls.filter(({ what }) => /^POST .*\/upload$/.test(what));
  expect(uploads).toHaveLength(story.clips.length);
  for (const port of ['store', 'file', 'http'])
    expect(calls.filter((call) => call.port === port).length).toBeGreaterThan(15);
  expect(calls.some(({ what }) => /^GET .*\/media$/.test(what))).toBe(true);
  expect(mishapsOf({ port: 'file', what: 'close /a.mp4' })).toEqual(['die before', 'die after']);
  expect(new Points(null).calls).toEqual([]);
});
