// What the rules of a watched folder do: how it is looked through, and what its clips get.
import type { WatchedRoot } from '../../ingest/watch-folder.ts';
import { type Account, type Draft, emptyDraft, type FolderRules, noPreset, type PresetId } from '../../model.ts';

export interface RuleEffects {
  readonly watch: Pick<WatchedRoot, 'recursive' | 'extensions' | 'stableMs'>;
  readonly draft: Draft;
  /** Whether its clips wait for their user's word; null = as new clips of the account do. */
  readonly isHeld: boolean | null;
  readonly presetId: PresetId | null;
}

/** Each rule by its name: one that is forgotten here does not compile. `account` = that the clips go to; null = it is gone, or does not matter. */
export function effectsOf(rules: FolderRules, account: Pick<Account, 'presetId'> | null): RuleEffects {
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
    presetId: preset === null ? (account?.presetId ?? null) : preset === noPreset ? null : preset,
  };
}
