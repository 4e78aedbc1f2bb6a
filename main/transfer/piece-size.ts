// How large the pieces of a clip are: as large as passes, and as small as cuts of the line make worth while.
//
// What is lost at a cut is on average half a piece. With pieces of a thirty-second of what passes between two cuts that is less than two
// percent of the clip, whatever the line; where the site keeps what came of a piece that was cut, nothing is lost, and pieces stay large.

/** As large as pieces are at first, in bytes: a request more for each costs little beside it. */
export const usualPiece = 8 * 1024 * 1024;
/** No proxy in use allows less. */
export const leastPiece = 64 * 1024;
/** Pieces between two cuts. */
const piecesPerCut = 32;
/** After so many pieces that passed, one twice as large is tried where one was refused before; after twice as many when it is refused again. */
const triedAgainAfter = 64;

export interface PieceSize {
  /** Bytes of the next piece at most. */
  next(): number;
  /** A piece of so many bytes has passed. */
  passed(bytes: number): void;
  /** The line was cut, and so many bytes have to leave again: of a piece of which the site keeps nothing as it is not whole, and of one ahead of it. */
  cut(lost: number): void;
  /** A piece of so many bytes does not pass, by whose fault ever. False = no smaller one is tried. */
  refused(bytes: number): boolean;
  /**
   * Whether the next may leave before the one before it is answered: two of a size that does not pass would cost both, and each cut costs
   * what is ahead, so none is on a line that is known to be cut.
   */
  mayGoAhead(): boolean;
  /** One that did was refused: this host has no room for two at once. */
  aheadRefused(): void;
}

const between = (least: number, value: number, most: number): number => Math.max(least, Math.min(value, most));

/** What is known of the way to a site from before. */
export interface KnownLimit {
  /** Bytes of the largest piece that passed where a larger one was refused; null = all did. */
  readonly limit: number | null;
  /** That is another one from now on: so large a piece has passed, and nothing larger does. */
  onLimit(limit: number | null): void;
}

/** `largest` = what the site takes at once, in bytes. */
export function createPieceSize(largest: number, known?: KnownLimit): PieceSize {
  const most = Math.max(leastPiece, Math.min(largest, usualPiece));
  /** What passes, by what was refused. */
  let ceiling = between(leastPiece, known?.limit ?? most, most);
  /** As it was told last. */
  let told = ceiling;
  /** What cuts make worth while. */
  let worth = most;
  let sinceCut = 0;
  let passes = 0;
  let goAhead = true;
  /** The largest that passed, since one as large was refused. */
  let proven = 0;
  let triedAfter = triedAgainAfter;
  /** The next piece is larger than one that passed. */
  let isTrial = false;
  return {
    next: () => Math.min(ceiling, worth),
    passed: (bytes) => {
      sinceCut += bytes;
      proven = Math.max(proven, bytes);
      // The line holds longer than it did.
      worth = between(worth, Math.floor(sinceCut / piecesPerCut), most);
      // A smaller one says nothing about what passes.
      if (bytes < ceiling) return;
      passes++;
      // Not before: a host that is down refuses every size.
      if (ceiling !== told) known?.onLimit(ceiling === most ? null : ceiling);
      told = ceiling;
      if (isTrial) triedAfter = triedAgainAfter;
      isTrial = ceiling < most && passes >= triedAfter;
      if (isTrial) {
        ceiling = Math.min(most, ceiling * 2);
        passes = 0;
      }
    },
    cut: (lost) => {
      if (lost > 0) worth = between(leastPiece, Math.floor((sinceCut + lost) / piecesPerCut), worth);
      sinceCut = 0;
    },
    refused: (bytes) => {
      passes = 0;
      if (isTrial) triedAfter *= 2;
      isTrial = false;
      proven = Math.min(proven, bytes - 1);
      if (bytes <= leastPiece) return false;
      ceiling = between(leastPiece, Math.floor(bytes / 2), most);
      return true;
    },
    mayGoAhead: () => goAhead && worth === most && ceiling <= proven,
    aheadRefused: () => {
      goAhead = false;
    },
  };
}
