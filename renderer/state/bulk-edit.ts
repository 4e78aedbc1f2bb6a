// A change for many clips that is being put together: plain data, kept while the selection changes, and applied in one write.
import type { Bridge, JobTarget, ManyChange } from '../../preload/contract.ts';
import { type FieldId, fields, isFieldId } from '../../preload/fields.ts';
import { message } from '../../preload/text/text.ts';
import { type JobSelection, targetOf } from '../model/selection.ts';
import type { Acts } from './acts.ts';
import type { DraftSaver } from './draft-saver.ts';
import type { Notices } from './notices.ts';
import type { QueueListSlice } from './queue-list.ts';
import type { SliceStore } from './slice.ts';

export type BulkChange = ManyChange;

export const noChange: BulkChange = { draft: {}, titlePattern: null, terms: {} };

/** A choice that was put back to "leave as it is" touches nothing. */
export function withoutUntouched(change: BulkChange): BulkChange {
  // What belongs to a choice goes with it: another visibility than "scheduled" takes the date away, also where one was typed before.
  const goesWithTyped = (field: FieldId): boolean => {
    const { place } = fields[field];
    return typeof place === 'object' && change.draft[place.with] != null;
  };
  const draft = Object.fromEntries(
    Object.entries(change.draft).filter(
      ([field, value]) => value !== null || (isFieldId(field) && goesWithTyped(field)),
    ),
  );
  const { publishEvery, ...rest } = change;
  // What is not scheduled goes at once, whatever was chosen before.
  const isScheduled = draft.status === 'future' && typeof draft.publishAt === 'number';
  return { ...rest, draft, ...(isScheduled && publishEvery !== undefined ? { publishEvery } : {}) };
}

export function isEmptyChange(change: BulkChange): boolean {
  const { draft, titlePattern, terms } = withoutUntouched(change);
  return Object.keys(draft).length === 0 && (titlePattern ?? '').trim() === '' && Object.keys(terms).length === 0;
}

/** Whether the pattern gives each clip its number. */
export const isNumbered = (pattern: string | null): boolean => /\{n{1,6}\}/.test(pattern ?? '');

/** So many titles show what a pattern comes to. */
const previewed = 5;

export interface BulkEditState {
  /** What is put together for many clips and not applied yet. */
  readonly bulk: BulkChange;
  readonly bulkBusy: boolean;
  /** Counts changes for many, so that what they have in common is asked again. */
  readonly bulkApplied: number;
}

export const noBulkEdit: BulkEditState = { bulk: noChange, bulkBusy: false, bulkApplied: 0 };

export interface BulkEdit {
  setBulk(change: BulkChange): void;
  /** Applies it to what is selected. */
  applyBulk(): Promise<void>;
  /** The first titles that a pattern gives to what is selected; rejects where they are not known. */
  previewTitles(pattern: string, start: number): Promise<readonly string[]>;
}

export interface BulkEditParts extends Pick<Notices, 'attempt' | 'tell'>, Pick<Acts, 'beforeAct' | 'tellDone'> {
  readonly bridge: Pick<Bridge, 'request'>;
  readonly drafts: Pick<DraftSaver, 'flush'>;
  readonly targetInOrder: QueueListSlice['targetInOrder'];
}

export function createBulkEdit(
  { getState: get, setState: set }: SliceStore<BulkEditState & { readonly selection: JobSelection }>,
  { bridge, drafts, targetInOrder, attempt, tell, beforeAct, tellDone }: BulkEditParts,
): BulkEdit {
  /** Only numbers and dates one after the other depend on the order: for anything else no row is read. */
  const targetFor = async ({ publishEvery, titlePattern }: BulkChange): Promise<JobTarget> =>
    publishEvery !== undefined || isNumbered(titlePattern) ? targetInOrder() : targetOf(get().selection);

  return {
    setBulk: (bulk) => set({ bulk }),
    async applyBulk() {
      drafts.flush();
      const { bulk } = get();
      set({ bulkBusy: true });
      const change = withoutUntouched(bulk);
      const before = beforeAct();
      const answer = await attempt(async () =>
        bridge.request('job.describeMany', { target: await targetFor(change), change }),
      );
      set({ bulkBusy: false, bulkApplied: get().bulkApplied + 1 });
      if (answer === null) return;
      // What was typed on meanwhile is the beginning of the next change.
      if (get().bulk === bulk) set({ bulk: noChange });
      const news = message('jobs.acted.changed', { clips: answer.changed });
      if (answer.changed === 0) tell(news, 'info');
      else await tellDone(news, 'text', before);
    },
    previewTitles: async (pattern, start) =>
      bridge.request('job.previewTitles', { target: await targetInOrder(previewed), pattern, start }),
  };
}
