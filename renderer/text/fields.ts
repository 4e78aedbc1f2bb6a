// What the fields of the metadata form are called, and what is said about them.
import type { FieldName, FieldValue, FormShape, SiteZone, TermFailure } from '../../preload/contract.ts';
import type { PlainField } from '../model/draft.ts';
import { toWall, zoneWords } from '../model/site-time.ts';

export const fieldWords = {
  title: 'Title',
  description: 'Description',
  excerpt: 'Excerpt',
  status: 'Visibility',
  publishAt: 'Public from',
  slug: 'Address ending',
  password: 'Password for visitors',
  commentsOpen: 'Comments',
} as const satisfies Record<PlainField, string>;

const statusNames: Readonly<Record<string, string>> = {
  publish: 'Public',
  pending: 'Pending review',
  draft: 'Draft',
  private: 'Private',
  future: 'Scheduled',
  trash: 'In the trash',
};

/** A status of the site in plain words; one that is not known is shown as the site calls it. */
export function statusWord(status: string): string {
  return statusNames[status] ?? status;
}

/** A field's name for people; a taxonomy as the site calls it, or by its name in records while the form is not known. */
export function fieldWord(field: FieldName, form: FormShape | null = null): string {
  if (!field.startsWith('terms:')) return fieldWords[field as PlainField];
  const restBase = field.slice('terms:'.length);
  const name = form?.taxonomies.find((taxonomy) => taxonomy.restBase === restBase)?.name;
  return name ?? restBase.replace(/[_-]+/g, ' ').replace(/^./, (letter) => letter.toUpperCase());
}

/** "title, terms:video_tag" from main as "Title, Video tag". */
export function fieldList(detail: string): string {
  return detail
    .split(', ')
    .map((field) => (field in fieldWords || field.startsWith('terms:') ? fieldWord(field as FieldName) : field))
    .join(', ');
}

/** "21 Nov 2026, 09:00 (Europe/Paris)" */
export function momentWords(at: number, zone: SiteZone, locale?: string): string {
  const shown = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return `${shown.format(Date.parse(`${toWall(at, zone)}Z`))} (${zoneWords(zone)})`;
}

/** A value in words; `names` are the terms that are known by id. */
export function valueWords(
  field: FieldName,
  value: FieldValue,
  form: FormShape | null,
  names: ReadonlyMap<number, string>,
): string {
  if (field === 'status') return statusWord(String(value));
  if (field === 'commentsOpen') return value === true ? 'Open' : 'Closed';
  if (field === 'publishAt') return momentWords(Number(value), form?.zone ?? { name: null, offsetMinutes: 0 });
  if (Array.isArray(value)) {
    return value.length === 0 ? 'None' : value.map((id: number) => names.get(id) ?? `No. ${id}`).join(', ');
  }
  return String(value) === '' ? 'Empty' : String(value);
}

export function termProblemWords({ problem, said }: TermFailure): string {
  const quote = said === null || said === '' ? '' : ` The site said: “${said}”`;
  switch (problem) {
    case 'offline':
      return said ?? 'The site cannot be reached right now. What you chose is kept.';
    case 'not-allowed':
      return `Your account may not add new ones on this site.${quote}`;
    case 'refused':
      return `The site did not accept it.${quote}`;
  }
}
