// How long each kind of question to a site may take in all, in ms: generous to slow and honest hosts, and finite for one that drips.
//
// Nothing of what comes moves these ends (main/ports.ts, `wholeMs`). The measures behind them: PHP gives a page 30 s and web
// servers 60 s (php.ini, nginx fastcgi_read_timeout), a line as slow as 20 KiB a second is still a line, and it may be sending clips.
import type { HttpRequest } from '../../ports.ts';

/** Until the first byte of an answer; also the longest silence inside one. */
export const silenceMs = 60_000;
const slowestBytesPerMs = 20;
/** An answer about one thing: a video, a term, a token. */
const oneThingMs = 90_000;
/** A hundred records with their texts, or all routes of a site: a megabyte at the very most. */
const manyThingsMs = 150_000;

/** The look whether somebody is there at all: silence ends it earlier than the rest, and clips wait for it. */
export const probeSilenceMs = 20_000;
export const probeMs = 45_000;

/** A page, a picture, a piece of a file of at most so many bytes. */
export function fetchMs(mostBytes: number): number {
  return silenceMs + Math.ceil(mostBytes / slowestBytesPerMs);
}

/** A call of the REST API. */
export function callMs(call: {
  readonly method: HttpRequest['method'];
  readonly route: string;
  readonly query?: Readonly<Record<string, string>>;
}): number {
  const isList = call.query?.per_page !== undefined && call.query.per_page !== '1';
  return isList || (call.route === '' && call.query?._fields === undefined) ? manyThingsMs : oneThingMs;
}
