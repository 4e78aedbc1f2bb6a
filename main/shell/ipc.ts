// The door between page and main: the only file that speaks ipcMain; checks who asks, then hands over to requests.ts.
import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain } from 'electron';
import { addPathsChannel } from '../../preload/channels.ts';
import {
  type EventName,
  type Events,
  eventNames,
  type Reply,
  type RequestName,
  requestNames,
} from '../../preload/contract.ts';
import type { Logger } from '../ports.ts';
import type { Uploader } from '../uploader-api.ts';
import { refusal } from './reply.ts';

interface RunnerContext {
  readonly window: BrowserWindow;
  /** The only origin that may ask. */
  readonly origin: string;
  /** What the page asks before it is there waits for it. */
  readonly uploader: Promise<Uploader>;
  readonly logger: Logger;
  /** True once the uploader is being stopped: nobody is there to answer any more. */
  readonly closed: () => boolean;
  /** Called when a page has asked its first question: it runs, and it hears events from then on. */
  readonly onReady: () => void;
}

/** electron-store opens this channel by itself and answers it to anyone who asks. */
const channelOfElectronStore = 'electron-store-get-data';

const namesOf = <N extends string>(table: Readonly<Record<N, true>>): readonly N[] => Object.keys(table) as N[];

export function openDoor({ window, origin, uploader, logger, closed, onReady }: RunnerContext): void {
  const contents = window.webContents;
  // The schemas of all questions are read beside the uploader, and not before there is a window.
  const answering = uploader.then(async (made) => ({
    uploader: made,
    pushed: holdUntilReady(window, made),
    ...(await import('./requests.ts')),
  }));
  ipcMain.removeAllListeners(channelOfElectronStore);

  /** Row 17: our window, its main frame, our origin. The frame is null once it has gone. */
  function isOurs(event: IpcMainInvokeEvent): boolean {
    const frame = event.senderFrame;
    return frame !== null && event.sender === contents && frame === contents.mainFrame && frame.origin === origin;
  }

  function open(channel: string, answer: (input: readonly unknown[]) => Promise<Reply<unknown>>): void {
    ipcMain.handle(channel, async (event, ...input: unknown[]) => {
      if (isOurs(event)) return closed() ? refusal('failed', 'closing') : answer(input);
      logger.warn('refused a request of a stranger', { request: channel, from: event.senderFrame?.origin ?? null });
      return refusal('bad-request', 'stranger');
    });
  }

  for (const name of namesOf<RequestName>(requestNames)) {
    open(name, async (input) => {
      const { uploader: made, answerRequest, pushed } = await answering;
      const reply = await answerRequest(made, name, input, logger);
      if (name === 'app.state' && pushed.ready()) onReady();
      return reply;
    });
  }
  open(addPathsChannel, async (input) => {
    const { uploader: made, answerAddPaths } = await answering;
    return answerAddPaths(made, input, logger);
  });
}

/**
 * Passes events on to the page once it has asked its first question, and keeps the newest of each until then: the newest
 * is enough, because a gap in the numbers of patches makes the page ask for the whole view.
 */
function holdUntilReady(window: BrowserWindow, uploader: Uploader): { ready(): boolean } {
  const held = new Map<EventName, Events[EventName]>();
  let ready = false;

  function push(name: EventName, payload: Events[EventName]): void {
    if (window.isDestroyed()) return;
    if (ready) window.webContents.send(name, payload);
    else held.set(name, payload);
  }
  for (const name of namesOf<EventName>(eventNames)) uploader.on(name, (payload) => push(name, payload));

  window.webContents.on('did-start-navigation', (details) => {
    if (details.isMainFrame && !details.isSameDocument) ready = false;
  });
  window.webContents.on('render-process-gone', () => {
    ready = false;
  });
  return {
    /** True when this is the first question of a newly loaded page. */
    ready: () => {
      if (ready) return false;
      ready = true;
      const waiting = [...held];
      held.clear();
      for (const [name, payload] of waiting) push(name, payload);
      return true;
    },
  };
}
