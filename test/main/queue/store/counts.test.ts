// How many clips each filter of the list has, from the sums by group.
import { expect, it } from 'vitest';
import { countsOf, countUnder } from '../../../../main/queue/store/counts.ts';
import { filters } from './plain-list.ts';

const under = (groups: Readonly<Record<string, number>>): readonly number[] => {
  const counts = countsOf(Object.entries(groups).map(([grp, n]) => ({ grp, n })));
  return filters.map((filter) => countUnder(counts, filter));
};

it('each filter has the clips of its group, and the whole list those of all', () => {
  expect(filters).toEqual(['all', 'waiting', 'active', 'needs-you', 'done']);
  expect(under({ done: 1_000, active: 1, 'needs-you': 100, waiting: 10 })).toEqual([1_111, 10, 1, 100, 1_000]);
});

it('a group that nothing stands in counts as none', () => {
  expect(under({ 'needs-you': 3 })).toEqual([3, 0, 0, 3, 0]);
  expect(under({})).toEqual([0, 0, 0, 0, 0]);
});
