// What a site said: an answer read as far as it can be understood, with nothing in it trusted, and the codes of a refused sign-in.
import { decode } from 'html-entities';
import type { BusyWhy } from './model.ts';
import type { HttpAnswer } from './ports.ts';
import { tolerantJson } from './untrusted/json.ts';
import { firstElement, firstTag, withoutScripts, withoutTags } from './untrusted/markup.ts';
import { toldMoment, toldWhole } from './untrusted/values.ts';

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
  const plain = withoutTags(decode(bare), (next) => /[/!a-z]/i.test(next))
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length > 300 ? `${plain.slice(0, 299).toWellFormed()}…` : plain;
}

/** What stands at `path` of a value that may be anything; undefined when nothing does. */
export function field(value: unknown, ...path: readonly string[]): unknown {
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

const signInCodes = new Set([
  'rest_not_logged_in',
  'incorrect_password',
  'invalid_username',
  'invalid_email',
  'application_passwords_disabled',
  'application_passwords_disabled_for_user',
  'rest_cookie_invalid_nonce',
]);

/** A code that says that nobody is signed in. */
export function isSignInCode(code: string | null): boolean {
  return code !== null && (signInCodes.has(code) || code.startsWith('jwt_auth_'));
}

/** True when the site did not accept the sign-in of this very call. */
export function refusesSignIn(said: SiteAnswer): boolean {
  return isSignInCode(said.code) || (said.status === 401 && said.json !== undefined);
}

/** Why it does not take anything now; both are waited for alike, only the words differ. */
export function busyWhy(said: SiteAnswer): BusyWhy {
  return said.maintained ? 'site-maintenance' : 'site-busy';
}

/** The media record that the site says it has made, also where it failed afterwards (F-03); null = it says nothing. */
export function storedFileIn(said: SiteAnswer): number | null {
  return toldWhole(said.headers['x-wp-upload-attachment-id']) || null;
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
