// The check-up of a site: what it can find.
import type { CheckRefusal } from '../sign-in-ways.ts';
import type { ProxyTrouble, WallMs } from './common.ts';

/** 'unknown' = could not be learned: nothing is claimed either way. */
export type CheckStatus = 'fine' | 'note' | 'blocks' | 'unknown';

/** What the check-up of a site can find. Words for each are in renderer/text/checkup.ts. */
export type CheckCode =
  // does the site answer as it should
  | 'answers' // names: the REST root
  | 'answers-members' // to members only; names: the REST root
  | 'text-before-data' // a PHP warning or other text stands before the data; said: that text
  | 'no-answer'
  | ProxyTrouble // names: the proxy
  | 'certificate'
  | 'certificate-expired'
  | 'certificate-name'
  | 'certificate-authority'
  | 'maintenance'
  | 'html-instead' // the site is there, and a web page answers in place of its data
  | 'someone-else' // nothing there says that it is the site: a network's sign-in page, another web site
  | 'server-error'
  | 'not-wordpress'
  | 'moved' // names: the host that it leads to
  | 'asked-for-time' // not asked now: the site wants to be left alone; amount: ms
  | 'not-looked' // the rest was not asked, because the site did not answer
  // connection
  | 'secure'
  | 'own-computer'
  | 'plain-http-token' // the user agreed that the token travels in the clear
  | 'plain-http' // application passwords are ignored there
  // sign-in, by account
  | 'sign-in-arrives'
  | 'sign-in-unknown'
  | 'signed-out'
  | CheckRefusal // what it is signed in with is not taken any more: preload/sign-in-ways.ts
  | 'passwords-off'
  | 'passwords-off-for-person'
  | 'header-stripped'
  | 'header-stripped-probably' // or the password was taken back: nothing on this site can tell
  | 'other-person'
  // rights, by account
  | 'may-publish'
  | 'may-upload' // and not publish
  | 'no-upload-right'
  | 'upload-not-allowed' // the role may, the upload route says no
  | 'uploads-refused' // what the site said to clips that were sent; clips: how many
  // upload service
  | 'upload-route' // names: route and method
  | 'upload-route-missing'
  | 'upload-route-clips' // clips that were sent did not find it any more; clips: how many
  | 'uploads-blocked' // clip after clip is answered with a web page, anything else is not
  | 'uploads-unsure' // the same, and nobody knows whether anything else is
  | 'site-blocked' // so is everything else
  | 'web-page-clips' // clips that were answered with a web page; clips: how many
  | 'upload-route-moved' // names: where it was, where one is now
  | 'upload-route-unknown'
  // access token, by account; amount: when it ends, or how long it lives in ms
  | 'token-lasts'
  | 'token-renews'
  | 'token-ends'
  | 'token-too-short' // names: the clip that takes longer
  // size; amount: bytes
  | 'size-limit'
  | 'size-doubted'
  | 'size-limit-clips' // clips that are larger
  | 'size-arrived' // the largest file that is there: a lower bound
  | 'size-unknown'
  // our helper for WordPress
  | 'in-pieces'
  | 'in-one'
  | 'helper-older' // names: the version there, the one that this Clipferry brings
  | 'helper-not-ready' // it is there, and cannot keep pieces: clips go in one
  | 'helper-refuses' // it is there, and the site's own upload takes no whole file from it: clips go in one
  | 'helper-blocked' // it is there, and somebody before the site lets no piece through: clips go in one
  // kinds; names: extensions
  | 'kinds-open'
  | 'kinds-refused'
  | 'kinds-refused-clips' // clips of such a kind
  | 'kinds-doubtful' // clips of a kind that the site's known plugin refuses unless it was told otherwise
  // publishing
  | 'publishes-at-once'
  | 'publishes-later'
  | 'publishing-unknown'
  // after a lost answer
  | 'keys-honoured'
  | 'looks-first'
  | 'ranges'
  | 'no-ranges'
  | 'ranges-unknown'
  // clock; amount: ms that the site's is ahead
  | 'clock-right'
  | 'clock-off'
  | 'clock-unknown';

export interface CheckFinding {
  readonly code: CheckCode;
  readonly status: CheckStatus;
  /** The account that it is about; null = the site. */
  readonly accountId: string | null;
  /** What the site itself said, as plain text; null when it said nothing. */
  readonly said: string | null;
  readonly amount: number | null;
  /** Few, also where there are many more; see `clips`. */
  readonly names: readonly string[];
  /** Clips of the queue that it concerns. */
  readonly clips: number;
}

/** What the last check-up found, what stands in the way first; `at` null = the first one is under way. */
export interface SiteCheckup {
  readonly siteId: string;
  readonly at: WallMs | null;
  readonly running: boolean;
  readonly findings: readonly CheckFinding[];
}
