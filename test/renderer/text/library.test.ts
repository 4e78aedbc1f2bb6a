// What the library says of an edit that waits.
import { expect, test } from 'vitest';
import { setRegion } from '../../../preload/text/region.ts';
import { editWords } from '../../../renderer/text/library.ts';

test('an edit that waits names the day of its next try where that is not today', () => {
  setRegion('en-GB');
  const now = new Date(2026, 10, 20, 17, 10).getTime();
  const words = (day: number) =>
    editWords({ kind: 'waiting', why: 'site-busy', until: new Date(2026, 10, day, 16, 58).getTime() }, now)?.text;
  expect(words(20)).toContain('Tries again at 16:58.');
  expect(words(21)).toContain('Tries again tomorrow at 16:58.');
});
