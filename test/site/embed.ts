// `_embed`: linked records inside the answer, fetched through the same router as the caller's own requests would be.
import { asList, parseQuery } from './params.ts';
import type { RestRequest } from './rest.ts';

interface LinkItem {
  href: string;
  embeddable?: boolean;
}

type Linked = Record<string, unknown> & { _links?: Record<string, LinkItem[]> };

async function fetchLinked(request: RestRequest, href: string): Promise<unknown> {
  const { site, address } = request;
  const root = site.rest(address, '');
  // The query form has its parameters after "&", the path form after "?".
  const [route = '', query = ''] = href.slice(root.length).split(/[?&](.*)/s);
  const params = { ...parseQuery(query), context: 'embed' };
  const answer = await site.router.dispatch({ ...request, method: 'GET', route, query, params, received: null });
  return answer.body;
}

async function embedInto(request: RestRequest, record: Linked, wanted: readonly string[] | null): Promise<unknown> {
  const embedded: Record<string, unknown[]> = {};
  for (const [rel, items] of Object.entries(record._links ?? {})) {
    if (wanted && !wanted.includes(rel)) continue;
    const embeddable = items.filter((item) => item.embeddable);
    if (embeddable.length === 0) continue;
    const found = await Promise.all(embeddable.map((item) => fetchLinked(request, item.href)));
    // A relation whose every answer is empty is left out.
    if (found.some((body) => !Array.isArray(body) || body.length > 0)) embedded[rel] = found;
  }
  return Object.keys(embedded).length > 0 ? { ...record, _embedded: embedded } : record;
}

/** The body with `_embedded` in each record; `embed` is the parameter's value: all relations, or a list of them. */
export function withEmbedded(request: RestRequest, body: unknown, embed: unknown): Promise<unknown> {
  const wanted = ['', '1', 'true'].includes(String(embed)) ? null : asList(embed).map(String);
  if (Array.isArray(body)) return Promise.all(body.map((record) => embedInto(request, record as Linked, wanted)));
  return embedInto(request, body as Linked, wanted);
}
