// Clips that may be on the site twice: pure comparison of what was sent with what the site has (F-02).
//
// Exactly once holds as long as a site stores a clip within its settle time. What comes later than that makes a second video;
// nothing is ever done about it here, it is only told.
import type { Attempt, JobId, StoredFile, WallMs } from '../../model.ts';
import { nameFits } from './match.ts';

/** A clip that is on the site, and when videos can have come of its attempts, in ms of the site's own clock. */
export interface Sent {
  readonly jobId: JobId;
  readonly videoId: number;
  readonly bytes: number;
  readonly fileNames: readonly string[];
  readonly windows: readonly Window[];
}

export interface Window {
  readonly from: WallMs;
  readonly to: WallMs;
}

/** A second file that looks like a clip's own. */
export interface Duplicate {
  readonly jobId: JobId;
  readonly own: StoredFile;
  readonly other: StoredFile;
}

/** Two clocks drift, and the Date header counts whole seconds. */
const marginMs = 30_000;
/** Where the site's clock was never heard: any time zone mistake fits in. */
const blindMs = 26 * 3_600_000;
/** How long after an attempt a site is looked at for what came of it. */
const lateMs = 6 * 3_600_000;

export function windowOf({
  startedAt,
  endedAt,
  siteSkewMs,
}: Pick<Attempt, 'startedAt' | 'endedAt' | 'siteSkewMs'>): Window {
  const skew = siteSkewMs ?? 0;
  const margin = siteSkewMs === null ? blindMs : marginMs;
  return { from: startedAt + skew - margin, to: Math.max(startedAt, endedAt ?? startedAt) + skew + margin + lateMs };
}

/** As few windows as cover them all, in order of time. */
export function merged(windows: readonly Window[]): readonly Window[] {
  const spans: Window[] = [];
  for (const next of windows.toSorted((a, b) => a.from - b.from)) {
    const last = spans.at(-1);
    if (last && next.from <= last.to) spans[spans.length - 1] = { from: last.from, to: Math.max(last.to, next.to) };
    else spans.push(next);
  }
  return spans;
}

/** `taken` = videos that clips of this account stand for: none of them is a second copy of another clip. */
export function duplicates(
  sent: readonly Sent[],
  files: readonly StoredFile[],
  taken: Pick<ReadonlySet<number>, 'has'>,
): readonly Duplicate[] {
  const bySize = Map.groupBy(files, (file) => file.bytes);
  return sent.flatMap(({ jobId, videoId, bytes, fileNames, windows }) => {
    const alike = bySize.get(bytes) ?? [];
    const own = alike.find((file) => file.videoId === videoId);
    if (!own) return [];
    return alike
      .filter(
        (file) =>
          file.videoId !== null &&
          !taken.has(file.videoId) &&
          windows.some(({ from, to }) => file.createdAt !== null && file.createdAt >= from && file.createdAt <= to) &&
          fileNames.some((name) => nameFits(name, file)),
      )
      .map((other) => ({ jobId, own, other }));
  });
}
