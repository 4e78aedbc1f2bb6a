// The app as a whole as main tells it, and the place of it that the window shows: account, screen, settings.
import type { AccountView, AppState, Bridge, SettingsView, SettingValues } from '../../preload/contract.ts';
import { setRegion } from '../../preload/text/region.ts';
import { signedInWords } from '../text/sign-in.ts';
import type { DraftSaver } from './draft-saver.ts';
import type { LibraryStore } from './library-list.ts';
import type { Notices } from './notices.ts';
import { defaultAccount, destinations } from './selectors.ts';
import type { SliceStore } from './slice.ts';

export type Screen = 'uploads' | 'library' | 'folders' | 'sites' | 'connect' | 'settings';

export interface SessionState {
  readonly app: AppState | null;
  readonly settings: SettingsView | null;
  readonly screen: Screen;
  /** The account that clips go to. */
  readonly accountId: string | null;
  /** The account whose sign-in field is to get the keyboard on the list of sites; null = none. */
  readonly signInAt: string | null;
  /** Whether the form lies over the window in which a proxy's question is answered; never while none asks. */
  readonly proxyForm: boolean;
}

export const noSession: SessionState = {
  app: null,
  settings: null,
  screen: 'uploads',
  accountId: null,
  signInAt: null,
  proxyForm: false,
};

export interface Session {
  show(screen: Screen): void;
  /** Leads to where that account signs in again. */
  signInTo(accountId: string): void;
  /** Opens the form of the proxy that asks, where one does, or closes it. */
  showProxyForm(open: boolean): void;
  setAccount(accountId: string): void;
  /** An account has just signed in, and connecting is over: drops go there where they went nowhere, else it is offered. */
  welcome(account: AccountView): void;
  changeSettings(change: Partial<SettingValues>): Promise<void>;
}

export interface SessionParts {
  readonly bridge: Pick<Bridge, 'request' | 'on'>;
  readonly drafts: Pick<DraftSaver, 'flush'>;
  readonly library: Pick<LibraryStore, 'takeApp' | 'show'>;
  readonly notices: Pick<Notices, 'tell' | 'attempt'>;
}

/** `stop` ends what it hears from main. */
export function createSession(
  { getState: get, setState: set }: SliceStore<SessionState>,
  { bridge, drafts, library, notices }: SessionParts,
): { readonly session: Session; readonly stop: () => void } {
  function takeApp(app: AppState): void {
    setRegion(app.region);
    const { accountId, proxyForm, app: before } = get();
    // One question's form is none for the next.
    const isSame = app.proxies.asking?.id === before?.proxies.asking?.id;
    set({ app, accountId: defaultAccount(app, accountId), proxyForm: proxyForm && isSame });
    library.takeApp(app);
  }

  function loadSettings(): void {
    void notices.attempt(async () => set({ settings: await bridge.request('settings.get') }));
  }

  function show(screen: Screen, signInAt: string | null): void {
    drafts.flush();
    library.show(screen === 'library');
    set({ screen, signInAt });
    // Start at login may have been switched in the system's own settings meanwhile.
    if (screen === 'settings') loadSettings();
  }

  let lastChange: Partial<SettingValues> | null = null;
  let underWay = 0;
  const offs = [
    bridge.on('app.state', takeApp),
    bridge.on('settings.changed', (settings) => {
      if (underWay === 0) set({ settings });
    }),
  ];
  void notices.attempt(async () => takeApp(await bridge.request('app.state')));
  loadSettings();

  return {
    session: {
      show: (screen) => show(screen, null),
      signInTo: (accountId) => show('sites', accountId),
      showProxyForm: (open) => set({ proxyForm: open && get().app?.proxies.asking != null }),
      setAccount: (accountId) => set({ accountId }),
      welcome(account) {
        const at = Date.now();
        const { app, accountId, screen } = get();
        const isNew = screen === 'connect';
        // Until the news of it has come, the list of accounts is that of before.
        const before = destinations(app).find((one) => one.account.id === accountId && accountId !== account.id);
        const insteadOf = isNew ? (before?.label ?? null) : null;
        if (insteadOf !== null || signedInWords(account, at) !== null)
          notices.tell({ kind: 'signed-in', account, at, insteadOf }, 'plain');
        set({ accountId: before === undefined ? account.id : accountId, ...(isNew ? { screen: 'uploads' } : {}) });
      },
      async changeSettings(change) {
        // Shown at once: the next change is made on top of it, however soon it comes (a key that is held paints the week).
        lastChange = change;
        underWay += 1;
        const before = get().settings;
        if (before !== null) set({ settings: { ...before, values: { ...before.values, ...change } } });
        const settings = await notices.attempt(() => bridge.request('settings.change', change));
        underWay -= 1;
        // An older answer knows nothing of what was changed since.
        if (lastChange !== change) return;
        if (settings !== null) set({ settings });
        else loadSettings();
      },
    },
    stop() {
      for (const off of offs) off();
    },
  };
}
