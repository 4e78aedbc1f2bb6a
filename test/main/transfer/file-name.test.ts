// The file name that is sent, and its place in the part's header: whatever is typed, it stays one plain file name (F-37).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extensionOf, sentFileName } from '../../../main/transfer/file-name.ts';
import { quoteFileName, representation } from '../../../main/transfer/multipart.ts';
import { MultipartParser, type PartHead } from '../../site/multipart.ts';

const boundary = '----clipferryfedcba9876543210fedcba9876543210';
const decoder = new TextDecoder('utf-8', { fatal: true });
const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

/** The head as a strict server reads it: exactly these lines, and the name up to the only closing quote. */
function nameInHead(head: Uint8Array): string {
  const lines = decoder.decode(head).split('\r\n');
  expect(lines).toHaveLength(5);
  expect([lines[0], ...lines.slice(2)]).toEqual([`--${boundary}`, 'Content-Type: video/mp4', '', '']);
  const match = /^Content-Disposition: form-data; name="file"; filename="([^"\r\n]*)"$/u.exec(lines[1] ?? '');
  if (!match) throw new Error(`not one header line: ${JSON.stringify(lines[1])}`);
  return match[1] ?? '';
}

/** The parts as the practice site's own parser finds them. */
function partsOf(fileName: string, content: Uint8Array): { heads: PartHead[]; data: Buffer; complete: boolean } {
  const form = representation(boundary, fileName, content.length);
  const heads: PartHead[] = [];
  const data: Buffer[] = [];
  const parser = new MultipartParser(boundary, {
    begin: (head) => heads.push(head),
    data: (bytes) => data.push(Buffer.from(bytes)),
    end: () => {},
  });
  for (const bytes of [form.head, content, form.tail]) parser.push(Buffer.from(bytes));
  return { heads, data: Buffer.concat(data), complete: parser.complete };
}

/** Names with all that a header, a shell, a file system and Unicode have to offer. */
const nasty = fc.constantFrom(
  '"',
  '\r\n',
  '\n',
  '\r',
  '%22',
  '%0D%0A',
  ';',
  ' name="x"',
  '\r\nContent-Type: text/html\r\n\r\n',
  `\r\n--${boundary}--\r\n`,
  '\0',
  '\u0085',
  '\u2028',
  '\ud800',
  '\udc00',
  '../',
  '..\\',
  'C:\\',
  'CON',
  '.',
  ' ',
  '\u00a0',
  '\u202e',
  'e\u0301',
  '한',
  '👩‍👩‍👧‍👦',
  'ß',
  '=?utf-8?q?x?=',
  "filename*=UTF-8''x.php",
);
const anyName = fc
  .array(
    fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), nasty, fc.string({ unit: 'grapheme', maxLength: 80 })),
    {
      maxLength: 8,
    },
  )
  .map((parts) => parts.join(''));
const tenThousand = { numRuns: 10_000, seed: 20261120 };

describe('a part', () => {
  it('has one header of three lines for 10,000 names, whatever is in them (F-37)', { tags: 'proof' }, () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const form = representation(boundary, name, 0);
        expect(nameInHead(form.head)).toBe(quoteFileName(name).toWellFormed());
        expect(form.length).toBe(form.head.length + form.tail.length);
      }),
      tenThousand,
    );
  });

  it('of 10,000 sent names is one file part with that very name and the very bytes (F-37)', () => {
    const content = Buffer.from(`not\r\n--${boundary.slice(0, -1)}x the boundary\r\n`);
    fc.assert(
      fc.property(anyName, fc.option(anyName), (clipName, title) => {
        const sent = sentFileName(clipName, title, null);
        const { heads, data, complete } = partsOf(sent, content);
        expect(heads).toEqual([{ name: 'file', filename: sent, contentType: 'video/mp4' }]);
        expect(data.equals(content)).toBe(true);
        expect(complete).toBe(true);
      }),
      tenThousand,
    );
  });
});

describe('a sent name', () => {
  it('is a plain NFC file name of at most 255 bytes with the true extension, for 10,000 clips and titles', () => {
    fc.assert(
      fc.property(anyName, fc.option(anyName), fc.constantFrom('.mp4', '.MOV', '.webm', ''), (name, title, dot) => {
        const clipName = name + dot;
        const sent = sentFileName(clipName, title, null);
        expect(bytesOf(sent)).toBeLessThanOrEqual(255);
        expect(sent).toBe(sent.normalize('NFC'));
        expect(sent.isWellFormed()).toBe(true);
        expect(sent).not.toMatch(/[\\/:*?"<>|\p{Cc}\u2028\u2029]|^[.\s]|[.\s]$/u);
        expect(sent).not.toBe('');
        if (extensionOf(clipName) !== '') expect(extensionOf(sent)).toBe(extensionOf(clipName));
      }),
      tenThousand,
    );
  });

  it.each<[string, string | null, string]>([
    ['C0001.MP4', null, 'C0001.mp4'],
    ['C0001.MP4', 'Harbour at dawn', 'Harbour at dawn.mp4'],
    ['C0001.MP4', '  ', 'C0001.mp4'],
    ['C0001.MP4', '???', 'C0001.mp4'],
    ['clip.final.v2.mov', null, 'clip.final.v2.mov'],
    ['clip.mp4', 'Version 2.0', 'Version 2.0.mp4'],
    ['clip.mp4', 'A/B\\C: "D" <E>?', 'A B C D E.mp4'],
    ['clip.mp4', 'two\r\nlines', 'two lines.mp4'],
    ['cafe\u0301.mp4', null, 'caf\u00e9.mp4'],
    ['clip.mp4', '日本 🎬', '日本 🎬.mp4'],
    ['no extension', null, 'no extension'],
    ['.mp4', null, 'mp4'],
    ['clip.mp4 ', null, 'clip.mp4'],
    ['odd.ext"\r\nX: y', null, 'odd.ext X y'],
    [`clip.${'x'.repeat(300)}`, null, `clip.${'x'.repeat(195)}`],
    ['clip.mp4', `e${'\u0301'.repeat(400)}`, 'clip.mp4'],
    ['clip.mp4', `${'é'.repeat(99)}👩‍👩‍👧‍👦`, `${'é'.repeat(99)}.mp4`],
    ['clip.mp4', '\ud83d', '\ufffd.mp4'],
  ])('of %j titled %j is %j', (clipName, title, sent) => {
    expect(sentFileName(clipName, title, null)).toBe(sent);
  });

  it.each<[string, string | null, string | null, string]>([
    ['Interview', null, 'mp4', 'Interview.mp4'],
    ['Interview', 'At dawn', 'mov', 'At dawn.mov'],
    ['Interview 3.5', null, 'mp4', 'Interview 3.5.mp4'],
    ['GX010001.360', null, 'mp4', 'GX010001.360.mp4'],
    ['clip.mp4 ', null, 'mp4', 'clip.mp4'],
    ['clip.m4v', null, 'mp4', 'clip.m4v'],
    ['clip.3gp', null, 'mp4', 'clip.3gp'],
    ['Interview 3.5', null, null, 'Interview 3.5'],
    ['Interview', null, null, 'Interview'],
  ])('of %j titled %j in which %j was found is %j', (clipName, title, format, sent) => {
    expect(sentFileName(clipName, title, format)).toBe(sent);
  });

  it.each([
    ['a.mp4', 'mp4'],
    ['A.B.MP4', 'mp4'],
    ['.mp4', ''],
    ['mp4', ''],
    ['a.', ''],
    ['a.m p4', ''],
    ['a.видео', ''],
    ['a\n.mkv', 'mkv'],
  ])('%j has the extension %j', (name, extension) => {
    expect(extensionOf(name)).toBe(extension);
  });
});
