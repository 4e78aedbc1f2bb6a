// What a site whose certificate is not trusted is said to lack: each cause has a remedy of its own.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, getCACertificates, type Server, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Site } from '../../../../main/model.ts';
import { lookAtSite } from '../../../../main/site/connect/inspect-site.ts';
import { seeSite } from '../../../../main/site/connect/probe-root.ts';
import { findingWords } from '../../../../renderer/text/checkup.ts';
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
