// The foot of the list: what is left, how fast, and an honest finish time; or why nothing moves.

import type { ReactNode } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import type { QueueFilter, QueueWindow } from '../../../preload/contract.ts';
import { formatBytes, formatCount, formatSpeed } from '../../../preload/text/format.ts';
import { t } from '../../../preload/text/text.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { finishWords, nothingLeftWords } from '../../text/blockers.ts';
import { saidWords } from '../../text/failure.ts';
import { Icon, type IconName } from '../../ui/icon.tsx';

export function QueueFooter(): ReactNode {
  const queue = useApp((state) => state.queue);
  const problem = useApp((state) => state.problem);
  if (queue === null || queue.counts.all === 0) return null;
  const { totals, counts } = queue;
  const left = Math.max(0, totals.bytesOpen - totals.bytesSent);
  const open = counts.active + counts.waiting;
  return (
    <section className="footer" aria-label={t('uploads.totals')}>
      {open > 0 ? (
        <dl className="totals">
          <Figure label={t('uploads.left')} value={formatBytes(left)} />
          <Figure label={t('uploads.to-go', { clips: open })} value={formatCount(open)} />
          <Figure
            label={t('uploads.speed')}
            value={totals.bytesPerSecond > 0 ? formatSpeed(totals.bytesPerSecond) : '–'}
          />
        </dl>
      ) : (
        <dl className="totals">
          <Figure label={t('uploads.done')} value={formatCount(counts.done)} />
          {counts.ready > 0 && <Figure label={t('uploads.ready')} value={formatCount(counts.ready)} />}
          {counts.needsYou > 0 && (
            <Figure label={t('uploads.need', { clips: counts.needsYou })} value={formatCount(counts.needsYou)} />
          )}
        </dl>
      )}
      <div className="footer-end">
        {problem === null ? <Outlook queue={queue} /> : <Banner icon="needs-you" text={saidWords(problem)} />}
      </div>
    </section>
  );
}

function Figure({ label, value }: { readonly label: string; readonly value: string }): ReactNode {
  return (
    <div className="figure">
      <dt className="figure-label">{label}</dt>
      <dd className="figure-value">{value}</dd>
    </div>
  );
}

function Outlook({ queue }: { readonly queue: QueueWindow }): ReactNode {
  const store = useAppStore();
  const elsewhere = useApp((state) => state.app !== null && state.app.store.elsewhere !== null);
  const { totals, counts } = queue;
  if (counts.active + counts.waiting === 0) {
    const show = (filter: QueueFilter): ReactNode => (
      <button type="button" className="button button-small" onClick={() => store.setFilter(filter)}>
        {t('uploads.show')}
      </button>
    );
    if (counts.needsYou > 0) {
      return (
        <Banner icon="needs-you" text={t('uploads.need-clips', { clips: counts.needsYou })}>
          {show('needs-you')}
        </Banner>
      );
    }
    if (counts.ready === 0) return <Banner icon="done" text={nothingLeftWords(counts)} />;
    return (
      <Banner icon="ready" text={t('uploads.ready-clips', { clips: counts.ready })}>
        {show('ready')}
      </Banner>
    );
  }
  if (elsewhere) return <Banner icon="pause" text={t('uploads.waits.elsewhere')} />;
  const { figures, besides, each } = finishWords(queue, Date.now());
  return (
    <div className="footer-outlook">
      {totals.hours?.kind === 'anyway' && (
        <button type="button" className="button button-small" onClick={() => sendAnyway(store, false)}>
          {t('uploads.keep-hours')}
        </button>
      )}
      <dl className="totals">
        {figures.map(({ label, value }) => (
          <Figure key={label} label={label} value={value} />
        ))}
      </dl>
      {besides !== null && <BySite besides={besides} each={each} />}
    </div>
  );
}

/** What does not fit at the foot: each site, when all is there or why nothing goes. */
function BySite({ besides, each }: { readonly besides: string; readonly each: readonly string[] }): ReactNode {
  return (
    <DialogTrigger>
      <Button className="button button-small footer-besides">{besides}</Button>
      <Popover className="popover" placement="top end">
        <Dialog className="by-site" aria-label={t('uploads.finish.all')}>
          <ul>
            {each.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}

export function sendAnyway(store: ReturnType<typeof useAppStore>, anyway: boolean): void {
  void store.attempt(() => store.bridge.request('queue.sendAnyway', anyway));
}

interface BannerProps {
  readonly icon: IconName;
  readonly text: string;
  readonly children?: ReactNode;
}

function Banner({ icon, text, children }: BannerProps): ReactNode {
  return (
    <div className="banner">
      <Icon name={icon} />
      <span className="banner-text">{text}</span>
      {children}
    </div>
  );
}
