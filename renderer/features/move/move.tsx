// What lies over the window for a move to another computer: saving the file here, or bringing one over.

import type { ReactNode } from 'react';
import { Modal, ModalOverlay } from 'react-aria-components';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { MoveIn } from './move-in.tsx';
import { MoveOut } from './move-out.tsx';

export function Move(): ReactNode {
  const store = useAppStore();
  const moving = useApp((state) => state.moving);
  return (
    <ModalOverlay
      className="modal-overlay"
      isOpen={moving !== null}
      isDismissable
      onOpenChange={(open) => {
        if (!open) store.closeMove();
      }}
    >
      <Modal className="modal modal-move">
        {moving?.way === 'out' && <MoveOut />}
        {moving?.way === 'in' && <MoveIn found={moving.found} />}
      </Modal>
    </ModalOverlay>
  );
}
