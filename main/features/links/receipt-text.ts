// A receipt for clips as text: what was sent, where it is, and when and in how many tries it came there. Pure.
import type { AttemptView, ReceiptForm } from '../../../preload/contract.ts';
import { csvText, parterIn } from '../../csv-text.ts';
import type { JobState, WallMs } from '../../model.ts';

export interface ReceiptAttempt {
  readonly startedAt: WallMs;
  readonly endedAt: WallMs | null;
  readonly ended: AttemptView['ended'];
  /** Of the answer; null = there was none. */
  readonly httpStatus: number | null;
  readonly sentBytes: number | null;
}

export interface ReceiptClip {
  /** With its folder. */
  readonly path: string;
  readonly file: string;
  readonly bytes: number;
  /** Null = it was never read to its end. */
  readonly sha256: string | null;
  readonly site: string;
  readonly account: string;
  readonly state: JobState['kind'];
  readonly title: string;
  /** Null = it is not known to be there. */
  readonly videoId: number | null;
  readonly link: string | null;
  /** The site's own word, or 'deleted'; null = not known. */
  readonly status: string | null;
  readonly addedAt: WallMs;
  /** When its video was there with all that was typed; null = it was not. */
  readonly arrivedAt: WallMs | null;
  /** Oldest first. */
  readonly attempts: readonly ReceiptAttempt[];
}

export interface ReceiptPlace {
  readonly now: WallMs;
  /** Distance from UTC at a moment, in minutes. */
  readonly zoneMinutes: (at: WallMs) => number;
  /** The system's locale: as spreadsheets here read tables. */
  readonly region: string;
}

/** "2026-11-26T06:05:59+01:00": the clock on the wall here, and no doubt which moment it was. */
export function timeOf(at: WallMs, zoneMinutes: number): string {
  const wall = new Date(at + zoneMinutes * 60_000).toISOString().slice(0, 19);
  const two = (value: number): string => String(value).padStart(2, '0');
  const away = Math.abs(zoneMinutes);
  return `${wall}${zoneMinutes < 0 ? '-' : '+'}${two(Math.floor(away / 60))}:${two(away % 60)}`;
}

function asJson(clips: readonly ReceiptClip[], time: (at: WallMs | null) => string | null, now: WallMs): string {
  const told = clips.map(({ addedAt, arrivedAt, attempts, ...clip }) => ({
    ...clip,
    added: time(addedAt),
    arrived: time(arrivedAt),
    attempts: attempts.map(({ startedAt, endedAt, ...attempt }) => ({
      started: time(startedAt),
      ended_at: time(endedAt),
      ...attempt,
    })),
  }));
  return `${JSON.stringify({ saved: time(now), clips: told }, null, 2)}\n`;
}

const columns = [
  ...['file', 'bytes', 'sha256', 'title', 'site', 'account', 'video_id', 'link', 'status', 'state'],
  ...['added', 'started', 'arrived', 'attempts', 'path'],
];

function asCsv(clips: readonly ReceiptClip[], time: (at: WallMs | null) => string | null, region: string): string {
  const rows = clips.map(({ videoId, addedAt, arrivedAt, attempts, ...clip }) => ({
    ...clip,
    video_id: videoId,
    added: time(addedAt),
    started: time(attempts[0]?.startedAt ?? null),
    arrived: time(arrivedAt),
    attempts: attempts.length,
  }));
  // What begins like a formula is text to every spreadsheet; without the mark Excel takes the text for that of an old code page.
  return csvText(rows, { header: true, columns, bom: true, delimiter: parterIn(region), record_delimiter: 'windows' });
}

export function receiptText(clips: readonly ReceiptClip[], form: ReceiptForm, place: ReceiptPlace): string {
  const time = (at: WallMs | null): string | null => (at === null ? null : timeOf(at, place.zoneMinutes(at)));
  return form === 'csv' ? asCsv(clips, time, place.region) : asJson(clips, time, place.now);
}
