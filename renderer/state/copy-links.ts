// Puts links to what is selected into the clipboard, and says what came of it.
import type { JobRow, Linked, LinkForm } from '../../preload/contract.ts';
import { recordOf } from '../../preload/job-states.ts';
import { message } from '../../preload/text/text.ts';
import type { AppStore } from './client-state.ts';

export const linkForms: readonly LinkForm[] = ['lines', 'markdown', 'html', 'table', 'csv'];

/** A site that takes longer than this is worth a word, in ms. */
const slowMs = 700;

/** True when the clip's video is on its site, as far as its row says. */
export const hasLink = ({ state, onSite }: JobRow): boolean =>
  recordOf(state).resume === 'describe' &&
  state.kind !== 'cancelled' &&
  !(state.kind === 'done' && state.videoId === null) &&
  (onSite === null || (onSite.status !== null && onSite.status !== 'trash'));

export async function copyLinks(store: AppStore, of: Linked, form: LinkForm = 'lines'): Promise<void> {
  const timer = setTimeout(() => store.tell(message('links.asking'), 'info'), slowMs);
  const result = await store.attempt(() => store.bridge.request('links.copy', { of, form }));
  clearTimeout(timer);
  if (result !== null) store.tell({ kind: 'links-copied', result }, result.copied > 0 ? 'plain' : 'info');
}
