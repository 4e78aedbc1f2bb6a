// The one table of what failures mean: by the JSON `code` first, by the status second.
import { decode } from 'html-entities';
import type { BusyWhy, FailureCause, NeedsYouAction, NeedsYouReason, Verdict, WaitReason } from './model.ts';
import { FileError, type HttpAnswer, HttpError } from './ports.ts';
import { tolerantJson } from './untrusted/json.ts';
import { firstElement, firstTag, withoutScripts, withoutTags } from './untrusted/markup.ts';
import { toldMoment, toldWhole } from './untrusted/values.ts';

// ---------------------------------------------------------------- reading what was said

/** An answer as far as it can be understood; nothing in it is trusted. */
export interface SiteAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON value, also when warnings stand around it; undefined when there is none. */
  readonly json: unknown;
  /** A page for people where data was expected. */
  readonly webPage: boolean;
  readonly code: string | null;
  /** Plain text of at most 300 characters; null when nothing was said. */
  readonly message: string | null;
  readonly retryAfterMs: number | null;
  /** It says that it is being worked on, which is usually an update; nobody has to do anything. */
  readonly maintained: boolean;
}

/** No more of a text than this is looked at: only its beginning is ever shown. */
const longestText = 20_000;
/** Codes are names of a few words; what is longer is compared with none and kept nowhere. */
const longestCode = 200;
/** Of a list of messages, so many are looked at. */
const mostTexts = 20;

/** Tags out, entities decoded once, spaces folded, at most 300 characters: text of a site is never shown otherwise. */
export function plainText(html: string): string {
  const bare = withoutTags(withoutScripts(html.slice(0, longestText), ' '));
  // Tags that were hidden in entities are tags of a message all the same.
  const text = withoutTags(decode(bare), (next) => /[/!a-z]/i.test(next))
    .replace(/\s+/g, ' ')
    .trim();
  return text.length > 300 ? `${text.slice(0, 299).toWellFormed()}…` : text;
}

function field(value: unknown, ...path: readonly string[]): unknown {
  let at = value;
  for (const name of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
}

/** At most as much of it as is looked at. */
function text(value: unknown): string | null {
  if (typeof value === 'string' && value !== '') return value.slice(0, longestText);
  if (Array.isArray(value)) {
    const parts = value
      .slice(0, mostTexts)
      .flatMap((one) => (typeof one === 'string' ? one.slice(0, longestText) : []));
    return parts.length > 0 ? parts.join(' ') : null;
  }
  return null;
}

/** The first code of a dumped WP_Error: `{errors: {code: [messages]}}`. */
function dumpedCode(errors: unknown): string | null {
  const inner = field(errors, 'errors');
  return typeof inner === 'object' && inner !== null ? (Object.keys(inner)[0] ?? null) : null;
}

/**
 * Retry-After in seconds or as a date, as milliseconds from `now`, at most a day. A date is meant by the site's own clock, which
 * the same answer tells: this computer's may have been set (F-13).
 */
function retryAfter({ 'retry-after': header, date }: HttpAnswer['headers'], now: number): number | null {
  if (header === undefined) return null;
  const seconds = toldWhole(header);
  const until = seconds === null ? toldMoment(header) : null;
  const ms = seconds !== null ? seconds * 1_000 : until !== null ? until - (toldMoment(date) ?? now) : null;
  return ms === null ? null : Math.min(Math.max(0, ms), 24 * 3_600_000);
}

/** `now` = wall clock in ms, for Retry-After given as a date. */
export function readAnswer(answer: HttpAnswer, now: number): SiteAnswer {
  const body = new TextDecoder().decode(answer.body);
  const json = tolerantJson(body, answer.cut !== null);
  const webPage = json === undefined && body.trimStart().startsWith('<');
  const data = field(json, 'data');
  const code =
    text(field(json, 'code')) ??
    text(field(data, 'code')) ??
    dumpedCode(field(data, 'errors')) ??
    dumpedCode(field(data, 'error')) ??
    (text(field(data, 'error')) || null);
  const told = text(field(json, 'message')) ?? text(field(data, 'message'));
  const message = told !== null ? plainText(told) || null : webPage ? plainText(titleOf(body)) || null : null;
  const retryAfterMs = retryAfter(answer.headers, now);
  return {
    status: answer.status,
    headers: answer.headers,
    json,
    webPage,
    // Plugin A writes "[jwt_auth] incorrect_password" (platform facts, section 6).
    code: code === null ? null : code.slice(0, longestCode).replace(/^\[\w+\]\s*/, ''),
    message,
    retryAfterMs,
    maintained: answer.status === 503 && saysMaintained(code, message, webPage ? body : '', retryAfterMs),
  };
}

/** What plugins and hosts call it where they say so themselves. */
const maintenance =
  /maint[ea]nance|wartung|mantenimiento|manuten[cç]|manutenzione|onderhoud|konserwac|обслуживани|メンテナンス|维护|維護/i;

/**
 * WordPress's own maintenance mode ends with its error page, in the site's language, and asks for ten minutes (measured with 6.1).
 * A page's text says nothing: Apache's page for every 503 speaks of "maintenance downtime or capacity problems".
 */
function saysMaintained(
  code: string | null,
  message: string | null,
  html: string,
  retryAfterMs: number | null,
): boolean {
  const body = firstTag(html.slice(0, longestText), 'body')?.tag ?? '';
  const wordPress = code === 'wp_die' || /\sid=["']error-page["']/i.test(body);
  return (wordPress && retryAfterMs !== null) || maintenance.test(`${code ?? ''} ${message ?? ''}`);
}

function titleOf(html: string): string {
  return firstElement(html.slice(0, longestText), 'title') ?? html.slice(0, 2_000);
}

/** A limit in bytes that PHP's warning names, the only place where one is ever told (platform facts, section 16). */
export function toldLimit(body: Uint8Array): number | null {
  const match = /exceeds the limit of (\d+) bytes/.exec(new TextDecoder().decode(body.subarray(0, 4_096)));
  return toldWhole(match?.[1]);
}

// ---------------------------------------------------------------- the table

const retry = (why: WaitReason, bounded: boolean, afterMs: number | null = null): FailureCause => ({
  kind: 'retry',
  why,
  afterMs,
  bounded,
});
const ask = (reason: NeedsYouReason, action: NeedsYouAction, detail: string | null = null): FailureCause => ({
  kind: 'needs-you',
  reason,
  action,
  detail,
});

const signInCodes = new Set([
  'rest_not_logged_in',
  'incorrect_password',
  'invalid_username',
  'invalid_email',
  'application_passwords_disabled',
  'application_passwords_disabled_for_user',
  'rest_cookie_invalid_nonce',
]);

type Row = { readonly needs: NeedsYouReason; readonly action: NeedsYouAction };

/** Codes that settle an upload for good: the site decided, and nothing was stored. */
const uploadCodes: ReadonlyMap<string, Row> = new Map(
  Object.entries<Row>({
    // no right: the status can be 400, 401 or 403 (F-04)
    rest_cannot_create: { needs: 'no-upload-right', action: 'retry' },
    rest_forbidden: { needs: 'no-upload-right', action: 'retry' },
    no_permission: { needs: 'no-upload-right', action: 'retry' },
    not_verified: { needs: 'no-upload-right', action: 'retry' },
    upload_files_disabled: { needs: 'no-upload-right', action: 'retry' },
    // too large: PHP drops the whole body over post_max_size, so that the site sees no file at all (F-20)
    rest_upload_no_data: { needs: 'too-large', action: 'retry' },
    rest_upload_no_content_disposition: { needs: 'too-large', action: 'retry' },
    rest_upload_file_too_big: { needs: 'too-large', action: 'retry' },
    rest_upload_limited_space: { needs: 'too-large', action: 'retry' },
    file_size_not_allowed: { needs: 'too-large', action: 'retry' },
    // refused kinds
    file_type_not_allowed: { needs: 'extension-refused', action: 'remove' },
    video_format_not_allowed: { needs: 'extension-refused', action: 'remove' },
    audio_format_not_allowed: { needs: 'extension-refused', action: 'remove' },
    // status 500 for permanent causes (F-04)
    rest_upload_sideload_error: { needs: 'type-refused', action: 'remove' },
    rest_upload_unknown_error: { needs: 'type-refused', action: 'remove' },
    rest_upload_image_type_not_supported: { needs: 'type-refused', action: 'remove' },
    rest_no_route: { needs: 'upload-route-missing', action: 'retry' },
  }),
);

/** Names of PHP's own limits stay untranslated in messages of every language. */
const phpLimit = /upload_max_filesize|post_max_size|MAX_FILE_SIZE/;

interface Sorted {
  readonly cause: FailureCause;
  /** False: the site may have the clip all the same; look before acting on the meaning. */
  readonly certain: boolean;
}

function isSignInCode(code: string | null): boolean {
  return code !== null && (signInCodes.has(code) || code.startsWith('jwt_auth_'));
}

/** Why it does not take anything now; both are waited for alike, only the words differ. */
export function busyWhy(said: SiteAnswer): BusyWhy {
  return said.maintained ? 'site-maintenance' : 'site-busy';
}

/** True when the site did not accept the sign-in of this very call. */
export function refusesSignIn(said: SiteAnswer): boolean {
  return isSignInCode(said.code) || (said.status === 401 && said.json !== undefined);
}

function sortByCode(said: SiteAnswer, extension: string): Sorted | null {
  if (said.code === null) return null;
  if (isSignInCode(said.code)) return { cause: { kind: 'sign-in' }, certain: true };
  const row = uploadCodes.get(said.code);
  if (!row) return null;
  // 401 is said to nobody in particular: the secret was not even looked at, or it is dead (platform facts, section 17; F-15).
  if (row.needs === 'no-upload-right' && said.status === 401) return { cause: { kind: 'sign-in' }, certain: true };
  if (said.message !== null && phpLimit.test(said.message)) return { cause: ask('too-large', 'retry'), certain: true };
  const detail = row.needs === 'extension-refused' ? extension : row.needs === 'too-large' ? null : said.message;
  return { cause: ask(row.needs, row.action, detail), certain: true };
}

function sortByStatus(said: SiteAnswer, extension: string): Sorted {
  const { status, message } = said;
  const isData = said.json !== undefined;
  if (status === 413) return { cause: ask('too-large', 'retry'), certain: true };
  // Data without a code at this status is a bot check's (F-21); it says nothing about this kind of file.
  if (status === 415 && isData && said.code === null) {
    return { cause: ask('web-page-answer', 'retry', message), certain: true };
  }
  if (status === 415) return { cause: ask('extension-refused', 'remove', extension), certain: true };
  if (status === 429) return { cause: retry('site-busy', false, said.retryAfterMs), certain: true };
  // "Still at it" and "another body under this key" (Idempotency-Key): with a code of its own it is another matter.
  if (status === 409 && said.code === null) {
    return { cause: retry('site-busy', false, said.retryAfterMs), certain: false };
  }
  if (status === 422 && said.code === null && isData) return { cause: retry('server-error', true), certain: true };
  // The platform's maintenance mode answers so before anything of it runs: the clip was not looked at (measured with 6.1).
  const untouched = said.code === 'wp_die' && said.retryAfterMs !== null;
  if (status === 503) return { cause: retry(busyWhy(said), false, said.retryAfterMs), certain: untouched };
  if (status === 401 && isData) return { cause: { kind: 'sign-in' }, certain: true };
  if (status === 408 || status === 425) return { cause: retry('connection-lost', false), certain: false };
  if (status >= 500) return { cause: retry('server-error', true, said.retryAfterMs), certain: false };
  if (status >= 300 && status < 400) {
    // Not there (F-17). Some answer a form that they took with 302 or 303, which lead to a page about it.
    const moved = status === 301 || status === 307 || status === 308;
    return { cause: ask('upload-route-missing', 'retry', message), certain: moved };
  }
  if (said.webPage || status === 401) {
    // A firewall's or portal's page (F-05, F-21): one file may be parked, but what happened behind it is not known.
    const cause = status < 400 ? retry('web-page-answer', true) : ask('web-page-answer', 'retry', message);
    return { cause, certain: status === 401 };
  }
  if (status === 404) return { cause: ask('upload-route-missing', 'retry', message), certain: true };
  return { cause: ask('site-refused', 'retry', message), certain: isData };
}

/** The media record that the site says it has made, also where it failed afterwards (F-03); null = it says nothing. */
export function storedFileIn(said: SiteAnswer): number | null {
  return toldWhole(said.headers['x-wp-upload-attachment-id']) || null;
}

/** What an answer to the upload means. `allSent` = the last byte may have left. `videoId` = what id it names, if any. */
export function sortUploadAnswer(
  said: SiteAnswer,
  allSent: boolean,
  videoId: number | null,
  extension: string,
): Verdict {
  const ok = said.status >= 200 && said.status < 300;
  const saysNo =
    field(said.json, 'success') === false ||
    (ok && videoId === null && said.code !== null && field(said.json, 'success') !== true);
  if (ok && !saysNo && !said.webPage) {
    // A 2xx that came before the body was complete cannot be about this clip.
    return allSent ? { kind: 'arrived', videoId } : { kind: 'failed', cause: retry('connection-lost', false) };
  }
  // It was stored, and the work on it went wrong afterwards: a second copy would help nobody (F-03).
  if (said.status >= 500 && allSent && storedFileIn(said) !== null) return { kind: 'arrived', videoId: null };
  const { cause, certain } =
    sortByCode(said, extension) ??
    (ok && saysNo
      ? { cause: ask('site-refused', 'retry', said.message), certain: false }
      : sortByStatus(said, extension));
  // A 2xx that says no is looked up first, whatever its code (decision 4).
  return allSent && (ok || !certain) ? { kind: 'unclear', otherwise: cause } : { kind: 'failed', cause };
}

/** What it means that no answer came. Once the last byte may have left, no broken line proves anything (F-01). */
export function sortNoAnswer(error: HttpError, allSent: boolean): Verdict {
  const kept = sortKeptBack(error);
  if (kept) return { kind: 'failed', cause: kept };
  const cause = retry('connection-lost', false);
  if (allSent) return { kind: 'unclear', otherwise: cause };
  return error.problem === 'aborted' ? { kind: 'stopped' } : { kind: 'failed', cause };
}

/** What trouble with the clip on disk means. */
export function sortFileError(error: FileError): FailureCause {
  switch (error.problem) {
    case 'missing':
      return ask('clip-missing', 'retry');
    case 'unreadable':
    case 'failed':
      return ask('clip-unreadable', 'retry', plainText(error.message));
    case 'busy':
      return retry('clip-busy', false);
    case 'not-a-file':
      return ask('clip-no-file', 'retry');
    case 'no-answer':
      return retry('disk-silent', false);
  }
}

/** What a failed call of the API (not the upload) means for the step that made it. */
export function sortCallFailure(error: unknown): FailureCause {
  if (error instanceof SiteRefusal) {
    const { said } = error;
    if (refusesSignIn(said)) return { kind: 'sign-in' };
    if (said.status === 429 || said.status === 503) return retry(busyWhy(said), false, said.retryAfterMs);
    if (said.status >= 500) return retry('server-error', true, said.retryAfterMs);
    const noData = said.json === undefined && said.status >= 200 && said.status <= 299;
    // A page in between, or an answer that was cut off on its way.
    if (said.webPage || noData) return retry('web-page-answer', true);
    return ask('site-refused', 'retry', said.message ?? said.code);
  }
  if (error instanceof HttpError) return sortKeptBack(error) ?? retry('connection-lost', false);
  // What the site shows was to be compared with the clip.
  if (error instanceof FileError) return sortFileError(error);
  throw error;
}

/** Not asked: the host wants to be left alone for `leftMs` more. */
export class HeldBack extends HttpError {
  readonly leftMs: number;
  readonly why: BusyWhy;
  constructor(leftMs: number, why: BusyWhy) {
    super('not-asked', 'The site asked to be left alone for a while');
    this.leftMs = leftMs;
    this.why = why;
  }
}

/** Not asked: the site refused this very secret before (F-15). */
export class SecretRefused extends HttpError {
  constructor() {
    super('not-asked', 'The site no longer accepts this sign-in');
  }
}

/** What it means that a request was kept back; null = it was not. The host's own time counts, so none is set here (F-14). */
function sortKeptBack(error: HttpError): FailureCause | null {
  if (error instanceof SecretRefused) return { kind: 'sign-in' };
  return error instanceof HeldBack ? retry(error.why, false) : null;
}

/** An answer of the site that is not what was asked for. */
export class SiteRefusal extends Error {
  override readonly name = 'SiteRefusal';
  readonly said: SiteAnswer;
  constructor(said: SiteAnswer) {
    super(`The site answered ${said.status}${said.code ? ` ${said.code}` : ''}`);
    this.said = said;
  }
}

export { FileError, HttpError };
