// The site that the contract suite runs against: the practice site, or a real WordPress behind one of two web servers.
//
// The tests beside this file are the contract. They run with the unit tests against the practice site, and in `npm run test:wordpress`
// against WordPress behind Apache with php-fpm, those that the server matters to behind PHP's own as well. Where they differ, the
// practice site is wrong.

import type { StateFile, StateVideo } from '../site/control-state.ts';
import type { PracticeSite, PracticeSiteOptions } from '../site/start.ts';
import { startPracticeSite } from '../site/start.ts';
import type { SizeLimitStyle, Switches, SwitchPatch } from '../site/switches.ts';
import type { FrontOptions } from '../wordpress/fronts.ts';
import { WordPressSite } from '../wordpress/start.ts';

export type TargetName = 'practice' | 'wordpress' | 'wordpress-apache';

/** Which one this run is about; each run is a process of its own. */
export const targetName = (process.env.CLIPFERRY_TARGET ?? 'practice') as TargetName;
export const isWordPress = targetName !== 'practice';

/** What a test may use of a site: what both can do. */
export interface Target
  extends Pick<
      PracticeSite,
      | 'url'
      | 'root'
      | 'signIns'
      | 'signIn'
      | 'basic'
      | 'addVideos'
      | 'editVideo'
      | 'addTerms'
      | 'addAppPassword'
      | 'appPasswords'
      | 'revoke'
      | 'revokeAppPassword'
      | 'forgetAppPasswords'
      | 'expireTokens'
      | 'removeUser'
      | 'setRole'
      | 'switches'
      | 'reset'
      | 'stop'
    >,
    AsyncDisposable {
  /** Plain http where application passwords do not work. */
  readonly productionUrl: string;
  /** Null where this web server has none. */
  readonly httpsUrl: string | null;
  /** Behaves as the platform's versions from 6.8 on (platform facts, section 18). */
  readonly isRecent: boolean;
  /** Behaves as those from 7.1 on. */
  readonly isNewest: boolean;
  /** Wants a name of its own for each application password, as versions up to 6.1 do by themselves, and the practice site by its switch. */
  readonly mayWantNames: boolean;
  /** The web server answers ranges of a file. */
  readonly hasRanges: boolean;
  /** The web server gives a body of unknown length to nobody (platform facts, section 16). */
  readonly losesChunkedBodies: boolean;
  /** The web server makes one of two slashes in an address; by itself the platform (6.1) knows no such route. */
  readonly mergesSlashes: boolean;
  state(): Promise<{
    readonly now: string;
    readonly videos: readonly StateVideo[];
    readonly unattached: readonly StateFile[];
  }>;
}

export type TargetOptions = Pick<PracticeSiteOptions, 'name' | 'timezone' | 'plainPermalinks' | 'switches'>;

async function practice(options: TargetOptions): Promise<Target> {
  const site = await startPracticeSite(options);
  const { productionUrl } = site;
  if (productionUrl === null) throw new Error('This system has no 127.0.0.2, which plays the site in production');
  return Object.assign(site as PracticeSite & { readonly productionUrl: string }, {
    isRecent: true,
    isNewest: false,
    mayWantNames: true,
    hasRanges: true,
    losesChunkedBodies: true,
    mergesSlashes: true,
  });
}

/** What the web server and PHP have to be told for a switch that is theirs to obey. */
function frontFor(kind: FrontOptions['kind'], { sizeLimit, stripAuthorization }: Switches): FrontOptions {
  const bytes = String(sizeLimit?.bytes);
  const php: Record<SizeLimitStyle, Readonly<Record<string, string>> | null> = {
    'part-error': { upload_max_filesize: bytes },
    'empty-files': { post_max_size: bytes },
    'warning-json': { post_max_size: bytes, display_errors: '1', display_startup_errors: '1', html_errors: '1' },
    critical: { post_max_size: bytes, memory_limit: '40M' },
    '413-html': null,
    '413-rest': null,
    '413-early': null,
  };
  const settings = sizeLimit && php[sizeLimit.style];
  if (sizeLimit && !settings) throw new Error(`This limit is none of PHP's own: ${sizeLimit.style}`);
  return { kind, stripAuthorization, ...(settings ? { php: settings } : {}) };
}

async function wordpress(
  options: TargetOptions,
  kind: FrontOptions['kind'],
): Promise<Target & { become(options: TargetOptions): Promise<void> }> {
  const site = await WordPressSite.start(options);
  const { switches, reset } = site;
  let told = frontFor(kind, await site.switches());
  const production = await site.front({ kind: 'built-in', host: '127.0.0.2' });
  let main = await site.front(told);
  const obey = async (): Promise<void> => {
    const wanted = frontFor(kind, await switches.call(site));
    if (JSON.stringify(wanted) === JSON.stringify(told)) return;
    told = wanted;
    main = await site.front(wanted, main);
  };
  const rootOf = ({ plainPermalinks }: TargetOptions): string =>
    plainPermalinks ? `${main.url}/index.php?rest_route=/` : `${main.url}/wp-json/`;
  const target = Object.assign(site, {
    url: main.url,
    root: rootOf(options),
    productionUrl: production.url,
    httpsUrl: main.httpsUrl,
    isRecent: Number.parseFloat(site.version) >= 6.8,
    isNewest: Number.parseFloat(site.version) >= 7.1,
    mayWantNames: Number.parseFloat(site.version) < 6.8,
    hasRanges: kind === 'apache',
    losesChunkedBodies: kind === 'apache',
    mergesSlashes: kind === 'built-in',
    switches: async (patch?: SwitchPatch) => {
      const now = await switches.call(site, patch);
      await obey();
      return now;
    },
    reset: async () => {
      await reset.call(site);
      await obey();
    },
    become: async (other: TargetOptions) => {
      await reset.call(site, other);
      await obey();
      target.root = rootOf(other);
    },
  });
  return target;
}

/** WordPress sites of this process that no test has now: one takes seconds to set up, and a tenth of one to be as if it just had been. */
const free: (Target & { become(options: TargetOptions): Promise<void> })[] = [];

/** As a site that was just set up; another test gets it after `stop`, and it ends with this process. */
async function sharedWordPress(options: TargetOptions, kind: FrontOptions['kind']): Promise<Target> {
  const held = free.pop();
  await held?.become(options);
  const target = held ?? (await wordpress(options, kind));
  const leave = async (): Promise<void> => void (free.includes(target) || free.push(target));
  return Object.assign(target, { stop: leave, [Symbol.asyncDispose]: leave });
}

/** Starts this run's site, or hands over one as if it had just been started; it ends with `stop`, or with this process. */
export function startTarget(options: TargetOptions = {}): Promise<Target> {
  switch (targetName) {
    case 'practice':
      return practice(options);
    case 'wordpress':
      return sharedWordPress(options, 'built-in');
    case 'wordpress-apache':
      return sharedWordPress(options, 'apache');
  }
}
