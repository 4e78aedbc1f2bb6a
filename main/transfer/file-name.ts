// The file name that is sent: made from the typed title when there is one, because the site makes title and slug from it.

/** Lower-case extension without the dot; '' when there is none. What is no plain short word is part of the name. */
export function extensionOf(name: string): string {
  return /.\.([a-z0-9]{1,16})$/is.exec(name)?.[1]?.toLowerCase() ?? '';
}

/**
 * The extension under which a clip goes: its own, or that of what was found in it (`format`; null = not known) where it has none that a
 * site could know it by: sites refuse such files for their name alone, and only after the whole of them has arrived.
 */
export function sentExtension(clipName: string, format: string | null): string {
  const own = extensionOf(withoutDots(clipName));
  // "Interview 3.5": a number is part of the name.
  return format !== null && /^\d*$/.test(own) ? format : own;
}

const longestBytes = 200;

// Path separators, characters that Windows or PHP treat specially, and controls would be cut or rewritten by the site.
const troublesome = /[\\/:*?"<>|\p{Cc}\u2028\u2029]/gu;

function cutToBytes(text: string, most: number): string {
  const encoder = new TextEncoder();
  if (encoder.encode(text).length <= most) return text;
  let cut = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    bytes += encoder.encode(segment).length;
    if (bytes > most) break;
    cut += segment;
  }
  return withoutDots(cut);
}

/** `text` without dots and spaces at its end. */
function withoutDots(text: string): string {
  let end = text.length;
  while (end > 0 && /[.\s]/.test(text[end - 1] ?? '')) end--;
  return text.slice(0, end);
}

/**
 * `clipName` = name on disk in NFC, `title` = as typed or null, `format` = what was found in the clip. The true extension is kept, the
 * base is at most 200 bytes of UTF-8 cut at a whole character (file systems stop at 255 and the site may add a number).
 */
export function sentFileName(clipName: string, title: string | null, format: string | null): string {
  const extension = sentExtension(clipName, format);
  const name = withoutDots(clipName);
  const hasOwn = extension !== '' && extension === extensionOf(name);
  const ownBase = hasOwn ? name.slice(0, -(extension.length + 1)) : name;
  const clean = (text: string) =>
    withoutDots(
      text
        .normalize('NFC')
        .toWellFormed()
        .replace(troublesome, ' ')
        .replace(/\s+/g, ' ')
        .replace(/^[.\s]+/, ''),
    );
  // A single letter can be longer than the limit (marks piled up on it): then nothing of it is left.
  const base = cutToBytes(clean(title ?? '') || clean(ownBase), longestBytes) || 'clip';
  return extension === '' ? base : `${base}.${extension}`;
}
