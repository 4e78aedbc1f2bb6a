// Why a request of the window was refused, by the code that crosses the bridge.
export const refusals = {
  'refusal.not-understood': 'Clipferry did not understand this request.',
  'refusal.stranger': 'This page may not ask Clipferry for anything.',
  'refusal.no-such-request': 'There is no such request.',
  'refusal.no-files': 'These are not files on this computer.',
  'refusal.closing': 'Clipferry is closing.',
  'refusal.disk-full': 'The disk is full: this could not be saved yet. Free up some space.',
  'refusal.failed': 'Something went wrong in Clipferry. The log file says what.',
  'refusal.upload-gone': 'This upload is not in the list any more.',
  'refusal.account-gone': 'This account is not connected any more.',
  'refusal.site-gone': 'This site is not connected any more.',
  'refusal.folder-gone': 'This folder is not watched any more.',
  'refusal.folder-not-chosen': 'Choose the folder again first.',
  'refusal.not-on-site': 'This clip is not on the site yet.',
  'refusal.sign-in-first': 'Sign in to this site again first.',
  'refusal.site-not-found': 'Look for the site again first.',
  'refusal.no-password-page': 'This site names no page for application passwords.',
} as const;
