// One value for many videos: what the topmost selected row has in the column that was typed in goes to the others.
import type { Bridge, LibraryRow, PlainDraft, SettingsView, VideoText } from '../../preload/contract.ts';
import { type Message, message } from '../../preload/text/text.ts';
import { rowTexts } from '../model/row-texts.ts';
import { columnWord } from '../text/columns.ts';
import type { Acts } from './acts.ts';
import { describeVideos } from './describe-each.ts';
import type { Drafts } from './drafts.ts';
import type { FilledColumn } from './fill-down.ts';
import type { LibraryState, LibraryStore } from './library-list.ts';
import type { Notices } from './notices.ts';
import { chosenVideoColumns } from './selectors.ts';
import type { SliceStore } from './slice.ts';

interface State {
  readonly settings: SettingsView | null;
}

/** Null = nothing was typed in a column that is shown. */
export function filledVideoColumn(
  state: State,
  { typedColumn }: Pick<LibraryState, 'typedColumn'>,
): FilledColumn | null {
  return typedColumn !== 'title' && chosenVideoColumns(state).includes(typedColumn) ? typedColumn : null;
}

export interface FillVideos {
  fillDownVideos(): Promise<void>;
}

export interface FillVideosParts {
  readonly bridge: Pick<Bridge, 'request'>;
  readonly drafts: Pick<Drafts, 'saved' | 'changedElsewhere'>;
  readonly notices: Pick<Notices, 'attempt' | 'tell'>;
  readonly acts: Pick<Acts, 'beforeAct' | 'tellDone'>;
  readonly library: Pick<LibraryStore, 'getState' | 'titleRows' | 'fresh'>;
}

/** What the row has there; null = it is not known word for word. */
function valueIn({ cells }: LibraryRow, column: FilledColumn): Partial<PlainDraft> | null {
  if (column !== 'status') return cells?.[column]?.isWhole === true ? { [column]: cells[column].text } : null;
  if (cells?.status === undefined) return null;
  // A date goes with "scheduled" alone.
  const isScheduled = cells.status === 'future' && cells.publishAt !== undefined;
  return { status: cells.status, publishAt: isScheduled ? (cells.publishAt?.at ?? null) : null };
}

function textFor(row: LibraryRow, column: FilledColumn, draft: Partial<PlainDraft>): VideoText {
  const isSeen = column === 'status' || row.cells?.[column]?.isWhole === true;
  return { videoId: row.id, draft, ...(isSeen ? { seen: { [column]: rowTexts[column].read(row) } } : {}) };
}

export function createFillVideos(
  { getState: get }: Pick<SliceStore<State>, 'getState'>,
  { bridge, drafts, notices, acts, library }: FillVideosParts,
): FillVideos {
  /** Gives what there is to say where nothing is changed. */
  async function fill(column: FilledColumn): Promise<Message | null> {
    // What was typed last is what goes down.
    await drafts.saved();
    const [topmost, ...others] = await library.titleRows.read(Number.POSITIVE_INFINITY);
    const { accountId } = library.getState();
    if (topmost === undefined || accountId === null) return message('columns.fill.rows');
    const first = await library.fresh(topmost);
    const draft = valueIn(first, column);
    if (draft === null) return message('columns.fill.rich', { column: columnWord(column) });
    const value = rowTexts[column].read(first);
    const changed = others.filter((row) => rowTexts[column].read(row) !== value);
    const filled = message('columns.filled', { column: columnWord(column), rows: changed.length });
    if (changed.length === 0) return filled;
    const before = acts.beforeAct();
    const texts = changed.map((row) => textFor(row, column, draft));
    await describeVideos(bridge, accountId, texts);
    drafts.changedElsewhere();
    await acts.tellDone(filled, 'video-text', before);
    return null;
  }

  return {
    async fillDownVideos() {
      const column = filledVideoColumn(get(), library.getState());
      if (column === null) notices.tell(message('columns.fill.column'), 'info');
      else if (library.titleRows.several() === null) notices.tell(message('columns.fill.rows'), 'info');
      else {
        const news = await notices.attempt(() => fill(column));
        if (news !== null) notices.tell(news, 'info');
      }
    },
  };
}
