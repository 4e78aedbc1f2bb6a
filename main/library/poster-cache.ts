// Pictures of videos, fetched by main for the window: their addresses in one question, the bytes a few at a time, kept small.
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { Clock } from '../ports.ts';
import { createSingleFlight } from '../single-flight.ts';

export interface Picture {
  readonly type: string;
  readonly bytes: Uint8Array;
}

export interface PostersOptions {
  readonly clock: Clock;
  /** Addresses of pictures by media id; what the site does not show is left out. Asked with at most 100 ids. */
  readonly addresses: (accountId: string, mediaIds: readonly number[]) => Promise<ReadonlyMap<number, string>>;
  /** Null = no picture that may be shown. */
  readonly download: (accountId: string, url: string) => Promise<Picture | null>;
}

/** Questions of one moment are gathered for this long. */
const gatherMs = 30;
const mostAtOnce = 4;
const mostKeptBytes = 24 * 1024 * 1024;
const mostPerQuestion = 100;

/** Types by their first bytes: what a site says of a file is no proof, and SVG can hold scripts. */
export function pictureType(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('GIF8')) return 'image/gif';
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'image/webp';
  return head.slice(4) === 'ftypavif' ? 'image/avif' : null;
}

/** What the site answered; null = there is no such picture. */
interface Kept {
  readonly picture: Picture | null;
}

export interface Posters {
  /** Null = there is no such picture, or the site did not give it. */
  picture(accountId: string, mediaId: number): Promise<Picture | null>;
}

export function createPosterCache(options: PostersOptions): Posters {
  const kept = new LRUCache<string, Kept>({
    maxSize: mostKeptBytes,
    // That there is none takes room as well.
    sizeCalculation: ({ picture }) => 1 + (picture?.bytes.length ?? 0),
  });
  const underWay = createSingleFlight<string, Picture | null>();
  const inTurn = pLimit(mostAtOnce);
  const gathering = new Map<
    string,
    { readonly ids: Set<number>; readonly found: Promise<ReadonlyMap<number, string>> }
  >();

  const address = async (accountId: string, mediaId: number): Promise<string | null> => {
    let batch = gathering.get(accountId);
    if (!batch || batch.ids.size >= mostPerQuestion) {
      const ids = new Set<number>();
      const found = new Promise<void>((resolve) => options.clock.after(gatherMs, resolve)).then(() => {
        if (gathering.get(accountId)?.ids === ids) gathering.delete(accountId);
        return options.addresses(accountId, [...ids]);
      });
      batch = { ids, found };
      gathering.set(accountId, batch);
    }
    batch.ids.add(mediaId);
    return (await batch.found).get(mediaId) ?? null;
  };

  return {
    picture: (accountId, mediaId) => {
      const key = `${accountId}/${mediaId}`;
      const held = kept.get(key);
      if (held) return Promise.resolve(held.picture);
      return underWay.run(key, async () => {
        const url = await address(accountId, mediaId);
        const picture = url === null ? null : await inTurn(() => options.download(accountId, url));
        kept.set(key, { picture });
        return picture;
      });
    },
  };
}
