// The site that the contract suite runs against: the practice site, or a real WordPress behind one of two web servers.
//
// The tests beside this file are the contract. They run three times: with the unit tests against the practice site, and in
// `npm run test:wordpress` against WordPress behind PHP's own server and behind Apache with php-fpm. Where they differ,
// the practice site is wrong.

import type { StateFile, StateVideo } from '../site/control-state.ts';
import type { PracticeSite, PracticeSiteOptions } from '../site/start.ts';
import { startPracticeSite } from '../site/start.ts';
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
  return site as PracticeSite & { readonly productionUrl: string };
}

async function wordpress(options: TargetOptions, front: FrontOptions): Promise<Target> {
  const site = await WordPressSite.start(options);
  const [main, production] = await Promise.all([
    site.front(front),
    site.front({ kind: 'built-in', host: '127.0.0.2' }),
  ]);
  return Object.assign(site, {
    url: main.url,
    root: options.plainPermalinks ? `${main.url}/index.php?rest_route=/` : `${main.url}/wp-json/`,
    productionUrl: production.url,
    httpsUrl: main.httpsUrl,
  });
}

/** Starts this run's site; it ends with `stop`, or with this process. */
export function startTarget(options: TargetOptions = {}): Promise<Target> {
  switch (targetName) {
    case 'practice':
      return practice(options);
    case 'wordpress':
      return wordpress(options, { kind: 'built-in' });
    case 'wordpress-apache':
      return wordpress(options, { kind: 'apache' });
  }
}
