// Takes out of a text whose it is: known names become "clip-12" or "site-1" wherever they stand, and what only looks like a path, a file,
// an address or a key is left out, for it may be a name that is not known any more.
import { createNameFinder } from './name-finder.ts';

export interface Disguise {
  /** A name is called by its token from here on; the first token counts. */
  add(token: string, name: string): void;
  hide(text: string): string;
}

/** What stands around something that was named in a sentence. */
const quotes = /(["'`“”‘’«»])/;
/** What stands between the parts of a sentence; a part has none of these in it. */
const separators = /([\s<>()[\]{},;|]+)/;
/** Files of the app itself. */
const ownFiles: ReadonlySet<string> = new Set([
  'clipferry.log',
  'clipferry.sqlite',
  'settings.json',
  'secrets.json',
  'app.asar',
  'package.json',
]);
const token = /(?:account|clip|computer|folder|host|person|site)-\d+/g;
const isToken = /^(?:account|clip|computer|folder|host|person|site)-\d+$/;
const isNumbers = /^v?\d+(?:\.\d+)*$/;
const isTime = /^\d\d:\d\d:\d\d\.\d{3}$/;
const isHost = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u;
const isAddressOfSix = /^[0-9a-f:.]+$/i;
const isLetters = /^\p{L}{2,}$/u;
const isKey = /^[\w+/=.-]{20,}$/;
/** Extensions of files that a creator has; a host may not end like these. */
const fileEnds: ReadonlySet<string> = new Set(
  'mp4 m4v mov mkv webm avi wmv mpg mpeg mts m2ts ts flv ogv jpg jpeg png gif webp heic tif tiff pdf txt srt vtt doc docx part crdownload tmp js mjs cjs map json sqlite log zip wasm dll exe so dylib node asar css html'.split(
    ' ',
  ),
);

/** What stays of something that is left out: what it is, and the names that were in it. */
function leftOut(what: string, text: string): string {
  const known = [...new Set(text.match(token))];
  return `[${[what, ...known].join(' ')}]`;
}

/** A part of a sentence without what ends the sentence. */
function withoutMarks(part: string): string {
  let end = part.length;
  while (end > 0 && '.:!?'.includes(part.charAt(end - 1))) end--;
  return part.slice(0, end);
}

/** Where a call stands in the app's own code or in Node; what else a frame says is left out. */
function frame(text: string): string {
  const place = text
    .slice(text.lastIndexOf('(') + 1)
    .trim()
    .replace(/^at /, '')
    .replace(/\)$/, '')
    .replaceAll('\\', '/');
  if (/^node:[\w/:]+$/.test(place)) return `    at ${place}`;
  const inApp = place.slice(place.lastIndexOf('/out/') + 1);
  const isOurs = /^out\/(?:main|preload|renderer)\/[\w./-]+:\d+:\d+$/.test(inApp);
  return `    at ${isOurs ? inApp : '[elsewhere]'}`;
}

export function createDisguise(): Disguise {
  const names = createNameFinder();
  const hosts = new Map<string, string>();

  const hostToken = (host: string): string => {
    if (isToken.test(host)) return host;
    const met = hosts.get(host) ?? `host-${hosts.size + 1}`;
    hosts.set(host, met);
    return met;
  };

  function address(text: string): string {
    const at = text.indexOf('://');
    const scheme =
      text
        .slice(0, at)
        .split(/[^a-z]/i)
        .at(-1) ?? '';
    const rest = text.slice(at + 3);
    const host = rest.split(/[/?#\\]/, 1)[0] ?? '';
    const where = host.slice(host.lastIndexOf('@') + 1).toLowerCase();
    if (where === '') return leftOut('address', rest);
    const more = rest.length > host.length + 1 ? '/…' : '';
    return `${scheme}://${hostToken(where)}${more}`;
  }

  /** Something with a dot in it that is no name of a file: a number, a host, or a word that nobody knows. */
  function dotted(part: string): string {
    const bare = withoutMarks(part);
    const [host = '', port] = bare.toLowerCase().split(':', 2);
    if (ownFiles.has(host)) return part;
    const isFour = isNumbers.test(host) && host.split('.').length === 4;
    const isNamed = isHost.test(host) && isLetters.test(host.split('.').at(-1) ?? '');
    if (isFour || isNamed) return hostToken(port === undefined ? host : `${host}:${port}`) + part.slice(bare.length);
    return isNumbers.test(bare) || isTime.test(bare) ? part : leftOut('text', part);
  }

  /** One part of a sentence. A name of a file may have begun before it, and a path may go on behind it: there are spaces in both. */
  function judged(part: string): { readonly shown: string; readonly is: 'word' | 'file' | 'path' } {
    const word = (shown: string) => ({ shown, is: 'word' as const });
    if (part.includes('://')) return word(address(part));
    if (/[/\\]/.test(part)) return { shown: '', is: 'path' };
    if (part.includes('@')) return word(leftOut('address', part));
    if (part.includes('::') || (part.split(':').length > 4 && isAddressOfSix.test(part))) return word(hostToken(part));
    if (/\S\.\S/.test(part)) {
      const end = withoutMarks(part.toLowerCase()).split('.').at(-1) ?? '';
      if (fileEnds.has(end) && !ownFiles.has(part.toLowerCase())) return { shown: '', is: 'file' };
      return word(dotted(part));
    }
    return word(isKey.test(part) && /\d/.test(part) && /[a-z]/i.test(part) ? leftOut('text', part) : part);
  }

  function line(text: string): string {
    if (/^\s*at /.test(text)) return frame(text);
    const sections = text.split(quotes);
    let shown = '';
    for (const [at, section] of sections.entries()) {
      const parts = section.split(separators);
      let told = '';
      let isFile = false;
      for (const [index, part] of parts.entries()) {
        const one = index % 2 === 0 ? judged(part) : { shown: part, is: 'word' as const };
        if (one.is === 'path')
          return shown + told + leftOut('path', [...parts.slice(index), ...sections.slice(at + 1)].join(''));
        isFile ||= one.is === 'file';
        told += one.shown;
      }
      shown += isFile ? leftOut('file', section) : told;
    }
    return shown;
  }

  return {
    add: names.add,
    hide: (text) => names.replace(text).split(/\r?\n/).map(line).join('\n'),
  };
}
