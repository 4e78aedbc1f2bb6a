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
  'columns.long': 'Too long for one line: F2 opens it in the details',
  'columns.terms': '{terms, plural, one {# chosen} other {# chosen}}',
  'columns.terms-more': '{terms, plural, one {# more} other {# more}}',
} as const;
