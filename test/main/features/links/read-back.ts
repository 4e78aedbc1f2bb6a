// Reads a list of links as a page would show it.
import { Parser } from 'htmlparser2';

/** Of each link its text and its address. */
export function linksIn(html: string): readonly (readonly [text: string, address: string])[] {
  const found: [string, string][] = [];
  let isInside = false;
  const parser = new Parser({
    onopentag: (name, { href }) => {
      if (name !== 'a') return;
      isInside = true;
      found.push(['', href ?? '']);
    },
    ontext: (text) => {
      const last = found.at(-1);
      if (isInside && last) last[0] += text;
    },
    onclosetag: (name) => {
      if (name === 'a') isInside = false;
    },
  });
  parser.end(html);
  return found;
}
