// The REST root that a front page names: in its Link header, or in a link element of its head, as a browser would find it.
import { Parser } from 'htmlparser2';

const relation = 'https://api.w.org/';
/** A head is a few kilobytes; a link that far down is nobody's. */
const longestHead = 512 * 1024;
const longestHeader = 64 * 1024;

/** The root that a Link header names, resolved against the page it came with; null = none. Linear in the header's length. */
export function rootInLinkHeader(header: string | undefined, page: string): string | null {
  for (const { target, parameters } of linksOf((header ?? '').slice(0, longestHeader))) {
    if (parameters.some(([name, value]) => name === 'rel' && isRelation(value))) return resolve(target, page);
  }
  return null;
}

/**
 * The same from `<link rel="https://api.w.org/" href="…">` of the page's head. What stands in a comment, a script, a title or
 * any other text is no element, and behind the head anybody may have written.
 */
export function rootInPage(html: string, page: string): string | null {
  let found: string | null = null;
  readHead(html, (name, attributes) => {
    if (name !== 'link' || found !== null || !isRelation(attributes.rel ?? '')) return;
    found = attributes.href === undefined ? null : resolve(attributes.href, page);
  });
  return found;
}

/** The text of the page's title; '' = it has none. */
export function titleOfPage(html: string): string {
  let title = '';
  let isOver = false;
  readHead(
    html,
    (name) => {
      if (name === '/title') isOver = true;
    },
    (text, within) => {
      if (within === 'title' && !isOver) title += text;
    },
  );
  return title;
}

/** `rel` holds several relations with spaces between them; letters count alike whatever their case (RFC 8288, section 3.3). */
function isRelation(rel: string): boolean {
  return rel.toLowerCase().split(/\s+/).includes(relation);
}

/** Elements that a head may hold; with any other one the body begins, whether it says so or not (HTML standard, 13.2.6.4.4). */
const ofHead = new Set(['html', 'head', 'base', 'link', 'meta', 'script', 'style', 'title', 'noscript', 'template']);
/** What is in them is not part of the page as long as no script puts it there. */
const inert = new Set(['noscript', 'template']);

/**
 * Tells of each element of the head (`name`; `/name` when it closes) and of the text right within one, then stops. Stopping
 * there also keeps the work linear: nothing is ever nested deeper than a few elements.
 */
function readHead(
  html: string,
  element: (name: string, attributes: Readonly<Record<string, string>>) => void,
  text: (text: string, within: string) => void = () => {},
): void {
  const open: string[] = [];
  let isOver = false;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (isOver) return;
      const isInert = open.some((one) => inert.has(one));
      if (!isInert && !ofHead.has(name)) stop();
      else if (!isInert) element(name, attributes);
      if (open.length > 50) stop();
      open.push(name);
    },
    onclosetag: (name) => {
      if (isOver) return;
      open.pop();
      if (name === 'head') stop();
      else element(`/${name}`, {});
    },
    ontext: (data) => {
      if (isOver) return;
      const within = open.at(-1) ?? '';
      if (within === '' || within === 'html' || within === 'head') {
        if (data.trim() !== '') stop();
      } else text(data, within);
    },
  });
  const stop = (): void => {
    isOver = true;
    parser.pause();
  };
  // In pieces, so that what stands behind the head is not even read.
  const whole = html.slice(0, longestHead).replace(/^\uFEFF/, '');
  for (let at = 0; at < whole.length && !isOver; at += 16_384) parser.write(whole.slice(at, at + 16_384));
}

interface Link {
  readonly target: string;
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** The links of a Link header (RFC 8288, section 3), read from left to right. */
function* linksOf(header: string): Generator<Link> {
  let at = 0;
  const skip = (letters: string): void => {
    while (at < header.length && letters.includes(header[at] ?? '')) at++;
  };
  const until = (letters: string): string => {
    const start = at;
    while (at < header.length && !letters.includes(header[at] ?? '')) at++;
    return header.slice(start, at);
  };
  const quoted = (): string => {
    let value = '';
    for (at++; at < header.length && header[at] !== '"'; at++) {
      if (header[at] === '\\') at++;
      value += header[at] ?? '';
    }
    at++;
    return value;
  };
  while (at < header.length) {
    skip(' \t,');
    if (header[at] !== '<') {
      until(',');
      continue;
    }
    at++;
    const target = until('>');
    at++;
    const parameters: (readonly [string, string])[] = [];
    for (skip(' \t'); header[at] === ';'; skip(' \t')) {
      at++;
      skip(' \t');
      const name = until('=;, \t').toLowerCase();
      skip(' \t');
      if (header[at] !== '=') {
        if (name !== '') parameters.push([name, '']);
        continue;
      }
      at++;
      skip(' \t');
      parameters.push([name, header[at] === '"' ? quoted() : until(';, \t')]);
    }
    yield { target, parameters };
    until(',');
  }
}

function resolve(href: string, page: string): string | null {
  if (!URL.canParse(href, page)) return null;
  const url = new URL(href, page);
  url.hash = '';
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  // A name in the address would be shown in place of the host by whoever reads quickly.
  if (url.username !== '' || url.password !== '') return null;
  return url.href.replace('rest_route=%2F', 'rest_route=/');
}
