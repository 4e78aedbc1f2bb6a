// The paging headers of a list: totals, and links to the pages beside this one.
import type { RestRequest } from './rest.ts';

/** X-WP-Total, X-WP-TotalPages and, where there are neighbours, Link (platform facts, section 9). */
export function paged(request: RestRequest, total: number, page: number, perPage: number): Record<string, string> {
  const pages = Math.ceil(total / perPage);
  const headers: Record<string, string> = { 'X-WP-Total': String(total), 'X-WP-TotalPages': String(pages) };
  const links: string[] = [];
  if (page > 1) links.push(`<${pageAddress(request, Math.min(page - 1, pages))}>; rel="prev"`);
  if (page < pages) links.push(`<${pageAddress(request, page + 1)}>; rel="next"`);
  if (links.length > 0) headers.Link = links.join(', ');
  return headers;
}

function pageAddress({ site, address, route, query }: RestRequest, page: number): string {
  const values = new URLSearchParams(query);
  values.delete('rest_route');
  values.set('page', String(page));
  if (!site.options.plainPermalinks) return `${site.rest(address, route)}?${values}`;
  return `${site.home(address)}/index.php?rest_route=${encodeURIComponent(route)}&${values}`;
}
