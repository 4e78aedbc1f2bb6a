// The columns that the rows of the upload list may show beside the title.

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
  'columns.fill': 'Fill down: {column}',
  'columns.fill.column':
    'Type in the description, excerpt or visibility column first: that is what is filled down. A title is not.',
  'columns.fill.rows': 'Select the rows first: what the topmost one has goes to the others.',
  'columns.fill.nothing': '{column}: the topmost selected row has nothing to fill down.',
  'columns.filled': '{column}: {rows, plural, one {# row changed.} other {# rows changed.}}',
  'columns.terms': '{terms, plural, one {# chosen} other {# chosen}}',
  'columns.terms-more': '{terms, plural, one {# more} other {# more}}',
} as const;
