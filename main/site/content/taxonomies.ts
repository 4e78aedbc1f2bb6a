// The taxonomies of a site's videos as the site describes them; nothing in a description is trusted.
import { z } from 'zod';
import { plainText, type SiteAnswer } from '../../answers.ts';
import { fieldIds, fields } from '../../fields.ts';
import { isPlainName, listOf, recordOf, rightsSchema } from './records.ts';

export interface DescribedTaxonomy {
  /** Name of its terms' route, of the field in records and of the argument of lists. */
  readonly restBase: string;
  /** As the site calls it, plain text. */
  readonly name: string;
  readonly hierarchical: boolean;
  /** Told in the edit context only. */
  readonly capabilities: Readonly<Record<string, unknown>> | undefined;
}

/** More than that are described by no site. */
const mostDescribed = 500;
/** A form with more is none that anybody fills in. */
const mostTaxonomies = 50;

const taxonomySchema = z.looseObject({
  slug: z.string().max(200).catch(''),
  name: z.string().catch(''),
  rest_base: z.string(),
  hierarchical: z.boolean().catch(false),
  types: listOf(z.string()).catch(['video']),
  capabilities: rightsSchema,
});
const taxonomiesSchema = recordOf(z.unknown(), mostDescribed);

/** Fields and arguments of core's own: a taxonomy under such a name would take their place in every body and query. */
const coreNames: ReadonlySet<string> = new Set([
  ...fieldIds.map((field) => fields[field].wire.name),
  ...`id date date_gmt slug status type link title content excerpt author featured_media comment_status ping_status password
  template meta sticky format parent menu_order context page per_page search after before modified_after modified_before
  author_exclude exclude include offset order orderby search_columns search_semantics tax_relation force rest_route
  _method _fields _embed _envelope _jsonp _locale _wpnonce __proto__`.split(/\s+/),
]);

/** Whether a name may stand in a route, in a query and as a field. */
export function isTaxonomyName(name: string): boolean {
  return isPlainName(name) && !coreNames.has(name);
}

/** Those of videos, each once, at most 50; null = this is no list of taxonomies. */
export function readTaxonomies(said: SiteAnswer): readonly DescribedTaxonomy[] | null {
  const all = taxonomiesSchema.safeParse(said.json);
  if (!all.success) return null;
  const found = new Map<string, DescribedTaxonomy>();
  for (const one of Object.values(all.data)) {
    const read = taxonomySchema.safeParse(one);
    if (!read.success || !read.data.types.includes('video')) continue;
    const { rest_base: restBase, name, slug, hierarchical, capabilities } = read.data;
    if (!isTaxonomyName(restBase) || found.has(restBase)) continue;
    found.set(restBase, { restBase, name: plainText(name) || slug || restBase, hierarchical, capabilities });
  }
  return [...found.values()].slice(0, mostTaxonomies);
}
