// Says, the first time only, where the app is once its window was closed: who does not know looks for clips that are still being sent.
import type { Notifier, Settings } from '../ports.ts';
import type { SettingsFile } from './settings.ts';

export interface FirstHidingOptions {
  readonly store: Pick<SettingsFile['store'], 'get' | 'set'>;
  readonly settings: Pick<Settings, 'values'>;
  readonly notifier: Notifier;
}

/** To be called each time the window was hidden. Who wants no notifications is told when that changes. */
export function tellFirstHiding({ store, settings, notifier }: FirstHidingOptions): void {
  if (store.get('toldHidden') === true || !settings.values().notify) return;
  notifier.tell({ kind: 'hidden' });
  store.set('toldHidden', true);
}
