// Where the rows or cards of a long list stand: so many in a line, and which one lies some lines further; pure.

/** How a list is laid out: rows are lines of one. */
export interface Lines {
  readonly columns: number;
  /** In pixels, with the gap to the next line. */
  readonly lineHeight: number;
}

/** Narrower, a title has no room. */
const minCard = 180;
/** Between cards, and at both sides of a line. */
const gap = 8;
const margin = 16;
/** Around what a card holds. */
const padding = 8;
/** Below its picture: a title of two lines, the status and the date. */
const textHeight = 86;
/** On a very wide screen pictures grow instead: no more cards are in sight than main hands over at once. */
const mostColumns = 10;

/** The lines of cards in a list that is `width` wide: as many columns as fit, with pictures in 16:9. */
export function cardLines(width: number): Lines {
  const room = Math.max(0, width - 2 * margin);
  const columns = Math.max(1, Math.min(mostColumns, Math.floor((room + gap) / (minCard + gap))));
  const card = (room - (columns - 1) * gap) / columns;
  const picture = Math.max(0, ((card - 2 * padding) * 9) / 16);
  return { columns, lineHeight: Math.round(picture + 2 * padding + textHeight + gap) };
}

export const lineOf = (place: number, columns: number): number => Math.floor(place / columns);

export const lineCount = (total: number, columns: number): number => Math.ceil(total / columns);

/** The place so many lines below (above, when negative) in the same column; the last line may end before it. */
export function placeBelow(place: number, lines: number, total: number, columns: number): number {
  const line = Math.max(0, Math.min(lineCount(total, columns) - 1, lineOf(place, columns) + lines));
  return Math.max(0, Math.min(total - 1, line * columns + (place % columns)));
}
