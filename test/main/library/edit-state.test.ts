// Edits of videos on the site: typing, the ends of an attempt, and what the site changed meanwhile.
import { expect, test } from 'vitest';
import { nothingShown } from '../../../main/fields.ts';
import { type EditEvent, nextEdit, typed } from '../../../main/library/edit-state.ts';
import type { Edit, FailureCause, Video } from '../../../main/model.ts';

const seen: Video = {
  ...nothingShown,
  ...{ id: 7, title: 'Old', formatted: false, status: 'draft' },
  ...{ terms: {}, link: null, createdAt: null, modifiedAt: null },
};
const now = 1_000_000;
const edit = (over: Partial<Edit> = {}): Edit => ({
  ...typed(null, 7, seen, { title: 'New' }, now),
  ...over,
});
const failed = (cause: FailureCause): EditEvent => ({ kind: 'failed', cause, now });

test('typing is gathered, remembers what was seen first, and goes out a moment later', () => {
  const first = edit();
  expect(first).toMatchObject({ draft: { title: 'New', description: null }, seen, revision: 1 });
  const second = typed(first, 7, { ...seen, title: 'Else' }, { description: 'More' }, now + 500);
  expect(second).toMatchObject({ draft: { title: 'New', description: 'More' }, seen, revision: 2 });
  expect(second.state).toEqual({ kind: 'waiting', why: null, until: now + 2_000 });
});

test('an edit is over when the site has it, and goes on when more was typed meanwhile', () => {
  const after = { ...seen, title: 'New' };
  expect(nextEdit(edit(), { kind: 'applied', revision: 1, video: after })).toBeNull();
  expect(nextEdit(edit({ revision: 2 }), { kind: 'applied', revision: 1, video: after })).toMatchObject({
    seen: after,
    state: { kind: 'waiting' },
  });
});

test('a conflict stands until the user says whose words hold', () => {
  const fought = nextEdit(edit(), { kind: 'conflict', theirs: { title: 'Theirs' } });
  if (!fought) throw new Error('gone');
  expect(typed(fought, 7, seen, { title: 'Newer' }, now).state).toEqual(fought.state);
  expect(nextEdit(fought, { kind: 'mine' })).toMatchObject({ seen: null, state: { kind: 'waiting', until: null } });
  expect(nextEdit(fought, { kind: 'theirs' })).toBeNull();
});

test('what may pass is tried again, ever later; what keeps failing and what was refused waits for the user', () => {
  const offline = failed({ kind: 'retry', why: 'connection-lost', afterMs: null, bounded: false });
  expect(nextEdit(edit(), offline)?.state).toEqual({ kind: 'waiting', why: 'connection-lost', until: now + 5_000 });
  expect(nextEdit(edit({ failures: 3 }), offline)?.state).toMatchObject({ until: now + 40_000 });
  expect(nextEdit(edit({ failures: 40 }), offline)?.state).toMatchObject({ until: now + 300_000 });
  const busy = failed({ kind: 'retry', why: 'site-busy', afterMs: 90_000, bounded: false });
  expect(nextEdit(edit(), busy)?.state).toMatchObject({ until: now + 90_000 });
  const broken = failed({ kind: 'retry', why: 'server-error', afterMs: null, bounded: true });
  expect(nextEdit(edit({ failures: 4 }), broken)?.state).toEqual({ kind: 'refused', said: null });
  const no = failed({ kind: 'needs-you', reason: 'site-refused', action: 'retry', detail: 'No.' });
  expect(nextEdit(edit(), no)?.state).toEqual({ kind: 'refused', said: 'No.' });
  expect(nextEdit(edit(), failed({ kind: 'sign-in' }))?.state).toEqual({
    kind: 'waiting',
    why: 'sign-in',
    until: null,
  });
});
