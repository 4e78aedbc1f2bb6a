// Watched folders: their states, their rules, why one cannot be watched, and which files were skipped.
export const folders = {
  'folders.title': 'Watched folders',
  'folders.watch': 'Watch a folder',
  'folders.none': 'Save or copy clips into a watched folder, and each is sent once it is complete.',
  'folders.pause': 'Pause',
  'folders.pause.label': 'Pause {folder}',
  'folders.resume': 'Resume',
  'folders.resume.label': 'Resume {folder}',
  'folders.show': 'Show',
  'folders.show.label': 'Show {folder} in the file manager',
  'folders.remove': 'Remove…',
  'folders.remove.label': 'Remove {folder}',
  'folders.remove.title': 'Stop watching “{folder}”?',
  'folders.remove.body':
    'Clips that were added stay on the list and are still sent. The folder and its files stay as they are.',
  'folders.remove.yes': 'Stop watching',
  'folders.scan': 'Scan now',
  'folders.scan.label': 'Scan now: {folder}',
  'folders.limit.watches':
    'Your programs may watch {now, number} folders and files together. Someone who runs this computer can raise that with one line in a terminal:',
  'folders.limit.instances':
    'At most {now, number} of your programs may watch folders at once. Someone who runs this computer can raise that with one line in a terminal:',
  'folders.files':
    '{files, plural, =0 {Files that were sent last} one {# file not added yet} other {# files not added yet}}',
  'folders.files.label': 'Files of {folder}',
  'folders.files.more': '{files, plural, one {And # more file.} other {And # more files.}}',
  'folders.file.is.writing': '{program, select, _ {A program is writing it.} other {{program} is writing it.}}',
  'folders.file.is.changing': 'It is being copied or exported.',
  'folders.file.is.empty': 'It is empty so far.',
  'folders.file.is.unproven':
    'It looks complete, and is added when nothing of it has changed for a while: its kind cannot show for certain that nothing follows.',
  'folders.file.is.unfinished': 'It is not complete yet.',
  'folders.file.is.broken':
    'It may be broken: it is not complete, and has not changed for half an hour. Clipferry keeps checking it.',
  'folders.file.is.busy': 'Another program keeps it locked.',
  'folders.file.is.away': 'It cannot be reached right now.',
  'folders.file.is.not-video': 'It is not a video. It is checked again as soon as it changes.',
  'folders.file.is.unreadable': 'It cannot be read: check its permissions.',
  'folders.file.is.in-cloud': 'It is in the cloud and not on this computer: download it, and it is added.',
  'folders.file.is.ignored': 'It is ignored until it changes.',
  'folders.file.is.sent': 'It was sent.',
  'folders.file.show': 'Show',
  'folders.file.show.label': 'Show {file} in its folder',
  'folders.file.send': 'Send anyway',
  'folders.file.send.label': 'Send anyway: {file}',
  'folders.file.ignore': 'Ignore',
  'folders.file.ignore.label': 'Ignore {file} until it changes',
  'folders.file.heed': 'Stop ignoring',
  'folders.file.heed.label': 'Stop ignoring {file}',
  'folders.file.gone': 'That file is not there any more.',

  'folders.state.watching': 'Watching',
  'folders.state.scanning': 'Scanning the folder',
  'folders.state.disconnected': 'Not connected',
  'folders.state.silent': 'Disk not answering',
  'folders.state.unreadable': 'Cannot be read',
  'folders.state.paused': 'Paused',
  'folders.state.rules-damaged': 'Rules cannot be read',
  'folders.state.limited': 'Scanning once a minute',
  'folders.state.no-account': 'Account not connected',
  'folders.state.unplaced': 'Where is it now?',
  'folders.more.disconnected':
    'The folder is not there: its disk is not connected, or it was moved or renamed. Nothing is lost, and watching resumes when it is back.',
  'folders.more.silent':
    'The disk that the folder is on does not answer. Nothing is lost, and watching resumes when it does.',
  'folders.more.unreadable':
    'This computer does not let Clipferry read the folder. Allow reading in the folder’s permissions, and watching resumes.',
  'folders.more.paused': 'Nothing is added while it is paused. New files are picked up when you resume.',
  'folders.more.rules-damaged':
    'The rules of this folder were damaged on this computer’s disk. No files are added until you choose them again.',
  'folders.more.limited':
    'The system lets no more folders be watched, so this one is scanned once a minute instead. Every clip is still found.',
  'folders.more.no-account':
    'The account that its clips went to is not connected any more. Choose another one in its rules, or connect the site again.',

  'folders.more.unplaced':
    'This folder came over from another computer with its rules. Nothing is added from it until you choose where it is on this computer.',

  'folders.place': 'Choose folder…',
  'folders.place.label': 'Choose folder… for {folder}',
  'folders.place.no-rules':
    'Its rules were damaged on this computer’s disk. It begins with the usual rules, and paused: look at them before you resume.',
  'folders.place.was': 'On the other computer: {path}',

  'folders.writing': '{files, number} still being written',
  'folders.broken': '{files, number} may be broken',
  'folders.waiting': '{files, number} waiting',
  'folders.nothing-sent': 'nothing sent yet',
  'folders.sent': '{clips, number} sent, last {moment}',

  'folders.rules': 'Rules',
  'folders.rules.of': 'Rules of {folder}',
  'folders.rules.use': 'Use these rules',
  'folders.rules.to': 'To {place, select, _ {no account} other {{place}}}',
  'folders.rules.every-kind': 'every kind of video',
  'folders.rules.default-status': 'site’s default status',
  'folders.rules.status': 'status: {status}',
  'folders.rules.terms': '{terms, plural, one {# category or tag} other {# categories and tags}}',
  'folders.rules.quiet': 'after {time} without changes',
  'folders.send-to': 'Send to',
  'folders.choose-account': 'Choose an account',
  'folders.status': 'Status on the site',
  'folders.site-default': 'Site default',
  'folders.quiet': 'Wait until unchanged for',
  'folders.quiet.short': 'For disks of this computer',
  'folders.quiet.middle': 'For network disks and slow cards',
  'folders.quiet.long': 'For programs that write with long pauses',
  'folders.rule.recursive': 'Include subfolders',
  'folders.rule.recursive.yes': 'including subfolders',
  'folders.rule.recursive.no': 'without subfolders',
  'folders.kinds': 'Kinds of files',
  'folders.kinds.every': 'Every kind of video',

  'folders.add.title': 'Watch “{folder}”',
  'folders.add.send-to': 'Send its clips to',
  'folders.add.found':
    '{more, select, yes {There are {videos, number} or more videos in it} other {{videos, plural, one {There is # video in it} other {There are # videos in it}}}}',
  'folders.add.skip': '{videos, plural, one {Skip this; only new files} other {Skip these; only new files}}',
  'folders.add.send': '{videos, plural, one {Send it too} other {Send them too}}',
  'folders.add.known': 'Clips that are on the site already are recognised and not sent again.',
  'folders.add.cancel': 'Cancel',
  'folders.add.yes': 'Watch folder',
  'folders.add.done': '“{folder}” is being watched',

  'folders.problem.already-watched.title': 'This folder is watched already',
  'folders.problem.already-watched.todo': 'For another account it can be watched as well.',
  'folders.problem.inside-watched.title':
    'This folder lies in {other, select, _ {another folder} other {“{other}”}}, which is watched already',
  'folders.problem.inside-watched.todo':
    'Its clips are added there, as long as that folder’s rules include subfolders.',
  'folders.problem.around-watched.title':
    '{other, select, _ {Another folder} other {“{other}”}} in this folder is watched already',
  'folders.problem.around-watched.todo': 'Remove that one first if the whole folder is to be watched.',
  'folders.problem.missing.title': 'This folder is not there any more',
  'folders.problem.missing.todo': 'Choose it again.',
  'folders.problem.silent.title': 'The disk of this folder does not answer',
  'folders.problem.silent.todo': 'Check its connection, then choose the folder again.',
  'folders.problem.unreadable.title': 'This folder cannot be read',
  'folders.problem.unreadable.todo': 'Allow reading in the folder’s permissions, then choose it again.',
  'folders.problem.line': '{title}. {todo}',
} as const;
