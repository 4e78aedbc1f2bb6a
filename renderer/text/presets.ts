// What a preset gives, in one line, and the choice between the presets of an account.
import type { PresetContent, PresetView } from '../../preload/contract.ts';
import { noPreset } from '../../preload/folder-rules.ts';
import { facts, t } from '../../preload/text/text.ts';
import { statusWord } from './fields.ts';

const isGiven = (text: string | null): boolean => text !== null && text !== '';

/** What new clips get by it; where that is nothing, it says so. */
export function presetWords({ titlePattern, draft }: PresetContent): string {
  const terms = Object.values(draft.terms ?? {}).flat().length;
  const words = facts(
    titlePattern === null ? null : t('presets.fact.title', { pattern: titlePattern }),
    draft.status === null ? null : t('folders.rules.status', { status: statusWord(draft.status) }),
    terms === 0 ? null : t('folders.rules.terms', { terms }),
    isGiven(draft.description) ? t('presets.fact.description') : null,
    isGiven(draft.excerpt) ? t('presets.fact.excerpt') : null,
    isGiven(draft.password) ? t('presets.fact.password') : null,
    draft.commentsOpen === null ? null : t('presets.fact.comments', { open: draft.commentsOpen ? 'yes' : 'no' }),
  );
  return words === '' ? t('presets.fact.nothing') : words;
}

/** None first, then each by its name. */
export function presetOptions(
  presets: readonly Pick<PresetView, 'id' | 'name'>[],
): readonly { readonly id: string; readonly label: string }[] {
  return [{ id: noPreset, label: t('presets.none') }, ...presets.map(({ id, name }) => ({ id, label: name }))];
}
