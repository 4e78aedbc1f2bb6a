// How one exchange with a site goes wrong: each fault of a request as data that the line plays out.
import type { HttpProblem } from '../../main/ports.ts';
import type { Chance } from './chance.ts';
import type { FaultKind, HelperFault, RequestFault, UploadFault } from './faults.ts';
import type { Answer, Site } from './site.ts';

export interface Course {
  /** Never reaches the host. */
  readonly connect?: HttpProblem;
  /** The line breaks when this share of the body has left. */
  readonly cutAt?: number;
  /** Ms that the whole body is on its way, where that is long. */
  readonly slowMs?: number;
  /** Nothing moves any more once this share has left. */
  readonly stallAt?: number;
  /** The final answer, given when this share of the body has come in. */
  readonly early?: { readonly share: number; readonly answer: Answer };
  /** Ms after the last byte until the site has done what was asked; null = it never does. */
  readonly workMs: number | null;
  /** What comes back, and when, in ms after the last byte. */
  readonly back: 'answer' | 'reset' | 'nothing' | ((own: Answer | null) => Answer);
  readonly backMs: number;
}

const second = 1_000;
const minute = 60 * second;

const page = (title: string): string => `<!doctype html><html><head><title>${title}</title></head><body></body></html>`;
export const htmlPage = (status: number, title: string): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=UTF-8' },
  body: page(title),
});

/** `now` = the computer's wall clock in ms. */
export function busy(site: Site, status: 429 | 503, seconds: number, asDate: boolean): Answer {
  const header = asDate ? new Date(site.now() + seconds * second).toUTCString() : String(seconds);
  return site.data(status, { code: 'too_many_requests', message: 'Slow down' }, { 'retry-after': header });
}

const text = ({ body }: Answer): string => (typeof body === 'string' ? body : body.toString('latin1'));

/** The course of a request that this fault befalls. `settleMs` = how long the app thinks a site may go on working. */
export function courseOf(
  kind: RequestFault | UploadFault,
  site: Site,
  chance: Chance,
  settleMs: number,
  isUpload: boolean,
): Course {
  const quick = chance.between(5, isUpload ? 900 : 60);
  const fail = (answer: Answer): Course => ({ workMs: null, back: () => answer, backMs: quick });
  const after = (answer: Answer): Course => ({ workMs: quick, back: () => answer, backMs: quick + 1 });
  const code = (): number => chance.pick([500, 502, 504]);
  const broken = (status: number): Answer => htmlPage(status, 'Internal Server Error');
  const seconds = (): number => Math.round(chance.flip(0.9) ? chance.between(5, 120) : chance.between(300, 1_200));
  switch (kind) {
    case 'refused':
      return { connect: 'refused', workMs: null, back: 'reset', backMs: 0 };
    case 'host-not-found':
      return { connect: 'host-not-found', workMs: null, back: 'reset', backMs: 0 };
    case 'reset-before-answer':
      return { workMs: null, back: 'reset', backMs: quick };
    case 'answer-lost':
      return { workMs: quick, back: 'reset', backMs: quick + chance.between(0, 200) };
    case 'answer-never':
      return { workMs: quick, back: 'nothing', backMs: 0 };
    case 'answer-late':
      return {
        workMs: quick,
        back: 'answer',
        backMs: quick + chance.between(5 * second, isUpload ? 5 * minute : 50 * second),
      };
    case 'server-error':
      return fail(broken(code()));
    case 'server-error-stored':
      return after(broken(code()));
    case 'web-page':
      return fail(htmlPage(200, 'One moment, please'));
    case 'web-page-stored':
      return after(htmlPage(200, 'One moment, please'));
    case 'empty-stored':
      return after({ status: 200, headers: {}, body: '' });
    case 'garbage-stored':
      return {
        workMs: quick,
        back: (own) => ({
          status: 200,
          headers: {},
          ...(own ? { body: text(own).slice(0, 9), cut: 'reset' } : { body: '\u0000\u0001' }),
        }),
        backMs: quick + 1,
      };
    case 'warning-json':
      return {
        workMs: quick,
        back: (own) => {
          const answer = own ?? htmlPage(200, '');
          return {
            ...answer,
            body: `<br />\n<b>Warning</b>: Undefined variable in x.php on line 3<br />\n${text(answer)}`,
          };
        },
        backMs: quick + 1,
      };
    case 'not-signed-in':
      return fail(site.refusal(401, isUpload ? 'rest_cannot_create' : 'rest_not_logged_in'));
    case 'busy-seconds':
      return fail(busy(site, 429, seconds(), false));
    case 'busy-date':
      return fail(busy(site, 429, seconds(), true));
    case 'busy-503':
      return fail(busy(site, 503, seconds(), false));
    case 'forbidden-page':
      return fail(htmlPage(403, 'Access denied'));
    case 'moved':
      return fail({ status: chance.pick([301, 302]), headers: { location: `https://${site.host}/login` }, body: '' });
    case 'reset-first-byte':
      return { cutAt: 0, workMs: null, back: 'reset', backMs: 0 };
    case 'reset-mid-body':
      return { cutAt: chance.between(0.01, 0.99), workMs: null, back: 'reset', backMs: 0 };
    case 'late-commit': {
      const workMs = chance.between(quick, settleMs * 0.9);
      const gaveUp = chance.between(0, Math.min(workMs, 60 * second));
      return { workMs, back: chance.flip(0.5) ? 'reset' : () => broken(504), backMs: gaveUp };
    }
    case 'late-commit-beyond':
      return { workMs: chance.between(settleMs * 1.3, settleMs * 3), back: 'reset', backMs: quick };
    case 'stall-sending':
      return { stallAt: chance.fraction(), workMs: null, back: 'nothing', backMs: 0 };
    case 'stall-processing':
      return { workMs: null, back: 'nothing', backMs: 0 };
    case 'server-error-id':
      return after({ ...broken(500), headers: { 'x-wp-upload-attachment-id': '99', 'content-type': 'text/html' } });
    case 'permanent-code':
      return fail(site.refusal(500, chance.pick(['rest_upload_sideload_error', 'rest_upload_unknown_error'])));
    case 'success-false':
    case 'success-false-stored': {
      const answer = site.data(200, { success: false, data: { message: ['Something went wrong'] } });
      return kind === 'success-false' ? fail(answer) : after(answer);
    }
    case 'early-401':
      return early(chance, site.refusal(401, 'rest_cannot_create'));
    case 'early-413':
      return early(chance, htmlPage(413, 'Request Entity Too Large'));
    case 'early-507':
      return early(chance, htmlPage(507, 'Insufficient Storage'));
    case 'no-right':
      return fail(site.refusal(403, 'rest_cannot_create'));
  }
}

/** What a helper says by itself to a request that would be fine; undefined = this fault is another matter. */
export function helperSays(kind: HelperFault, site: Site): Course | undefined {
  const refusals: Partial<Record<HelperFault, readonly [number, string]>> = {
    locked: [423, 'clipferry_locked'],
    'too-many': [429, 'clipferry_too_many'],
    'no-room': [507, 'clipferry_disk_full'],
    'may-not-upload': [403, 'clipferry_may_not_upload'],
  };
  const refusal = refusals[kind];
  return refusal && { workMs: null, back: () => site.refusal(...refusal), backMs: 20 };
}

function early(chance: Chance, answer: Answer): Course {
  return { early: { share: chance.fraction(), answer }, workMs: null, back: 'nothing', backMs: 0 };
}

/** Faults under which a site stores a clip without anybody being told so. */
export const storesBeyond: ReadonlySet<FaultKind> = new Set(['late-commit-beyond']);
