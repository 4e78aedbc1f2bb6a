// A file from another computer that brings nothing new is told as what it is.
import { expect, test } from 'vitest';
import { nothingNewWords } from '../../../renderer/text/move.ts';

const none = { sites: 0, folders: 0, settings: 0, clips: 0 };

test('everything is here already only where nothing is left out', () => {
  expect(nothingNewWords({ leftOut: none })).toBe('Everything in this file is on this computer already.');
  for (const what of ['sites', 'folders', 'settings', 'clips'] as const)
    expect(nothingNewWords({ leftOut: { ...none, [what]: 1 } })).toBe(
      'Nothing new can be brought over from this file.',
    );
});
