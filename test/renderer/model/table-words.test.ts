// What a table names: each file and each word for a term once, by the account whose clips they are for, and others get their turn meanwhile.
import { expect, it } from 'vitest';
import type { FormShape, NamedClip, TableRow } from '../../../preload/contract.ts';
import { filesNamed, longestName, termsNamed } from '../../../renderer/model/table-words.ts';

function whole<T>(steps: Generator<void, T, void>): { readonly value: T; readonly turns: number } {
  for (let turns = 0; ; turns++) {
    const step = steps.next();
    if (step.done === true) return { value: step.value, turns };
  }
}

const uses = ['file', 'path', 'terms:video_tag', 'title'] as const;
const rowsOf = (...lines: readonly (readonly string[])[]): readonly TableRow[] =>
  lines.map((cells, at) => ({ line: at + 2, cells }));
const clip = (accountId: string) => ({ jobId: `of ${accountId}`, accountId }) as NamedClip;
const shape = {
  taxonomies: [{ restBase: 'video_tag', name: 'Video Tags', hierarchical: false, canCreate: true }],
} as unknown as FormShape;
const forms = { ava: shape, ben: shape };
const taxonomyNames = new Map([['video_tag', 'Video Tags']]);

it('files are named once, by path and by name, and none that is longer than any file is called', () => {
  const rows = rowsOf(['a.mp4', '/clips/a.mp4'], ['a.mp4'], [' b.mp4 '], ['x'.repeat(4_097)], []);
  expect(whole(filesNamed(rows, uses)).value).toEqual(['/clips/a.mp4', 'a.mp4', 'b.mp4']);
});

it('words for terms belong to the accounts of the clips, each once whatever its letters, and the longest are none', () => {
  const rows = rowsOf(
    ['a.mp4', '', 'Sea, Boats'],
    ['b.mp4', '', 'sea'],
    ['both.mp4', '', 'Wind'],
    ['nobody.mp4', '', 'Lost'],
    ['a.mp4', '', 'x'.repeat(longestName + 1)],
  );
  const clips = new Map([
    ['a.mp4', [clip('ava')]],
    ['b.mp4', [clip('ava')]],
    ['both.mp4', [clip('ava'), clip('ben')]],
    ['nobody.mp4', []],
  ]);
  const found = whole(termsNamed({ rows, uses, clips, forms, taxonomyNames })).value;
  expect(found).toEqual([
    { accountId: 'ava', taxonomy: 'video_tag', names: ['sea', 'Boats', 'Wind'] },
    { accountId: 'ben', taxonomy: 'video_tag', names: ['Wind'] },
  ]);
  const untagged = { rows, uses: ['file', 'title'] as const, clips, forms, taxonomyNames };
  expect(whole(termsNamed(untagged)).value).toEqual([]);
});

it('others get their turn after every few rows', () => {
  const rows = rowsOf(...Array.from({ length: 1_000 }, (_, at) => [`${at}.mp4`, '', 'Sea']));
  const clips = new Map(rows.map(({ cells: [file = ''] }) => [file, [clip('ava')]]));
  expect(whole(filesNamed(rows, uses)).turns).toBe(50);
  expect(whole(termsNamed({ rows, uses, clips, forms, taxonomyNames })).turns).toBe(50);
});
