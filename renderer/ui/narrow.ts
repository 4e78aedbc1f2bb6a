// Whether the window is too narrow for a pane beside the list.
import { useSyncExternalStore } from 'react';

/** From this width on the details have their own place beside the list. */
const wide = '(min-width: 1120px)';

export function useNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(wide);
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => !matchMedia(wide).matches,
  );
}
