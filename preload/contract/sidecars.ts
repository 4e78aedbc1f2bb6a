// A file beside a clip that tells its details: what came of it, and what of it was not understood.
import type { FieldId, FieldName } from './metadata.ts';

export type SidecarProblem =
  | 'unreadable' // the file may not be read, or only its name is on this computer
  | 'too-large'
  | 'not-text'
  | 'not-json' // no JSON, or none that names fields
  | 'shape' // a list or an object where a text is expected, or the other way round
  | 'too-long'
  | 'status' // the site, or this account, has no such status
  | 'held-back' // it would be public, and its date is not understood
  | 'held-hidden' // its preset would make it public, and who is to see it, or from when, is not understood; `text` is the status that it has instead
  | 'date' // no date, or a day and a month that could change places
  | 'date-zone' // read once the clock of the site is known
  | 'date-missing' // it is to be scheduled, and no date says when
  | 'date-over' // it is to be scheduled for a time that is over
  | 'openness';

export interface SidecarTrouble {
  readonly problem: SidecarProblem;
  /** Null = the whole file, or a key that is no field: then `text` is its name. */
  readonly field: FieldId | null;
  /** As it stands there, its beginning. */
  readonly text: string;
}

/** What a name is on the site that is not among the clip's terms. */
export type SidecarTermState =
  | 'asking' // the site was not asked yet
  | 'making' // it is made there when the clip is sent
  | 'missing'
  | 'several'
  | 'refused' // the site does not let it be looked up or made
  | 'no-taxonomy' // the site has nothing of that kind
  | 'too-long';

export interface SidecarTerm {
  /** As the site calls the taxonomy, else as the file does. */
  readonly taxonomy: string;
  readonly name: string;
  readonly state: SidecarTermState;
}

export interface SidecarView {
  /** Its name. */
  readonly file: string;
  /** Fields that have what it says. */
  readonly fields: readonly FieldName[];
  /** Until their user has seen them. */
  readonly troubles: readonly SidecarTrouble[];
  readonly terms: readonly SidecarTerm[];
}
