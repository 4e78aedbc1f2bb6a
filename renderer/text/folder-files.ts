// What the files of a watched folder are told as in front of a creator, and what may be done with each.
import type { FileAct, FileState, FolderFile } from '../../preload/contract.ts';
import { t } from '../../preload/text/text.ts';
import type { IconName } from './jobs.ts';

interface FileLooks {
  readonly icon: IconName;
  readonly acts: readonly FileAct[];
}

const waits = { icon: 'waiting', acts: ['show'] } as const satisfies FileLooks;
const refused = { icon: 'needs-you', acts: ['show', 'ignore'] } as const satisfies FileLooks;

/** What is written to would be sent half: only what nobody is seen to write to can be sent as it is. */
const looks: { readonly [S in FileState]: FileLooks } = {
  writing: { icon: 'processing', acts: ['show'] },
  changing: { icon: 'processing', acts: ['show'] },
  empty: { icon: 'waiting', acts: ['show', 'ignore'] },
  unproven: { icon: 'waiting', acts: ['show', 'send', 'ignore'] },
  unfinished: { icon: 'waiting', acts: ['show', 'ignore'] },
  broken: { icon: 'needs-you', acts: ['show', 'send', 'ignore'] },
  busy: waits,
  away: waits,
  'not-video': refused,
  unreadable: refused,
  'in-cloud': refused,
  ignored: { icon: 'paused', acts: ['show', 'heed'] },
  sent: { icon: 'done', acts: ['show'] },
};

export const fileStates = Object.keys(looks) as FileState[];

export const fileIcon = (state: FileState): IconName => looks[state].icon;

export const fileActs = (state: FileState): readonly FileAct[] => looks[state].acts;

/** Follows the name of the file. */
export function fileWords({ state, program }: FolderFile): string {
  return t(`folders.file.is.${state}`, { program });
}
