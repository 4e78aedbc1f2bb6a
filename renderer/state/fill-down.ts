// One value for many rows: what the topmost selected row has in the column that was typed in goes to the others.
import type { Bridge, JobRow, JobTarget, PlainDraft, SettingsView } from '../../preload/contract.ts';
import { type Message, message } from '../../preload/text/text.ts';
import type { TypedColumn } from '../model/columns.ts';
import { type JobSelection, targetOf } from '../model/selection.ts';
import { columnWord } from '../text/columns.ts';
import type { Acts } from './acts.ts';
import type { Drafts } from './drafts.ts';
import type { Notices } from './notices.ts';
import type { QueueListState } from './queue-list.ts';
import { chosenColumns } from './selectors.ts';
import type { SliceStore } from './slice.ts';
import type { TitleRows } from './titles.ts';

/** One title for many is rarely meant. */
export type FilledColumn = Exclude<TypedColumn, 'title'>;

type State = Pick<QueueListState, 'selection' | 'typedColumn'> & { readonly settings: SettingsView | null };

/** Null = nothing was typed in a column that is shown. */
export function filledColumn(state: State): FilledColumn | null {
  const { typedColumn } = state;
  return typedColumn !== 'title' && chosenColumns(state).includes(typedColumn) ? typedColumn : null;
}

export interface FillDown {
  fillDown(): Promise<void>;
}

export interface FillDownParts {
  readonly bridge: Pick<Bridge, 'request'>;
  readonly drafts: Pick<Drafts, 'saved' | 'changedElsewhere'>;
  readonly notices: Pick<Notices, 'attempt' | 'tell'>;
  readonly acts: Pick<Acts, 'beforeAct' | 'tellDone'>;
  readonly rows: Pick<TitleRows<JobRow>, 'several' | 'read'>;
}

/** All under a filter are named by it, whose first one stays as it is by getting what it has. */
function othersOf(selection: JobSelection, first: string): { readonly target: JobTarget; readonly besides: number } {
  if (selection.kind === 'all') return { target: targetOf(selection), besides: 1 };
  return { target: { ids: [...selection.rows.keys()].filter((id) => id !== first) }, besides: 0 };
}

export function createFillDown(
  { getState: get }: Pick<SliceStore<State>, 'getState'>,
  { bridge, drafts, notices, acts, rows }: FillDownParts,
): FillDown {
  /** What the row has there; null = nothing. */
  async function valueIn(jobId: string, column: FilledColumn): Promise<Partial<PlainDraft> | null> {
    const { values } = await bridge.request('job.summarize', { ids: [jobId] });
    if (values[column] === undefined) return null;
    if (column !== 'status') return { [column]: String(values[column]) };
    // A date goes with "scheduled" alone.
    const { status, publishAt } = values;
    const isScheduled = status === 'future' && typeof publishAt === 'number';
    return { status: String(status), publishAt: isScheduled ? publishAt : null };
  }

  /** Gives what there is to say where nothing is changed. */
  async function fill(column: FilledColumn): Promise<Message | null> {
    // What was typed last is what goes down.
    await drafts.saved();
    const [first] = await rows.read(1);
    if (first === undefined) return message('columns.fill.rows');
    const draft = await valueIn(first.id, column);
    if (draft === null) return message('columns.fill.nothing', { column: columnWord(column) });
    const { target, besides } = othersOf(get().selection, first.id);
    const before = acts.beforeAct();
    const change = { draft, titlePattern: null, terms: {} };
    const { changed } = await bridge.request('job.describeMany', { target, change });
    drafts.changedElsewhere();
    const filled = message('columns.filled', { column: columnWord(column), rows: Math.max(0, changed - besides) });
    await acts.tellDone(filled, 'text', before);
    return null;
  }

  return {
    async fillDown() {
      const column = filledColumn(get());
      if (column === null) notices.tell(message('columns.fill.column'), 'info');
      else if (rows.several() === null) notices.tell(message('columns.fill.rows'), 'info');
      else {
        const news = await notices.attempt(() => fill(column));
        if (news !== null) notices.tell(news, 'info');
      }
    },
  };
}
