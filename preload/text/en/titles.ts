// Titles that are typed in the rows of a list or pasted for many at once.

export const titles = {
  'titles.edit': 'Edit title',
  'titles.paste': 'Paste titles…',
  'titles.label': 'Title of {name}',
  'titles.keys': 'Enter saves, Esc leaves it as it was',
  'titles.moved': '{name} is no longer in this list. What you type is saved all the same.',
  'titles.read-only': 'The title of this video cannot be changed here: it is somebody else’s, or in the trash.',
  'titles.dialog': 'Paste titles',
  'titles.lines': 'One title per line, or cells of a spreadsheet',
  'titles.lines.below':
    '{lines, plural, one {# more line follows, as it was pasted.} other {# more lines follow, as they were pasted.}}',
  'titles.heading-line': 'The first line is a heading',
  'titles.column': 'Column {number, number}',
  'titles.column.title': 'Title',
  'titles.column.description': 'Description',
  'titles.column.none': 'Leave out',
  'titles.replace': 'Find and replace…',
  'titles.replace.dialog': 'Find and replace in titles',
  'titles.replace.selected': 'In the titles of the {rows, plural, one {# selected row} other {# selected rows}}.',
  'titles.replace.all': 'In the titles of all rows of this list.',
  'titles.replace.find': 'Find',
  'titles.replace.by': 'Replace with',
  'titles.replace.case': 'Only with the same capital letters',
  'titles.replace.none': 'No title has it.',
  'titles.replace.reading': 'Reading the titles…',
  'titles.replace.emptied':
    '{rows, plural, one {# title would be empty, and stays as it is.} other {# titles would be empty, and stay as they are.}}',
  'titles.replace.unknown':
    '{rows, plural, one {# video is} other {# videos are}} left out: the site tells this account only how it prints their titles.',
  'titles.preview': 'What is going to change',
  'titles.unchanged': 'Stays as it is',
  'titles.was': 'Now: {title}',
  'titles.more': '{rows, plural, one {And # more} other {And # more}}',
  'titles.first':
    'The first line goes to the row that you are on, the next ones to the rows below it{list, select, library {, past videos that you may not change} other {}}.',
  'titles.selected':
    'The lines go to the {rows, plural, one {# selected row} other {# selected rows}}, in the order of the list.',
  'titles.left-over':
    '{lines, plural, one {# line is left over: the list ends before it.} other {# lines are left over: the list ends before them.}}',
  'titles.left-over.selected':
    '{lines, plural, one {# line is left over: there are no more selected rows.} other {# lines are left over: there are no more selected rows.}}',
  'titles.gone':
    '{rows, plural, one {# selected row is} other {# selected rows are}} no longer in this list, so that the lines would go to the wrong ones. Select the rows again.',
  'titles.blank': '{lines, plural, one {# blank line changes nothing.} other {# blank lines change nothing.}}',
  'titles.replaced':
    '{titles, plural, one {# title that is there now is replaced.} other {# titles that are there now are replaced.}}',
  'titles.descriptions': 'Descriptions that are there now are replaced as well.',
  'titles.too-many': 'More than {most, number} lines cannot be pasted at once: the first {most, number} are used.',
  'titles.apply': '{rows, plural, =0 {Nothing to change} one {Change # row} other {Change # rows}}',
  'titles.applied': '{rows, plural, one {# row changed.} other {# rows changed.}}',
} as const;
