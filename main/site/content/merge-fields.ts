// What differs between what was typed, what was seen and what the site has, field by field: a three-way comparison.
//
// A field is sent when it was typed and differs from the site. It is left alone when the site changed it since and the user
// did not; when both did, nobody's words are overwritten: it is a conflict, and the user decides.
import type { Draft, FieldName, FieldValue, FieldValues, Video, WallMs } from '../../model.ts';

const termsPrefix = 'terms:';

export function termsField(restBase: string): FieldName {
  return `${termsPrefix}${restBase}`;
}

/** The taxonomy's name in records, or null when the field is none. */
export function taxonomyOf(field: FieldName): string | null {
  return field.startsWith(termsPrefix) ? field.slice(termsPrefix.length) : null;
}

export function fieldsOf(values: FieldValues): FieldName[] {
  return Object.keys(values) as FieldName[];
}

/** Every field that the site's record shows. */
export function valuesOf(video: Video): FieldValues {
  const values: Partial<Record<FieldName, FieldValue>> = {
    title: video.title,
    description: video.description,
    excerpt: video.excerpt,
    status: video.status,
    slug: video.slug,
    password: video.password,
  };
  if (video.createdAt !== null) values.publishAt = video.createdAt;
  if (video.commentsOpen !== null) values.commentsOpen = video.commentsOpen;
  for (const [restBase, ids] of Object.entries(video.terms)) values[termsField(restBase)] = ids;
  return values;
}

/** WordPress compares a date to the minute when it decides between public and scheduled. */
const aheadMs = 60_000;

/** The fields that were typed, as this video is to have them. `now` is the site's clock. */
export function typedValues(draft: Draft, video: Video, now: WallMs): FieldValues {
  const values: Partial<Record<FieldName, FieldValue>> = {};
  if (draft.title !== null && draft.title.trim() !== '') values.title = draft.title.trim();
  if (draft.description !== null) values.description = draft.description;
  if (draft.excerpt !== null) values.excerpt = draft.excerpt;
  if (draft.publishAt !== null) values.publishAt = draft.publishAt;
  if (draft.slug !== null && draft.slug.trim() !== '') values.slug = draft.slug.trim();
  if (draft.password !== null) values.password = draft.password;
  if (draft.commentsOpen !== null) values.commentsOpen = draft.commentsOpen;
  const status = statusFor(draft, video, now);
  if (status !== null) values.status = status;
  for (const [restBase, { add, remove }] of Object.entries(draft.termChanges ?? {})) {
    const out = new Set(remove);
    values[termsField(restBase)] = [...new Set([...(video.terms[restBase] ?? []), ...add])].filter(
      (id) => !out.has(id),
    );
  }
  for (const [restBase, ids] of Object.entries(draft.terms ?? {})) values[termsField(restBase)] = ids;
  return values;
}

function statusFor(draft: Draft, video: Video, now: WallMs): string | null {
  if (draft.status !== 'publish' && draft.status !== 'future') return draft.status;
  // Without a date of its own a scheduled video would be public at once: that was never asked for.
  if (draft.status === 'future' && draft.publishAt === null) {
    return (video.createdAt ?? 0) - now >= aheadMs ? 'future' : null;
  }
  if (draft.publishAt === null) return draft.status;
  return draft.publishAt - now >= aheadMs ? 'future' : 'publish';
}

/** Whether the site would show both as one: trimmed texts, whole seconds, sets, addresses as it spells them. */
export function sameValue(field: FieldName, one: FieldValue | undefined, other: FieldValue | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (Array.isArray(one) && Array.isArray(other)) {
    const set = new Set<number>(other);
    return new Set<number>(one).size === set.size && one.every((id: number) => set.has(id));
  }
  switch (field) {
    case 'description':
    case 'excerpt':
      return evenText(String(one)) === evenText(String(other));
    case 'publishAt':
      return Math.floor(Number(one) / 1000) === Math.floor(Number(other) / 1000);
    case 'slug':
      return sameSlug(String(one), String(other));
    default:
      return one === other;
  }
}

/** WordPress trims and may write other line ends; nothing else counts as the same. */
function evenText(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}

function sameSlug(one: string, other: string): boolean {
  const plain = (text: string): string => {
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

export interface Merged {
  /** What to send. */
  readonly send: FieldValues;
  /** What the site has in fields that were changed here and there. */
  readonly theirs: FieldValues;
}

/**
 * `seen`: what the site had in these fields when they were typed or applied; a field not in it was never seen. `sent`: what may
 * have come true there since by our own doing, its answer lost.
 */
export function merge(draft: Draft, seen: FieldValues, video: Video, now: WallMs, sent: FieldValues = {}): Merged {
  const mine = typedValues(draft, video, now);
  const there = valuesOf(video);
  const send: Partial<Record<FieldName, FieldValue>> = {};
  const theirs: Partial<Record<FieldName, FieldValue>> = {};
  for (const field of fieldsOf(mine)) {
    const [own, other, base] = [mine[field], there[field], seen[field]];
    if (own === undefined || sameValue(field, own, other)) continue;
    const byDelta = draft.termChanges?.[taxonomyOf(field) ?? ''] !== undefined;
    const isOurs = sameValue(field, base, other) || sameValue(field, sent[field], other);
    const changedThere = base !== undefined && other !== undefined && !byDelta && !isOurs;
    if (!changedThere) send[field] = own;
    else if (!sameValue(field, own, base)) theirs[field] = other;
  }
  return { send, theirs };
}

/**
 * What has to be kept before the fields leave: an answer may be lost, and what is found there later must not look like somebody's
 * change. Null = nothing, for none of them is compared with anything.
 */
export function leaving(
  send: FieldValues,
  seen: FieldValues,
  video: Video,
): { values: FieldValues; sent: FieldValues } | null {
  const compared = fieldsOf(send).filter((field) => seen[field] !== undefined);
  if (compared.length === 0) return null;
  const there = valuesOf(video);
  const only = (values: FieldValues): FieldValues =>
    Object.fromEntries(compared.map((field) => [field, values[field]])) as FieldValues;
  return { values: only(there), sent: only(send) };
}

/** The fields that were sent and came back otherwise: WordPress ignores what it does not like with 200. */
export function ignoredFields(sent: FieldValues, after: Video): FieldName[] {
  const there = valuesOf(after);
  return fieldsOf(sent).filter((field) => !sameValue(field, sent[field], there[field]));
}

/** The typed fields that are on the site now, as it has them: what to compare with next time. */
export function seenOf(draft: Draft, video: Video, now: WallMs): FieldValues {
  const there = valuesOf(video);
  const mine = typedValues(draft, video, now);
  const applied = fieldsOf(mine).filter((field) => sameValue(field, mine[field], there[field]));
  return Object.fromEntries(applied.map((field) => [field, there[field]]));
}

/** A draft in which the named fields are as if never typed. */
export function withoutFields(draft: Draft, fields: readonly FieldName[]): Draft {
  const rest: Record<string, unknown> = { ...draft };
  const terms = { ...draft.terms };
  const termChanges = { ...draft.termChanges };
  for (const field of fields) {
    const restBase = taxonomyOf(field);
    if (restBase === null) rest[field] = null;
    else {
      delete terms[restBase];
      delete termChanges[restBase];
    }
  }
  return {
    ...(rest as unknown as Draft),
    terms: Object.keys(terms).length > 0 ? terms : null,
    termChanges: Object.keys(termChanges).length > 0 ? termChanges : null,
  };
}
