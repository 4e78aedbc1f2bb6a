// The switches of the practice site: everything it can be made to do differently while it runs.

/** How the upload route words a success (platform facts, section 14). */
export type AnswerStyle = 'rest' | 'ajax' | 'bare' | '204' | 'text' | 'location';

/**
 * What happens above the size limit (platform facts, section 16). `part-error` and `413-rest` compare the file, the others the whole
 * body. `413-early` answers before the body has arrived and closes; `413-rest` has the code of every upload that failed in PHP, in words that
 * name no limit.
 */
export type SizeLimitStyle =
  | 'part-error'
  | 'empty-files'
  | '413-html'
  | '413-early'
  | '413-rest'
  | 'critical'
  | 'warning-json';

/** Which token plugin is on (platform facts, sections 6 and 7): A is the one the product names. */
export type TokenPlugin = 'none' | 'A' | 'B';

/** Whose habits the site has; setting it sets several switches at once, which can still be set one by one. */
export type Product = 'generic' | 'streamtube';

/** A full disk and no temporary folder are errors of PHP under the code of every failed upload; `no-files` is file_uploads = Off. */
export type UploadFault = 'disk' | 'no-folder' | 'no-files' | 'quota';

export interface Targeted {
  /** Regular expression on "METHOD /route", such as `^GET /wp/v2/video`. Without it: the upload route. */
  route?: string;
  /** How many more requests are hit; without it every one until the switch is set to null. */
  times?: number;
  /** Regular expression on the name of the file that is uploaded; it is known at the end of the body, and what comes before hits nobody. */
  file?: string;
}

export interface Failure extends Targeted {
  status: number;
  body?: unknown;
  contentType?: string;
  headers?: Record<string, string>;
  /** at-once: before the body has arrived; after-body (default): nothing is done; after-work: the video exists. */
  when?: 'at-once' | 'after-body' | 'after-work';
  /** With 'at-once': as web servers close. What still comes of the body is read and thrown away, so that no reset overtakes the answer. */
  lingers?: boolean;
}

export interface Switches {
  product: Product;
  /** The taxonomies of a video: the product's own, or the platform's `categories` and `tags`. */
  taxonomies: 'product' | 'core';
  /** A plugin's `shows` beside them, guarded by capabilities of its own, which it maps itself and which are listed for nobody. */
  shows: boolean;
  /** Ids of terms that only administrators may give to a video, as plugins that restrict categories have it. */
  guardedTerms: number[];
  /** Registered beside the platform's own statuses; `any` and updates leave them out. */
  extraStatuses: string[];
  /** Videos support custom fields and so have a `meta` field. */
  customFields: boolean;
  tokenPlugin: TokenPlugin;
  /** Life of a new token; null is the plugin's own: 7 days for A, 10 minutes for B. */
  tokenSeconds: number | null;
  /** wp-admin sends everybody but administrators home, and so does the sign-in page on the way there. */
  blockAdminAccess: boolean;
  answerStyle: AnswerStyle;
  /** Status of a new video. */
  uploadStatus: string;
  sizeLimit: { bytes: number; style: SizeLimitStyle } | null;
  /** Reads request bodies no faster than this. */
  slowBytesPerSecond: number | null;
  answerDelayMs: number;
  /** Does the work and keeps the answer until it is released. With `work: false` nothing is done, and the connection is reset then. */
  holdAnswer: (Targeted & { work?: false }) | null;
  /** Resets the connection after this many bytes of body. */
  cutAfterBytes: (Targeted & { bytes: number }) | null;
  /** Stops reading after this many bytes of body, without a word, until released or closed. */
  stallAfterBytes: (Targeted & { bytes: number }) | null;
  /** Does the work, then resets the connection instead of answering. */
  loseAnswer: Targeted | null;
  /** Resets the connection at the end of the body and commits the video this much later, or on release. */
  lateCommitMs: number | 'release' | null;
  /** Takes the whole body, then resets the connection with nothing done, then or later. */
  dropUpload: Targeted | null;
  /** Does the work, then resets the connection in the middle of the answer's body. */
  cutAnswer: Targeted | null;
  /** A warning of PHP stands as HTML in front of the JSON, status and work as ever. */
  warningBeforeAnswer: Targeted | null;
  failWith: Failure | null;
  /**
   * A page of HTML with status 200 (or the given one) instead of JSON; the work is done unless `work` is false.
   * Without a `route` it stands on every route of the API.
   */
  htmlInsteadOfJson: (Targeted & { status?: number; work?: boolean }) | null;
  /** The product's failure with status 200; `work: true` stores the video all the same. */
  successFalse: (Targeted & { code: string; message: string; work?: boolean }) | null;
  /** File name extensions that the upload route refuses, beyond everything that is no video. */
  refusedExtensions: string[];
  /** The product's own limit of the file's size, in bytes; null for none. */
  maxFileBytes: number | null;
  /** What keeps PHP or the platform from taking any file in, whatever it is; null for nothing. */
  uploadFault: UploadFault | null;
  /** The product takes no uploads at all. */
  uploadsDisabled: boolean;
  /** The product takes uploads only from verified people; here that is administrators. */
  verifiedOnly: boolean;
  /** Some plugin looks at the user early: wrong credentials are answered with 401 on every route. */
  earlyUserCheck: boolean;
  /** The web server drops the Authorization header. */
  stripAuthorization: boolean;
  /** Every REST route, the index included, needs a sign-in. */
  membersOnly: boolean;
  /** Uploaded files answer Range requests with 206. */
  ranges: boolean;
  /** Uploaded files have their addresses on another origin, as plugins make them that move files into a store elsewhere. */
  offloaded: boolean;
  maintenance: boolean;
  /** Application passwords are switched off. */
  basicDisabled: boolean;
  /** Login names of those for whom they are switched off. */
  appPasswordsDisabledFor: string[];
  /** Every application password of a user needs a name of its own, as up to version 6.1 of the platform. */
  appPasswordNamesDiffer: boolean;
  /**
   * A platform before 6.7: no item says what one may do with it, and the shown titles of private and protected ones begin with words of the
   * site (platform facts, section 21).
   */
  beforeHints: boolean;
  /** The address is some other web site. */
  notWordPress: boolean;
  captivePortal: boolean;
  /** Everything but the control routes is redirected to the same path at this origin, where it is another one. */
  redirect: { origin: string; status: number } | null;
  /** A web server that loses bodies of unknown length (platform facts, section 16). */
  chunkedBodyLost: boolean;
  /** EMPTY_TRASH_DAYS is 0: deleting needs force. */
  trashDisabled: boolean;
  /** The product removes the file together with the video; core does not. */
  deleteAttachedFiles: boolean;
  /** The site's clock, Date header included, is this far ahead. */
  clockOffsetSeconds: number;
  /** One Idempotency-Key, one video (the IETF draft); WordPress knows nothing of it. */
  idempotencyKeys: boolean;
  /** Computes sha256 while receiving; otherwise on demand. */
  hash: boolean;
}

export function defaultSwitches(): Switches {
  return {
    product: 'generic',
    taxonomies: 'product',
    shows: false,
    guardedTerms: [],
    extraStatuses: ['unlist', 'reject', 'encoding'],
    customFields: false,
    tokenPlugin: 'A',
    tokenSeconds: null,
    blockAdminAccess: false,
    answerStyle: 'rest',
    uploadStatus: 'pending',
    sizeLimit: null,
    slowBytesPerSecond: null,
    answerDelayMs: 0,
    holdAnswer: null,
    cutAfterBytes: null,
    stallAfterBytes: null,
    loseAnswer: null,
    lateCommitMs: null,
    dropUpload: null,
    cutAnswer: null,
    warningBeforeAnswer: null,
    failWith: null,
    htmlInsteadOfJson: null,
    successFalse: null,
    refusedExtensions: ['mov', 'mkv', 'avi'],
    maxFileBytes: null,
    uploadFault: null,
    uploadsDisabled: false,
    verifiedOnly: false,
    earlyUserCheck: false,
    stripAuthorization: false,
    membersOnly: false,
    ranges: true,
    offloaded: false,
    maintenance: false,
    basicDisabled: false,
    appPasswordsDisabledFor: [],
    appPasswordNamesDiffer: false,
    beforeHints: false,
    notWordPress: false,
    captivePortal: false,
    redirect: null,
    chunkedBodyLost: false,
    trashDisabled: false,
    deleteAttachedFiles: false,
    clockOffsetSeconds: 0,
    idempotencyKeys: false,
    hash: true,
  };
}

/** The known product as its code has it (platform facts, section 1): its own limit is 10 MB until somebody raises it. */
const STREAMTUBE: Partial<Switches> = {
  taxonomies: 'product',
  extraStatuses: ['unlist', 'reject', 'encoding'],
  customFields: false,
  blockAdminAccess: true,
  answerStyle: 'ajax',
  uploadStatus: 'pending',
  refusedExtensions: ['mov', 'qt', 'avi', 'wmv', 'mkv', 'mpeg', 'mpg', '3gp', '3g2'],
  maxFileBytes: 10 * 1024 * 1024,
  deleteAttachedFiles: true,
};

function habitsOf(product: unknown): Partial<Switches> {
  if (product === 'streamtube') return STREAMTUBE;
  if (product !== 'generic') throw new Error(`There is no product "${String(product)}".`);
  const standard = defaultSwitches();
  return Object.fromEntries(Object.keys(STREAMTUBE).map((name) => [name, standard[name as keyof Switches]]));
}

/** Short forms: `cutAfterBytes: 5`, `loseAnswer: 2` (times), `holdAnswer: true`. */
export type SwitchPatch = {
  [Name in keyof Switches]?:
    | Switches[Name]
    | (Name extends 'cutAfterBytes' | 'stallAfterBytes' | 'loseAnswer' ? number : never)
    | (Name extends 'holdAnswer' ? boolean : never);
};

function longForm(name: string, value: unknown): unknown {
  if (typeof value === 'number' && (name === 'cutAfterBytes' || name === 'stallAfterBytes')) return { bytes: value };
  if (typeof value === 'number' && name === 'loseAnswer') return { times: value };
  if (typeof value === 'boolean' && name === 'holdAnswer') return value ? {} : null;
  return value;
}

/** Sets the named switches. An unknown name is an error, so that a misspelt test does not pass. */
export function mergeSwitches(switches: Switches, patch: Record<string, unknown>): void {
  const known = Object.keys(defaultSwitches());
  for (const name of Object.keys(patch)) {
    if (!known.includes(name)) throw new Error(`There is no switch "${name}". Known: ${known.join(', ')}.`);
  }
  if (patch.product !== undefined) Object.assign(switches, habitsOf(patch.product));
  for (const [name, value] of Object.entries(patch)) Object.assign(switches, { [name]: longForm(name, value) });
}

type TargetedName = {
  [Name in keyof Switches]: Switches[Name] extends Targeted | null ? Name : never;
}[keyof Switches];

/**
 * The switch if it hits this request, counting down its `times`.
 * `request` is "METHOD /route"; `isUpload` says whether that is the service's upload route, `fileName` what has come in whole.
 */
export function takeFault<Name extends TargetedName>(
  switches: Switches,
  name: Name,
  request: string,
  isUpload: boolean,
  fileName: string | null = null,
): NonNullable<Switches[Name]> | null {
  const fault = switches[name] as (Targeted & NonNullable<Switches[Name]>) | null;
  if (!fault) return null;
  const hits = fault.route === undefined ? isUpload : new RegExp(fault.route).test(request);
  if (!hits) return null;
  if (fault.file !== undefined && (fileName === null || !new RegExp(fault.file).test(fileName))) return null;
  if (fault.times !== undefined) {
    fault.times -= 1;
    if (fault.times <= 0) Object.assign(switches, { [name]: null });
  }
  return fault;
}
