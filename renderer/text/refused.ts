// What is said when Clipferry must not open its list at all: what is wrong, that nothing was changed, and what to do.

/** Why the app does not start; main names it behind the page's address. */
export type RefusedStart = 'newer' | 'in-use';

export interface RefusedWords {
  readonly title: string;
  readonly what: string;
  readonly safe: string;
  readonly todo: string;
}

export const refusedStartWords = {
  newer: {
    title: 'Your list belongs to a newer Clipferry',
    what: 'A newer version of Clipferry was used on this computer. This older one does not open its list, so that nothing in it gets lost.',
    safe: 'Nothing was changed. Your list, your sites and your clips are as they were.',
    todo: 'Install the newest Clipferry and start it again.',
  },
  'in-use': {
    title: 'Clipferry is running already',
    what: 'Another Clipferry works with the same data folder right now. Two at once could send a clip twice, so this one stops here.',
    safe: 'Nothing was changed, and the other one goes on.',
    todo: 'Use the window of the other one. If there is none to be found, quit it, or start the computer again.',
  },
} as const satisfies Record<RefusedStart, RefusedWords>;

/** Reads the reason behind the page's address, such as `#refused=newer`; null = the app may start. */
export function refusedStart(hash: string): RefusedStart | null {
  const reason = /^#refused=(newer|in-use)$/.exec(hash)?.[1];
  return reason === 'newer' || reason === 'in-use' ? reason : null;
}
