// A chunk handed out in pieces that the line takes in a short time each.
import type { Clock } from '../ports.ts';

/** Smaller ones undici would not wait for. */
export const smallestPiece = 64 * 1024;
const firstPiece = 256 * 1024;
/** Milliseconds a piece may take the connection: progress moves, and no watchdog mistakes a slow line for a dead one. */
const pieceMs = 100;

/** How large the next piece is, in bytes, after one of `length` that the line took in `tookMs`. */
function nextPiece(piece: number, length: number, tookMs: number, largest: number): number {
  if (tookMs > pieceMs) return Math.max(smallestPiece, 2 ** Math.floor(Math.log2((length * pieceMs) / tookMs)));
  return tookMs < pieceMs / 2 ? Math.min(largest, piece * 2) : piece;
}

/** Cuts chunks of at most `largest` bytes, smaller on a slow line. */
export function createPieces(clock: Clock, largest: number): (chunk: Uint8Array) => Generator<Uint8Array, void, void> {
  let piece = firstPiece;
  return function* pieces(chunk) {
    for (let at = 0; at < chunk.length; ) {
      const left = chunk.length - at;
      const length = left - piece < smallestPiece ? left : piece;
      const start = clock.monotonic();
      yield chunk.subarray(at, at + length);
      at += length;
      piece = nextPiece(piece, length, clock.monotonic() - start, largest);
    }
  };
}

/** Every chunk as one piece. */
export function* wholePiece(chunk: Uint8Array): Generator<Uint8Array, void, void> {
  yield chunk;
}
