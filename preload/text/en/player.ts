// The player of a clip beside the list.

export const player = {
  'player.play': 'Play {name}',
  'player.menu': 'Play',
  'player.stop': 'Stop playing',
  'player.select': 'Select one clip to play it.',
  'player.select-video': 'Select one video that was sent from this computer to play it.',
  'player.broken':
    'Clipferry cannot play this clip: its file cannot be read now, or its kind of pictures is not known here.',
  'player.file.changed': 'The clip cannot be played: its file on this computer has changed since it was sent.',
  'player.file.missing': 'The clip cannot be played: its file on this computer was moved, or cannot be read now.',
} as const;
