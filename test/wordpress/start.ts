// Sets up a real WordPress with our service plugin in a folder of its own, and gives tests a typed hold on it.
import { randomBytes } from 'node:crypto';
import { chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AppPasswordInfo, NewTerm, NewVideo, VideoEdit } from '../site/control.ts';
import type { StateFile, StateVideo } from '../site/control-state.ts';
import type { Role } from '../site/roles.ts';
import { type SeedSignIn, seededPosts, seededTerms } from '../site/seed.ts';
import { defaultSwitches, mergeSwitches, type Switches, type SwitchPatch } from '../site/switches.ts';
import { markOwn, memoryFolder } from '../tools/memory-folder.mjs';
import { startDatabase } from './database.ts';
import { type Front, type FrontOptions, startFront } from './fronts.ts';
import { ordinaryPerson, type Person, type Restartable, runProgram } from './programs.ts';

/** Where the packages put the platform; or another version of it, unpacked elsewhere. */
const packaged = process.env.CLIPFERRY_WORDPRESS_AT ?? '/usr/share/wordpress';
const own = (name: string): string => fileURLToPath(new URL(`site/${name}`, import.meta.url));

const people: readonly { readonly login: string; readonly name: string; readonly role: Role }[] = [
  { login: 'admin', name: 'Ada Administrator', role: 'administrator' },
  { login: 'ava', name: 'Ava Author', role: 'author' },
  { login: 'carl', name: 'Carl Contributor', role: 'contributor' },
  { login: 'sue', name: 'Sue Subscriber', role: 'subscriber' },
];

export interface WordPressOptions {
  readonly name?: string;
  readonly timezone?: string;
  readonly plainPermalinks?: boolean;
  readonly switches?: SwitchPatch;
  /** The database is to be killed. */
  readonly isDurable?: boolean;
}

/** What the database and the disk have, whatever the API shows. */
export interface WordPressState {
  /** UTC. */
  readonly now: string;
  readonly videos: readonly StateVideo[];
  /** Files that belong to no video. */
  readonly unattached: readonly StateFile[];
}

/** A running WordPress. Its web servers ("fronts") come and go; database and files stay until `stop`. */
export class WordPressSite {
  readonly folder: string;
  readonly signIns: SeedSignIn[];
  /** Such as "6.1.9". */
  readonly version: string;
  readonly phpVersion: string;
  readonly database: Restartable;
  private readonly person: Person;
  private options: WordPressOptions;
  private readonly control: Control;
  private readonly fronts = new Set<Front>();
  private frontCount = 0;
  private switched: Switches;

  private constructor(parts: Parts) {
    this.folder = parts.folder;
    this.person = parts.person;
    this.database = parts.database;
    this.control = parts.control;
    this.options = parts.options;
    this.switched = firstSwitches(parts.options);
    this.version = parts.installed.version;
    this.phpVersion = parts.installed.php;
    this.signIns = people.map(({ login, role }) => ({
      login,
      role,
      email: `${login}@example.test`,
      appPassword: parts.installed.appPasswords[login] ?? '',
      accountPassword: `${login}-pass-1`,
    }));
  }

  /** Sets everything up; throws with the words of what failed. */
  static async start(options: WordPressOptions = {}): Promise<WordPressSite> {
    const person = await ordinaryPerson();
    const folder = mkdtempSync(join(process.env.CLIPFERRY_TESTS_FOLDER ?? memoryFolder(), 'clipferry-wordpress-'));
    markOwn(folder);
    if (person) chownSync(folder, person.uid, person.gid);
    layOut(folder, person, firstSwitches(options));
    const database = await startDatabase(join(folder, 'db'), person, options.isDurable ?? false);
    try {
      const installed = install(folder, person);
      const control = await startControl(folder, person);
      const site = new WordPressSite({ folder, person, database, control, options, installed });
      await site.reset();
      return site;
    } catch (error) {
      await database.stop();
      throw error;
    }
  }

  signIn(login: string): SeedSignIn {
    const found = this.signIns.find((one) => one.login === login);
    if (!found) throw new Error(`The site has no user "${login}".`);
    return found;
  }

  /** The Authorization header of a seeded user. */
  basic(login: string): string {
    return `Basic ${Buffer.from(`${login}:${this.signIn(login).appPassword}`).toString('base64')}`;
  }

  /** A web server of its own before the site, or in the place of another, under its address. */
  async front(options: FrontOptions, instead?: Front): Promise<Front> {
    if (instead) {
      await instead.stop();
      this.fronts.delete(instead);
    }
    const folder = join(this.folder, `front-${++this.frontCount}`);
    mkdirSync(folder);
    if (this.person) chownSync(folder, this.person.uid, this.person.gid);
    const key = readFileSync(new URL('../site/tls/server-key.pem', import.meta.url), 'utf8');
    const front = await startFront(
      { www: join(this.folder, 'www'), folder, person: this.person },
      options,
      key,
      instead,
    );
    this.fronts.add(front);
    return front;
  }

  /** Sets switches, which hold from the next request on, or with nothing reads them. Faults of the practice site do nothing here, but for `answerDelayMs`. */
  async switches(patch?: SwitchPatch): Promise<Switches> {
    if (patch) {
      mergeSwitches(this.switched, patch);
      writeSwitches(this.folder, this.switched);
    }
    return this.switched;
  }

  state(): Promise<WordPressState> {
    return this.control.order('state');
  }

  /** Videos that were never uploaded; returns their ids. */
  async addVideos(videos: readonly NewVideo[]): Promise<number[]> {
    return (await this.control.order<{ ids: number[] }>('videos', { videos })).ids;
  }

  /** Somebody changes a video with another client. Returns its new modified_gmt, always a later one. */
  async editVideo(id: number, fields: VideoEdit): Promise<string> {
    return (await this.control.order<{ modifiedGmt: string }>('edit-video', { id, fields })).modifiedGmt;
  }

  /** Terms of a taxonomy by its REST name, such as `video_category`; returns their ids. */
  async addTerms(taxonomy: string, terms: readonly (string | NewTerm)[]): Promise<number[]> {
    return (await this.control.order<{ ids: number[] }>('terms', { taxonomy, terms })).ids;
  }

  /** A further application password for a user. */
  async addAppPassword(login: string): Promise<string> {
    return (await this.control.order<{ appPassword: string }>('app-password', { login })).appPassword;
  }

  /** What the user's account page lists, oldest first. */
  async appPasswords(login: string): Promise<AppPasswordInfo[]> {
    return (await this.control.order<{ appPasswords: AppPasswordInfo[] }>('app-passwords', { login })).appPasswords;
  }

  async revoke(login: string): Promise<void> {
    await this.control.order('revoke', { login });
  }

  async revokeAppPassword(login: string, uuid: string): Promise<void> {
    await this.control.order('revoke', { login, uuid });
  }

  /** A site on which nobody has ever made an application password: Basic is off until somebody does. */
  async forgetAppPasswords(): Promise<void> {
    await this.control.order('forget-app-passwords');
  }

  /** Makes every access token issued so far look expired, or those of one user. */
  async expireTokens(login?: string): Promise<void> {
    await this.control.order('expire-tokens', { login });
  }

  /** Nobody of this name has an account any more, until the next reset. */
  async removeUser(login: string): Promise<void> {
    await this.control.order('remove-user', { login });
  }

  async setRole(login: string, role: Role): Promise<void> {
    await this.control.order('role', { login, role });
  }

  /** What a site's back door does for one kind of test alone (site/control.php). */
  order<T>(name: string, given?: unknown): Promise<T> {
    return this.control.order<T>(name, given);
  }

  /** Puts a plugin of ours where an owner would, and switches it on; `folder` has its name. */
  async addPlugin(folder: string): Promise<void> {
    const name = basename(folder);
    const place = join(this.folder, 'www/wp-content/plugins', name);
    cpSync(folder, place, { recursive: true });
    const { person } = this;
    if (person) runProgram('chown', ['-R', `${person.uid}:${person.gid}`, place], { person: null, cwd: '/' });
    await this.control.order('activate', { plugin: `${name}/${name}.php` });
  }

  /** How the service takes files from now on (site/mu-plugins/clipferry-service/take.php); nothing = as usual. */
  takeFiles(how: Readonly<Record<string, unknown>> = {}): void {
    for (const name of ['died', 'outlived']) rmSync(join(this.folder, `www/wp-content/${name}.txt`), { force: true });
    writeFileSync(join(this.folder, 'www/wp-content/taking.json'), JSON.stringify(how));
  }

  /** No videos, files or history; the first terms, posts, switches, roles and sign-ins, under the same ids; new `options` if any. */
  async reset(options: WordPressOptions = this.options): Promise<void> {
    this.options = options;
    this.switched = firstSwitches(options);
    writeSwitches(this.folder, this.switched);
    const { name = 'Practice site', timezone = 'Europe/Paris', plainPermalinks = false } = options;
    const site = { name, timezone, plainPermalinks };
    await this.control.order('reset', { site, terms: seededTerms, posts: seededPosts.map(toRow) });
  }

  /** Ends every program and removes every file. */
  async stop(): Promise<void> {
    await Promise.all([this.control.stop(), ...[...this.fronts].map((front) => front.stop())]);
    await this.database.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

interface Parts {
  readonly folder: string;
  readonly person: Person;
  readonly database: Restartable;
  readonly control: Control;
  readonly options: WordPressOptions;
  readonly installed: Installed;
}

interface Installed {
  readonly appPasswords: Readonly<Record<string, string>>;
  readonly version: string;
  readonly php: string;
}

interface Control {
  order<T>(name: string, given?: unknown): Promise<T>;
  stop(): Promise<void>;
}

function firstSwitches(options: WordPressOptions): Switches {
  const switches = defaultSwitches();
  mergeSwitches(switches, options.switches ?? {});
  return switches;
}

/** The platform is in maintenance as long as a file says so; our back door stays open. */
function writeSwitches(folder: string, switches: Switches): void {
  writeFileSync(join(folder, 'www/wp-content/switches.json'), JSON.stringify(switches));
  const maintenance = join(folder, 'www/.maintenance');
  if (switches.maintenance)
    writeFileSync(maintenance, "<?php $upgrading = defined( 'CLIPFERRY_CONTROL' ) ? 0 : time();");
  else rmSync(maintenance, { force: true });
}

/** A copy of the platform with our configuration, plugin and theme. */
function layOut(folder: string, person: Person, switches: Switches): void {
  const www = join(folder, 'www');
  cpSync(packaged, www, {
    recursive: true,
    // Libraries of other packages are linked in by relative paths.
    dereference: true,
    filter: (path) => !/\.htaccess$|wp-config\.php$/.test(path),
  });
  for (const name of ['mu-plugins', 'themes/clipferry', 'uploads'])
    mkdirSync(join(www, 'wp-content', name), { recursive: true });
  cpSync(own('mu-plugins'), join(www, 'wp-content/mu-plugins'), { recursive: true });
  cpSync(own('theme'), join(www, 'wp-content/themes/clipferry'), { recursive: true });
  for (const name of ['wp-config.php', 'control.php']) cpSync(own(name), join(www, name));
  cpSync(own('router.php'), join(folder, 'router.php'));
  writeSwitches(folder, switches);
  mkdirSync(join(folder, 'tmp'));
  if (person)
    runProgram('chown', ['-R', `${person.uid}:${person.gid}`, www, join(folder, 'tmp')], { person: null, cwd: '/' });
}

function install(folder: string, person: Person): Installed {
  const www = join(folder, 'www');
  const input = JSON.stringify({
    people: people.map((one) => ({ ...one, password: `${one.login}-pass-1` })),
  });
  const said = runProgram('php', [join(www, 'control.php'), 'install'], { person, cwd: www, input });
  return JSON.parse(said.trimEnd().split('\n').at(-1) ?? '') as Installed;
}

/** The site's back door: a web server of its own, so that an order costs milliseconds. */
async function startControl(folder: string, person: Person): Promise<Control> {
  const token = randomBytes(16).toString('hex');
  const place = { www: join(folder, 'www'), folder, person };
  const front = await startFront(place, { kind: 'built-in', env: { CLIPFERRY_CONTROL: token } }, '');
  return {
    stop: front.stop,
    order: async <T>(name: string, given: unknown = {}) => {
      const response = await fetch(`${front.url}/control.php?order=${name}`, {
        method: 'POST',
        headers: { 'x-control': token },
        body: JSON.stringify(given),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`The site did not carry out "${name}": ${response.status} ${text.trim()}`);
      return JSON.parse(text.trimEnd().split('\n').at(-1) ?? '') as T;
    },
  };
}

/** A seeded post as the platform's own function takes it. */
function toRow(post: (typeof seededPosts)[number]): Record<string, unknown> {
  const date = post.dateGmt.replace('T', ' ');
  return {
    post_type: 'post',
    post_status: 'publish',
    post_author: 1,
    post_title: post.title,
    post_content: post.content,
    post_name: post.slug,
    post_date_gmt: date,
    post_date: date,
  };
}
