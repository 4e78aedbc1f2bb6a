// Moving to another computer: saving the one file, bringing it over, and what became of it.
export const move = {
  'move.settings': 'Move to a new computer',
  'move.settings.out': 'Save for a new computer',
  'move.settings.out.note':
    'One file with your sites, watched folders, settings, and what is on the sites already. Passwords and clips are not in it.',
  'move.settings.out.button': 'Save…',
  'move.settings.out.label': 'Save… for a new computer',
  'move.settings.in': 'Bring over from another computer',
  'move.settings.in.note': 'Opens a file that Clipferry saved there. You see what it brings before anything is added.',
  'move.settings.in.button': 'Bring over…',
  'move.settings.in.label': 'Bring over… from another computer',
  'move.first.button': 'Bring over from another computer…',
  'move.first': 'Used Clipferry on another computer?',
  'move.close': 'Close',
  'move.cancel': 'Cancel',

  'move-out.title': 'Save for a new computer',
  'move-out.what':
    'Saves one file. Open it in Clipferry on the new computer: clips that are on your sites already are not sent again from there.',
  'move-out.gathering': 'Gathering what goes into the file…',
  'move-out.failed': 'This could not be gathered. {why}',
  'move-out.list': 'In the file',
  'move-out.sites':
    '{sites, plural, =0 {No sites} one {# site, without its password} other {# sites, without their passwords}}',
  'move-out.clips':
    '{clips, plural, =0 {No clips that are on a site} one {# clip that is on a site} other {# clips that are on a site}}: what Clipferry knows of them, not the clips themselves',
  'move-out.folders':
    '{folders, plural, =0 {No watched folders} one {The rules of # watched folder} other {The rules of # watched folders}}',
  'move-out.settings': 'Your settings',
  'move-out.open':
    '{clips, plural, one {# clip is not on its site yet. It stays on this computer} other {# clips are not on their site yet. They stay on this computer}}: let Clipferry finish here first, or add them again on the new computer.',
  'move-out.left':
    '{clips, plural, one {# more clip is on a site, but not in the file} other {# more clips are on a site, but not in the file}}. The new computer compares such clips with the site before it sends them.',
  'move-out.save': 'Save…',
  'move-out.saving': 'Saving…',
  'move-out.again': 'Try again',
  'move-out.saved': '{name} was saved in {folder}.',
  'move-out.show': 'Show in folder',
  'move-out.next':
    'Take it to the new computer, and choose “Bring over from another computer” there. Anybody who has this file can read the names of your clips, sites and folders.',
  'move-out.stop-folders':
    'Once the new computer watches your folders, pause them here. Otherwise both computers watch them, and a clip that both send at the same moment can be stored twice.',
  'move-out.pause-folders': 'Pause all watched folders here',
  'move-out.folders-paused': 'The watched folders on this computer are paused.',
  'move-out.problem.full': 'The disk is full. Nothing was saved: free up some space, or choose another place.',
  'move-out.problem.read-only': 'Nothing can be saved there. Choose a folder that you may write to.',
  'move-out.problem.missing': 'This folder is not there any more. Choose another one.',
  'move-out.problem.failed': 'The disk did not take the file. Nothing was saved: choose another place.',

  'move-in.title': 'Bring over from another computer',
  'move-in.opening': 'Choose the file that Clipferry saved on the other computer.',
  'move-in.from':
    '{computer, select, _ {Saved on another computer, {moment}.} other {Saved on “{computer}”, {moment}.}}',
  'move-in.only-yours': 'Continue only if you saved this file yourself.',
  'move-in.list': 'It brings',
  'move-in.clips':
    '{clips, plural, one {# clip that is on a site already: it is not sent again from here} other {# clips that are on a site already: they are not sent again from here}}',
  'move-in.known': '{clips, plural, one {# clip is known here already} other {# clips are known here already}}',
  'move-in.site': '{site} at {address}',
  'move-in.site.logins': 'Needs your sign-in: {logins}',
  'move-in.site.known': 'Connected here already',
  'move-in.folders':
    '{folders, plural, one {# watched folder with its rules: {names}} other {# watched folders with their rules: {names}}}',
  'move-in.folders.note': 'Nothing is watched until you choose where each folder is on this computer.',
  'move-in.settings':
    '{settings, plural, one {# setting that you have not changed here: it becomes as it was there} other {# settings that you have not changed here: they become as they were there}}',
  'move-in.nothing': 'Everything in this file is on this computer already.',
  'move-in.nothing-new': 'Nothing new can be brought over from this file.',
  'move-in.keeps': 'Clips, sites and folders that are on this computer stay as they are.',
  'move-in.open':
    '{clips, plural, one {# clip was still waiting on the other computer. It stays there} other {# clips were still waiting on the other computer. They stay there}}: add the files here if they are to be sent from this computer.',
  'move-in.left.sites':
    '{sites, plural, one {# site cannot be taken over from this file. Connect it by its address} other {# sites cannot be taken over from this file. Connect them by their addresses}}, then open the file again.',
  'move-in.left.folders':
    '{folders, plural, one {# watched folder is left out: its rules or its site cannot be read} other {# watched folders are left out: their rules or their site cannot be read}}.',
  'move-in.left.settings':
    '{settings, plural, one {# setting is left out: it cannot be read} other {# settings are left out: they cannot be read}}.',
  'move-in.left.clips':
    '{clips, plural, one {# clip is left out: its entry or its site cannot be read} other {# clips are left out: their entries or their site cannot be read}}.',
  'move-in.yes': 'Bring over',
  'move-in.taking': 'Bringing over…',
  'move-in.done': 'Brought over',
  'move-in.done.clips':
    '{clips, plural, =0 {No clips that were not known here} one {# clip is known now, and not sent again} other {# clips are known now, and not sent again}}.',
  'move-in.done.accounts':
    '{accounts, plural, one {# account needs} other {# accounts need}} your sign-in, under Sites.',
  'move-in.done.folders':
    '{folders, plural, one {# watched folder waits to be told where it is now} other {# watched folders wait to be told where they are now}}.',
  'move-in.done.both':
    'If the other computer goes on watching the same folders, pause them there. Otherwise both watch them, and a clip that both send at the same moment can be stored twice.',
  'move-in.to-sites': 'Sign in to sites',
  'move-in.to-folders': 'Choose folders',
  'move-in.other': 'Choose another file…',
  'move-in.problem.missing': 'The file is not there any more. Choose it again.',
  'move-in.problem.unreadable':
    'The file cannot be read. Allow reading in its permissions, or copy it to this computer.',
  'move-in.problem.too-large': 'The file is larger than any that Clipferry saves. Nothing was taken from it.',
  'move-in.problem.not-ours': 'Clipferry did not save this file. Choose one that ends in .clipferry.',
  'move-in.problem.damaged':
    'The file is damaged: it was cut off or changed on its way. Nothing was taken from it. Copy it again from the other computer, or save it there anew.',
  'move-in.problem.newer':
    'A newer Clipferry saved this file. Nothing was taken from it. Update Clipferry on this computer, then open the file again.',
  'move-in.failed': 'The file could not be brought over. {why}',
} as const;
