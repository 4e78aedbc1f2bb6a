// What buttons and keys do to jobs, with the questions asked before something is ended.
import type { JobAct, JobRow } from '../../preload/contract.ts';
import { type Selection, selectedCount, singleRow, targetOf } from '../model/selection.ts';
import { counted, formatBytes } from '../text/format.ts';
import type { AppStore } from './client-state.ts';
import { isUnderWay, lostByStopping, type RowAction, titleOf } from './selectors.ts';

/** Less than this is sent again without much ado. */
const askFromBytes = 50_000_000;

export function runRowAction(store: AppStore, row: JobRow, action: RowAction, select: () => void): void {
  switch (action.kind) {
    case 'sign-in':
      store.show('sites');
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
  const run = (): void => void store.act(act, { ids: [row.id] });
  const lost = lostByStopping(row.state);
  if (act === 'pause' && lost >= askFromBytes) {
    store.ask({
      title: `Pause “${titleOf(row)}”?`,
      body: `${formatBytes(lost)} of it are sent already. The site cannot take up a clip in the middle, so it starts again from the beginning.`,
      yes: 'Pause',
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
  if (!underWay && (row.title === '' || row.state.kind === 'done' || act === 'cancel')) {
    run();
    return;
  }
  if (!underWay) {
    store.ask({
      title: `Take “${titleOf(row)}” off the list?`,
      body: 'The title and details you typed go with it. Your file stays where it is.',
      yes: 'Take off the list',
      danger: true,
      onYes: run,
    });
    return;
  }
  store.ask({
    title: `Cancel “${titleOf(row)}”?`,
    body:
      row.state.kind === 'sending'
        ? 'What was sent so far is given up. Your file stays where it is.'
        : 'The site may have the video already: then it stays there. Your file stays where it is.',
    yes: 'Cancel upload',
    danger: true,
    onYes: run,
  });
}

/** An action on everything selected, `total` being the jobs under the filter. */
export function actOnSelection(store: AppStore, selection: Selection, act: JobAct, total: number): void {
  const single = singleRow(selection);
  if (single !== null) {
    actOnRow(store, single, act);
    return;
  }
  const count = selectedCount(selection, total);
  if (count === 0) return;
  const run = (): void => void store.act(act, targetOf(selection));
  if (act !== 'cancel' && act !== 'remove') {
    run();
    return;
  }
  const clips = counted(count, 'clip', 'clips');
  store.ask({
    title: act === 'cancel' ? `Cancel ${clips}?` : `Take ${clips} off the list?`,
    body:
      act === 'cancel'
        ? 'Clips that are done stay as they are. Your files stay where they are, and nothing is deleted on the site.'
        : 'Titles typed for clips that are not on the site yet go with them. Your files stay where they are, and nothing is deleted on the site.',
    yes: act === 'cancel' ? 'Cancel uploads' : 'Take off the list',
    danger: true,
    onYes: run,
  });
}

/** The space key: pauses what can be paused, else resumes. */
export function togglePause(store: AppStore): void {
  const { selection, queue } = store.getState();
  if (queue === null) return;
  const rows = selection.kind === 'some' ? [...selection.rows.values()] : queue.rows;
  const pausable = rows.some((row) => row.state.kind === 'waiting' || row.state.kind === 'sending');
  const paused = rows.some((row) => row.state.kind === 'paused');
  if (pausable) actOnSelection(store, selection, 'pause', queue.total);
  else if (paused) actOnSelection(store, selection, 'resume', queue.total);
}
