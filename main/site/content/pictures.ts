// Pictures on the site: where they lie, and their bytes, from the site's own origin only and never beyond a size.
import { z } from 'zod';
import type { Site } from '../../model.ts';
import { sameOrigin } from '../client/address.ts';
import { type AuthorizedClient, platformRoute, type SiteCalls } from '../client/client.ts';
import { objectOrEmpty } from './records.ts';

/** A poster in a row is 80 px wide, in the pane 300: the smallest size from here on is enough. */
const enoughWidth = 300;
const mostBytes = 4 * 1024 * 1024;

const sizeSchema = z.looseObject({ width: z.coerce.number(), source_url: z.string() });
const pictureSchema = z.looseObject({
  id: z.number().int().positive(),
  source_url: z.string(),
  media_details: objectOrEmpty(
    z.looseObject({ sizes: objectOrEmpty(z.record(z.string(), z.unknown())).optional().catch(undefined) }),
  )
    .optional()
    .catch(undefined),
});

/** Addresses of these pictures, each in the smallest size that is large enough. Throws SiteRefusal, HttpError. */
export async function pictureAddresses(
  calls: SiteCalls,
  client: AuthorizedClient,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const said = await calls.json(client, {
    method: 'GET',
    route: platformRoute(client, 'media'),
    query: { include: ids.join(','), per_page: '100', _fields: 'id,source_url,media_details' },
  });
  const found = new Map<number, string>();
  for (const json of Array.isArray(said.json) ? (said.json as unknown[]) : []) {
    const read = pictureSchema.safeParse(json);
    if (!read.success) continue;
    const sizes = Object.values(read.data.media_details?.sizes ?? {}).flatMap(
      (size) => sizeSchema.safeParse(size).data ?? [],
    );
    const fitting = sizes.filter((size) => size.width >= enoughWidth).toSorted((a, b) => a.width - b.width)[0];
    found.set(read.data.id, fitting?.source_url ?? read.data.source_url);
  }
  return found;
}

/** The bytes; null = on another origin, too large, or not given. Anonymous, no redirects. Throws HttpError. */
export async function downloadPicture(calls: SiteCalls, site: Site, url: string): Promise<Uint8Array | null> {
  if (!sameOrigin(url, site.root) && !sameOrigin(url, site.address)) return null;
  const answer = await calls.get(url, { accept: 'image/*' }, mostBytes + 1);
  return answer.status === 200 && answer.body.length <= mostBytes ? answer.body : null;
}
