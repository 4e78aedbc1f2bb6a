// What the rules of a watched folder do: how it is looked through, and what its clips get.
import type { WatchedRoot } from '../../ingest/watch-folder.ts';
import { type Draft, emptyDraft, type FolderRules } from '../../model.ts';

export interface RuleEffects {
  readonly watch: Pick<WatchedRoot, 'recursive' | 'extensions' | 'stableMs'>;
  readonly draft: Draft;
}

/** Each rule by its name: one that is forgotten here does not compile. */
export function effectsOf(rules: FolderRules): RuleEffects {
  const { recursive, extensions, stableMs, status, terms, existing: _settledBefore, ...forgotten } = rules;
  forgotten satisfies Readonly<Record<string, never>>;
  return { watch: { recursive, extensions, stableMs }, draft: { ...emptyDraft, status, terms } };
}
