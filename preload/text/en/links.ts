// Links to videos in the clipboard, and receipts in files: how they are written, and what came of it.

export const links = {
  'links.copy': '{many, select, yes {Copy links} other {Copy link}}',
  'links.form.lines': 'Addresses, one per line',
  'links.form.markdown': 'Markdown',
  'links.form.html': 'HTML',
  'links.form.table': 'Cells for a spreadsheet',
  'links.form.csv': 'CSV',
  'links.asking': 'Asking the site for the addresses…',
  'links.copied': '{links, plural, one {Link copied.} other {# links copied.}}',
  'links.copied.none': 'Nothing was copied.',
  'links.not-public':
    '{all, select, yes {{videos, plural, one {The video is} other {The videos are}}} other {{videos, plural, one {# video is} other {# of the videos are}}}} not public: without access nobody can open {videos, plural, one {its link} other {their links}}.',
  'links.short':
    '{links, plural, one {{only, select, yes {It} other {1}} is a short link that leads to the video, as the site did not tell its full address.} other {# are short links that lead to the videos, as the site did not tell their full addresses.}}',
  'links.not-there': '{clips, plural, one {# clip is} other {# clips are}} not on the site, so there is no link.',
  'links.gone': '{videos, plural, one {# video is} other {# videos are}} deleted or in the trash, so there is no link.',
  'receipt.save': 'Save receipt',
  'receipt.form.csv': 'CSV, for a spreadsheet…',
  'receipt.form.json': 'JSON, with each try…',
  'receipt.saved': 'Receipt for {clips, plural, one {# clip} other {# clips}} saved as {name}.',
  'receipt.not-there': '{clips, plural, one {# of them is} other {# of them are}} not on the site.',
  'receipt.problem.full': 'The receipt was not saved: there is no room left on that disk.',
  'receipt.problem.read-only':
    'The receipt was not saved: nothing can be saved there. Choose a folder that you may write to.',
  'receipt.problem.missing': 'The receipt was not saved: that folder is not there any more.',
  'receipt.problem.failed': 'The receipt was not saved: that disk does not take it.',
} as const;
