// The question which video on the site a clip is: the clip and all that it may be side by side, and nothing happens before it is
// answered.

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import type { CandidateView, JobDetails } from '../../../preload/contract.ts';
import { formatBytes, formatLength, formatMoment } from '../../../preload/text/format.ts';
import { message, t } from '../../../preload/text/text.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { candidateFacts, candidateState } from '../../text/choice.ts';
import { triedValues } from '../../text/jobs.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { titleWords } from '../../ui/library-row.tsx';
import { PosterFrame } from '../../ui/poster-frame.tsx';
import { VideoCard } from '../../ui/video-card.tsx';
import { SitePoster } from '../../ui/video-poster.tsx';

/** The button that opens the question; the list's own button opens it too. */
export function AskWhich({ details }: { readonly details: JobDetails }): ReactNode {
  const store = useAppStore();
  const wanted = useApp((state) => state.focusWanted === 'choice');
  const [open, setOpen] = useState(false);

  useEffect(() => {
    if (!wanted) return;
    store.focusTaken();
    setOpen(true);
  }, [wanted, store]);

  return (
    <>
      <Button className="button button-primary" onPress={() => setOpen(true)}>
        {t('uploads.which.compare')}
      </Button>
      <ModalOverlay className="modal-overlay" isOpen={open} isDismissable onOpenChange={setOpen}>
        <Modal className="modal modal-wide">
          <Choice details={details} onClose={() => setOpen(false)} />
        </Modal>
      </ModalOverlay>
    </>
  );
}

function Choice({ details, onClose }: { readonly details: JobDetails; readonly onClose: () => void }): ReactNode {
  const store = useAppStore();
  const { row } = details;
  const [candidates, setCandidates] = useState<readonly CandidateView[] | null>(null);
  const [busy, setBusy] = useState(false);
  const now = Date.now();
  const later = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    let shown = true;
    void store
      .attempt(() => store.bridge.request('job.candidates', row.id))
      .then((found) => {
        if (shown) setCandidates(found);
      });
    return () => {
      shown = false;
    };
  }, [store, row.id]);

  async function settle(videoId: number | null): Promise<void> {
    setBusy(true);
    const outcome = await store.attempt(() => store.bridge.request('job.choose', { jobId: row.id, videoId }));
    setBusy(false);
    if (outcome === null) return;
    if (outcome === 'chosen' || outcome === 'over') {
      onClose();
      // The question goes with its answer: the keyboard goes back to the list.
      store.openInspector(false);
      return;
    }
    store.tell(message(`uploads.which.refused.${outcome}`), 'bad');
    setCandidates(
      (before) =>
        before?.map((one) =>
          one.videoId !== videoId ? one : outcome === 'taken' ? { ...one, taken: true } : { ...one, there: false },
        ) ?? null,
    );
    // The button that was pressed is gone.
    later.current?.focus();
  }

  const tried = triedValues(details);
  const sentAt = tried.answer === 'none' ? undefined : details.attempts.at(-1)?.startedAt;
  return (
    <Dialog className="dialog dialog-tall">
      <Heading slot="title" className="dialog-title">
        {t('uploads.which.title')}
      </Heading>
      <p className="dialog-body">{t('uploads.which.body', tried)}</p>
      <div className="ask-which">
        <ul className="video-cards ask-which-clip" aria-label={t('uploads.which.yours')}>
          <VideoCard
            poster={<PosterFrame jobId={row.id} canTry={row.hasPoster} />}
            which={t('uploads.which.yours')}
            title={row.name}
            facts={[
              formatBytes(row.bytes),
              ...(details.durationSeconds === null
                ? []
                : [t('uploads.which.long', { length: formatLength(details.durationSeconds) })]),
              ...(sentAt === undefined ? [] : [t('uploads.which.sent', { moment: formatMoment(sentAt, now) })]),
            ]}
          />
        </ul>
        <ul className="video-cards" aria-label={t('uploads.which.theirs')} aria-busy={candidates === null}>
          {(candidates ?? details.candidates.map(asFound)).map((video) => {
            const open = video.there !== false && !video.taken;
            const name = titleWords(video.title);
            return (
              <VideoCard
                key={video.videoId}
                poster={<SitePoster poster={video.poster} />}
                which={candidateState(video)}
                title={name}
                facts={candidateFacts(video, now)}
                gone={!open}
              >
                {open && (
                  <BusyButton
                    className="button button-small button-primary"
                    isBusy={busy}
                    aria-label={t('uploads.which.this.label', { title: name, id: String(video.videoId) })}
                    onPress={() => void settle(video.videoId)}
                  >
                    {t('uploads.which.this')}
                  </BusyButton>
                )}
                {video.there !== false && (
                  <Button
                    className="button button-small"
                    aria-label={t('uploads.which.open.label', { title: name, id: String(video.videoId) })}
                    onPress={() =>
                      void store.attempt(() =>
                        store.bridge.request('library.open', { accountId: row.accountId, videoId: video.videoId }),
                      )
                    }
                  >
                    <Icon name="external" size={14} />
                    {t('uploads.open-on-site')}
                  </Button>
                )}
              </VideoCard>
            );
          })}
        </ul>
      </div>
      <div className="dialog-buttons">
        <BusyButton className="button dialog-aside" isBusy={busy} onPress={() => void settle(null)}>
          {t('uploads.which.none', tried)}
        </BusyButton>
        <Button className="button" ref={later} onPress={onClose}>
          {t('uploads.which.later')}
        </Button>
      </div>
    </Dialog>
  );
}

/** As it was found, before the site has said how it is now. */
function asFound(candidate: JobDetails['candidates'][number]): CandidateView {
  return { ...candidate, status: '', bytes: null, poster: null, there: null, taken: false };
}
