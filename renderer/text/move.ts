// What is said of a file from another computer that brings nothing new.
import type { MoveInView } from '../../preload/contract.ts';
import { t } from '../../preload/text/text.ts';

/** Of what is left out nobody knows whether it is here already. */
export function nothingNewWords({ leftOut }: Pick<MoveInView, 'leftOut'>): string {
  const isAllKnown = Object.values(leftOut).every((count) => count === 0);
  return t(isAllKnown ? 'move-in.nothing' : 'move-in.nothing-new');
}
