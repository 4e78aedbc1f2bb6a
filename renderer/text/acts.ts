// What came of taking an act back, in words.
import type { TakenBack } from '../../preload/contract.ts';
import { sentences, t } from '../../preload/text/text.ts';

export function takenBackWords({ kind, way, changed, kept, failed }: TakenBack): string {
  return sentences(
    changed === 0 ? null : t(way === 'undo' ? `acts.undone.${kind}` : `acts.redone.${kind}`, { count: changed }),
    kept === 0 ? null : t('acts.kept', { count: kept }),
    failed === 0 ? null : t('acts.failed', { count: failed, way }),
    changed + kept + failed === 0 ? t('acts.none', { way }) : null,
  );
}
