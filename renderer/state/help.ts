// Which part of help lies over the window.
import type { SliceStore } from './slice.ts';

export interface HelpState {
  readonly help: 'about' | 'licences' | 'report' | null;
}

export const noHelp: HelpState = { help: null };

export interface Help {
  /** Null closes it. */
  showHelp(what: HelpState['help']): void;
}

export function createHelp({ setState: set }: SliceStore<HelpState>): Help {
  return { showHelp: (help) => set({ help }) };
}
