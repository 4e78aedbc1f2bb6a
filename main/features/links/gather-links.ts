// The addresses of videos as their sites have them now: pages of a hundred, and a short form where a site cannot be asked.
import type { Circuits } from '../../hosts/circuit.ts';
import type { ReachabilityMonitor } from '../../hosts/reachability-monitor.ts';
import type { AccountId, Site, SiteItem } from '../../model.ts';
import type { Logger } from '../../ports.ts';
import type { AuthorizedClient, SiteCalls } from '../../site/client/client.ts';
import { videosNow } from '../../site/content/videos-now.ts';
import { type Accounts, belongsTo } from '../accounts/accounts.ts';
import type { LinkRow } from './link-texts.ts';

export interface WantedLink {
  readonly accountId: AccountId;
  readonly videoId: number;
  /** As far as it is known here. */
  readonly title: string;
  /** As the site showed it last; null = not yet. */
  readonly link: string | null;
  /** See LinkRow. */
  readonly file: string;
}

export interface GatheredLinks {
  /** In the order in which they were wanted, each video once. */
  readonly rows: readonly LinkRow[];
  /** Of these, see LinksCopied. */
  readonly notPublic: number;
  readonly short: number;
  /** Left out: deleted, or in the trash. */
  readonly gone: number;
}

export interface GatherLinksOptions {
  readonly logger: Logger;
  readonly accounts: Pick<Accounts, 'siteOf' | 'client'>;
  readonly calls: SiteCalls;
  readonly circuits: Pick<Circuits, 'leftMs'>;
  readonly lines: Pick<ReachabilityMonitor, 'trouble'>;
  readonly hostOf: (accountId: AccountId) => string;
}

/** Videos in one question, and those of them that may be asked for one by one. */
const mostAtOnce = 100;
const mostAlone = 10;
const fields = 'slug,link,password,content.protected';

type Known = ReadonlyMap<number, SiteItem | 'gone'>;

/** The address that every WordPress sends on to the video's own. */
export const shortLink = (site: Site, videoId: number): string => `${site.address}/?post_type=video&p=${videoId}`;

/** The address that the site gave; null = none, or one that is not the site's. */
const ownLink = (site: Site, link: string | null): string | null =>
  link && belongsTo(site, link) ? new URL(link).href : null;

const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** Who may be asked for the account's videos now; null = nobody, or its site asked to be left alone. */
function clientOf(
  { accounts, circuits, lines, hostOf }: GatherLinksOptions,
  accountId: AccountId,
): AuthorizedClient | null {
  const site = accounts.siteOf(accountId);
  if (!site || lines.trouble(site.id) !== null || circuits.leftMs(hostOf(accountId)) > 0) return null;
  return accounts.client(accountId);
}

/** What the account's site has of these; what it could not be asked is not in it. */
async function ask(options: GatherLinksOptions, accountId: AccountId, ids: readonly number[]): Promise<Known> {
  const known = new Map<number, SiteItem | 'gone'>();
  try {
    for (let at = 0; at < ids.length; at += mostAtOnce) {
      const client = clientOf(options, accountId);
      if (!client) break;
      const wanted = { ids: ids.slice(at, at + mostAtOnce), fields, mostAlone };
      for (const [id, found] of await videosNow(options.calls, client, wanted)) known.set(id, found);
    }
  } catch (error) {
    // What was learned before counts; the others have their short form.
    options.logger.info('The addresses of videos could not be asked for', { error: String(error) });
  }
  return known;
}

/** A video as its site has it by now, or as far as it is known here. */
export interface FoundLink {
  /** Absolute; leads to the video also where the site did not tell it. */
  readonly link: string;
  readonly isShort: boolean;
  readonly title: string;
  /** The site's own word; '' = not known. */
  readonly status: string;
  readonly isProtected: boolean;
}

const keyOf = ({ accountId, videoId }: Pick<WantedLink, 'accountId' | 'videoId'>): string => `${videoId} ${accountId}`;

/**
 * Each of the videos by `keyOf`, in the order in which they were wanted; a text = it is deleted, or in the trash. What belongs to an account that
 * is not here is left out. Throws nothing: a site that cannot be asked gives short links.
 */
async function lookUp(
  options: GatherLinksOptions,
  wanted: readonly WantedLink[],
): Promise<ReadonlyMap<string, { readonly of: WantedLink; readonly found: FoundLink | 'deleted' | 'trash' }>> {
  const each = [...new Map(wanted.map((one) => [keyOf(one), one])).values()];
  const byAccount = Map.groupBy(each, ({ accountId }) => accountId);
  const asked = await Promise.all(
    [...byAccount].map(
      async ([accountId, ones]) =>
        [
          accountId,
          await ask(
            options,
            accountId,
            ones.map(({ videoId }) => videoId),
          ),
        ] as const,
    ),
  );
  const known = new Map<AccountId, Known>(asked);
  const all = new Map<string, { readonly of: WantedLink; readonly found: FoundLink | 'deleted' | 'trash' }>();
  for (const of of each) {
    const site = options.accounts.siteOf(of.accountId);
    if (site) all.set(keyOf(of), { of, found: foundOf(site, of, known.get(of.accountId)?.get(of.videoId)) });
  }
  return all;
}

function foundOf(site: Site, { videoId, title, link }: WantedLink, there: SiteItem | 'gone' | undefined) {
  if (there === 'gone') return 'deleted';
  if (there?.status === 'trash') return 'trash';
  const address = ownLink(site, there?.link ?? link);
  return {
    link: address ?? shortLink(site, videoId),
    isShort: address === null,
    title: oneLine(there?.title ?? title),
    status: there?.status ?? '',
    isProtected: there?.isProtected === true,
  };
}

/** What is known of each video, for whoever asks by account and id; null = nothing. Throws nothing. */
export async function findLinks(
  options: GatherLinksOptions,
  wanted: readonly WantedLink[],
): Promise<(video: Pick<WantedLink, 'accountId' | 'videoId'>) => FoundLink | 'deleted' | 'trash' | null> {
  const all = await lookUp(options, wanted);
  return (video) => all.get(keyOf(video))?.found ?? null;
}

/** Throws nothing. */
export async function gatherLinks(options: GatherLinksOptions, wanted: readonly WantedLink[]): Promise<GatheredLinks> {
  const rows: LinkRow[] = [];
  const count = { notPublic: 0, short: 0, gone: 0 };
  for (const { of, found } of (await lookUp(options, wanted)).values()) {
    if (typeof found === 'string') {
      count.gone++;
      continue;
    }
    const { title, link, status } = found;
    if (found.isShort) count.short++;
    if ((status !== '' && status !== 'publish') || found.isProtected) count.notPublic++;
    rows.push({ title, link, status, file: of.file });
  }
  return { rows, ...count };
}
