// Saves a receipt for clips at a place that the system's dialog asks for, and says what came of it.
import type { JobTarget, ReceiptForm } from '../../preload/contract.ts';
import { message } from '../../preload/text/text.ts';
import type { AppStore } from './client-state.ts';

export const receiptForms: readonly ReceiptForm[] = ['csv', 'json'];

export async function saveReceipt(store: AppStore, target: JobTarget, form: ReceiptForm): Promise<void> {
  const outcome = await store.attempt(() => store.bridge.request('links.receipt', { target, form }));
  if (outcome === null) return;
  if (outcome.ok) store.tell({ kind: 'receipt-saved', saved: outcome.value }, 'plain');
  else store.tell(message(`receipt.problem.${outcome.failure}`), 'bad');
}
