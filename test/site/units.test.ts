// The parts that have edges of their own: the multipart parser at every split, names, dates and text.
import { describe, expect, it } from 'vitest';
import { KNOWN_EXTENSIONS } from './attachments.ts';
import { boundaryOf, MultipartParser } from './multipart.ts';
import { sanitizeFileName, slugFrom } from './names.ts';
import { parseQuery } from './params.ts';
import { filterHtml, renderTitle } from './text.ts';
import { gmtFromLocal, localFromGmt, parseDate } from './time.ts';

type Part = { name: string; filename: string | null; data: string };

function parse(boundary: string, pieces: readonly Buffer[]): { parts: Part[]; complete: boolean } {
  const parts: Part[] = [];
  const parser = new MultipartParser(boundary, {
    begin: ({ name, filename }) => parts.push({ name, filename, data: '' }),
    data: (bytes) => {
      const part = parts.at(-1);
      if (part) part.data += bytes.toString('latin1');
    },
    end: () => {},
  });
  for (const piece of pieces) parser.push(piece);
  return { parts, complete: parser.complete };
}

describe('multipart', () => {
  // Data full of near misses of the boundary.
  const tricky = '\r\n--\r\n--B\r\r\n--Bounda\r\n-\r\n\r\n--Boundar_\r';
  const body = Buffer.from(
    `preamble\r\n--Boundary\r\nContent-Disposition: form-data; name="title"\r\n\r\nHi\r\n--Boundary  \r\n` +
      `content-disposition: form-data; filename="C:\\\\clips\\\\a \\"b\\".mp4"; name=file\r\nContent-Type: video/mp4\r\n\r\n` +
      `${tricky}\r\n--Boundary\r\nContent-Disposition: form-data; name="empty"; filename=""\r\n\r\n\r\n--Boundary--\r\nepilogue`,
    'latin1',
  );
  const wanted = [
    { name: 'title', filename: null, data: 'Hi' },
    { name: 'file', filename: 'a "b".mp4', data: tricky },
    { name: 'empty', filename: '', data: '' },
  ];

  it('reads the same parts wherever the bytes are split', () => {
    for (let at = 0; at <= body.length; at += 1) {
      const { parts, complete } = parse('Boundary', [body.subarray(0, at), body.subarray(at)]);
      expect(parts).toEqual(wanted);
      expect(complete).toBe(true);
    }
    const bytewise = Array.from(body, (byte) => Buffer.from([byte]));
    expect(parse('Boundary', bytewise).parts).toEqual(wanted);
  });

  it('is not complete without the closing boundary', () => {
    expect(parse('Boundary', [body.subarray(0, body.length - 14)]).complete).toBe(false);
  });

  it('finds the boundary of the content type', () => {
    expect(boundaryOf('multipart/form-data; boundary=abc')).toBe('abc');
    expect(boundaryOf('multipart/form-data; charset=utf-8; boundary="a b"')).toBe('a b');
    expect(boundaryOf('application/json')).toBeNull();
    expect(boundaryOf(undefined)).toBeNull();
  });
});

it.each([
  ['My clip (1).MP4', 'My-clip-1.MP4'],
  ['  ..weird..  name--x .mp4', 'weird.-name-x-.mp4'],
  ['movie.php.mp4', 'movie.php_.mp4'],
  ['movie.mp4.mp4', 'movie.mp4.mp4'],
  ['日本 🎬.mp4', '日本-🎬.mp4'],
  ['Größe.mp4', 'Grose.mp4'],
  ['a/b\\c?d.mp4', 'abcd.mp4'],
])('stores %s as %s', (sent, kept) => {
  expect(sanitizeFileName(sent, KNOWN_EXTENSIONS)).toBe(kept);
});

it.each([
  ['Better title &amp; more', 'better-title-more'],
  ['Ünïcode ½ – “quoted” &amp; friends', 'unicode-%c2%bd-quoted-friends'],
  ['v1.2 <b>final</b>', 'v1-2-final'],
])('makes a slug of %s', (title, slug) => {
  expect(slugFrom(title)).toBe(slug);
});

it('knows summer time in both directions, and zones of every spelling', () => {
  expect(localFromGmt('2026-07-01T22:30:00', 'Europe/Paris')).toBe('2026-07-02T00:30:00');
  expect(gmtFromLocal('2026-12-01T00:30:00', 'Europe/Paris')).toBe('2026-11-30T23:30:00');
  expect(parseDate('2026-07-01T12:00:00', 'local', 'Europe/Paris')).toBe('2026-07-01T10:00:00');
  for (const zone of ['+02:00', '+0200', '+02']) {
    expect(parseDate(`2026-07-01T12:00:00${zone}`, 'local', 'UTC')).toBe('2026-07-01T10:00:00');
  }
  expect(parseDate('2026-07-01T12:00:00.250Z', 'local', 'Europe/Paris')).toBe('2026-07-01T12:00:00');
  expect(parseDate('2026-13-01T12:00:00Z', 'gmt', 'UTC')).toBeNull();
});

it('reads brackets of a query as PHP does', () => {
  expect(parseQuery('a=1&a=2&x[]=1&x[]=2&t[terms][]=3&t[operator]=AND&e%5B0%5D=y')).toEqual({
    a: '2',
    x: { 0: '1', 1: '2' },
    t: { terms: { 0: '3' }, operator: 'AND' },
    e: { 0: 'y' },
  });
});

it('encodes once and never twice', () => {
  for (const text of ['A & B < C > D', '&lt;b&gt; &#8217; &hellip; &nosuch; &#x1F600;', 'a <em>b</em> <i>c']) {
    const once = filterHtml(text, 'title');
    expect(filterHtml(once, 'title')).toBe(once);
  }
  expect(renderTitle('"Hi" -- it\'s R&D')).toBe('&#8220;Hi&#8221; &#8211; it&#8217;s R&#038;D');
});
