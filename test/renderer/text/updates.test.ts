// What is said of an update, for each way in which it can stand.
import { expect, it, test } from 'vitest';
import type { UpdatesView } from '../../../preload/contract.ts';
import { lookWords, spokenStage, stageWords, untold, wayWords } from '../../../renderer/text/updates.ts';

const found = { version: '0.2.0', bytes: 118_000_000, way: 'replace', news: [], isUntold: true } as const;
const view: UpdatesView = { stage: 'found', found, fetched: 0, checkedAt: null, problem: null };

it.each([
  ['none', 'No newer version is known.'],
  ['checking', 'Checking for updates…'],
  ['found', 'Clipferry 0.2.0 is available (118 MB).'],
  ['fetching', 'Downloading Clipferry 0.2.0: 59 MB of 118 MB'],
  ['trying', 'Checking that Clipferry 0.2.0 starts on this computer…'],
  ['ready', 'Clipferry 0.2.0 is downloaded.'],
] as const)('%s: %s', (stage, words) => {
  expect(stageWords({ ...view, stage, fetched: 59_000_000 })).toBe(words);
});

test('what is read out does not change with each byte that comes', () => {
  const fetching = (fetched: number) => spokenStage({ ...view, stage: 'fetching', fetched });
  expect([fetching(0), fetching(59_000_000)]).toEqual(Array(2).fill('Downloading Clipferry 0.2.0'));
  expect(spokenStage({ ...view, stage: 'ready' })).toBe('Clipferry 0.2.0 is downloaded.');
});

test('it is told once, and only while there is something to decide', () => {
  expect(untold(view)).toBe(found);
  expect(untold({ ...view, stage: 'ready' })).toBe(found);
  expect(untold({ ...view, stage: 'fetching' })).toBeNull();
  expect(untold({ ...view, found: { ...found, isUntold: false } })).toBeNull();
  expect(untold(null)).toBeNull();
});

test('what becomes of it is said before it is decided', () => {
  expect(wayWords({ ...view, found: { ...found, way: 'offer' } })).toBe(
    'Your system installs it, and may ask for a password.',
  );
  expect(wayWords({ ...view, stage: 'fetching' })).toBeNull();
});

test('a look that went wrong is said before when the last good one was', () => {
  expect(lookWords(view, 0)).toBe('Not checked yet.');
  expect(lookWords({ ...view, problem: 'no-answer' }, 0)).toMatch(
    /^The update server does not answer\. .*Not checked yet\.$/,
  );
});
