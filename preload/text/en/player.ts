// The player of a clip beside the list.

export const player = {
  'player.play': 'Play {name}',
  'player.menu': 'Play',
  'player.stop': 'Stop playing',
  'player.select': 'Select one clip to play it.',
  'player.broken':
    'Clipferry cannot play this clip: its file cannot be read now, or its kind of pictures is not known here.',
} as const;
