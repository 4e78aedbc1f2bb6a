// Takes secrets out of everything that goes to the log, by the name of a field and by the shape of a text (F-49), and keeps it
// small: what is logged may come from a site, as long, as deep and as odd as it likes.

import { secretHeaders } from '../model.ts';

export const redacted = '[redacted]';

/** So much of a text is looked through; a secret that begins in what is shown ends in it. */
const lookedThrough = 12_000;
const longestText = 8_000;
const longestKey = 200;
const maxDepth = 6;
const mostItems = 100;
/** Texts and objects of one entry in all, so that a wide and deep one ends. */
const mostValues = 2_000;
const mostCharacters = 32_000;

const secretName = /authorization|password|passwd|secret|token|cookie|nonce|api.?key/i;
const isSecret = (name: string): boolean => secretName.test(name) || secretHeaders.includes(name.toLowerCase());

type Pattern = readonly [RegExp, string];

/** A header that signs in, in JSON and as a line of its own. */
const headerPatterns = (name: string): readonly Pattern[] => [
  [new RegExp(`(${name}"\\s*:\\s*)"(?:[^"\\\\]|\\\\[^])*(?:"|\\\\?$)`, 'gi'), `$1"${redacted}"`],
  [new RegExp(`(${name}\\s*:\\s*)[^\\s"][^\\r\\n]*`, 'gi'), `$1${redacted}`],
];

/** Each keeps what names the secret and drops the secret itself; none looks at a character more than a few times. */
const patterns: readonly Pattern[] = [
  [/\b(Basic|Bearer|Digest)\s+[\w+/=.~-]{4,}/gi, `$1 ${redacted}`],
  // user:password@ in an address
  [/:\/\/[^\s/?#@]+@/g, `://${redacted}@`],
  // ?password=… in an address or a form, "password": "…" in JSON (also cut off), Set-Cookie: … in headers
  [/((?:password|passwd|secret|token|nonce|api_?key)=)[^&\s;#]+/gi, `$1${redacted}`],
  [/((?:password|passwd|secret|token|cookie)"\s*:\s*)"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/gi, `$1"${redacted}"`],
  [/((?:\bcookie|\bset-cookie|x-wp-nonce)\s*:\s*)[^\s"][^\r\n]*/gi, `$1${redacted}`],
  // JSON web tokens, also cut off
  [/(?<![\w-])eyJ[\w.-]{5,}/g, redacted],
  // WordPress application passwords as the site shows them: six groups of four
  [/\b(?:[A-Za-z0-9]{4} ){5}[A-Za-z0-9]{4}\b/g, redacted],
  ...secretHeaders.flatMap(headerPatterns),
];

/** At most the beginning of a long text, without secrets. */
export function redactText(text: string): string {
  const head = text.slice(0, lookedThrough);
  const clean = patterns.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), head);
  if (text.length <= longestText) return clean.toWellFormed();
  return `${clean.slice(0, longestText).toWellFormed()}… [${text.length} characters]`;
}

interface Budget {
  values: number;
  characters: number;
}

/** A plain copy that is safe to write down and never large; errors become name, message, stack and cause. Throws nothing. */
export function redact(value: unknown): unknown {
  return copied(value, 0, { values: mostValues, characters: mostCharacters });
}

function copied(value: unknown, depth: number, budget: Budget): unknown {
  if (value === null || value === undefined || typeof value === 'boolean' || typeof value === 'number') return value;
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value ? String(value) : '[bigint]';
  if (typeof value === 'function' || typeof value === 'symbol') return `[${typeof value}]`;
  if (budget.values-- <= 0 || budget.characters <= 0) return '[more]';
  if (typeof value === 'string') return shortText(value, budget);
  if (depth >= maxDepth) return '[deeper]';
  try {
    return copiedObject(value, depth, budget);
  } catch {
    // Something that throws when it is looked at.
    return '[unreadable]';
  }
}

function shortText(text: string, budget: Budget): string {
  const shown = redactText(text);
  budget.characters -= shown.length;
  return shown;
}

function copiedObject(value: object, depth: number, budget: Budget): unknown {
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) {
    const items = value.slice(0, mostItems).map((item: unknown) => copied(item, depth + 1, budget));
    return value.length > mostItems ? [...items, `[${value.length} items]`] : items;
  }
  const keys = keysOf(value);
  const copy: [string, unknown][] = keys
    .slice(0, mostItems)
    .map((key) => [redactText(key.slice(0, longestKey)), copiedField(value, key, depth, budget)]);
  if (keys.length > mostItems) copy.push(['…', `[${keys.length} fields]`]);
  return Object.fromEntries(copy);
}

/** An error's own fields are not listed with the rest. */
function keysOf(value: object): readonly string[] {
  if (!(value instanceof Error)) return Object.keys(value);
  return [...new Set(['name', 'message', 'stack', ...('cause' in value ? ['cause'] : []), ...Object.keys(value)])];
}

function copiedField(value: object, key: string, depth: number, budget: Budget): unknown {
  let item: unknown;
  try {
    item = Reflect.get(value, key);
  } catch {
    return '[unreadable]';
  }
  const hide = (key.length > longestKey || isSecret(key)) && item !== null && typeof item !== 'boolean';
  return hide ? redacted : copied(item, depth + 1, budget);
}
