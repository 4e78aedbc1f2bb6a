// JSON of a site, read within limits: what is deeper or has more values than any answer of a site is no data that can be read.

/** The platform's own answers are less than 20 deep. */
export const deepestJson = 100;
/** The index of a site with very many extensions has a third of it. */
export const mostJsonValues = 250_000;

/** More digits in a row are no number, and turning them into one takes long. */
const longestNumber = 1_000;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

interface Extent {
  /** Behind the value's last character. */
  readonly end: number;
  /** False: too deep, or too much in it. */
  readonly readable: boolean;
}

const unreadable: Extent = { end: Number.POSITIVE_INFINITY, readable: false };

/** The UTF-16 code units of a text: going through these is several times as fast as through the text. */
function unitsOf(text: string): Uint16Array {
  const units = Buffer.from(text, 'utf16le');
  return new Uint16Array(units.buffer, units.byteOffset, text.length);
}

const opens = (code: number): boolean => code === 0x5b || code === 0x7b;
const closes = (code: number): boolean => code === 0x5d || code === 0x7d;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** What of a text has been gone through so far; it goes no further than the limits. */
interface Passed {
  depth: number;
  values: number;
  /** Digits in a row. */
  digits: number;
}

/** Counts one code unit outside of strings. False = that is more than is read. */
function count(passed: Passed, code: number): boolean {
  passed.digits = isDigit(code) ? passed.digits + 1 : 0;
  if (opens(code)) passed.depth++;
  if (closes(code)) passed.depth--;
  if (code === comma || opens(code)) passed.values++;
  return passed.digits <= longestNumber && passed.depth <= deepestJson && passed.values <= mostJsonValues;
}

/** Where the object or list that begins at `start` ends, in one pass; null when the text is over before. */
function extentOf(text: Uint16Array, start: number): Extent | null {
  const passed: Passed = { depth: 0, values: 0, digits: 0 };
  for (let at = start; at < text.length; at++) {
    const code = text[at] ?? 0;
    if (!count(passed, code)) return unreadable;
    if (code === quote) at = endOfString(text, at);
    else if (closes(code) && passed.depth === 0) return { end: at + 1, readable: true };
  }
  return null;
}

/** Place of the quotation mark that ends the string beginning at `start`; the text's length when nothing ends it. */
function endOfString(text: Uint16Array, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text[at];
    if (code === backslash) at++;
    else if (code === quote) return at;
  }
  return text.length;
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? withoutPrototypes(value) : undefined;
  } catch {
    return undefined;
  }
}

/** A key of this name becomes an object's prototype when somebody copies it; no answer needs one. */
function withoutPrototypes(value: object): object {
  if (Object.hasOwn(value, '__proto__')) Reflect.deleteProperty(value, '__proto__');
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) withoutPrototypes(inner);
  return value;
}

/** The beginning of a web page, which PHP's warnings do not have. */
const page = /<(?:!doctype|html|head|title|body|script|form)\b/i;

/** Beginnings of data that are tried behind warnings. */
const mostTries = 20;

/**
 * An object or a list that may follow a byte order mark or PHP warnings, or have some behind it (platform facts, section 16);
 * undefined when there is none, or none that can be read. Of an answer that was cut off nothing is taken: the objects inside it
 * are about something else, and their ids too. `isCut` = the line says that it was, so only JSON that is all of the text is whole.
 */
export function tolerantJson(text: string, isCut = false): unknown {
  // The byte order mark counts as space.
  const bare = text.trim();
  const units = unitsOf(bare);
  if (bare.startsWith('{') || bare.startsWith('[')) {
    const extent = extentOf(units, 0);
    if (extent?.readable === false) return undefined;
    const whole = extent?.end === bare.length ? parsed(bare) : undefined;
    if (whole !== undefined) return whole;
  }
  return isCut ? undefined : jsonWithin(bare, units);
}

function jsonWithin(bare: string, units: Uint16Array): unknown {
  const pageAt = bare.search(page);
  // An object or a list of them; a bracket in a warning's text looks different.
  const beginning = /\{\s*["}]|\[\s*[[{]/g;
  for (let tries = 0; tries < mostTries; tries++) {
    const match = beginning.exec(bare);
    // What stands inside a page's scripts is no answer.
    if (!match || (pageAt >= 0 && pageAt < match.index)) return undefined;
    const extent = extentOf(units, match.index);
    if (extent === null || !extent.readable) return undefined;
    const found = parsed(bare.slice(match.index, extent.end));
    if (found !== undefined) return found;
    beginning.lastIndex = extent.end;
  }
  return undefined;
}
