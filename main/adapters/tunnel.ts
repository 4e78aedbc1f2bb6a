// Connections through a proxy. To an https site a tunnel (CONNECT), in which the site's certificate is checked as ever; to an http
// site none: many proxies refuse tunnels to port 80, so that the proxy is asked for the whole address and forwards (RFC 9112, 3.2.2).
//
// undici's own ProxyAgent is not used: it tells neither why a proxy asks for a sign-in nor that it was the proxy that failed, sends
// no other sign-in after it was made, and has no limits of its own for a proxy's answers.
import { isIP, type Socket } from 'node:net';
import { type buildConnector, Client } from 'undici';
import { HttpError, type ProxyAccess, ProxyError, type ProxyServer } from '../ports.ts';
import { isSignIn, refusedTunnel } from './proxy-answers.ts';

export interface WayOptions {
  readonly proxy: ProxyServer;
  /** Opens plain and encrypted connections. */
  readonly open: buildConnector.connector;
  /** So long the proxy may take until the tunnel is open, in ms. */
  readonly connectMs: number;
  /** All headers of one answer of the proxy, in bytes. */
  readonly mostHeaderBytes: number;
  readonly access: () => ProxyAccess;
  /** A tunnel is open: whatever is silent from here on is behind the proxy. */
  readonly onTunnel: () => void;
  /** Ends what is being opened. */
  readonly ending: AbortSignal;
}

export const proxyOrigin = ({ kind, address }: ProxyServer): string => `${kind}://${address}`;

/** It was silent for as long as its client waits. */
export const proxySilent = ({ address }: ProxyServer): ProxyError =>
  new ProxyError('proxy-away', address, 'The proxy says nothing');

/** Whatever went wrong on the way to the proxy itself is the proxy's: nothing has left for the site yet. */
function proxyAway({ address }: ProxyServer, cause: unknown): HttpError {
  if (cause instanceof HttpError) return cause;
  return new ProxyError('proxy-away', address, 'The proxy does not answer', cause);
}

/** Opens connections to the proxy itself. */
export function proxyConnector({ proxy, open }: WayOptions): buildConnector.connector {
  // The certificate of an https proxy is its own, whatever site is asked for on the connection.
  const { hostname } = new URL(proxyOrigin(proxy));
  const servername = isIP(hostname) !== 0 || hostname.startsWith('[') ? undefined : hostname;
  return ({ servername: _site, ...wanted }, callback) => {
    open(servername === undefined ? wanted : { ...wanted, servername }, (error, socket) => {
      if (error) callback(proxyAway(proxy, error), null);
      else callback(null, socket);
    });
  };
}

/** Throws HttpError: ProxyError where the proxy is the reason. */
async function openTunnel(options: WayOptions, target: string): Promise<Socket> {
  const { proxy, access, ending } = options;
  const shown = await access().authorization(proxy);
  const client = new Client(proxyOrigin(proxy), {
    allowH2: false,
    maxHeaderSize: options.mostHeaderBytes,
    connect: proxyConnector(options),
  });
  const end = (): void => void client.destroy().catch(() => undefined);
  const timer = setTimeout(end, options.connectMs);
  ending.addEventListener('abort', end);
  try {
    const { statusCode, headers, socket } = await client.connect({
      path: target,
      headers: { host: target, ...(shown === null ? {} : { 'proxy-authorization': shown }) },
    });
    const refused = refusedTunnel(proxy, statusCode, headers);
    if (refused === null) return socket as Socket;
    // The connection is given up; what still comes of it is of no interest.
    socket.on('error', () => undefined).destroy();
    if (isSignIn(refused)) access().asked(proxy, shown, new URL(`https://${target}`).origin);
    throw refused;
  } catch (error) {
    throw proxyAway(proxy, error);
  } finally {
    clearTimeout(timer);
    ending.removeEventListener('abort', end);
    // A tunnel that is open does not belong to it any more.
    end();
  }
}

/** Opens a tunnel for each connection to an https site. */
export function tunnelConnector(options: WayOptions): buildConnector.connector {
  return (wanted, callback) => {
    const target = wanted.port ? `${wanted.host}` : `${wanted.host}:443`;
    openTunnel(options, target)
      .then((httpSocket) => {
        options.onTunnel();
        options.open({ ...wanted, httpSocket }, callback);
      })
      .catch((error: Error) => callback(error, null));
  };
}
