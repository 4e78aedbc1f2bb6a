// Clips that come in: dropped, chosen in the system's dialog, or opened with Clipferry; those that go now, and to another account than before.
import type { AddResult, Bridge, JobRow, JobTarget, QueueSearch } from '../../preload/contract.ts';
import { listed, sentences, t } from '../../preload/text/text.ts';
import { accountIn, agreedSites, siteToAskAbout, visibilityOf } from '../model/public-sites.ts';
import type { Notices } from './notices.ts';
import type { QueueListActs, QueueListSlice, QueueListState } from './queue-list.ts';
import type { Session, SessionState } from './session.ts';
import type { SliceStore } from './slice.ts';

export interface AddingState {
  readonly adding: boolean;
  /** Files and folders that were opened with Clipferry and wait for the choice of an account. */
  readonly opened: number;
}

/** Narrows to nothing by itself. */
const anything: QueueSearch = { text: '', accountIds: null, from: null };

export const nothingAdded: AddingState = { adding: false, opened: 0 };

export interface Adding {
  /** Asks about the clips of an account that are held because everybody would see them at once. */
  askPublic(accountId: string): void;
  /** `presetId` = what they get, null = nothing by itself; left out = what new clips of the account get. */
  add(files: readonly File[], presetId?: string | null): Promise<void>;
  choose(what: 'files' | 'folder'): Promise<void>;
  /** Sends those of the clips that are ready. */
  sendReady(target: JobTarget): Promise<void>;
  /** A clip that was to go to one account goes to another. */
  moveToAccount(row: Pick<JobRow, 'id' | 'accountId' | 'state'>, accountId: string): Promise<void>;
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
  { showAdded, acts: { act } }: Pick<QueueListSlice, 'showAdded'> & { readonly acts: Pick<QueueListActs, 'act'> },
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
  async function asked(accountIds: readonly string[], go: () => Promise<unknown>): Promise<void> {
    const { app, settings, queue } = get();
    const to = accountIds.flatMap((accountId) => {
      const site = siteToAskAbout(app, settings?.values ?? null, accountId);
      return site === null ? [] : [{ accountId, site }];
    });
    if (to.length === 0) {
      await go();
      return;
    }
    const sites = new Map(to.map(({ site }) => [site.id, site.name]));
    const clips = (queue?.totals.publics ?? [])
      .filter((wait) => to.some(({ accountId }) => accountId === wait.accountId))
      .reduce((sum, wait) => sum + wait.clips, 0);
    const held = to.filter(({ accountId }) => accountIn(app, accountId)?.account.publicUnasked === true);
    ask({
      title: t('uploads.public.title', { site: listed([...sites.values()]) }),
      body: sentences(t('uploads.public.body'), clips === 0 ? null : t('uploads.public.held', { clips })),
      yes: t('uploads.public.yes'),
      danger: false,
      tick: t('uploads.public.tick', { site: listed([...sites.values()]) }),
      onYes: (ticked) => {
        const values = get().settings?.values;
        if (ticked && values !== undefined) {
          const publicSites = [...sites.keys()].reduce<readonly string[]>(
            (agreed, id) => agreedSites({ ...values, publicSites: agreed }, id, true),
            values.publicSites,
          );
          void changeSettings({ publicSites });
        }
        for (const { accountId } of held) void attempt(() => bridge.request('queue.sendPublic', accountId));
        void go();
      },
    });
  }

  /** New clips that wait for their user's word are asked about when they go. */
  async function askedOfNew(accountId: string, go: () => Promise<unknown>): Promise<void> {
    if (accountIn(get().app, accountId)?.account.holdsNew === true) await go();
    else await asked([accountId], go);
  }

  return {
    askPublic: (accountId) => void asked([accountId], async () => undefined),
    async sendReady(target) {
      const summary = await attempt(() => bridge.request('job.summarize', target));
      if (summary === null) return;
      const ready = new Set((get().queue?.totals.ready ?? []).map(({ accountId }) => accountId));
      const accountIds = summary.accountIds.filter((accountId) => ready.has(accountId));
      // What becomes ready while the question is open is not what was asked about.
      const meant = 'filter' in target ? { ...target, search: { ...(target.search ?? anything), accountIds } } : target;
      await asked(accountIds, () => act('send', meant));
    },
    async add(files, presetId) {
      const { accountId } = get();
      if (accountId === null || files.length === 0) return;
      await askedOfNew(accountId, () => addWith(() => bridge.addFiles(files, accountId, presetId)));
    },
    async choose(what) {
      const { accountId } = get();
      if (accountId === null) return;
      await askedOfNew(accountId, () => addWith(() => bridge.request('queue.choose', { accountId, what })));
    },
    async moveToAccount({ id, accountId: from, state }, accountId) {
      const move = (): Promise<unknown> => attempt(() => bridge.request('queue.moveTo', { ids: [id], accountId }));
      const { app } = get();
      const [before, after] = [accountIn(app, from), accountIn(app, accountId)];
      // Where it was public at that site all the time, that was asked when it was added.
      const wasAsked = before?.site === after?.site && before !== null && visibilityOf(before.account) === 'public';
      if (wasAsked || state.kind === 'ready') await move();
      else await asked([accountId], move);
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
