// Sets up a real WordPress with our service plugin in a folder of its own, and gives tests a typed hold on it.
import { execFile } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Role } from '../site/roles.ts';
import type { SeedSignIn } from '../site/seed.ts';
import { defaultSwitches, mergeSwitches, type Switches, type SwitchPatch } from '../site/switches.ts';
import { startDatabase } from './database.ts';
import { type Front, type FrontOptions, startFront } from './fronts.ts';
import { ordinaryPerson, type Person, type Program, runProgram } from './programs.ts';

/** Where the packages put the platform. */
const packaged = '/usr/share/wordpress';
const own = (name: string): string => fileURLToPath(new URL(`site/${name}`, import.meta.url));

export interface StoredFile {
  readonly id: number;
  /** As it lies on the server's disk. */
  readonly name: string;
  readonly bytes: number | null;
  readonly sha256: string | null;
  readonly author: string;
}

export interface StoredVideo {
  readonly id: number;
  readonly status: string;
  /** As the database has it. */
  readonly title: string;
  readonly content: string;
  readonly excerpt: string;
  readonly slug: string;
  readonly author: string;
  readonly terms: Readonly<Record<string, readonly number[]>>;
  readonly poster: number;
  readonly files: readonly StoredFile[];
}

/** Switches beyond those of the practice site. */
export interface PlatformSwitches {
  /** `production` lets application passwords through https only (platform facts, section 3). */
  readonly environment: 'local' | 'production';
}

const people: readonly { readonly login: string; readonly name: string; readonly role: Role }[] = [
  { login: 'admin', name: 'Ada Administrator', role: 'administrator' },
  { login: 'ava', name: 'Ava Author', role: 'author' },
  { login: 'carl', name: 'Carl Contributor', role: 'contributor' },
  { login: 'sue', name: 'Sue Subscriber', role: 'subscriber' },
];

/** A running WordPress. Its web servers ("fronts") come and go; database and files stay until `stop`. */
export class WordPressSite {
  readonly folder: string;
  readonly signIns: readonly SeedSignIn[];
  /** Such as "6.1.9". */
  readonly version: string;
  readonly phpVersion: string;
  private readonly person: Person;
  private readonly database: Program;
  private readonly fronts = new Set<Front>();
  private frontCount = 0;
  private switched: Switches & PlatformSwitches = { ...defaultSwitches(), environment: 'local' };

  private constructor(folder: string, person: Person, database: Program, installed: Installed) {
    this.folder = folder;
    this.person = person;
    this.database = database;
    this.version = installed.version;
    this.phpVersion = installed.php;
    this.signIns = people.map(({ login, role }) => ({
      login,
      role,
      email: `${login}@example.test`,
      appPassword: (installed.appPasswords[login] ?? '').replaceAll(' ', ''),
      accountPassword: `${login}-pass-1`,
    }));
  }

  /** Sets everything up; throws with the words of what failed. */
  static async start(options: { readonly name?: string; readonly timezone?: string } = {}): Promise<WordPressSite> {
    const person = await ordinaryPerson();
    const folder = mkdtempSync(join(tmpdir(), 'clipferry-wordpress-'));
    if (person) chownSync(folder, person.uid, person.gid);
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
    cpSync(own('wp-config.php'), join(www, 'wp-config.php'));
    for (const name of ['router.php', 'control.php']) cpSync(own(name), join(folder, name));
    writeFileSync(
      join(www, 'wp-content/switches.json'),
      JSON.stringify({ ...defaultSwitches(), environment: 'local' }),
    );
    const database = await startDatabase(join(folder, 'db'), person);
    try {
      if (person) runProgram('chown', ['-R', `${person.uid}:${person.gid}`, www], { person: null, cwd: '/' });
      const order = {
        name: options.name ?? 'Real WordPress',
        timezone: options.timezone ?? 'Europe/Paris',
        people: people.map((one) => ({ ...one, password: `${one.login}-pass-1` })),
      };
      const installed = await control<Installed>(folder, person, 'install', order);
      return new WordPressSite(folder, person, database, installed);
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

  /** A web server of its own before the site. */
  async front(options: FrontOptions): Promise<Front> {
    const folder = join(this.folder, `front-${++this.frontCount}`);
    mkdirSync(folder);
    if (this.person) chownSync(folder, this.person.uid, this.person.gid);
    const key = readFileSync(new URL('../site/tls/server-key.pem', import.meta.url), 'utf8');
    const front = await startFront({ www: join(this.folder, 'www'), folder, person: this.person }, options, key);
    this.fronts.add(front);
    return front;
  }

  /** Sets switches of the plugin; they hold from the next request on. Those that only the practice site has do nothing here. */
  switches(patch: SwitchPatch & Partial<PlatformSwitches>): void {
    const { environment, ...shared } = patch;
    mergeSwitches(this.switched, shared);
    this.switched = { ...this.switched, environment: environment ?? this.switched.environment };
    this.writeSwitches();
  }

  /** What the platform itself shows while it is being updated. */
  maintenance(on: boolean): void {
    const file = join(this.folder, 'www/.maintenance');
    if (on) writeFileSync(file, '<?php $upgrading = time();');
    else rmSync(file, { force: true });
  }

  async state(): Promise<{ readonly videos: readonly StoredVideo[]; readonly unattached: readonly StoredFile[] }> {
    return control(this.folder, this.person, 'state', {});
  }

  /** As the database has it, whatever the API would refuse; gives the id. */
  async addVideo(author: string, fields: Readonly<Record<string, unknown>>): Promise<number> {
    return (await control<{ id: number }>(this.folder, this.person, 'video', { author, fields })).id;
  }

  /** Fields by their names in the database, such as `post_title`. */
  async editVideo(id: number, fields: Readonly<Record<string, unknown>>): Promise<void> {
    await control(this.folder, this.person, 'edit', { id, fields });
  }

  /** `taxonomy` by its own name, such as `categories`; gives the ids. */
  async addTerms(taxonomy: string, names: readonly string[]): Promise<readonly number[]> {
    return (await control<{ ids: number[] }>(this.folder, this.person, 'terms', { taxonomy, names })).ids;
  }

  async addAppPassword(login: string, name = 'Another'): Promise<string> {
    return (await control<{ appPassword: string }>(this.folder, this.person, 'app-password', { login, name }))
      .appPassword;
  }

  async revoke(login: string): Promise<void> {
    await control(this.folder, this.person, 'revoke', { login });
  }

  async setRole(login: string, role: Role): Promise<void> {
    await control(this.folder, this.person, 'role', { login, role });
  }

  async expireTokens(): Promise<void> {
    await control(this.folder, this.person, 'expire', {});
  }

  /** No videos, files, posts or terms; first switches and roles. Application passwords stay. */
  async reset(): Promise<void> {
    this.maintenance(false);
    this.switched = { ...defaultSwitches(), environment: 'local' };
    this.writeSwitches();
    await control(this.folder, this.person, 'reset', { people });
  }

  /** Ends every program and removes every file. */
  async stop(): Promise<void> {
    await Promise.all([...this.fronts].map((front) => front.stop()));
    await this.database.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  private writeSwitches(): void {
    writeFileSync(join(this.folder, 'www/wp-content/switches.json'), JSON.stringify(this.switched));
  }
}

interface Installed {
  readonly appPasswords: Readonly<Record<string, string>>;
  readonly version: string;
  readonly php: string;
}

/** Gives an order to the site behind its API. */
function control<T>(folder: string, person: Person, order: string, given: unknown): Promise<T> {
  const www = join(folder, 'www');
  return new Promise((resolve, reject) => {
    const child = execFile(
      'php',
      [join(folder, 'control.php'), order],
      { cwd: www, env: { PATH: '/usr/bin:/bin', PWD: www }, maxBuffer: 64 * 1024 * 1024, ...(person ?? {}) },
      (error, out, complaints) => {
        const last = out.trimEnd().split('\n').at(-1) ?? '';
        try {
          if (error) throw error;
          resolve(JSON.parse(last) as T);
        } catch {
          reject(new Error(`The site did not carry out "${order}": ${complaints}${out.slice(-2_000)}`));
        }
      },
    );
    child.stdin?.end(JSON.stringify(given));
  });
}
