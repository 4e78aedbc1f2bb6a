// What the columns of lists are called, and what a row says in each.
import type { RowCells, RowColumn, TermsCell } from '../../preload/contract.ts';
import { isFieldId } from '../../preload/fields.ts';
import { toWall } from '../../preload/site-zone.ts';
import { formatWall } from '../../preload/text/format.ts';
import { listed, t } from '../../preload/text/text.ts';
import { momentWords, plainFieldWord, statusWord } from './fields.ts';

export function columnWord(column: RowColumn): string {
  return isFieldId(column) ? plainFieldWord(column) : t(`columns.${column}`);
}

/** `whole` = what is said where there is room for all of it. */
export interface CellWords {
  readonly short: string;
  readonly whole: string;
}

const nothing: CellWords = { short: '', whole: '' };

function both(words: string): CellWords {
  return { short: words, whole: words };
}

function termsWords({ names, others }: TermsCell): CellWords {
  if (others === 0) return both(listed(names));
  if (names.length === 0) return both(t('columns.terms', { terms: others }));
  return both(listed([...names, t('columns.terms-more', { terms: others })]));
}

/** `isProtected` = the site asks visitors of the row's video for a password. */
export function cellWords(column: RowColumn, cells: RowCells, isProtected = false): CellWords {
  switch (column) {
    case 'description':
    case 'excerpt':
      return both(cells[column]?.text ?? '');
    case 'status':
      return cells.status === undefined ? nothing : both(statusWord(cells.status, isProtected));
    case 'publishAt': {
      if (cells.publishAt === undefined) return nothing;
      const { at, zone } = cells.publishAt;
      return { short: formatWall(Date.parse(`${toWall(at, zone)}Z`)), whole: momentWords(at, zone) };
    }
    case 'categories':
    case 'tags':
      return cells[column] === undefined ? nothing : termsWords(cells[column]);
    case 'commentsOpen':
      return cells.commentsOpen === undefined ? nothing : both(t(cells.commentsOpen ? 'value.open' : 'value.closed'));
  }
}
