// What the check-up of a site found, in a creator's words, with a ready text for the host wherever the host has to act.
import type { CheckCode, CheckFinding, CheckStatus, SiteCheckup, SiteView } from '../../preload/contract.ts';
import { type CheckRefusal, isCheckRefusal } from '../../preload/sign-in-ways.ts';
import { formatBytes, formatMoment } from '../../preload/text/format.ts';
import { isTextId, listed, type TextId, t } from '../../preload/text/text.ts';
import type { IconName, Tone } from './jobs.ts';
import { tokenEndWords } from './sign-in.ts';

export interface FindingWords {
  /** What was looked at. */
  readonly about: string;
  /** One sentence: what was found. */
  readonly what: string;
  /** What to do about it; null = nothing has to be done. */
  readonly todo: string | null;
  /** A ready text for the people who run the site's server; null when they cannot help. */
  readonly host: string | null;
}

/** What each finding is about. */
const abouts = {
  answers: 'answer',
  'answers-members': 'answer',
  'text-before-data': 'answer',
  'no-answer': 'answer',
  'proxy-sign-in': 'connection',
  'proxy-method': 'connection',
  'proxy-refuses': 'connection',
  'proxy-away': 'connection',
  'proxy-kind': 'connection',
  certificate: 'connection',
  'certificate-expired': 'connection',
  'certificate-name': 'connection',
  'certificate-authority': 'connection',
  maintenance: 'answer',
  'html-instead': 'answer',
  'someone-else': 'answer',
  'server-error': 'answer',
  'not-wordpress': 'answer',
  moved: 'answer',
  'asked-for-time': 'answer',
  'not-looked': 'rest',
  secure: 'connection',
  'own-computer': 'connection',
  'plain-http-token': 'connection',
  'plain-http': 'connection',
  'sign-in-arrives': 'sign-in',
  'sign-in-unknown': 'sign-in',
  'signed-out': 'sign-in',
  'passwords-off': 'sign-in',
  'passwords-off-for-person': 'sign-in',
  'header-stripped': 'sign-in',
  'header-stripped-probably': 'sign-in',
  'other-person': 'sign-in',
  'may-publish': 'rights',
  'may-upload': 'rights',
  'no-upload-right': 'rights',
  'upload-not-allowed': 'rights',
  'uploads-refused': 'rights',
  'upload-route': 'route',
  'upload-route-missing': 'route',
  'upload-route-clips': 'route',
  'uploads-blocked': 'route',
  'uploads-unsure': 'route',
  'site-blocked': 'answer',
  'web-page-clips': 'route',
  'upload-route-moved': 'route',
  'upload-route-unknown': 'route',
  'token-lasts': 'token',
  'token-renews': 'token',
  'token-ends': 'token',
  'token-too-short': 'token',
  'size-limit': 'size',
  'size-doubted': 'size',
  'size-limit-clips': 'size',
  'size-arrived': 'size',
  'size-unknown': 'size',
  'in-pieces': 'pieces',
  'in-one': 'pieces',
  'helper-older': 'pieces',
  'helper-not-ready': 'pieces',
  'helper-refuses': 'pieces',
  'helper-blocked': 'pieces',
  'kinds-open': 'kinds',
  'kinds-refused': 'kinds',
  'kinds-refused-clips': 'kinds',
  'kinds-doubtful': 'kinds',
  'publishes-at-once': 'publishing',
  'publishes-later': 'publishing',
  'publishing-unknown': 'publishing',
  'keys-honoured': 'repeats',
  'looks-first': 'repeats',
  ranges: 'ranges',
  'no-ranges': 'ranges',
  'ranges-unknown': 'ranges',
  'clock-right': 'clock',
  'clock-off': 'clock',
  'clock-unknown': 'clock',
} as const satisfies Record<Exclude<CheckCode, CheckRefusal>, string>;

const aboutOf = (code: CheckCode) => (isCheckRefusal(code) ? 'sign-in' : abouts[code]);

type Todo = Extract<TextId, `checkup.${CheckCode}.todo`>;
type Host = Extract<TextId, `checkup.${CheckCode}.host`>;

/** Not every finding has something to do about it, or a text for the host. */
const isTodo = (id: `checkup.${CheckCode}.todo`): id is Todo => isTextId(id);
const isHost = (id: `checkup.${CheckCode}.host`): id is Host => isTextId(id);

/** ".mov, .mkv" */
function dotted(extensions: readonly string[]): string {
  return listed(extensions.map((one) => `.${one}`));
}

/** "Quay.mp4, Regatta.mov and 4 more". */
function named({ names, clips }: CheckFinding): string {
  const more = clips - names.length;
  return more > 0 && names.length > 0 ? t('checkup.and-more', { clips: listed(names), more }) : listed(names);
}

function lengthWords(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 120) return t('format.minutes', { minutes });
  const hours = Math.round(minutes / 60);
  return hours < 48 ? t('format.hours', { hours }) : t('format.days', { days: Math.round(hours / 24) });
}

/** `beside` = what else was found on the site. */
export function findingWords(
  finding: CheckFinding,
  wallClock: number,
  beside: readonly CheckFinding[] = [],
): FindingWords {
  const { code, amount, names, clips } = finding;
  const values = {
    place: names[0] ?? null,
    proxy: names[0] ?? '',
    was: names[0] ?? null,
    now: names[1] ?? null,
    count: clips,
    clips: named(finding),
    size: formatBytes(amount ?? 0),
    length: lengthWords(Math.abs(amount ?? 0)),
    direction: (amount ?? 0) > 0 ? 'ahead' : 'behind',
    ends: tokenEndWords(amount, wallClock),
    said: null,
    // What the site's server allows at once would not count any more.
    plugin: beside.some((one) => one.code === 'in-one') ? 'helps' : null,
  };
  const [what, todo, host] = [`checkup.${code}.what`, `checkup.${code}.todo`, `checkup.${code}.host`] as const;
  return {
    about: t(`checkup.about.${aboutOf(code)}`),
    what: t(what, { ...values, extensions: names.length === 0 ? null : dotted(names) }),
    todo: isTodo(todo) ? t(todo, values) : null,
    host: isHost(host) ? t(host, { ...values, extensions: dotted(names) }) : null,
  };
}

export const statusWords = {
  blocks: { word: 'checkup.status.blocks', icon: 'needs-you', tone: 'attention' },
  note: { word: 'checkup.status.note', icon: 'info', tone: 'plain' },
  fine: { word: 'checkup.status.fine', icon: 'done', tone: 'good' },
  unknown: { word: 'checkup.status.unknown', icon: 'looking', tone: 'quiet' },
} as const satisfies Record<
  CheckStatus,
  { readonly word: TextId; readonly icon: IconName | 'info'; readonly tone: Tone }
>;

/** Whose sign-in a finding is about, where the site has several. */
export function whoseWords({ accountId }: CheckFinding, site: SiteView): string | null {
  if (accountId === null || site.accounts.length < 2) return null;
  return site.accounts.find(({ id }) => id === accountId)?.name ?? null;
}

/** One line for the whole check-up. */
export function checkupLine({ at, running, findings }: SiteCheckup, now: number): string {
  if (running) return t('checkup.running');
  if (at === null) return t('checkup.never');
  const count = (status: CheckStatus): number => findings.filter((one) => one.status === status).length;
  const when = now - at < 60_000 ? t('checkup.just-now') : t('checkup.when', { moment: formatMoment(at, now) });
  return t('checkup.result', { when, problems: count('blocks'), notes: count('note') });
}

/** The line's own status: the worst of all. */
export function checkupStatus({ at, findings }: SiteCheckup): CheckStatus {
  if (at === null) return 'unknown';
  return (['blocks', 'note'] as const).find((status) => findings.some((one) => one.status === status)) ?? 'fine';
}
