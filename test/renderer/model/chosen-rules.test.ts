// Rules that were chosen quickly after each other: each is shown until the folder has it.
import { expect, test } from 'vitest';
import { firstRules } from '../../../preload/folder-rules.ts';
import { stillChosen } from '../../../renderer/model/chosen-rules.ts';

test('what was chosen is shown until the folder has it, whatever older state comes meanwhile', () => {
  const chosen = { terms: { video_category: [1, 2] }, recursive: true };
  const older = { ...firstRules, terms: { video_category: [1] }, recursive: false };
  expect(stillChosen(chosen, older)).toBe(chosen);
  expect(stillChosen(chosen, { ...older, recursive: true })).toEqual({ terms: chosen.terms });
  expect(stillChosen(chosen, { ...older, ...chosen })).toEqual({});
  expect(stillChosen(chosen, null)).toBe(chosen);
});
