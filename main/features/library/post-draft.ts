// A draft post from chosen videos: made once, looked for before every try, and opened where it is written on.
import type { PostDraftFailure } from '../../../preload/contract.ts';
import type { AccountId, LibraryFailure, Site, SiteItem } from '../../model.ts';
import { type Clock, type Desktop, HttpError, type HttpProblem } from '../../ports.ts';
import { hourMs } from '../../retry.ts';
import { createSingleFlight } from '../../single-flight.ts';
import type { AuthorizedClient, SiteCalls } from '../../site/client/client.ts';
import { createPostDraft, findPostDraft, type PostDraft } from '../../site/content/post-drafts.ts';
import type { Handlers } from '../../uploader-api.ts';
import { type Accounts, belongsTo } from '../accounts/accounts.ts';
import { requireAccount, requireClient, requireSiteOf } from '../accounts/require.ts';

export interface PostDraftOptions {
  readonly clock: Clock;
  readonly calls: SiteCalls;
  readonly accounts: Accounts;
  readonly desktop: Pick<Desktop, 'openUrl'>;
  /** What a failure means for a list of the account. */
  readonly sort: (accountId: AccountId, error: unknown) => LibraryFailure;
  /** A video as the lists have it; null = not among them. */
  readonly rowOf: (accountId: AccountId, videoId: number) => SiteItem | null;
  /** The account's blog posts are other ones now. */
  readonly onMade: (accountId: AccountId) => void;
}

/** The same videos under the same title within this time are the same post. */
const lookBackMs = 24 * hourMs;

/** No answer came, and surely nothing was made. */
const neverSent = new Set<HttpProblem>(['host-not-found', 'refused', 'unreachable', 'certificate', 'not-asked']);

/**
 * The page of a video on its own site; an address that leads elsewhere is not written into anything. Of one that has no address of its own
 * yet it is the short one, which leads there for good: of an author's blocks WordPress encodes each `&` once more.
 */
function pageOf(site: Site, videoId: number, link: string | null | undefined): string {
  const isPlain = link != null && URL.canParse(link) && belongsTo(site, link) && !link.includes('&');
  return isPlain ? link : `${site.address}/?p=${videoId}`;
}

/** Where a post is written on: beside the other page of the site's own pages that is known, as their folder may be another one. */
function editPage({ passwordPage, address }: Site, postId: number): string {
  return new URL(`post.php?post=${postId}&action=edit`, passwordPage ?? `${address}/wp-admin/`).href;
}

interface Wanted {
  readonly accountId: AccountId;
  readonly draft: PostDraft;
  /** What it is made of: one of these is made at a time. */
  readonly key: string;
  readonly settleMs: number;
}

export function postDraftHandlers(options: PostDraftOptions): Pick<Handlers, 'posts.draft' | 'posts.edit'> {
  const { clock, calls, accounts, desktop, sort, rowOf, onMade } = options;
  /** Until when a post whose answer was lost may still come true, by what it is made of; kept until it is known what became of it. */
  const mayCome = new Map<string, number>();
  const making = createSingleFlight<string, Awaited<ReturnType<Handlers['posts.draft']>>>();

  const find = (client: AuthorizedClient, accountId: AccountId, draft: PostDraft): Promise<number | null> => {
    const since = clock.now() + (accounts.skewMs(accountId) ?? 0) - lookBackMs;
    return findPostDraft(calls, client, draft, requireAccount(accounts, accountId).userId, since);
  };

  /** Null = nobody knows whether it is there. */
  const send = async (
    client: AuthorizedClient,
    { accountId, draft, key, settleMs }: Wanted,
  ): Promise<number | null> => {
    // From here on it may be there, whatever becomes of the answer.
    mayCome.set(key, clock.monotonic() + settleMs);
    try {
      const made = await createPostDraft(calls, client, draft);
      if (made.kind === 'made') return made.postId;
    } catch (error) {
      const isLost = error instanceof HttpError && !neverSent.has(error.problem);
      if (!isLost) {
        mayCome.delete(key);
        throw error;
      }
    }
    mayCome.set(key, clock.monotonic() + settleMs);
    // What has come already is found at once; a failure to look leaves it open.
    return find(client, accountId, draft).catch(() => null);
  };

  const make = async (wanted: Wanted) => {
    const { accountId, draft, key } = wanted;
    const failed = (failure: PostDraftFailure) => ({ ok: false, failure }) as const;
    const there = (postId: number, wasThere: boolean) => {
      mayCome.delete(key);
      onMade(accountId);
      return { ok: true, value: { postId, wasThere } } as const;
    };
    try {
      const client = requireClient(accounts, accountId);
      const wasTried = mayCome.has(key);
      const before = await find(client, accountId, draft);
      if (before !== null) return there(before, !wasTried);
      if ((mayCome.get(key) ?? 0) > clock.monotonic()) return failed({ problem: 'unclear', said: null });
      const made = await send(client, wanted);
      return made === null ? failed({ problem: 'unclear', said: null }) : there(made, false);
    } catch (error) {
      const failure = sort(accountId, error);
      // One that was sent before is not known to be missing, whatever kept it from being looked for.
      return failed(mayCome.has(key) ? { problem: 'unclear', said: null } : failure);
    }
  };

  return {
    'posts.draft': async ({ accountId, title, videoIds }) => {
      const site = requireSiteOf(accounts, accountId);
      const links = videoIds.map((id) => pageOf(site, id, rowOf(accountId, id)?.link));
      const draft = { title: title.trim(), links };
      const key = JSON.stringify([accountId, draft.title, links]);
      return making.run(key, () => make({ accountId, draft, key, settleMs: site.settleMs }));
    },
    'posts.edit': async ({ accountId, postId }) => {
      const site = requireSiteOf(accounts, accountId);
      const page = editPage(site, postId);
      await desktop.openUrl(belongsTo(site, page) ? page : `${site.address}/?p=${postId}`);
    },
  };
}
