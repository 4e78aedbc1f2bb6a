// The place that gets a secret, as the sign-in screen names it: its host, its path where it has one, and letters that imitate others.
import { domainToUnicode } from 'node:url';
import type { ShownHost } from '../../../preload/contract.ts';
import { siteOfRoot, withoutLastSlashes } from '../client/address.ts';

/** Scripts that are written together in one language (Unicode TS 39, "highly restrictive"); any other mixture imitates something. */
const together: readonly (readonly string[])[] = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];
const scripts: readonly (readonly [string, RegExp])[] = [
  ['Latin', /\p{Script=Latin}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Armenian', /\p{Script=Armenian}/u],
  ['Georgian', /\p{Script=Georgian}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Arabic', /\p{Script=Arabic}/u],
  ['Devanagari', /\p{Script=Devanagari}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Cherokee', /\p{Script=Cherokee}/u],
  ['Han', /\p{Script=Han}/u],
  ['Hiragana', /\p{Script=Hiragana}/u],
  ['Katakana', /\p{Script=Katakana}/u],
  ['Bopomofo', /\p{Script=Bopomofo}/u],
  ['Hangul', /\p{Script=Hangul}/u],
];
const shared = /[\p{Script=Common}\p{Script=Inherited}]/u;

/** Scripts of one letter sequence; 'other' stands for all that are not named above. */
function scriptsOf(label: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const letter of label) {
    if (!shared.test(letter)) found.add(scripts.find(([, expression]) => expression.test(letter))?.[0] ?? 'other');
  }
  return found;
}

function isMixed(label: string): boolean {
  const found = [...scriptsOf(label)];
  return found.length > 1 && !together.some((family) => found.every((one) => family.includes(one)));
}

/**
 * What of an address a person has to read before a secret goes there. `path` is where the site begins, '' at the host's own root.
 * The host stands there as it travels; `readable` says what it looks like elsewhere, null where that is the same.
 */
export function shownHost(url: URL, path = ''): ShownHost {
  const readable = domainToUnicode(url.hostname);
  const isSame = readable === url.hostname || readable === '';
  return {
    host: url.host + withoutLastSlashes(path),
    readable: isSame ? null : readable,
    isMixed: !isSame && readable.split('.').some(isMixed),
  };
}

/** Where a secret of this REST root goes: the site's own folder, or where that cannot be told the root's. */
export function shownRoot(root: string): ShownHost {
  return shownHost(new URL(root), new URL(siteOfRoot(root) ?? root).pathname);
}
