// What buttons and keys do to jobs, with the questions asked before something is ended.

import type { JobAct, JobRow, NeedsGroup } from '../../preload/contract.ts';
import { recordOf } from '../../preload/job-states.ts';
import { formatBytes } from '../../preload/text/format.ts';
import { t } from '../../preload/text/text.ts';
import { type JobSelection, selectedCount, singleRow, targetOf } from '../model/selection.ts';
import type { AppStore, ClientState } from './client-state.ts';
import { isUnderWay, lostByStopping, mayBe, type RowAction, titleOf } from './selectors.ts';

/** Less than this is sent again without much ado. */
const askFromBytes = 50_000_000;

export function runRowAction(store: AppStore, row: JobRow, action: RowAction, select: () => void): void {
  switch (action.kind) {
    case 'sign-in':
      store.signInTo(row.accountId);
      return;
    case 'connect':
      store.show('connect');
      return;
    case 'open':
      void store.attempt(() => store.bridge.request('job.openVideo', row.id));
      return;
    case 'inspect':
      select();
      store.inspect(action.part);
      return;
    case 'act':
      actOnRow(store, row, action.act);
  }
}

export function actOnRow(store: AppStore, row: JobRow, act: JobAct): void {
  if (act === 'send') {
    void store.sendReady({ ids: [row.id] });
    return;
  }
  const run = (): void => void store.act(act, { ids: [row.id] });
  const lost = lostByStopping(row.state);
  if (act === 'pause' && lost >= askFromBytes) {
    store.ask({
      title: t('jobs.pause.title', { clip: titleOf(row) }),
      body: t('jobs.pause.body', { size: formatBytes(lost) }),
      yes: t('jobs.pause.yes'),
      danger: false,
      onYes: run,
    });
    return;
  }
  if (act === 'cancel' || act === 'remove') {
    endRow(store, row, act);
    return;
  }
  run();
}

function endRow(store: AppStore, row: JobRow, act: 'cancel' | 'remove'): void {
  const underWay = isUnderWay(row.state);
  const run = (): void => void store.act(underWay ? 'cancel' : act, { ids: [row.id] });
  // Of what is not under way nothing is lost: it can be taken back.
  if (!underWay) {
    run();
    return;
  }
  store.ask({
    title: t('jobs.cancel.title', { clip: titleOf(row) }),
    body: t(recordOf(row.state).resume === 'send' ? 'jobs.cancel.sending' : 'jobs.cancel.sent'),
    yes: t('jobs.cancel.yes'),
    no: t('jobs.cancel.no'),
    danger: true,
    onYes: run,
  });
}

/** An action on all clips of one cause. */
export function actOnGroup(store: AppStore, { siteId, reason, detail, clips }: NeedsGroup, act: JobAct): void {
  const run = (): void => void store.act(act, { needs: { siteId, reason, detail } });
  if (act === 'replace') askToReplace(store, clips, run);
  else run();
}

function askToReplace(store: AppStore, clips: number, onYes: () => void): void {
  store.ask({
    title: t('uploads.group.replace.title', { clips }),
    body: t('uploads.group.replace.body'),
    yes: t('uploads.group.replace.yes'),
    danger: true,
    onYes,
  });
}

function askToRemove(store: AppStore, clips: number, onYes: () => void): void {
  store.ask({
    title: t('jobs.remove-many.title', { clips }),
    body: t('jobs.remove-many.body'),
    yes: t('jobs.remove.yes'),
    danger: true,
    onYes,
  });
}

/** Bytes that were sent are lost where one of these is ended. */
function isAnyUnderWay(store: AppStore, selection: JobSelection): boolean {
  if (selection.kind === 'some') return [...selection.rows.values()].some((row) => isUnderWay(row.state));
  const { filter, queue } = store.getState();
  return (filter === 'all' || filter === 'active') && (queue?.counts.active ?? 0) > 0;
}

/** What would have to be sent again if these stopped now; `isAll` = nothing is under way that is not among them. */
interface Lost {
  readonly bytes: number;
  readonly isAll: boolean;
}

const lostOf = (rows: readonly (JobRow | null)[]): number =>
  rows.reduce((sum, row) => sum + (row === null ? 0 : lostByStopping(row.state)), 0);

/** Of the list as it is in sight: what is under way beyond its rows is only counted. */
function lostInSight({ queue }: Pick<ClientState, 'queue'>): Lost {
  const rows = queue?.rows ?? [];
  const underWay = rows.filter((row) => row !== null && isUnderWay(row.state)).length;
  return { bytes: lostOf(rows), isAll: underWay >= ((queue?.found ?? queue)?.counts.active ?? 0) };
}

function pauseMany(store: Pick<AppStore, 'ask'>, title: string, { bytes, isAll }: Lost, run: () => void): void {
  if (bytes < askFromBytes) {
    run();
    return;
  }
  store.ask({
    title,
    body: t('jobs.pause-many.body', { size: formatBytes(bytes), all: isAll ? 'yes' : 'no' }),
    yes: t('jobs.pause.yes'),
    danger: false,
    onYes: run,
  });
}

/** Pauses all uploads, or lets them go on. */
export function pauseAll(store: Pick<AppStore, 'ask' | 'attempt' | 'bridge' | 'getState'>, paused: boolean): void {
  const run = (): void => void store.attempt(() => store.bridge.request('queue.pause', paused));
  if (paused) pauseMany(store, t('jobs.pause-all.title'), lostInSight(store.getState()), run);
  else run();
}

/** An action on everything selected, `total` being the jobs under the filter. */
export function actOnSelection(store: AppStore, selection: JobSelection, act: JobAct, total: number): void {
  const single = singleRow(selection);
  // Beside the row nothing tells what becomes of the older video: it is asked as of several.
  if (single !== null && act !== 'replace') {
    actOnRow(store, single, act);
    return;
  }
  const count = selectedCount(selection, total);
  if (count === 0) return;
  const run = (): void => void store.act(act, targetOf(selection));
  if (act === 'send') {
    void store.sendReady(targetOf(selection));
    return;
  }
  if (act === 'remove' && isAnyUnderWay(store, selection)) {
    askToRemove(store, count, run);
    return;
  }
  if (act === 'replace') {
    askToReplace(store, count, run);
    return;
  }
  if (act === 'pause') {
    const lost =
      selection.kind === 'some'
        ? { bytes: lostOf([...selection.rows.values()]), isAll: true }
        : lostInSight(store.getState());
    pauseMany(store, t('jobs.pause-many.title', { clips: count }), lost, run);
    return;
  }
  if (act !== 'cancel') {
    run();
    return;
  }
  store.ask({
    title: t('jobs.cancel-many.title', { clips: count }),
    body: t('jobs.cancel-many.body'),
    yes: t('jobs.cancel-many.yes'),
    no: t('jobs.cancel.no'),
    danger: true,
    onYes: run,
  });
}

/** The space key: pauses what can be paused, else resumes. */
export function togglePause(store: AppStore): void {
  const { selection, queue } = store.getState();
  if (queue === null) return;
  const rows = selection.kind === 'some' ? [...selection.rows.values()] : queue.rows;
  if (mayBe('pause', rows)) actOnSelection(store, selection, 'pause', queue.total);
  else if (mayBe('resume', rows)) actOnSelection(store, selection, 'resume', queue.total);
}
