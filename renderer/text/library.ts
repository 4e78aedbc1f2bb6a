// What the library says: why a list is not the newest, what an act did, and what an edit is waiting for.
import type {
  EditView,
  FieldName,
  FieldValue,
  FieldValues,
  FormShape,
  LibraryAct,
  LibraryActProblem,
  LibraryActResult,
  LibraryFailure,
  LibraryProblem,
  LibrarySort,
  SiteWindow,
  TermFailure,
} from '../../preload/contract.ts';
import { fieldWord, valueWords } from './fields.ts';
import { counted, formatClock, formatCount } from './format.ts';
import { waitWords } from './jobs.ts';

const problemWords = {
  offline: 'The site cannot be reached.',
  'sign-in': 'The site no longer accepts your sign-in. Sign in again under Sites.',
  'site-busy': 'The site is busy.',
  'site-maintenance': 'The site is in maintenance, usually for an update.',
  'server-error': 'The site had a problem.',
  'web-page-answer': 'The site answered with a web page instead of its list.',
  'site-refused': 'The site did not give its list.',
} as const satisfies Record<LibraryProblem, string>;

/** Why the newest answer is missing; `shown` = something from before is on screen. */
export function failureWords({ problem, said }: LibraryFailure, shown: boolean): string {
  const quoted = said === null ? '' : ` It said: “${said}”`;
  return `${problemWords[problem]}${quoted}${shown ? ' You see what was there before.' : ''}`;
}

/** How long the list is; "first" where the site counts more than can be listed. */
export function totalWords({ total, limited }: Pick<SiteWindow<unknown>, 'total' | 'limited'>, posts: boolean): string {
  const words = posts ? counted(total, 'post', 'posts') : counted(total, 'video', 'videos');
  return limited ? `First ${words}` : words;
}

export function limitedWords(total: number): string {
  return `The site counts more than this list can show: these are the first ${formatCount(total)}. Search or filter to see others.`;
}

/** Why terms are not shown. */
export function termListWords({ problem, said }: TermFailure): string {
  const quoted = said === null || said === '' ? '' : ` It said: “${said}”`;
  switch (problem) {
    case 'offline':
      return said ?? 'The site cannot be reached right now.';
    case 'not-allowed':
      return `Your account may not see these on this site.${quoted}`;
    case 'refused':
      return `The site did not give its list.${quoted}`;
  }
}

/** What a filter's button shows, and what a screen reader says of it: "Tags: 3"; "Tags: harbour, night, sea". */
export function termFilterWords(
  taxonomy: string,
  chosen: readonly string[],
): { readonly short: string; readonly full: string } {
  const [first, ...others] = chosen;
  if (first === undefined) return { short: taxonomy, full: `${taxonomy}: any` };
  return {
    short: `${taxonomy}: ${others.length === 0 ? first : chosen.length}`,
    full: `${taxonomy}: ${chosen.join(', ')}`,
  };
}

export const noTaxonomiesWords = 'This site has no categories or tags for videos.';
export const taxonomiesFailedWords = 'Categories and tags cannot be loaded.';

export const librarySortWords = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  modified: 'Last changed',
  title: 'Title',
} as const satisfies Record<LibrarySort, string>;

const doneWords = {
  trash: 'moved to the trash',
  restore: 'restored as drafts',
  'delete-forever': 'deleted forever',
} as const satisfies Record<LibraryAct, string>;

const actProblemWords = {
  offline: 'the site could not be reached',
  'sign-in': 'sign in again first',
  'site-busy': 'the site was busy',
  'site-maintenance': 'the site is in maintenance',
  'server-error': 'the site had a problem',
  'web-page-answer': 'the site answered with a web page',
  'site-refused': 'the site refused',
  'not-allowed': 'your account may not do that',
  gone: 'no longer on the site',
  'no-trash': 'this site has no trash',
} as const satisfies Record<LibraryActProblem, string>;

/** "12 videos moved to the trash. 2 were not: your account may not do that." Null = nothing to say. */
export function actResultWords(act: LibraryAct, { done, failed }: LibraryActResult): string | null {
  const one = act === 'restore' && done.length === 1 ? 'restored as a draft' : doneWords[act];
  const parts = done.length === 0 ? [] : [`${counted(done.length, 'video', 'videos')} ${one}.`];
  const groups = Map.groupBy(failed, ({ problem, said }) =>
    said === null ? actProblemWords[problem] : `${actProblemWords[problem]} (“${said}”)`,
  );
  for (const [why, items] of groups) {
    parts.push(`${counted(items.length, 'video was', 'videos were')} not: ${why}.`);
  }
  return parts.length === 0 ? null : parts.join(' ');
}

export interface ActQuestion {
  readonly title: string;
  readonly body: string;
  readonly yes: string;
  readonly danger: boolean;
}

/** What is asked before `act`; `name` is the title of a single video. */
export function actQuestion(act: LibraryAct, count: number, name: string | null): ActQuestion | null {
  const what = name === null ? counted(count, 'video', 'videos') : `“${name}”`;
  switch (act) {
    case 'trash':
      return {
        title: `Move ${what} to the trash?`,
        body: `${count === 1 ? 'It is' : 'They are'} no longer public, and can be restored until the site empties its trash.`,
        yes: 'Move to trash',
        danger: true,
      };
    case 'delete-forever':
      return {
        title: `Delete ${what} forever?`,
        body: 'This cannot be undone. Some sites delete the video file as well, others keep it. Files on this computer stay where they are.',
        yes: 'Delete forever',
        danger: true,
      };
    case 'restore':
      return null;
  }
}

/** What is asked when the site turns out to have no trash. */
export function noTrashQuestion(count: number): ActQuestion {
  const them = count === 1 ? 'the video' : `the ${counted(count, 'video', 'videos')}`;
  return {
    title: 'This site has no trash',
    body: `Nothing was deleted. You can only delete ${them} forever, which cannot be undone. Some sites delete the video file as well.`,
    yes: 'Delete forever',
    danger: true,
  };
}

const fieldList = (fields: readonly string[]): string =>
  fields.map((field) => fieldWord(field as FieldName).toLowerCase()).join(', ');

function refusedWords({ fields = [], said }: Extract<EditView, { readonly kind: 'refused' }>): string {
  const quoted = said === null ? '' : ` It said: “${said}”`;
  if (fields.length > 0) return `It did not accept the ${fieldList(fields)}; everything else is saved there.${quoted}`;
  return said === null ? 'It kept failing.' : quoted.trim();
}

export interface EditWords {
  readonly title: string;
  readonly text: string;
}

/** What an edit that does not just go through is about; null = nothing to say. */
export function editWords(edit: EditView): EditWords | null {
  switch (edit.kind) {
    case 'none':
      return null;
    case 'waiting': {
      if (edit.why === null) return null;
      const again = edit.until === null ? '' : ` Tries again at ${formatClock(edit.until)}.`;
      return { title: 'Not on the site yet', text: `${waitWords[edit.why]}.${again} What you typed is saved here.` };
    }
    case 'changed-on-site':
      return {
        title: 'Changed on the site meanwhile',
        text: `Somebody changed the ${fieldList(Object.keys(edit.theirs))} on the site. Nothing was overwritten.`,
      };
    case 'refused':
      return {
        title: 'The site refused the change',
        text: `${refusedWords(edit)} What you typed is saved here.`,
      };
    case 'ignored':
      return {
        title: 'The site kept its own values',
        text: `It answered yes, yet did not take the ${fieldList(edit.fields)} as typed.`,
      };
    case 'gone':
      return { title: 'No longer on the site', text: 'The video was deleted before your change arrived.' };
    case 'damaged':
      return {
        title: 'Your change cannot be read',
        text: 'It was damaged on this computer’s disk, so nothing of it is on the site. Make the change again, or discard it.',
      };
  }
}

/** The site's values of contested fields in a few words. Terms are only named as a field. */
export function theirWords(theirs: FieldValues, form: FormShape): readonly string[] {
  return (Object.entries(theirs) as [FieldName, FieldValue][])
    .filter(([, value]) => !Array.isArray(value))
    .map(
      ([field, value]) =>
        `On the site, ${fieldWord(field, form).toLowerCase()}: ${valueWords(field, value, form, new Map())}`,
    );
}
