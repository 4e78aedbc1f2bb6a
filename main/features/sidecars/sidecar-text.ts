// What a file beside a clip says of it, as JSON or as plain text, before anything is known of the clip's site. Pure.
import type { SidecarTrouble } from '../../../preload/contract.ts';
import { fields, inOneLine, isTermsWord, namesIn, type SaidField, saidFields, thingNamed } from '../../fields.ts';
import { textOf } from '../../untrusted/file-text.ts';
import { tolerantJson } from '../../untrusted/json.ts';

/** As it is written there; what it means depends on the site. */
export interface SidecarSaid {
  readonly fields: Readonly<Partial<Record<SaidField, string>>>;
  /** By what the file calls the taxonomy; a key that is none on the site counts for nothing. */
  readonly terms: readonly { readonly key: string; readonly names: readonly string[] }[];
}

export interface SidecarText {
  readonly said: SidecarSaid;
  readonly troubles: readonly SidecarTrouble[];
}

/** Nobody gives a clip more of one kind. */
export const mostNames = 100;
/** Of a name of a term that is looked up, in characters; a site keeps 200. */
export const longestTerm = 200;
/** Keys that are looked at. */
const mostKeys = 1_000;
/** Keys that may be a taxonomy of the site. */
const mostTaxonomies = 20;
/** Characters of what is no text field, and of what a person is told. */
const longestWord = 100;
const longestKey = 60;

const short = (text: string): string =>
  Array.from(inOneLine(text.slice(0, 1_000)))
    .slice(0, longestWord)
    .join('');

/** What no text on a page has: control characters other than line breaks and tabs, and halves of characters. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\p{Cc}/gu, (char) => (char === '\n' || char === '\t' ? char : ''))
    .trim();
}

const isOneLine: ReadonlySet<SaidField> = new Set(['title', 'slug']);
const isSaidField = (thing: string): thing is SaidField => saidFields.some((field) => field === thing);
const asText = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;

/** Gathers what is said; of a thing that is named twice the first counts. */
class Gathered {
  readonly #fields: Partial<Record<SaidField, string>> = {};
  readonly #terms: { key: string; names: readonly string[] }[] = [];
  readonly #troubles: SidecarTrouble[] = [];

  field(field: SaidField, value: unknown): void {
    if (this.#fields[field] !== undefined || value === null) return;
    const text = asText(value);
    const said = text === null ? null : isOneLine.has(field) ? inOneLine(plain(text)) : plain(text);
    const { kind, mostCharacters } = fields[field];
    if (said === null) this.trouble({ problem: 'shape', field, text: '' });
    else if (kind === 'text' && said.length > (mostCharacters ?? 0))
      this.trouble({ problem: 'too-long', field, text: short(said) });
    else if (said !== '') this.#fields[field] = kind === 'text' ? said : short(said);
  }

  /** `isSure` = the key means terms on every site; another may mean something that is not for Clipferry. */
  terms(key: string, value: unknown, isSure: boolean): void {
    if (value === null || this.#terms.some((one) => one.key === key)) return;
    const names = namesOf(value);
    if (names === null) {
      if (isSure) this.trouble({ problem: 'shape', field: null, text: short(key) });
    } else if (names.length > mostNames) {
      if (isSure) this.trouble({ problem: 'too-long', field: null, text: short(key) });
    } else if (names.length > 0 && (isSure || this.#terms.length < mostTaxonomies)) this.#terms.push({ key, names });
  }

  trouble(trouble: SidecarTrouble): void {
    this.#troubles.push(trouble);
  }

  all(): SidecarText {
    return { said: { fields: this.#fields, terms: this.#terms }, troubles: this.#troubles };
  }
}

/** Null = no names. In a list each entry is one name, whatever stands in it. */
function namesOf(value: unknown): readonly string[] | null {
  const text = asText(value);
  if (text !== null) return namesIn(plain(text.slice(0, mostNames * longestTerm))).map(cutName);
  if (!Array.isArray(value)) return null;
  const names = value.slice(0, mostNames + 1).map((one: unknown) => asText(one));
  if (names.some((name) => name === null)) return null;
  const tidy = names.map((name) =>
    cutName(
      inOneLine(plain(name ?? ''))
        .normalize('NFC')
        .replace(/\s+/g, ' '),
    ),
  );
  return [...new Set(tidy.filter((name) => name !== ''))];
}

/** One character more than a site keeps tells that it is longer. */
const cutName = (name: string): string => name.slice(0, longestTerm + 1);

function fromJson(text: string): SidecarText {
  const gathered = new Gathered();
  const value = tolerantJson(text, true);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    gathered.trouble({ problem: 'not-json', field: null, text: '' });
    return gathered.all();
  }
  for (const [name, part] of Object.entries(value).slice(0, mostKeys)) {
    const key = name.trim();
    if (key === '' || key.length > longestKey) continue;
    const thing = thingNamed(key);
    if (thing === null) gathered.terms(key, part, isTermsWord(key));
    else if (isSaidField(thing)) gathered.field(thing, part);
  }
  return gathered.all();
}

/** What a line at the top says under the name of a field or of terms; null = it is no such line. */
function headerIn(
  line: string,
): { readonly key: string; readonly thing: SaidField | null; readonly value: string } | null {
  const colon = line.indexOf(':');
  const key = colon > longestKey ? '' : line.slice(0, Math.max(colon, 0)).trim();
  const value = line.slice(colon + 1);
  const thing = key === '' ? null : thingNamed(key);
  if (thing !== null) return isSaidField(thing) ? { key, thing, value } : null;
  return isTermsWord(key) ? { key, thing: null, value } : null;
}

/** A title, an empty line and a description; or lines such as "Tags: sea, boats" first, and what follows is the description where they name a title. */
function fromPlain(text: string): SidecarText {
  const gathered = new Gathered();
  const lines = plain(text).split('\n');
  const first = lines.findIndex((line) => headerIn(line) === null);
  const end = first < 0 ? lines.length : first;
  const head = lines.slice(0, end).flatMap((line) => headerIn(line) ?? []);
  for (const { key, thing, value } of head.filter((one) => one.thing !== 'description')) {
    if (thing === null) gathered.terms(key, value, true);
    else gathered.field(thing, value);
  }
  const rest = lines.slice(end).join('\n').trim();
  const described = head.filter((one) => one.thing === 'description').map(({ value }) => value.trim());
  const hasTitle = head.some(({ thing, value }) => thing === 'title' && value.trim() !== '');
  const [heading = '', ...others] = rest.split('\n');
  if (!hasTitle) gathered.field('title', heading);
  const body = hasTitle ? rest : others.join('\n').trim();
  gathered.field('description', [...described, body].filter((part) => part !== '').join('\n'));
  return gathered.all();
}

/** `name` = of the file: its ending says how it is read; `locale` = of the system, see `textOf`. */
export function sidecarText(name: string, bytes: Uint8Array, locale: string): SidecarText {
  const text = textOf(bytes, locale);
  if (text === null)
    return { said: { fields: {}, terms: [] }, troubles: [{ problem: 'not-text', field: null, text: '' }] };
  return name.toLowerCase().endsWith('.json') ? fromJson(text) : fromPlain(text);
}
