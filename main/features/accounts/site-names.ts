// What a site is called in front of its user: by its own name, and with its address beside it where two have the same.
import type { Site } from '../../model.ts';

type Named = Pick<Site, 'id' | 'name' | 'address'>;

/** What differs only in these looks the same in a list. */
const asSeen = (name: string): string => name.trim().replace(/\s+/g, ' ').toLocaleLowerCase();

const bare = (address: string): string => address.replace(/^https?:\/\//, '').replace(/\/$/, '');

/** `sites` = all that there are, `site` among them or not. */
export function nameAmong(site: Named, sites: readonly Named[]): string {
  const same = sites.filter(({ id, name }) => id !== site.id && asSeen(name) === asSeen(site.name));
  if (same.length === 0) return site.name;
  const isTold = same.every(({ address }) => bare(address) !== bare(site.address));
  return `${site.name} (${isTold ? bare(site.address) : site.address})`.trim();
}
