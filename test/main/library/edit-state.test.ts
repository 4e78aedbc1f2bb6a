// Edits of videos on the site: typing, the ends of an attempt, and what the site changed meanwhile.
import { expect, test } from 'vitest';
import { nothingShown } from '../../../main/fields.ts';
import { draftIn, type EditEvent, type EditTried, instead, nextEdit, typed } from '../../../main/library/edit-state.ts';
import { type Edit, emptyDraft, type FailureCause, type Video } from '../../../main/model.ts';
import { mostBoundedFailures } from '../../../main/retry.ts';

const seen: Video = {
  ...nothingShown,
  ...{ id: 7, title: 'Old', formatted: false, status: 'draft' },
  ...{ terms: {}, link: null, createdAt: null, modifiedAt: null },
};
const now = 1_000_000;
const edit = (over: Partial<Edit> = {}): Edit => ({
  ...typed(null, { videoId: 7, seen, draft: { title: 'New' }, shown: {} }, now),
  ...over,
});
const until = now + 77_000;
const tried = (result: EditTried): EditEvent => ({ kind: 'tried', result, until });
const failed = (cause: FailureCause): EditEvent => tried({ kind: 'failed', cause });

test('typing is gathered, remembers what was seen first, and goes out a moment later', () => {
  const first = edit();
  expect(first).toMatchObject({ draft: { title: 'New', description: null }, seen, revision: 1 });
  const second = typed(
    first,
    { videoId: 7, seen: { ...seen, title: 'Else' }, draft: { description: 'More' }, shown: {} },
    now + 500,
  );
  expect(second).toMatchObject({ draft: { title: 'New', description: 'More' }, seen, revision: 2 });
  expect(second.state).toEqual({ kind: 'waiting', why: null, until: now + 2_000 });
});

test('of a video that was not shown a single field may have been: it is what a change on the site is known by', () => {
  const shown = { title: 'Old' };
  const first = typed(null, { videoId: 7, seen: null, draft: { title: 'New' }, shown }, now);
  expect(first).toMatchObject({ seen: null, left: { values: shown, sent: {} } });
  // What was seen first stays what counts, also where more is seen later.
  const text = { videoId: 7, seen: null, draft: { title: 'Newer' }, shown: { title: 'New' } };
  expect(typed(first, text, now).left).toEqual({ values: shown, sent: {} });
  expect(typed(edit(), text, now)).toMatchObject({ seen, left: undefined });
});

test('an edit is over when the site has it, and goes on when more was typed meanwhile', () => {
  const after = { ...seen, title: 'New' };
  expect(nextEdit(edit(), tried({ kind: 'applied', revision: 1, video: after }))).toBeNull();
  expect(nextEdit(edit({ revision: 2 }), tried({ kind: 'applied', revision: 1, video: after }))).toMatchObject({
    seen: after,
    state: { kind: 'waiting' },
  });
});

test('a conflict stands until the user says whose words hold', () => {
  const fought = nextEdit(edit(), tried({ kind: 'conflict', theirs: { title: 'Theirs' } }));
  if (!fought) throw new Error('gone');
  expect(typed(fought, { videoId: 7, seen, draft: { title: 'Newer' }, shown: {} }, now).state).toEqual(fought.state);
  expect(nextEdit(fought, { kind: 'resolved', mine: ['title'] })).toMatchObject({
    draft: fought.draft,
    seen: fought.seen,
    left: { values: { title: 'Theirs' }, sent: {} },
    failures: 0,
    state: { kind: 'waiting', until: null },
  });
  expect(nextEdit(fought, { kind: 'resolved', mine: [] })).toBeNull();
  expect(nextEdit(fought, { kind: 'theirs' })).toBeNull();
});

test('of a conflict each field goes its own way, and what nobody fought about stays as it was typed', () => {
  const typedAll = edit({
    draft: { ...edit().draft, title: 'Mine', excerpt: 'Mine, too', description: 'Unfought', terms: { tags: [1] } },
    left: { values: { description: 'Before' }, sent: { description: 'Unfought' } },
  });
  const fought = nextEdit(
    typedAll,
    tried({ kind: 'conflict', theirs: { title: 'T', excerpt: 'E', 'terms:tags': [2] } }),
  );
  const settled = fought && nextEdit(fought, { kind: 'resolved', mine: ['excerpt'] });
  expect(settled?.draft).toEqual({
    ...edit().draft,
    title: null,
    excerpt: 'Mine, too',
    description: 'Unfought',
    terms: null,
  });
  expect(settled?.left).toEqual({
    values: { description: 'Before', title: 'T', excerpt: 'E', 'terms:tags': [2] },
    sent: { description: 'Unfought' },
  });
  // Only a conflict is settled so.
  expect(nextEdit(typedAll, { kind: 'resolved', mine: [] })).toBe(typedAll);
});

test('what may pass is tried again; what keeps failing and what was refused waits for the user', () => {
  const lost = failed({ kind: 'retry', why: 'connection-lost', afterMs: null, bounded: false });
  const waits = { kind: 'waiting', why: 'connection-lost', until } as const;
  expect(nextEdit(edit(), lost)).toMatchObject({ failures: 1, state: waits });
  expect(nextEdit(edit({ failures: 40 }), lost)).toMatchObject({ failures: 41, state: waits });
  const broken = failed({ kind: 'retry', why: 'server-error', afterMs: null, bounded: true });
  expect(nextEdit(edit({ failures: mostBoundedFailures - 2 }), broken)?.state).toMatchObject({
    kind: 'waiting',
    until,
  });
  expect(nextEdit(edit({ failures: mostBoundedFailures - 1 }), broken)).toMatchObject({
    failures: 0,
    state: { kind: 'refused', said: null },
  });
  const no = failed({ kind: 'needs-you', reason: 'site-refused', action: 'retry', detail: 'No.' });
  expect(nextEdit(edit(), no)?.state).toEqual({ kind: 'refused', said: 'No.' });
});

test('a pause that the site asked for, a sign-in and the way to the site use up no try, as with clips (F-14, F-15, F-18)', () => {
  const three = edit({ failures: 3 });
  for (const why of ['site-busy', 'site-maintenance'] as const) {
    const asked = failed({ kind: 'retry', why, afterMs: 90_000, bounded: false });
    expect(nextEdit(three, asked)).toMatchObject({ failures: 3, state: { kind: 'waiting', why, until } });
  }
  const signedOut = { failures: 3, state: { kind: 'waiting', why: 'sign-in', until: null } };
  expect(nextEdit(three, failed({ kind: 'sign-in' }))).toMatchObject(signedOut);
  const away = { failures: 3, state: { kind: 'waiting', why: 'site-away', until: null } };
  expect(nextEdit(three, failed({ kind: 'line', why: 'site-away' }))).toMatchObject(away);
});

test('whom the site sent away for a time goes at once when the user wants it now, and nobody else does', () => {
  const sentAway = nextEdit(edit(), failed({ kind: 'retry', why: 'site-busy', afterMs: 90_000, bounded: false }));
  if (!sentAway) throw new Error('gone');
  expect(nextEdit(sentAway, { kind: 'hurried' })?.state).toMatchObject({ kind: 'waiting', until: null });
  const others = [edit(), edit({ state: { kind: 'gone' } }), edit({ state: { kind: 'damaged' } })];
  for (const other of others) expect(nextEdit(other, { kind: 'hurried' })).toBe(other);
});

test('what leaves is kept beside what left before, field by field', () => {
  const once = nextEdit(edit(), { kind: 'leaves', values: { title: 'Old' }, sent: { title: 'New' } });
  expect(once).toEqual({ ...edit(), left: { values: { title: 'Old' }, sent: { title: 'New' } } });
  const twice = once && nextEdit(once, { kind: 'leaves', values: { excerpt: '' }, sent: { excerpt: 'Short' } });
  expect(twice?.left).toEqual({
    values: { title: 'Old', excerpt: '' },
    sent: { title: 'New', excerpt: 'Short' },
  });
});

test('what the site refused or left as it was stands with its fields, and is tried again by the word of the user', () => {
  const refused = nextEdit(edit({ failures: 2 }), tried({ kind: 'refused', fields: ['slug'], said: 'Taken.' }));
  expect(refused?.state).toEqual({ kind: 'refused', said: 'Taken.', fields: ['slug'] });
  const ignored = nextEdit(edit({ failures: 2 }), tried({ kind: 'ignored', fields: ['status'] }));
  expect(ignored?.state).toEqual({ kind: 'ignored', fields: ['status'] });
  for (const stands of [refused, ignored]) {
    const again = stands && nextEdit(stands, { kind: 'retry' });
    expect(again).toEqual({ ...edit(), failures: 0, state: { kind: 'waiting', why: null, until: null } });
  }
});

test('what cannot be read any more goes nowhere: it is dropped, or something is typed anew', () => {
  const damaged = edit({ state: { kind: 'damaged' }, draft: { ...edit().draft, title: 'Unreadable' }, revision: 9 });
  const events: readonly EditEvent[] = [
    { kind: 'retry' },
    { kind: 'resolved', mine: ['title'] },
    { kind: 'leaves', values: {}, sent: {} },
    tried({ kind: 'gone' }),
  ];
  for (const event of events) expect(nextEdit(damaged, event)).toBe(damaged);
  expect(nextEdit(damaged, { kind: 'theirs' })).toBeNull();
  const anew = typed(damaged, { videoId: 7, seen, draft: { excerpt: 'Short' }, shown: {} }, now);
  expect(anew).toEqual(typed(null, { videoId: 7, seen, draft: { excerpt: 'Short' }, shown: {} }, now));
});

test('a site in maintenance, or with a page for an answer, sends edits away as a busy one does; a lost connection does not', () => {
  const waits = (why: 'site-maintenance' | 'web-page-answer' | 'connection-lost'): Edit =>
    edit({ state: { kind: 'waiting', why, until } });
  for (const why of ['site-maintenance', 'web-page-answer'] as const)
    expect(nextEdit(waits(why), { kind: 'hurried' })?.state).toMatchObject({ until: null });
  expect(nextEdit(waits('connection-lost'), { kind: 'hurried' })?.state).toMatchObject({ until });
});

const text = (over: Partial<typeof emptyDraft>) => ({ ...emptyDraft, ...over });

test('what is taken back is another text at once, known by what the site has in its fields', () => {
  const there = { title: 'Between', excerpt: 'Short' };
  const known = edit({ failures: 2, revision: 4, left: { values: { title: 'Old' }, sent: { title: 'New' } } });
  const draft = text({ title: 'First', excerpt: 'Before' });
  expect(instead(known, { videoId: 7, draft, there })).toEqual({
    ...{ videoId: 7, draft, seen, revision: 5, failures: 0 },
    // What was seen before it left counts on; of the rest what is there now does.
    left: { values: { title: 'Old', excerpt: 'Short' }, sent: { title: 'New' } },
    state: { kind: 'waiting', why: null, until: null },
  });
  expect(instead(null, { videoId: 8, draft, there })).toEqual({
    ...{ videoId: 8, draft, seen: null, revision: 1, failures: 0, left: { values: there, sent: {} } },
    state: { kind: 'waiting', why: null, until: null },
  });
  expect(instead(edit({ seen: null }), { videoId: 7, draft, there })).toMatchObject({
    ...{ seen: null, revision: 2, left: { values: there, sent: {} } },
  });
});

test('nothing is left to do where nothing is typed any more, and what cannot be read stays', () => {
  expect(instead(edit(), { videoId: 7, draft: emptyDraft, there: {} })).toBeNull();
  expect(instead(null, { videoId: 7, draft: emptyDraft, there: {} })).toBeNull();
  // One field is enough.
  expect(instead(edit(), { videoId: 7, draft: text({ excerpt: '' }), there: {} })).not.toBeNull();
  const damaged = edit({ state: { kind: 'damaged' } });
  expect(instead(damaged, { videoId: 7, draft: text({ title: 'First' }), there: {} })).toBe(damaged);
});

test('a conflict about what is typed no more is none, and one about what still is stays', () => {
  const fought = edit({ state: { kind: 'changed-on-site', theirs: { title: 'Theirs' } } });
  const after = (draft: Partial<typeof emptyDraft>) =>
    instead(fought, { videoId: 7, draft: text(draft), there: {} })?.state;
  expect(after({ excerpt: 'Before' })).toEqual({ kind: 'waiting', why: null, until: null });
  expect(after({ title: 'First', excerpt: 'Before' })).toEqual(fought.state);
  // Of anything else that it waited for nothing stays.
  const gone = edit({ state: { kind: 'gone' } });
  expect(instead(gone, { videoId: 7, draft: text({ title: 'First' }), there: {} })?.state.kind).toBe('waiting');
});

test('what is typed for a video is nothing where nothing was, or where it cannot be read', () => {
  expect(draftIn(edit())).toEqual(text({ title: 'New' }));
  for (const none of [null, edit({ state: { kind: 'damaged' } })]) expect(draftIn(none)).toEqual(emptyDraft);
});

test('its time moves with the clock, by as much; one without a time, or that has no later one than it may, stays as it is', () => {
  const at = (time: number | null) => edit({ state: { kind: 'waiting', why: 'offline', until: time } });
  expect(nextEdit(at(now), { kind: 'clock-set', byMs: -500 })?.state).toMatchObject({ until: now - 500 });
  expect(nextEdit(at(now + 900), { kind: 'due-capped', latest: now })?.state).toMatchObject({ until: now });
  const [soon, never, gone] = [at(now), at(null), edit({ state: { kind: 'gone' } })];
  expect(nextEdit(soon, { kind: 'due-capped', latest: now + 900 })).toBe(soon);
  for (const one of [never, gone]) {
    expect(nextEdit(one, { kind: 'clock-set', byMs: -500 })).toBe(one);
    expect(nextEdit(one, { kind: 'due-capped', latest: 0 })).toBe(one);
  }
});
