// What the rules of a watched folder do: how it is looked through, and what its clips get.
import type { WatchedRoot } from '../../ingest/watch-folder.ts';
import { type Draft, emptyDraft, type FolderRules, type PresetId } from '../../model.ts';

export interface RuleEffects {
  readonly watch: Pick<WatchedRoot, 'recursive' | 'extensions' | 'stableMs'>;
  readonly draft: Draft;
  /** Whether its clips wait for their user's word; null = as new clips of the account do. */
  readonly isHeld: boolean | null;
  readonly presetId: PresetId | null;
}

/** Each rule by its name: one that is forgotten here does not compile. */
export function effectsOf(rules: FolderRules): RuleEffects {
  const {
    recursive,
    extensions,
    stableMs,
    status,
    terms,
    existing: _settledBefore,
    hold,
    preset,
    ...forgotten
  } = rules;
  forgotten satisfies Readonly<Record<string, never>>;
  const isHeld = hold === 'as-account' ? null : hold === 'wait';
  return {
    watch: { recursive, extensions, stableMs },
    draft: { ...emptyDraft, status, terms },
    isHeld,
    presetId: preset,
  };
}
