// What menu, tray, notifications and files opened with Clipferry make the window do.

import type { Bridge, Command, Opened } from '../../preload/contract.ts';
import { message } from '../../preload/text/text.ts';
import type { Acts } from './acts.ts';
import type { Adding, AddingState } from './adding.ts';
import type { DetailsTable } from './details-table.ts';
import type { Help } from './help.ts';
import type { History } from './history.ts';
import type { Move } from './move.ts';
import type { Notices, NoticesState } from './notices.ts';
import type { Player } from './player.ts';
import type { QueueListSlice } from './queue-list.ts';
import type { Session, SessionState } from './session.ts';
import type { SliceStore } from './slice.ts';
import type { TitlesState } from './titles.ts';

export interface DesktopCommandsParts
  extends Pick<Session, 'show' | 'showProxyForm'>,
    Pick<Adding, 'choose'>,
    Help,
    Move,
    Pick<QueueListSlice, 'showFilter' | 'showAdded' | 'find'>,
    Pick<Acts, 'takeBack'>,
    Pick<DetailsTable, 'importDetails'>,
    Pick<History, 'showHistory'>,
    Pick<Player, 'togglePlaying'>,
    Pick<Notices, 'tell' | 'tellAdded'> {
  readonly bridge: Pick<Bridge, 'on'>;
  pauseAll(): void;
}

/** `stop` ends what it hears from the desktop. */
export function createDesktopCommands(
  {
    getState: get,
    setState: set,
  }: SliceStore<
    Pick<NoticesState, 'question'> &
      Pick<TitlesState, 'manyTitles'> &
      Pick<SessionState, 'accountId' | 'screen'> &
      Pick<AddingState, 'opened'>
  >,
  { bridge, show, choose, showFilter, showAdded, find, showHelp, tell, tellAdded, ...rest }: DesktopCommandsParts,
): { stop(): void } {
  function obey(command: Command): void {
    // A question that is open is answered first.
    if (get().question !== null || get().manyTitles !== null) return;
    showHelp(command.kind === 'help' ? command.what : null);
    if (command.kind !== 'move') rest.closeMove();
    switch (command.kind) {
      case 'add':
        show('uploads');
        if (get().accountId === null) tell(message('jobs.connect-first'), 'bad');
        else void choose(command.what);
        return;
      case 'show':
        show(command.place);
        return;
      case 'proxy':
        rest.showProxyForm(true);
        return;
      case 'take-back':
        void rest.takeBack(command.way);
        return;
      case 'find':
        find(get().screen === 'library');
        if (get().screen !== 'library') show('uploads');
        return;
      case 'filter':
        show('uploads');
        showFilter(command.filter, command.jobId);
        return;
      case 'pause':
        rest.pauseAll();
        return;
      case 'play':
        rest.togglePlaying();
        return;
      case 'history':
        void rest.showHistory();
        return;
      case 'import':
        void rest.importDetails();
        return;
      case 'move':
        if (command.way === 'out') rest.moveOut();
        else void rest.bringOver();
        return;
      case 'help':
    }
  }

  function takeOpened(opened: Opened): void {
    switch (opened.kind) {
      case 'added':
        show('uploads');
        tellAdded(opened.result);
        if (opened.result.firstId !== undefined) showAdded(opened.result.firstId);
        return;
      case 'choose':
        set({ opened: opened.count });
        return;
      case 'no-account':
        tell(message('jobs.connect-first'), 'bad');
    }
  }

  const offs = [bridge.on('desktop.command', obey), bridge.on('desktop.opened', takeOpened)];
  return {
    stop() {
      for (const off of offs) off();
    },
  };
}
