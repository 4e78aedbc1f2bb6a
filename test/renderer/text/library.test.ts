// What the library says of an edit that waits, and what it offers to be narrowed to.
import { expect, test } from 'vitest';
import { setRegion } from '../../../preload/text/region.ts';
import { editWords, statusChoices } from '../../../renderer/text/library.ts';

test('an edit that waits names the day of its next try where that is not today', () => {
  setRegion('en-GB');
  const now = new Date(2026, 10, 20, 17, 10).getTime();
  const words = (day: number) =>
    editWords({ kind: 'waiting', why: 'site-busy', until: new Date(2026, 10, day, 16, 58).getTime() }, now)?.text;
  expect(words(20)).toContain('Tries again at 16:58.');
  expect(words(21)).toContain('Tries again tomorrow at 16:58.');
});

const known = [
  { name: 'publish', count: 12 },
  { name: 'pending', count: 0 },
  { name: 'encoding', count: null },
  { name: 'trash', count: 0 },
];

test('one’s own videos can be narrowed to what there is of them, with its number, and to what is chosen already', () => {
  const labels = (status: string) => statusChoices(known, { status, author: 'me' }).map(({ label }) => label);
  expect(labels('all')).toEqual(['All (except trash)', 'Public (12)', 'encoding']);
  expect(labels('trash')).toEqual(['All (except trash)', 'Public (12)', 'encoding', 'In the trash (0)']);
});

test('everybody’s can be narrowed to all that the site knows, without the numbers of one’s own', () => {
  expect(statusChoices(known, { status: 'all', author: 'all' })).toEqual([
    { id: 'all', label: 'All (except trash)' },
    { id: 'publish', label: 'Public' },
    { id: 'pending', label: 'Pending review' },
    { id: 'encoding', label: 'encoding' },
    { id: 'trash', label: 'In the trash' },
  ]);
});
