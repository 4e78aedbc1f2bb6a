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
  'acts.undone.text': '{count, plural, one {# clip has} other {# clips have}} the earlier text again.',
  'acts.undone.video-text': '{count, plural, one {# video gets its} other {# videos get their}} earlier text again.',
  'acts.undone.order': 'The clips are in their earlier order again.',
  'acts.undone.remove': '{count, plural, one {# clip is} other {# clips are}} back on the list.',
  'acts.undone.cancel': '{count, plural, one {# clip goes on} other {# clips go on}} as before.',
  'acts.undone.trash':
    '{count, plural, one {# video is back from the trash, with its earlier status.} other {# videos are back from the trash, with their earlier status.}}',
  'acts.undone.restore': '{count, plural, one {# video is} other {# videos are}} in the trash again.',
  'acts.redone.text': '{count, plural, one {# clip has} other {# clips have}} the new text again.',
  'acts.redone.video-text': '{count, plural, one {# video gets its} other {# videos get their}} new text again.',
  'acts.redone.order': 'The clips are in their new order again.',
  'acts.redone.remove': '{count, plural, one {# clip is} other {# clips are}} off the list again.',
  'acts.redone.cancel': '{count, plural, one {# clip is} other {# clips are}} cancelled again.',
  'acts.redone.trash': '{count, plural, one {# video is} other {# videos are}} in the trash again.',
  'acts.redone.restore': '{count, plural, one {# video is} other {# videos are}} back from the trash again.',
  'acts.kept':
    '{count, plural, one {# was changed in the meantime and stays as it is.} other {# were changed in the meantime and stay as they are.}}',
  'acts.failed':
    '{count, plural, one {# video could not be moved.} other {# videos could not be moved.}} {way, select, undo {Undo} redo {Redo} other {}} tries it again.',
} as const;
