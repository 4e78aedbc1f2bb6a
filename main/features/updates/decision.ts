// What a list of updates means for this computer; pure.
import type { UpdateWay, VersionNews } from '../../../preload/contract.ts';
import type { PackedAs } from '../../ports/updates.ts';
import { dayMs } from '../../retry.ts';
import type { OfferedFile, UpdateFeed } from './feed.ts';
import { compareVersions } from './versions.ts';

/** Which Clipferry runs here. */
export interface Here {
  /** The name of its package. */
  readonly app: string;
  readonly version: string;
  readonly packedAs: PackedAs;
  readonly arch: string;
}

/** What was drawn for a version: this computer's place among all, in [0, 1). */
export interface Draw {
  readonly version: string;
  readonly place: number;
}

export const wayOf: Readonly<Record<PackedAs, UpdateWay>> = {
  AppImage: 'replace',
  'set-up': 'run',
  deb: 'offer',
  rpm: 'offer',
  'tar.gz': 'show',
  zip: 'show',
  dmg: 'page',
};

export type FeedFinding =
  | { readonly kind: 'update'; readonly file: OfferedFile; readonly news: readonly VersionNews[] }
  | {
      readonly kind:
        | 'same'
        | 'older'
        | 'replayed' // a newer list was seen before
        | 'expired'
        | 'early' // from tomorrow or later: its clock, or the one here, is wrong
        | 'later' // others have their turn first
        | 'elsewhere'; // another app, or nothing that fits this computer
    };

/** A list may be from a clock that is ahead of the one here. */
const aheadMs = dayMs;

export interface DecisionOptions {
  readonly here: Here;
  /** Wall clock in ms. */
  readonly now: number;
  /** When the newest list was made that was ever read here. */
  readonly newestIssuedAt: number;
  readonly draw: Draw;
}

export function decide(feed: UpdateFeed, { here, now, newestIssuedAt, draw }: DecisionOptions): FeedFinding {
  if (feed.app !== here.app) return { kind: 'elsewhere' };
  if (feed.issuedAt < newestIssuedAt) return { kind: 'replayed' };
  if (feed.issuedAt > now + aheadMs) return { kind: 'early' };
  if (feed.expiresAt <= now) return { kind: 'expired' };
  const newer = compareVersions(feed.version, here.version);
  if (newer < 0) return { kind: 'older' };
  if (newer === 0) return { kind: 'same' };
  const file = feed.files.find(({ packedAs, arch }) => packedAs === here.packedAs && arch === here.arch);
  if (file === undefined) return { kind: 'elsewhere' };
  if (draw.version !== feed.version || draw.place >= feed.share) return { kind: 'later' };
  const news = feed.news.filter(
    ({ version }) => compareVersions(version, here.version) > 0 && compareVersions(version, feed.version) <= 0,
  );
  return { kind: 'update', file, news };
}
