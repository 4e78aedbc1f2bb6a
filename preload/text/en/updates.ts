// Updates: the line that tells of one, and their part of the settings.
export const updates = {
  'updates.title': 'Updates',
  'updates.none':
    'This copy of Clipferry does not look for updates. To get a newer version, download and install it yourself.',
  'updates.mode': 'Updates',
  'updates.mode.note.automatic':
    'Where Clipferry can replace itself, updates are downloaded and installed automatically: when you quit, or while the window is closed, nothing is being sent and nobody would have to sign in again. Otherwise it tells you what to do.',
  'updates.mode.note.ask': 'Clipferry looks once a day and tells you. Nothing is downloaded before you say so.',
  'updates.mode.note.off': 'Clipferry does not look for updates unless you press Check now.',
  'updates.mode.automatic': 'Automatic',
  'updates.mode.ask': 'Ask first',
  'updates.mode.off': 'Off',
  'updates.check': 'Check now',
  'updates.stage.none': 'No newer version is known.',
  'updates.stage.checking': 'Checking for updates…',
  'updates.stage.found': 'Clipferry {version} is available ({size}).',
  'updates.stage.fetching': 'Downloading Clipferry {version}: {done} of {size}',
  'updates.stage.trying': 'Checking that Clipferry {version} starts on this computer…',
  'updates.stage.ready': 'Clipferry {version} is downloaded.',
  'updates.stage.waiting':
    'Clipferry {version} is installed as soon as no clip is being sent, and Clipferry then starts again by itself. If you quit before that, it is installed then.',
  'updates.checked': 'Last checked: {moment}',
  'updates.never': 'Not checked yet.',
  'updates.fetch': 'Download',
  'updates.install': 'Install when nothing is being sent',
  'updates.open.offer': 'Open installer',
  'updates.open.show': 'Show file',
  'updates.open.run': 'Show file',
  'updates.open.replace': 'Show file',
  'updates.open.page': 'Open download page',
  'updates.later': 'Not now',
  'updates.cancel': 'Do not install',
  'updates.how.offer': 'Your system installs it, and may ask for a password.',
  'updates.how.show': 'Unpack it in place of this one.',
  'updates.how.run': 'Clips that are being sent are finished first.',
  'updates.how.replace': 'Clips that are being sent are finished first.',
  'updates.how.page': 'Download it and put it in place of this one.',
  'updates.news': 'What is new',
  'updates.news.version': 'Version {version}',
  'updates.problem.no-answer': 'The update server does not answer.',
  'updates.problem.untrusted':
    'What the update server sent was not made by the people who make Clipferry. Nothing of it was used.',
  'updates.problem.stale':
    'The update server sent an old list. Nothing of it was used. If this stays so, check the date of this computer.',
  'updates.problem.wrong-file': 'The downloaded file is not the right one. It was deleted, and nothing of it was used.',
  'updates.problem.full': 'There is not enough room on the disk for the update. Free up some space and try again.',
  'updates.problem.read-only':
    'Clipferry cannot replace itself, because its folder does not allow changes. Show the file, and put it there yourself.',
  'updates.problem.moved':
    'Clipferry is no longer where it was started from. Quit it and start it again, then try once more.',
  'updates.problem.not-starting': 'The new version does not start on this computer. This one stays as it is.',
  'updates.problem.failed': 'The update failed. This version stays as it is.',
} as const;
