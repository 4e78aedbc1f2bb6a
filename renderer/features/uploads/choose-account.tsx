// Asks where clips go that were opened with Clipferry, when there are several accounts.

import { type ReactNode, useState } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { t } from '../../../preload/text/text.ts';
import { destinations } from '../../state/selectors.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { Choice } from '../../ui/choice.tsx';
import { PublicNote } from '../window/public-note.tsx';

export function ChooseAccount(): ReactNode {
  const store = useAppStore();
  const count = useApp((state) => state.opened);
  return (
    <ModalOverlay
      className="modal-overlay"
      isOpen={count > 0}
      isDismissable
      onOpenChange={(open) => {
        if (!open) void store.addOpened(null);
      }}
    >
      <Modal className="modal">{count > 0 && <Question count={count} />}</Modal>
    </ModalOverlay>
  );
}

function Question({ count }: { readonly count: number }): ReactNode {
  const store = useAppStore();
  const places = destinations(useApp((state) => state.app));
  const [chosen, setChosen] = useState(useApp((state) => state.accountId));
  const accountId = chosen ?? places[0]?.account.id ?? null;
  const waits = places.find(({ account }) => account.id === accountId)?.account.holdsNew === true;
  return (
    <Dialog className="dialog">
      <Heading slot="title" className="dialog-title">
        {t('uploads.opened.title')}
      </Heading>
      <p className="dialog-body">{t('uploads.opened.body', { count })}</p>
      {accountId !== null && (
        <div className="dialog-field">
          <Choice
            look="field"
            label={t('uploads.send-to')}
            options={places.map(({ account, site, label }) => ({ id: account.id, label, note: site.address }))}
            value={accountId}
            onChange={setChosen}
          />
        </div>
      )}
      <PublicNote accountId={accountId} />
      <div className="dialog-buttons">
        <Button className="button" onPress={() => void store.addOpened(null)}>
          {t('uploads.opened.no')}
        </Button>
        <Button className="button button-primary" autoFocus onPress={() => void store.addOpened(accountId)}>
          {t('uploads.opened.yes', { waits: waits ? 'yes' : 'no' })}
        </Button>
      </div>
    </Dialog>
  );
}
