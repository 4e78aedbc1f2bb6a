// Ends what plays beside a list: when its screen is left, and when nothing that plays is selected for a while.
import { useEffect } from 'react';
import { useAppStore } from './use-store.ts';

/** After so long what is selected next does not begin to play by itself. */
const noneMs = 2_000;

/** `isNone` = nothing that can be played is selected, or several things are. */
export function usePlayerEnd(isNone: boolean): void {
  const store = useAppStore();
  // Who comes back to the list finds it silent.
  useEffect(() => () => store.setPlaying(false), [store]);
  useEffect(() => {
    if (!isNone) return;
    // A row that is on its way is selected a moment later.
    const timer = setTimeout(() => store.setPlaying(false), noneMs);
    return () => clearTimeout(timer);
  }, [isNone, store]);
}
