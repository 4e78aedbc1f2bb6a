// Names the way WordPress makes them: stored file names, slugs, and the folding used by search.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What WordPress removes from file names; the last one is NUL. */
const REMOVED = new Set('?[]/\\=<>:;,\'"&$#*()|~`!{}%+’«»”“\0');

const LIGATURES: Record<string, string> = {
  ß: 's',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'TH',
  ı: 'i',
};

/** Latin letters without their accents; other scripts stay as they are. */
export function removeAccents(text: string): string {
  let out = '';
  for (const letter of text.normalize('NFC')) {
    const ligature = LIGATURES[letter];
    if (ligature !== undefined) out += ligature;
    else {
      const base = letter.normalize('NFD');
      out += /^[A-Za-z]\p{M}+$/u.test(base) ? (base[0] ?? '') : letter;
    }
  }
  return out;
}

/** Lower case, without accents: what a case-insensitive, accent-insensitive database compares. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** "My clip (1).MP4" -> "My-clip-1.MP4". Middle parts that look like extensions get "_" so that no server runs them. */
export function sanitizeFileName(name: string, knownExtensions: ReadonlySet<string>): string {
  const accentless = removeAccents(name).replaceAll('\u00a0', ' ');
  const kept = [...accentless].filter((letter) => !REMOVED.has(letter)).join('');
  const dashed = kept.replace(/\.{2,}/g, '.').replace(/[\r\n\t -]+/g, '-');
  const trimmed = dashed.replace(/^[.\-_]+|[.\-_]+$/g, '');
  const parts = trimmed.split('.');
  if (parts.length <= 2) return trimmed;
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  const middle = parts.slice(1, -1).map((part) => {
    const suspicious = /^[a-zA-Z]{2,5}\d?$/.test(part) && !knownExtensions.has(part.toLowerCase());
    return suspicious ? `${part}_` : part;
  });
  return [first, ...middle, last].join('.');
}

/** A name that is free in this folder: "clip.mp4", "clip-1.mp4", … The extension becomes lower case. */
export function uniqueFileName(folder: string, name: string): string {
  const dot = name.lastIndexOf('.');
  const stem = dot > 0 ? name.slice(0, dot) : name;
  const extension = dot > 0 ? name.slice(dot) : '';
  const lower = extension.toLowerCase();
  for (let number = 0; ; number += 1) {
    const candidate = number === 0 ? stem : `${stem}-${number}`;
    const taken = existsSync(join(folder, candidate + extension)) || existsSync(join(folder, candidate + lower));
    if (!taken) return candidate + lower;
  }
}

/** "My clip.mp4" -> "My clip". */
export function withoutExtension(name: string): string {
  return name.replace(/\.[^.]+$/, '');
}

export function extensionOf(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** The slug WordPress makes from a title: dashes, lower case, other scripts percent-encoded in lower case. */
export function slugFrom(title: string): string {
  let slug = removeAccents(title.replace(/<[^>]*>/g, '')).toLowerCase();
  slug = slug.replace(/&[^;\s]+?;/g, '').replaceAll('.', '-');
  slug = slug
    .replace(/[\u00a0\u2010-\u2015/]/g, '-')
    .replace(/[\u00a1\u00bf\u00ab\u00bb\u2018-\u201f\u2026\u2039\u203a\u00a9\u00ae\u00b0\u2122\u00b4]/g, '');
  slug = slug.replaceAll('×', 'x');
  let out = '';
  for (const letter of slug) {
    if (/[a-z0-9 _-]/.test(letter)) out += letter;
    else if (letter.charCodeAt(0) > 127 && out.length < 190)
      out += encodeURIComponent(letter.toWellFormed()).toLowerCase();
  }
  return out
    .trim()
    .replace(/\s+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-+|-+$/g, '');
}
