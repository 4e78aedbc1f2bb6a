// Which addresses led from what a person typed to the REST root, and whether a secret may go where they end.
import { isOpenLine, isOwnMachine, sameHost } from '../client/address.ts';

export interface Trail {
  /** What the person typed, as an address. */
  readonly typed: URL;
  /** Where the front page answered, after its redirects. */
  readonly page: URL;
  /** The REST root where it answered, after its own redirects. */
  readonly root: URL;
  /** Every address that was asked on the way, the last of each redirect included. */
  readonly asked: readonly URL[];
}

/**
 * - 'direct': the root is on the host that answered, which the sign-in screen shows;
 * - 'elsewhere': it is on another one: the person has to agree, with both names before them;
 * - 'open': somebody on the way could have named it, for a part of the way was plain http. Over that only the same host may be
 *   reached, with or without `www.`: over https it proves itself.
 */
export type TrailKind = 'direct' | 'elsewhere' | 'open';

export function judgeTrail({ typed, page, root, asked }: Trail): TrailKind {
  // A stranger's page may name this computer or the router beside it; nobody but the person may.
  if (isOwnMachine(root) && !isOwnMachine(typed)) return 'open';
  const isElsewhere = !sameHost(page, root);
  if (!sameHost(typed, root) && asked.some(isOpenLine)) return 'open';
  // From https to plain http on the same host: the root alone is read on the way, and the screen says so.
  if (isElsewhere) return isOpenLine(root) ? 'open' : 'elsewhere';
  return 'direct';
}
