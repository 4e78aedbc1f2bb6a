// A slice of the byte sweep (`npm run store:sweep` runs the whole): a damaged database always opens, and what it lacks it knows (F-41).
import { expect, test } from 'vitest';
import { sweep } from '../sweep/sweep.ts';

test('bits flipped, pages zeroed and ends cut off all over the database and its log', { tags: 'proof' }, () => {
  const { tried, wrong } = sweep(150_001, 777);
  expect(wrong).toEqual([]);
  expect(tried).toBeGreaterThan(50);
});
