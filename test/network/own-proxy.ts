// A proxy on this computer that does what a test wants: tunnels, forwards, refuses, answers nonsense, or nothing at all.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What came to the proxy. */
export interface ProxyRequest {
  /** `CONNECT host:port HTTP/1.1`, or a method and a whole address. */
  readonly line: string;
  /** By names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
}

/** 'through' = tunnelled or forwarded; 'silent' = no answer; 'cut' = reset; any other text is answered as it stands. */
export type ProxyAct = 'through' | 'silent' | 'cut' | (string & {});

export interface OwnProxy {
  /** Host and port. */
  readonly address: string;
  readonly requests: ProxyRequest[];
  /** All bytes that clients sent, tunnels included. */
  heard(): string;
  act: (request: ProxyRequest) => ProxyAct;
  /** Ends every connection at once; new ones are taken. */
  cut(): void;
  close(): Promise<void>;
}

export const authenticate = (...challenges: string[]): string =>
  `HTTP/1.1 407 Proxy Authentication Required\r\n${challenges
    .map((challenge) => `Proxy-Authenticate: ${challenge}\r\n`)
    .join('')}Content-Length: 0\r\n\r\n`;

export const answer = (status: string, body = '<html>proxy</html>'): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: text/html\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

function read(head: string): ProxyRequest {
  const [line = '', ...rest] = head.split('\r\n');
  const headers = rest.map((one): [string, string] => {
    const at = one.indexOf(':');
    return [one.slice(0, at).toLowerCase(), one.slice(at + 1).trim()];
  });
  return { line, headers: new Map(headers) };
}

/** What the site is sent of a request for a whole address: the proxy's own headers stay here. */
function originForm({ line, headers }: ProxyRequest): { readonly target: URL; readonly head: string } {
  const [method, address = '', version] = line.split(' ');
  const target = new URL(address);
  const kept = [...headers].filter(([name]) => !name.startsWith('proxy-') && name !== 'connection');
  const lines = kept.map(([name, value]) => `${name}: ${value}`);
  const path = target.pathname + target.search;
  return { target, head: [`${method} ${path} ${version}`, ...lines, 'connection: close', '', ''].join('\r\n') };
}

/** `port` 0 = any that is free. */
export async function startOwnProxy(port = 0): Promise<OwnProxy> {
  const sockets = new Set<Socket>();
  const heard: Buffer[] = [];
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    return socket;
  };
  const pass = (client: Socket, request: ProxyRequest, rest: Buffer): void => {
    const isTunnel = request.line.startsWith('CONNECT ');
    const target = new URL(isTunnel ? `tcp://${request.line.split(' ')[1]}` : originForm(request).target);
    client.pause();
    const site = keep(connect(Number(target.port || 80), target.hostname.replace(/^\[|\]$/g, '')));
    site.on('connect', () => {
      if (isTunnel) client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      else site.write(originForm(request).head);
      site.write(rest);
      client.on('data', (bytes) => site.write(bytes) || client.pause());
      site.on('drain', () => client.resume());
      client.resume();
    });
    site.on('data', (bytes) => client.write(bytes));
    site.on('close', () => client.destroy());
    client.on('close', () => site.destroy());
  };
  const server = createServer((client) => {
    keep(client);
    client.on('data', (bytes) => heard.push(bytes));
    let head = Buffer.alloc(0);
    const onData = (bytes: Buffer): void => {
      head = Buffer.concat([head, bytes]);
      const end = head.indexOf('\r\n\r\n');
      if (end < 0) return;
      client.off('data', onData);
      const request = read(head.subarray(0, end).toString('latin1'));
      proxy.requests.push(request);
      const act = proxy.act(request);
      if (act === 'through') pass(client, request, head.subarray(end + 4));
      else if (act === 'cut') client.resetAndDestroy();
      else if (act !== 'silent') client.end(act);
    };
    client.on('data', onData);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const proxy: OwnProxy = {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    heard: () => Buffer.concat(heard).toString('latin1'),
    act: () => 'through',
    cut: () => {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
  return proxy;
}
