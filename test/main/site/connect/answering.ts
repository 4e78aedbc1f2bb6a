// A site whose answers are written down by address: everything else is a 404 of the platform, and what was asked is kept.
import type { Http, HttpAnswer, HttpRequest } from '../../../../main/ports.ts';
import { type SiteCalls, siteCalls } from '../../../../main/site/client/client.ts';
import { stillClock } from '../../../tools/still-clock.ts';

/** What comes from an address: an answer with data or text, or none. */
export type Written =
  | Error
  | {
      readonly status?: number;
      readonly json?: unknown;
      readonly text?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly cut?: HttpAnswer['cut'];
    };

export interface Answering {
  readonly calls: SiteCalls;
  readonly http: Http;
  readonly sent: readonly HttpRequest[];
  /** What was asked, as it is written down: `signed GET https://…`, with its query. */
  asked(): readonly string[];
}

/** `/` of the query form and of routes stays readable. */
const shown = (url: string): string => decodeURIComponent(url);
export const noRoute = { status: 404, json: { code: 'rest_no_route', message: 'No route was found' } } as const;

/** Answers by `METHOD address`, with its query or without, `signed METHOD …` first to a sign-in; `otherwise` = all the rest. */
export function answering(answers: Readonly<Record<string, Written>>, otherwise: Written = noRoute): Answering {
  const sent: HttpRequest[] = [];
  const http: Http = {
    request: async (request) => {
      sent.push(request);
      const whole = `${request.method} ${shown(request.url)}`;
      const names = [whole, whole.split('?')[0] ?? ''];
      const mine =
        request.headers.authorization === undefined ? names : [...names.map((name) => `signed ${name}`), ...names];
      const answer = mine.map((name) => answers[name]).find((one) => one !== undefined) ?? otherwise;
      if (answer instanceof Error) throw answer;
      const { status = 200, json, text = json === undefined ? '' : JSON.stringify(json), headers = {} } = answer;
      return { status, headers, body: new TextEncoder().encode(text), cut: answer.cut ?? null };
    },
  };
  const asked = (): readonly string[] =>
    sent.map(({ method, url, headers }) => `${headers.authorization ? 'signed ' : ''}${method} ${shown(url)}`);
  return { calls: siteCalls(http, clock), http, sent, asked };
}

/** 2026-11-20, a moment that stands still. */
export const now = Date.UTC(2026, 10, 20, 12);
export const clock = stillClock(now);
