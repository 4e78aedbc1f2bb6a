// Words that the shapes of every room are written with.

/** Milliseconds since 1970 by this computer's clock. */
export type WallMs = number;

export type Outcome<T, F> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: F };

/** A proxy of the network that wants a sign-in. */
export interface ProxyView {
  /** Names it in requests. */
  readonly id: string;
  /** Host and port. */
  readonly address: string;
  /** What Clipferry signs in as; '' = nothing is known. */
  readonly user: string;
}

/** Proxies and their sign-ins. */
export interface ProxiesView {
  /** The one that asks now, and whether it did not accept what it was shown; null = none asks. */
  readonly asking: (ProxyView & { readonly isRefused: boolean; readonly isSecure: boolean }) | null;
  /** Those that Clipferry signs in at by itself. */
  readonly kept: readonly ProxyView[];
}

/** What became of a sign-in at a proxy. */
export type ProxySignInOutcome = 'accepted' | 'refused' | 'no-answer';

/** Why nothing gets through a proxy of the network. */
export type ProxyTrouble =
  | 'proxy-sign-in' // it asks for a sign-in, or did not accept ours
  | 'proxy-method' // it asks for one in a way that is not spoken here (Digest, NTLM, Negotiate)
  | 'proxy-refuses' // it does not let anybody here to that site
  | 'proxy-away' // it does not answer, or not as a proxy does
  | 'proxy-kind'; // it is of a kind that is not spoken here (SOCKS)
