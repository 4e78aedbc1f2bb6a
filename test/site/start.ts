// Starts practice sites and gives tests a typed hold on each: many in one process, or one in a process of its own.
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AppPasswordInfo, NewTerm, NewVideo, VideoEdit } from './control.ts';
import type { StateFile, StateVideo } from './control-state.ts';
import { ended, type Home, launch, openBeside } from './homes.ts';
import type { RequestRecord, UploadRecord, WaitEvent } from './journal.ts';
import type { ReadyLine } from './open.ts';
import type { PracticeSiteOptions } from './options.ts';
import type { Role } from './roles.ts';
import type { SeedSignIn } from './seed.ts';
import type { Switches, SwitchPatch } from './switches.ts';

export type {
  AppPasswordInfo,
  NewTerm,
  NewVideo,
  PracticeSiteOptions,
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

/** A running practice site. Its data outlives `kill` and `restart`. */
export class PracticeSite {
  private home: Home;
  private readonly options: PracticeSiteOptions;
  private readonly data: string;

  constructor(options: PracticeSiteOptions, data: string, home: Home) {
    this.options = options;
    this.data = data;
    this.home = home;
  }

  private get line(): ReadyLine {
    return this.home.line;
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

  /** Resident memory of the site's process, in bytes. For sites with `ownProcess`. */
  async memory(): Promise<number> {
    this.ownProcess('measure');
    return ((await this.control('GET', 'memory')) as { rss: number }).rss;
  }

  /** Resolves as soon as the counter has reached the number; rejects after `timeoutMs`. */
  async waitFor(event: WaitEvent, atLeast = 1, timeoutMs = 150_000): Promise<void> {
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

  private ownProcess(toDo: string): ChildProcess {
    const { process: own } = this.home;
    if (!own) throw new Error(`There is no process to ${toDo}: start this practice site with { ownProcess: true }.`);
    return own;
  }

  /** Ends the process at once, as a crash would. For sites with `ownProcess`. */
  async kill(): Promise<void> {
    await ended(this.ownProcess('kill'), 'SIGKILL');
  }

  /** Kills if need be, and opens again with the same data on the same ports; switches start anew. For sites with `ownProcess`. */
  async restart(): Promise<void> {
    await this.kill();
    const port = Number(new URL(this.line.url).port);
    const httpsPort = Number(new URL(this.line.httpsUrl).port);
    this.home = await launch({ ...this.options, port, httpsPort }, this.data);
  }

  /** Ends the site and removes its data, unless the caller named the folder. */
  async stop(): Promise<void> {
    await this.home.close();
    if (this.options.data === undefined) rmSync(this.data, { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

/** Starts a practice site and waits until it answers. It ends with this process. */
export async function startPracticeSite(options: PracticeSiteOptions = {}): Promise<PracticeSite> {
  const data = options.data ?? mkdtempSync(join(tmpdir(), 'practice-site-'));
  if (options.ownProcess) return new PracticeSite(options, data, await launch(options, data));
  return new PracticeSite(options, data, await openBeside(options, data, options.data === undefined));
}
