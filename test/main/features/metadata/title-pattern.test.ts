// Titles from a pattern: what each name in braces stands for, and that nothing else is touched.
import { expect, it } from 'vitest';
import { titleFrom } from '../../../../main/features/metadata/title-pattern.ts';
import { aJob } from '../../queue/jobs.ts';

const { clip } = aJob({});
const take = {
  ...clip,
  name: 'C0001.take.MP4',
  path: '/media/Card 2/DCIM 100/C0001.take.MP4',
  mtimeMs: Date.UTC(2026, 10, 26, 23, 5, 59),
  facts: { ...clip.facts, durationSeconds: 3_725.4 },
};
const first = { place: 0, start: 1, zoneMinutes: 60 };

it.each([
  ['{name}', 0, 1, 'C0001.take'],
  ['Part {n} of {name}', 9, 1, 'Part 10 of C0001.take'],
  ['{nnn}', 4, 1, '005'],
  ['{nnn}', 4, 1_200, '1204'],
  ['{n}', 0, 0, '0'],
  ['{other} {n}', 0, 1, '{other} 1'],
  ['$& {name} $1', 0, 1, '$& C0001.take $1'],
  ['{name}{name} {{n}}', 0, 1, 'C0001.takeC0001.take {1}'],
  [' A & B "½" <b> é 你好\t{n} ', 0, 1, 'A & B "½" <b> é 你好 1'],
])('%s at %i from %i on', (pattern, place, start, title) => {
  expect(titleFrom(pattern, take, { ...first, place, start })).toBe(title);
});

it('of its file it knows day and time by this computer’s clock, folder and length', () => {
  // Five past midnight of the next day, an hour east of Greenwich.
  expect(titleFrom('{date} {time} {folder} {duration}', take, first)).toBe('2026-11-27 00:05 DCIM 100 1:02:05');
  expect(titleFrom('{date} {time}', take, { ...first, zoneMinutes: -300 })).toBe('2026-11-26 18:05');
  const short = { ...take, path: 'D:\\Exports\\a.mp4', facts: { ...take.facts, durationSeconds: 65 } };
  expect(titleFrom('{folder}, {duration}', short, first)).toBe('Exports, 1:05');
});

it('what is not known leaves no gap', () => {
  const bare = { ...take, name: '.hidden', path: 'a.mp4', facts: { ...take.facts, durationSeconds: null } };
  expect(titleFrom('{folder} {name} {duration} end', bare, first)).toBe('.hidden end');
});
