// A table with the details of clips as text: what is read back again is the same, and no spreadsheet reckons any of it. Pure.
import type { ClipDetails } from '../../../preload/contract.ts';
import { csvText, parterIn } from '../../csv-text.ts';
import { fromWall, type SiteZone, toWall, type WallMs } from '../../model.ts';
import { minuteMs } from '../../retry.ts';
import { isMarked } from './table-text.ts';

export interface TableClip extends Omit<ClipDetails, 'terms'> {
  readonly file: string;
  readonly path: string;
  /** See NamedClip. */
  readonly account: string;
  /** Of its site; null = not known yet. */
  readonly zone: SiteZone | null;
  /** Names by taxonomy. */
  readonly terms: ReadonlyMap<string, readonly string[]>;
}

/** A taxonomy that has a column: `restBase`, and what stands above it. */
export interface TermColumn {
  readonly restBase: string;
  readonly heading: string;
}

/** "2026-12-24 18:00:05" by the site's clock, without seconds where there are none; in UTC where that clock does not tell. */
function wallOf(at: WallMs, zone: SiteZone | null): string {
  const seconds = Math.floor(at / 1_000) % 60;
  const end = seconds === 0 ? '' : `:${String(seconds).padStart(2, '0')}`;
  // In autumn an hour comes twice, and its clock alone would mean the first one.
  const isClear = zone !== null && Math.abs((fromWall(toWall(at, zone), zone) ?? 0) - at) < minuteMs;
  return `${toWall(at, isClear ? zone : utc).replace('T', ' ')}${end}${isClear ? '' : 'Z'}`;
}

const utc: SiteZone = { name: null, offsetMinutes: 0 };

/** Parted by what stands in none of them. */
function namesCell(names: readonly string[]): string {
  const needsBar = names.some((name) => /[,;]/.test(name));
  if (!needsBar) return names.join(', ');
  return names.length === 1 ? `${names[0]} |` : names.join(' | ');
}

/** `csvText` marks what begins like a formula; what has such a mark of its own gets a second one. */
const marked = (cell: string | null): string => (cell !== null && isMarked.test(cell) ? `'${cell}` : (cell ?? ''));

/** `region` = the system's locale. */
export function tableText(clips: readonly TableClip[], columns: readonly TermColumn[], region: string): string {
  const headings = ['file', 'title', 'description', 'excerpt', 'status', 'date', 'comments', 'slug'];
  const rows = clips.map((clip) => [
    ...[clip.file, clip.title, clip.description, clip.excerpt, clip.status].map(marked),
    clip.publishAt === null ? '' : wallOf(clip.publishAt, clip.zone),
    clip.commentsOpen === null ? '' : clip.commentsOpen ? 'open' : 'closed',
    marked(clip.slug),
    ...columns.map(({ restBase }) => marked(namesCell(clip.terms.get(restBase) ?? []))),
    ...[clip.account, clip.path].map(marked),
  ]);
  const all = [[...headings, ...columns.map(({ heading }) => marked(heading)), 'account', 'path'], ...rows];
  // Without the mark in front Excel takes the text for that of an old code page.
  return csvText(all, { bom: true, delimiter: parterIn(region), record_delimiter: 'windows' });
}
