// What has arrived, by day and account, and what became of the night.

export const history = {
  'history.open': 'History',
  'history.title': 'History',
  'history.reading': 'Reading…',
  'history.failed': 'The history could not be read. {why}',
  'history.none':
    'Nothing has arrived yet. What comes to your sites is summed up here, day by day, also after it was removed from the list.',
  'history.night':
    'Last night {clips, plural, one {# clip} other {# clips}} ({size}) came to {sites}, the last one {when}.{again, plural, =0 { Each needed a single try.} other { # of them took more than one try.}}',
  'history.night.none': 'Nothing came to your sites last night.',
  'history.need': '{clips, plural, =0 {} one {# clip needs attention now.} other {# clips need attention now.}}',
  'history.total':
    'In all {clips, plural, one {# clip} other {# clips}} ({size}) since {since}.{again, plural, =0 {} other { # took more than one try.}}',
  'history.table': 'By day and account',
  'history.day': 'Day',
  'history.account': 'Account',
  'history.clips': 'Clips',
  'history.size': 'Size',
  'history.again': 'More than one try',
  'history.from-to': 'Arrived',
  'history.account.gone': 'Account that is no longer here',
  'history.account.on': '{account} on {site}',
  'history.between': '{first} to {last}',
  'history.more':
    '{days, plural, one {# earlier row is in the saved table.} other {# earlier rows are in the saved table.}}',
  'history.save': 'Save as CSV…',
  'history.close': 'Close',
  'history.saved': 'History saved as {name}.',
  'history.problem.full': 'The history was not saved: there is no room left on that disk.',
  'history.problem.read-only':
    'The history was not saved: nothing can be saved there. Choose a folder that you may write to.',
  'history.problem.missing': 'The history was not saved: that folder is not there any more.',
  'history.problem.failed': 'The history was not saved: that disk does not take it.',
} as const;
