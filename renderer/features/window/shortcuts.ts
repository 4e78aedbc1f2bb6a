// The menu's shortcuts as tooltips show them, in the way of each system; main/shell/menu.ts holds the same keys.
import type { AppState, QueueFilter } from '../../../preload/contract.ts';

const keys = {
  find: 'F',
  'add-files': 'O',
  'add-folder': 'Shift+O',
  pause: 'Shift+P',
  settings: ',',
} as const;

export const filterKeys = {
  all: '1',
  'needs-you': '2',
  active: '3',
  waiting: '4',
  done: '5',
} as const satisfies Record<QueueFilter, string>;

/** "Ctrl+Shift+O", or "⇧⌘O" on a Mac. */
export function shortcut(what: keyof typeof keys | QueueFilter, platform: AppState['platform']): string {
  const key = what in keys ? keys[what as keyof typeof keys] : filterKeys[what as QueueFilter];
  if (platform !== 'mac') return `Ctrl+${key}`;
  return key.startsWith('Shift+') ? `⇧⌘${key.slice('Shift+'.length)}` : `⌘${key}`;
}
