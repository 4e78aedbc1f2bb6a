// What the desktop shows outside of the window: menu, tray, notifications, the system's dialogs.
export const desktop = {
  'tray.idle': 'Clipferry',
  'tray.text': 'Clipferry: {parts}',
  'tray.paused': 'paused',
  'tray.offline': 'offline',
  'tray.portal': 'the network wants you to sign in first',
  'tray.sites': '{sites, plural, one {# site waits} other {# sites wait}}',
  'tray.to-go': '{clips, plural, one {# clip} other {# clips}} to go, {percent, number} % sent',
  'tray.need': '{clips, plural, one {# clip needs attention} other {# clips need attention}}',
  'tray.finish': 'Finished about {time}',
  'tray.open': 'Open Clipferry',
  'tray.quit': 'Quit',

  'menu.file': 'File',
  'menu.queue': 'Queue',
  'menu.view': 'View',
  'menu.find': 'Search',
  'menu.settings': 'Settings',
  'menu.settings.mac': 'Settings…',
  'menu.add-files': 'Add files…',
  'menu.add-folder': 'Add folder…',
  'menu.close': 'Close window',
  'menu.pause': 'Pause all',
  'menu.resume': 'Resume all',
  'menu.filter.all': 'All clips',
  'menu.filter.needs-you': 'Clips that need attention',
  'menu.filter.active': 'Active clips',
  'menu.filter.waiting': 'Waiting clips',
  'menu.filter.done': 'Done clips',

  'notice.arrived':
    '{site, select, _ {{clips, plural, one {# video is on your sites} other {# videos are on your sites}}} other {{clips, plural, one {# video is on {site}} other {# videos are on {site}}}}}',
  'notice.arrived.body':
    '{need, plural, =0 {All uploads are finished.} one {# clip needs attention.} other {# clips need attention.}}',
  'notice.needs-you': '{clips, plural, one {# clip needs attention} other {# clips need attention}}',
  'notice.needs-you.body': 'Your files are untouched. Clipferry says what is wrong and what to do.',
  'notice.hidden': 'Clipferry goes on without its window',
  'notice.hidden.body':
    'Clips and folders are still looked after. Its icon in the tray, or starting Clipferry again, brings the window back; Quit in the menu ends it.',
  'notice.blocked': '{what, select, uploads {{site} blocks uploads} other {{site} blocks this computer}}',
  'notice.blocked.body': 'Its clips wait, and your files are untouched. There is a text for the site’s host.',
  'notice.sign-in': 'Sign in to {site} again',
  'notice.sign-in.body': 'The clips of {account} wait until then. Nothing is lost.',

  'desktop.autostart': 'Sends clips to your video site',

  'dialog.files': 'Add clips',
  'dialog.files.videos': 'Videos',
  'dialog.files.all': 'All files',
  'dialog.folder': 'Add a folder of clips',
  'dialog.watched': 'Watch a folder',
  'dialog.watched.yes': 'Watch',
  'dialog.quit':
    '{clips, plural, one {A clip is being sent. Quit anyway?} other {# clips are being sent. Quit anyway?}}',
  'dialog.quit.detail':
    'Sending starts again the next time Clipferry runs. Closing the window instead keeps it running.',
  'dialog.quit.yes': 'Quit',
  'dialog.quit.no': 'Keep sending',
  'dialog.crashed': 'The window of Clipferry crashed several times.',
  'dialog.crashed.detail':
    'Your clips are still being sent in the background, and nothing is lost. The log file has the details.',
  'dialog.crashed.no': 'Keep working in the background',
  'dialog.hangs': 'The window of Clipferry does not respond.',
  'dialog.hangs.detail':
    'Your clips are still being sent in the background. Opening the window again loses only what you typed last.',
  'dialog.hangs.no': 'Wait',
  'dialog.open-again': 'Open the window again',
  'dialog.no-start': 'Clipferry could not start',
  'dialog.no-start.text': '{reason}\n\nNothing was lost. The log is in {folder}.',
} as const;
