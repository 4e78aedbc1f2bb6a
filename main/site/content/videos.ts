// Operations on videos: list, get, update, each typed and each answer checked.
import { type SiteAnswer, SiteRefusal } from '../../answers.ts';
import { fieldsOf } from '../../fields.ts';
import type { FieldName, FieldValues, Video, WallMs } from '../../model.ts';
import { toldWhole, utcText } from '../../untrusted/values.ts';
import { type AuthorizedClient, platformRoute, type SiteCalls } from '../client/client.ts';
import { updateBody } from './field-codecs.ts';
import { ignoredFields } from './merge-fields.ts';
import { pagesIn, recordIn, recordsIn, toVideo } from './records.ts';
import { decidesWhoSees, suspectFields, withoutSuspects } from './refused-fields.ts';
import { walkPages } from './walk-pages.ts';

export interface VideoPage {
  readonly videos: readonly Video[];
  /** As the site counts, hidden ones included: loop on `pages`, never on the length of a page. */
  readonly total: number;
  readonly pages: number;
}

/** Every status of core and of the known product; `any` would leave some out (platform facts, section 9). */
export const ownStatuses = ['publish', 'future', 'draft', 'pending', 'private'] as const;

export interface VideoQuery {
  readonly page: number;
  /** 1 to 100. */
  readonly perPage: number;
  readonly search?: string;
  readonly author?: number;
  readonly status?: readonly string[];
  /** UTC, with Z. */
  readonly after?: string;
}

function askForPage(calls: SiteCalls, client: AuthorizedClient, query: VideoQuery): Promise<SiteAnswer> {
  return calls.json(client, {
    method: 'GET',
    route: platformRoute(client, 'video'),
    query: {
      context: 'edit',
      page: String(query.page),
      per_page: String(query.perPage),
      orderby: 'date',
      order: 'desc',
      ...(query.search === undefined ? {} : { search: query.search }),
      ...(query.author === undefined ? {} : { author: String(query.author) }),
      ...(query.status === undefined ? {} : { status: query.status.join(',') }),
      ...(query.after === undefined ? {} : { after: query.after }),
    },
  });
}

export async function listVideos(calls: SiteCalls, client: AuthorizedClient, query: VideoQuery): Promise<VideoPage> {
  const said = await askForPage(calls, client, query);
  const records = recordsIn(said);
  return {
    videos: records.map((json) => recordIn({ ...said, json }, toVideo)),
    total: toldWhole(said.headers['x-wp-total']) ?? records.length,
    pages: pagesIn(said),
  };
}

/** Every video of an author, by what tells it from others; their texts would fill the memory. Throws SiteRefusal, HttpError. */
export async function namesOfVideos(
  calls: SiteCalls,
  client: AuthorizedClient,
  author: number,
  mostPages: number,
): Promise<readonly Pick<Video, 'id' | 'title' | 'createdAt'>[]> {
  const found: Pick<Video, 'id' | 'title' | 'createdAt'>[] = [];
  const ask = (page: number): Promise<SiteAnswer> =>
    askForPage(calls, client, { page, perPage: 100, author, status: ownStatuses });
  await walkPages(ask, mostPages, (record, said) => {
    const { id, title, createdAt } = recordIn({ ...said, json: record }, toVideo);
    return { id, keep: () => found.push({ id, title, createdAt }) };
  });
  return found;
}

/** Null = no such video (any more). Throws SiteRefusal, HttpError. */
export async function getVideo(calls: SiteCalls, client: AuthorizedClient, id: number): Promise<Video | null> {
  const said = await calls.ask(client, {
    method: 'GET',
    route: platformRoute(client, `video/${id}`),
    query: { context: 'edit' },
  });
  if (said.status === 404 && said.code === 'rest_post_invalid_id') return null;
  if (said.status !== 200) throw new SiteRefusal(said);
  return recordIn(said, toVideo);
}

/**
 * Returns the video as it is afterwards. `publishNow`: it was scheduled and is to be public now, for which its date has to
 * come back from the future. Throws SiteRefusal, HttpError.
 */
export async function updateVideo(
  calls: SiteCalls,
  client: AuthorizedClient,
  id: number,
  fields: FieldValues,
  publishNow: WallMs | null = null,
): Promise<Video> {
  const said = await calls.json(client, {
    method: 'POST',
    route: platformRoute(client, `video/${id}`),
    query: { context: 'edit' },
    json: { ...updateBody(fields), ...(publishNow === null ? {} : { date_gmt: utcText(publishNow) }) },
  });
  return recordIn(said, toVideo);
}

/** What came of bringing fields to a video. */
export interface Brought {
  readonly after: Video;
  /** Sent, answered with yes, and not taken: WordPress ignores what it does not like with 200. */
  readonly ignored: readonly FieldName[];
  /** Refused, or held back with what was, while all others were applied; null = none was. `said` = the site's own words. */
  readonly refused: { readonly fields: readonly FieldName[]; readonly said: string | null } | null;
}

/**
 * Brings changed fields to a video and compares what came back. Where the site refuses only some of them, the others are applied
 * without. `now` is the site's clock in ms. Throws SiteRefusal when nothing of it could be applied, HttpError.
 */
export async function bringOver(
  calls: SiteCalls,
  client: AuthorizedClient,
  video: Video,
  send: FieldValues,
  now: WallMs,
): Promise<Brought> {
  let after = video;
  const ignored: FieldName[] = [];
  /** Null = done, or nothing to do; else the refusal. */
  const tried = async (fields: FieldValues): Promise<SiteRefusal | null> => {
    if (fieldsOf(fields).length === 0) return null;
    const fromTheFuture = fields.status === 'publish' && fields.publishAt === undefined && (video.createdAt ?? 0) > now;
    try {
      after = await updateVideo(calls, client, video.id, fields, fromTheFuture ? now : null);
      ignored.push(...ignoredFields(fields, after));
      return null;
    } catch (error) {
      if (error instanceof SiteRefusal) return error;
      throw error;
    }
  };
  const refusal = await tried(send);
  if (!refusal) return { after, ignored, refused: null };
  const suspects = suspectFields(refusal.said, send);
  const others = withoutSuspects(send, suspects);
  if (suspects.length === 0 || (await tried(others))) throw refusal;
  const left = fieldsOf(send).filter((field) => others[field] === undefined);
  const refused: FieldName[] = [];
  let words = refusal.said;
  for (const field of left) {
    const only = { [field]: send[field] } as FieldValues;
    // Of several, each is asked for alone: the refusal of one is none of another.
    const alone: SiteRefusal | null = left.length === 1 || decidesWhoSees(field) ? refusal : await tried(only);
    if (!alone) continue;
    // The site has trouble now: all of it is tried again later.
    if (alone !== refusal && suspectFields(alone.said, only).length === 0) throw alone;
    words = alone.said;
    refused.push(field);
  }
  return {
    after,
    ignored,
    refused: refused.length === 0 ? null : { fields: refused, said: words.message ?? words.code },
  };
}
