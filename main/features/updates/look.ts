// Asks for the list of updates and judges it by the newest list there was: an older one shown later is a replay.
import type { UpdateProblem, VersionNews } from '../../../preload/contract.ts';
import { type Clock, type Http, HttpError, type Logger, type Random } from '../../ports.ts';
import { minuteMs } from '../../retry.ts';
import { type Draw, decide, type FeedFinding, type Here } from './decision.ts';
import { type IsSigned, mostFeedBytes, type OfferedFile, readFeed, type UpdateFeed } from './feed.ts';
import { getFollowing } from './follow.ts';
import type { Remembered } from './remembered.ts';

/** Where updates are, and who has to have signed them; built into the app. */
export interface UpdateSource {
  /** The address of the list; its files lie beside it. */
  readonly feed: string;
  /** In base64; with two of them the next key is known before the old one is given up. */
  readonly keys: readonly string[];
}

export interface LookOptions {
  readonly source: UpdateSource;
  readonly here: Here;
  readonly clock: Clock;
  readonly random: Random;
  readonly http: Http;
  readonly logger: Logger;
  readonly isSigned: IsSigned;
}

export interface Offer {
  readonly version: string;
  readonly file: OfferedFile;
  readonly url: string;
  readonly news: readonly VersionNews[];
  readonly page: string;
}

export type JudgedFeed =
  | { readonly isJudged: false; readonly problem: UpdateProblem }
  | {
      /** A list that counts was read: what was offered before counts no more. */
      readonly isJudged: true;
      /** Null = there is nothing to update to. */
      readonly offer: Offer | null;
      /** To be remembered before it counts for anything. */
      readonly learned: Pick<Remembered, 'newestIssuedAt' | 'draw' | 'checkedAt'>;
    };

async function fetchFeed({ http, source }: LookOptions, signal: AbortSignal): Promise<string | null> {
  try {
    const { status, body, cut } = await getFollowing(http, {
      ...{ url: source.feed, signal, wholeMs: 2 * minuteMs, maxAnswerBytes: 2 * mostFeedBytes },
      headers: { accept: 'application/json' },
    });
    return status === 200 && cut === null ? new TextDecoder().decode(body) : null;
  } catch (error) {
    if (error instanceof HttpError) return null;
    throw error;
  }
}

/** The place of this computer among those that get a version: drawn once for each. */
function drawFor({ version }: UpdateFeed, { draw }: Remembered, random: Random): Draw {
  return draw.version === version ? draw : { version, place: random.fraction() };
}

const stale: ReadonlySet<FeedFinding['kind']> = new Set(['replayed', 'expired', 'early']);

const failed = (problem: UpdateProblem): JudgedFeed => ({ isJudged: false, problem });

/** `before` = what was remembered when it began. */
export async function lookForUpdate(
  options: LookOptions,
  before: Remembered,
  signal: AbortSignal,
): Promise<JudgedFeed> {
  const { clock, here, isSigned, logger, random, source } = options;
  const text = await fetchFeed(options, signal);
  if (text === null) return failed('no-answer');
  const feed = readFeed(text, source.keys, isSigned);
  if (feed === 'untrusted') return failed('untrusted');
  const now = clock.now();
  const draw = drawFor(feed, before, random);
  const finding = decide(feed, { here, now, newestIssuedAt: before.newestIssuedAt, draw });
  logger.info('looked for updates', { found: finding.kind, version: feed.version });
  if (stale.has(finding.kind) || feed.app !== here.app) return failed('stale');
  const learned = { newestIssuedAt: feed.issuedAt, draw, checkedAt: now };
  if (finding.kind !== 'update') return { isJudged: true, offer: null, learned };
  const { file, news } = finding;
  const url = new URL(encodeURIComponent(file.name), source.feed).href;
  return { isJudged: true, offer: { version: feed.version, file, url, news, page: feed.page }, learned };
}
