// What a run leaves behind: its trace, where its faults hit, what the oracle found, and a few figures.
import type { FaultKind, JobKind } from './faults.ts';

/** A sentence of the oracle is the same wherever it is broken; `detail` says where. */
export interface Violation {
  readonly sentence: string;
  readonly detail: string;
  readonly at: number;
}

export interface Figures {
  clips: number;
  crashes: number;
  restarts: number;
  requests: number;
  events: number;
  virtualMs: number;
  /** Clips that a site stored twice because it came to its end later than can be waited for. */
  beyond: number;
  /** Pairs of them that the app's own comparison told of. */
  told: number;
  /** Clips that went to a site in several pieces, and all of them came. */
  inPieces: number;
  /** Of them, those that were cut in the middle of a piece and went on behind its beginning. */
  wentOn: number;
  /** Bytes of pieces that the line took, and of the clips that arrived whole in them. */
  pieceBytes: number;
  arrivedBytes: number;
  /** Hand-overs in which PHP died, and those of them whose video was found by its mark. */
  died: number;
  recovered: number;
  /** Clips large enough for pieces that went in one, although their site has the helper, or had it, or comes to it. */
  inOne: number;
}

export const noFigures = (): Figures => ({
  ...{ clips: 0, crashes: 0, restarts: 0, requests: 0, events: 0, virtualMs: 0, beyond: 0, told: 0 },
  ...{ inPieces: 0, wentOn: 0, pieceBytes: 0, arrivedBytes: 0, died: 0, recovered: 0, inOne: 0 },
});

export interface Recorder {
  readonly hits: Map<string, number>;
  readonly violations: Violation[];
  readonly figures: Figures;
  hit(kind: FaultKind, state: JobKind): void;
  /** Costs nothing unless somebody wants the trace. */
  note(line: () => string): void;
  violate(sentence: string, detail: string): void;
  hash(): string;
}

export const cell = (kind: FaultKind, state: JobKind): string => `${kind} ${state}`;

export function createRecorder(now: () => number, trace: 'none' | 'hash' | ((line: string) => void)): Recorder {
  let hash = 0x811c9dc5;
  const hits = new Map<string, number>();
  const violations: Violation[] = [];
  return {
    hits,
    violations,
    figures: noFigures(),
    hit: (kind, state) => void hits.set(cell(kind, state), (hits.get(cell(kind, state)) ?? 0) + 1),
    note: (line) => {
      if (trace === 'none') return;
      const text = `${(now() / 1_000).toFixed(3).padStart(12)} ${line()}`;
      // FNV-1a.
      for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
      if (typeof trace === 'function') trace(text);
    },
    violate: (sentence, detail) => {
      violations.push({ sentence, detail, at: now() });
      if (typeof trace === 'function') trace(`${(now() / 1_000).toFixed(3).padStart(12)} !! ${sentence}: ${detail}`);
    },
    hash: () => (hash >>> 0).toString(16).padStart(8, '0'),
  };
}
