// What became of each file that was written: torn, missed, doubled and unreplaced videos, and how long it took. Pure.
import type { PlannedFile } from './plan.ts';

/** What lay at its place, in hex. */
export interface Written {
  readonly file: PlannedFile;
  /** SHA-256 of what its writer left. */
  readonly final: string;
  /** SHA-256 of the version that lay there whole before; null = none did. */
  readonly old: string | null;
  /** When its writer had done and the app was there, by the app's wall clock in ms. */
  readonly doneAt: number;
}

export interface Sent {
  readonly path: string;
  readonly sha256: string;
  readonly isTrashed: boolean;
}

export interface Queued {
  readonly path: string;
  /** By the app's wall clock in ms. */
  readonly at: number;
}

export interface Wrong {
  /** 'beside' = an older version is still there, though its user wanted it replaced. */
  readonly kind: 'torn' | 'missed' | 'doubled' | 'beside';
  readonly file: PlannedFile;
}

export interface Verdict {
  readonly wrong: readonly Wrong[];
  /** Torn ones whose whole version took their place, as it was noticed and offered. */
  readonly noticed: number;
  /** Ms of the app's time from its writer's end, or from the app's own beginning after that, to the queue, by its way. */
  readonly waits: ReadonlyMap<string, readonly number[]>;
}

/** `sent` = what the site has, by the place that each was sent from; `queued` = when each came to the list. */
export function judge(written: readonly Written[], sent: readonly Sent[], queued: readonly Queued[]): Verdict {
  const videos = Map.groupBy(sent, ({ path }) => path);
  const queuedAt = Map.groupBy(queued, ({ path }) => path);
  const wrong: Wrong[] = [];
  const waits = new Map<string, number[]>();
  let noticed = 0;
  const all = written.map((one) => ({ ...one, path: one.file.name }));
  for (const { file, path, final, old, doneAt } of all) {
    const its = videos.get(path) ?? [];
    const count = (sum: string | null): number => its.filter(({ sha256 }) => sha256 === sum).length;
    const torn = its.filter(({ sha256 }) => sha256 !== final && sha256 !== old);
    wrong.push(...torn.map(() => ({ kind: 'torn' as const, file })));
    if (its.filter(({ isTrashed }) => !isTrashed).length > 1) wrong.push({ kind: 'beside', file });
    if (count(final) === 0) wrong.push({ kind: 'missed', file });
    else noticed += torn.filter(({ isTrashed }) => isTrashed).length;
    if (count(final) > 1 || (old !== null && count(old) > 1)) wrong.push({ kind: 'doubled', file });
    const at = Math.max(...(queuedAt.get(path) ?? []).map((one) => one.at));
    if (Number.isFinite(at) && count(final) === 1) {
      const known = waits.get(file.way) ?? [];
      known.push(Math.max(0, at - doneAt));
      waits.set(file.way, known);
    }
  }
  return { wrong, noticed, waits };
}
