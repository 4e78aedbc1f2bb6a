// What menu, tray, notifications and files opened with Clipferry make the window do.

import type { AddResult, Command, Opened, QueueFilter } from '../../preload/contract.ts';
import { t } from '../../preload/text/text.ts';
import type { ClientState, Notice, Screen } from './client-state.ts';

export interface DesktopOrdersParts {
  readonly get: () => ClientState;
  readonly set: (change: Partial<ClientState>) => void;
  readonly show: (screen: Screen) => void;
  readonly choose: (what: 'files' | 'folder') => void;
  /** Shows the filter, and selects this job once its row is there. */
  readonly filter: (filter: QueueFilter, jobId: string | null) => void;
  readonly tell: (text: string, tone: Notice['tone']) => void;
  readonly tellAdded: (result: AddResult) => void;
}

export interface DesktopOrders {
  obey(command: Command): void;
  takeOpened(opened: Opened): void;
}

export function desktopOrders({ get, set, show, choose, filter, tell, tellAdded }: DesktopOrdersParts): DesktopOrders {
  return {
    obey(command) {
      // A question that is open is answered first.
      if (get().question !== null) return;
      switch (command.kind) {
        case 'add':
          show('uploads');
          if (get().accountId === null) tell(t('jobs.connect-first'), 'bad');
          else choose(command.what);
          return;
        case 'show':
          show(command.place);
          return;
        case 'filter':
          show('uploads');
          filter(command.filter, command.jobId);
      }
    },
    takeOpened(opened) {
      switch (opened.kind) {
        case 'added':
          show('uploads');
          tellAdded(opened.result);
          return;
        case 'choose':
          set({ opened: opened.count });
          return;
        case 'no-account':
          tell(t('jobs.connect-first'), 'bad');
      }
    },
  };
}
