// A site that gives the answers of a test, in order, and remembers what it was asked.
import type { HttpAnswer, HttpRequest } from '../../../../main/ports.ts';
import { type AuthorizedClient, type SiteCalls, siteCalls } from '../../../../main/site/client/client.ts';
import { handClock } from '../../queue/hand-clock.ts';

export interface Given {
  readonly status?: number;
  readonly json?: unknown;
  /** In place of `json`. */
  readonly body?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cut?: HttpAnswer['cut'];
}

export const root = 'https://e.com/wp-json/';
export const ava: AuthorizedClient = { root, authorization: 'Basic x' };

/** The last answer is given again and again. */
export function answering(...steps: readonly Given[]): { readonly calls: SiteCalls; readonly asked: HttpRequest[] } {
  const asked: HttpRequest[] = [];
  const request = async (wanted: HttpRequest): Promise<HttpAnswer> => {
    const {
      status = 200,
      json = {},
      body,
      headers = {},
      cut = null,
    } = steps[Math.min(asked.length, steps.length - 1)] ?? {};
    asked.push(wanted);
    return { status, headers, body: body ?? Buffer.from(JSON.stringify(json)), cut };
  };
  return { asked, calls: siteCalls({ request }, handClock()) };
}

/** What was asked, in short: method, route with its query, body. */
export function inShort(asked: readonly HttpRequest[]): readonly string[] {
  return asked.map(({ method, url, body }) => {
    const route = decodeURIComponent(url.replace(root, ''));
    return `${method} ${route}${typeof body === 'string' ? ` ${body}` : ''}`;
  });
}
