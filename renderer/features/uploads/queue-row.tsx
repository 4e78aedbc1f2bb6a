// One row of the upload list: poster, title, state in words, bar and one action.

// biome-ignore-all lint/a11y/useSemanticElements: a table cannot hold only the rows in sight.
// biome-ignore-all lint/a11y/useFocusableInteractive: the row takes the focus, its cells do not.
import { memo, type ReactNode } from 'react';
import type { JobRow, RowColumn } from '../../../preload/contract.ts';
import { formatBytes } from '../../../preload/text/format.ts';
import { t } from '../../../preload/text/text.ts';
import { runRowAction } from '../../state/job-actions.ts';
import { canMove, isAccountGone, isBusy, rowAction, sentPart, titleOf } from '../../state/selectors.ts';
import { useNow } from '../../state/use-now.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { cellWords } from '../../text/columns.ts';
import { rowWords } from '../../text/jobs.ts';
import { Icon } from '../../ui/icon.tsx';
import { PosterFrame } from '../../ui/poster-frame.tsx';

interface Props {
  readonly row: JobRow | null;
  readonly index: number;
  readonly top: number;
  readonly selected: boolean;
  readonly tabbable: boolean;
  readonly showSite: boolean;
  /** The list stands in the order of sending: a row that waits can be dragged to another place. */
  readonly inOrder: boolean;
  /** Those that there is room for. */
  readonly columns: readonly RowColumn[];
}

/** Drawn again only when what it shows changes. */
export const QueueRow = memo(Line);

function Line(props: Props): ReactNode {
  const { row, index, top, selected, tabbable, showSite, columns } = props;
  const movable = props.inOrder && row !== null && canMove(row.state);
  return (
    <div
      role="row"
      className={selected ? 'row row-selected' : 'row'}
      style={{ transform: `translateY(${top}px)` }}
      data-index={index}
      // The names of columns are a row, too.
      aria-rowindex={index + (columns.length > 0 ? 2 : 1)}
      aria-selected={selected}
      aria-busy={row === null}
      tabIndex={tabbable ? 0 : -1}
    >
      {row === null ? (
        <div role="gridcell" className="row-blank" />
      ) : (
        <>
          {movable && (
            <span className="row-grip" aria-hidden="true">
              <Icon name="grip" size={14} />
            </span>
          )}
          <Cells {...{ row, index, showSite, columns }} />
        </>
      )}
    </div>
  );
}

function Cells({
  row,
  index,
  showSite,
  columns,
}: Pick<Props, 'index' | 'showSite' | 'columns'> & { readonly row: JobRow }) {
  const store = useAppStore();
  const isGone = useApp(({ app }) => isAccountGone(app, row.accountId));
  const words = rowWords(row, useNow(isBusy(row.state)), isGone);
  const action = rowAction(row, isGone);
  const title = titleOf(row);
  const facts = [title === row.name ? '' : row.name, showSite ? row.siteName : ''].filter((part) => part !== '');
  return (
    <>
      <div role="gridcell" className="row-main">
        <PosterFrame key={row.id} jobId={row.id} canTry={row.hasPoster} />
        <div className="row-names">
          <div className="row-title" title={title}>
            {title}
          </div>
          <div className="row-facts">
            <span className="row-size">{formatBytes(row.bytes)}</span>
            {row.sidecarTrouble !== null && (
              <span className="row-fact row-note" title={t('sidecar.row.why', { file: row.sidecarTrouble })}>
                <Icon name="needs-you" size={12} />
                <span className="row-fact">{t('sidecar.row', { file: row.sidecarTrouble })}</span>
              </span>
            )}
            {facts.map((fact) => (
              <span className="row-fact" key={fact} title={fact}>
                {fact}
              </span>
            ))}
          </div>
        </div>
      </div>
      {columns.map((column) => {
        const { short, whole } = cellWords(column, row.cells ?? {}, row.onSite?.isProtected);
        return (
          <div role="gridcell" key={column} className="row-cell" title={whole}>
            {short}
          </div>
        );
      })}
      <div role="gridcell" className={`row-state tone-${words.tone}`}>
        <div className="row-state-line">
          <Icon name={words.icon} />
          <span className="row-state-label" title={words.label}>
            {words.label}
          </span>
        </div>
        <Bar part={sentPart(row.state, row.bytes)} busy={isBusy(row.state)} />
        {words.detail !== null && (
          <div className="row-state-detail" title={words.detail}>
            {words.detail}
          </div>
        )}
      </div>
      <div role="gridcell" className="row-action">
        {action !== null && (
          <button
            type="button"
            className={row.state.kind === 'needs-you' ? 'button button-small button-tinted' : 'button button-small'}
            tabIndex={-1}
            aria-label={t('uploads.row-action', { action: action.label, clip: title })}
            onClick={(event) => {
              event.stopPropagation();
              runRowAction(store, row, action, () => store.click(index, 'only'));
            }}
          >
            {action.label}
          </button>
        )}
      </div>
    </>
  );
}

/** The thin bar; with no number it only says that something goes on. The words beside it carry the meaning. */
export function Bar({ part, busy }: { readonly part: number | null; readonly busy: boolean }): ReactNode {
  if (part === null && !busy) return null;
  return (
    <div className={busy ? 'bar bar-busy' : 'bar'} aria-hidden="true">
      <div className="bar-fill" style={busy ? {} : { transform: `scaleX(${part ?? 0})` }} />
    </div>
  );
}
