// Addresses of a site's helper: all of them below the site's own root, as a secret goes nowhere else.
import type { Site } from '../../../model.ts';
import { routeUrl } from '../../../site/client/address.ts';

/** Below the site's root. */
export const uploadsRoute = 'clipferry/v1/uploads';
/** The end of an upload's address, whichever host and form the site names it by. */
const idAtEnd = /\/uploads\/([0-9a-f]{64})$/;

/** Null = it is the address of no upload. */
export const uploadIdIn = (address: string): string | null => idAtEnd.exec(address)?.[1] ?? null;

/** Where the upload of this id is, whatever address the site names. */
export const uploadAt = ({ root }: Pick<Site, 'root'>, id: string): string => routeUrl(root, `${uploadsRoute}/${id}`);

/** Whether an address that was written down is one of this very site. */
export function isUploadOf(site: Pick<Site, 'root'>, address: string): boolean {
  const id = uploadIdIn(address);
  return id !== null && address === uploadAt(site, id);
}
