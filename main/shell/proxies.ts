// Proxies port: which proxy the system wants used for a site, as Chromium finds it out: its settings, its PAC script, or the
// environment of a Linux desktop without settings.
import type { Session } from 'electron';
import type { Proxies } from '../ports.ts';
import { routesIn } from './proxy-list.ts';

/**
 * Chromium's rules: sites on this computer are reached straight, unless the user's own list of exceptions says otherwise; a script that
 * cannot be fetched or does not run counts as none, which its answer (DIRECT) does not tell apart from the script's own word.
 */
export function createProxies(session: Pick<Session, 'resolveProxy' | 'forceReloadProxyConfig'>): Proxies {
  return {
    // Only the origin: a script of the network has no business with what is asked of a site.
    routesTo: async (origin) => routesIn(await session.resolveProxy(origin)),
    reload: () => {
      session.forceReloadProxyConfig().catch(() => undefined);
    },
  };
}
