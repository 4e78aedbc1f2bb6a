// What lies over the window for help: about this Clipferry and its licences, or the report for support.

import type { ReactNode } from 'react';
import { Modal, ModalOverlay } from 'react-aria-components';
import { useApp, useAppStore } from '../../state/use-store.ts';
import { About } from './about.tsx';
import { Licences } from './licences.tsx';
import { Report } from './report.tsx';

export function Help(): ReactNode {
  const store = useAppStore();
  const help = useApp((state) => state.help);
  return (
    <ModalOverlay
      className="modal-overlay"
      isOpen={help !== null}
      isDismissable
      onOpenChange={(open) => {
        if (!open) store.showHelp(null);
      }}
    >
      <Modal className={help === 'about' ? 'modal' : 'modal modal-wide'}>
        {help === 'about' && <About />}
        {help === 'licences' && <Licences />}
        {help === 'report' && <Report />}
      </Modal>
    </ModalOverlay>
  );
}
