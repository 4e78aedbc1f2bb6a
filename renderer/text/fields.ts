// What the fields of the metadata form are called, and what is said about them.
import type { FieldName, FieldValue, FormShape, SiteZone, TermFailure } from '../../preload/contract.ts';
import { type FieldId, type FieldKind, fields, isFieldId, taxonomyOf } from '../../preload/fields.ts';
import { toWall } from '../../preload/site-zone.ts';
import { formatWall } from '../../preload/text/format.ts';
import { isTextId, listed, type TextId, t } from '../../preload/text/text.ts';
import { zoneWords } from '../model/site-time.ts';

type Status = Extract<TextId, `status.${string}`>;
const isStatus = (id: `status.${string}`): id is Status => isTextId(id);

/** A status of the site in plain words; one that is not known is shown as the site calls it. What only a password opens is not public. */
export function statusWord(status: string, isProtected = false): string {
  if (isProtected && status === 'publish') return t('status.protected');
  const id = `status.${status}` as const;
  return isStatus(id) ? t(id) : status;
}

/** The compiler asks here for the word of each field. */
export function plainFieldWord(field: FieldId): string {
  return t(`field.${field}`);
}

/** A field's name for people; a taxonomy as the site calls it, or by its name in records while the form is not known. */
export function fieldWord(field: FieldName, form: FormShape | null = null): string {
  if (isFieldId(field)) return plainFieldWord(field);
  const restBase = taxonomyOf(field) ?? field;
  const name = form?.taxonomies.find((taxonomy) => taxonomy.restBase === restBase)?.name;
  return name ?? restBase.replace(/[_-]+/g, ' ').replace(/^./, (letter) => letter.toUpperCase());
}

/** "title, terms:video_tag" from main as "Title, Video tag". */
export function fieldList(detail: string): string {
  return listed(
    detail
      .split(', ')
      .map((field) =>
        isFieldId(field) || taxonomyOf(field as FieldName) !== null ? fieldWord(field as FieldName) : field,
      ),
  );
}

/** "21 Nov 2026, 09:00 (Europe/Paris)" */
export function momentWords(at: number, zone: SiteZone): string {
  return t('value.moment', { moment: formatWall(Date.parse(`${toWall(at, zone)}Z`)), zone: zoneWords(zone) });
}

const kinds: { readonly [K in FieldKind]: (value: FieldValue, form: FormShape | null) => string } = {
  text: (value) => (String(value) === '' ? t('value.empty') : String(value)),
  status: (value) => statusWord(String(value)),
  moment: (value, form) => momentWords(Number(value), form?.zone ?? { name: null, offsetMinutes: 0 }),
  openness: (value) => t(value === true ? 'value.open' : 'value.closed'),
};

/** A value in words; `names` are the terms that are known by id. */
export function valueWords(
  field: FieldName,
  value: FieldValue,
  form: FormShape | null,
  names: ReadonlyMap<number, string>,
): string {
  if (isFieldId(field)) return kinds[fields[field].kind](value, form);
  if (Array.isArray(value)) {
    return value.length === 0
      ? t('value.none')
      : listed(value.map((id: number) => names.get(id) ?? t('value.id', { id: String(id) })));
  }
  return kinds.text(value, form);
}

export function termProblemWords({ problem, said }: TermFailure): string {
  return t(`terms.${problem}`, { said: said === '' ? null : said });
}
