// Titles and descriptions between the form and the site: plain text here, encoded there, decoded once (decision 13).
import { decode } from 'html-entities';

/** As the site stores it: what could be taken for markup is encoded, so that nothing typed is ever stripped. */
export function encodePlain(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** What a person typed, from `raw`: authors get it back encoded, administrators as it was sent. */
export function decodePlain(raw: string): string {
  return decode(raw, { scope: 'body' });
}
