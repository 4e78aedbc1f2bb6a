// What an account's new clips do and get, as its user chooses it.
import type { Bridge } from '../../preload/contract.ts';
import { noPreset } from '../../preload/folder-rules.ts';
import type { Notices } from './notices.ts';
import type { SliceStore } from './slice.ts';

export interface NewClipsState {
  /** The account whose presets are shown; null = none is asked for. */
  readonly presetsOf: string | null;
}

export const nothingChosen: NewClipsState = { presetsOf: null };

export interface NewClips {
  showPresets(accountId: string | null): void;
  /** `id` = of a preset, or `noPreset`. */
  chooseNewPreset(accountId: string, id: string): void;
  holdNew(accountId: string, isHeld: boolean): void;
}

export function createNewClips(
  { setState: set }: SliceStore<NewClipsState>,
  bridge: Pick<Bridge, 'request'>,
  { attempt }: Pick<Notices, 'attempt'>,
): NewClips {
  return {
    showPresets: (presetsOf) => set({ presetsOf }),
    chooseNewPreset(accountId, id) {
      const presetId = id === noPreset ? null : id;
      void attempt(() => bridge.request('account.usePreset', { accountId, presetId }));
    },
    holdNew(accountId, isHeld) {
      void attempt(() => bridge.request('account.holdNew', { accountId, isHeld }));
    },
  };
}
