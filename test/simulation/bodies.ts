// What a site does with the body of a request as it comes in: a clip in a form, or a piece of one for the helper.
import type { Chance } from './chance.ts';
import { isClaim } from './keys.ts';
import type { Exchange, LineEvents } from './line.ts';
import type { Answer, Site } from './site.ts';
import type { Timeline } from './timeline.ts';

export interface Body {
  push(chunk: Uint8Array): void;
  /** All of it has come: what the site does with it, when it comes to that. */
  arrived(willWork: boolean): () => Answer;
  /** The line broke before that. */
  broken(): void;
}

export function formBody(exchange: Exchange, events: Pick<LineEvents, 'stored' | 'refuses'>): Body {
  const { site, authorization, key } = exchange;
  const incoming = site.receive(exchange.contentType);
  return {
    push: incoming.push,
    arrived: (willWork) => {
      // Bytes that were on their way come in whatever becomes of who sent them.
      const file = incoming.file();
      const sender = site.userOf(authorization);
      // From here on another request with this key is told that the site is at it.
      const claim = willWork && file && sender ? site.claim(sender, key, file) : null;
      const upload = (): Answer => {
        if (!file) return site.refusal(400, 'rest_upload_no_data');
        const user = site.userOf(authorization);
        if (!user) return site.refusal(401, 'rest_cannot_create');
        if (events.refuses(file.bytes)) return { status: 500, headers: {}, body: '<html>Internal error</html>' };
        const post = site.store(user, file.name, file.bytes);
        events.stored(exchange, post);
        return site.uploaded(post);
      };
      return () => (isClaim(claim) ? claim.finish(upload()) : (claim ?? upload()));
    },
    broken: () => undefined,
  };
}

/** What the site's helper says; a site without one has no such route. */
export function askHelper(exchange: Exchange, method: string, bytes: Buffer, promised: number): Answer {
  const { site, url, authorization, headers } = exchange;
  const user = site.userOf(authorization);
  if (!user) return site.refusal(401, 'rest_not_logged_in');
  if (!site.helper) return site.refusal(404, 'rest_no_route');
  return site.helper.answer({ method, path: url.pathname, user, headers, bytes, promised });
}

/** `length` = bytes that are to come. */
export function pieceOf(
  exchange: Exchange,
  length: number,
  timeline: Pick<Timeline, 'after'>,
  chance: Pick<Chance, 'between' | 'flip'>,
): Body {
  const parts: Buffer[] = [];
  const add = (): Answer => askHelper(exchange, 'PATCH', Buffer.concat(parts), length);
  return {
    // The sender may use its buffer again.
    push: (chunk) => void parts.push(Buffer.from(chunk)),
    arrived: () => add,
    broken: () => {
      if (parts.length === 0 || exchange.site.helper?.manners.keepsParts !== true) return;
      // PHP goes on without its reader, and writes down what came: mostly before anybody asks.
      timeline.after(chance.between(0, chance.flip(0.8) ? 5 : 400), add);
    },
  };
}

const ofFirewall = (status: number, title: string): Answer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: `<!doctype html><html><head><title>${status} ${title}</title></head><body></body></html>`,
});

/** A firewall's answer to a piece that it does not let through; null = it passes. */
export function heldBefore({ helper }: Site, method: string, length: number): Answer | null {
  if (!helper) return null;
  const { forbids, mostPiece } = helper.manners;
  if (forbids === 'pieces' || forbids === method) return ofFirewall(403, 'Forbidden');
  return mostPiece !== null && length > mostPiece ? ofFirewall(413, 'Request Entity Too Large') : null;
}
