// The one way to a sentence: a message of the catalogue with its values, in the language of the app and the numbers of the region.
import { IntlMessageFormat } from 'intl-messageformat';
import { english } from './english.ts';
import type { ValuesOf } from './icu.ts';
import { formatLocale } from './region.ts';

type Messages = typeof english;
export type TextId = keyof Messages;

/** What a message takes; of several ids, everything that any of them takes. */
export type TextValues<Id extends TextId> = ValuesOf<Messages[Id]>;

const formats = new Map<string, IntlMessageFormat>();

/** Most messages are what they say: nothing in them is to be filled in or unquoted. */
const isPlain = (text: string): boolean => !/[{}']/.test(text);

/** What Intl makes for one message serves all: each costs more than a hundred uses of it. */
function shared<Made>(make: (locale: string | string[] | undefined, options: object | undefined) => Made) {
  const made = new Map<string, Made>();
  return (locale?: string | string[], options?: object): Made => {
    const key = JSON.stringify([locale, options]);
    const known = made.get(key);
    if (known !== undefined) return known;
    const one = make(locale, options);
    made.set(key, one);
    return one;
  };
}

const formatters = {
  getNumberFormat: shared((locale, options) => new Intl.NumberFormat(locale, options)),
  getDateTimeFormat: shared((locale, options) => new Intl.DateTimeFormat(locale, options)),
  getPluralRules: shared((locale, options) => new Intl.PluralRules(locale, options)),
};

function formatOf(id: TextId): IntlMessageFormat {
  const locale = formatLocale();
  const key = `${locale} ${id}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new IntlMessageFormat(english[id], locale, undefined, { ignoreTag: true, formatters });
  formats.set(key, made);
  return made;
}

let mark = (text: string): string => text;

/** Changes how everything that comes from here is shown; null = as it is. Tests see by it what does not come from here. */
export function markText(marking: ((text: string) => string) | null): void {
  mark = marking ?? ((text) => text);
}

/** What Intl wrote (a date, a size, a list), shown like a message: it follows the language and region, too. */
export function written(text: string): string {
  return mark(text);
}

/** A select names what it says for no value `_`. */
const nothing = '_';

/** The values that the message `id` needs: none, or one record of them. */
type Given<Id extends TextId> = [keyof TextValues<Id>] extends [never] ? [] : [TextValues<Id>];

/** A message that is worded later, when it is shown. */
export interface Message {
  readonly id: TextId;
  readonly values: Readonly<Record<string, string | number | null>>;
}

/** The message `id` with its values, not worded yet. */
export function message<Id extends TextId>(id: Id, ...[values]: Given<Id>): Message {
  return { id, values: { ...values } };
}

/** The sentence of a message, in the language and region of now. */
export function worded({ id, values }: Message): string {
  if (isTextId(id) && isPlain(english[id])) return mark(english[id]);
  const given = Object.entries(values).map(([name, value]) => [name, value ?? nothing]);
  const shown = formatOf(id).format<string>(Object.fromEntries(given));
  return mark(typeof shown === 'string' ? shown : shown.join(''));
}

/** The message `id` with its values, as a sentence. */
export function t<Id extends TextId>(id: Id, ...values: Given<Id>): string {
  return worded(message(id, ...values));
}

/** Whether the catalogue has a message of this name. */
export function isTextId(id: string): id is TextId {
  return Object.hasOwn(english, id);
}

type Parts = readonly (string | null)[];

const isThere = (part: string | null): part is string => part !== null && part !== '';

/** Whole sentences one after the other; what is null or empty is left out. */
export function sentences(...parts: Parts): string {
  return parts.filter(isThere).join(' ');
}

/** Facts beside each other on one line: "4.6 GB · 2 hrs left". */
export function facts(...parts: Parts): string {
  return parts.filter(isThere).join(' · ');
}

/** "a, b and c", inside a sentence. */
export function inSentence(items: readonly string[]): string {
  return new Intl.ListFormat(formatLocale(), { type: 'conjunction', style: 'long' }).format(items);
}

/** "a, b, c" */
export function listed(items: readonly string[]): string {
  return new Intl.ListFormat(formatLocale(), { type: 'unit', style: 'short' }).format(items);
}
