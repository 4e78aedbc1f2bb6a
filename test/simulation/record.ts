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
}

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
    figures: { clips: 0, crashes: 0, restarts: 0, requests: 0, events: 0, virtualMs: 0, beyond: 0, told: 0 },
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
