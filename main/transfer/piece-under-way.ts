// A piece on its way to a site: whether its bytes have left, what came of it, and how it is ended before that.
import type { Clock } from '../ports.ts';
import { type Pacer, pacedBody } from './pacing.ts';
import { type PieceInHand, pieceBody } from './piece-source.ts';
import { sendPiece, type TusAnswer, type TusLine } from './tus.ts';

export interface PieceOrder {
  readonly line: TusLine;
  /** The address of the upload. */
  readonly upload: string;
  /** Is done with when the piece has ended. */
  readonly piece: PieceInHand;
  /** What is told with it. */
  readonly values: Readonly<Record<string, string>>;
  /** The piece before it is at the site, but not answered yet. */
  readonly isAhead: boolean;
  readonly clock: Clock;
  readonly pacer: Pacer | undefined;
  /** Where the clip is, in bytes, each time that the connection has taken some. */
  readonly onTaken: (bytes: number) => void;
}

/** What came of a piece. */
export type PieceEnd =
  | { readonly kind: 'answered'; readonly answer: TusAnswer }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface PieceUnderWay {
  readonly start: number;
  readonly end: number;
  readonly isAhead: boolean;
  readonly isByPost: boolean;
  /** Bytes of it that the connection has taken. */
  left(): number;
  /** Resolves when all of them have left, or it has ended; never rejects. */
  readonly departed: Promise<void>;
  isOver(): boolean;
  /** Never rejects. */
  readonly ended: Promise<PieceEnd>;
  /** Ends it; resolves when nothing of it is under way any more. */
  stop(): Promise<void>;
}

export function sendOff({ line, upload, piece, values, isAhead, clock, pacer, onTaken }: PieceOrder): PieceUnderWay {
  const { start, bytes } = piece;
  const own = new AbortController();
  const signal = AbortSignal.any([line.signal, own.signal]);
  let left = 0;
  let isOver = false;
  let gone: () => void = () => undefined;
  const departed = new Promise<void>((resolve) => {
    gone = resolve;
  });
  const body = pieceBody(piece, clock, (taken) => {
    left = taken;
    onTaken(start + taken);
    if (taken === bytes.length) gone();
  });
  const isByPost = line.isByPost?.() === true;
  const answered = sendPiece({ ...line, signal }, upload, start, pacer ? pacedBody(body, pacer, signal) : body, {
    values,
    isAhead,
  });
  const ended = answered
    .then(
      (answer): PieceEnd => ({ kind: 'answered', answer }),
      (error: unknown): PieceEnd => ({ kind: 'failed', error }),
    )
    .finally(() => {
      isOver = true;
      piece.done();
      gone();
    });
  return {
    ...{ start, end: start + bytes.length, isAhead, isByPost, departed, ended },
    left: () => left,
    isOver: () => isOver,
    stop: async () => {
      own.abort();
      await ended;
    },
  };
}
