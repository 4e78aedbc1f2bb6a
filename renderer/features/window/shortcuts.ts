// The menu's shortcuts as tooltips show them, in the way of each system; main/shell/menu.ts holds the same keys.
import type { AppState, QueueFilter } from '../../../preload/contract.ts';
import { queueFilters } from '../../../preload/job-states.ts';

const keys = {
  find: 'F',
  'add-files': 'O',
  'add-folder': 'Shift+O',
  pause: 'Shift+P',
  settings: ',',
} as const;

/** In the order in which they stand in the window. */
export const filterKey = (filter: QueueFilter): string => String(queueFilters.indexOf(filter) + 1);

/** "Ctrl+Shift+O", or "⇧⌘O" on a Mac. */
export function shortcut(what: keyof typeof keys | QueueFilter, platform: AppState['platform']): string {
  const key = what in keys ? keys[what as keyof typeof keys] : filterKey(what as QueueFilter);
  if (platform !== 'mac') return `Ctrl+${key}`;
  return key.startsWith('Shift+') ? `⇧⌘${key.slice('Shift+'.length)}` : `⌘${key}`;
}
