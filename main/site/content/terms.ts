// Terms of a site's taxonomies: searched page by page, named by id, created without doubles.
import { z } from 'zod';
import { type SiteAnswer, SiteRefusal } from '../../answers.ts';
import type { Term, TermPage } from '../../model.ts';
import { toldWhole } from '../../untrusted/values.ts';
import { type AuthorizedClient, platformRoute, type SiteCalls } from '../client/client.ts';
import { decodePlain, encodePlain } from '../client/text.ts';
import { recordsIn, shownText } from './records.ts';

const perPage = 100;

const termSchema = z.looseObject({
  id: z.number().int().positive(),
  name: shownText.catch(''),
  parent: z.number().int().nonnegative().catch(0),
  count: z.number().int().nonnegative().catch(0),
});

function toTerm(json: unknown): Term | null {
  const read = termSchema.safeParse(json);
  if (!read.success) return null;
  const { id, name, parent, count } = read.data;
  return { id, name: decodePlain(name), parent, count };
}

function toTerms(said: SiteAnswer): readonly Term[] {
  return recordsIn(said).flatMap((one) => toTerm(one) ?? []);
}

/** A taxonomy's name in routes; it came from the site and the window, so nothing but a plain name is used. */
function routeOf(client: AuthorizedClient, taxonomy: string): string {
  return platformRoute(client, encodeURIComponent(taxonomy));
}

/** Up to 100 terms a page, by name. Throws SiteRefusal, HttpError. */
export async function searchTerms(
  calls: SiteCalls,
  client: AuthorizedClient,
  taxonomy: string,
  search: string,
  page: number,
): Promise<TermPage> {
  const said = await calls.json(client, {
    method: 'GET',
    route: routeOf(client, taxonomy),
    query: {
      per_page: String(perPage),
      page: String(page),
      orderby: 'name',
      order: 'asc',
      ...(search === '' ? {} : { search }),
    },
  });
  const terms = toTerms(said);
  return {
    terms,
    pages: toldWhole(said.headers['x-wp-totalpages']) || 1,
    total: toldWhole(said.headers['x-wp-total']) ?? terms.length,
  };
}

/** Terms by id, at most 100 of them; those that are gone are left out. Throws SiteRefusal, HttpError. */
export async function namedTerms(
  calls: SiteCalls,
  client: AuthorizedClient,
  taxonomy: string,
  ids: readonly number[],
): Promise<readonly Term[]> {
  const said = await calls.json(client, {
    method: 'GET',
    route: routeOf(client, taxonomy),
    query: { per_page: String(perPage), include: ids.slice(0, perPage).join(',') },
  });
  return toTerms(said);
}

function existingId(said: SiteAnswer): number | null {
  if (said.code !== 'term_exists') return null;
  const data = (said.json as { data?: { term_id?: unknown } } | null)?.data;
  return toldWhole(String(data?.term_id ?? '')) || null;
}

/** The new term, or the one of that name that is there already. Throws SiteRefusal, HttpError. */
export async function createTerm(
  calls: SiteCalls,
  client: AuthorizedClient,
  taxonomy: string,
  name: string,
  parent: number,
): Promise<Term> {
  const said = await calls.ask(client, {
    method: 'POST',
    route: routeOf(client, taxonomy),
    json: { name: encodePlain(name), ...(parent > 0 ? { parent } : {}) },
  });
  const existing = existingId(said);
  if (existing !== null) {
    const [term] = await namedTerms(calls, client, taxonomy, [existing]);
    return term ?? { id: existing, name, parent, count: 0 };
  }
  const made = said.status === 200 || said.status === 201 ? toTerm(said.json) : null;
  if (!made) throw new SiteRefusal(said);
  return made;
}
