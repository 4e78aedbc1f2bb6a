// What a look on the site for a clip brought home.
import type { Candidate, ClipIdentity } from '../../model.ts';

/** What a look brought; `createdAt` by the site's own clock. */
export type Looked =
  | {
      readonly kind: 'found';
      readonly videoId: number;
      readonly createdAt: number | null;
      /** Only its name, size and time speak for it: the site's files cannot be compared. Left out = its bytes do, or the site's own word. */
      readonly byName?: true;
      /** An attempt of its own made it, too late for the looks that followed; left out = another may have, or this is what was looked for. */
      readonly isLate?: true;
      /** The file on this computer that has the video's bytes at every place that was compared; null = none was. */
      readonly file: (ClipIdentity & { readonly mtimeMs: number }) | null;
    }
  | { readonly kind: 'absent' }
  | { readonly kind: 'ask'; readonly candidates: readonly Candidate[] };
