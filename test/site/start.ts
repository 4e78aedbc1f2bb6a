// Starts the practice site as a process of its own and gives tests a typed hold on it.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { AppPasswordInfo, NewTerm, NewVideo, VideoEdit } from './control.ts';
import type { StateFile, StateVideo } from './control-state.ts';
import type { RequestRecord, UploadRecord, WaitEvent } from './journal.ts';
import type { ReadyLine } from './main.ts';
import type { Role } from './roles.ts';
import type { SeedSignIn } from './seed.ts';
import type { Switches, SwitchPatch } from './switches.ts';

export type {
  AppPasswordInfo,
  NewTerm,
  NewVideo,
  RequestRecord,
  SeedSignIn,
  StateFile,
  StateVideo,
  Switches,
  SwitchPatch,
  UploadRecord,
  VideoEdit,
  WaitEvent,
};

export interface PracticeSiteOptions {
  /** 0 or nothing: a free one. */
  port?: number;
  httpsPort?: number;
  host?: string;
  /** Kept when given; otherwise a temporary folder that `stop` removes. */
  data?: string;
  name?: string;
  timezone?: string;
  /** The site below a folder of its host, such as "/blog". */
  base?: string;
  restRoot?: string;
  platformNamespace?: string;
  /** The service's own namespace. */
  namespace?: string;
  plainPermalinks?: boolean;
  /** Makes the sign-ins repeatable. */
  seed?: string;
  /** Switches from the first request on; a reset goes back to them. */
  switches?: SwitchPatch;
}

export interface PracticeState {
  /** The site's clock, UTC. */
  now: string;
  videos: StateVideo[];
  /** Files that belong to no video. */
  unattached: StateFile[];
  uploads: UploadRecord[];
  requests: RequestRecord[];
  counts: Record<WaitEvent, number>;
}

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const PINNED_NODE = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url));

/** A Node that runs TypeScript and has SQLite: this one, or the pinned one under Electron and older Nodes. */
function nodePath(): string {
  const major = Number(process.versions.node.split('.')[0]);
  return process.versions.electron === undefined && major >= 24 ? process.execPath : PINNED_NODE;
}

function commandLine(options: PracticeSiteOptions, data: string): string[] {
  // A small young generation frees the buffers of a streamed body early, which keeps memory flat.
  const line = [
    '--disable-warning=ExperimentalWarning',
    '--max-semi-space-size=2',
    MAIN,
    '--die-with-parent',
    '--data',
    data,
  ];
  const named = {
    port: options.port,
    'https-port': options.httpsPort,
    host: options.host,
    name: options.name,
    timezone: options.timezone,
    base: options.base,
    'rest-root': options.restRoot,
    'platform-namespace': options.platformNamespace,
    namespace: options.namespace,
    seed: options.seed,
    switches: options.switches && JSON.stringify(options.switches),
  };
  for (const [name, value] of Object.entries(named)) if (value !== undefined) line.push(`--${name}`, String(value));
  // Also when this process is killed and the site ends by itself.
  if (options.data === undefined) line.push('--remove-data');
  if (options.plainPermalinks) line.push('--plain-permalinks');
  return line;
}

/** A running practice site. Its data outlives `kill` and `restart`. */
export class PracticeSite {
  private child: ChildProcess;
  private line: ReadyLine;
  private readonly options: PracticeSiteOptions;
  private readonly data: string;

  constructor(options: PracticeSiteOptions, data: string, child: ChildProcess, line: ReadyLine) {
    this.options = options;
    this.data = data;
    this.child = child;
    this.line = line;
  }

  get url(): string {
    return this.line.url;
  }

  /** The REST root, ending in "/". */
  get root(): string {
    return this.line.root;
  }

  get httpsUrl(): string {
    return this.line.httpsUrl;
  }

  get caFile(): string {
    return this.line.caFile;
  }

  /** Plain http where application passwords do not work; null where the system has no 127.0.0.2. */
  get productionUrl(): string | null {
    return this.line.productionUrl;
  }

  get signIns(): SeedSignIn[] {
    return this.line.signIns;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get dataDir(): string {
    return this.data;
  }

  signIn(login: string): SeedSignIn {
    const found = this.signIns.find((one) => one.login === login);
    if (!found) throw new Error(`The practice site has no user "${login}".`);
    return found;
  }

  /** The Authorization header of a seeded user. */
  basic(login: string): string {
    const { appPassword } = this.signIn(login);
    return `Basic ${Buffer.from(`${login}:${appPassword}`).toString('base64')}`;
  }

  /** Sets switches, or with nothing reads them. */
  async switches(patch?: SwitchPatch): Promise<Switches> {
    return (await this.control(patch ? 'POST' : 'GET', 'switches', patch)) as Switches;
  }

  async state(): Promise<PracticeState> {
    return (await this.control('GET', 'state')) as PracticeState;
  }

  /** Resident memory of the site's process, in bytes. */
  async memory(): Promise<number> {
    return ((await this.control('GET', 'memory')) as { rss: number }).rss;
  }

  /** Resolves as soon as the counter has reached the number; rejects after `timeoutMs`. */
  async waitFor(event: WaitEvent, atLeast = 1, timeoutMs = 20_000): Promise<void> {
    await this.control('GET', `wait?event=${event}&atLeast=${atLeast}&timeoutMs=${timeoutMs}`);
  }

  /** Lets held answers, stalled bodies and late commits go on; says how many there were. */
  async release(): Promise<number> {
    return ((await this.control('POST', 'release')) as { released: number }).released;
  }

  /** No videos, files or history; the first switches and sign-ins. */
  async reset(): Promise<void> {
    await this.control('POST', 'reset');
  }

  /** Videos that were never uploaded; returns their ids. */
  async addVideos(videos: readonly NewVideo[]): Promise<number[]> {
    return ((await this.control('POST', 'videos', { videos })) as { ids: number[] }).ids;
  }

  /** Takes all application passwords of a user away. */
  async revoke(login: string): Promise<void> {
    await this.control('POST', 'revoke', { login });
  }

  /** A further application password for a user. */
  async addAppPassword(login: string): Promise<string> {
    return ((await this.control('POST', 'app-password', { login })) as { appPassword: string }).appPassword;
  }

  /** What the user's account page lists, oldest first. */
  async appPasswords(login: string): Promise<AppPasswordInfo[]> {
    const path = `app-passwords?login=${encodeURIComponent(login)}`;
    return ((await this.control('GET', path)) as { appPasswords: AppPasswordInfo[] }).appPasswords;
  }

  /** Takes one application password away. */
  async revokeAppPassword(login: string, uuid: string): Promise<void> {
    await this.control('POST', 'revoke', { login, uuid });
  }

  /** A site on which nobody has ever made an application password: Basic is off until somebody does. */
  async forgetAppPasswords(): Promise<void> {
    await this.control('POST', 'forget-app-passwords');
  }

  /** Makes every access token issued so far look expired, or those of one user. */
  async expireTokens(login?: string): Promise<void> {
    await this.control('POST', 'expire-tokens', { login });
  }

  /** Terms of a taxonomy by its REST name, such as `video_category`; returns their ids. */
  async addTerms(taxonomy: string, terms: readonly (string | NewTerm)[]): Promise<number[]> {
    return ((await this.control('POST', 'terms', { taxonomy, terms })) as { ids: number[] }).ids;
  }

  /** Somebody changes a video with another client. Returns its new modified_gmt, always a later one. */
  async editVideo(id: number, fields: VideoEdit): Promise<string> {
    return ((await this.control('POST', 'edit-video', { id, fields })) as { modifiedGmt: string }).modifiedGmt;
  }

  /** Nobody of this name has an account any more, until the next reset. */
  async removeUser(login: string): Promise<void> {
    await this.control('POST', 'remove-user', { login });
  }

  async setRole(login: string, role: Role): Promise<void> {
    await this.control('POST', 'role', { login, role });
  }

  private async control(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(this.line.control + path, {
      method,
      headers: { 'x-practice-token': this.line.token, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`practice site, ${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  }

  /** Ends the process at once, as a crash would. */
  async kill(): Promise<void> {
    await ended(this.child, 'SIGKILL');
  }

  /** Kills if need be, and opens again with the same data on the same ports; switches start anew. */
  async restart(): Promise<void> {
    await this.kill();
    const port = Number(new URL(this.line.url).port);
    const httpsPort = Number(new URL(this.line.httpsUrl).port);
    const again = await launch({ ...this.options, port, httpsPort }, this.data);
    this.child = again.child;
    this.line = again.line;
  }

  /** Ends the process and removes its data, unless the caller named the folder. */
  async stop(): Promise<void> {
    await ended(this.child, 'SIGTERM');
    if (this.options.data === undefined) rmSync(this.data, { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}

function launch(options: PracticeSiteOptions, data: string): Promise<{ child: ChildProcess; line: ReadyLine }> {
  const child = spawn(nodePath(), commandLine(options, data), { stdio: ['pipe', 'pipe', 'pipe'] });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-4000);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The practice site ended with ${code}: ${complaints}`)));
    createInterface({ input: child.stdout }).once('line', (text) => {
      child.removeAllListeners('exit');
      resolve({ child, line: JSON.parse(text) as ReadyLine });
    });
  });
}

/** Starts a practice site and waits until it answers. It ends with this process. */
export async function startPracticeSite(options: PracticeSiteOptions = {}): Promise<PracticeSite> {
  const data = options.data ?? mkdtempSync(join(tmpdir(), 'practice-site-'));
  const { child, line } = await launch(options, data);
  return new PracticeSite(options, data, child, line);
}
