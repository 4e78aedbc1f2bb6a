// What the window shows of a video on the site: whole where that is bearable, and what is too long by its beginning.
import type { Conflict, VideoView } from '../../../preload/contract.ts';
import { fieldsOf, isPlain, taxonomyOf, termsField } from '../../fields.ts';
import type { Draft, FieldName, FieldValue, FieldValues, Video } from '../../model.ts';

/** As much of a text as the window takes back (preload/schemas.ts), and as many terms. */
const longestShown = 200_000;
const mostTermsShown = 2_000;

/** What is longer than the window could give back is shown by its beginning, and named in `cut`. */
export function toVideoView(video: Video): VideoView {
  const { link: _link, createdAt, modifiedAt: _modifiedAt, cut: isCut, description, terms, ...rest } = video;
  const cut: FieldName[] = isCut === true || description.length > longestShown ? ['description'] : [];
  const shown: Record<string, readonly number[]> = {};
  for (const [restBase, ids] of Object.entries(terms)) {
    shown[restBase] = ids.slice(0, mostTermsShown);
    if (ids.length > mostTermsShown) cut.push(termsField(restBase));
  }
  return { ...rest, description: shownValue(description), terms: shown, publishAt: createdAt, cut };
}

/** What the site has in a field, to be looked at. */
export function shownValue<T extends FieldValue>(value: T): T {
  if (typeof value === 'string' && value.length > longestShown)
    return `${value.slice(0, longestShown).toWellFormed()}…` as T;
  return (Array.isArray(value) ? value.slice(0, mostTermsShown) : value) as T;
}

/** What stands against what: the fields in which the site has other values by now than those that were seen when these were typed. */
export function conflictsOf(draft: Draft, theirs: FieldValues): readonly Conflict[] {
  return fieldsOf(theirs).flatMap((field) => {
    const there = theirs[field];
    const mine = isPlain(field) ? draft[field] : draft.terms?.[taxonomyOf(field) ?? ''];
    return mine == null || there === undefined ? [] : [{ field, mine, theirs: shownValue(there) }];
  });
}
