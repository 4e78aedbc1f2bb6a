// Rules of a watched folder that were chosen and are not in force yet; pure.
import type { FolderRules } from '../../preload/contract.ts';

type Rules = Omit<FolderRules, 'existing'>;

/** What of `chosen` the folder does not have yet; gives `chosen` itself where that is all of it. Null rules = none that can be read. */
export function stillChosen(chosen: Partial<Rules>, rules: Rules | null): Partial<Rules> {
  const left = Object.entries(chosen).filter(
    ([rule, value]) => JSON.stringify(value) !== JSON.stringify(rules?.[rule as keyof Rules]),
  );
  return left.length === Object.keys(chosen).length ? chosen : Object.fromEntries(left);
}
