// Each field of a video's metadata, by its record: as it is sent, read back, kept on disk and handed over by the window.
import { describe, expect, it } from 'vitest';
import {
  byField,
  changeSchemas,
  type FieldId,
  fieldIds,
  fields,
  fieldsOf,
  nothingShown,
  type PlainDraft,
  sameValue,
  storedDraft,
  valuesOf,
} from '../../main/fields.ts';
import { emptyDraft } from '../../main/model.ts';
import { updateBody } from '../../main/site/content/field-codecs.ts';
import { merge } from '../../main/site/content/merge-fields.ts';
import { toVideo } from '../../main/site/content/records.ts';
import { isTaxonomyName } from '../../main/site/content/taxonomies.ts';
import { readRow } from '../../main/untrusted/rows.ts';
import { schemas } from '../../preload/schemas.ts';
import { isTextId } from '../../preload/text/text.ts';
import { controls } from '../../renderer/features/metadata/field-controls.tsx';

const now = Date.UTC(2026, 10, 20, 12);
const samples = { text: 'Fog & <gold>', status: 'private', moment: now, openness: false } as const;
const sampleOf = (field: FieldId) => samples[fields[field].kind];
const typed = byField<PlainDraft>(sampleOf);
const draft = { ...emptyDraft, ...typed };
const without = (object: object, ...names: readonly string[]): string =>
  JSON.stringify(Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name))));

describe.each(fieldIds)('%s', (field: FieldId) => {
  it('comes back from the site as it was sent, under a name of its own that no taxonomy may take', () => {
    const body = updateBody({ [field]: sampleOf(field) });
    const { name } = fields[field].wire;
    expect(Object.keys(body)).toEqual([name]);
    expect(isTaxonomyName(name)).toBe(false);
    const there = valuesOf(toVideo({ id: 7, ...body }));
    expect(sameValue(field, there[field], sampleOf(field))).toBe(true);
    // Of the others nothing was said.
    const { [field]: _own, ...others } = there;
    expect(others).toEqual(
      Object.fromEntries(
        fieldIds.flatMap((id) => (id === field || nothingShown[id] === null ? [] : [[id, nothingShown[id]]])),
      ),
    );
  });

  it('is sent when it was typed and differs, and only then', () => {
    const video = toVideo({ id: 7 });
    expect(fieldsOf(merge({ ...emptyDraft, [field]: typed[field] }, {}, video, now).send)).toEqual([field]);
    expect(fieldsOf(merge(emptyDraft, {}, video, now).send)).toEqual([]);
    const after = toVideo({ id: 7, ...updateBody({ [field]: sampleOf(field) }) });
    expect(fieldsOf(merge({ ...emptyDraft, [field]: typed[field] }, {}, after, now).send)).toEqual([]);
  });

  it('is kept, and not kept as anything else', () => {
    expect(readRow(storedDraft, JSON.stringify(draft))).toEqual({ ok: true, value: draft });
    expect(readRow(storedDraft, JSON.stringify({ ...draft, [field]: null }))).toMatchObject({ ok: true });
    for (const other of [[], {}, fields[field].kind === 'openness' ? 'yes' : true])
      expect(readRow(storedDraft, JSON.stringify({ ...draft, [field]: other }))).toMatchObject({ ok: false });
    expect(changeSchemas[field].safeParse([]).success).toBe(false);
  });

  it('is taken from the window within its bounds', () => {
    const handed = (value: unknown): boolean =>
      schemas['job.describe'].safeParse([{ jobId: 'j', draft: { [field]: value } }]).success;
    const { mostCharacters } = fields[field];
    expect([handed(typed[field]), handed(null), handed([])]).toEqual([true, true, false]);
    if (mostCharacters === null) return;
    expect([handed('a'.repeat(mostCharacters)), handed('a'.repeat(mostCharacters + 1))]).toEqual([true, false]);
  });

  it('has a word, and a control of its own or with another', () => {
    expect(isTextId(`field.${field}`)).toBe(true);
    const { place } = fields[field];
    if (typeof place === 'object') expect(controls[place.with]).not.toBeNull();
    expect(controls[field] === null).toBe(typeof place === 'object');
  });
});

describe('drafts of earlier versions', () => {
  const ofGeneration = (generation: number): FieldId[] => fieldIds.filter((field) => fields[field].since > generation);

  it.each([0, 1])('have nothing in fields that there were not yet (generation %i)', (generation) => {
    const later = ofGeneration(generation);
    expect(readRow(storedDraft, without(draft, ...later, 'terms', 'termChanges'))).toEqual({
      ok: true,
      value: { ...draft, ...Object.fromEntries(later.map((field) => [field, null])) },
    });
    // One field less is damage, unless that is how it was a generation before.
    for (const field of fieldIds.filter((id) => fields[id].since < Math.max(generation, 1))) {
      const missing = without(draft, ...later, field, 'terms', 'termChanges');
      expect(readRow(storedDraft, missing), `without ${field}`).toMatchObject({ ok: false });
    }
    // With terms it is none of that time: something is missing.
    expect(readRow(storedDraft, without(draft, ...later))).toMatchObject({ ok: false });
  });

  it('of the generation of the first tables are kept as they were then', () => {
    // A profile of the present version: what is not among these is a field that came later, of a later generation.
    const present = ['title', 'description', 'excerpt', 'status', 'publishAt', 'slug', 'password', 'commentsOpen'];
    const later = fieldIds.filter((field) => !present.includes(field));
    const text = without(draft, ...later);
    expect(readRow(storedDraft, text)).toMatchObject({ ok: true });
    for (const field of present) {
      const missing = without(draft, ...later, field);
      expect(readRow(storedDraft, missing), `without ${field}`).toMatchObject({ ok: false });
    }
  });
});

it('two fields of one name on the site would overwrite each other', () => {
  const names = fieldIds.map((field) => fields[field].wire.name);
  expect(new Set(names).size).toBe(names.length);
});
