// Clips that come in: dropped, chosen in the system's dialog, or opened with Clipferry; and those that go to another account than before.
import type { AddResult, Bridge } from '../../preload/contract.ts';
import { sentences, t } from '../../preload/text/text.ts';
import { accountIn, agreedSites, siteToAskAbout, visibilityOf } from '../model/public-sites.ts';
import type { Notices } from './notices.ts';
import type { QueueListSlice, QueueListState } from './queue-list.ts';
import type { Session, SessionState } from './session.ts';
import type { SliceStore } from './slice.ts';

export interface AddingState {
  readonly adding: boolean;
  /** Files and folders that were opened with Clipferry and wait for the choice of an account. */
  readonly opened: number;
}

export const nothingAdded: AddingState = { adding: false, opened: 0 };

export interface Adding {
  /** Asks about the clips of an account that are held because everybody would see them at once. */
  askPublic(accountId: string): void;
  add(files: readonly File[]): Promise<void>;
  choose(what: 'files' | 'folder'): Promise<void>;
  /** Clips that were to go to one account go to another. */
  moveToAccount(ids: readonly string[], from: string, accountId: string): Promise<void>;
  /** Answers where opened files go; null = nowhere. */
  addOpened(accountId: string | null): Promise<void>;
}

export function createAdding(
  {
    getState: get,
    setState: set,
  }: SliceStore<AddingState & Pick<SessionState, 'accountId' | 'app' | 'settings'> & Pick<QueueListState, 'queue'>>,
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

  /**
   * Where everybody sees a clip as soon as it has arrived, `go` waits until the user has said so. Who says so knows it of those that
   * are held for that, too: these are named in the question.
   */
  async function asked(accountId: string, go: () => Promise<unknown>): Promise<void> {
    const { app, settings, queue } = get();
    const site = siteToAskAbout(app, settings?.values ?? null, accountId);
    if (site === null) {
      await go();
      return;
    }
    const clips = queue?.totals.publics.find((wait) => wait.accountId === accountId)?.clips ?? 0;
    const isHeld = accountIn(app, accountId)?.account.publicUnasked === true;
    ask({
      title: t('uploads.public.title', { site: site.name }),
      body: sentences(t('uploads.public.body'), clips === 0 ? null : t('uploads.public.held', { clips })),
      yes: t('uploads.public.yes'),
      danger: false,
      tick: t('uploads.public.tick', { site: site.name }),
      onYes: (ticked) => {
        const values = get().settings?.values;
        if (ticked && values !== undefined) void changeSettings({ publicSites: agreedSites(values, site.id, true) });
        if (isHeld) void attempt(() => bridge.request('queue.sendPublic', accountId));
        void go();
      },
    });
  }

  return {
    askPublic: (accountId) => void asked(accountId, async () => undefined),
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
      const { app } = get();
      const [before, after] = [accountIn(app, from), accountIn(app, accountId)];
      // Where it was public at that site all the time, that was asked when it was added.
      const wasAsked = before?.site === after?.site && before !== null && visibilityOf(before.account) === 'public';
      if (wasAsked) await move();
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
