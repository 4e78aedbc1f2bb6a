// What the fields of the metadata form are called, and what is said about them.
import type { FieldName, FieldValue, FormShape, SiteZone, TermFailure } from '../../preload/contract.ts';
import { formatWall } from '../../preload/text/format.ts';
import { isTextId, listed, type TextId, t } from '../../preload/text/text.ts';
import type { PlainField } from '../model/draft.ts';
import { toWall, zoneWords } from '../model/site-time.ts';

type Status = Extract<TextId, `status.${string}`>;
const isStatus = (id: `status.${string}`): id is Status => isTextId(id);

/** A status of the site in plain words; one that is not known is shown as the site calls it. */
export function statusWord(status: string): string {
  const id = `status.${status}` as const;
  return isStatus(id) ? t(id) : status;
}

type Field = `field.${PlainField}`;
const isField = (id: `field.${string}`): id is Field => isTextId(id);

/** A field's name for people; a taxonomy as the site calls it, or by its name in records while the form is not known. */
export function fieldWord(field: FieldName, form: FormShape | null = null): string {
  const id = `field.${field}` as const;
  if (isField(id)) return t(id);
  const restBase = field.slice('terms:'.length);
  const name = form?.taxonomies.find((taxonomy) => taxonomy.restBase === restBase)?.name;
  return name ?? restBase.replace(/[_-]+/g, ' ').replace(/^./, (letter) => letter.toUpperCase());
}

/** "title, terms:video_tag" from main as "Title, Video tag". */
export function fieldList(detail: string): string {
  return listed(
    detail
      .split(', ')
      .map((field) =>
        isField(`field.${field}`) || field.startsWith('terms:') ? fieldWord(field as FieldName) : field,
      ),
  );
}

/** "21 Nov 2026, 09:00 (Europe/Paris)" */
export function momentWords(at: number, zone: SiteZone): string {
  return t('value.moment', { moment: formatWall(Date.parse(`${toWall(at, zone)}Z`)), zone: zoneWords(zone) });
}

/** A value in words; `names` are the terms that are known by id. */
export function valueWords(
  field: FieldName,
  value: FieldValue,
  form: FormShape | null,
  names: ReadonlyMap<number, string>,
): string {
  if (field === 'status') return statusWord(String(value));
  if (field === 'commentsOpen') return t(value === true ? 'value.open' : 'value.closed');
  if (field === 'publishAt') return momentWords(Number(value), form?.zone ?? { name: null, offsetMinutes: 0 });
  if (Array.isArray(value)) {
    return value.length === 0
      ? t('value.none')
      : listed(value.map((id: number) => names.get(id) ?? t('value.id', { id: String(id) })));
  }
  return String(value) === '' ? t('value.empty') : String(value);
}

export function termProblemWords({ problem, said }: TermFailure): string {
  return t(`terms.${problem}`, { said: said === '' ? null : said });
}
