// One change for many as it meets the text of one of them: what it sets, what it leaves, and which terms come of it.
import { describe, expect, it } from 'vitest';
import { type Draft, emptyDraft } from '../../../../main/model.ts';
import { changedText, tidy, unknownZone, withTermChange } from '../../../../main/site/content/change-text.ts';
import type { TermChange } from '../../../../preload/contract.ts';

const before: Draft = { ...emptyDraft, title: 'Before', description: 'Sea' };
const hourMs = 3_600_000;
const noon = Date.UTC(2026, 9, 31, 16);

describe('what may not be empty', () => {
  it.each(['', ' \t\n'])('was not touched where it was emptied: %j', (nothing) => {
    const typed = { title: nothing, slug: nothing, description: nothing, password: nothing };
    expect(tidy(typed)).toEqual({ title: null, slug: null, description: nothing, password: nothing });
  });

  it('is as it was typed otherwise, and nothing comes of what was not typed', () => {
    const typed = { title: ' Sea ', slug: null, commentsOpen: false };
    expect(tidy(typed)).toBe(typed);
    expect(Object.keys(tidy({ title: '' }))).toEqual(['title']);
  });
});

describe('terms', () => {
  const change: TermChange = { add: [3, 4], remove: [1] };

  it('are put on and taken off at once where all of them are known, and those of others stay', () => {
    const draft = { ...before, terms: { genre: [1, 2, 3], tags: [9] } };
    expect(withTermChange(draft, 'genre', change)).toEqual({ ...before, terms: { genre: [2, 3, 4], tags: [9] } });
  });

  it.each<[string, Draft, Draft['termChanges']]>([
    ['nothing is known', before, { genre: { add: [3, 4], remove: [1] } }],
    [
      'those of another taxonomy are known',
      { ...before, terms: { tags: [9] } },
      { genre: { add: [3, 4], remove: [1] } },
    ],
    [
      'some are to be put on and taken off already: the later word counts',
      { ...before, termChanges: { genre: { add: [1, 5], remove: [3, 6] }, tags: { add: [9], remove: [] } } },
      { genre: { add: [5, 3, 4], remove: [6, 1] }, tags: { add: [9], remove: [] } },
    ],
  ])('are put on and taken off when the video is described where %s', (_, draft, termChanges) => {
    expect(withTermChange(draft, 'genre', change)).toEqual({ ...draft, termChanges });
  });
});

describe('a change', () => {
  const change = { draft: { title: ' ', excerpt: 'Short' }, terms: { genre: { add: [3], remove: [] } } };

  it('sets what it says, leaves the rest, and empties no title', () => {
    expect(changedText(before, change, 7, unknownZone)).toEqual({
      ...before,
      ...{ title: null, excerpt: 'Short', termChanges: { genre: { add: [3], remove: [] } } },
    });
  });

  it('makes each public so much later than the one before, by the clock of the site', () => {
    const zone = { name: 'America/New_York', offsetMinutes: -240 };
    const at = (place: number, count: number, unit: 'hour' | 'day'): unknown =>
      changedText(before, { draft: { publishAt: noon }, publishEvery: { count, unit }, terms: {} }, place, zone)
        .publishAt;
    expect([0, 1, 2].map((place) => at(place, 3, 'hour'))).toEqual([noon, noon + 3 * hourMs, noon + 6 * hourMs]);
    // Clocks are put back there on 1 November: noon comes an hour later.
    expect(at(1, 1, 'day')).toBe(noon + 25 * hourMs);
  });

  it('makes all of them public together where it says no time between them, and none where it says no time', () => {
    expect(changedText(before, { draft: { publishAt: noon }, terms: {} }, 5, unknownZone).publishAt).toBe(noon);
    const every = { publishEvery: { count: 1, unit: 'hour' }, terms: {} } as const;
    expect(changedText(before, { draft: {}, ...every }, 5, unknownZone)).toEqual(before);
    expect(changedText(before, { draft: { publishAt: null }, ...every }, 5, unknownZone).publishAt).toBeNull();
  });

  it('counts by UTC where the clock of the site is not known', () => {
    expect(unknownZone).toEqual({ name: null, offsetMinutes: 0 });
  });
});
