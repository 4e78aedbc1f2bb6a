// One line of cards of the library: each with its picture, title, status in words, and date.

// biome-ignore-all lint/a11y/useSemanticElements: a table cannot hold only the lines in sight.
// biome-ignore-all lint/a11y/useFocusableInteractive: the card takes the focus, its line does not.

/*
 * A grid of rows and cells, and no listbox: arrow keys go in both directions, and only a grid tells a screen reader the line and the column
 * of a card when most lines are not in the page. The cards themselves are the cells that get the focus and are selected.
 */
import { memo, type ReactNode } from 'react';
import { formatMomentAlone } from '../../preload/text/format.ts';
import { t } from '../../preload/text/text.ts';
import { statusWord } from '../text/fields.ts';
import { Icon } from './icon.tsx';
import { type Item, statusIcon, titleWords } from './library-row.tsx';
import { VideoPoster } from './video-poster.tsx';
import type { GridRow } from './virtual-grid.tsx';

interface Props extends Omit<GridRow, 'tabbable'> {
  readonly total: number;
  /** Card that the keyboard is on. */
  readonly cursor: number;
  /** Null = not fetched yet. */
  readonly itemAt: (place: number) => Item | null;
  readonly isSelected: (item: Item) => boolean;
}

export function LibraryCards({ index, top, lines, total, cursor, itemAt, isSelected }: Props): ReactNode {
  const first = index * lines.columns;
  const places = Array.from({ length: Math.max(0, Math.min(lines.columns, total - first)) }, (_, at) => first + at);
  return (
    <div
      role="row"
      className="card-line"
      aria-rowindex={index + 1}
      style={{
        transform: `translateY(${top}px)`,
        height: `${lines.lineHeight}px`,
        gridTemplateColumns: `repeat(${lines.columns}, minmax(0, 1fr))`,
      }}
    >
      {places.map((place, at) => {
        const item = itemAt(place);
        return (
          <LibraryCard
            key={place}
            place={place}
            column={at}
            tabbable={place === cursor}
            selected={item !== null && isSelected(item)}
            item={item}
          />
        );
      })}
    </div>
  );
}

interface CardProps {
  readonly place: number;
  readonly column: number;
  readonly tabbable: boolean;
  readonly selected: boolean;
  readonly item: Item | null;
}

/** Drawn again only when what it shows changes. */
const LibraryCard = memo(({ place, column, tabbable, selected, item }: CardProps): ReactNode => {
  return (
    <div
      role="gridcell"
      className={selected ? 'card card-selected' : 'card'}
      data-index={place}
      aria-colindex={column + 1}
      aria-selected={selected}
      aria-busy={item === null}
      tabIndex={tabbable ? 0 : -1}
    >
      {item === null ? <div className="card-blank" /> : <Content item={item} />}
      {selected && (
        <span className="card-check">
          <Icon name="check" size={14} />
        </span>
      )}
    </div>
  );
});

function Content({ item }: { readonly item: Item }): ReactNode {
  const title = titleWords(item.title);
  const note =
    item.moving !== undefined
      ? t(`library.row.moving.${item.moving}`)
      : item.pending
        ? t('library.row.pending')
        : item.date === null
          ? null
          : formatMomentAlone(item.date, Date.now());
  return (
    <>
      <VideoPoster poster={item.poster ?? null} jobId={item.jobId ?? null} />
      <div className="card-title" title={title}>
        {title}
      </div>
      <div className="card-state">
        <Icon name={statusIcon(item.status)} />
        <span className="card-line-text">{statusWord(item.status, item.isProtected)}</span>
      </div>
      {note !== null && <div className="card-note">{note}</div>}
    </>
  );
}
