// The ways in which a server says "too large" (platform facts, section 16).
import type { IncomingMessage } from 'node:http';
import { criticalError } from './errors.ts';
import type { Received, ReceivedFile } from './receive.ts';
import type { RestAnswer } from './rest.ts';
import type { Site } from './site.ts';

function html(status: number, body: string): RestAnswer {
  return { status, headers: { 'Content-Type': 'text/html' }, body, text: true };
}

function tooLargePage(): RestAnswer {
  const title = '413 Request Entity Too Large';
  const page = `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>nginx/1.22.1</center>\r\n</body>\r\n</html>\r\n`;
  return { ...html(413, page), headers: { 'Content-Type': 'text/html', Server: 'nginx/1.22.1' } };
}

/** What a proxy answers from the headers alone, while the client still writes. */
export function earlyRefusal(site: Site, request: IncomingMessage): RestAnswer | null {
  const limit = site.switches.sizeLimit;
  const announced = Number(request.headers['content-length'] ?? 0);
  return limit?.style === '413-early' && announced > limit.bytes ? tooLargePage() : null;
}

/** What stops a body that has arrived before any code of the site looks at it. */
export function lateRefusal(site: Site, request: IncomingMessage, received: Received): RestAnswer | null {
  const limit = site.switches.sizeLimit;
  if (!limit || received.bytes <= limit.bytes) return null;
  if (limit.style === '413-html' || limit.style === '413-early') return tooLargePage();
  if (limit.style !== 'critical') return null;
  const error = criticalError();
  if (/\bjson\b/.test(request.headers.accept ?? '')) return { status: 500, headers: {}, body: error.body() };
  return html(
    500,
    `<!DOCTYPE html>\n<html lang="en-US">\n<head><title>WordPress &rsaquo; Error</title></head>\n<body id="error-page">${error.message}</body>\n</html>`,
  );
}

/** PHP dropped the whole form: the handler sees no file at all. A file that is itself the body escapes. */
export function emptyFilesBody(site: Site, received: Received): boolean {
  const limit = site.switches.sizeLimit;
  if (received.kind === 'raw') return false;
  return (limit?.style === 'empty-files' || limit?.style === 'warning-json') && received.bytes > limit.bytes;
}

/** With display_errors on, HTML stands in front of the JSON: the only place where a limit is ever told. */
export function warningPrefix(site: Site, received: Received | null): string {
  const limit = site.switches.sizeLimit;
  if (limit?.style !== 'warning-json' || !received || received.bytes <= limit.bytes) return '';
  return `<br />\n<b>Warning</b>:  POST Content-Length of ${received.bytes} bytes exceeds the limit of ${limit.bytes} bytes in <b>Unknown</b> on line <b>0</b><br />\n`;
}

export function aboveFileLimit(site: Site, file: ReceivedFile): boolean {
  const limit = site.switches.sizeLimit;
  return (limit?.style === 'part-error' || limit?.style === '413-rest') && file.size > limit.bytes;
}
