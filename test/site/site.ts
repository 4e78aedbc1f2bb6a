// The practice site as one object: its options, its store, its switches, its clock and its addresses.
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Journal } from './journal.ts';
import { Router } from './router.ts';
import { Store } from './store.ts';
import { defaultSwitches, mergeSwitches, type Switches, type SwitchPatch } from './switches.ts';
import { gmtFromMs } from './time.ts';

export interface SiteOptions {
  /** Folder for the database and the uploaded files. */
  data: string;
  name: string;
  timezone: string;
  /** Path of the site below its host: "" or "/blog". */
  base: string;
  restRoot: string;
  platformNs: string;
  serviceNs: string;
  /** Without pretty permalinks only `?rest_route=` reaches the API. */
  plainPermalinks: boolean;
  /** Makes the sign-ins repeatable. */
  seed: string | null;
  switches: SwitchPatch;
}

/** Where a request reached the site: every address in an answer is made from it. */
export interface Address {
  scheme: 'http' | 'https';
  /** Host header, port included. */
  host: string;
}

export class Site {
  readonly options: SiteOptions;
  readonly store: Store;
  readonly switches: Switches;
  readonly journal: Journal;
  readonly router = new Router();
  /** The control routes answer only to its holder. */
  readonly token = randomBytes(18).toString('base64url');
  readonly uploadsDir: string;
  readonly incomingDir: string;

  constructor(options: SiteOptions) {
    this.options = options;
    this.store = new Store(options.data);
    this.journal = new Journal(this.store);
    this.switches = defaultSwitches();
    mergeSwitches(this.switches, options.switches);
    this.uploadsDir = join(options.data, 'uploads');
    this.incomingDir = join(options.data, 'incoming');
    mkdirSync(this.uploadsDir, { recursive: true });
    // What a killed run was still receiving never became a video.
    rmSync(this.incomingDir, { recursive: true, force: true });
    mkdirSync(this.incomingDir, { recursive: true });
  }

  /** What signs tokens and login cookies; the same over a restart. */
  get secret(): string {
    const kept = this.store.setting('secret');
    if (kept !== null) return kept;
    const secret = randomBytes(32).toString('hex');
    this.store.setSetting('secret', secret);
    return secret;
  }

  get uploadRoute(): string {
    return `/${this.options.serviceNs}/v1/upload`;
  }

  /** A route of the platform's own namespace: `v2('/video')` -> "/wp/v2/video". */
  v2(route: string): string {
    return `/${this.options.platformNs}/v2${route}`;
  }

  nowMs(): number {
    return Date.now() + this.switches.clockOffsetSeconds * 1000;
  }

  nowGmt(): string {
    return gmtFromMs(this.nowMs());
  }

  home(address: Address): string {
    return `${address.scheme}://${address.host}${this.options.base}`;
  }

  /** The address of a route, "/" for the root itself. */
  rest(address: Address, route: string): string {
    const home = this.home(address);
    if (this.options.plainPermalinks) return `${home}/index.php?rest_route=${route}`;
    return `${home}/${this.options.restRoot}${route}`;
  }

  /** Environment `local`: application passwords work without https (platform facts, section 3). */
  isLocal(address: Address): boolean {
    return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(address.host);
  }

  appPasswordsAvailable(address: Address): boolean {
    return !this.switches.basicDisabled && (address.scheme === 'https' || this.isLocal(address));
  }

  close(): void {
    this.journal.release();
    this.store.close();
  }
}
