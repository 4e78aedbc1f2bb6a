// Links to videos as text: for a mail, a page or a spreadsheet. Pure.
import type { Options } from 'csv-stringify/sync';
import { encode } from 'html-entities';
import type { LinkForm } from '../../../preload/contract.ts';
import { csvText } from '../../csv-text.ts';

export interface LinkRow {
  /** One line; '' = the video has none. */
  readonly title: string;
  /** Absolute, http or https. */
  readonly link: string;
  /** The site's own word; '' = not known. */
  readonly status: string;
  /** Of the clip, without its folder; '' = it was not sent from here. */
  readonly file: string;
}

export interface LinkText {
  readonly text: string;
  /** What a program that shows formatted text takes instead; left out = there is none. */
  readonly html?: string;
}

/** What would end or begin something else within the text of a link (CommonMark 0.31, section 2.4). */
const marks = /[\\`*_[\]<>~|]/g;
const entities = /&(#?\w+;)/g;

const nameOf = ({ title, link }: LinkRow): string => title || link;

function markdown(row: LinkRow): string {
  // The two characters that would end the address are all that URLs leave as they are.
  const address = row.link.replaceAll('(', '%28').replaceAll(')', '%29');
  const name = nameOf(row).replace(marks, '\\$&').replace(entities, '\\&$1');
  return `[${name}](${address})`;
}

const anchor = (row: LinkRow): string => `<a href="${encode(row.link)}">${encode(nameOf(row))}</a>`;

/** What begins like a formula is text to every spreadsheet: titles come from file names and from the site. */
function cells(rows: readonly LinkRow[], more: Options): string {
  return csvText(rows, {
    header: true,
    columns: ['title', 'link', 'status', 'file'],
    ...more,
  });
}

/** `rows` in their order. A single link stands alone, several are a list. */
export function linkText(rows: readonly LinkRow[], form: LinkForm): LinkText {
  const [first] = rows;
  const only = rows.length === 1 ? first : undefined;
  switch (form) {
    case 'lines':
      return { text: rows.map(({ link }) => link).join('\n') };
    case 'markdown':
      return { text: only ? markdown(only) : rows.map((row) => `- ${markdown(row)}`).join('\n') };
    case 'html': {
      const html = only ? anchor(only) : `<ul>\n${rows.map((row) => `<li>${anchor(row)}</li>`).join('\n')}\n</ul>`;
      return { text: html, html };
    }
    case 'table':
      return { text: cells(rows, { delimiter: '\t' }) };
    case 'csv':
      // As RFC 4180 ends its lines.
      return { text: cells(rows, { record_delimiter: 'windows' }) };
  }
}
