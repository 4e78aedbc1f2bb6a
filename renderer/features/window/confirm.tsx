// The one dialog that asks before something is ended or taken away.

import { type ReactNode, useState } from 'react';
import { Button, Dialog, Heading, Modal, ModalOverlay, Text } from 'react-aria-components';
import { t } from '../../../preload/text/text.ts';
import type { Question } from '../../state/notices.ts';
import { useApp, useAppStore } from '../../state/use-store.ts';

export function Confirm(): ReactNode {
  const store = useAppStore();
  const question = useApp((state) => state.question);
  return (
    <ModalOverlay
      className="modal-overlay"
      isOpen={question !== null}
      isDismissable
      onOpenChange={(open) => {
        if (!open) store.answer(false);
      }}
    >
      <Modal className="modal">{question !== null && <Asked key={question.id} question={question} />}</Modal>
    </ModalOverlay>
  );
}

function Asked({ question }: { readonly question: Question }): ReactNode {
  const store = useAppStore();
  const [ticked, setTicked] = useState(false);
  return (
    <Dialog role="alertdialog" className="dialog">
      <Heading slot="title" className="dialog-title">
        {question.title}
      </Heading>
      <Text slot="description" elementType="p" className="dialog-body">
        {question.body}
      </Text>
      {question.tick !== undefined && (
        <label className="tick dialog-tick">
          <input type="checkbox" checked={ticked} onChange={(event) => setTicked(event.target.checked)} />
          {question.tick}
        </label>
      )}
      <div className="dialog-buttons">
        <Button className="button" autoFocus onPress={() => store.answer(false)}>
          {question.no ?? t('window.cancel')}
        </Button>
        <Button
          className={question.danger ? 'button button-danger' : 'button button-primary'}
          onPress={() => store.answer(true, ticked)}
        >
          {question.yes}
        </Button>
      </div>
    </Dialog>
  );
}
