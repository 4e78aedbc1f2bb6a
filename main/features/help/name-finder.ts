// Finds names in a text, many of them at once, in capitals or not, and puts tokens in their places.

/** A folder or a title can be long; what is longer is known by its beginning. */
const longestName = 400;

const wordPart = /[\p{L}\p{M}\p{N}]/u;
/** Scripts that put no space between words: each of their characters may begin a name, and end it. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The text with all small letters, each in the place where it was. */
function folded(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return [...text].map((one) => (one.toLowerCase().length === one.length ? one.toLowerCase() : one)).join('');
}

/** How many code units the character at this place has. */
const widthAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
const charAt = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 0);

/** Whether a word goes on at this place. Most texts are plain letters, and there are many of them: those are not asked by expression. */
function isWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x80) return (code > 0x2f && code < 0x3a) || (code > 0x40 && code < 0x5b) || (code > 0x60 && code < 0x7b);
  return at < text.length && wordPart.test(charAt(text, at));
}

/** Those scripts begin behind all that have spaces in Europe and the Near East. */
const isSpaceless = (text: string, at: number): boolean =>
  text.charCodeAt(at) >= 0x0e00 && spaceless.test(charAt(text, at));

/** Where the word that begins at this place ends. */
function endOfWord(text: string, start: number): number {
  if (isSpaceless(text, start)) return start + widthAt(text, start);
  let at = start;
  while (isWord(text, at) && !isSpaceless(text, at)) at += widthAt(text, at);
  return at;
}

/** The second half of a character that has two. */
const isLowHalf = (code: number): boolean => code >= 0xdc00 && code < 0xe000;

/** Without what stands before its first word and behind its last: marks and brackets tell nobody. */
function coreOf(name: string): string {
  let start = 0;
  while (start < name.length && !isWord(name, start)) start += widthAt(name, start);
  let end = name.length;
  while (end > start && !isWord(name, end - 1) && !isLowHalf(name.charCodeAt(end - 1))) end--;
  return name.slice(start, end);
}

export interface NameFinder {
  /** From here on `name` is called `token`; a name keeps the first token that it got. */
  add(token: string, name: string): void;
  /** The text with a token in place of each name, the longest names first. */
  replace(text: string): string;
}

export function createNameFinder(): NameFinder {
  const tokens = new Map<string, string>();
  /** Lengths of the names that begin with a word, the longest first. */
  const lengths = new Map<string, number[]>();
  /** Names without any word, such as a row of emoji. */
  const wordless = new Map<string, string>();

  function know(token: string, name: string): void {
    const core = folded(coreOf(name));
    if (core === '') {
      if (name.trim() !== '') wordless.set(name.trim(), token);
      return;
    }
    // A single letter tells nobody, and stands everywhere.
    if (tokens.has(core) || (core.length < 2 && !isSpaceless(core, 0))) return;
    tokens.set(core, token);
    const first = core.slice(0, endOfWord(core, 0));
    const known = lengths.get(first) ?? [];
    if (known.includes(core.length)) return;
    lengths.set(
      first,
      [...known, core.length].sort((a, b) => b - a),
    );
  }

  /** The longest name that stands at this place; null = none. */
  function nameAt(text: string, start: number, word: string): { readonly token: string; readonly end: number } | null {
    for (const length of lengths.get(word) ?? []) {
      const end = start + length;
      const token = tokens.get(text.slice(start, end));
      // A name ends where a word ends: "ava" is not in "available".
      if (token !== undefined && (!isWord(text, end) || isSpaceless(text, end - 1))) return { token, end };
    }
    return null;
  }

  return {
    add: (token, name) => know(token, name.normalize('NFC').slice(0, longestName)),
    replace: (given) => {
      let text = given.normalize('NFC');
      for (const [name, token] of wordless) text = text.replaceAll(name, token);
      const small = folded(text);
      let shown = '';
      let told = 0;
      for (let at = 0; at < small.length; ) {
        if (!isWord(small, at)) {
          at += widthAt(small, at);
          continue;
        }
        const end = endOfWord(small, at);
        const found = nameAt(small, at, small.slice(at, end));
        if (found !== null) {
          shown += text.slice(told, at) + found.token;
          told = found.end;
        }
        at = found?.end ?? end;
      }
      return shown + text.slice(told);
    },
  };
}
