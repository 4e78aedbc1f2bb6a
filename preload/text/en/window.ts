// What belongs to the window as a whole: places, questions, results, trouble with the list, and what a screen reader hears.

const lookFirst = 'Clipferry checks whether a clip is already on your site before it is sent.';

export const windowText = {
  'window.skip': 'Skip to content',
  'window.places': 'Places',
  'window.app': 'Clipferry',
  'window.uploads': 'Uploads',
  'window.library': 'Library',
  'window.folders.before': 'Watched',
  'window.folders': 'Folders',
  'window.sites': 'Sites',
  'window.settings': 'Settings',
  'window.version': 'Version {version}',
  'window.badge.uploads': '{count, plural, one {needs attention} other {need attention}}',
  'window.badge.folders': '{count, plural, one {needs a look} other {need a look}}',
  'window.badge.sites': 'to sign in',
  'window.badge.title': '{count, number} {word}',
  'window.cancel': 'Cancel',
  'window.crash.title': 'This window had a problem. Your uploads are not affected.',
  'window.crash.again': 'Draw the window again',
  'window.result': 'Result',
  'window.adding': 'Checking the files…',
  'window.why': 'Show why',
  'window.hide': 'Hide',
  'window.dismiss': 'Dismiss',
  'window.not-added': 'Files that could not be added',
  'window.progress': 'Progress',
  'window.just-done': 'Just done',
  'window.list': 'The list on this computer',
  'window.leave-it': 'Not on this computer',
  'window.go-on-here': 'Continue here',
  'window.old-file': 'Show old file',
  'window.got-it': 'Got it',
  'window.quit': 'Quit',

  'refused.newer.title': 'Your list belongs to a newer Clipferry',
  'refused.newer.what':
    'A newer version of Clipferry was used on this computer. This older one does not open its list, so that nothing in it gets lost.',
  'refused.newer.safe': 'Nothing was changed. Your list, your sites and your clips are as they were.',
  'refused.newer.todo': 'Install the newest Clipferry and start it again.',
  'refused.in-use.title': 'Clipferry is running already',
  'refused.in-use.what':
    'Another Clipferry works with the same data folder right now. Two at once could send a clip twice, so this one stops here.',
  'refused.in-use.safe': 'Nothing was changed, and the other one keeps running.',
  'refused.in-use.todo':
    'Use the window of the other one. If there is none to be found, quit it, or start the computer again.',

  'store.full': 'The disk is full',
  'store.full.text':
    'There is no room for Clipferry’s list in {folder}. Nothing new is sent, and what you type now is not saved yet. Free up some space: everything continues automatically.',
  'store.damaged': 'Your list is damaged on this disk',
  'store.damaged.text': `Nothing new is sent. Quit Clipferry and start it again: it keeps all that can be read and sets the damaged file aside. ${lookFirst}`,
  'store.rebuilt.damaged': 'Your list was damaged and has been rebuilt',
  'store.rebuilt.missing': 'Your list was gone and has been rebuilt',
  'store.rebuilt.behind': 'The newest entries of your list were lost',
  'store.behind': `They were lost on the disk when Clipferry or the computer stopped. ${lookFirst}`,
  'store.kept-nothing': 'Nothing in it could be read. Connect your site and add your folders again.',
  'store.kept':
    '{clips, plural, one {# clip} other {# clips}} and {sites, plural, one {# site} other {# sites}} were kept{copy, select, _ {} other {, with a copy made {copy}}}.',
  'store.lost':
    '{clips, plural, one {# clip of the list could not be read: add what you dropped again.} other {# clips of the list could not be read: add what you dropped again.}}',
  'store.look-first': lookFirst,
  'store.unread.changes': 'A change for many clips was not finished',
  'store.unread.changes.text':
    'What you had typed for them was damaged on this computer’s disk. Uploads are paused: check the details of your clips, then resume.',
  'store.unread.edits': 'A change in your library cannot be read',
  'store.unread.edits.text':
    '{edits, plural, one {# change of a video was} other {# changes of videos were}} damaged on this computer’s disk and not sent. Look for “Changes not on the site yet” in your library, and make the change again.',
  'store.unread.settings': 'Your settings cannot be read',
  'store.unread.settings.text':
    'They were damaged on this computer’s disk and have their usual values now. Check them before you resume uploads.',

  'elsewhere.asked': 'This list came from another computer',
  'elsewhere.asked.text':
    'Continue here? Nothing is sent from here yet: quit Clipferry on the other computer and sign in again on this one. Clipferry first checks which unfinished clips are already on your site.',
  'elsewhere.left': 'Nothing is sent from this computer',
  'elsewhere.left.text': 'This list came from another computer and stays as it is.',

  'heard.arrived': '{clips, plural, one {# clip is} other {# clips are}} on the site.',
  'heard.need': '{clips, plural, one {# clip needs attention.} other {# clips need attention.}}',
  'heard.all':
    '{need, plural, =0 {All uploads are finished.} one {All others are finished; # needs attention.} other {All others are finished; # need attention.}}',
  'heard.sent':
    '{need, plural, =0 {All uploads are finished} one {All others are finished; # needs attention} other {All others are finished; # need attention}}; {clips, plural, one {# more waits} other {# more wait}} until you press Send.',
  'heard.ready': '{clips, plural, one {# clip is ready to send.} other {# clips are ready to send.}}',
  'heard.quarter':
    '{quarter, select, one {A quarter} two {Half} other {Three quarters}} of the batch is done: {done, number} of {all, number}.',

  'proxy.label': 'Proxy',
  'proxy.asks': 'The proxy {proxy} wants you to sign in',
  'proxy.refused': 'The proxy {proxy} no longer accepts your sign-in',
  'proxy.waits': 'Uploads wait. Nothing is lost, and they continue automatically once you have signed in.',
  'proxy.act': 'Sign in…',
  'proxy.title': 'Sign in to the proxy {proxy}',
  'proxy.body':
    'This network lets programs out through a proxy, which asks who they are. It is often the username and password that you use at this company or school; the people who run the network know.',
  'proxy.user': 'Username',
  'proxy.password': 'Password',
  'proxy.open':
    'The connection to this proxy is not encrypted: within the network, what you type can be read on the way.',
  'proxy.session': 'This computer has no keyring, so Clipferry forgets the sign-in when you quit.',
  'proxy.submit': 'Sign in',
  'proxy.busy': 'Signing in…',
  'proxy.trouble.refused': 'The proxy did not accept this username and password.',
  'proxy.trouble.no-answer': 'The proxy {proxy} does not answer now. Try again in a moment.',
  'proxy.trouble.empty': 'Type the username, without a colon.',
  'proxy.kept': 'Proxies',
  'proxy.kept.note': 'Clipferry signs in as {user}.',
  'proxy.forget': 'Forget',
  'proxy.forget.label': 'Forget the sign-in at {proxy}',
} as const;
