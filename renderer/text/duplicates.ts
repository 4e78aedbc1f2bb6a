// What is said about clips that may be on a site twice: what was seen, how sure it is, and that nothing was done about it.
import type { AuditReport, DuplicatePair } from '../../preload/contract.ts';
import { formatBytes, formatMoment } from '../../preload/text/format.ts';
import { sentences, t } from '../../preload/text/text.ts';
import { failureWords } from './library.ts';

export function twinProof({ proof, bytes, sentOnce }: Pick<DuplicatePair, 'proof' | 'bytes' | 'sentOnce'>): string {
  return sentences(
    t(`twins.proof.${proof}`, { size: formatBytes(bytes) }),
    sentOnce === true ? t('twins.sent-once') : null,
  );
}

/** What stands above the pairs, or in place of them. */
export function auditWords({ pairs, running, checkedAt, failure }: AuditReport, siteName: string, now: number): string {
  if (running) return t('twins.running', { site: siteName });
  if (failure !== null) return failureWords(failure, pairs.length > 0);
  if (pairs.length > 0) return t('twins.why');
  if (checkedAt === null) return t('twins.never', { site: siteName });
  return t('twins.none', { site: siteName, moment: formatMoment(checkedAt, now) });
}
