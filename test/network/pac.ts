// Serves a proxy script (PAC) on this computer, as the server of a company's network does.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Pac {
  readonly url: string;
  /** What is served from now on; null = there is none (404). */
  script: string | null;
  /** How often it was fetched. */
  asked: number;
  close(): Promise<void>;
}

/** A script that says `ways` of the origins and DIRECT of everything else, as PAC words them: "PROXY a:1; PROXY b:2". */
export function scriptFor(origins: readonly string[], ways: string): string {
  return `function FindProxyForURL(url, host) {
  return ${JSON.stringify(origins)}.some(function (one) { return url.indexOf(one + '/') === 0; }) ? ${JSON.stringify(ways)} : 'DIRECT';
}`;
}

export async function startPac(script: string | null): Promise<Pac> {
  const server = createServer((_, response) => {
    pac.asked++;
    response.writeHead(pac.script === null ? 404 : 200, { 'content-type': 'application/x-ns-proxy-autoconfig' });
    response.end(pac.script ?? '');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const pac: Pac = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/proxy.pac`,
    script,
    asked: 0,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return pac;
}
