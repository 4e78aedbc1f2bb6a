// Tables as programs and people write them: whatever parts and encodes their cells, what was meant is read; and ours come back as they were.
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type TableClip, type TermColumn, tableText as textIn } from '../../../../main/features/details/table-out.ts';
import { mostTableRows, tableOf as tableIn } from '../../../../main/features/details/table-text.ts';

const tableOf = (bytes: Uint8Array, locale = 'en-US') => tableIn(bytes, locale);
const tableText = (clips: readonly TableClip[], columns: readonly TermColumn[], region = 'en-US'): string =>
  textIn(clips, columns, region);
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string, isLittle: boolean): Uint8Array => {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return isLittle ? bytes : bytes.swap16();
};
const cells = (bytes: Uint8Array): readonly (readonly string[])[] => {
  const table = tableOf(bytes);
  if (typeof table === 'string') throw new Error(table);
  return table.rows.map((row) => row.cells);
};

describe('a table', () => {
  const meant = [
    ['file', 'title'],
    ['a.mp4', 'A & B "½" <b> é 你好'],
  ];
  it.each([
    ['commas', 'file,title\na.mp4,"A & B ""½"" <b> é 你好"\n'],
    [
      'semicolons, as Excel writes them where a comma is in numbers',
      'file;title\r\na.mp4;"A & B ""½"" <b> é 你好"\r\n',
    ],
    ['tabs', 'file\ttitle\na.mp4\t"A & B ""½"" <b> é 你好"'],
    ['bars', 'file|title\na.mp4|A & B "½" <b> é 你好'],
    ['a first line that says so', 'sep=;\r\nfile;title\r\na.mp4;A & B "½" <b> é 你好'],
    ['blank rows and rows of nothing but commas', '\n,\nfile,title\n,,\na.mp4,"A & B ""½"" <b> é 你好"\n\n'],
  ])('is read with %s', (_, text) => {
    for (const bytes of [utf8(text), utf8(`\ufeff${text}`), utf16(text, true), utf16(text, false)])
      expect(cells(bytes)).toEqual(meant);
  });

  it('is read as Excel on Windows saves it', () => {
    expect(cells(new Uint8Array([...utf8('file;title\r\na.mp4;caf'), 0xe9, 0x20, 0x96, 0x20, 0xbd]))).toEqual([
      ['file', 'title'],
      ['a.mp4', 'café – ½'],
    ]);
  });

  it('keeps line breaks in cells, and says in which line each row begins', () => {
    const table = tableOf(utf8('file,text\r\n\r\na.mp4,"one\r\ntwo"\r\nb.mp4,x\r\n'));
    expect(table).toMatchObject({ rows: [{ line: 1 }, { line: 3, cells: ['a.mp4', 'one\ntwo'] }, { line: 5 }] });
  });

  it('takes a quote that nobody closed for text, and loses no row after it', () => {
    expect(cells(utf8('file,title\na.mp4,5" screen\nb.mp4,"open\nc.mp4,z'))).toEqual([
      ['file', 'title'],
      ['a.mp4', '5" screen'],
      ['b.mp4', '"open'],
      ['c.mp4', 'z'],
    ]);
  });

  it('counts separators outside of quotes alone', () => {
    expect(cells(utf8('"a;b;c;d",e\n1,2'))).toEqual([
      ['a;b;c;d', 'e'],
      ['1', '2'],
    ]);
  });

  it('with very many rows is cut, and says so', () => {
    const rows = Array.from({ length: mostTableRows + 1 }, (_, at) => `${at}.mp4,Title`);
    expect(tableOf(utf8(`file,title\n${rows.slice(1).join('\n')}`))).toMatchObject({ isCut: false });
    const table = tableOf(utf8(`file,title\n${rows.join('\n')}`));
    expect(table).toMatchObject({ isCut: true });
    expect(typeof table === 'string' ? 0 : table.rows.length).toBe(mostTableRows + 1);
  });

  it('says that a quotation mark is not closed, and whether rows are left over among blank ones', () => {
    expect(tableOf(utf8('file,title\na.mp4,"open\n'))).toMatchObject({ isLoose: true });
    expect(tableOf(utf8('file,title\na.mp4,"closed"\n'))).toMatchObject({ isLoose: false });
    const spread = Array.from({ length: mostTableRows }, (_, at) => `${at}.mp4,T\n,`).join('\n');
    expect(tableOf(utf8(`file,title\n${spread}`))).toMatchObject({ isCut: true });
  });

  it('has the cells that most of its first lines have, also where one line has more of something else', () => {
    const lines = ['clip1.mp4;Hello, my dear, friends, all', 'clip2.mp4;Bye, now', 'clip3.mp4;x'];
    expect(cells(utf8(lines.join('\n'))).map((row) => row.length)).toEqual([2, 2, 2]);
  });

  it.each([
    ['workbook', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 6, 0])],
    ['workbook', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1])],
    ['not-text', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 1])],
    ['not-text', new Uint8Array([0xff, 0xfe, 0x00, 0xd8, 0x41])],
    ['not-text', utf8(`file,${'xxx,'.repeat(600_000)}`)],
    ['empty', utf8('')],
    ['empty', utf8('\ufeff\r\n , \r\n')],
  ] as const)('is none: %s', (problem, bytes) => {
    expect(tableOf(bytes)).toBe(problem);
  });
});

describe('a table of ours', () => {
  const clip = (over: Partial<TableClip>): TableClip => ({
    ...{
      account: 'ava @ https://e.com',
      file: 'a.mp4',
      path: '/clips/a.mp4',
      title: null,
      description: null,
      excerpt: null,
      status: null,
    },
    ...{ publishAt: null, zone: { name: 'Europe/Paris', offsetMinutes: 60 }, commentsOpen: null, slug: null },
    ...{ terms: new Map(), ...over },
  });

  it('is a formula nowhere, and comes back as it was', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(fc.constantFrom('a', '\n', '"', ',', ';', "'", '=', ' ')).map((all) => all.join('')),
      fc
        .tuple(fc.constantFrom("'", "''", ''), fc.constantFrom('=', '+', '-', '@', '\t', '\r', '＝'), fc.string())
        .map((all) => all.join('')),
    );
    // What only blanks are is nothing written, and the kind of line break is no matter of text.
    fc.assert(
      fc.property(text, text, fc.constantFrom('en-US', 'de-DE'), (title, description, region) => {
        fc.pre(!/\r/.test(title + description));
        const out = tableText([clip({ title, description })], [], region);
        const delimiter = region === 'de-DE' ? ';' : ',';
        const raw: readonly (readonly string[])[] = parse(out, { bom: true, delimiter });
        for (const cell of raw.flat()) expect(cell).not.toMatch(/^[=+@\t-]/);
        expect(cells(utf8(out))[1]?.slice(1, 3)).toEqual([title, description]);
      }),
    );
  });

  it.each([
    ['en-US', ','],
    ['en-GB', ','],
    ['ja-JP', ','],
    ['de-DE', ';'],
    ['pt-BR', ';'],
    ['pl', ';'],
    ['fr-CH', ';'],
    ['C', ','],
    ['', ','],
  ])('has its cells parted as Excel parts them in %s', (region, parter) => {
    const out = tableText([clip({ title: 'One, two; three' })], [], region);
    expect(out.split('\r\n')[0]?.split(parter).slice(0, 2)).toEqual(['\ufefffile', 'title']);
    expect(cells(utf8(out))[1]?.slice(0, 2)).toEqual(['a.mp4', 'One, two; three']);
  });

  it('tells the hour that comes twice in autumn apart, and needs no clock where that of the site is not known', () => {
    const dateOf = (publishAt: number, zone: TableClip['zone']) =>
      cells(utf8(tableText([clip({ publishAt, zone })], [])))[1]?.[5];
    const paris = { name: 'Europe/Paris', offsetMinutes: 60 };
    expect(dateOf(Date.UTC(2026, 9, 25, 0, 30), paris)).toBe('2026-10-25 02:30');
    expect(dateOf(Date.UTC(2026, 9, 25, 1, 30), paris)).toBe('2026-10-25 01:30Z');
    expect(dateOf(Date.UTC(2026, 9, 25, 1, 30), null)).toBe('2026-10-25 01:30Z');
  });

  it('has the date by the clock of the site, and names that are parted by what is in none of them', () => {
    const columns = [
      { restBase: 'tags', heading: 'Tags' },
      { restBase: 'cats', heading: 'Categories' },
    ];
    const terms = new Map([
      ['tags', ['Sea', 'Rock, Pop']],
      ['cats', ['Rock, Pop']],
    ]);
    const out = cells(
      utf8(tableText([clip({ publishAt: Date.UTC(2026, 11, 24, 17, 30, 5), commentsOpen: false, terms })], columns)),
    );
    expect(out[1]).toEqual([
      ...['a.mp4', '', '', '', '', '2026-12-24 18:30:05', 'closed', ''],
      ...['Sea | Rock, Pop', 'Rock, Pop |', 'ava @ https://e.com', '/clips/a.mp4'],
    ]);
  });
});
