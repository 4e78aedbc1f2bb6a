// What new clips get by themselves: a preset, with its patterns filled in for each, and above it what their folder says.
import type { PresetContent } from '../../../preload/contract.ts';
import { byField, type PlainDraft } from '../../fields.ts';
import { type Clip, type Draft, emptyDraft } from '../../model.ts';
import type { Clock } from '../../ports.ts';
import { withoutExtension } from '../../queue/match/match.ts';
import { descriptionFrom, namesLength, titleFrom } from './title-pattern.ts';

export interface NewText {
  /** What the next new clip gets; each call counts one. */
  next(clip: Clip): Draft;
  /** Whether the length of each clip has to be known first. */
  readonly needsLength: boolean;
}

/** For clips that get nothing by themselves. */
export const noText: NewText = { next: () => emptyDraft, needsLength: false };

/** `above` = what counts more than the preset, field by field and taxonomy by taxonomy; `first` = the number of the next new clip. */
export function newText(
  clock: Pick<Clock, 'zoneOffsetMinutes'>,
  content: PresetContent | null,
  above: Draft,
  first: number,
): NewText {
  if (content === null) return { next: () => above, needsLength: false };
  const { titlePattern, draft } = content;
  let place = 0;
  return {
    needsLength: namesLength(titlePattern ?? '') || namesLength(draft.description ?? ''),
    next: (clip) => {
      const at = { place: place++, start: first, zoneMinutes: clock.zoneOffsetMinutes(clip.mtimeMs) };
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
