// The names of a list's columns above its rows, in the order of a row's cells.

import { type ReactNode, useCallback } from 'react';
import type { RowColumn } from '../../preload/contract.ts';
import { t } from '../../preload/text/text.ts';
import { rowTemplate } from '../model/columns.ts';
import { columnWord } from '../text/columns.ts';

/** So few px that a row stands in two lines (narrow.css). */
const compact = '(max-width: 760px)';

/** Hears how wide the rows of a list are; 0 = so narrow that they have no columns. The same function for the same `tell`. */
export function useRowsWidth(tell: (px: number) => void): (px: number) => void {
  return useCallback((px) => tell(matchMedia(compact).matches ? 0 : px), [tell]);
}

/** Null = no columns are shown. `first` = what a row's own cell is called. */
export function columnsHead(
  columns: readonly RowColumn[],
  first: string,
): { readonly cells: ReactNode; readonly template: string } | null {
  const template = rowTemplate(columns);
  if (template === null) return null;
  const cell = (name: string, words: ReactNode): ReactNode => (
    <div role="columnheader" key={name} className="grid-head-cell">
      {words}
    </div>
  );
  return {
    template,
    cells: [
      cell('row', first),
      ...columns.map((column) => cell(column, columnWord(column))),
      cell('state', t('columns.state')),
      cell('action', <span className="visually-hidden">{t('columns.action')}</span>),
    ],
  };
}
