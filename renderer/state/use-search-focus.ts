// The keyboard goes to a search field when it is asked for (Ctrl+F), with what stands in it selected.
import { type RefObject, useEffect, useRef } from 'react';
import { useApp, useAppStore } from './use-store.ts';

export function useSearchFocus(): RefObject<HTMLInputElement | null> {
  const store = useAppStore();
  const field = useRef<HTMLInputElement>(null);
  const wanted = useApp((state) => state.focusWanted === 'search');
  useEffect(() => {
    if (!wanted || field.current === null) return;
    store.focusTaken();
    field.current.focus();
    field.current.select();
  }, [wanted, store]);
  return field;
}
