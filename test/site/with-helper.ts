// A practice site that has the helper, as an app sees it from outside: a server before it that adds what the helper would say.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PracticeSite } from './start.ts';

/** An answer in place of the practice site's. */
export type Reply = { readonly status?: number; readonly headers?: Record<string, string>; readonly body: string };
export const jsonReply = (value: unknown, status = 200): Reply => ({
  ...{ status, headers: { 'content-type': 'application/json' } },
  body: JSON.stringify(value),
});

/** What a helper says that is well. */
export const well = { version: '1.0.0', ready: true, handOver: 'works' };

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A practice site with the helper's namespace; what the helper says, and what its site says to a whole file, is as a test wants. */
export class SiteWithHelper {
  readonly site: PracticeSite;
  /** Null = it is not installed. */
  told: Reply | null = jsonReply(well);
  /** What a firewall before it says to a piece; null = it passes. */
  firewall: Reply | null = null;
  /** To a new upload; null = it begins. */
  refusal: Reply | null = null;
  /** What the site's own upload says to a whole file. */
  wholeAnswer = { status: 400, headers: {}, body: JSON.stringify({ code: 'no_file', message: 'No file was sent.' }) };
  /** Requests for the helper's routes but questions. */
  readonly asked: string[] = [];
  #upload = { size: 0, bytes: 0 };
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  url = '';

  constructor(site: PracticeSite) {
    this.site = site;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  signIn = (login: string) => this.site.signIn(login);

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const route = path.startsWith('/wp-json/clipferry/v1/') ? path.slice('/wp-json/clipferry/v1/'.length) : null;
    if (route === null || this.told === null) return this.#pass(request, response, path === '/wp-json/');
    const { status = 200, headers, body } = this.#helper(request, route, await bodyOf(request));
    response.writeHead(status, headers).end(body);
  }

  #helper({ method: sentAs = '', headers }: IncomingMessage, route: string, body: Buffer): Reply {
    if (route === 'helper') return this.told ?? jsonReply({ code: 'rest_no_route' }, 404);
    const method = headers['x-http-method-override']?.toString() ?? sentAs;
    if (method === 'PATCH' && this.firewall) return this.firewall;
    this.asked.push(`${method} ${route.replace(/[0-9a-f]{64}/, 'id')}`);
    const offset = (): Record<string, string> => ({ 'upload-offset': String(this.#upload.bytes) });
    if (method === 'POST') {
      if (this.refusal) return this.refusal;
      this.#upload = { size: Number(headers['upload-length']), bytes: 0 };
      return {
        status: 201,
        headers: { location: `${this.url}/wp-json/clipferry/v1/uploads/${'a'.repeat(64)}` },
        body: '',
      };
    }
    if (method === 'PATCH') {
      this.#upload.bytes += body.length;
      return { status: 204, headers: offset(), body: '' };
    }
    if (method === 'GET') {
      const isWhole = this.#upload.bytes === this.#upload.size;
      return jsonReply(isWhole ? { state: 'answered', video: null, answer: this.wholeAnswer } : { state: 'receiving' });
    }
    return { status: method === 'HEAD' ? 200 : 204, headers: offset(), body: '' };
  }

  /** All else is the practice site's, as it answers to its own address. */
  #pass(from: IncomingMessage, to: ServerResponse, isIndex: boolean): void {
    const { hostname, port } = new URL(this.site.url);
    const { method, headers, url: path } = from;
    const asked = request({ hostname, port, path, method, headers }, (answer) => {
      if (!isIndex || this.told === null) {
        to.writeHead(answer.statusCode ?? 500, answer.headers);
        return void answer.pipe(to);
      }
      void bodyOf(answer).then((body) => {
        const index = JSON.parse(body.toString()) as { namespaces: string[] };
        const text = JSON.stringify({ ...index, namespaces: [...index.namespaces, 'clipferry/v1'] });
        const { 'content-length': _, ...rest } = answer.headers;
        to.writeHead(answer.statusCode ?? 500, rest).end(text);
      });
    });
    asked.on('error', () => to.destroy());
    from.pipe(asked);
  }
}
