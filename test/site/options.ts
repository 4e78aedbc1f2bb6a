// What a practice site can be asked to be like, by tests and by its own process, and what it is when nobody asks.
import type { SiteOptions } from './site.ts';
import type { SwitchPatch } from './switches.ts';

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
  /** In a process of its own, which can be killed and whose memory can be measured. */
  ownProcess?: boolean;
}

/** Ports of 0 find free ones. */
export interface OpenOptions extends SiteOptions {
  host: string;
  port: number;
  httpsPort: number;
}

/** What a site is like that nobody has asked for anything. */
export const usual = {
  host: '127.0.0.1',
  name: 'Practice Video Site',
  timezone: 'Europe/Paris',
  base: '',
  restRoot: 'wp-json',
  platformNs: 'wp',
  serviceNs: 'streamtube',
} as const;

/** A site as a test asks for it, with what is usual for the rest. */
export function openOptions(options: PracticeSiteOptions, data: string): OpenOptions {
  return {
    data,
    host: options.host ?? usual.host,
    port: options.port ?? 0,
    httpsPort: options.httpsPort ?? 0,
    name: options.name ?? usual.name,
    timezone: options.timezone ?? usual.timezone,
    base: options.base ?? usual.base,
    restRoot: options.restRoot ?? usual.restRoot,
    platformNs: options.platformNamespace ?? usual.platformNs,
    serviceNs: options.namespace ?? usual.serviceNs,
    plainPermalinks: options.plainPermalinks ?? false,
    seed: options.seed ?? null,
    switches: options.switches ?? {},
  };
}
