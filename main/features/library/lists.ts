// The lists of what is on the sites, as the window asks for them: videos by their filters, posts by a search, and what they are filtered by.

import type { RowColumn } from '../../../preload/contract.ts';
import { createPagedList, type PagedList } from '../../library/paged-list.ts';
import type {
  AccountId,
  ItemDetail,
  LibraryFailure,
  LibraryQuery,
  LibraryTaxonomy,
  OthersRights,
  SiteItem,
  SiteListQuery,
} from '../../model.ts';
import type { Clock } from '../../ports.ts';
import type { SiteCalls } from '../../site/client/client.ts';
import { countItems, listItems, listPageSize, listStatuses, listTaxonomies } from '../../site/content/lists.ts';
import { learnOthersRights, noRights } from '../../site/content/others-rights.ts';
import { mayCreatePosts } from '../../site/content/post-drafts.ts';
import { isTaxonomyName } from '../../site/content/taxonomies.ts';
import { ownStatuses } from '../../site/content/videos.ts';
import type { Handlers } from '../../uploader-api.ts';
import type { Accounts } from '../accounts/accounts.ts';
import { requireClient } from '../accounts/require.ts';
import { createStatusCounts } from './status-counts.ts';

export interface LibraryListsOptions {
  readonly clock: Clock;
  readonly accounts: Accounts;
  readonly calls: SiteCalls;
  /** What a failure means for a list of the account. */
  readonly sort: (accountId: AccountId, error: unknown) => LibraryFailure;
  /** A list of the account looks different from what was shown last. */
  readonly onChange: (accountId: AccountId) => void;
}

export interface PostsQuery {
  readonly accountId: AccountId;
  readonly search: string;
}

export interface LibraryLists {
  readonly videos: PagedList<LibraryQuery, SiteItem>;
  readonly posts: PagedList<PostsQuery, SiteItem>;
  /** What the videos can be filtered by, each status with its number; rejects where the site does not tell. */
  filters(accountId: AccountId): ReturnType<Handlers['library.filters']>;
  /** The columns that rows are shown with: what they need is asked for from now on, and again where it was not. */
  showColumns(columns: readonly RowColumn[]): void;
  /** The taxonomies of an account's videos as its site told them; null = they could not be loaded. */
  taxonomies(accountId: AccountId): Promise<Known['taxonomies']>;
  /** Videos of the account came, went or have another status: how many there are of each is asked for with the next look at the filters. */
  recount(accountId: AccountId): void;
  /** The next look asks the site. */
  refresh(accountId: AccountId): void;
}

/** What is known of a site's lists besides their rows; asked once and again on refresh. */
interface Known {
  readonly statuses: readonly string[];
  /** Null = they could not be loaded. */
  readonly taxonomies: readonly LibraryTaxonomy[] | null;
  readonly others: OthersRights;
  readonly mayDraftPosts: boolean;
}

export function ofAccount(accountId: AccountId): (query: { readonly accountId: AccountId }) => boolean {
  return (query) => query.accountId === accountId;
}

function statusesFor(wanted: string, { statuses }: Known): readonly string[] {
  return wanted === 'all' ? statuses.filter((status) => status !== 'trash') : [wanted];
}

/** A site that does not know an argument shows everything: what it does not list is not asked for. */
function termsFor(wanted: LibraryQuery['terms'], { taxonomies }: Known): SiteListQuery['terms'] {
  return Object.entries(wanted).flatMap(([base, ids]) => {
    const known = taxonomies?.find(({ restBase }) => restBase === base);
    if (ids.length === 0 || !isTaxonomyName(base) || (taxonomies && !known)) return [];
    return [{ base, ids, below: known?.hierarchical ?? false }];
  });
}

/** What a list has to be asked for, for its rows to show these columns. */
function detailsFor(columns: ReadonlySet<RowColumn>, { taxonomies }: Known): readonly ItemDetail[] {
  const texts = (['description', 'excerpt', 'commentsOpen'] as const).filter((column) => columns.has(column));
  const terms = (taxonomies ?? [])
    .filter(
      ({ restBase, hierarchical }) => columns.has(hierarchical ? 'categories' : 'tags') && isTaxonomyName(restBase),
    )
    .map(({ restBase }) => `terms:${restBase}` as const);
  return [...texts, ...terms];
}

export function createLibraryLists({ clock, accounts, calls, sort, onChange }: LibraryListsOptions): LibraryLists {
  const known = new Map<AccountId, Promise<Known>>();
  const knownOf = (accountId: AccountId): Promise<Known> => {
    const held = known.get(accountId);
    if (held) return held;
    const asked = (async () => {
      const client = requireClient(accounts, accountId);
      const statuses = await listStatuses(calls, client);
      const [taxonomies, others, mayDraftPosts] = await Promise.all([
        listTaxonomies(calls, client).catch(() => null),
        learnOthersRights(calls, client).catch(() => noRights),
        mayCreatePosts(calls, client).catch(() => false),
      ]);
      return { statuses, taxonomies, others, mayDraftPosts };
    })();
    known.set(accountId, asked);
    asked.catch(() => known.delete(accountId));
    return asked;
  };

  const counts = createStatusCounts(clock, (accountId, status) => {
    const authorId = accounts.account(accountId)?.userId ?? null;
    const list = { route: 'video', search: '', authorId, others: noRights, terms: [], sort: 'newest' } as const;
    return countItems(calls, requireClient(accounts, accountId), { ...list, statuses: [status] }).catch(() => null);
  });

  /** Whoever takes a column away often puts it back: what was shown once is asked for from then on. */
  const columnsShown = new Set<RowColumn>();

  const videos = createPagedList<LibraryQuery, SiteItem>({
    clock,
    pageSize: listPageSize,
    key: (query) => JSON.stringify(query),
    isSparse: ({ without }) => without !== undefined,
    fetch: async (query, page) => {
      const site = await knownOf(query.accountId);
      const found = await listItems(
        calls,
        requireClient(accounts, query.accountId),
        {
          route: 'video',
          search: query.search.trim(),
          statuses: statusesFor(query.status, site),
          authorId: query.author === 'me' ? (accounts.account(query.accountId)?.userId ?? null) : null,
          others: site.others,
          terms: termsFor(query.terms, site),
          sort: query.sort,
          days: query.days,
          without: query.without,
          details: detailsFor(columnsShown, site),
        },
        page,
      );
      return found && { rows: found.items, total: found.total, empty: found.empty };
    },
    sort: (query, error) => sort(query.accountId, error),
    onChange: ({ accountId }) => onChange(accountId),
  });

  const posts = createPagedList<PostsQuery, SiteItem>({
    clock,
    pageSize: listPageSize,
    key: (query) => JSON.stringify([query.accountId, query.search]),
    fetch: async ({ accountId, search }, page) => {
      const client = requireClient(accounts, accountId);
      const { others } = await knownOf(accountId);
      const list = { route: 'posts', search: search.trim(), statuses: ownStatuses, authorId: null, others } as const;
      const found = await listItems(calls, client, { ...list, terms: [], sort: 'newest' }, page);
      return found && { rows: found.items, total: found.total, empty: found.empty };
    },
    sort: (query, error) => sort(query.accountId, error),
    onChange: ({ accountId }) => onChange(accountId),
  });

  return {
    videos,
    posts,
    filters: async (accountId) => {
      const { statuses, taxonomies, mayDraftPosts } = await knownOf(accountId);
      // Asked again with the next look at the filters.
      if (taxonomies === null) known.delete(accountId);
      return { statuses: await counts.of(accountId, statuses), taxonomies, mayDraftPosts };
    },
    showColumns: (columns) => {
      if (columns.every((column) => columnsShown.has(column))) return;
      for (const column of columns) columnsShown.add(column);
      videos.refresh(() => true);
    },
    taxonomies: async (accountId) => {
      const { taxonomies } = await knownOf(accountId).catch(() => ({ taxonomies: null }));
      return taxonomies;
    },
    recount: counts.forget,
    refresh: (accountId) => {
      known.delete(accountId);
      counts.forget(accountId);
      videos.refresh(ofAccount(accountId));
      posts.refresh(ofAccount(accountId));
    },
  };
}
