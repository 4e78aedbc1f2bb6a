// What a store has told, as it is read in the window and heard from a screen reader.
import type { AppStore } from '../../renderer/state/client-state.ts';
import { newsWords } from '../../renderer/text/news.ts';

/** The line that says what happened; null = there is none. */
export function told(store: AppStore): string | null {
  const { notice } = store.getState();
  return notice && newsWords(notice.news);
}

/** What a screen reader was told last. */
export function heard(store: AppStore): string {
  const { news } = store.getState().said;
  return news === null ? '' : newsWords(news);
}
