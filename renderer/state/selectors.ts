// Pure answers drawn from the state: which row is where, where a drop goes, what one button a row has.

import type {
  AccountView,
  AppState,
  FilterCounts,
  FolderState,
  FolderView,
  JobAct,
  JobRow,
  JobStateView,
  NeedsYouAction,
  QueueFilter,
  QueueSearch,
  QueueWindow,
  RowColumn,
  SettingsView,
  SiteView,
} from '../../preload/contract.ts';
import { type JobOrder, jobGroups, jobOrders, jobStates, kindsThat, recordOf } from '../../preload/job-states.ts';
import { t } from '../../preload/text/text.ts';
import { isBlocked } from '../model/blocked.ts';
import { waitsForAccount } from '../model/gone-account.ts';

export interface Destination {
  readonly account: AccountView;
  readonly site: SiteView;
  /** The site's name, with the account where the site has several. */
  readonly label: string;
}

export function destinations(app: AppState | null): readonly Destination[] {
  return (app?.sites ?? []).flatMap((site) =>
    site.accounts.map((account) => ({
      account,
      site,
      label: site.accounts.length > 1 ? t('jobs.place', { site: site.name, account: account.name }) : site.name,
    })),
  );
}

const noColumns: readonly RowColumn[] = [];

/** The same object as long as nothing else is chosen. */
export function chosenColumns({ settings }: { readonly settings: SettingsView | null }): readonly RowColumn[] {
  return settings?.values.columns ?? noColumns;
}

/** The same of the library, whose cards show none. */
export function chosenVideoColumns({ settings }: { readonly settings: SettingsView | null }): readonly RowColumn[] {
  const values = settings?.values;
  return values === undefined || values.libraryView === 'grid' ? noColumns : values.libraryColumns;
}

/** It was signed out or its site removed: what waits for it goes once the site is connected again, or to another account. */
export function isAccountGone(app: AppState | null, accountId: string): boolean {
  return app !== null && destinations(app).every(({ account }) => account.id !== accountId);
}

/** The account that was chosen while it is still there, else the first that can upload. */
export function defaultAccount(app: AppState, chosen: string | null): string | null {
  const all = destinations(app).map((destination) => destination.account);
  const kept = all.find((account) => account.id === chosen);
  const first = all.find((account) => account.canUpload && account.signedIn) ?? all[0];
  return (kept ?? first)?.id ?? null;
}

/** Plain http is safe only where it never leaves this computer. */
export function isOnThisComputer(address: string): boolean {
  return URL.canParse(address) && ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(address).hostname);
}

export function signedOutAccounts(app: AppState | null): readonly AccountView[] {
  return destinations(app)
    .map((destination) => destination.account)
    .filter((account) => !account.signedIn);
}

const trouble: ReadonlySet<FolderState> = new Set(['unreadable', 'no-account', 'unplaced', 'rules-damaged']);

/** Watched folders that go on only when the user does something; a disk that is not connected comes back by itself. */
export function troubledFolders(app: AppState | null): readonly FolderView[] {
  return (app?.folders ?? []).filter((folder) => trouble.has(folder.state));
}

export function countOf(counts: FilterCounts, filter: QueueFilter): number {
  return filter === 'needs-you' ? counts.needsYou : counts[filter];
}

/** What the tabs count: of a narrowed list what was found, once that is known. */
export function shownCounts({ counts, found }: QueueWindow, narrowed: QueueSearch | undefined): FilterCounts {
  return narrowed === undefined ? counts : (found?.counts ?? counts);
}

/** What a row is called: its title, else its file name. */
export function titleOf(row: JobRow): string {
  return row.title.trim() === '' ? row.name : row.title;
}

/** Part of the clip that was sent, 0 to 0.99: the last step belongs to the site's confirmation. Null = no number. */
export function sentPart(state: JobStateView, bytes: number): number | null {
  if (!('sentBytes' in state)) return null;
  return bytes === 0 ? 0 : Math.max(0, Math.min(0.99, state.sentBytes / bytes));
}

export type RowAction =
  | { readonly kind: 'act'; readonly act: JobAct; readonly label: string }
  | { readonly kind: 'inspect'; readonly part: 'title' | 'choice'; readonly label: string }
  | { readonly kind: 'sign-in'; readonly label: string }
  | { readonly kind: 'connect'; readonly label: string }
  | { readonly kind: 'open'; readonly label: string };

export function needsYouAction(action: NeedsYouAction): RowAction {
  const label = t(`jobs.action.${action}`);
  if (action === 'choose' || action === 'version' || action === 'resolve')
    return { kind: 'inspect', part: 'choice', label };
  if (action === 'edit') return { kind: 'inspect', part: 'title', label };
  return { kind: 'act', act: action, label };
}

/** The clip arrived, and its video was deleted on the site since. */
export const isDeletedThere = ({ state, onSite }: Pick<JobRow, 'state' | 'onSite'>): boolean =>
  state.kind === 'done' && onSite !== null && onSite.status === null;

/** Nothing that the site said lately has the row's video deleted or in the trash; true also where it was not asked. */
export const mayBeThere = ({ onSite }: Pick<JobRow, 'onSite'>): boolean =>
  onSite === null || (onSite.status !== null && onSite.status !== 'trash');

/** The clip's video is on its site, as far as its row says: it can be opened there, and has a link. */
export const isOnSite = (row: Pick<JobRow, 'state' | 'onSite'>): boolean =>
  mayBeThere(row) && ('videoId' in row.state ? row.state.videoId !== null : recordOf(row.state).resume === 'describe');

/** The one thing a row offers; null while there is nothing to do but wait. `isGone` = its account is not connected any more. */
export function rowAction(row: Pick<JobRow, 'state' | 'onSite'>, isGone = false): RowAction | null {
  const { state } = row;
  if (isGone && waitsForAccount(state)) return { kind: 'connect', label: t('jobs.action.connect') };
  if ('why' in state && state.why === 'sign-in') return { kind: 'sign-in', label: t('jobs.action.sign-in') };
  switch (state.kind) {
    case 'waiting':
      if (isBlocked(state.why)) return { kind: 'act', act: 'retry', label: t('jobs.action.try-now') };
      return { kind: 'act', act: 'pause', label: t('jobs.action.pause') };
    case 'done':
      if (isDeletedThere(row)) return { kind: 'act', act: 'retry', label: t('jobs.action.again') };
      // What lies in the trash has no page that opens.
      if (row.onSite?.status === 'trash') return null;
      return state.videoId === null
        ? { kind: 'act', act: 'remove', label: t('jobs.action.remove') }
        : { kind: 'open', label: t('jobs.action.open') };
    case 'needs-you':
      return needsYouAction(state.action);
    case 'cancelled':
      // It had arrived: its bytes stay, and what goes on is what was still to be saved.
      return {
        kind: 'act',
        act: 'retry',
        label: t(state.videoId === null ? 'jobs.action.again' : 'jobs.action.retry'),
      };
    default: {
      const { button } = jobStates[state.kind];
      return button === null ? null : { kind: 'act', act: button.act, label: t(button.label) };
    }
  }
}

/** Its user is to say what becomes of the older video. */
const asksVersion = ({ state }: Pick<JobRow, 'state'>): boolean =>
  state.kind === 'needs-you' && state.action === 'version';

/** Whether one of the rows is in a state in which the order means something. */
export function mayBe(order: JobOrder, rows: readonly JobRow[]): boolean {
  return rows.some((row) => {
    // It waits for an answer, and is asked the same again whatever is tried.
    if (asksVersion(row)) return false;
    return recordOf(row.state).orders.includes(order) || (order === 'retry' && isDeletedThere(row));
  });
}

/** Waits for a time that the user may cut short; hours are changed in the settings, a site that blocks is asked for apart. */
export function isHeldUp(state: JobStateView): boolean {
  return 'why' in state && state.until !== null && !isBlocked(state.why) && state.why !== 'hours';
}

/** What may be done to these rows together: each act means something for one of them. */
export function actsOn(rows: readonly JobRow[]): readonly JobAct[] {
  const mayHurry = rows.some(({ state }) => isHeldUp(state) || ('why' in state && isBlocked(state.why)));
  return [
    ...jobOrders.filter((order) => mayBe(order, rows) || (order === 'retry' && mayHurry)),
    ...(rows.some((row) => isUnderWay(row.state)) ? (['cancel'] as const) : []),
    ...(rows.some(asksVersion) ? (['replace', 'keep'] as const) : []),
    'remove',
  ];
}

/** The same for all that is under a filter, of which not every row is known: by the states that may be among them. */
export function actsUnder(filter: QueueFilter, counts: FilterCounts): readonly JobAct[] {
  const groups = jobGroups.filter((group) => (filter === 'all' || filter === group) && countOf(counts, group) > 0);
  const orders = kindsThat(({ group }) => groups.includes(group)).flatMap((kind) => jobStates[kind].orders);
  return [
    ...jobOrders.filter((order) => orders.some((one) => one === order)),
    ...(groups.includes('active') ? (['cancel'] as const) : []),
    'remove',
  ];
}

/** Whether all of the clip was sent, so that nothing of it can be held back any more. */
export function isTooLateToPause(state: JobStateView): boolean {
  return isUnderWay(state) && !recordOf(state).orders.includes('pause');
}

/** Bytes that would have to be sent again if the job stopped now; asked about when it is a lot. */
export function lostByStopping(state: JobStateView): number {
  return 'sentBytes' in state && !state.goesOn ? state.sentBytes : 0;
}

/** Whether taking the job off the list would end something that is under way. */
export function isUnderWay(state: JobStateView): boolean {
  return recordOf(state).group === 'active';
}

/** Jobs that have not started may still go to another account. */
export function mayChangeAccount(state: JobStateView): boolean {
  return canMove(state) || state.kind === 'ready';
}

/** Those that wait have a place in the order of sending. */
export function canMove(state: JobStateView): boolean {
  return recordOf(state).group === 'waiting';
}

/** Something goes on of which there is no number; the words say after a while that it takes long. */
export function isBusy(state: JobStateView): boolean {
  return recordOf(state).busy;
}
