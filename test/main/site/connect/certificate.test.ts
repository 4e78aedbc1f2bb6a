// What a site whose certificate is not trusted is said to lack: each cause has a remedy of its own.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer as createPlainServer, type Server } from 'node:net';
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Site } from '../../../../main/model.ts';
import { discover } from '../../../../main/site/connect/discover.ts';
import { lookAtSite } from '../../../../main/site/connect/inspect-site.ts';
import { seeSite } from '../../../../main/site/connect/probe-root.ts';
import { findingWords } from '../../../../renderer/text/checkup.ts';
import { type PracticeSite, startPracticeSite } from '../../../site/start.ts';
import { calls, clock, http } from '../practice.ts';

const pem = (name: string): string => readFileSync(new URL(`../../../site/tls/${name}.pem`, import.meta.url), 'utf8');

let server: Server;
let asked: number;
beforeAll(() => setDefaultCACertificates([...getCACertificates('default'), pem('expired'), pem('other-name')]));
afterEach(() => server.close());
afterAll(() => http.close());

/** A site with this certificate, whose authority this computer knows unless it is the practice site's own. */
async function siteWith(cert: string, key: string): Promise<Site> {
  asked = 0;
  server = createServer({ cert: pem(cert), key: pem(key) }, (socket) => void socket.on('data', () => asked++));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, root: `${address}/wp-json/`, uploadRoute: 'streamtube/v1/upload' } as Site;
}

describe.each([
  ['that is out of its time', 'expired', 'strange-key', 'certificate-expired', /date and time of this computer/],
  ['of another host', 'other-name', 'strange-key', 'certificate-name', /spelling of the address/],
  ['of an unknown authority', 'server', 'server-key', 'certificate-authority', /add its certificate.*start it again/],
] as const)('a certificate %s', (_, cert, key, code, todo) => {
  it('is told by the check-up, with what to do about it', async () => {
    const seen = await lookAtSite(calls, clock, await siteWith(cert, key), []);
    expect(seen.answer).toMatchObject({ code });
    expect(asked).toBe(0);
    const finding = { code, status: 'blocks', accountId: null, said: null, amount: null, names: [], clips: 0 } as const;
    expect(findingWords(finding, Date.now()).todo).toMatch(todo);
    expect(findingWords(finding, Date.now()).host).toContain('certificate');
  });

  it('is somebody else’s where the site was known: nothing is sent there', async () => {
    const site = await siteWith(cert, key);
    expect(await seeSite(http, clock, site, new AbortController().signal)).toEqual({ kind: 'portal' });
    expect(asked).toBe(0);
  });
});

describe('a site of this computer that is typed without a scheme', () => {
  const known = getCACertificates('default');
  afterEach(() => setDefaultCACertificates(known));

  /** The practice site behind https, which answers a plain connection as this server does. */
  async function behindTls(site: PracticeSite, plain: 'ends it' | 'says so'): Promise<{ readonly port: number }> {
    const page =
      'HTTP/1.1 400 Bad Request\r\nContent-Length: 46\r\nConnection: close\r\n\r\nplain HTTP request was sent to an HTTPS port.\n';
    const secure = createHttpsServer({ cert: pem('server'), key: pem('server-key') }, (request, response) => {
      fetch(new URL(request.url ?? '/', site.url), { headers: { accept: request.headers.accept ?? '*/*' } })
        .then(async (answer) => {
          const text = (await answer.text())
            .replaceAll(site.url, here)
            .replaceAll(site.url.replaceAll('/', '\\/'), here);
          response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/html' });
          response.end(text);
        })
        .catch(() => response.destroy());
    });
    secure.listen(0, '127.0.0.1');
    await once(secure, 'listening');
    onTestFinished(() => void secure.close());
    // Tells TLS from plain by the first byte, as a web server does.
    server = createPlainServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', (first) => {
        if (first[0] !== 22) return plain === 'says so' ? socket.end(page) : socket.resetAndDestroy();
        const through = connect((secure.address() as AddressInfo).port, '127.0.0.1');
        through.on('error', () => socket.destroy());
        through.write(first);
        socket.pipe(through).pipe(socket);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const here = `https://127.0.0.1:${port}`;
    return { port };
  }

  it.each(['ends it', 'says so'] as const)(
    'is found over https where a plain connection is answered so: %s',
    async (plain) => {
      await using site = await startPracticeSite();
      setDefaultCACertificates([...known, pem('ca')]);
      const { port } = await behindTls(site, plain);
      const { site: found } = await discover(calls, clock, `127.0.0.1:${port}`);
      expect(found.root).toBe(`https://127.0.0.1:${port}/wp-json/`);
      // Who writes http means it.
      await expect(discover(calls, clock, `http://127.0.0.1:${port}`)).rejects.toThrow();
    },
  );

  it('is told that its certificate is not trusted, not that nobody is there', async () => {
    await using site = await startPracticeSite();
    const { port } = await behindTls(site, 'ends it');
    await expect(discover(calls, clock, `127.0.0.1:${port}`)).rejects.toMatchObject({
      failure: { problem: 'certificate-authority' },
    });
  });
});
