// Presets: what new clips of an account get by themselves.

export const presets = {
  'presets.title': 'Presets of {account}',
  'presets.about':
    'A preset gives new clips a title, a description, a status, categories and tags as soon as they are added. What you type for a clip afterwards counts more.',
  'presets.open': 'Presets…',
  'presets.open.label': 'Presets of {account}…',
  'presets.choose': 'Preset',
  'presets.choose.of': 'Preset for new clips of {account}',
  'presets.none': 'No preset',
  'presets.new': 'New preset',
  'presets.edit': 'Edit',
  'presets.edit.label': 'Edit {preset}',
  'presets.remove': 'Remove…',
  'presets.remove.label': 'Remove {preset}…',
  'presets.remove.title': 'Remove “{preset}”?',
  'presets.remove.body':
    'Accounts and watched folders that have it give new clips nothing by themselves then. Clips that got it keep what they have.',
  'presets.remove.yes': 'Remove preset',
  'presets.close': 'Close',
  'presets.name': 'Name',
  'presets.save': 'Save preset',
  'presets.help':
    '{name} is the file’s name, {number} its number among those that are added together, {padded} the number with zeros, {date} and {time} when the file was changed last, {folder} its folder, {duration} its length. The description may have them, too, and {title}.',
  'presets.discard.title': 'Discard what you changed?',
  'presets.discard.body': 'The preset stays as it was before.',
  'presets.discard.yes': 'Discard',
  'presets.damaged':
    'What it gives was damaged on this computer’s disk. New clips that would get it wait until you edit it, or choose another one.',
  'presets.fact.title': 'title: {pattern}',
  'presets.fact.description': 'description',
  'presets.fact.comments': '{open, select, yes {comments open} other {comments closed}}',
  'presets.fact.nothing': 'Gives nothing yet',
  'presets.rule': '{preset, select, _ {a preset} other {preset: {preset}}}',
  'presets.drop': 'Drop to add with',
} as const;
