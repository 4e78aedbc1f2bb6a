// The words around the ways to sign in, the end of a token and the application passwords of an account.
import type { AccountView, AppPasswordView, ShownHost, SiteOffer } from '../../preload/contract.ts';
import { endsByItself } from '../../preload/sign-in-ways.ts';
import { formatDate } from '../../preload/text/format.ts';
import { listed, sentences, t } from '../../preload/text/text.ts';

/** What is odd about the name of a host; null = nothing. */
export function hostNote({ host, readable, isMixed }: ShownHost): string | null {
  if (readable === null) return null;
  return isMixed ? t('sign-in.host.mixed', { readable, host }) : t('sign-in.host.readable', { readable });
}

/** Said when redirects led away from what was typed; null = they did not. */
export function leadsToWords({ typedHost, signInHost, namedBy }: SiteOffer): string | null {
  return typedHost === null ? null : t('connect.leads', { typed: typedHost.host, host: (namedBy ?? signInHost).host });
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** When a token ends, as a person would ask: soon, or at what date. */
export function tokenEndWords(endsAt: number | null, now: number): string {
  if (endsAt === null) return t('account.token.no-end');
  const left = endsAt - now;
  if (left <= 0) return t('account.token.ended');
  if (left < hour) return t('account.token.minutes', { minutes: Math.ceil(left / minute) });
  if (left < 2 * day) return t('account.token.hours', { hours: Math.floor(left / hour) });
  return t('account.token.days', { days: Math.round(left / day), date: formatDate(endsAt) });
}

/** How an account is signed in, where the secret is, and what it may do. */
export function accountWords(account: AccountView, now: number): string {
  const { method, secret, canUpload, canPublish, publishesAtOnce } = account;
  return sentences(
    t(`account.with.${method}`, { kept: secret }),
    endsByItself(method) ? tokenEndWords(account.tokenEndsAt, now) : null,
    t(canUpload ? (canPublish ? 'account.may.publish' : 'account.may.upload') : 'account.may.nothing'),
    publishesAtOnce === null ? null : t(publishesAtOnce ? 'account.publishes' : 'account.publishes-not'),
  );
}

/** Said after signing in by what may end, because it will ask for the person again. */
export function signedInWords(account: AccountView, now: number): string | null {
  const { method } = account;
  if (!endsByItself(method)) return null;
  return sentences(t(`account.welcome.${method}`), tokenEndWords(account.tokenEndsAt, now), t('account.token.asks'));
}

export function passwordFacts({ createdAt, lastUsedAt, lastIp }: AppPasswordView): string {
  return listed([
    ...(createdAt === null ? [] : [t('password.created', { date: formatDate(createdAt) })]),
    lastUsedAt === null ? t('password.unused') : t('password.used', { date: formatDate(lastUsedAt), address: lastIp }),
  ]);
}

/** What a question about many passwords is called. */
interface RevokeWords {
  readonly title: string;
  readonly body: string;
  readonly yes: string;
}

const usedOf = (passwords: readonly AppPasswordView[]): AppPasswordView | undefined =>
  passwords.find(({ mark }) => mark === 'in-use');

/** How many sign Clipferry in elsewhere. */
const oursElsewhere = (passwords: readonly AppPasswordView[]): number =>
  passwords.filter(({ mark }) => mark === 'ours').length;

/** Asked before all but the one in use are taken away; null = none is known to be in use here. */
export function revokeOthersWords(passwords: readonly AppPasswordView[]): RevokeWords | null {
  const used = usedOf(passwords);
  if (used === undefined) return null;
  const others = passwords.length - 1;
  return {
    title: t('password.others.title', { others }),
    body: t('password.others.body', { used: used.name, others, ours: oursElsewhere(passwords) }),
    yes: t('password.others.yes', { others }),
  };
}

/** Asked before all are taken away, which may be what this computer signs in with: `isAppPassword` = it does, whether the site says with which or not. */
export function revokeAllWords(
  passwords: readonly AppPasswordView[],
  site: string,
  isAppPassword: boolean,
): RevokeWords {
  const used = usedOf(passwords);
  const ours = oursElsewhere(passwords);
  const count = { passwords: passwords.length };
  if (used === undefined && isAppPassword) {
    return {
      title: t('password.all.title.ours', count),
      body: t('password.all.body.unknown', { site }),
      yes: t('password.all.yes.ours', count),
    };
  }
  if (used === undefined) {
    return {
      title: t('password.all.title', count),
      body: t('password.all.body', { ours }),
      yes: t('password.all.yes', count),
    };
  }
  return {
    title: t('password.all.title.ours', count),
    body: t('password.all.body.ours', { used: used.name, site, ours }),
    yes: t('password.all.yes.ours', count),
  };
}
