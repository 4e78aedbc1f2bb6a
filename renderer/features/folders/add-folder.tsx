// The one question before a chosen folder is watched: where its clips go, and what becomes of those that are in it already.

import { type ReactNode, useState } from 'react';
import { Button, Dialog, Heading, Label, Modal, ModalOverlay, Radio, RadioGroup } from 'react-aria-components';
import type { FolderFailure, FolderOffer, FolderRules, FolderView } from '../../../preload/contract.ts';
import { t } from '../../../preload/text/text.ts';
import { destinations } from '../../state/selectors.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { addedMessage, folderProblem } from '../../text/folders.ts';
import { Choice } from '../../ui/choice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PublicNote } from '../window/public-note.tsx';

interface Props {
  readonly offer: FolderOffer | null;
  /** The folder from another computer that it is; null = a new one. */
  readonly brought: FolderView | null;
  readonly onEnd: () => void;
}

export function AddFolder({ offer, brought, onEnd }: Props): ReactNode {
  return (
    <ModalOverlay
      className="modal-overlay"
      isOpen={offer !== null}
      isDismissable
      onOpenChange={(open) => {
        if (!open) onEnd();
      }}
    >
      <Modal className="modal">
        {offer !== null && (
          <Dialog className="dialog">
            <Question key={offer.offer} offer={offer} brought={brought} onEnd={onEnd} />
          </Dialog>
        )}
      </Modal>
    </ModalOverlay>
  );
}

interface QuestionProps extends Props {
  readonly offer: FolderOffer;
}

function Question({ offer, brought, onEnd }: QuestionProps): ReactNode {
  const store = useAppStore();
  const places = destinations(useApp((state) => state.app));
  const preferred = useApp((state) => state.accountId);
  const [accountId, setAccountId] = useState(brought?.accountId ?? preferred ?? places[0]?.account.id ?? '');
  const [existing, setExisting] = useState<FolderRules['existing']>('leave');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<FolderFailure | null>(null);
  const problem = failure === null ? null : folderProblem(failure);
  const { videos } = offer;
  const several = offer.more ? videos + 1 : videos;

  async function add(): Promise<void> {
    if (busy) return;
    setBusy(true);
    setFailure(null);
    const input = { offer: offer.offer, accountId, existing, ...(brought === null ? {} : { brought: brought.id }) };
    const outcome = await store.attempt(() => store.bridge.request('folder.add', input));
    setBusy(false);
    if (outcome !== null && !outcome.ok) {
      setFailure(outcome.failure);
      return;
    }
    if (outcome !== null) store.tell(addedMessage(offer.name, outcome.value), 'plain');
    onEnd();
  }

  return (
    <>
      <Heading slot="title" className="dialog-title">
        {t('folders.add.title', { folder: offer.name })}
      </Heading>
      <p className="dialog-body folder-path">{offer.path}</p>
      <div className="folder-question">
        <Choice
          look="field"
          label={t('folders.add.send-to')}
          options={places.map(({ account, site, label }) => ({ id: account.id, label, note: site.address }))}
          value={accountId}
          onChange={setAccountId}
        />
        <PublicNote accountId={accountId} />
        {offer.videos > 0 && (
          <RadioGroup
            className="radios"
            value={existing}
            onChange={(value) => setExisting(value === 'take' ? 'take' : 'leave')}
          >
            <Label className="field-label">{t('folders.add.found', { videos, more: offer.more ? 'yes' : null })}</Label>
            <Radio className="radio" value="leave">
              <span className="radio-dot" />
              {t('folders.add.skip', { videos: several })}
            </Radio>
            <Radio className="radio" value="take">
              <span className="radio-dot" />
              {t('folders.add.send', { videos: several })}
            </Radio>
            {brought !== null && <p className="setting-note">{t('folders.add.known')}</p>}
          </RadioGroup>
        )}
        {problem !== null && (
          <div className="connect-problem" role="alert">
            <p className="connect-problem-title">
              <Icon name="needs-you" />
              {problem.title}
            </p>
            <p>{problem.todo}</p>
          </div>
        )}
      </div>
      <div className="dialog-buttons">
        <Button className="button" onPress={onEnd}>
          {t('folders.add.cancel')}
        </Button>
        <Button className="button button-primary" autoFocus aria-busy={busy} onPress={() => void add()}>
          {t('folders.add.yes')}
        </Button>
      </div>
    </>
  );
}
