// Links as they are pasted: titles that mean something to Markdown, HTML or a spreadsheet stay titles.

import { describe, expect, it } from 'vitest';
import { type LinkRow, linkText } from '../../../../main/features/links/link-texts.ts';
import { linksIn } from './read-back.ts';

const link = 'https://clips.example/video/tide/';
const row = (changes: Partial<LinkRow> = {}): LinkRow => ({
  ...{ title: 'Tide', link, status: 'publish', file: 'C0001.MP4' },
  ...changes,
});
const hard = 'A & B "½" <b> é 你好';
const other = 'https://clips.example/?post_type=video&p=7';

describe('a single link', () => {
  it.each([
    ['lines', link],
    ['markdown', `[Tide](${link})`],
    ['html', `<a href="${link}">Tide</a>`],
  ] as const)('stands alone: %s', (form, text) => {
    expect(linkText([row()], form).text).toBe(text);
  });

  it('of a video without a title is named by itself', () => {
    expect(linkText([row({ title: '' })], 'markdown').text).toBe(`[${link}](${link})`);
    expect(linkText([row({ title: '' })], 'html').text).toBe(`<a href="${link}">${link}</a>`);
  });
});

describe('several links', () => {
  const rows = [row(), row({ title: hard, link: other, status: 'draft', file: '' })];

  it('are lines', () => {
    expect(linkText(rows, 'lines')).toEqual({ text: `${link}\n${other}` });
  });

  it('are a list of Markdown', () => {
    expect(linkText(rows, 'markdown')).toEqual({ text: `- [Tide](${link})\n- [A & B "½" \\<b\\> é 你好](${other})` });
  });

  it('are a list of HTML, also for programs that show it', () => {
    const { text, html } = linkText(rows, 'html');
    expect(html).toBe(text);
    expect(linksIn(text)).toEqual([
      ['Tide', link],
      [hard, other],
    ]);
    expect(text).not.toContain('<b>');
  });

  it('are cells of a spreadsheet, and CSV, with their columns named', () => {
    const quoted = '"A & B ""½"" <b> é 你好"';
    expect(linkText(rows, 'table')).toEqual({
      text: `title\tlink\tstatus\tfile\nTide\t${link}\tpublish\tC0001.MP4\n${quoted}\t${other}\tdraft\t\n`,
    });
    expect(linkText(rows, 'csv')).toEqual({
      text: `title,link,status,file\r\nTide,${link},publish,C0001.MP4\r\n${quoted},${other},draft,\r\n`,
    });
  });
});

describe('a title', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', '=HYPERLINK("https://evil.example","x")'])(
    'that begins like a formula is text to a spreadsheet: %s',
    (title) => {
      for (const [form, parted] of [
        ['table', '\t'],
        ['csv', ','],
      ] as const) {
        const [, line = ''] = linkText([row({ title, file: title })], form).text.split(/\r?\n/);
        for (const cell of [line, line.slice(line.indexOf(`publish${parted}`) + 8)])
          expect(cell.replace(/^"/, '').startsWith("'"), cell).toBe(true);
      }
    },
  );

  it.each([
    ['*Tide* _and_ `wind`', '\\*Tide\\* \\_and\\_ \\`wind\\`'],
    ['[1] C:\\clips', '\\[1\\] C:\\\\clips'],
    ['a](https://evil.example)', 'a\\](https://evil.example)'],
    ['A &amp; B & C; &#39;', 'A \\&amp; B & C; \\&#39;'],
    ['~~over~~ | done', '\\~\\~over\\~\\~ \\| done'],
  ])('means nothing to Markdown: %s', (title, text) => {
    expect(linkText([row({ title })], 'markdown').text).toBe(`[${text}](${link})`);
  });
});

it('an address with brackets stays whole in Markdown', () => {
  const bracketed = 'https://clips.example/video/tide_(2)/';
  expect(linkText([row({ link: bracketed })], 'markdown').text).toBe(
    '[Tide](https://clips.example/video/tide_%282%29/)',
  );
});
