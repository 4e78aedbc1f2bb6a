// Titles and descriptions between the form and the site: plain text here, encoded there, decoded once (decision 23).
import { decode } from 'html-entities';
import { withoutComments, withoutScripts } from '../../untrusted/markup.ts';

/**
 * As the site stores it: what could be taken for markup is encoded, so that nothing typed is ever stripped. An author's `&amp;#8211;`
 * would come back as a dash: WordPress undoes the first half of it, so that `&` before `#` needs its number.
 */
export function encodePlain(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('&amp;#', '&#038;#').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** What a person typed, from `raw`: authors get it back encoded, administrators as it was sent. */
export function decodePlain(raw: string): string {
  return decode(raw, { scope: 'body' });
}

/** Whether a description was formatted: what is typed here never holds a bare tag. */
export function hasMarkup(raw: string): boolean {
  return /<(?:[a-z][^<]*>|\/[a-z]|!--)/i.test(raw);
}

/** The text of something formatted, its paragraphs and lines kept apart. */
export function plainOf(raw: string): string {
  const bare = withoutScripts(withoutComments(raw), '')
    .replace(/<br\s*\/?>\n?/gi, '\n')
    .replace(/<\/(?:p|div|h[1-6]|ul|ol|blockquote|figure|table)\s*>/gi, '\n\n')
    .replace(/<\/(?:li|tr)\s*>/gi, '\n')
    .replace(/<\/?[a-z][^<>]*>/gi, '');
  return decodePlain(bare)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
