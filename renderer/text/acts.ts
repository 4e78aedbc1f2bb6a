// What came of taking an act back, in words.
import type { TakenBack } from '../../preload/contract.ts';
import { sentences, t } from '../../preload/text/text.ts';

function doneWords({ kind, way, changed: count, otherwise }: TakenBack): string {
  if (way === 'redo') return t(`acts.redone.${kind}`, { count });
  if (kind === 'trash') return t('acts.undone.trash', { count, exactly: otherwise === 0 ? 'yes' : 'no' });
  return t(`acts.undone.${kind}`, { count });
}

export function takenBackWords(taken: TakenBack): string {
  const { kind, way, changed, kept, failed, otherwise, stopped = 0 } = taken;
  const isMoved = kind === 'trash' || kind === 'restore';
  return sentences(
    changed === 0 ? null : doneWords(taken),
    otherwise === 0 ? null : t('acts.otherwise', { count: otherwise }),
    kept === 0 ? null : t(isMoved ? 'acts.kept.moved' : 'acts.kept', { count: kept }),
    failed === 0 ? null : t('acts.failed', { count: failed, way }),
    stopped === 0 ? null : t('acts.stopped', { count: stopped }),
    changed + kept + failed + stopped === 0 ? t('acts.none', { way }) : null,
  );
}
