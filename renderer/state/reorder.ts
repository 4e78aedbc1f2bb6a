// Moves of clips in the order of sending, as keys, menus and the mouse ask for them, and what a screen reader hears of them.
import type { JobRow, OrderPlace, QueueSort, QueueWindow } from '../../preload/contract.ts';
import { message, t } from '../../preload/text/text.ts';
import { rowAt } from '../model/list-state.ts';
import { isSelected, type JobSelection, selectedCount, targetOf } from '../model/selection.ts';
import type { AppStore } from './client-state.ts';
import { canMove, titleOf } from './selectors.ts';

/** Only where the list stands in the order of sending does a place in it mean anything. */
export function showsOrder(sort: QueueSort): boolean {
  return sort === 'queue';
}

/** How many of the selected clips wait, and so have a place that can be changed; of a whole filter those that are counted. */
export function movableCount(selection: JobSelection, queue: QueueWindow | null): number {
  if (selection.kind === 'all') {
    const { filter } = selection.filter;
    return filter === 'all' || filter === 'waiting' ? ((queue?.found ?? queue)?.counts.waiting ?? 0) : 0;
  }
  return [...selection.rows.values()].filter((row) => canMove(row.state)).length;
}

/** The only clip that is selected; null = they are counted. */
function onlyTitle(selection: JobSelection): string | null {
  const one = selection.kind === 'some' && selection.rows.size === 1 ? selection.rows.values().next().value : undefined;
  return one === undefined ? null : titleOf(one);
}

/** Moves what is selected; clips that do not wait stay where they are. */
export async function moveSelected(store: AppStore, place: OrderPlace): Promise<void> {
  const { selection, queue } = store.getState();
  if (selectedCount(selection, queue?.total ?? 0) === 0) return;
  if (movableCount(selection, queue) === 0) {
    store.say(message('jobs.order.none'));
    return;
  }
  const before = store.beforeAct();
  const moved = await store.attempt(() =>
    store.bridge.request('queue.reorder', { target: targetOf(selection), place }),
  );
  if (moved === null) return;
  const news = { kind: 'moved', title: onlyTitle(selection), moved } as const;
  if (moved.changed === 0) store.say(news);
  else await store.tellDone(news, 'order', before);
}

/** A drag of the row at `index` begins: it takes what is selected along. Gives how many clips move; 0 = none can. */
export function dragBegins(store: AppStore, index: number): number {
  const { queue, sort, selection } = store.getState();
  const row = rowAt(queue, index);
  if (!showsOrder(sort) || row === null || !canMove(row.state)) return 0;
  if (isSelected(selection, row.id)) return movableCount(selection, queue);
  store.click(index, 'only');
  return 1;
}

/** The clips were let go before the row at `gap`, or behind the last one. */
export function dropAt(store: AppStore, gap: number): void {
  const { queue } = store.getState();
  const next = rowAt(queue, gap);
  const last = rowAt(queue, gap - 1);
  if (next !== null) void moveSelected(store, { to: 'before', jobId: next.id });
  else if (last !== null) void moveSelected(store, { to: 'after', jobId: last.id });
}

export interface OrderOffer {
  readonly place: OrderPlace;
  readonly label: string;
  /** The key on a row that does the same. */
  readonly key: string;
}

/** What menus offer for rows; steps by one only where they can be seen. */
export function orderOffers(rows: readonly JobRow[], sort: QueueSort): readonly OrderOffer[] {
  if (!rows.some((row) => canMove(row.state))) return [];
  const steps: OrderOffer[] = showsOrder(sort)
    ? [
        { place: { to: 'up' }, label: t('jobs.order.up'), key: 'Alt+↑' },
        { place: { to: 'down' }, label: t('jobs.order.down'), key: 'Alt+↓' },
      ]
    : [];
  return [
    { place: { to: 'first' }, label: t('jobs.order.next'), key: 'Alt+Home' },
    ...steps,
    { place: { to: 'last' }, label: t('jobs.order.last'), key: 'Alt+End' },
  ];
}
