// Acts that are taken back, or done again: what is offered, and what came of it.
export const acts = {
  'acts.take': '{way, select, undo {Undo} redo {Redo} other {}}',
  'acts.menu': '{way, select, undo {Undo} redo {Redo} other {}}: {what}',
  'acts.what.text': '{count, plural, one {text of # clip} other {text of # clips}}',
  'acts.what.video-text': '{count, plural, one {text of # video} other {text of # videos}}',
  'acts.what.order': 'order of clips',
  'acts.what.remove': '{count, plural, one {# clip removed} other {# clips removed}}',
  'acts.what.cancel': '{count, plural, one {# clip cancelled} other {# clips cancelled}}',
  'acts.what.trash': '{count, plural, one {# video moved to the trash} other {# videos moved to the trash}}',
  'acts.what.restore': '{count, plural, one {# video restored} other {# videos restored}}',
  'acts.none': '{way, select, undo {There is nothing to undo.} redo {There is nothing to redo.} other {}}',
  'acts.undone.text': '{count, plural, one {# clip gets its} other {# clips get their}} earlier text again.',
  'acts.undone.video-text': '{count, plural, one {# video gets its} other {# videos get their}} earlier text again.',
  'acts.undone.order': 'The clips are in their earlier order again.',
  'acts.undone.remove': '{count, plural, one {# clip is} other {# clips are}} back on the list.',
  'acts.undone.cancel': '{count, plural, one {# clip is} other {# clips are}} no longer cancelled.',
  'acts.undone.trash':
    '{count, plural, one {# video is back from the trash{exactly, select, yes {, with its earlier status} other {}}.} other {# videos are back from the trash{exactly, select, yes {, with their earlier status} other {}}.}}',
  'acts.undone.restore': '{count, plural, one {# video is} other {# videos are}} in the trash again.',
  'acts.redone.text': '{count, plural, one {# clip gets its} other {# clips get their}} new text again.',
  'acts.redone.video-text': '{count, plural, one {# video gets its} other {# videos get their}} new text again.',
  'acts.redone.order': 'The clips are in their new order again.',
  'acts.redone.remove': '{count, plural, one {# clip is} other {# clips are}} removed from the list again.',
  'acts.redone.cancel': '{count, plural, one {# clip is} other {# clips are}} cancelled again.',
  'acts.redone.trash': '{count, plural, one {# video is} other {# videos are}} in the trash again.',
  'acts.redone.restore': '{count, plural, one {# video is} other {# videos are}} back from the trash again.',
  'acts.kept':
    '{count, plural, one {# stays as it is now: it was changed in the meantime, or how it was before is not known.} other {# stay as they are now: they were changed in the meantime, or how they were before is not known.}}',
  'acts.kept.moved':
    '{count, plural, one {# stays where it is: it was changed in the meantime, or your account may not move it.} other {# stay where they are: they were changed in the meantime, or your account may not move them.}}',
  'acts.stopped':
    '{count, plural, one {# stays where it is, because you stopped.} other {# stay where they are, because you stopped.}}',
  'acts.otherwise':
    '{count, plural, one {# of them has another status now.} other {# of them have another status now.}}',
  'acts.later':
    '{way, select, undo {Something else was done since: undo that first.} redo {Something else was done since.} other {}}',
  'acts.failed':
    '{count, plural, one {# video could not be moved: its site cannot be reached, or has a problem.} other {# videos could not be moved: their site cannot be reached, or has a problem.}} {way, select, undo {Undo} redo {Redo} other {}} tries it again.',
} as const;
