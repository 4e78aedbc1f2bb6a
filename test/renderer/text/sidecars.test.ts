// Every sentence about a file beside a clip, for all that main can say of one.
import { expect, it } from 'vitest';
import type { SidecarProblem, SidecarTermState } from '../../../preload/contract.ts';
import { sidecarTermWords, takenWords, troubleWords } from '../../../renderer/text/sidecars.ts';
import { fakeForm } from '../fake-bridge.ts';

const view = { file: 'a.json', troubles: [], terms: [] };

it('says which fields it filled in, as the site calls them', () => {
  expect(takenWords({ ...view, fields: ['title', 'publishAt', 'terms:video_tag'] }, fakeForm)).toMatch(
    /^Filled in by this file: Title, Public from, \S/,
  );
  expect(takenWords({ ...view, fields: [] }, fakeForm)).toBe('Nothing was filled in by this file.');
});

it.each([
  ...(['unreadable', 'too-large', 'not-text', 'not-json', 'shape', 'too-long'] as const).map(
    (problem) => [problem, null] as const,
  ),
  ...(['shape', 'too-long', 'held-back', 'date', 'date-zone', 'date-missing', 'date-over', 'openness'] as const).map(
    (problem) => [problem, 'publishAt'] as const,
  ),
  ['status', 'status'],
  ['held-hidden', 'status'],
] satisfies readonly (readonly [SidecarProblem, 'publishAt' | 'status' | null])[])(
  'tells of %s in %s',
  (problem, field) => {
    const words = troubleWords({ problem, field, text: 'x'.repeat(300) });
    expect(words).toMatch(/\.$/);
    expect(words.length).toBeLessThan(240);
  },
);

it.each([
  ...(['asking', 'making', 'missing', 'several', 'refused', 'no-taxonomy', 'too-long'] as const),
] satisfies readonly SidecarTermState[])('tells of a name that is %s', (state) => {
  expect(sidecarTermWords({ taxonomy: 'Category', name: 'Sea', state })).toContain('“Sea”');
});
