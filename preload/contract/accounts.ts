// Sites and accounts: how a site is found, how somebody signs in, and what can go wrong there.
import type { SignInMethod, SignInRefusal, SignInWays } from '../sign-in-ways.ts';
import type { ProxyTrouble, WallMs } from './common.ts';
import type { PresetView } from './metadata.ts';

export type { SignInMethod, SignInWays, SignInWith } from '../sign-in-ways.ts';

/** Where an account's secret is: the system's keyring, or only this run's memory (no keyring on this computer). */
export type SecretKeeping = 'keyring' | 'session';

/** Who a browser approval is for: a site just found, or an account that signs in again. */
export type ApprovalTarget = { readonly offer: string } | { readonly accountId: string };

/** One of the account's application passwords on the site; the password itself is never shown again. */
export interface AppPasswordView {
  readonly uuid: string;
  readonly name: string;
  readonly createdAt: WallMs | null;
  /** Renewed by the site at most once a day. */
  readonly lastUsedAt: WallMs | null;
  readonly lastIp: string | null;
  /** 'in-use' = the one this account is signed in with here; 'ours' = made by Clipferry, here or elsewhere. */
  readonly mark: 'in-use' | 'ours' | 'other';
}

export interface AccountView {
  readonly id: string;
  readonly siteId: string;
  readonly login: string;
  /** Display name on the site; the login where the site shows none. */
  readonly name: string;
  /** False: the site refused the secret, or this computer no longer has it. Jobs wait; nothing is lost. */
  readonly signedIn: boolean;
  readonly secret: SecretKeeping;
  readonly method: SignInMethod;
  /** Until when a token, renewed by itself where the site allows that, keeps the account signed in; null = no end is known. */
  readonly tokenEndsAt: WallMs | null;
  readonly canUpload: boolean;
  readonly canPublish: boolean;
  /** Whether its last clip was public as soon as it had arrived; null = not known yet. */
  readonly publishesAtOnce: boolean | null;
  /** It turned out that clips are public at once, and nobody was asked about those that wait: they are held until then. */
  readonly publicUnasked: boolean;
  /** New clips wait for their user's word, by what was chosen or, where nothing was, because everybody would see them at once. */
  readonly holdsNew: boolean;
  /** What new clips get; null = nothing by itself. */
  readonly presetId: string | null;
  readonly presets: readonly PresetView[];
}

/** The place that gets what somebody signs in with; stands above each sign-in. */
export interface ShownHost {
  /** Host as it travels (letters of other scripts as `xn--…`), port and, where the site has one, its path: `e.com:8443/blog`. */
  readonly host: string;
  /** The host's name in its own letters; null where that is the same. */
  readonly readable: string | null;
  /** Letters of several scripts stand in one name, as where an address imitates another. */
  readonly isMixed: boolean;
}

export interface SiteView {
  readonly id: string;
  readonly name: string;
  /** The site's home address, as a person would type it. */
  readonly address: string;
  readonly secure: boolean;
  readonly signInHost: ShownHost;
  /** The smallest size in bytes known to be too large for the site; null = none met yet. */
  readonly tooLargeFrom: number | null;
  /** The site itself named that size as its limit; false = a file of that size was refused. */
  readonly tooLargeIsNamed: boolean;
  /** File extensions (lower case, no dot) that the site was seen to refuse. */
  readonly refusedExtensions: readonly string[];
  /** The ways to sign in that the site had when it was last looked at. */
  readonly ways: SignInWays;
  readonly accounts: readonly AccountView[];
}

/** What went wrong while connecting or signing in. Words for each are in renderer/text/jobs.ts. */
export type ConnectProblem =
  | 'address-invalid' // not an address at all
  | 'address-not-found' // no such host
  | 'not-reachable' // host does not answer, refuses, or the line is down
  | ProxyTrouble // the way there ends at a proxy of the network
  | 'certificate' // https answers with a certificate this computer does not trust, or with no https
  | 'certificate-expired' // or not valid yet, also where this computer's clock is wrong
  | 'certificate-name' // of another host
  | 'certificate-authority' // of an authority that this computer does not know, or without the chain to one
  | 'not-wordpress' // a web server, but no REST index
  | 'html-instead' // REST root answers with a web page (firewall, maintenance, captive portal)
  | 'maintenance' // 503
  | 'plain-http' // http:// outside this computer: the site ignores application passwords there
  | 'app-passwords-off' // index says application passwords cannot be used
  | 'no-upload-route' // WordPress, but without the video service's upload route
  | SignInRefusal // users/me did not come back as this user: preload/sign-in-ways.ts
  | 'wrong-account-password' // the token endpoint does not know login and account password
  | 'tokens-off' // the token extension is there, but not set up
  | 'other-account' // signed in, but as somebody else than the account that was to sign in again
  | 'browser-failed' // no browser could be opened, or its answer would not come back here
  | 'not-approved' // the user said no on the site's page
  | 'approval-expired' // no answer came from the browser in time
  | 'other-site' // the browser's answer is about another site than the one that was asked
  | 'header-stripped' // the site's server throws the Authorization header away
  | 'no-upload-right' // signed in, but the role may not upload
  | 'server-error' // 5xx
  | 'open-redirect' // plain http led to another host: somebody on the way may have named it
  | 'moved' // the known site's address leads to another REST root by now
  | 'password-gone' // the application password was taken away meanwhile
  | 'password-name-taken' // another application password of the account has this name
  | 'password-name-refused' // the site takes no application password of this name
  | 'passwords-not-allowed' // signed in, but the account may not do this with its application passwords
  | 'cancelled' // the user stopped waiting
  | 'unexpected'; // an answer we cannot read

export interface ConnectFailure {
  readonly problem: ConnectProblem;
  /** What the site itself said, as plain text of at most 300 characters; null when it said nothing. */
  readonly said: string | null;
  /** Where an address led from and to, where that is the problem. */
  readonly led?: { readonly from: ShownHost; readonly to: ShownHost };
  /** Host and port of the proxy, where one is the problem. */
  readonly proxy?: string;
}

/** What connecting by address found. `offer` names this finding in the sign-in request that follows. */
export interface SiteOffer {
  readonly offer: string;
  readonly name: string;
  readonly address: string;
  readonly secure: boolean;
  readonly signInHost: ShownHost;
  /** What was typed, where redirects led to another host; null = the host answered itself. */
  readonly typedHost: ShownHost | null;
  /**
   * The host whose page names `signInHost` as the place of its data, though that is another one; null = it is the same. Nothing
   * can be signed in before `site.trust`.
   */
  readonly namedBy: ShownHost | null;
  /** The page of the site where an application password is made, when the site tells it. */
  readonly hasPasswordPage: boolean;
  readonly ways: SignInWays;
  /** True: the site shows nothing to strangers, the rest is found out after the sign-in. */
  readonly membersOnly: boolean;
}
