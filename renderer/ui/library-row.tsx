// One row of the library: its picture, title, date, status in words, and the way to its page.

// biome-ignore-all lint/a11y/useSemanticElements: a table cannot hold only the rows in sight.
// biome-ignore-all lint/a11y/useFocusableInteractive: the row takes the focus, its cells do not.
import { memo, type ReactNode } from 'react';
import type { LibraryRow as Row, RowCells, RowColumn } from '../../preload/contract.ts';
import { formatMomentAlone } from '../../preload/text/format.ts';
import { t } from '../../preload/text/text.ts';
import { type CellWords, cellWords } from '../text/columns.ts';
import { statusWord } from '../text/fields.ts';
import { Icon, type IconName } from './icon.tsx';
import { VideoPoster } from './video-poster.tsx';

interface Props {
  readonly index: number;
  readonly top: number;
  readonly tabbable: boolean;
  readonly selected: boolean;
  /** Null = not fetched yet. */
  readonly item: Item | null;
  readonly onOpen: (id: number) => void;
  /** Those that there is room for. */
  readonly columns: readonly RowColumn[];
}

/** What a row shows, of a video or a blog post. */
export type Item = Pick<Row, 'id' | 'title' | 'status' | 'date'> & Partial<Row>;

const statusIcons: Readonly<Record<string, IconName>> = {
  publish: 'done',
  future: 'waiting',
  draft: 'describing',
  pending: 'looking',
  private: 'lock',
  trash: 'cancelled',
};

export const statusIcon = (status: string): IconName => statusIcons[status] ?? 'info';

export const titleWords = (title: string): string => (title.trim() === '' ? t('library.untitled') : title);

/** Drawn again only when what it shows changes. */
export const LibraryRow = memo(Line);

function Line(props: Props): ReactNode {
  const { index, top, tabbable, selected, item, onOpen, columns } = props;
  return (
    <div
      role="row"
      className={selected ? 'row row-selected' : 'row'}
      style={{ transform: `translateY(${top}px)` }}
      data-index={index}
      // The names of columns are a row, too.
      aria-rowindex={index + (columns.length > 0 ? 2 : 1)}
      aria-selected={selected}
      aria-busy={item === null}
      tabIndex={tabbable ? 0 : -1}
    >
      {item === null ? <div role="gridcell" className="row-blank" /> : <Cells {...{ item, onOpen, columns }} />}
    </div>
  );
}

/** What has no words yet may have some on its site; a date is told with every row. */
function isTold(column: RowColumn, cells: RowCells | undefined): boolean {
  return column === 'publishAt' || cells?.[column] !== undefined;
}

const unknown = (): CellWords => ({ short: '…', whole: t('columns.unknown.short') });

function Cells({ item, onOpen, columns }: Pick<Props, 'onOpen' | 'columns'> & { readonly item: Item }): ReactNode {
  const title = titleWords(item.title);
  return (
    <>
      <div role="gridcell" className="row-main">
        {item.poster !== undefined && <VideoPoster poster={item.poster} jobId={item.jobId ?? null} />}
        <div className="row-names">
          <div className="row-title" title={title}>
            {title}
          </div>
          <div className="row-facts">
            {item.date !== null && <span className="row-size">{formatMomentAlone(item.date, Date.now())}</span>}
            {item.fromHere && <span className="row-fact">{t('library.row.from-here')}</span>}
          </div>
        </div>
      </div>
      {columns.map((column) => {
        const { short, whole } = isTold(column, item.cells)
          ? cellWords(column, item.cells ?? {}, item.isProtected)
          : unknown();
        return (
          <div role="gridcell" key={column} className="row-cell" title={whole}>
            {short}
          </div>
        );
      })}
      <div role="gridcell" className="row-state">
        <div className="row-state-line">
          <Icon name={statusIcon(item.status)} />
          <span className="row-state-label">{statusWord(item.status, item.isProtected)}</span>
        </div>
        {item.moving !== undefined ? (
          <div className="row-state-detail">{t(`library.row.moving.${item.moving}`)}</div>
        ) : (
          item.pending && <div className="row-state-detail">{t('library.row.pending')}</div>
        )}
      </div>
      <div role="gridcell" className="row-action">
        {item.status !== 'trash' && (
          <button
            type="button"
            className="button button-small"
            tabIndex={-1}
            aria-label={t('library.row.open.label', { title })}
            onClick={(event) => {
              event.stopPropagation();
              onOpen(item.id);
            }}
          >
            {t('library.row.open')}
          </button>
        )}
      </div>
    </>
  );
}
