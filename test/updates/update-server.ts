// A web server with static files over https, as any host has, and with the faults that lines and hosts have.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const tls = path.resolve(import.meta.dirname, '../site/tls');
const pem = (name: string): string => readFileSync(path.join(tls, `${name}.pem`), 'utf8');

export interface UpdateServer {
  readonly url: string;
  /** By path. */
  readonly files: Map<string, Uint8Array>;
  /** What was asked for, with the range. */
  readonly asked: { readonly path: string; readonly range: string | null }[];
  /** After so many bytes of the body the line is cut, once for each; not where the body ends before. */
  readonly cuts: number[];
  /** False: it sends all of a file, whatever part is asked for. */
  ranges: boolean;
  /** From here to there, once. */
  readonly redirects: Map<string, string>;
  close(): Promise<void>;
}

interface Part {
  readonly status: number;
  readonly bytes: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

function partOf(file: Uint8Array, range: string | null): Part {
  const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? Number.NaN);
  if (Number.isNaN(from)) return { status: 200, bytes: file, headers: {} };
  if (from >= file.length) return { status: 416, bytes: new Uint8Array(), headers: {} };
  const headers = { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` };
  return { status: 206, bytes: file.subarray(from), headers };
}

export async function startUpdateServer(): Promise<UpdateServer> {
  const files = new Map<string, Uint8Array>();
  const asked: { path: string; range: string | null }[] = [];
  const cuts: number[] = [];
  const redirects = new Map<string, string>();
  const server: Server = createServer({ cert: pem('server'), key: pem('server-key') }, (request, response) => {
    const name = decodeURIComponent(request.url ?? '');
    const range = request.headers.range ?? null;
    asked.push({ path: name, range });
    const to = redirects.get(name);
    const file = files.get(name);
    if (to !== undefined) response.writeHead(302, { location: to }).end();
    else if (file === undefined) response.writeHead(404).end('There is nothing');
    else {
      const { status, bytes, headers } = partOf(file, made.ranges ? range : null);
      response.writeHead(status, { ...headers, 'content-length': bytes.length });
      const cut = cuts[0];
      if (cut === undefined || cut >= bytes.length) response.end(bytes);
      else {
        cuts.shift();
        response.write(bytes.subarray(0, cut), () => response.socket?.end());
      }
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const made: UpdateServer = {
    ...{ url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/`, files, asked, cuts, redirects },
    ranges: true,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return made;
}

/** The certificate authority of the server, for NODE_EXTRA_CA_CERTS. */
export const authorityFile = path.join(tls, 'ca.pem');
