// Clips that may be on a site twice: a quiet line in the library, and both videos side by side when somebody wants to see them.

import { type ReactNode, useEffect, useState } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import type { AuditReport, DuplicatePair } from '../../../preload/contract.ts';
import { formatMoment } from '../../../preload/text/format.ts';
import { facts, t } from '../../../preload/text/text.ts';
import { destinations } from '../../state/selectors.ts';
import { useApp, useAppStore, useLibrary } from '../../state/use-store.ts';
import { auditWords, twinProof } from '../../text/duplicates.ts';
import { statusWord } from '../../text/fields.ts';
import { isToTell } from '../../text/library.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { titleWords } from '../../ui/library-row.tsx';
import { PosterFrame } from '../../ui/poster-frame.tsx';
import { VideoCard } from '../../ui/video-card.tsx';

/** Only there while the account of the library has such clips. */
export function TwinsLine(): ReactNode {
  const accountId = useLibrary((state) => state.accountId);
  const app = useApp((state) => state.app);
  const clips = app?.duplicates.find((one) => one.accountId === accountId)?.clips ?? 0;
  const place = destinations(app).find(({ account }) => account.id === accountId);
  const [open, setOpen] = useState(false);
  if (place === undefined || (clips === 0 && !open)) return null;
  return (
    <div className="library-twins" role="status">
      <Icon name="info" />
      <p>{t('twins.line', { clips, site: place.site.name })}</p>
      <Button className="button button-small" onPress={() => setOpen(true)}>
        {t('twins.show')}
      </Button>
      <Twins
        accountId={place.account.id}
        siteName={place.site.name}
        isOpen={open}
        compare={false}
        onClose={() => setOpen(false)}
      />
    </div>
  );
}

interface TwinsProps {
  readonly accountId: string;
  readonly siteName: string;
  readonly isOpen: boolean;
  /** Compares at once when it is opened. */
  readonly compare: boolean;
  readonly onClose: () => void;
}

export function Twins({ isOpen, onClose, ...props }: TwinsProps): ReactNode {
  return (
    <ModalOverlay className="modal-overlay" isOpen={isOpen} isDismissable onOpenChange={(open) => !open && onClose()}>
      <Modal className="modal modal-wide">
        <Pairs {...props} onClose={onClose} />
      </Modal>
    </ModalOverlay>
  );
}

function Pairs({ accountId, siteName, compare, onClose }: Omit<TwinsProps, 'isOpen'>): ReactNode {
  const store = useAppStore();
  const [report, setReport] = useState<AuditReport | null>(null);
  const [busy, setBusy] = useState(compare);

  useEffect(() => {
    let wanted = true;
    const name = compare ? 'audit.run' : 'audit.state';
    void store
      .attempt(() => store.bridge.request(name, accountId))
      .then((found) => {
        if (!wanted) return;
        setReport(found);
        setBusy(false);
      });
    return () => {
      wanted = false;
    };
  }, [store, accountId, compare]);

  async function follow(work: () => Promise<AuditReport>): Promise<void> {
    setBusy(true);
    const found = await store.attempt(work);
    setBusy(false);
    if (found !== null) setReport(found);
  }

  function moveOther({ videoIds: [, videoId] }: DuplicatePair): void {
    store.ask({
      title: t('twins.trash.title'),
      body: t('twins.trash.body'),
      yes: t('twins.trash.yes'),
      danger: true,
      onYes: () =>
        void follow(async () => {
          const done = await store.bridge.request('audit.trash', { accountId, videoId });
          const { result } = done;
          if (isToTell(result))
            store.tell({ kind: 'acted', act: 'trash', result }, result.failed.length > 0 ? 'bad' : 'plain');
          return done.report;
        }),
    });
  }

  const pairs = report?.pairs ?? [];
  const shown: AuditReport = report ?? { accountId, pairs: [], running: true, checkedAt: null, failure: null };
  return (
    <Dialog className="dialog dialog-tall">
      <Heading slot="title" className="dialog-title">
        {t('twins.title')}
      </Heading>
      <p className="dialog-body" role="status">
        {auditWords({ ...shown, running: shown.running || busy }, siteName, Date.now())}
      </p>
      {pairs.length > 0 && (
        <ul className="twins">
          {pairs.map((pair) => (
            <Pair
              key={pair.videoIds.join(' ')}
              pair={pair}
              busy={busy}
              onFine={() =>
                void follow(() => store.bridge.request('audit.dismiss', { accountId, videoIds: pair.videoIds }))
              }
              onTrash={() => moveOther(pair)}
            />
          ))}
        </ul>
      )}
      <div className="dialog-buttons">
        <BusyButton
          className="button dialog-aside"
          isBusy={busy}
          onPress={() => void follow(() => store.bridge.request('audit.run', accountId))}
        >
          <Icon name="processing" />
          {t('twins.compare')}
        </BusyButton>
        <Button className="button button-primary" autoFocus onPress={onClose}>
          {t('twins.close')}
        </Button>
      </div>
    </Dialog>
  );
}

function Pair(props: {
  readonly pair: DuplicatePair;
  readonly busy: boolean;
  readonly onFine: () => void;
  readonly onTrash: () => void;
}): ReactNode {
  const { pair, busy, onFine, onTrash } = props;
  const store = useAppStore();
  const now = Date.now();
  return (
    <li className="twin" aria-label={pair.name}>
      <h3 className="twin-name">{pair.name}</h3>
      <p className="twin-proof">{twinProof(pair)}</p>
      <ul className="video-cards">
        {pair.videos.map(({ videoId, title, status, createdAt }, at) => (
          <VideoCard
            key={videoId}
            poster={<PosterFrame jobId={pair.jobId} canTry />}
            which={t(at === 0 ? 'twins.used' : 'twins.other')}
            title={titleWords(title)}
            facts={[
              createdAt === null ? t('twins.no-time') : t('twins.stored', { moment: formatMoment(createdAt, now) }),
              facts(statusWord(status), t('twins.id', { id: String(videoId) })),
            ]}
          >
            <Button
              className="button button-small"
              aria-label={t('twins.open.label', { id: String(videoId) })}
              onPress={() =>
                void store.attempt(() => store.bridge.request('library.open', { accountId: pair.accountId, videoId }))
              }
            >
              <Icon name="external" size={14} />
              {t('twins.open')}
            </Button>
          </VideoCard>
        ))}
      </ul>
      <div className="button-row twin-buttons">
        <BusyButton className="button button-small" isBusy={busy} onPress={onFine}>
          {t('twins.keep')}
        </BusyButton>
        <BusyButton className="button button-small" isBusy={busy} onPress={onTrash}>
          {t('twins.move')}
        </BusyButton>
      </div>
    </li>
  );
}
