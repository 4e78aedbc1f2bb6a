// The player of a clip beside the list.

export const player = {
  'player.play': 'Play {name}',
  'player.menu': 'Play',
  'player.stop': 'Stop playing',
  'player.select': 'Select one clip to play it.',
  'player.missing': 'The file of this clip cannot be read.',
  'player.broken': 'Clipferry cannot play this clip. For sending it that does not matter.',
} as const;
