// Which pasted line becomes whose title, what stays, and what is said of it before.
import { expect, test } from 'vitest';
import { finish } from '../../../renderer/model/steps.ts';
import {
  columnUses,
  looksLikeHeading,
  replaceSteps,
  type TitleTarget,
  titleSteps,
} from '../../../renderer/model/title-plan.ts';

const planTitles = (...input: Parameters<typeof titleSteps<TitleTarget>>) => finish(titleSteps(...input));
const planReplacing = (...input: Parameters<typeof replaceSteps<TitleTarget>>) => finish(replaceSteps(...input));

const targets = (...titles: readonly string[]): TitleTarget[] =>
  titles.map((title, at) => ({ id: `job-${at}`, name: `C000${at}.mp4`, title }));

test('each line goes to its clip, in their order; blank ones and the same again change nothing', () => {
  const plan = planTitles([['One'], [' '], ['Three'], ['Four']], ['title'], targets('', 'Two', 'Third', 'Four'));
  expect(plan.each.map(({ target, title }) => [target.id, title])).toEqual([
    ['job-0', 'One'],
    ['job-1', undefined],
    ['job-2', 'Three'],
    ['job-3', undefined],
  ]);
  expect(plan).toMatchObject({ changed: 2, leftOver: 0, blank: 1, replaced: 1 });
});

test('more lines than clips are told, and more clips than lines are left alone', () => {
  expect(planTitles([['One'], ['Two'], ['Three']], ['title'], targets(''))).toMatchObject({ changed: 1, leftOver: 2 });
  const few = planTitles([['One']], ['title'], targets('', 'Two', 'Three'));
  expect(few.each).toHaveLength(1);
  expect(few).toMatchObject({ changed: 1, leftOver: 0, replaced: 0 });
});

test('a title is one line, a description keeps its lines', () => {
  const [planned] = planTitles([['Two\r\n lines\t', ' Two\nlines ']], ['title', 'description'], targets('')).each;
  expect(planned).toMatchObject({ title: 'Two lines', description: 'Two\nlines' });
});

test('a column is what it is said to be, also where a row is shorter', () => {
  const uses = ['description', null, 'title'] as const;
  const { each } = planTitles([['About', 'x', 'One'], ['About two']], uses, targets('', ''));
  expect(each[0]).toMatchObject({ title: 'One', description: 'About' });
  expect(each[1]).toMatchObject({ description: 'About two' });
  expect(each[1]?.title).toBeUndefined();
});

test('headings are known in several languages, and say what their columns are', () => {
  expect(looksLikeHeading([['Titel'], ['Eins']])).toBe(true);
  expect(looksLikeHeading([['Title']])).toBe(false);
  expect(looksLikeHeading([['The title of it'], ['Two']])).toBe(false);
  expect(
    columnUses(
      [
        ['file', 'Description', 'TITLE'],
        ['a', 'b', 'c'],
      ],
      true,
    ),
  ).toEqual([null, 'description', 'title']);
  expect(columnUses([['a'], ['b', 'c', 'd']], false)).toEqual(['title', 'description', null]);
});

test.each<[string, string, string, boolean, string | null]>([
  ['Harbour at dawn', 'harbour', 'Quay', false, 'Quay at dawn'],
  ['Harbour at dawn', 'harbour', 'Quay', true, null],
  ['aaaa', 'aa', 'b', false, 'bb'],
  ['aXa', 'x', 'xx', false, 'axxa'],
  ['A & B "½" <b> é 你好', '<b>', '$& \\1', false, 'A & B "½" $& \\1 é 你好'],
  ['C.0001 [take]', '.0001 [', ' ', false, 'C take]'],
  ['İstanbul at night', 'night', 'dawn', false, 'İstanbul at dawn'],
  ['Two  words', '', 'x', false, null],
  ['The same', 'the', 'The', false, null],
])('in %j %j becomes %j (capital letters kept: %s): %j', (title, find, by, isCaseKept, after) => {
  const { each, emptied } = planReplacing(targets(title), { find, by, isCaseKept }, (one) => one.title);
  expect([each[0]?.title ?? null, emptied]).toEqual([after, 0]);
});

test('a title of which nothing would be left stays as it is, and is counted', () => {
  const plan = planReplacing(
    targets('Take', 'Take 2'),
    { find: 'take', by: ' ', isCaseKept: false },
    (one) => one.title,
  );
  expect(plan).toMatchObject({ emptied: 1, each: [{ title: '2' }] });
});

test('ten thousand titles are looked through within a frame or two', () => {
  const many = Array.from({ length: 10_000 }, (_, at) => ({ id: at, name: '', title: `Harbour at dawn, take ${at}` }));
  const wish = { find: 'DAWN', by: 'noon', isCaseKept: false };
  // The quickest of some: whatever else a slow machine does in one of them is not what they cost.
  const costs = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    expect(planReplacing(many, wish, (one) => one.title).each).toHaveLength(10_000);
    return process.cpuUsage(before).user / 1_000;
  });
  expect(Math.min(...costs)).toBeLessThan(50);
});
