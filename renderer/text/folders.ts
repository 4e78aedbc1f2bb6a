// What watched folders are called and told in front of a creator: their states, their rules, and why one cannot be watched.
import type {
  FolderFailure,
  FolderRules,
  FolderState,
  FolderView,
  PresetView,
  WatchLimit,
} from '../../preload/contract.ts';
import {
  changeableRules,
  folderRules,
  noPreset,
  type RuleId,
  type RuleKind,
  type RuleKinds,
  type RulesThatHold,
} from '../../preload/folder-rules.ts';
import { formatMoment } from '../../preload/text/format.ts';
import { facts, listed, type Message, message, t } from '../../preload/text/text.ts';
import { statusWord } from './fields.ts';
import type { IconName, Tone } from './jobs.ts';

export interface FolderWords {
  readonly icon: IconName;
  readonly tone: Tone;
  readonly label: string;
  /** What it means and what to do; null where nothing has to be said. */
  readonly more: string | null;
}

const looks = {
  watching: { icon: 'done', tone: 'good' },
  scanning: { icon: 'processing', tone: 'active' },
  disconnected: { icon: 'offline', tone: 'plain' },
  silent: { icon: 'offline', tone: 'plain' },
  unreadable: { icon: 'needs-you', tone: 'attention' },
  paused: { icon: 'paused', tone: 'quiet' },
  'rules-damaged': { icon: 'needs-you', tone: 'attention' },
  limited: { icon: 'waiting', tone: 'plain' },
  'no-account': { icon: 'needs-you', tone: 'attention' },
  unplaced: { icon: 'needs-you', tone: 'attention' },
} as const satisfies Record<FolderState, { readonly icon: IconName; readonly tone: Tone }>;

export const folderStates = Object.keys(looks) as FolderState[];

export function folderStateWords(state: FolderState): FolderWords {
  return {
    ...looks[state],
    label: t(`folders.state.${state}`),
    more: state === 'watching' || state === 'scanning' ? null : t(`folders.more.${state}`),
  };
}

const enough = { watches: 524_288, instances: 1_024 } as const satisfies Record<WatchLimit['what'], number>;

/**
 * What whoever runs a Linux computer does about `limited`, now and for every start to come: at least twice what there is, as what is used
 * already is not known. A line for a terminal.
 */
export function limitRemedy({ what, now }: WatchLimit): string {
  const more = Math.max(enough[what], 2 ** Math.ceil(Math.log2(2 * now)));
  const file = '/etc/sysctl.d/60-clipferry.conf';
  return `echo fs.inotify.max_user_${what}=${more} | sudo tee ${file} && sudo sysctl -p ${file}`;
}

/** "3 still being written · 1 may be broken · 2 not on the site yet · 5 added, last today at 10:42". `now` is the wall clock. */
export function folderActivity(folder: FolderView, now: number): string {
  const broken = folder.files.filter(({ state }) => state === 'broken').length;
  return facts(
    folder.beingWritten > broken ? t('folders.writing', { files: folder.beingWritten - broken }) : null,
    broken > 0 ? t('folders.broken', { files: broken }) : null,
    folder.waitingCount > 0 ? t('folders.waiting', { files: folder.waitingCount }) : null,
    folder.lastTakenAt === null
      ? t('folders.nothing-sent')
      : t('folders.sent', { clips: folder.takenCount, moment: formatMoment(folder.lastTakenAt, now) }),
  );
}

function quietTime(stableMs: number): string {
  const seconds = stableMs / 1_000;
  return seconds < 60 ? t('format.seconds', { seconds }) : t('format.minutes', { minutes: seconds / 60 });
}

type Named = readonly Pick<PresetView, 'id' | 'name'>[];

/** One rule in the line; null = nothing has to be said of it. */
const kinds: { readonly [K in RuleKind]: (value: RuleKinds[K], rule: RuleId, presets: Named) => string | null } = {
  'yes-no': (value, rule) => t(`folders.rule.${rule as RulesThatHold<boolean>}.${value ? 'yes' : 'no'}`),
  extensions: (value) => (value === null ? t('folders.rules.every-kind') : listed(value.map((one) => `.${one}`))),
  'quiet-time': (value) => t('folders.rules.quiet', { time: quietTime(value) }),
  status: (value) =>
    value === null ? t('folders.rules.default-status') : t('folders.rules.status', { status: statusWord(value) }),
  terms: (value) => {
    const terms = Object.values(value ?? {}).flat().length;
    return terms === 0 ? null : t('folders.rules.terms', { terms });
  },
  existing: () => null,
  preset: (value, _rule, presets) =>
    value === null
      ? null
      : value === noPreset
        ? t('presets.rule.none')
        : t('presets.rule', { preset: presets.find(({ id }) => id === value)?.name ?? null }),
  hold: (value) => (value === 'as-account' ? null : t(`folders.hold.${value}.short`)),
};

/** The rules as one line; `presets` = those of the account that its clips go to. */
export function rulesWords(rules: FolderRules, presets: Named = []): string {
  const words = kinds as { readonly [K in RuleKind]: (value: unknown, rule: RuleId, presets: Named) => string | null };
  return facts(...changeableRules('inLine').map((rule) => words[folderRules[rule].kind](rules[rule], rule, presets)));
}

/** Choices of the quiet time in milliseconds, the one that is set among them. */
export function quietChoices(
  current: number,
): readonly { readonly id: string; readonly label: string; readonly note?: string }[] {
  const usual = [
    { ms: 2_000, note: t('folders.quiet.short') },
    { ms: 10_000, note: t('folders.quiet.middle') },
    { ms: 60_000, note: t('folders.quiet.long') },
  ];
  const all = usual.some(({ ms }) => ms === current) ? usual : [...usual, { ms: current, note: '' }];
  return all.map(({ ms, note }) => ({ id: String(ms), label: quietTime(ms), ...(note === '' ? {} : { note }) }));
}

/** What was typed as kinds of files: "MP4, .mov" -> ['mp4', 'mov']; null = every kind. */
export function parseExtensions(text: string): readonly string[] | null {
  const found = text
    .toLowerCase()
    .split(/[\s,;]+/)
    .map((one) => one.replace(/^[*.]+/, ''))
    .filter((one) => /^[a-z0-9]{1,8}$/.test(one));
  return found.length === 0 ? null : [...new Set(found)].slice(0, 50);
}

export function folderProblem({ problem, other }: FolderFailure): { readonly title: string; readonly todo: string } {
  return { title: t(`folders.problem.${problem}.title`, { other }), todo: t(`folders.problem.${problem}.todo`) };
}

/** What is told once a folder was added: one whose rules were damaged begins paused. */
export function addedMessage(folder: string, { paused }: Pick<FolderView, 'paused'>): Message {
  return message(paused ? 'folders.add.done.paused' : 'folders.add.done', { folder });
}
