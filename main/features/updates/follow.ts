// Asks a web server for a file, wherever it says that the file lies by now: what counts is what was signed, not who hands it over.
import { type Http, type HttpAnswer, HttpError, type HttpRequest } from '../../ports.ts';
import { minuteMs } from '../../retry.ts';

const mostRedirects = 5;
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Where the answer sends whoever asked for `url`; null = it is the answer. Throws HttpError: never to anything but https. */
function redirectOf({ status, headers }: HttpAnswer, url: string): string | null {
  const { location } = headers;
  if (!redirects.has(status) || location === undefined) return null;
  const next = URL.canParse(location, url) ? new URL(location, url) : null;
  if (next?.protocol !== 'https:') throw new HttpError('protocol', 'Sent on to what is not https');
  return next.href;
}

export type Asked = Pick<HttpRequest, 'url' | 'wholeMs' | 'maxAnswerBytes' | 'signal'> &
  Partial<Pick<HttpRequest, 'headers' | 'onPiece'>>;

/** Throws HttpError. */
export async function getFollowing(http: Http, asked: Asked): Promise<HttpAnswer> {
  let { url } = asked;
  for (let times = 0; times <= mostRedirects; times++) {
    const answer = await http.request({
      ...{ method: 'GET', body: null, headers: {}, onInterim: null, stallMs: minuteMs, answerMs: minuteMs },
      ...asked,
      url,
    });
    const next = redirectOf(answer, url);
    if (next === null) return answer;
    url = next;
  }
  throw new HttpError('protocol', 'Sent on too often');
}
