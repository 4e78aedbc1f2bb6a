// `app://main/…`: the only place that the page is loaded from; serves the built renderer and local clips, nothing else.
import { protocol } from 'electron';
import type { Logger } from '../ports.ts';
import { serveClip } from './clip-stream.ts';
import { appHost, appScheme } from './page.ts';
import { readFileTable, servePageFile } from './page-files.ts';

/** Must run before the app is ready. No `bypassCSP`, `corsEnabled` or `allowServiceWorkers` (electron-security row 18). */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: appScheme, privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true } },
  ]);
}

const clipPath = /^\/clip\/([\w-]{1,64})$/;
const notFound = (): Response => new Response('Not found', { status: 404, headers: { 'Content-Type': 'text/plain' } });

interface Source {
  /** Folder of the built renderer. */
  readonly rendererFolder: string;
  /** Where a job's clip lies; null for an unknown job. */
  readonly clipPath: (jobId: string) => string | null;
  readonly logger: Logger;
}

export async function serveApp({ rendererFolder, clipPath: findClip, logger }: Source): Promise<void> {
  const table = await readFileTable(rendererFolder);

  async function answer(request: Request): Promise<Response | null> {
    const url = URL.parse(request.url);
    if (url === null || url.host !== appHost || url.username !== '' || url.password !== '') return null;
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    const jobId = clipPath.exec(url.pathname)?.[1];
    if (jobId === undefined) return servePageFile(table, url.pathname);
    const file = findClip(jobId);
    return file === null ? null : serveClip(file, request.headers.get('Range'));
  }

  protocol.handle(appScheme, async (request) => {
    try {
      return (await answer(request)) ?? notFound();
    } catch (error) {
      logger.warn('a file of the app could not be served', { url: request.url, error });
      return notFound();
    }
  });
}
