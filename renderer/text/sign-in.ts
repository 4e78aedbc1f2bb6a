// The words around the ways to sign in, the end of a token and the application passwords of an account.
import type {
  AccountView,
  AppPasswordView,
  SecretKeeping,
  ShownHost,
  SignInMethod,
  SignInWith,
  SiteOffer,
} from '../../preload/contract.ts';
import { counted, formatDate } from './format.ts';

/** One way to sign in, as it is offered. */
export type Way = SignInWith['kind'] | 'browser';

export interface WayWords {
  /** On the button that chooses it among others. */
  readonly choose: string;
  readonly help: string;
}

export const wayWords = {
  browser: {
    choose: 'Approve in the browser',
    help: 'Your browser opens a page of the site. Sign in there if it asks, approve Clipferry, and come back. If the page does not open for your account, use another way.',
  },
  'application-password': {
    choose: 'Use an application password',
    help: 'On the site: Account → App Password, enter “Clipferry” as App name, press “Add New Application Password”. It is shown once only: copy it and paste it here.',
  },
  'account-password': {
    choose: 'Use your account password',
    help: 'Clipferry makes an application password of its own with it and forgets it. Where the site has none, an access token is kept instead; your account password never is.',
  },
  token: {
    choose: 'Paste an access token',
    help: 'On the site: Account → Access Token, enter your account password, press “Create a token”. It is shown once only, and ends by itself after some days: then Clipferry asks for a new one.',
  },
} as const satisfies Record<Way, WayWords>;

export const plainHttpWarning =
  'This site has no secure connection: others in your network and on the way can read the token and use it. Ask the site’s host for https if you can.';
export const plainHttpConsent = 'Send it all the same';

/** The host follows. */
export const signInHostWords = 'Your sign-in goes to';

/** What is odd about the name of a host; null = nothing. */
export function hostNote({ host, readable, isMixed }: ShownHost): string | null {
  if (readable === null) return null;
  return isMixed
    ? `Be careful: “${readable}” mixes letters of several alphabets, as addresses do that imitate others. Its real name is ${host}.`
    : `In browsers this address also appears as “${readable}”.`;
}

/** Said when redirects led away from what was typed; null = they did not. */
export function leadsToWords({ typedHost, signInHost, namedBy }: SiteOffer): string | null {
  return typedHost === null ? null : `${typedHost.host} leads to ${(namedBy ?? signInHost).host}.`;
}

/** The question before a sign-in at a host that another one named. */
export function trustWords(named: ShownHost, by: ShownHost): { readonly title: string; readonly what: string } {
  return {
    title: `Send your sign-in to ${named.host}?`,
    what: `${by.host} says that its videos are managed at ${named.host}, which is another site. Your sign-in would go there. Continue only if you know that both are yours.`,
  };
}

const methodWords = {
  'application-password': 'an application password',
  token: 'an access token',
} as const satisfies Record<SignInMethod, string>;

const keptWords = {
  keyring: 'kept in this computer’s keyring',
  session: 'kept only until Clipferry is closed',
} as const satisfies Record<SecretKeeping, string>;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** When a token ends, as a person would ask: soon, or at what date. */
export function tokenEndWords(endsAt: number | null, now: number): string {
  if (endsAt === null) return 'It names no end.';
  const left = endsAt - now;
  if (left <= 0) return 'It has ended.';
  if (left < hour) return `It ends in ${counted(Math.ceil(left / minute), 'minute', 'minutes')}.`;
  if (left < 2 * day) return `It ends in ${counted(Math.floor(left / hour), 'hour', 'hours')}.`;
  return `It ends in ${counted(Math.floor(left / day), 'day', 'days')}, on ${formatDate(endsAt)}.`;
}

/** How an account is signed in, where the secret is, and what it may do. */
export function accountWords(account: AccountView, now: number): string {
  const rights = account.canUpload
    ? account.canPublish
      ? 'May upload and publish.'
      : 'May upload; someone else publishes.'
    : 'May not upload.';
  const end = account.method === 'token' ? ` ${tokenEndWords(account.tokenEndsAt, now)}` : '';
  return `With ${methodWords[account.method]}, ${keptWords[account.secret]}.${end} ${rights}`;
}

/** Said after signing in when only a token could be had, because it will ask for the person again. */
export function signedInWords(account: AccountView, now: number): string | null {
  if (account.method !== 'token') return null;
  return `Signed in with an access token. ${tokenEndWords(account.tokenEndsAt, now)} Clipferry asks before it sends what would take longer.`;
}

export const markWords = {
  'in-use': 'In use here',
  ours: 'Made by Clipferry',
  other: null,
} as const satisfies Record<AppPasswordView['mark'], string | null>;

export function passwordFacts(password: AppPasswordView): string {
  const made = password.createdAt === null ? null : `made ${formatDate(password.createdAt)}`;
  const from = password.lastIp === null ? '' : ` from ${password.lastIp}`;
  const used = password.lastUsedAt === null ? 'not used yet' : `last used ${formatDate(password.lastUsedAt)}${from}`;
  return [made, used].filter((part) => part !== null).join(', ');
}
