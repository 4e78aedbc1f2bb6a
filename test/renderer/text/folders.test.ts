// Each state of a folder and each reason against one is told in words; its rules and counts read like sentences.
import { expect, test } from 'vitest';
import type { FolderProblem, FolderRules, WatchLimit } from '../../../preload/contract.ts';
import { worded } from '../../../preload/text/text.ts';
import {
  addedMessage,
  folderActivity,
  folderProblem,
  folderStates,
  folderStateWords,
  limitRemedy,
  parseExtensions,
  quietChoices,
  rulesWords,
} from '../../../renderer/text/folders.ts';
import { fakeFolder, fakeRules } from '../fake-bridge.ts';

const now = new Date(2026, 10, 20, 11, 0).getTime();

test.each(folderStates)('%s has a label, and says what to do where something is to be done', (state) => {
  const words = folderStateWords(state);
  expect(words.label.length).toBeGreaterThan(3);
  if (words.more !== null) expect(words.more).toMatch(/^\S.*\.$/);
  expect(words.more === null).toBe(state === 'watching' || state === 'scanning');
});

const problems: readonly FolderProblem[] = [
  'already-watched',
  'inside-watched',
  'around-watched',
  'missing',
  'silent',
  'unreadable',
];

test.each(problems)('%s is explained with and without the other folder’s name', (problem) => {
  for (const other of [null, 'Exports']) {
    const { title, todo } = folderProblem({ problem, other });
    expect(title).toMatch(/\S/);
    expect(todo).toMatch(/^\S.*\.$/);
    expect(`${title} ${todo}`).not.toMatch(/null|undefined/);
  }
  expect(folderProblem({ problem: 'inside-watched', other: 'Exports' }).title).toContain('“Exports”');
});

test.each([
  [{}, 'nothing added yet'],
  [{ beingWritten: 3 }, '3 still being written · nothing added yet'],
  [
    { beingWritten: 3, waitingCount: 2, takenCount: 5, lastTakenAt: new Date(2026, 10, 20, 10, 42).getTime() },
    /^3 still being written · 2 not on the site yet · 5 added, last today at 10:42/,
  ],
  [{ takenCount: 1, lastTakenAt: now }, /^1 added, last today at /],
])('what goes on in a folder: %o', (over, text) => {
  expect(folderActivity(fakeFolder(over), now)).toMatch(text);
});

test('rules read as one line', () => {
  const rules = fakeRules;
  // Rules that came later follow these.
  const line = (over: Partial<FolderRules>, count: number): string =>
    rulesWords({ ...rules, ...over })
      .split(' · ')
      .slice(0, count)
      .join(' · ');
  expect(line({}, 4)).toBe(
    'every kind of video · including subfolders · site’s default visibility · after 2 seconds without changes',
  );
  const chosen = { extensions: ['mp4', 'mov'], recursive: false, status: 'draft', terms: { tags: [1, 2] } };
  expect(line({ ...chosen, stableMs: 60_000 }, 5)).toBe(
    '.mp4, .mov · without subfolders · visibility: Draft · 2 categories and tags · after 1 minute without changes',
  );
});

test.each([
  ['', null],
  [' , ', null],
  ['MP4', ['mp4']],
  ['.mp4; *.MOV  mkv,mp4', ['mp4', 'mov', 'mkv']],
  ['../../etc', null],
])('kinds of files from “%s”', (text, extensions) => {
  expect(parseExtensions(text)).toEqual(extensions);
});

test('a quiet time that is not one of the usual ones can still be seen', () => {
  expect(quietChoices(2_000).map((choice) => choice.id)).toEqual(['2000', '10000', '60000']);
  expect(quietChoices(5_000).map((choice) => choice.label)).toContain('5 seconds');
});

test.each<[WatchLimit, string]>([
  [{ what: 'watches', now: 8_192 }, 'fs.inotify.max_user_watches=524288'],
  [{ what: 'watches', now: 524_288 }, 'fs.inotify.max_user_watches=1048576'],
  [{ what: 'watches', now: 600_000 }, 'fs.inotify.max_user_watches=2097152'],
  [{ what: 'instances', now: 128 }, 'fs.inotify.max_user_instances=1024'],
  [{ what: 'instances', now: 1_000 }, 'fs.inotify.max_user_instances=2048'],
])('a limit of the system is at least doubled, for good: %o', (limit, setting) => {
  const file = '/etc/sysctl.d/60-clipferry.conf';
  expect(limitRemedy(limit)).toBe(`echo ${setting} | sudo tee ${file} && sudo sysctl -p ${file}`);
});

test('a folder that begins paused is not said to be watched', () => {
  const said = (paused: boolean) => worded(addedMessage('Exports', { paused }));
  expect(said(false)).toBe('“Exports” is being watched');
  expect(said(true)).toBe('“Exports” is on the list, and paused. Look at its rules, then resume it.');
});
