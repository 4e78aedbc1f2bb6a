// What an account's new clips do and get, as its user chooses it.
import { noPreset } from '../text/presets.ts';
import type { AppStore } from './client-state.ts';

/** `id` = of a preset, or `noPreset`. */
export function chooseNewPreset(store: AppStore, accountId: string, id: string): void {
  const presetId = id === noPreset ? null : id;
  void store.attempt(() => store.bridge.request('account.usePreset', { accountId, presetId }));
}

export function holdNew(store: AppStore, accountId: string, isHeld: boolean): void {
  void store.attempt(() => store.bridge.request('account.holdNew', { accountId, isHeld }));
}
