// The rules of a watched folder, one record each: everything in which they differ, for all worlds to build upon.
//
// A new rule stands in `FolderRules` and in `folderRules`; the compiler then asks for its words and for what it does.

/** What a watched folder takes and how. */
export interface FolderRules {
  /** Also what lies in folders within it. */
  readonly recursive: boolean;
  /** Lower case, no dot; null = every kind of video. */
  readonly extensions: readonly string[] | null;
  /** Milliseconds a file has to be unchanged before it is taken. */
  readonly stableMs: number;
  /** Status that its videos get; null = the site decides. */
  readonly status: string | null;
  /** Categories and tags that its videos get, by the taxonomy's name in records; null = the site decides. */
  readonly terms: Readonly<Record<string, readonly number[]>> | null;
  /** What became of the videos that were in it when it was added. */
  readonly existing: 'take' | 'leave';
  /** Whether its clips wait for their user's word. */
  readonly hold: 'as-account' | 'wait' | 'at-once';
  /** The preset that its clips get below its own status and terms; null = that of its account, `noPreset` = none. */
  readonly preset: string | null;
}

/** Chosen in place of a preset; no preset has this id. */
export const noPreset = 'none';

export type RuleId = keyof FolderRules;

/** The kinds of rules by what they hold: each has one check and one control. */
export interface RuleKinds {
  'yes-no': boolean;
  extensions: readonly string[] | null;
  'quiet-time': number;
  status: string | null;
  terms: Readonly<Record<string, readonly number[]>> | null;
  existing: 'take' | 'leave';
  hold: 'as-account' | 'wait' | 'at-once';
  preset: string | null;
}

export type RuleKind = keyof RuleKinds;

/** The rules that hold a value of some type. */
export type RulesThatHold<V> = { [R in RuleId]: FolderRules[R] extends V ? R : never }[RuleId];

type KindOf<V> = { [K in RuleKind]: [V, RuleKinds[K]] extends [RuleKinds[K], V] ? K : never }[RuleKind];

export interface Rule<V> {
  readonly kind: KindOf<V>;
  /** What a folder begins with; also one that was added before there was the rule, which has to go on as it did. */
  readonly first: V;
  /** Where the user begins whose rules cannot be read any more. */
  readonly proposed: V;
  /** The generation of stored rules that had it first; a new rule begins a new one. */
  readonly since: number;
  /** It means something else on another site: a folder that goes there has the first value again. */
  readonly isOfSite: boolean;
  /** Its places in the form and in the line that sums the rules up; null = it is settled when the folder is added. */
  readonly place: { readonly inForm: number; readonly inLine: number } | null;
}

/** In this order they stand in stored rules. */
export const folderRules: { readonly [R in RuleId]: Rule<FolderRules[R]> } = {
  recursive: {
    kind: 'yes-no',
    first: true,
    proposed: true,
    since: 0,
    isOfSite: false,
    place: { inForm: 4, inLine: 2 },
  },
  extensions: {
    kind: 'extensions',
    first: null,
    proposed: null,
    since: 0,
    isOfSite: false,
    place: { inForm: 2, inLine: 1 },
  },
  stableMs: {
    kind: 'quiet-time',
    first: 2_000,
    proposed: 2_000,
    since: 0,
    isOfSite: false,
    place: { inForm: 3, inLine: 5 },
  },
  status: {
    kind: 'status',
    first: null,
    proposed: 'draft',
    since: 0,
    isOfSite: false,
    place: { inForm: 1, inLine: 3 },
  },
  terms: { kind: 'terms', first: null, proposed: null, since: 1, isOfSite: true, place: { inForm: 5, inLine: 4 } },
  existing: { kind: 'existing', first: 'leave', proposed: 'leave', since: 0, isOfSite: false, place: null },
  hold: {
    kind: 'hold',
    first: 'as-account',
    proposed: 'as-account',
    since: 2,
    isOfSite: false,
    place: { inForm: 6, inLine: 6 },
  },
  preset: { kind: 'preset', first: null, proposed: null, since: 3, isOfSite: true, place: { inForm: 7, inLine: 7 } },
};

export const ruleIds = Object.keys(folderRules) as readonly RuleId[];

/** An object with an entry for each rule, in their order. `make` has to give what `T` says: no type follows it from rule to rule. */
export function byRule<T extends { readonly [R in RuleId]: unknown }>(make: (rule: RuleId) => unknown): T {
  return Object.fromEntries(ruleIds.map((rule) => [rule, make(rule)])) as T;
}

export const firstRules = byRule<FolderRules>((rule) => folderRules[rule].first);

/** Those that the user may change, in one of their two orders. */
export function changeableRules(order: 'inForm' | 'inLine'): readonly RuleId[] {
  const placeOf = (rule: RuleId): number => folderRules[rule].place?.[order] ?? 0;
  return ruleIds.filter((rule) => folderRules[rule].place !== null).toSorted((a, b) => placeOf(a) - placeOf(b));
}
