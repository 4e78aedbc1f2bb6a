// What a clip gets by the file beside it: over its preset, under what was typed, and nothing public that the file does not want so.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nothingPut, type SidecarInput, withSidecar } from '../../../../main/features/sidecars/sidecar-draft.ts';
import { type Draft, emptyDraft, type FormShape } from '../../../../main/model.ts';
import { coreForm } from '../../../../main/site/content/form.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
const tag = { restBase: 'video_tag', name: 'Video Tags', hierarchical: false, canCreate: true };
const category = { restBase: 'video_category', name: 'Video Categories', hierarchical: true, canCreate: true };
const shape: FormShape = {
  ...coreForm(true),
  taxonomies: [tag, category],
  zone: { name: 'Europe/Paris', offsetMinutes: 60 },
  learnedAt: 1,
};
const typed = (draft: Partial<Draft>): Draft => ({ ...emptyDraft, ...draft });
type Said = SidecarInput['said'];
const given = (fields: Said['fields'], terms: Said['terms'] = [], on: Partial<SidecarInput> = {}): SidecarInput => ({
  ...{
    said: { fields, terms },
    troubles: [],
    shape,
    mayHold: true,
    names: [],
    draft: emptyDraft,
    base: emptyDraft,
    put: nothingPut,
  },
  ...{ mayMake: false, now, ...on },
});
const problems = (input: SidecarInput) =>
  withSidecar(input).troubles.map(({ problem, field }) => `${field} ${problem}`);

describe('a field', () => {
  it('is the file’s over the preset’s, and as the preset has it once the file says nothing of it any more', () => {
    const base = typed({ title: 'Preset', excerpt: 'Preset' });
    const first = withSidecar(given({ title: 'File' }, [], { base, draft: base }));
    expect([first.draft, first.put.fields]).toEqual([typed({ title: 'File', excerpt: 'Preset' }), { title: 'File' }]);
    const later = withSidecar(given({ excerpt: 'File' }, [], { base, draft: first.draft, put: first.put }));
    expect([later.draft, later.put.fields]).toEqual([typed({ title: 'Preset', excerpt: 'File' }), { excerpt: 'File' }]);
  });

  it('that somebody typed in, or emptied, stays as it is', () => {
    const base = typed({ title: 'Preset', description: 'Preset' });
    const draft = typed({ title: 'Typed', description: null });
    const after = withSidecar(given({ title: 'File', description: 'File', slug: 'file' }, [], { base, draft }));
    expect([after.draft, after.put.fields]).toEqual([{ ...draft, slug: 'file' }, { slug: 'file' }]);
  });

  it('that the site does not have is left out', () => {
    const without = { ...shape, fields: shape.fields.filter((field) => field !== 'excerpt') };
    expect(withSidecar(given({ excerpt: 'File' }, [], { shape: without }))).toMatchObject({
      draft: emptyDraft,
      troubles: [],
    });
  });

  it('is understood as in a table, by the clock of the site', () => {
    const { draft } = withSidecar(
      given({ status: 'Scheduled', publishAt: '24.12.2026 18:30', commentsOpen: 'closed' }),
    );
    expect(draft).toEqual(
      typed({ status: 'future', publishAt: Date.parse('2026-12-24T17:30:00Z'), commentsOpen: false }),
    );
    expect(problems(given({ status: 'unlisted', publishAt: 'soon', commentsOpen: '?' }))).toEqual([
      'status status',
      'publishAt date',
      'commentsOpen openness',
    ]);
  });
});

describe('visibility', () => {
  it.each([
    [
      'public, its date not understood',
      { status: 'public', publishAt: '02/03/2099' },
      ['publishAt date', 'status held-back'],
    ],
    ['scheduled without a date', { status: 'scheduled' }, ['status date-missing']],
    ['scheduled for a time that is over', { status: 'future', publishAt: '2026-11-26 12:59' }, ['publishAt date-over']],
  ] as const)('is left as it was: %s', (_, fields, told) => {
    const draft = typed({ status: 'draft' });
    const input = given(fields, [], { base: draft, draft });
    expect([withSidecar(input).draft, problems(input)]).toEqual([draft, told]);
  });

  const unread: readonly [Said['fields'], readonly string[]][] = [
    [{ publishAt: '02/03/2099' }, ['publishAt date']],
    [{ status: 'public', publishAt: 'soon' }, ['publishAt date']],
    [{ status: 'unlisted' }, ['status status']],
    [{ status: 'scheduled' }, ['status date-missing']],
    [{ status: 'future', publishAt: '2026-11-26 12:59' }, ['publishAt date-over']],
  ];
  it.each([
    ['its preset', { base: typed({ status: 'publish' }) }],
    ['the schedule of its preset', { base: typed({ status: 'future', publishAt: now + 86_400_000 }) }],
  ] as const)('is that of a draft where %s would make it public, and the file is not understood', (_, on) => {
    const draft = on.base;
    for (const [fields, told] of unread) {
      const input = given(fields, [], { draft, ...on });
      expect(withSidecar(input).draft.status).toBe('draft');
      expect(problems(input)).toEqual([...told, 'status held-hidden']);
    }
    const lists = given({}, [], { draft, troubles: [{ problem: 'shape', field: 'publishAt', text: '' }], ...on });
    expect(withSidecar(lists).put.fields).toEqual({ status: 'draft' });
  });

  it('is what preset, file or person say again once nothing is open, and never public by being held', () => {
    const base = typed({ status: 'publish' });
    const held = withSidecar(given({ publishAt: 'soon' }, [], { base, draft: base }));
    const mended = given({ publishAt: '2099-12-24 18:00' }, [], { base, draft: held.draft, put: held.put });
    expect(withSidecar(mended).draft).toMatchObject({ status: 'publish', publishAt: Date.parse('2099-12-24T17:00Z') });
    const emptied = given({}, [], { base, draft: held.draft, put: held.put });
    expect([withSidecar(emptied).draft, problems(emptied)]).toEqual([base, []]);
    const person = typed({ status: 'private' });
    expect(withSidecar(given({ publishAt: 'soon' }, [], { base, draft: person, put: held.put })).draft).toEqual(person);
    const own = given({ status: 'private', publishAt: 'soon' }, [], { base, draft: base });
    expect([withSidecar(own).draft.status, problems(own)]).toEqual(['private', ['publishAt date']]);
    const noDrafts = { ...shape, statuses: ['publish', 'pending'] };
    expect(withSidecar(given({ publishAt: 'soon' }, [], { base, draft: base, shape: noDrafts })).draft.status).toBe(
      'pending',
    );
  });

  it('that a person chose in place of a held one stays theirs, also where it is what the preset has', () => {
    const base = typed({ status: 'publish' });
    const said = { publishAt: 'soon' };
    let { draft, put } = withSidecar(given(said, [], { base, draft: base }));
    draft = { ...draft, status: 'publish' };
    for (let times = 0; times < 3; times++) ({ draft, put } = withSidecar(given(said, [], { base, draft, put })));
    expect(draft.status).toBe('publish');
  });

  it('of a clip that has left is not held back any more', () => {
    const base = typed({ status: 'publish' });
    const late = given({ status: 'future', publishAt: '2026-11-26 12:59' }, [], { base, draft: base, mayHold: false });
    expect([withSidecar(late).draft, problems(late)]).toEqual([base, ['publishAt date-over']]);
  });

  it('that an account may not choose is told', () => {
    expect(problems(given({ status: 'public' }, [], { shape: { ...shape, statuses: ['pending', 'draft'] } }))).toEqual([
      'status status',
    ]);
  });

  it('and its date are one choice: typed in part, both are typed', () => {
    const fields = { status: 'public', publishAt: '2099-12-24 18:00' };
    const draft = typed({ status: 'draft' });
    expect(withSidecar(given(fields, [], { draft })).draft).toEqual(draft);
  });

  it('waits for the clock of a site that was never asked, unless the date says its own', () => {
    const unlearned = { shape: coreForm(true) };
    for (const publishAt of ['2099-12-24 18:00', '24-12-2099']) {
      const open = withSidecar(given({ status: 'publish', publishAt }, [], unlearned));
      expect([open.draft, open.asks, open.troubles.map(({ problem }) => problem)]).toEqual([
        ...[emptyDraft, true, ['date-zone', 'held-back']],
      ]);
    }
    const sure = withSidecar(given({ status: 'publish', publishAt: '2099-12-24T18:00Z' }, [], unlearned));
    expect([sure.draft.status, sure.asks]).toEqual(['publish', false]);
  });
});

describe('names of terms', () => {
  const tags = [{ key: 'tags', names: ['Sea', 'Boats'] }];
  const known = (name: string, id: number) => ({
    key: 'tags',
    restBase: 'video_tag',
    name,
    state: 'known' as const,
    id,
  });

  it('are asked for, and become ids in place of the preset’s, those of other taxonomies stay', () => {
    const base = typed({ terms: { video_tag: [1], video_category: [2] } });
    const open = withSidecar(given({}, tags, { base, draft: base }));
    expect([open.draft, open.asks, open.names.map(({ state }) => state)]).toEqual([base, true, ['asking', 'asking']]);
    const names = [known('Sea', 7), { ...known('Boats', 0), state: 'missing' as const, id: null }];
    const found = withSidecar(given({}, tags, { base, draft: base, names }));
    expect([found.draft.terms, found.asks]).toEqual([{ video_tag: [7], video_category: [2] }, false]);
    // Another file later, without them: as the preset has it.
    const gone = withSidecar(given({}, [], { base, draft: found.draft, put: found.put }));
    expect(gone.draft.terms).toEqual(base.terms);
  });

  it('leave alone what was typed, as a whole or for many', () => {
    const names = [known('Sea', 7), known('Boats', 8)];
    for (const draft of [
      typed({ terms: { video_tag: [3] } }),
      typed({ terms: { video_tag: [] } }),
      typed({ termChanges: { video_tag: { add: [3], remove: [] } } }),
    ])
      expect(withSidecar(given({}, tags, { names, draft })).draft).toEqual(draft);
  });

  it('of a taxonomy that the site does not have are told where everybody knows the word, else left alone', () => {
    const named = [
      { key: 'categories', names: ['A'] },
      { key: 'genre', names: ['B'] },
      { key: 'Video tags', names: ['C', 'x'.repeat(201)] },
    ];
    const found = withSidecar(given({}, named, { shape: { ...shape, taxonomies: [tag] } })).names;
    expect(found.map(({ name, state }) => [name.slice(0, 1), state])).toEqual([
      ['A', 'no-taxonomy'],
      ['C', 'asking'],
      ['x', 'too-long'],
    ]);
  });

  it('that are to be made ask the site only once the clip goes', () => {
    const names = [known('Sea', 7), { ...known('Boats', 0), state: 'making' as const, id: null }];
    expect([false, true].map((mayMake) => withSidecar(given({}, tags, { names, mayMake })).asks)).toEqual([
      false,
      true,
    ]);
  });
});

it('the same again changes nothing, whatever it is', () => {
  const text = fc.option(fc.constantFrom('A', 'B', 'draft', 'publish', 'future', '2099-01-01', '1999-01-01', 'yes'), {
    nil: undefined,
  });
  const some = fc.record({ title: text, status: text, publishAt: text, commentsOpen: text });
  const drafts = fc.constantFrom(
    ...[emptyDraft, typed({ title: 'A' }), typed({ title: 'T', status: 'draft' }), typed({ status: 'publish' })],
  );
  fc.assert(
    fc.property(some, drafts, drafts, (fields, base, draft) => {
      const said = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
      const once = withSidecar(given(said, [{ key: 'tags', names: ['x'] }], { base, draft }));
      const { draft: after, put, names } = once;
      const twice = withSidecar(given(said, [{ key: 'tags', names: ['x'] }], { base, draft: after, put, names }));
      expect(twice).toEqual(once);
      // What is another's stays.
      if (draft.title !== base.title) expect(once.draft.title).toBe(draft.title);
    }),
  );
});
