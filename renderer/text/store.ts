// What is said when the list on this computer's disk is or was in trouble: what happened, what was kept, what to do.
import type { RebuiltView, StoreView, UnreadableView } from '../../preload/contract.ts';
import { counted, formatMoment } from './format.ts';

export interface StoreWords {
  readonly title: string;
  readonly text: string;
}

const lookFirst = 'Before anything is sent, Clipferry looks whether it is on your site already.';

export const troubleWords = {
  full: (folder) => ({
    title: 'The disk is full',
    text: `There is no room for Clipferry’s list in ${folder}. Nothing new is sent, and what you type now is not saved yet. Make some room: everything goes on by itself.`,
  }),
  damaged: () => ({
    title: 'Your list is damaged on this disk',
    text: `Nothing new is sent. Quit Clipferry and start it again: it keeps all that can be read and sets the damaged file aside. ${lookFirst}`,
  }),
} as const satisfies Record<NonNullable<StoreView['trouble']>, (folder: string) => StoreWords>;

function kept({ clips, sites, copyFrom }: RebuiltView, now: number): string {
  if (clips === 0 && sites === 0) return 'Nothing in it could be read. Connect your site and add your folders again.';
  const copy = copyFrom === null ? '' : `, with a copy made ${formatMoment(copyFrom, now)}`;
  return `${counted(clips, 'clip', 'clips')} and ${counted(sites, 'site', 'sites')} were kept${copy}.`;
}

function lost({ lostClips }: RebuiltView): string {
  if (lostClips === 0) return '';
  return `${counted(lostClips, 'clip', 'clips')} of the list could not be read: add what you dropped again. `;
}

const rebuiltTitles = {
  damaged: 'Your list was damaged and has been rebuilt',
  missing: 'Your list was gone and has been rebuilt',
  behind: 'The last entries of your list are missing',
} as const satisfies Record<RebuiltView['why'], string>;

/** `now` = wall clock in ms. */
export function rebuiltWords(rebuilt: RebuiltView, now: number): StoreWords {
  const title = rebuiltTitles[rebuilt.why];
  if (rebuilt.why === 'behind') {
    return { title, text: `They were lost on the disk when Clipferry or the computer stopped. ${lookFirst}` };
  }
  return { title, text: `${kept(rebuilt, now)} ${lost(rebuilt)}${lookFirst}` };
}

/** What was damaged and told nowhere else, one line each; none = nothing. */
export function unreadableWords({ changes, edits, settings }: UnreadableView): readonly StoreWords[] {
  const lines: StoreWords[] = [];
  if (changes > 0) {
    lines.push({
      title: 'A change for many clips was not finished',
      text: 'What you had typed for them was damaged on this computer’s disk. Uploads are paused: check the details of your clips, then resume.',
    });
  }
  if (edits > 0) {
    lines.push({
      title: 'A change in your library cannot be read',
      text: `${counted(edits, 'change of a video was', 'changes of videos were')} damaged on this computer’s disk and not sent. Look for videos marked as not saved in your library, and make the change again.`,
    });
  }
  if (settings > 0) {
    lines.push({
      title: 'Your settings cannot be read',
      text: 'They were damaged on this computer’s disk and have their usual values now. Check them before you resume uploads.',
    });
  }
  return lines;
}
