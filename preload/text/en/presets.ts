// Presets: what new clips of an account get by themselves.

export const presets = {
  'presets.title': 'Presets of {account}',
  'presets.about':
    'A preset gives new clips a title, a description, a status, categories and tags as soon as they are added. What you type for a clip afterwards counts more.',
  'presets.open': 'Presets…',
  'presets.open.label': 'Presets of {account}…',
  'presets.choose': 'Preset',
  'presets.none': 'No preset',
  'presets.new': 'New preset',
  'presets.edit': 'Edit',
  'presets.edit.label': 'Edit {preset}',
  'presets.remove': 'Remove…',
  'presets.remove.label': 'Remove {preset}…',
  'presets.remove.title': 'Remove “{preset}”?',
  'presets.remove.body':
    'New clips of accounts and watched folders that have it get no preset then. Clips that got it keep what they have.',
  'presets.remove.yes': 'Remove preset',
  'presets.close': 'Close',
  'presets.name': 'Name',
  'presets.save': 'Save preset',
  'presets.help':
    '{name} is the file’s name, {number} its number among those that are added together, or that its watched folder has brought, {padded} the number with zeros, {date} and {time} when the file was changed last, {folder} its folder, {duration} its length. The description may have them, too, and {whole}.',
  'presets.discard.title': 'Discard what you changed?',
  'presets.discard.body': 'What you typed for this preset is not kept.',
  'presets.discard.yes': 'Discard',
  'presets.damaged':
    'What it gives was damaged on this computer’s disk. New clips that would get it wait until you press Send. Edit it, or choose another one.',
  'presets.fact.title': 'title: {pattern}',
  'presets.fact.description': 'description',
  'presets.fact.excerpt': 'excerpt',
  'presets.fact.password': 'password for visitors',
  'presets.fact.comments': '{open, select, yes {comments open} other {comments closed}}',
  'presets.fact.nothing': 'Gives nothing yet',
  'presets.rule.none': 'no preset',
  'presets.rule': '{preset, select, _ {a preset} other {preset: {preset}}}',
  'presets.drop': 'Drop to add with',
} as const;
