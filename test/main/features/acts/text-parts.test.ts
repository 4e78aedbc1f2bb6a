// What was typed is put back field by field: exactly as it was, never over somebody's words, and never by half where that would show a video.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type FieldActs,
  fieldActs,
  redone,
  tellingOf,
  thereAfter,
  undone,
  withLeaving,
} from '../../../../main/features/acts/text-parts.ts';
import { type Draft, emptyDraft, type FieldValues } from '../../../../main/model.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
const text = fc.constantFrom(null, '', 'A & B', '“½” <b> é 你好');
const ids = fc.constantFrom([], [4], [4, 5]);
const drafts: fc.Arbitrary<Draft> = fc.record({
  ...{ title: text, description: text, excerpt: text, slug: text, password: text },
  status: fc.constantFrom(null, 'draft', 'private'),
  publishAt: fc.constantFrom(null, now + 1_000, now + 2_000),
  commentsOpen: fc.constantFrom(null, true, false),
  terms: fc.constantFrom(null, { tags: [4] }, { tags: [4], kinds: [9] }),
  termChanges: fc.oneof(fc.constant(null), fc.record({ places: fc.record({ add: ids, remove: ids }) })),
});
const draft = (typed: Partial<Draft>): Draft => ({ ...emptyDraft, ...typed });
const leaving = (acts: FieldActs, values: FieldValues, sent: FieldValues): FieldActs =>
  withLeaving(acts, { values, sent }, new Set()) ?? acts;

describe('what has not left', () => {
  it('is as before, whatever it was, and comes again', () => {
    fc.assert(
      fc.property(drafts, drafts, (before, after) => {
        const acts = fieldActs(before, after);
        const back = undone('clip', after, acts, now);
        expect([back.draft, back.kept]).toEqual([before, []]);
        const again = redone('clip', back.draft, back.acts);
        expect([again.draft, again.kept]).toEqual([after, []]);
        // Once: what is back is not taken back again.
        expect(undone('clip', back.draft, back.acts, now).fields).toEqual([]);
      }),
    );
  });

  it('stays where it was changed since, the others go back', () => {
    const acts = fieldActs(emptyDraft, draft({ title: 'Mine', excerpt: 'Short' }));
    const back = undone('clip', draft({ title: 'Theirs', excerpt: 'Short' }), acts, now);
    expect(back).toMatchObject({ draft: draft({ title: 'Theirs' }), fields: ['excerpt'], kept: ['title'] });
  });
});

describe('what has left', () => {
  it('becomes what the site had, or what was typed before', () => {
    const first = leaving(fieldActs(emptyDraft, draft({ title: 'One' })), { title: 'There' }, { title: 'One' });
    expect(undone('clip', draft({ title: 'One' }), first, now).draft).toEqual(draft({ title: 'There' }));
    const second = leaving(
      fieldActs(draft({ title: 'One' }), draft({ title: 'Two' })),
      { title: 'One' },
      { title: 'Two' },
    );
    expect(undone('clip', draft({ title: 'Two' }), second, now).draft).toEqual(draft({ title: 'One' }));
  });

  it('stays where nobody knows what was there', () => {
    const acts = leaving(fieldActs(emptyDraft, draft({ description: 'Mine' })), {}, { description: 'Mine' });
    expect(undone('clip', draft({ description: 'Mine' }), acts, now)).toMatchObject({
      fields: [],
      kept: ['description'],
    });
  });

  it('of a video is over in its draft: it is compared with what was sent', () => {
    const acts = leaving(fieldActs(emptyDraft, draft({ title: 'One' })), { title: 'There' }, { title: 'One' });
    const back = undone('video', emptyDraft, acts, now);
    expect(back.draft).toEqual(draft({ title: 'There' }));
    expect(thereAfter(acts, back.fields)).toEqual({ title: 'One' });
    const again = redone('video', emptyDraft, back.acts);
    expect([again.draft, thereAfter(back.acts, again.fields)]).toEqual([draft({ title: 'One' }), { title: 'There' }]);
  });

  it('of a video that was dropped, or was there already, is nothing to take back', () => {
    const acts = fieldActs(emptyDraft, draft({ title: 'One', excerpt: 'Short' }));
    expect(Object.keys(tellingOf(draft({ title: 'One' }), acts))).toEqual(['title']);
  });

  it('by terms that were put on and taken off is the set that was there, with what was put on before', () => {
    const change = (add: number[], remove: number[]) => draft({ termChanges: { tags: { add, remove } } });
    const first = leaving(fieldActs(emptyDraft, change([4], [5])), { 'terms:tags': [5, 6] }, { 'terms:tags': [6, 4] });
    // The change is no longer in the draft once the site has it.
    expect(undone('clip', emptyDraft, first, now).draft).toEqual(draft({ terms: { tags: [5, 6] } }));
    // Another change was taken back to the set that this one had made.
    expect(undone('clip', draft({ terms: { tags: [6, 4] } }), first, now).draft).toEqual(
      draft({ terms: { tags: [5, 6] } }),
    );
  });

  it('keeps what was there before the first leaving, and takes no leaving of a later act for its own', () => {
    const acts = leaving(fieldActs(emptyDraft, draft({ title: 'One' })), { title: 'There' }, { title: 'One' });
    expect(withLeaving(acts, { values: { title: 'One' }, sent: { title: 'Two' } }, new Set(['title']))).toBeNull();
    const more = withLeaving(acts, { values: { title: 'One' }, sent: { title: 'Two' } }, new Set());
    expect(more?.title).toMatchObject({ there: 'There', sent: 'Two' });
  });
});

describe('who may see a video', () => {
  const act = (typed: Partial<Draft>, values: FieldValues, sent: FieldValues) =>
    leaving(fieldActs(emptyDraft, draft(typed)), values, sent);

  it('is put back as a whole or not at all', () => {
    const typed = { status: 'private', password: '' };
    const acts = act(typed, { status: 'publish', password: 'secret' }, typed);
    const since = draft({ status: 'private', password: 'another' });
    expect(undone('clip', since, acts, now)).toMatchObject({ fields: [], kept: ['status', 'password'] });
    expect(undone('clip', draft(typed), acts, now).draft).toEqual(draft({ status: 'publish', password: 'secret' }));
  });

  it('does not become everybody by a time that is over', () => {
    const acts = act({ publishAt: now + 5_000 }, { publishAt: now - 1 }, { publishAt: now + 5_000 });
    expect(undone('video', emptyDraft, acts, now)).toMatchObject({ fields: [], kept: ['publishAt'] });
    // It was public at that time, and is to be so again.
    const typed = { status: 'future', publishAt: now + 5_000 };
    const planned = act(typed, { status: 'publish', publishAt: now - 1 }, typed);
    expect(undone('video', emptyDraft, planned, now).fields).toEqual(['status', 'publishAt']);
  });

  it('is planned again where it was made public before its time', () => {
    const acts = act({ status: 'publish' }, { status: 'future', publishAt: now + 9_000 }, { status: 'publish' });
    expect(undone('video', emptyDraft, acts, now).draft).toEqual(draft({ status: 'future', publishAt: now + 9_000 }));
    expect(undone('video', emptyDraft, acts, now + 10_000)).toMatchObject({ fields: [] });
  });
});
