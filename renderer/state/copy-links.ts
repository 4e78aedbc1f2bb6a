// Puts links to what is selected into the clipboard, and says what came of it.
import type { Linked, LinkForm } from '../../preload/contract.ts';
import { message } from '../../preload/text/text.ts';
import type { AppStore } from './client-state.ts';

export const linkForms: readonly LinkForm[] = ['lines', 'markdown', 'html', 'table', 'csv'];

/** A site that takes longer than this is worth a word, in ms. */
const slowMs = 700;

export async function copyLinks(store: AppStore, of: Linked, form: LinkForm = 'lines'): Promise<void> {
  const timer = setTimeout(() => store.tell(message('links.asking'), 'info'), slowMs);
  const result = await store.attempt(() => store.bridge.request('links.copy', { of, form }));
  clearTimeout(timer);
  if (result !== null) store.tell({ kind: 'links-copied', result }, result.copied > 0 ? 'plain' : 'info');
}
