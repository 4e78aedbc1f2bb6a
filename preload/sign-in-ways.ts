// The ways to sign in, and what an account is then signed in with, one record each: everything in which they differ, for all worlds.
//
// A new way stands in `Given` and in `typedWays`. Where something new is kept of it, that stands in `SignInMethod` and in
// `signInMethods`. The compiler then asks for its words and for what main does with it.

/** What a person gives by each way. The password of the account itself is used once and never kept. */
export interface Given {
  'application-password': { readonly login: string; readonly password: string };
  /** Exchanged at once for something that can be taken back. */
  'account-password': { readonly login: string; readonly password: string };
  /** Made on the site. `consentPlainHttp`: the user agreed that it travels where others on the way can read it. */
  token: { readonly token: string; readonly consentPlainHttp: boolean };
}

/** A way whose secret is typed in the window. */
export type TypedWay = keyof Given;

/** One way to sign in; `browser` = the site's own page where the user approves an application. */
export type SignInWay = TypedWay | 'browser';

/** What a person signs in with. */
export type SignInWith = { readonly [W in TypedWay]: { readonly kind: W } & Given[W] }[TypedWay];

/** What was typed. */
interface Typed {
  readonly login: string;
  readonly secret: string;
  /** The user agreed to plain http. */
  readonly consent: boolean;
}

interface Way<G> {
  /** A site whose ways cannot be read any more is taken to have it. */
  readonly isUsual: boolean;
  readonly asksLogin: boolean;
  /** With the user's consent it may go where others on the way can read it. */
  readonly mayGoPlain: boolean;
  /** The site may name a page where the user makes it. */
  readonly isMadeOnPage: boolean;
  given(typed: Typed): G;
  /** The most characters of each text that the window may hand over; null = it is a yes or no. */
  readonly most: { readonly [K in keyof G]: G[K] extends string ? number : null };
}

const passwordTyped = ({ login, secret }: Typed) => ({ login, password: secret });
const passwordMost = { login: 300, password: 1_000 };

/** In this order they are offered, behind the browser. */
export const typedWays: { readonly [W in TypedWay]: Way<Given[W]> } = {
  'application-password': {
    isUsual: true,
    asksLogin: true,
    mayGoPlain: false,
    isMadeOnPage: true,
    given: passwordTyped,
    most: passwordMost,
  },
  'account-password': {
    isUsual: false,
    asksLogin: true,
    mayGoPlain: false,
    isMadeOnPage: false,
    given: passwordTyped,
    most: passwordMost,
  },
  token: {
    isUsual: false,
    asksLogin: false,
    mayGoPlain: true,
    isMadeOnPage: false,
    given: ({ secret, consent }) => ({ token: secret, consentPlainHttp: consent }),
    most: { token: 10_000, consentPlainHttp: null },
  },
};

export const typedWayIds = Object.keys(typedWays) as readonly TypedWay[];
export const signInWays: readonly SignInWay[] = ['browser', ...typedWayIds];

/** What is handed over of what was typed. */
export function signInWith(way: TypedWay, typed: Typed): SignInWith {
  return { kind: way, ...typedWays[way].given(typed) } as SignInWith;
}

/** A way's name among those of a site: `applicationPassword` for `application-password`. */
type Offer<W extends string> = W extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Offer<Rest>>}` : W;
type ByOffer<T> = { readonly [W in SignInWay as Offer<W>]: T };

/** The ways to sign in that a site has. */
export type SignInWays = ByOffer<boolean>;

const offerOf = (way: SignInWay) => way.replace(/-./g, ([, letter = '']) => letter.toUpperCase()) as Offer<SignInWay>;

/** Something for each way, under its name among those of a site. */
export function byOffer<T>(make: (way: SignInWay) => T): ByOffer<T> {
  return Object.fromEntries(signInWays.map((way) => [offerOf(way), make(way)])) as ByOffer<T>;
}

/** The ways that a site offers, in their order. */
export function offeredWays(ways: SignInWays): readonly SignInWay[] {
  return signInWays.filter((way) => ways[offerOf(way)]);
}

/** What an account is signed in with: what is kept among the secrets. */
export type SignInMethod = 'application-password' | 'token';

/** What a refusal of it is called where somebody signs in. Its words: `connect.<refusal>`. */
export type SignInRefusal = 'wrong-password' | 'token-refused';

/** And where a site is checked. Its words: `checkup.<refusal>`. */
export type CheckRefusal = 'password-refused' | 'token-refused';

/** The header in which a secret goes unless something else is said. */
export const usualHeader = 'authorization';

interface Method {
  /** The header that carries it to the site, in lower case. */
  readonly header: string;
  /** It may end without anybody's doing: the user is told when, and may sign in again before. */
  readonly endsByItself: boolean;
  /** It is one of the account's application passwords, which the site lists and the user may revoke. */
  readonly isAppPassword: boolean;
  /** With the user's consent it may go where others on the way can read it. */
  readonly mayGoPlain: boolean;
  readonly refused: { readonly signingIn: SignInRefusal; readonly checking: CheckRefusal };
}

export const signInMethods = {
  'application-password': {
    header: usualHeader,
    endsByItself: false,
    isAppPassword: true,
    mayGoPlain: false,
    refused: { signingIn: 'wrong-password', checking: 'password-refused' },
  },
  token: {
    header: usualHeader,
    endsByItself: true,
    isAppPassword: false,
    mayGoPlain: true,
    refused: { signingIn: 'token-refused', checking: 'token-refused' },
  },
} as const satisfies { readonly [M in SignInMethod]: Method };

export const methodIds = Object.keys(signInMethods) as readonly SignInMethod[];

type Methods = typeof signInMethods;
/** A method that may end by itself; it is greeted with a word about that. */
export type EndingMethod = { [M in SignInMethod]: Methods[M]['endsByItself'] extends true ? M : never }[SignInMethod];

export function endsByItself(method: SignInMethod): method is EndingMethod {
  return signInMethods[method].endsByItself;
}

/** Every header that ever carries a secret. */
export const secretHeaders: readonly string[] = [...new Set(methodIds.map((method) => signInMethods[method].header))];

export const checkRefusals = Object.fromEntries(
  methodIds.map((method) => [signInMethods[method].refused.checking, true]),
) as Readonly<Record<CheckRefusal, true>>;

export function isCheckRefusal(code: string): code is CheckRefusal {
  return Object.hasOwn(checkRefusals, code);
}
