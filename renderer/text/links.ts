// What came of copying links and saving receipts, in words.
import type { LinksCopied, ReceiptSaved } from '../../preload/contract.ts';
import { sentences, t } from '../../preload/text/text.ts';

export function copiedWords({ copied, notPublic, short, notThere, gone }: LinksCopied): string {
  return sentences(
    copied === 0 ? t('links.copied.none') : t('links.copied', { links: copied }),
    notPublic === 0 ? null : t('links.not-public', { videos: notPublic, all: notPublic === copied ? 'yes' : 'no' }),
    short === 0 ? null : t('links.short', { links: short, only: copied === 1 ? 'yes' : 'no' }),
    notThere === 0 ? null : t('links.not-there', { clips: notThere }),
    gone === 0 ? null : t('links.gone', { videos: gone }),
  );
}

export function receiptWords({ clips, name, notThere }: ReceiptSaved): string {
  return sentences(
    t('receipt.saved', { clips, name }),
    notThere === 0 ? null : t('receipt.not-there', { clips: notThere }),
  );
}
