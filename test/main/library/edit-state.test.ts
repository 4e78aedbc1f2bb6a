// Edits of videos on the site: typing, the ends of an attempt, and what the site changed meanwhile.
import { expect, test } from 'vitest';
import { nothingShown } from '../../../main/fields.ts';
import { type EditEvent, type EditTried, nextEdit, typed } from '../../../main/library/edit-state.ts';
import type { Edit, FailureCause, Video } from '../../../main/model.ts';
import { mostBoundedFailures } from '../../../main/retry.ts';

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
const until = now + 77_000;
const tried = (result: EditTried): EditEvent => ({ kind: 'tried', result, until });
const failed = (cause: FailureCause): EditEvent => tried({ kind: 'failed', cause });

test('typing is gathered, remembers what was seen first, and goes out a moment later', () => {
  const first = edit();
  expect(first).toMatchObject({ draft: { title: 'New', description: null }, seen, revision: 1 });
  const second = typed(first, 7, { ...seen, title: 'Else' }, { description: 'More' }, now + 500);
  expect(second).toMatchObject({ draft: { title: 'New', description: 'More' }, seen, revision: 2 });
  expect(second.state).toEqual({ kind: 'waiting', why: null, until: now + 2_000 });
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
  expect(typed(fought, 7, seen, { title: 'Newer' }, now).state).toEqual(fought.state);
  expect(nextEdit(fought, { kind: 'mine' })).toMatchObject({ seen: null, state: { kind: 'waiting', until: null } });
  expect(nextEdit(fought, { kind: 'theirs' })).toBeNull();
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

test('typing answers a standstill, but not what is in conflict, and begins anew on what could not be read', () => {
  for (const state of [
    { kind: 'refused', said: 'No.' },
    { kind: 'gone' },
    { kind: 'ignored', fields: ['title'] },
  ] as const) {
    const again = typed(edit({ state, failures: 3 }), 7, null, { title: 'Newer' }, now);
    expect(again).toMatchObject({ draft: { title: 'Newer' }, seen, revision: 2, failures: 0 });
    expect(again.state).toEqual({ kind: 'waiting', why: null, until: now + 1_500 });
  }
  const shown = { ...seen, title: 'As it is' };
  const damaged = edit({ state: { kind: 'damaged' }, draft: { ...edit().draft, title: 'lost' }, revision: 9 });
  expect(typed(damaged, 7, shown, { description: 'More' }, now)).toEqual({
    ...edit(),
    draft: { ...edit().draft, title: null, description: 'More' },
    seen: shown,
  });
});

test('what could not be read stands still, whatever happens, until the user lets go of it', () => {
  const damaged = edit({ state: { kind: 'damaged' } });
  for (const kind of ['mine', 'retry', 'gone'] as const) expect(nextEdit(damaged, { kind })).toBe(damaged);
  expect(nextEdit(damaged, { kind: 'theirs' })).toBeNull();
});

test('what left without an answer is remembered until it is known what came of it', () => {
  const first = nextEdit(edit(), { kind: 'leaves', values: { title: 'Old' }, sent: { title: 'New' } });
  expect(first?.left).toEqual({ values: { title: 'Old' }, sent: { title: 'New' } });
  const more = { kind: 'leaves', values: { title: 'Older', status: 'draft' }, sent: { status: 'publish' } } as const;
  const second = first && nextEdit(first, more);
  expect(second?.left).toEqual({
    values: { title: 'Older', status: 'draft' },
    sent: { title: 'New', status: 'publish' },
  });
  if (!second) throw new Error('gone');
  expect(second).toMatchObject({ state: edit().state, revision: 1, draft: { title: 'New' } });
  expect(typed(second, 7, seen, { title: 'x' }, now).left).toEqual(second.left);
  expect(nextEdit(second, { kind: 'retry' })?.left).toEqual(second.left);
  for (const event of [{ kind: 'mine' }, { kind: 'applied', revision: 0, video: seen }] as const)
    expect(nextEdit({ ...second, failures: 2 }, event)).toMatchObject({ left: undefined, failures: 0 });
});

test.each<[EditEvent, Edit['state']]>([
  [
    { kind: 'conflict', theirs: { title: 'T' } },
    { kind: 'changed-on-site', theirs: { title: 'T' } },
  ],
  [
    { kind: 'ignored', fields: ['title'] },
    { kind: 'ignored', fields: ['title'] },
  ],
  [
    { kind: 'refused', said: 'No.', fields: ['title'] },
    { kind: 'refused', said: 'No.', fields: ['title'] },
  ],
  [{ kind: 'gone' }, { kind: 'gone' }],
  [{ kind: 'mine' }, { kind: 'waiting', why: null, until: null }],
  [{ kind: 'retry' }, { kind: 'waiting', why: null, until: null }],
  [failed({ kind: 'line', why: 'portal' }), { kind: 'waiting', why: 'portal', until: null }],
])('%j leaves it as %j', (event, state) => {
  expect(nextEdit(edit(), event)?.state).toEqual(state);
});

test('a failure counts, a missing line does not, and a new try begins at none', () => {
  const broken = failed({ kind: 'retry', why: 'server-error', afterMs: null, bounded: true });
  expect(nextEdit(edit({ failures: 3 }), broken)).toMatchObject({ failures: 4, state: { kind: 'waiting' } });
  expect(nextEdit(edit({ failures: 3 }), failed({ kind: 'line', why: 'portal' }))?.failures).toBe(3);
  expect(nextEdit(edit({ failures: 3 }), { kind: 'retry' })?.failures).toBe(0);
  const shorter = failed({ kind: 'retry', why: 'site-busy', afterMs: 1_000, bounded: false });
  expect(nextEdit(edit({ failures: 9 }), shorter)?.state).toMatchObject({ until: now + 300_000 });
});
