// Help: what this Clipferry is, and the report for support with all that is in it.
export const help = {
  'help.menu': 'Help',
  'help.about': 'About Clipferry',
  'help.report': 'Report for support…',
  'help.close': 'Close',

  'about.title': 'About Clipferry',
  'about.what': 'Carries your video files to your own video site, each exactly once.',
  'about.version': 'Version',
  'about.version.of':
    '{build, select, release {{version}} test {{version}, test build, not for distribution} other {{version}, from source}}',
  'about.electron': 'Electron',
  'about.chromium': 'Chromium',
  'about.node': 'Node.js',
  'about.system': 'System',
  'about.licence': 'Licence',
  'about.licence.text': 'MIT License. Copyright © 2026 The Clipferry founders.',
  'about.licences': 'Licences…',
  'about.copy': 'Copy',
  'about.copied': 'Copied',

  'licences.title': 'Licences',
  'licences.own': 'Clipferry itself is under the MIT License.',
  'licences.what':
    '{count, plural, one {# package is part of it, under the licence below.} other {# packages are part of it, under the licences below.}} Electron and Chromium, which show the window, have files of their own beside the program.',
  'licences.from-source':
    'This Clipferry was started from its source: its packages, with their licences, lie in node_modules.',
  'licences.chromium': 'Show Chromium’s licences',
  'licences.back': 'Back',

  'report.title': 'Report for support',
  'report.what':
    'These files help somebody find out what went wrong. Passwords and tokens are never in them. Names of clips, folders, sites, accounts and people are replaced: clip-12, folder-1, site-1. Read them here first; nothing is sent anywhere.',
  'report.making': 'Making the report…',
  'report.files': 'Files in the report',
  'report.file.report': 'Versions, settings, how many clips are in which state, and what is known of your sites',
  'report.file.log': 'What Clipferry did and what went wrong, the newest at the end',
  'report.addresses': 'Include the addresses of my sites',
  'report.save': 'Save…',
  'report.saving': 'Saving…',
  'report.again': 'Try again',
  'report.failed': 'The report could not be made. {why}',
  'report.saved': '{name} was saved in {folder}.',
  'report.show': 'Show in folder',
  'report.problem.full': 'The disk is full. Nothing was saved: free up some space, or choose another place.',
  'report.problem.read-only': 'Nothing can be saved there. Choose a folder that you may write to.',
  'report.problem.missing': 'This folder is not there any more. Choose another one.',
  'report.problem.failed': 'The disk did not take the file. Nothing was saved: choose another place.',
} as const;
