// Each thing that a watched folder's file may wait for has words, and offers only what may be done about it.
import { expect, it, test } from 'vitest';
import { fileActs, fileIcon, fileStates, fileWords } from '../../../renderer/text/folder-files.ts';
import { folderActivity } from '../../../renderer/text/folders.ts';
import { fakeFolder } from '../fake-bridge.ts';

test.each(fileStates)('%s is told in a sentence', (state) => {
  expect(fileWords({ name: 'a.mp4', state, program: null })).toMatch(/^[A-Z].*\.$/);
  expect(fileIcon(state)).not.toBe('');
  expect(fileActs(state)).toContain('show');
});

it('who writes is named where the system names it', () => {
  const writing = (program: string | null) => fileWords({ name: 'a.mp4', state: 'writing', program });
  expect([writing('obs'), writing(null)]).toEqual(['obs is writing it.', 'A program is writing it.']);
});

it('what is written to is never offered to be sent, and what is on the site never to be ignored', () => {
  const offers = (act: string) => fileStates.filter((state) => fileActs(state).some((one) => one === act));
  expect(offers('send')).toEqual(['unproven', 'broken']);
  expect(offers('heed')).toEqual(['ignored']);
  for (const state of ['writing', 'changing', 'ignored', 'sent']) expect(offers('ignore')).not.toContain(state);
});

it('what may be broken is not counted as being written', () => {
  const broken = { name: 'a.mp4', state: 'broken', program: null } as const;
  const words = (beingWritten: number) => folderActivity(fakeFolder({ beingWritten, files: [broken] }), 0);
  expect(words(1)).toMatch(/^1 may be broken/);
  expect(words(1)).not.toContain('written');
  expect(words(3)).toMatch(/^2 still being written.*1 may be broken/);
});
