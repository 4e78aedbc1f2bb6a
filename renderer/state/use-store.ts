// How components reach the state: the store around them, and the parts of it that they are drawn from.
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { AppStore, ClientState } from './client-state.ts';
import type { LibraryState } from './library-list.ts';

export const StoreContext = createContext<AppStore | null>(null);

export function useAppStore(): AppStore {
  const store = useContext(StoreContext);
  if (store === null) throw new Error('The store is missing around this component.');
  return store;
}

/** The part of the state that `selector` names; the component is drawn again when that part changes. */
export function useApp<T>(selector: (state: ClientState) => T): T {
  return useStore(useAppStore(), selector);
}

/** The part of the library's state that `selector` names. */
export function useLibrary<T>(selector: (state: LibraryState) => T): T {
  return useStore(useAppStore().library, selector);
}
