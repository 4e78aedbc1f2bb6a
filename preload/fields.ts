// The fields of a video's metadata, one record each: everything in which they differ, for all worlds to build upon.
//
// A new field stands in `Values` and in `fields`; the compiler then asks for its words and for its control in the form.

/** What each field holds, as typed and as the site shows it. Each taxonomy is a field besides these. */
export interface Values {
  title: string;
  description: string;
  excerpt: string;
  status: string;
  /** When it is or becomes public, in ms since 1970. */
  publishAt: number;
  slug: string;
  /** What visitors must type to see the video; '' = nothing. Not a secret of the account. */
  password: string;
  commentsOpen: boolean;
}

export type FieldId = keyof Values;

/** Terms of one taxonomy to put on or take off whatever the video has; for many videos at once. */
export interface TermChange {
  readonly add: readonly number[];
  readonly remove: readonly number[];
}

/** Metadata as typed; null = not touched, the site's own value stays. */
export type PlainDraft = { readonly [F in FieldId]: Values[F] | null };

export interface Draft extends PlainDraft {
  /** Ids by the taxonomy's `restBase`: the whole set of each taxonomy that was touched. */
  readonly terms: Readonly<Record<string, readonly number[]>> | null;
  /** Only for taxonomies that `terms` does not name. */
  readonly termChanges: Readonly<Record<string, TermChange>> | null;
}

/** Metadata as a site shows it: an empty text is one, of anything else it may say nothing. */
export type ShownValues = { readonly [F in FieldId]: Values[F] extends string ? string : Values[F] | null };

/** One field of a video's metadata; each taxonomy is a field of its own. */
export type FieldName = FieldId | `terms:${string}`;
export type FieldValue = string | number | boolean | readonly number[];
export type FieldValues = Readonly<Partial<Record<FieldName, FieldValue>>>;

/** How a value is checked, and what it is called in front of a person. */
type Kind<V> = V extends string ? 'text' | 'status' : V extends number ? 'moment' : 'openness';
export type FieldKind = Kind<Values[FieldId]>;

/** How a value travels (main/site/content/field-codecs.ts). */
type Form<V> = V extends string ? 'text' | 'document' | 'word' | 'name' : V extends number ? 'moment' : 'openness';
export type WireForm = Form<Values[FieldId]>;

/** What the site has besides, where that decides: when the video is or becomes public, and the site's clock, in ms. */
interface There {
  readonly publicAt: number | null;
  readonly now: number;
}

export interface Field<V> {
  readonly kind: Kind<V>;
  /** The most characters that the window may hand over; null = it is no text. */
  readonly mostCharacters: V extends string ? number : null;
  /** The generation of stored drafts that had it first; a new field begins a new one (`latestGeneration` and 1). */
  readonly since: number;
  /** False: emptied it means "as the site makes it", for a video without any helps nobody. */
  readonly mayBeEmpty: boolean;
  /** Whether the site would show both as one. */
  readonly isSame: (one: FieldValue, other: FieldValue) => boolean;
  /** What a video is to have by what was typed; null = whatever it has. */
  readonly wanted: (typed: V, draft: Draft, there: There) => V | null;
  /** In the site's records, in its update and in its description of that update (platform facts, section 11). */
  readonly wire: {
    readonly name: string;
    readonly form: Form<V>;
    /** What a refusal may call it besides. */
    readonly alsoNamed: readonly string[];
  };
  /** It says who may see a video, and from when: what is left of these alone could show it to those it was not meant for. */
  readonly decidesWhoSees: boolean;
  /** One value for many clips makes sense. */
  readonly isForMany: boolean;
  /** Where it stands in the form, within each place in the order of the records; `with` another: it belongs to that one's choice. */
  readonly place: 'top' | 'more' | { readonly with: FieldId };
}

/** In this order they stand in stored drafts. */
export const fields: { readonly [F in FieldId]: Field<Values[F]> } = {
  title: {
    kind: 'text',
    mostCharacters: 200_000,
    since: 0,
    mayBeEmpty: false,
    isSame: isEqual,
    wanted: trimmed,
    wire: { name: 'title', form: 'text', alsoNamed: [] },
    decidesWhoSees: false,
    // Many have a pattern in its place.
    isForMany: false,
    place: 'top',
  },
  description: {
    kind: 'text',
    mostCharacters: 200_000,
    since: 0,
    mayBeEmpty: true,
    isSame: isSameText,
    wanted: asTyped,
    wire: { name: 'content', form: 'document', alsoNamed: [] },
    decidesWhoSees: false,
    isForMany: true,
    place: 'top',
  },
  excerpt: {
    kind: 'text',
    mostCharacters: 200_000,
    since: 1,
    mayBeEmpty: true,
    isSame: isSameText,
    wanted: asTyped,
    wire: { name: 'excerpt', form: 'text', alsoNamed: [] },
    decidesWhoSees: false,
    isForMany: true,
    place: 'more',
  },
  status: {
    kind: 'status',
    mostCharacters: 64,
    since: 0,
    mayBeEmpty: true,
    isSame: isEqual,
    wanted: statusFor,
    wire: { name: 'status', form: 'word', alsoNamed: [] },
    decidesWhoSees: true,
    isForMany: true,
    place: 'top',
  },
  publishAt: {
    kind: 'moment',
    mostCharacters: null,
    since: 2,
    mayBeEmpty: true,
    isSame: isSameSecond,
    wanted: asTyped,
    wire: { name: 'date_gmt', form: 'moment', alsoNamed: ['date'] },
    decidesWhoSees: true,
    isForMany: true,
    place: { with: 'status' },
  },
  slug: {
    kind: 'text',
    mostCharacters: 1_000,
    since: 2,
    mayBeEmpty: false,
    isSame: isSameAddress,
    wanted: trimmed,
    wire: { name: 'slug', form: 'name', alsoNamed: [] },
    decidesWhoSees: false,
    isForMany: false,
    place: 'more',
  },
  password: {
    kind: 'text',
    mostCharacters: 255,
    since: 2,
    mayBeEmpty: true,
    isSame: isEqual,
    wanted: asTyped,
    wire: { name: 'password', form: 'name', alsoNamed: [] },
    decidesWhoSees: true,
    isForMany: true,
    place: 'more',
  },
  commentsOpen: {
    kind: 'openness',
    mostCharacters: null,
    since: 2,
    mayBeEmpty: true,
    isSame: isEqual,
    wanted: asTyped,
    wire: { name: 'comment_status', form: 'openness', alsoNamed: [] },
    decidesWhoSees: false,
    isForMany: true,
    place: 'more',
  },
};

export const fieldIds = Object.keys(fields) as readonly FieldId[];

/** An object with an entry for each field, in their order. `make` has to give what `T` says: no type follows it from field to field. */
export function byField<T extends { readonly [F in FieldId]: unknown }>(make: (field: FieldId) => unknown): T {
  return Object.fromEntries(fieldIds.map((field) => [field, make(field)])) as T;
}

/** Nothing typed: the site decides everything. */
export const emptyDraft: Draft = { ...byField<PlainDraft>(() => null), terms: null, termChanges: null };

/** What a site shows of a field that it knows nothing of. */
export const nothingShown = byField<ShownValues>((field) => (fields[field].mostCharacters === null ? null : ''));

export function isFieldId(name: string): name is FieldId {
  return Object.hasOwn(fields, name);
}

const termsPrefix = 'terms:';

export function termsField(restBase: string): FieldName {
  return `${termsPrefix}${restBase}`;
}

/** The taxonomy's name in records, or null when the field is none. */
export function taxonomyOf(field: FieldName): string | null {
  return field.startsWith(termsPrefix) ? field.slice(termsPrefix.length) : null;
}

/** A field that is no taxonomy. */
export function isPlain(field: FieldName): field is FieldId {
  return taxonomyOf(field) === null;
}

/** The fields that have a value, in the order in which they got it. */
export function fieldsOf(values: FieldValues): FieldName[] {
  return Object.keys(values) as FieldName[];
}

/** A set of terms after some were put on and others taken off. */
export function changedTerms(ids: readonly number[], { add, remove }: TermChange): readonly number[] {
  const out = new Set(remove);
  return [...new Set([...ids, ...add])].filter((id) => !out.has(id));
}

/** Whether the site would show both as one; a value that is not there is only like another one that is not. */
export function sameValue(field: FieldName, one: FieldValue | undefined, other: FieldValue | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (Array.isArray(one) && Array.isArray(other)) {
    const set = new Set<number>(other);
    return new Set<number>(one).size === set.size && one.every((id: number) => set.has(id));
  }
  return isFieldId(field) ? fields[field].isSame(one, other) : one === other;
}

function asTyped<V>(typed: V): V {
  return typed;
}

function trimmed(typed: string): string | null {
  return typed.trim() === '' ? null : typed.trim();
}

/** WordPress compares a date to the minute when it decides between public and scheduled. */
const aheadMs = 60_000;

function statusFor(status: string, { publishAt }: Draft, { publicAt, now }: There): string | null {
  if (status !== 'publish' && status !== 'future') return status;
  // Without a date of its own a scheduled video would be public at once: that was never asked for.
  if (status === 'future' && publishAt === null) return (publicAt ?? 0) - now >= aheadMs ? 'future' : null;
  if (publishAt === null) return status;
  return publishAt - now >= aheadMs ? 'future' : 'publish';
}

function isEqual(one: FieldValue, other: FieldValue): boolean {
  return one === other;
}

/** WordPress trims and may write other line ends; nothing else counts as the same. */
function isSameText(one: FieldValue, other: FieldValue): boolean {
  const even = (text: FieldValue): string => String(text).replace(/\r\n?/g, '\n').trim();
  return even(one) === even(other);
}

function isSameSecond(one: FieldValue, other: FieldValue): boolean {
  return Math.floor(Number(one) / 1000) === Math.floor(Number(other) / 1000);
}

/** Addresses are the same as the site spells them. */
function isSameAddress(one: FieldValue, other: FieldValue): boolean {
  const plain = (value: FieldValue): string => {
    const text = String(value);
    let decoded = text;
    try {
      decoded = decodeURIComponent(text);
    } catch {
      // A percent sign that encodes nothing stays what it is.
    }
    return decoded
      .normalize('NFKD')
      .toLowerCase()
      .replace(/\p{M}/gu, '')
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '');
  };
  // The site adds a number when the address is taken.
  const [a, b] = [plain(one), plain(other)];
  return a === b || a.replace(/-\d+$/, '') === b || b.replace(/-\d+$/, '') === a;
}
