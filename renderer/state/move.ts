// Moving to another computer, as the window shows it: what lies over it, and the file that is being brought over.
import type { Bridge, RequestOutput } from '../../preload/contract.ts';
import { saidBy } from '../text/failure.ts';
import type { SliceStore } from './slice.ts';

/** What a file of another computer turned out to be. */
export type FoundMove = NonNullable<RequestOutput<'move.open'>> | { readonly ok: 'failed'; readonly said: string };

export interface MoveState {
  /** `found` null = the file is being chosen or read. */
  readonly moving: { readonly way: 'out' } | { readonly way: 'in'; readonly found: FoundMove | null } | null;
}

export const notMoving: MoveState = { moving: null };

export interface Move {
  /** Shows what would be saved for another computer. */
  moveOut(): void;
  /** Lets the user choose a file of another computer, and shows what it brings. */
  bringOver(): Promise<void>;
  closeMove(): void;
}

export function createMove(
  { getState: get, setState: set }: SliceStore<MoveState>,
  { request }: Pick<Bridge, 'request'>,
): Move {
  return {
    moveOut: () => set({ moving: { way: 'out' } }),
    async bringOver() {
      const { moving: before } = get();
      const opening = { way: 'in', found: null } as const;
      set({ moving: opening });
      const found = await request('move.open').catch(
        (error: unknown): FoundMove => ({ ok: 'failed', said: saidBy(error) }),
      );
      if (get().moving !== opening) return;
      // Who chose no other file is where they were.
      set({ moving: found === null ? (before?.way === 'in' ? before : null) : { way: 'in', found } });
    },
    closeMove() {
      if (get().moving === null) return;
      set(notMoving);
      void request('move.close').catch(() => undefined);
    },
  };
}
