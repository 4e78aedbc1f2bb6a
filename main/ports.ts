// All of the outside that a stage may see. Real ones are in adapters/ and shell/, simulated ones in test/.
import type {
  AboutView,
  ProxyTrouble,
  SaveProblem,
  SecretKeeping,
  SettingValues,
  WatchLimit,
} from '../preload/contract.ts';
import type { BusyWhy } from './model.ts';

export type { WatchLimit };

/** The only source of time. */
export interface Clock {
  /** Milliseconds since 1970; may jump either way when the user or the network sets the clock (F-13). */
  now(): number;
  /** Milliseconds that only grow while the computer runs; no meaning across restarts. */
  monotonic(): number;
  /** Minutes by which the computer's local time is ahead of UTC at a moment of `now`. */
  zoneOffsetMinutes(at: number): number;
  /** Calls back once after `ms`; returns the function that takes it back. */
  after(ms: number, call: () => void): () => void;
  /** Calls back once what is already waiting has been served: the moment to write a group of changes at once. */
  soon(call: () => void): void;
}

/** The only source of chance. */
export interface Random {
  /** A number in [0, 1). */
  fraction(): number;
  /** `count` random bytes as lower-case hex. */
  hex(count: number): string;
}

/** What tells one file from another on this computer, and whether it was touched. */
export interface FileStat {
  readonly kind: 'file' | 'folder' | 'other';
  /** Device and inode (volume and file id on Windows), as decimal text: they can exceed 2^53. */
  readonly device: string;
  readonly inode: string;
  readonly size: number;
  /** Nanoseconds since 1970 as decimal text, exact, for comparing only. */
  readonly mtimeNs: string;
  readonly mtimeMs: number;
  /**
   * When anything of it was changed, its name, rights and times among it: no program can set it. Nanoseconds since 1970 as decimal text,
   * and the same in ms. Left out = this disk does not keep it.
   */
  readonly changedNs?: string;
  readonly changedMs?: number;
  /** When this very file was made, in ms since 1970. Left out = this disk does not keep it. */
  readonly bornMs?: number;
  /** True: only the name is here, and reading would fetch the content from a cloud (F-34). */
  readonly elsewhere?: boolean;
  /** True: less room is taken on the disk than it has bytes, as where parts were never written, or the disk compresses. */
  readonly sparse?: boolean;
}

export interface OpenFile {
  /** Reads up to `length` bytes at `position` into `buffer` at `offset`; 0 = end of file. */
  read(buffer: Uint8Array, offset: number, length: number, position: number): Promise<number>;
  stat(): Promise<FileStat>;
  /** Never rejects: nothing was written. */
  close(): Promise<void>;
}

export type FileProblem =
  | 'missing'
  | 'unreadable'
  | 'busy'
  | 'not-a-file' // a folder, a link, a pipe or a device where a file was expected
  | 'no-answer' // its disk answers nothing at all now
  | 'failed';

/** What Files throws, so that stages never look at errno. */
export class FileError extends Error {
  override readonly name = 'FileError';
  readonly problem: FileProblem;
  constructor(problem: FileProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

/** A file as it was read from its beginning, and closed again. */
export interface WholeFile {
  /** As many as there was room for, or as there were. */
  readonly bytes: number;
  /** The opened file after the last byte was read. */
  readonly opened: FileStat;
  /** What the path led to then; null = nothing any more. */
  readonly named: FileStat | null;
  /** Of the bytes read, in lower-case hex; null = not wanted. */
  readonly sha256: string | null;
}

export interface Files {
  /** Follows no link. Throws FileError. */
  stat(path: string): Promise<FileStat>;
  /** Opens a regular file for reading, follows no link at its end, and waits for no other program. Throws FileError. */
  open(path: string): Promise<OpenFile>;
  /** Names in a folder, in no order. Throws FileError. */
  list(folder: string): Promise<readonly string[]>;
  /** The path with every link on the way followed. Throws FileError. */
  real(path: string): Promise<string>;
  /**
   * True when the folder lies on a network disk, which tells nobody what changes on it (F-38), or one is mounted below it. Throws
   * nothing.
   */
  isRemote(path: string): Promise<boolean>;
  /**
   * Reads a small file into shared memory in one go on another thread, following no link at its end. Null = not now: open it
   * instead. Throws FileError.
   */
  readonly readWhole?: (path: string, into: Uint8Array, hash: boolean) => Promise<WholeFile | null>;
  /** Called when a disk answers again after 'no-answer'. Returns the function that ends the subscription. */
  readonly onAnswering?: (call: () => void) => () => void;
  /** Has little patience with disks that do not answer, until the returned function is called. */
  readonly hurry?: () => () => void;
}

/** What tells a file from every other one, and the name under which it is looked for first. */
export type HeldFile = Pick<FileStat, 'device' | 'inode'> & { readonly path: string };

/** Which programs have files open for writing, as far as the system shows it to this user. */
export interface Writers {
  /**
   * One look for all of them: the program that holds each, by the file's path. A file that is missing here may still be written by what
   * is not shown: programs of other people, other computers, the other side of a FUSE disk. Null = nothing can be seen now. Throws
   * nothing.
   */
  holding(files: readonly HeldFile[]): Promise<ReadonlyMap<string, string> | null>;
  close(): Promise<void>;
}

/** Whether this computer goes first in a folder that others see too; 'free' = nothing can be kept there, so nobody waits. */
export type Claimed = 'ours' | 'theirs' | 'free';

/** Who goes first in a folder that several computers see: a small file in it says so as long as it is kept young. Throws nothing. */
export interface FolderClaims {
  /**
   * Asks for the claim `name` (any text) on the folder, or keeps it young. `us` = one line that tells this list from all others. One of
   * others counts for `staleMs`, by the clock of whoever keeps the folder.
   */
  claim(folder: string, name: string, us: string, staleMs: number): Promise<Claimed>;
  /** Takes our claim away, and the place that was made for it. */
  release(folder: string, name: string, us: string): Promise<void>;
  close(): Promise<void>;
}

/** Why a watcher ended: the system allows no more watches (F-29), or anything else. */
export type WatchProblem = 'limit' | 'failed';

export interface WatchRequest {
  readonly root: string;
  readonly recursive: boolean;
  /** What is not wanted by its name costs nothing further. */
  readonly wanted: (name: string, kind: 'file' | 'folder') => boolean;
  /** From here on hints come; what was there before is told by none. */
  readonly onReady: () => void;
  /** Look at this file: it appeared or changed. Some are lost, some come twice (F-30). */
  readonly onFile: (path: string) => void;
  /** Look through this folder: it appeared, may be read again, or more happened in it than was told. May be the root. */
  readonly onFolder: (path: string) => void;
  /** At most once; no hint follows. `limit` = which one it is, where the system says so. */
  readonly onProblem: (problem: WatchProblem, message: string, limit?: WatchLimit | null) => void;
}

/** Hints about a folder, never more than that (decision 12). Throws nothing. */
export interface Watcher {
  watch(request: WatchRequest): Watching;
}

export interface Watching {
  /** No hint follows. */
  close(): Promise<void>;
}

/** Bytes of a request whose length is known beforehand. */
export interface BodySource {
  readonly length: number;
  /**
   * The bytes from `offset` on. A chunk may be overwritten once the next but one has been asked for; the reader must have
   * finished with it by then. Every call is a fresh pass (F-07).
   */
  bytes(offset: number): AsyncGenerator<Uint8Array, void, void>;
}

export interface HttpRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'DELETE' | 'OPTIONS';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: BodySource | string | null;
  /**
   * Milliseconds without progress until it counts as stalled: a byte accepted by the connection while a body is sent, a byte of
   * the final answer's body afterwards. Interim answers and heads that come piece by piece are none.
   */
  readonly stallMs: number;
  /** For a BodySource: milliseconds from its last byte handed over to the last of the answer, whatever drips meanwhile. */
  readonly answerMs: number;
  /**
   * Milliseconds for all of it, from the asking to the last byte of the answer, whatever moves meanwhile; null only for a
   * BodySource, which may take days. What is over then is 'stalled'.
   */
  readonly wholeMs: number | null;
  /** At most this many bytes of the answer's body are kept; what comes after is dropped. */
  readonly maxAnswerBytes: number;
  /**
   * Takes the body of a 200 or 206 piece by piece, in place of its being kept; the connection waits until each is taken. The answer ends as
   * 'aborted' when it rejects. Left out = the body is kept.
   */
  readonly onPiece?: (piece: Uint8Array, head: Pick<HttpAnswer, 'status' | 'headers'>) => Promise<void>;
  readonly signal: AbortSignal | null;
  /** Interim answers (1xx). */
  readonly onInterim: ((status: number, headers: Readonly<Record<string, string>>) => void) | null;
}

export interface HttpAnswer {
  readonly status: number;
  /** Names in lower case; repeated ones joined by ', '. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /**
   * Null = the body is whole. Else why it ends where it ends, after a head that was whole: 'enough' = at `maxAnswerBytes`. A
   * list that was cut off is no shorter list.
   */
  readonly cut: AnswerCut | null;
}

export type AnswerCut = HttpProblem | 'enough';

export type HttpProblem =
  | 'host-not-found'
  | 'refused'
  | 'unreachable' // no route, network down
  | 'reset' // closed while sending or waiting
  | 'stalled'
  | 'certificate'
  | 'aborted' // by our own signal
  | 'body-failed' // the body source threw; see `cause`
  | 'not-asked' // we kept it back ourselves: nothing was sent
  | 'proxy' // the way there ended at a proxy: the site never heard of it, unless the last byte had left
  | 'protocol'; // not HTTP

/** What is wrong with a certificate: out of its time, of another host, or of an authority that this computer does not know. */
export type CertificateTrouble = 'certificate-expired' | 'certificate-name' | 'certificate-authority';

/** What Http throws when no final answer came. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly problem: HttpProblem;
  /** Null = nothing is wrong with it, or it is not known what. */
  readonly certificate: CertificateTrouble | null;
  constructor(problem: HttpProblem, message: string, cause?: unknown, certificate: CertificateTrouble | null = null) {
    super(message, { cause });
    this.problem = problem;
    this.certificate = certificate;
  }
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

/** A proxy of the network; 'other' = of a kind that is not spoken here. */
export interface ProxyServer {
  readonly kind: 'http' | 'https' | 'other';
  /** Host and port, as a person would be told; IPv6 in brackets. */
  readonly address: string;
}

/** How a site is reached. */
export type Route = 'direct' | ProxyServer;

/** Which proxies the system wants used. */
export interface Proxies {
  /** For this origin, in order of preference; never empty. Rejects when nobody can say: then nothing may go there. */
  routesTo(origin: string): Promise<readonly Route[]>;
  /** Another network: what was read of the system's settings is read anew. */
  reload(): void;
}

/** The way ended at a proxy. */
export class ProxyError extends HttpError {
  readonly trouble: ProxyTrouble;
  /** Its address. */
  readonly proxy: string;
  constructor(trouble: ProxyTrouble, proxy: string, message: string, cause?: unknown) {
    super('proxy', message, cause);
    this.trouble = trouble;
    this.proxy = proxy;
  }
}

/** Who signs in at the proxies, and hears how it goes. */
export interface ProxyAccess {
  /** The value of Proxy-Authorization to show there; null = none that may be shown. */
  authorization(proxy: ProxyServer): Promise<string | null>;
  /** It asks for a sign-in on the way to `origin`; `shown` = the one that it did not accept, null = none was shown. */
  asked(proxy: ProxyServer, shown: string | null, origin: string): void;
  /** Something there has answered, whichever way was gone: no proxy asks for anything on the way to it. */
  reached(origin: string): void;
}

/** One request, one answer: no redirects followed, no cookies, no retries once anything of the request may count. Throws HttpError. */
export interface Http {
  request(request: HttpRequest): Promise<HttpAnswer>;
}

/** The connections under the requests. */
export interface Connections extends Http {
  /**
   * New connections from here on: the computer slept, or hangs on another network. Idle ones are given up at once, those that
   * are sending when nothing moves on them for `graceMs`; 0 = all at once, also those that wait for an answer.
   */
  refresh(graceMs: number): void;
  /** From here on `access` signs in at proxies; before, nobody does. Missing = no proxy is ever used. */
  signInBy?(access: ProxyAccess): void;
  /** Ends all connections with what is under way on them; what is asked afterwards fails. */
  close(): Promise<void>;
}

export type SqlValue = null | number | string | Uint8Array;
export type SqlRow = Readonly<Record<string, SqlValue>>;

export interface SqlStatement {
  run(...values: SqlValue[]): { readonly changes: number };
  get(...values: SqlValue[]): SqlRow | undefined;
  all(...values: SqlValue[]): readonly SqlRow[];
}

/** Why the store cannot do what it was asked: nothing of a transaction that throws this was written. */
export type StoreProblem =
  | 'full' // no room left on its disk
  | 'damaged' // what was read is not what was written
  | 'newer' // written by a newer Clipferry
  | 'in-use' // another process has the profile
  | 'failed';

/** What Sql throws, so that nobody looks at the codes of SQLite. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly problem: StoreProblem;
  constructor(problem: StoreProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

/** SQLite as the stores need it; every commit is durable when it returns (synchronous=FULL). All of it throws StoreError. */
export interface Sql {
  exec(sql: string): void;
  prepare(sql: string): SqlStatement;
  /** All or nothing; nested calls join the outer one. */
  transaction<T>(work: () => T): T;
  close(): void;
  /** Of a database on a disk. */
  readonly reserve?: Reserve;
}

/** What stands by for the bad days of a database. */
export interface Reserve {
  /** Keeps a little room on its disk; false = there is none. */
  take(): boolean;
  /** Gives that room up, for what has to be written now. */
  give(): void;
  /** What was read is not what was written: the next start rebuilds it. */
  distrust(): void;
}

/** Secrets of accounts by name; the values never leave main. */
export interface Secrets {
  /** Null = not there or cannot be opened any more: "sign in again", nothing else (F-54). */
  get(name: string): Promise<string | null>;
  set(name: string, secret: string): Promise<SecretKeeping>;
  delete(name: string): Promise<void>;
  /** Where `set` would keep a secret now. */
  keeping(): SecretKeeping;
  /** `listener` hears that what could not be opened before now may be: somebody answered the question for the keyring's password. */
  onOpened?(listener: () => void): void;
}

/** sha256 over chunks, beside the sending. */
export interface Hasher {
  begin(): HashRun;
  close(): Promise<void>;
}

export interface HashRun {
  /** The chunk must stay untouched until the promise resolves; chunks are taken in order. */
  update(chunk: Uint8Array): Promise<void>;
  /** Lower-case hex of all chunks. */
  digest(): Promise<string>;
  /** Forgets the run. */
  drop(): void;
}

/** Buffers that may be shared with the hasher's thread. */
export interface Buffers {
  take(bytes: number): Uint8Array<ArrayBufferLike>;
  give(buffer: Uint8Array): void;
}

export interface Logger {
  info(message: string, facts?: Readonly<Record<string, unknown>>): void;
  warn(message: string, facts?: Readonly<Record<string, unknown>>): void;
  error(message: string, facts?: Readonly<Record<string, unknown>>): void;
}

export interface Network {
  online(): boolean;
  /** Also called when this computer hangs on another network than before. Returns the function that ends the subscription. */
  onChange(call: (online: boolean) => void): () => void;
}

export interface Power {
  /** Called after the computer woke up. */
  onWake(call: () => void): () => void;
  /** Keeps the computer (not the screen) awake until the returned function is called. */
  keepAwake(): () => void;
}

/** Settings of another computer beside those of this one. */
export interface OfferedSettings {
  readonly change: Partial<SettingValues>;
  /** How many of them cannot be read. */
  readonly unreadable: number;
}

/** What the user set; kept between runs. */
export interface Settings {
  values(): SettingValues;
  /** Those that could not be read and have their usual values, with what stands there; none from the next change on. */
  damaged?(): readonly { readonly name: keyof SettingValues; readonly text: string }[];
  /** What another computer's settings, as they stand in a file, would change here: what was never changed here, no more. */
  offered(from: Readonly<Record<string, unknown>>): OfferedSettings;
  /** Keeps the change and makes the desktop obey it; throws when the system refuses (start at login). */
  change(change: Partial<SettingValues>): void;
  /** Returns the function that ends the subscription. */
  onChange(call: (values: SettingValues) => void): () => void;
  /** A file in each folder that the user may want to see, as absolute paths. */
  readonly places: { readonly data: string; readonly log: string };
}

/** Something that happened while nobody may be looking. */
export type Notice =
  /** `siteName` = the one site they went to, null when there are several; all else is what is so by then. */
  | {
      readonly kind: 'arrived';
      readonly clips: number;
      readonly siteName: string | null;
      /** Clips that need the user, also those of which they were told before. */
      readonly attention: number;
      /** Clips that wait for a sign-in, a blocked site, an answer or to be resumed. */
      readonly waiting: number;
      /** Clips that wait for their user's word. */
      readonly ready: number;
    }
  /** So many wait for their user's word, and some of them came just now. */
  | { readonly kind: 'ready'; readonly clips: number }
  /** `jobId` = the one clip; null when there are several. */
  | { readonly kind: 'needs-you'; readonly clips: number; readonly jobId: string | null }
  | { readonly kind: 'sign-in'; readonly login: string; readonly siteName: string }
  /** A proxy of the network wants a sign-in; `isRefused` = it had one, and takes it no more. `proxy` = host and port. */
  | { readonly kind: 'proxy-sign-in'; readonly proxy: string; readonly isRefused: boolean }
  /** Nothing goes to the site until its host does something: no clips, or nothing at all. */
  | { readonly kind: 'blocked'; readonly what: 'uploads' | 'all'; readonly siteName: string }
  /** The window was closed, and the app goes on without it. */
  | { readonly kind: 'hidden' };

/** Tells the user outside of the window, unless the window is being looked at or the user does not want it. */
export interface Notifier {
  tell(notice: Notice): void;
}

/** What only the desktop can do for the user. */
export interface Desktop {
  /** Opens an http(s) address in the user's browser; refuses every other scheme. */
  openUrl(url: string): Promise<void>;
  showFile(path: string): void;
  /** Puts this into the clipboard, in place of what it held. `html` = for programs that show formatted text. */
  copy(what: { readonly text: string; readonly html?: string }): Promise<void>;
  /** Makes this app the one that the system opens clipferry: links with; false = it is not. */
  claimLinks(): Promise<boolean>;
  /** Null = the user closed the dialog. 'watched-folder' gives one path. */
  choose(what: 'files' | 'folder' | 'watched-folder'): Promise<readonly string[] | null>;
}

/** What the computer is, where it matters for what goes wrong; nothing of it names a person or the computer. */
export interface SystemFacts extends Omit<AboutView, 'version'> {
  /** How much larger than its dots each screen shows things: 1, 1.5, 2. */
  readonly scalings: readonly number[];
  readonly memoryBytes: number;
  /** Bytes of the database and of what lies beside it. */
  readonly databaseBytes: number;
}

/** One entry of the log, without secrets. */
export interface LogEntry {
  /** As the log has it: "2026-11-23 22:04:07.123". */
  readonly at: string;
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  /** A tree of plain values; null = there are none. */
  readonly facts: unknown;
}

/** What lies in the log. */
export interface LogTail {
  /** The oldest first. */
  readonly entries: readonly LogEntry[];
  /** Lines that are no entries, and are left out. */
  readonly unreadable: number;
  /** There is more before these. */
  readonly isCut: boolean;
}

/** What Support throws when a file was not saved: nothing of it is left there. */
export class SaveError extends Error {
  override readonly name = 'SaveError';
  readonly problem: SaveProblem;
  constructor(problem: SaveProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

/** What keeps a file that a person chose from being read. */
export class ReadError extends Error {
  override readonly name = 'ReadError';
  readonly problem: 'missing' | 'unreadable' | 'too-large';
  constructor(problem: ReadError['problem'], message: string) {
    super(message);
    this.problem = problem;
  }
}

/** Why a file that a person chose cannot be read as a zip. */
export type ZipProblem =
  | 'missing' // it is not there (any more)
  | 'unreadable' // it may not be read, or is no file
  | 'too-large' // more than is read of any, packed or unpacked
  | 'not-zip' // something else
  | 'damaged'; // cut off, or not what was written

/** What MoveFiles throws when a file cannot be read. */
export class ZipError extends Error {
  override readonly name = 'ZipError';
  readonly problem: ZipProblem;
  constructor(problem: ZipProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

/** A zip that was read as a whole; what is in it is unpacked when it is asked for. */
export interface OpenedZip {
  readonly names: readonly string[];
  /** The text of that name, checked against the sum that was written with it. Throws ZipError. */
  text(name: string): Promise<string>;
}

/** The one file by which a person moves to another computer: asked for, written and read. */
export interface MoveFiles extends Pick<Support, 'saveZip'> {
  /** Asks where to save a file of this name; null = the user closed the dialog. */
  choosePlace(name: string): Promise<string | null>;
  /** Asks for a file that was saved so; null = the user closed the dialog. */
  chooseFile(): Promise<string | null>;
  /** Throws ZipError. */
  openZip(path: string): Promise<OpenedZip>;
}

/** Where receipts go. */
export interface ReceiptFiles {
  /** Asks where to save a file of this name, of the kind that `form` names; null = the user closed the dialog. */
  choosePlace(name: string, form: 'csv' | 'json' | 'history'): Promise<string | null>;
  /** Writes the text as UTF-8, whole or not at all. Throws SaveError. */
  saveText(path: string, text: string): Promise<void>;
}

/** Tables with the details of many clips: chosen and read, or saved. */
export interface TableFiles extends Pick<ReceiptFiles, 'saveText'> {
  /** Null = the user closed the dialog. */
  chooseFile(): Promise<string | null>;
  /** Asks where to save a file of this name; null = the user closed the dialog. */
  choosePlace(name: string): Promise<string | null>;
  /** Up to `most` bytes. Throws ReadError. */
  read(path: string, most: number): Promise<Uint8Array>;
}

/** What a report for support is made from, and where it goes. */
export interface Support {
  facts(): SystemFacts;
  /** Texts that tell whose computer this is: the user's name, the home folder. */
  names(): readonly string[];
  /** The text of the licences of what this Clipferry is made of; null where it was not packaged. */
  licences(): Promise<string | null>;
  /** The file with the licences of Chromium; null where it does not lie beside the program. */
  chromiumLicences(): string | null;
  /** The newest entries of the log, read from at most `mostBytes` of it. */
  log(mostBytes: number): Promise<LogTail>;
  /** Reads the whole database through, on another thread: 'ok', or what is wrong with it. */
  checkDatabase(): Promise<string>;
  /** Asks for a place to save a file of this name; null = the user closed the dialog. */
  choosePlace(name: string): Promise<string | null>;
  /** Writes one zip of the files, whole or not at all. `at` = wall clock in ms, for each file in it. Throws SaveError. */
  saveZip(path: string, files: readonly { readonly name: string; readonly text: string }[], at: number): Promise<void>;
  /** Our plugin for WordPress, each file with its path in the zip that WordPress takes. */
  helperFiles(): Promise<readonly { readonly name: string; readonly text: string }[]>;
  /** sha256 of a file that was just saved, in lower-case hex. Throws SaveError. */
  sumOf(path: string): Promise<string>;
}
