// What watched folders are called and told in front of a creator: their states, their rules, and why one cannot be watched.
import type {
  AppState,
  FolderFailure,
  FolderProblem,
  FolderRefusal,
  FolderRules,
  FolderState,
  FolderView,
} from '../../preload/contract.ts';
import { statusWord } from './fields.ts';
import { counted, formatCount, formatMoment } from './format.ts';
import type { IconName, Tone } from './jobs.ts';

export interface FolderWords {
  readonly icon: IconName;
  readonly tone: Tone;
  readonly label: string;
  /** What it means and what to do; null where nothing has to be said. */
  readonly more: string | null;
}

export const folderStateWords = {
  watching: { icon: 'done', tone: 'good', label: 'Watching', more: null },
  scanning: { icon: 'processing', tone: 'active', label: 'Looking through the folder', more: null },
  disconnected: {
    icon: 'offline',
    tone: 'plain',
    label: 'Not connected',
    more: 'The folder is not there: its disk is not connected, or it was moved or renamed. Nothing is lost, and watching goes on by itself when it is back.',
  },
  silent: {
    icon: 'offline',
    tone: 'plain',
    label: 'Disk not answering',
    more: 'The disk that the folder is on does not answer. Nothing is lost, and watching resumes when it does.',
  },
  unreadable: {
    icon: 'needs-you',
    tone: 'attention',
    label: 'Cannot be read',
    more: 'This computer does not let Clipferry look into the folder. Give yourself the right to read it, and watching goes on by itself.',
  },
  paused: {
    icon: 'paused',
    tone: 'quiet',
    label: 'Paused',
    more: 'Nothing is taken until you resume. What is new by then is found.',
  },
  'rules-damaged': {
    icon: 'needs-you',
    tone: 'attention',
    label: 'Rules cannot be read',
    more: 'The rules of this folder were damaged on this computer’s disk. No files are added until you choose them again.',
  },
  limited: {
    icon: 'waiting',
    tone: 'plain',
    label: 'Looking once a minute',
    more: 'The system lets no more folders be watched, so this one is looked through once a minute instead. Every clip is still found.',
  },
  'no-account': {
    icon: 'needs-you',
    tone: 'attention',
    label: 'Account not connected',
    more: 'The account that its clips went to is not connected any more. Choose another one in its rules, or connect the site again.',
  },
} as const satisfies Record<FolderState, FolderWords>;

/** What an administrator of a Linux computer does about `limited`; null on systems without such a limit. */
export function limitRemedy(platform: AppState['platform']): string | null {
  return platform === 'linux' ? 'sudo sysctl fs.inotify.max_user_watches=524288' : null;
}

/** "3 being written, 2 waiting; last clip taken today, 10:42". `now` is the wall clock. */
export function folderActivity(folder: FolderView, now: number): string {
  const counts = [
    folder.beingWritten > 0 ? `${formatCount(folder.beingWritten)} being written` : null,
    folder.waitingCount > 0 ? `${formatCount(folder.waitingCount)} waiting` : null,
  ].filter((part) => part !== null);
  const last =
    folder.lastTakenAt === null
      ? 'no clip taken yet'
      : `${counted(folder.takenCount, 'clip', 'clips')} taken, the last ${formatMoment(folder.lastTakenAt, now)}`;
  return [...(counts.length > 0 ? [counts.join(', ')] : []), last].join('; ');
}

function quietTime(stableMs: number): string {
  const seconds = stableMs / 1_000;
  return seconds < 60 ? counted(seconds, 'second', 'seconds') : counted(seconds / 60, 'minute', 'minutes');
}

function termsWords({ terms }: FolderRules): readonly string[] {
  const count = Object.values(terms ?? {}).flat().length;
  return count === 0 ? [] : [counted(count, 'category or tag', 'categories and tags')];
}

/** The rules as one line. */
export function rulesWords(rules: FolderRules): string {
  return [
    rules.extensions === null ? 'every kind of video' : rules.extensions.map((one) => `.${one}`).join(', '),
    rules.recursive ? 'folders within it too' : 'not the folders within it',
    rules.status === null ? 'status as the site decides' : `status ${statusWord(rules.status).toLowerCase()}`,
    ...termsWords(rules),
    `unchanged for ${quietTime(rules.stableMs)}`,
  ].join(' · ');
}

/** Choices of the quiet time in milliseconds, the one that is set among them. */
export function quietChoices(
  current: number,
): readonly { readonly id: string; readonly label: string; readonly note?: string }[] {
  const usual = [
    { ms: 2_000, note: 'For disks of this computer' },
    { ms: 10_000, note: 'For network disks and slow cards' },
    { ms: 60_000, note: 'For programs that write with long pauses' },
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

export const folderRefusalWords = {
  'not-video': 'is not a video',
  unreadable: 'cannot be read',
  'in-cloud': 'is in the cloud and not on this computer: download it, and it is taken',
} as const satisfies Record<FolderRefusal, string>;

export const noFolders = 'Save or copy clips into a watched folder, and each is sent as soon as it is whole.';

const unknownFolder = 'another folder';

export const folderProblemWords = {
  'already-watched': () => ({
    title: 'This folder is watched already',
    todo: 'For another account it can be watched as well.',
  }),
  'inside-watched': (other) => ({
    title: `This folder lies in “${other ?? unknownFolder}”, which is watched already`,
    todo: 'Its clips are taken there, as long as that one’s rules include folders within it.',
  }),
  'around-watched': (other) => ({
    title: `“${other ?? unknownFolder}” in this folder is watched already`,
    todo: 'Remove that one first if the whole folder is to be watched.',
  }),
  missing: () => ({ title: 'This folder is not there any more', todo: 'Choose it again.' }),
  silent: () => ({
    title: 'The disk of this folder does not answer',
    todo: 'Check its connection, then choose the folder again.',
  }),
  unreadable: () => ({
    title: 'This folder cannot be read',
    todo: 'Give yourself the right to read it, then choose it again.',
  }),
} as const satisfies Record<FolderProblem, (other: string | null) => { readonly title: string; readonly todo: string }>;

export function folderProblem(failure: FolderFailure): { readonly title: string; readonly todo: string } {
  return folderProblemWords[failure.problem](failure.other);
}
