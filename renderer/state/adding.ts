// Clips that come in: dropped, chosen in the system's dialog, or opened with Clipferry; and those that go to another account than before.
import type { AddResult, Bridge } from '../../preload/contract.ts';
import { t } from '../../preload/text/text.ts';
import { agreedSites, siteToAskAbout } from '../model/public-sites.ts';
import type { Notices } from './notices.ts';
import type { QueueListSlice } from './queue-list.ts';
import type { Session, SessionState } from './session.ts';
import type { SliceStore } from './slice.ts';

export interface AddingState {
  readonly adding: boolean;
  /** Files and folders that were opened with Clipferry and wait for the choice of an account. */
  readonly opened: number;
}

export const nothingAdded: AddingState = { adding: false, opened: 0 };

export interface Adding {
  add(files: readonly File[]): Promise<void>;
  choose(what: 'files' | 'folder'): Promise<void>;
  /** Clips that were to go to one account go to another. */
  moveToAccount(ids: readonly string[], from: string, accountId: string): Promise<void>;
  /** Answers where opened files go; null = nowhere. */
  addOpened(accountId: string | null): Promise<void>;
}

export function createAdding(
  { getState: get, setState: set }: SliceStore<AddingState & Pick<SessionState, 'accountId' | 'app' | 'settings'>>,
  bridge: Pick<Bridge, 'request' | 'addFiles'>,
  { ask, attempt, tellAdded }: Pick<Notices, 'ask' | 'attempt' | 'tellAdded'>,
  { changeSettings, show }: Pick<Session, 'changeSettings' | 'show'>,
  { showAdded }: Pick<QueueListSlice, 'showAdded'>,
): Adding {
  async function addWith(work: () => Promise<AddResult | null>): Promise<void> {
    set({ adding: true });
    const result = await attempt(work);
    set({ adding: false });
    if (result === null) return;
    tellAdded(result);
    if (result.firstId !== undefined) showAdded(result.firstId);
  }

  /** Where everybody sees a clip as soon as it has arrived, `go` waits until the user has said so. */
  async function asked(accountId: string, go: () => Promise<unknown>): Promise<void> {
    const { app, settings } = get();
    const site = siteToAskAbout(app, settings?.values ?? null, accountId);
    if (site === null) {
      await go();
      return;
    }
    ask({
      title: t('uploads.public.title', { site: site.name }),
      body: t('uploads.public.body'),
      yes: t('uploads.public.yes'),
      danger: false,
      tick: t('uploads.public.tick', { site: site.name }),
      onYes: (ticked) => {
        const values = get().settings?.values;
        if (ticked && values !== undefined) void changeSettings({ publicSites: agreedSites(values, site.id, true) });
        void go();
      },
    });
  }

  return {
    async add(files) {
      const { accountId } = get();
      if (accountId === null || files.length === 0) return;
      await asked(accountId, () => addWith(() => bridge.addFiles(files, accountId)));
    },
    async choose(what) {
      const { accountId } = get();
      if (accountId === null) return;
      await asked(accountId, () => addWith(() => bridge.request('queue.choose', { accountId, what })));
    },
    async moveToAccount(ids, from, accountId) {
      const move = (): Promise<unknown> => attempt(() => bridge.request('queue.moveTo', { ids, accountId }));
      const siteOf = (id: string) => get().app?.sites.find(({ accounts }) => accounts.some((one) => one.id === id));
      // It went to that site all the time: that was asked when it was added.
      if (siteOf(from) === siteOf(accountId)) await move();
      else await asked(accountId, move);
    },
    async addOpened(accountId) {
      set({ opened: 0 });
      if (accountId === null) {
        await attempt(() => bridge.request('queue.addOpened', null));
        return;
      }
      show('uploads');
      await addWith(() => bridge.request('queue.addOpened', accountId));
    },
  };
}
