// Presets of accounts: kept, removed and chosen by their user.
import { type Folder, noPreset, type PresetId } from '../../model.ts';
import type { Random } from '../../ports.ts';
import type { PresetStore } from '../../site/store/preset-store.ts';
import { type Handlers, NotFound } from '../../uploader-api.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { requireAccount } from '../accounts/require.ts';
import type { Changes, Signals } from '../changes.ts';

export interface PresetsOptions {
  readonly random: Random;
  readonly accounts: Accounts;
  readonly presets: PresetStore;
  /** Watched folders, whose rules may name a preset. */
  readonly registry: { all(): readonly Folder[]; save(folder: Folder): void };
  readonly changes: Pick<Signals<Changes>, 'tell'>;
}

export function presetsHandlers(
  options: PresetsOptions,
): Pick<Handlers, 'preset.save' | 'preset.remove' | 'account.usePreset'> {
  const { random, accounts, presets, registry, changes } = options;
  const required = (id: PresetId) => {
    const preset = presets.find(id);
    if (preset === null) throw new NotFound('preset-gone');
    return preset;
  };
  return {
    'preset.save': async ({ accountId, presetId, name, content }) => {
      requireAccount(accounts, accountId);
      const id = presetId === null ? random.hex(8) : required(presetId).id;
      presets.save({ id, accountId, name, content });
      changes.tell('shown', null);
      return id;
    },
    'preset.remove': async (id) => {
      const { accountId } = required(id);
      // Last, so that after a crash in between nothing names what is gone.
      if (accounts.account(accountId)?.presetId === id) accounts.learnOf(accountId, { presetId: null });
      for (const folder of registry.all()) {
        if (folder.rules?.preset === id) registry.save({ ...folder, rules: { ...folder.rules, preset: noPreset } });
      }
      presets.remove(id);
      changes.tell('shown', null);
    },
    'account.usePreset': async ({ accountId, presetId }) => {
      requireAccount(accounts, accountId);
      if (presetId !== null && required(presetId).accountId !== accountId) throw new NotFound('preset-gone');
      accounts.learnOf(accountId, { presetId });
    },
  };
}
