// Ticks in a list of terms: what a search hides stays chosen, once.
import { expect, test } from 'vitest';
import { tickedTerms } from '../../../renderer/model/ticked-terms.ts';

const [news, sea, port] = [{ id: 1 }, { id: 2 }, { id: 3 }];

test.each([
  ['all in sight', [1], [news, sea], ['1', '2'], [1, 2]],
  ['one that a search hides stays, once', [1], [sea], ['1', '2'], [1, 2]],
  ['again', [1, 2], [sea, port], ['1', '2', '3'], [1, 2, 3]],
  ['taken off', [1, 2], [news, sea], ['2'], [2]],
  ['taken off while another is hidden', [1, 2], [sea], ['1'], [1]],
  ['nothing in sight is chosen', [1], [sea], [], [1]],
] as const)('%s', (_, before, shown, keys, expected) => {
  expect(tickedTerms(before, shown, new Set<string>(keys))).toEqual(expected);
});
