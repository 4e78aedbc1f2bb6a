// The columns that the rows of uploads and of the library may show beside the title.

export const columns = {
  'columns.choose': 'Columns',
  'columns.clip': 'Clip',
  'columns.state': 'State',
  'columns.action': 'Action',
  'columns.categories': 'Categories',
  'columns.tags': 'Tags',
  'columns.no-room': 'No room in this window',
  'columns.label': '{column} of {name}',
  'columns.keys': 'Tab goes on, Enter goes down, Esc leaves it as it was',
  'columns.long': 'More than one line: F2 opens it in the details',
  'columns.rich': 'More than plain words in one line: F2 opens it in the details',
  'columns.unknown': 'Not known yet: F2 opens it in the details',
  'columns.unknown.short': 'Not known yet',
  'columns.fill': 'Fill down: {column}',
  'columns.fill.column':
    'Type in the description, excerpt or visibility column first: that is what is filled down. A title is not.',
  'columns.fill.rows': 'Select the rows first: what the topmost one has goes to the others.',
  'columns.fill.nothing': '{column}: the topmost selected row has nothing to fill down.',
  'columns.fill.rich':
    '{column}: the topmost selected row has more than plain words in one line. Change it for all of them in the details.',
  'columns.filled': '{column}: {rows, plural, one {# row changed.} other {# rows changed.}}',
  'columns.terms': '{terms, plural, one {# chosen} other {# chosen}}',
  'columns.terms-more': '{terms, plural, one {# more} other {# more}}',
} as const;
