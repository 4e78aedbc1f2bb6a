// What has arrived so far: the last night in a sentence, and a table by day and account.

import type { ReactNode } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import type { HistoryDay, HistoryView } from '../../../preload/contract.ts';
import { formatBytes, formatClock, formatCount, formatDate, formatMoment } from '../../../preload/text/format.ts';
import { listed, sentences, t } from '../../../preload/text/text.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { saidWords } from '../../text/failure.ts';
import { Icon } from '../../ui/icon.tsx';

/** As many as anybody looks through; the saved table has all. */
const mostShown = 400;

export function History(): ReactNode {
  const store = useAppStore();
  const history = useApp((state) => state.history);
  return (
    <ModalOverlay
      className="modal-overlay"
      isOpen={history !== null}
      isDismissable
      onOpenChange={(open) => {
        if (!open) store.closeHistory();
      }}
    >
      <Modal className="modal modal-wide">{history !== null && <Shown view={history.view} />}</Modal>
    </ModalOverlay>
  );
}

function Shown({ view }: { readonly view: HistoryView | { readonly failed: string } | null }): ReactNode {
  const store = useAppStore();
  const hasRows = view !== null && 'days' in view && view.days.length > 0;
  return (
    <Dialog className="dialog">
      <Heading slot="title" className="dialog-title">
        {t('history.title')}
      </Heading>
      <div role="status">
        {view === null && <p className="dialog-body">{t('history.reading')}</p>}
        {view !== null && 'failed' in view && (
          <p className="dialog-body">{t('history.failed', { why: saidWords(view.failed) })}</p>
        )}
        {view !== null && 'days' in view && <Told view={view} />}
      </div>
      {hasRows && <Days days={view.days} />}
      <div className="dialog-buttons">
        {hasRows && (
          <Button className="button" onPress={() => void store.saveHistory()}>
            {t('history.save')}
          </Button>
        )}
        <Button className="button button-primary" autoFocus onPress={() => store.closeHistory()}>
          {t('history.close')}
        </Button>
      </div>
    </Dialog>
  );
}

function Told({ view: { night, total } }: { readonly view: HistoryView }): ReactNode {
  const needs = useApp((state) => state.queue?.counts.needsYou ?? 0);
  if (total === null) return <p className="dialog-body">{t('history.none')}</p>;
  const lastNight =
    night === null
      ? t('history.night.none')
      : t('history.night', {
          ...{ clips: night.clips, size: formatBytes(night.bytes), again: night.again },
          ...{ sites: listed(night.sites), when: formatMoment(night.lastAt, Date.now()) },
        });
  return (
    <>
      <p className="dialog-body">
        <strong>{sentences(lastNight, needs === 0 ? null : t('history.need', { clips: needs }))}</strong>
      </p>
      <p className="dialog-body">
        {t('history.total', {
          ...{ clips: total.clips, size: formatBytes(total.bytes), again: total.again },
          since: formatDate(total.firstAt),
        })}
      </p>
    </>
  );
}

const betweenWords = (first: string, last: string): string =>
  first === last ? first : t('history.between', { first, last });

const isNumber: ReadonlySet<string> = new Set(['clips', 'size', 'again']);

function Days({ days }: { readonly days: readonly HistoryDay[] }): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys.
    <section className="history-days" tabIndex={0} aria-label={t('history.table')}>
      <table className="history-table">
        <thead>
          <tr>
            {(['day', 'account', 'clips', 'size', 'again', 'from-to'] as const).map((column) => (
              <th key={column} scope="col" className={isNumber.has(column) ? 'history-number' : undefined}>
                {t(`history.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.slice(0, mostShown).map((day) => (
            <tr key={`${day.day} ${day.site} ${day.account} ${day.firstAt}`}>
              <th scope="row">{formatDate(day.firstAt)}</th>
              <td>
                {day.account === ''
                  ? t('history.account.gone')
                  : t('history.account.on', { account: day.account, site: day.site })}
              </td>
              <td className="history-number">{formatCount(day.clips)}</td>
              <td className="history-number">{formatBytes(day.bytes)}</td>
              <td className="history-number">{day.again === 0 ? '' : formatCount(day.again)}</td>
              <td>{betweenWords(formatClock(day.firstAt), formatClock(day.lastAt))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {days.length > mostShown && <p className="hint">{t('history.more', { days: days.length - mostShown })}</p>}
    </section>
  );
}

export function HistoryButton(): ReactNode {
  const store = useAppStore();
  return (
    <Button className="button button-icon" aria-label={t('history.open')} onPress={() => void store.showHistory()}>
      <Icon name="waiting" />
    </Button>
  );
}
