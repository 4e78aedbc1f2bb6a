// What new clips get by themselves: a preset, with its patterns filled in for each, and above it what their folder says.
import type { PresetContent } from '../../../preload/contract.ts';
import { byField, type PlainDraft } from '../../fields.ts';
import type { Clip, Draft } from '../../model.ts';
import type { Clock } from '../../ports.ts';
import { withoutExtension } from '../../queue/match/match.ts';
import { descriptionFrom, namesLength, titleFrom } from './title-pattern.ts';

export interface NewText {
  /** What a new clip gets; `number` = its own among them. */
  of(clip: Clip, number: number): Draft;
  /** Whether the length of each clip has to be known first. */
  readonly needsLength: boolean;
}

/** `above` = what counts more than the preset, field by field and taxonomy by taxonomy. */
export function newText(clock: Pick<Clock, 'zoneOffsetMinutes'>, content: PresetContent | null, above: Draft): NewText {
  if (content === null) return { of: () => above, needsLength: false };
  const { titlePattern, draft } = content;
  return {
    needsLength: namesLength(titlePattern ?? '') || namesLength(draft.description ?? ''),
    of: (clip, start) => {
      const at = { place: 0, start, zoneMinutes: clock.zoneOffsetMinutes(clip.mtimeMs) };
      const title = titlePattern === null ? '' : titleFrom(titlePattern, clip, at);
      const called = title === '' ? withoutExtension(clip.name) : title;
      const { description } = draft;
      return merged(
        {
          ...draft,
          title: title === '' ? null : title,
          description: description === null ? null : descriptionFrom(description, clip, at, called),
        },
        above,
      );
    },
  };
}

function merged(below: Draft, above: Draft): Draft {
  const terms = { ...below.terms, ...above.terms };
  return {
    ...byField<PlainDraft>((field) => above[field] ?? below[field]),
    terms: Object.keys(terms).length === 0 ? null : terms,
    termChanges: null,
  };
}
