// `app://main/…`: the only place that the page is loaded from; serves the built renderer, local clips and posters, nothing else.
import { net, protocol } from 'electron';
import type { Logger } from '../ports.ts';
import type { ClipAsk } from './clip-stream.ts';
import { appHost, appScheme } from './page.ts';
import { readFileTable, servePageFile } from './page-files.ts';

/** Must run before the app is ready. No `bypassCSP`, `corsEnabled` or `allowServiceWorkers` (electron-security row 18). */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
  ]);
}

const clipPath = /^\/clip\/([\w-]{1,64})$/;
const posterPath = /^\/poster\/([\w-]{1,64})\/(\d{1,15})$/;
const notFound = (): Response => new Response('Not found', { status: 404, headers: { 'Content-Type': 'text/plain' } });

interface Source {
  /** Folder of the built renderer. */
  readonly rendererFolder: string;
  /** The clip of a job; null for an unknown one, and where there is nothing to serve. */
  readonly clip: (jobId: string, ask: ClipAsk) => Promise<Response | null>;
  /** A picture that main fetched from a site, its type proved by its bytes; null for an unknown one. */
  readonly picture: (
    accountId: string,
    mediaId: number,
  ) => Promise<{ readonly type: string; readonly bytes: Uint8Array } | null>;
  /** Origin of the development server, whose page wants clips too; null in every build that a user gets. */
  readonly devOrigin: string | null;
  readonly logger: Logger;
}

/** Never anything but a picture: an answer opened by itself may do nothing. */
const pictureHeaders = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
};

export async function serveApp({ rendererFolder, clip: serve, picture, devOrigin, logger }: Source): Promise<void> {
  const table = await readFileTable(rendererFolder);

  const clip = (jobId: string, { headers, method }: Request): Promise<Response | null> =>
    serve(jobId, { range: headers.get('Range'), withBody: method !== 'HEAD' });

  async function answer(request: Request): Promise<Response | null> {
    const url = URL.parse(request.url);
    if (url === null || url.host !== appHost || url.username !== '' || url.password !== '') return null;
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    const poster = posterPath.exec(url.pathname);
    if (poster !== null) {
      const found = await picture(poster[1] ?? '', Number(poster[2]));
      if (found === null) return null;
      return new Response(new Uint8Array(found.bytes), { headers: { ...pictureHeaders, 'Content-Type': found.type } });
    }
    const jobId = clipPath.exec(url.pathname)?.[1];
    return jobId === undefined ? servePageFile(table, url.pathname) : clip(jobId, request);
  }

  const orNotFound = async (request: Request, answering: Promise<Response | null>): Promise<Response> => {
    try {
      return (await answering) ?? notFound();
    } catch (error) {
      logger.warn('a file of the app could not be served', { url: request.url, error });
      return notFound();
    }
  };
  protocol.handle(appScheme, (request) => orNotFound(request, answer(request)));
  if (devOrigin === null) return;
  // A clip of another origin than the page's could not be drawn onto a canvas: in development it comes from the page's own.
  protocol.handle('http', (request) => {
    const url = URL.parse(request.url);
    const jobId = url?.origin === devOrigin ? clipPath.exec(url.pathname)?.[1] : undefined;
    if (jobId !== undefined) return orNotFound(request, clip(jobId, request));
    return net.fetch(request, { bypassCustomProtocolHandlers: true });
  });
}
