// What the form shows of typed and of the site's values, and which change for many really is one.
import { expect, test } from 'vitest';
import type { VideoView } from '../../../preload/contract.ts';
import { emptyDraft, nothingShown } from '../../../preload/fields.ts';
import { shownTerms, shownValues, statusPatch, stillTyped, termsPatch } from '../../../renderer/model/draft.ts';
import { isEmptyChange, noChange, withoutUntouched } from '../../../renderer/state/bulk-edit.ts';
import { asTree } from '../../../renderer/state/use-terms.ts';

const video: VideoView = {
  ...nothingShown,
  id: 7,
  title: 'On site',
  description: 'There',
  formatted: false,
  cut: [],
  excerpt: '',
  status: 'publish',
  publishAt: 5,
  slug: 'on-site',
  password: '',
  commentsOpen: true,
  terms: { tags: [1, 2] },
};

test('typed goes before the site, an emptied title shows empty, the rest is the site’s', () => {
  const draft = { ...emptyDraft, description: 'Mine' };
  const values = shownValues(draft, { title: null }, video, ['tags']);
  expect(values.title).toBeUndefined();
  expect(values).toMatchObject({ description: 'Mine', status: 'publish', commentsOpen: true, 'terms:tags': [1, 2] });
  expect(shownValues(draft, {}, null, ['tags'])).toEqual({ description: 'Mine', 'terms:tags': [] });
});

test('what was typed is shown until main has it, and from then on what became of it', () => {
  const typed = { title: 'Mine', excerpt: 'Short', terms: { tags: [3] } };
  const before = stillTyped(typed, emptyDraft, video, false);
  expect(before, 'main does not know of it yet').toBe(typed);
  const saved = { ...emptyDraft, title: 'Mine', terms: { tags: [3] } };
  expect(stillTyped(typed, saved, video, true)).toEqual({ excerpt: 'Short' });
  expect(stillTyped({ title: '  ', description: '' }, emptyDraft, null, false)).toEqual({ description: '' });
  const older = { ...emptyDraft, title: 'Min' };
  expect(stillTyped({ title: 'Mine' }, older, video, true)).toEqual({ title: 'Mine' });
  // The Library's drafts are emptied once the site has them.
  expect(stillTyped({ title: 'On site' }, emptyDraft, video, false)).toEqual({});
  expect(stillTyped({ title: 'On site' }, { ...emptyDraft, title: 'Min' }, video, true)).toEqual({ title: 'On site' });
  expect(shownValues(emptyDraft, stillTyped({ title: 'Mine' }, saved, video, true), video, []).title).toBe('On site');
});

test('terms put on and taken off are shown, and ticking settles the whole set', () => {
  const draft = { ...emptyDraft, termChanges: { tags: { add: [3], remove: [1] }, other: { add: [9], remove: [] } } };
  expect(shownTerms(draft, video, 'tags')).toEqual([2, 3]);
  expect(termsPatch(draft, 'tags', [2])).toEqual({
    terms: { tags: [2] },
    termChanges: { other: { add: [9], remove: [] } },
  });
});

test('a choice put back to “leave as it is” is no change; another visibility takes a date away', () => {
  expect(isEmptyChange(noChange)).toBe(true);
  expect(isEmptyChange({ ...noChange, draft: { status: null, publishAt: null } })).toBe(true);
  expect(isEmptyChange({ ...noChange, titlePattern: ' ' })).toBe(true);
  expect(isEmptyChange({ ...noChange, terms: { tags: { add: [1], remove: [] } } })).toBe(false);
  expect(withoutUntouched({ ...noChange, draft: { status: 'publish', publishAt: null, excerpt: null } }).draft).toEqual(
    {
      status: 'publish',
      publishAt: null,
    },
  );
});

test('a tree has parents first, orphans at the top, and a circle hides nothing', () => {
  const term = (id: number, parent: number) => ({ id, name: `T${id}`, parent, count: 0 });
  expect(asTree([term(2, 1), term(1, 0), term(3, 2), term(4, 99)]).map(({ id, depth }) => [id, depth])).toEqual([
    [1, 0],
    [2, 1],
    [3, 2],
    [4, 0],
  ]);
  expect(asTree([term(5, 6), term(6, 5)]).map(({ id }) => id)).toEqual([5, 6]);
});

test('a status takes the date with it that belongs to another one; scheduled keeps one that is to come, or gets the next morning', () => {
  const utc = { name: null, offsetMinutes: 0 };
  const now = Date.UTC(2026, 10, 26, 22);
  expect(statusPatch('', 9, now, utc)).toEqual({ status: null, publishAt: null });
  expect(statusPatch('draft', now + 9, now, utc)).toEqual({ status: 'draft', publishAt: null });
  expect(statusPatch('future', now + 9, now, utc)).toEqual({ status: 'future', publishAt: now + 9 });
  const { publishAt } = statusPatch('future', now - 9, now, utc);
  expect(publishAt).toBeGreaterThan(now);
  expect(statusPatch('future', null, now, utc).publishAt).toBe(publishAt);
});
