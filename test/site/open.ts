// Opens a practice site from its options and says where everything is: the same for a process with one site and one with many.
import { fileURLToPath } from 'node:url';
import { CONTROL_PATH } from './control.ts';
import type { OpenOptions } from './options.ts';
import type { SeedSignIn } from './seed.ts';
import { CA_FILE, openSite } from './server.ts';

/** What tells another process where everything is. */
export interface ReadyLine {
  ready: true;
  url: string;
  root: string;
  httpsUrl: string;
  /** Certificate authority to trust for `httpsUrl`. */
  caFile: string;
  /** Plain http without application passwords, as on a production site; null where the system has no 127.0.0.2. */
  productionUrl: string | null;
  control: string;
  token: string;
  signIns: SeedSignIn[];
}

/** Rejects when a port is taken. */
export async function openPracticeSite(options: OpenOptions): Promise<{ ready: ReadyLine; stop(): Promise<void> }> {
  const { host, port: wantedPort, httpsPort: wantedHttps, ...rest } = options;
  const { site, signIns, port, httpsPort, hasProduction, stop } = await openSite(
    { ...rest, base: rest.base.replace(/\/+$/, '') },
    { host, port: wantedPort, httpsPort: wantedHttps, productionHost: '127.0.0.2' },
  );
  const address = { scheme: 'http', host: `${host}:${port}` } as const;
  const ready: ReadyLine = {
    ready: true,
    url: site.home(address),
    root: site.rest(address, '/'),
    httpsUrl: site.home({ scheme: 'https', host: `${host}:${httpsPort}` }),
    caFile: fileURLToPath(CA_FILE),
    productionUrl: hasProduction ? site.home({ scheme: 'http', host: `127.0.0.2:${port}` }) : null,
    control: `http://${address.host}${CONTROL_PATH}`,
    token: site.token,
    signIns,
  };
  return { ready, stop };
}
