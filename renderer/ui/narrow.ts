// Whether the window is too narrow for a pane beside the list.
import { useCallback, useSyncExternalStore } from 'react';

/** From this width on the details have their own place beside the list. */
const widePx = 1120;
/** The same where the rows of the list show more than a title. */
const wideWithColumnsPx = 1500;

export function useNarrow(hasColumns = false): boolean {
  const wide = `(min-width: ${hasColumns ? wideWithColumnsPx : widePx}px)`;
  return useSyncExternalStore(
    useCallback(
      (changed) => {
        const query = matchMedia(wide);
        query.addEventListener('change', changed);
        return () => query.removeEventListener('change', changed);
      },
      [wide],
    ),
    () => !matchMedia(wide).matches,
  );
}
