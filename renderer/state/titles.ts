// Titles for many rows of a list at once: whose they are, and how they get there.
import type { Bridge, JobRow, LibraryRow, PlainDraft, TableFile, TableRow } from '../../preload/contract.ts';
import { message } from '../../preload/text/text.ts';
import type { PlannedTitle, TitleTarget } from '../model/title-plan.ts';
import type { Acts } from './acts.ts';
import { describeEach, describeVideos } from './describe-each.ts';
import type { Drafts } from './drafts.ts';
import type { Notices } from './notices.ts';
import type { SliceStore } from './slice.ts';

/** A table of which all rows are here. */
export type WholeTable = Pick<TableFile, 'name' | 'isCut' | 'isLoose'> & { readonly rows: readonly TableRow[] };

/** The list whose rows get the lines. */
export type TitleList = 'uploads' | 'library';

export interface TitlesState {
  /** What is asked about many titles, and of which list; null = nothing is. */
  readonly manyTitles:
    | { readonly way: 'paste'; readonly list: TitleList; readonly text: string }
    | { readonly way: 'replace'; readonly list: TitleList }
    /** Details from a table, and not only titles. */
    | { readonly way: 'import'; readonly list: 'uploads'; readonly table: WholeTable }
    | null;
}

export const noManyTitles: TitlesState = { manyTitles: null };

/** The rows of a list that lines can go to. */
export interface TitleRows<Row> {
  /** How many are selected, where there are several: the lines go to these alone. Null = to the row with the keyboard and those below. */
  several(): number | null;
  /** The first `most` of them in the order of the list; rejects with what may be shown. */
  read(most: number): Promise<readonly Row[]>;
  /** The selected ones where there are several, else all of the list. */
  readAll(): Promise<readonly Row[]>;
}

export interface Target extends TitleTarget {
  /** The title word for word as the site had it; null = not known, or it is not there yet. */
  readonly seen: string | null;
  /** Of the video; null = it is a clip. */
  readonly accountId: string | null;
  /** False = only what the site prints in place of the title is known. */
  readonly isTitleKnown: boolean;
}

export interface Titles {
  /** Asks what is to become of `text`; '' = it is still to be pasted. */
  pasteTitles(list: TitleList, text: string): void;
  /** Asks for a word that is to be replaced in titles. */
  replaceInTitles(list: TitleList): void;
  endManyTitles(): void;
  severalSelected(list: TitleList): number | null;
  titleTargets(list: TitleList, most: number): Promise<readonly Target[]>;
  /** See TitleRows.readAll. */
  allTitleTargets(list: TitleList): Promise<readonly Target[]>;
  /** False = it failed, which was told. */
  applyTitles(list: TitleList, each: readonly PlannedTitle<Target>[]): Promise<boolean>;
}

export interface TitlesParts {
  readonly bridge: Pick<Bridge, 'request'>;
  readonly drafts: Pick<Drafts, 'flush' | 'changedElsewhere'>;
  readonly notices: Pick<Notices, 'attempt' | 'tell'>;
  readonly acts: Pick<Acts, 'beforeAct' | 'tellDone'>;
  readonly uploads: TitleRows<JobRow>;
  readonly library: TitleRows<LibraryRow>;
  /** Of the library. */
  readonly accountId: () => string | null;
  /** Whether the video with the keyboard takes a title. */
  readonly isTitleTaken: () => boolean;
}

/** A video in the trash takes no title, nor does one that belongs to others. */
export const takesTitle = ({ canEdit, status }: LibraryRow): boolean => canEdit && status !== 'trash';

const targetOfJob = ({ id, name, title }: JobRow): Target => ({
  ...{ id, name, title, seen: null, accountId: null, isTitleKnown: true },
});
const targetOfVideo =
  (accountId: string | null) =>
  ({ id, title, titleThere }: LibraryRow): Target => ({
    ...{ id, name: title, title, seen: titleThere, accountId, isTitleKnown: titleThere !== null },
  });

function draftOf({ title, description }: PlannedTitle<Target>): Partial<PlainDraft> {
  return { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) };
}

export function createTitles({ setState: set }: SliceStore<TitlesState>, parts: TitlesParts): Titles {
  const { acts, bridge, drafts, notices } = parts;

  /** Gives how many there were. */
  const toJobs = (each: readonly PlannedTitle<Target>[]): Promise<number> =>
    describeEach(
      bridge,
      each.map((planned) => ({ jobId: String(planned.target.id), change: draftOf(planned) })),
    );

  async function toVideos(each: readonly PlannedTitle<Target>[]): Promise<number> {
    const accountId = each[0]?.target.accountId ?? '';
    const texts = each.map((planned) => ({
      videoId: Number(planned.target.id),
      draft: draftOf(planned),
      ...(planned.target.seen === null ? {} : { seen: { title: planned.target.seen } }),
    }));
    await describeVideos(bridge, accountId, texts);
    return texts.length;
  }

  return {
    pasteTitles(list, text) {
      if (list === 'library' && parts.library.several() === null && !parts.isTitleTaken()) {
        notices.tell(message('titles.read-only'), 'info');
        return;
      }
      drafts.flush();
      set({ manyTitles: { way: 'paste', list, text } });
    },
    replaceInTitles(list) {
      drafts.flush();
      set({ manyTitles: { way: 'replace', list } });
    },
    endManyTitles: () => set({ manyTitles: null }),
    severalSelected: (list) => parts[list].several(),
    async titleTargets(list, most) {
      if (list === 'uploads') return (await parts.uploads.read(most)).map(targetOfJob);
      return (await parts.library.read(most)).map(targetOfVideo(parts.accountId()));
    },
    async allTitleTargets(list) {
      if (list === 'uploads') return (await parts.uploads.readAll()).map(targetOfJob);
      return (await parts.library.readAll()).map(targetOfVideo(parts.accountId()));
    },
    async applyTitles(list, each) {
      const changes = each.filter(({ title, description }) => title !== undefined || description !== undefined);
      const before = acts.beforeAct();
      const changed = await notices.attempt(() => (list === 'uploads' ? toJobs(changes) : toVideos(changes)));
      if (changed === null) return false;
      drafts.changedElsewhere();
      await acts.tellDone(
        message('titles.applied', { rows: changed }),
        list === 'uploads' ? 'text' : 'video-text',
        before,
      );
      return true;
    },
  };
}
