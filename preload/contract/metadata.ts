// Metadata of videos: what is typed, what the site has, its form and its terms.
import type {
  Draft,
  FieldId,
  FieldName,
  FieldValue,
  FieldValues,
  PlainDraft,
  ShownValues,
  TermChange,
} from '../fields.ts';
import type { Interval, SiteZone } from '../site-zone.ts';
import type { WallMs } from './common.ts';

export type { Draft, FieldId, FieldName, FieldValue, FieldValues, PlainDraft, TermChange } from '../fields.ts';
export type { Interval, SiteZone } from '../site-zone.ts';

/** A video's metadata as the site showed it last. */
export interface VideoView extends ShownValues {
  readonly id: number;
  /** True: the description was formatted on the site; it is shown as plain text and becomes that when it is changed here. */
  readonly formatted: boolean;
  /** Fields of which only the beginning is here: they can be shown, and not changed. */
  readonly cut: readonly FieldName[];
  readonly terms: Readonly<Record<string, readonly number[]>>;
}

/** A field that was changed here and on the site since it was last seen. */
export interface Conflict {
  readonly field: FieldName;
  readonly mine: FieldValue;
  readonly theirs: FieldValue;
}

export interface FormTaxonomy {
  /** The field's name in the site's records. */
  readonly restBase: string;
  /** As the site calls it. */
  readonly name: string;
  readonly hierarchical: boolean;
  /** Whether this account may add new terms. */
  readonly canCreate: boolean;
}

/** The form for a video's metadata as this site and this account have it. */
export interface FormShape {
  readonly fields: readonly FieldId[];
  /** Statuses that this account may choose; the site's own names. */
  readonly statuses: readonly string[];
  readonly taxonomies: readonly FormTaxonomy[];
  readonly zone: SiteZone;
  /** Null = the site was never asked with success: the form has the fields that every such site has. */
  readonly learnedAt: WallMs | null;
}

export interface Term {
  readonly id: number;
  readonly name: string;
  /** 0 = at the top. */
  readonly parent: number;
  readonly count: number;
}

export interface TermPage {
  readonly terms: readonly Term[];
  readonly pages: number;
  readonly total: number;
}

/** Why terms could not be had. `said` is the site's own word as plain text. */
export interface TermFailure {
  readonly problem: 'offline' | 'sign-in' | 'not-allowed' | 'refused';
  readonly said: string | null;
}

/** One change for many jobs: only what is named here changes. */
export interface ManyChange {
  readonly draft: Partial<PlainDraft>;
  /**
   * Title for each: `{name}` = file name without extension, `{n}` = its number, `{nn}`, `{nnn}` with zeros before it, `{date}` and `{time}`
   * of its file, `{folder}`, `{duration}`.
   */
  readonly titlePattern: string | null;
  /** Number of the first of them; left out = 1. */
  readonly titleStart?: number;
  readonly terms: Readonly<Record<string, TermChange>>;
  /** With `publishAt`, of which only the first is public then: each of the others so much later than the one before. Left out = together. */
  readonly publishEvery?: Interval;
  /** What each of them gets for itself, in the order of their ids; what is not named here stays. Left out = nothing. */
  readonly each?: readonly OwnChange[];
}

/** What one of many gets for itself; of each taxonomy in `terms` the whole set. */
export interface OwnChange extends Partial<PlainDraft> {
  readonly terms?: Readonly<Record<string, readonly number[]>>;
}

/** One change for many videos on a site. */
export type VideosChange = Pick<ManyChange, 'draft' | 'terms' | 'publishEvery'>;

/** What new clips get: the description, too, may name what a title pattern names, and `{title}`. */
export interface PresetContent {
  readonly titlePattern: string | null;
  readonly draft: Draft;
}

/** A preset under its name; `content` null = it cannot be read any more. */
export interface PresetView {
  readonly id: string;
  readonly name: string;
  readonly content: PresetContent | null;
}

/** Fields of a video that a row shows word for word. */
export type SeenInRow = Partial<Readonly<Record<'title' | 'description' | 'excerpt' | 'status', string>>>;

/** What is typed for a video on a site. */
export interface VideoText {
  readonly videoId: number;
  readonly draft: Partial<Draft>;
  /** What was in sight in these fields when this was typed, word for word; left out = not known, or the whole video was shown. */
  readonly seen?: SeenInRow;
}

/** What many jobs have in common: a field is in `values` when all that were typed agree, else in `mixed`. */
export interface ManySummary {
  readonly count: number;
  readonly accountIds: readonly string[];
  readonly values: FieldValues;
  readonly mixed: readonly FieldName[];
}
