// The lists of a site that the library shows: videos and blog posts page by page, statuses, taxonomies, files, authors.
import { z } from 'zod';
import { type SiteAnswer, SiteRefusal } from '../../answers.ts';
import type { LibraryQuery, LibraryTaxonomy, OthersRights, SiteItem, SiteListQuery } from '../../model.ts';
import { toldWhole } from '../../untrusted/values.ts';
import { type AuthorizedClient, platformRoute, type SiteCalls } from '../client/client.ts';
import { decodePlain } from '../client/text.ts';
import { textField, utc } from './field-codecs.ts';
import { detailFields, itemValues } from './item-values.ts';
import { lackFields, lacks } from './lacks.ts';
import { listOf, objectOrEmpty, recordsIn, shownText, shownTextOf } from './records.ts';
import { readTaxonomies } from './taxonomies.ts';
import { ownStatuses } from './videos.ts';

/** The most that WordPress gives at once. */
export const listPageSize = 100;

export interface ItemPage {
  readonly items: readonly SiteItem[];
  /** As the site counts, items that it hides from this account included. */
  readonly total: number;
  /** The site has none on this page, wanted or not. */
  readonly empty: boolean;
}

const orders: Readonly<Record<LibraryQuery['sort'], readonly [orderby: string, order: string]>> = {
  newest: ['date', 'desc'],
  oldest: ['date', 'asc'],
  modified: ['modified', 'desc'],
  title: ['title', 'asc'],
};

const itemSchema = z.looseObject({
  id: z.number().int().positive(),
  title: textField,
  status: z.string().max(64).catch(''),
  slug: z.string().max(2_000).catch(''),
  password: z.string().nullish().catch(null),
  content: z.looseObject({ protected: z.boolean() }).nullish().catch(null),
  link: z.string().max(10_000).nullish().catch(null),
  date_gmt: z.string().nullish().catch(null),
  modified_gmt: z.string().nullish().catch(null),
  author: z.number().int().optional().catch(undefined),
  featured_media: z.number().int().optional().catch(undefined),
  _links: objectOrEmpty(
    z.looseObject({
      self: listOf(
        z.looseObject({
          targetHints: z
            .looseObject({ allow: listOf(z.string(), 20) })
            .optional()
            .catch(undefined),
        }),
        20,
      ),
    }),
  )
    .optional()
    .catch(undefined),
});

/** Throws a ZodError when the record has no id. */
export function toItem(json: unknown): SiteItem {
  const record = itemSchema.parse(json);
  const allow = record._links?.self[0]?.targetHints?.allow;
  const { title } = record;
  const shown = shownTextOf(title);
  const isWhole = typeof title === 'object' && title.raw !== undefined && decodePlain(title.raw) === shown;
  return {
    id: record.id,
    title: shown,
    ...(isWhole ? { titleThere: shown } : {}),
    status: record.status,
    ...(record.password || record.content?.protected ? { isProtected: true } : {}),
    slug: record.slug,
    link: record.link ?? null,
    createdAt: utc(record.date_gmt),
    modifiedAt: utc(record.modified_gmt),
    authorId: record.author ?? null,
    posterId: record.featured_media ? record.featured_media : null,
    // Told by newer platforms only (platform facts, section 10).
    mayEdit: allow ? allow.includes('POST') : null,
    mayDelete: allow ? allow.includes('DELETE') : null,
  };
}

/** What the site does not tell of the item itself follows from what the account may do; of its own videos others decide. */
function withRights(item: SiteItem, { mayEdit, mayDelete }: OthersRights): SiteItem {
  return { ...item, mayEdit: item.mayEdit ?? (mayEdit || null), mayDelete: item.mayDelete ?? (mayDelete || null) };
}

const refusalSchema = z.looseObject({
  data: z.looseObject({
    details: z.looseObject({
      status: z.looseObject({ code: z.literal('rest_forbidden_status'), data: z.looseObject({ status: z.number() }) }),
    }),
  }),
});

/** The status that refuses this account the list as it was asked for; null = it was not refused for that. */
function refusedList(said: SiteAnswer): number | null {
  if (said.code === 'rest_forbidden_context') return said.status;
  const inner = refusalSchema.safeParse(said.json);
  return inner.success ? inner.data.data.details.status.data.status : null;
}

/** Only of a tree may be asked for what lies below: a flat taxonomy refuses the argument (platform facts, section 9). */
function termArgs({ base, ids, below }: SiteListQuery['terms'][number]): readonly (readonly [string, string])[] {
  const list = ids.join(',');
  if (!below) return [[base, list]];
  return [
    [`${base}[terms]`, list],
    [`${base}[include_children]`, 'true'],
  ];
}

/** A day so many days away, within the years that a date field takes. */
function dayAway(day: string, days: number): string {
  const at = Date.parse(`${day}T00:00:00Z`) + days * 86_400_000;
  return new Date(Math.min(Math.max(at, Date.UTC(1000, 0, 1)), Date.UTC(9999, 11, 31))).toISOString().slice(0, 10);
}

/** Days of the site's own clock: the platform takes a time without a zone for one of its own. */
function dayArgs({ days }: SiteListQuery): readonly (readonly [string, string])[] {
  const { from = null, to = null } = days ?? {};
  return [
    // Neither of the two moments is included there.
    ...(from === null ? [] : [['after', `${dayAway(from, -1)}T23:59:59`] as const]),
    ...(to === null ? [] : [['before', `${dayAway(to, 1)}T00:00:00`] as const]),
  ];
}

/**
 * One page of a list; null = the list has become so short that there is no such page. Throws SiteRefusal, HttpError.
 * Records that cannot be read count as hidden.
 */
export async function listItems(
  calls: SiteCalls,
  client: AuthorizedClient,
  query: SiteListQuery,
  page: number,
): Promise<ItemPage | null> {
  const [orderby, order] = orders[query.sort];
  // In the edit context the site leaves out what this account may not edit, so others' videos may need the plain one. Only the edit one
  // has titles as they were typed: the plain one puts words of the site before those of private ones (platform facts, section 21).
  const asTyped = query.others.mayEdit || (query.authorId !== null && query.route === 'video');
  const asked = (plain: boolean): Promise<Awaited<ReturnType<SiteCalls['ask']>>> => {
    const context = plain || !asTyped ? 'view' : 'edit';
    return calls.ask(client, {
      method: 'GET',
      route: platformRoute(client, query.route),
      query: {
        context,
        page: String(page),
        per_page: String(listPageSize),
        orderby,
        order,
        _fields: [
          ...[
            'id,title,status,slug,link,date_gmt,modified_gmt,author,featured_media,password,content.protected,_links',
          ],
          ...(query.without === undefined ? [] : lackFields(query.without, context)),
          ...detailFields(query.details ?? [], context),
        ].join(),
        ...(query.search === '' ? {} : { search: query.search }),
        ...(query.authorId === null ? {} : { author: String(query.authorId) }),
        ...Object.fromEntries([...query.terms.flatMap(termArgs), ...dayArgs(query)]),
        ...(plain ? {} : { status: query.statuses.join(',') }),
      },
    });
  };
  let said = await asked(false);
  const refused = refusedList(said);
  // Nobody in particular: the secret was not taken, though the answer may say so only inside (platform facts, section 9).
  if (refused === 401) throw new SiteRefusal({ ...said, status: 401 });
  // Who may not edit anything sees what everybody sees.
  if (refused !== null) said = await asked(true);
  if (said.code === 'rest_post_invalid_page_number') return null;
  if (said.status !== 200) throw new SiteRefusal(said);
  const items: SiteItem[] = [];
  const records = recordsIn(said);
  for (const json of records) {
    const isWanted = query.without === undefined || lacks(json, query.without);
    if (!isWanted || !itemSchema.safeParse(json).success) continue;
    const values = itemValues(json, query.details ?? []);
    items.push({ ...withRights(toItem(json), query.others), ...(values === null ? {} : { values }) });
  }
  return { items, total: toldWhole(said.headers['x-wp-total']) || records.length, empty: records.length === 0 };
}

/** How many items a list has, as the site counts; null when it does not tell. */
export async function countItems(
  calls: SiteCalls,
  client: AuthorizedClient,
  query: SiteListQuery,
): Promise<number | null> {
  const said = await calls.ask(client, {
    method: 'GET',
    route: platformRoute(client, query.route),
    query: {
      per_page: '1',
      _fields: 'id',
      status: query.statuses.join(','),
      ...(query.authorId === null ? {} : { author: String(query.authorId) }),
    },
  });
  return said.status === 200 ? toldWhole(said.headers['x-wp-total']) : null;
}

/** Of no interest to people: the platform's own bookkeeping. */
const innerStatuses = /^(any|auto-draft|inherit|request-.*)$/;

const optionsSchema = z.looseObject({
  endpoints: listOf(
    z.looseObject({
      args: objectOrEmpty(
        z.looseObject({
          status: z
            .looseObject({ items: z.looseObject({ enum: z.array(z.string()) }) })
            .optional()
            .catch(undefined),
        }),
      ),
    }),
  ),
});

/** Statuses that videos of this site can have, by name, from its own description; `any` would leave some out. */
export async function listStatuses(calls: SiteCalls, client: AuthorizedClient): Promise<readonly string[]> {
  const said = await calls.ask(client, { method: 'OPTIONS', route: platformRoute(client, 'video') });
  const read = optionsSchema.safeParse(said.json);
  const named = read.success ? read.data.endpoints.flatMap((endpoint) => endpoint.args.status?.items.enum ?? []) : [];
  const shown = [...new Set(named)].filter((name) => !innerStatuses.test(name)).slice(0, 50);
  return shown.length > 0 ? shown : [...ownStatuses, 'trash'];
}

/** Every taxonomy of videos that the site shows this account. Throws SiteRefusal, HttpError. */
export async function listTaxonomies(calls: SiteCalls, client: AuthorizedClient): Promise<readonly LibraryTaxonomy[]> {
  const said = await calls.json(client, {
    method: 'GET',
    route: platformRoute(client, 'taxonomies'),
    query: { type: 'video' },
  });
  const read = readTaxonomies(said);
  if (!read) throw new SiteRefusal(said);
  return read.map(({ restBase, name, hierarchical }) => ({ restBase, name, hierarchical }));
}

const fileSchema = z.looseObject({
  source_url: z.string().max(10_000).catch(''),
  mime_type: z.string().max(200).catch(''),
  media_details: objectOrEmpty(
    z.looseObject({ filesize: z.coerce.number().int().nonnegative().optional().catch(undefined) }),
  )
    .optional()
    .catch(undefined),
});

/** The video's own file, from its media record; null = the site has none. Throws SiteRefusal, HttpError. */
export async function fileOf(
  calls: SiteCalls,
  client: AuthorizedClient,
  videoId: number,
): Promise<{ readonly name: string; readonly bytes: number | null } | null> {
  const said = await calls.json(client, {
    method: 'GET',
    route: platformRoute(client, 'media'),
    query: { parent: String(videoId), per_page: '20', _fields: 'id,source_url,mime_type,media_details' },
  });
  for (const json of recordsIn(said)) {
    const file = fileSchema.safeParse(json);
    if (!file.success || !file.data.mime_type.startsWith('video/')) continue;
    const name = file.data.source_url.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
    return { name: safeDecode(name), bytes: file.data.media_details?.filesize ?? null };
  }
  return null;
}

function safeDecode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** How a user of the site is called; null = not told. */
export async function nameOfUser(calls: SiteCalls, client: AuthorizedClient, userId: number): Promise<string | null> {
  const said = await calls.ask(client, {
    method: 'GET',
    route: platformRoute(client, `users/${userId}`),
    query: { _fields: 'name' },
  });
  const name = z.looseObject({ name: shownText }).safeParse(said.json);
  return said.status === 200 && name.success ? decodePlain(name.data.name) : null;
}
