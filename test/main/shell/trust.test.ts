// No environment takes the certificate checks away, and what is wrong with a certificate is told apart.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server, type TlsOptions } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import type { TrustingReport } from './trusting-process.ts';

const script = fileURLToPath(new URL('trusting-process.ts', import.meta.url));
const pem = (name: string): string => fileURLToPath(new URL(`../../site/tls/${name}.pem`, import.meta.url));
const read = (name: string): string => readFileSync(pem(name), 'utf8');
const strange = (name: string): TlsOptions => ({ cert: read(name), key: read('strange-key') });
const practice: TlsOptions = { cert: read('server'), key: read('server-key') };

const servers: Server[] = [];
const asked: string[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  asked.length = 0;
});

/** Its address; every request is answered 200 and kept in `asked`. */
async function serve(options: TlsOptions): Promise<string> {
  const server = createServer(options, (socket) => {
    socket.on('error', () => {});
    socket.on('data', (data) => {
      asked.push(data.toString('latin1'));
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    });
  });
  server.on('tlsClientError', () => {});
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function start(url: string, env: Readonly<Record<string, string>>, ...more: string[]): Promise<TrustingReport> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(NODE_|SSL)/.test(name));
  const { stdout } = await promisify(execFile)(process.execPath, [script, url, ...more], {
    env: { ...Object.fromEntries(inherited), ...env },
  });
  return JSON.parse(stdout) as TrustingReport;
}

describe('started with NODE_TLS_REJECT_UNAUTHORIZED=0', () => {
  it('a certificate that nobody vouches for is refused all the same, and the log says that it is ignored', async () => {
    const report = await start(await serve(strange('other-name')), { NODE_TLS_REJECT_UNAUTHORIZED: '0' });
    expect(report).toMatchObject({ outcome: 'certificate', left: null });
    // The environment did mean it.
    expect(report.careless).toMatch(/^TLS/);
    expect(report.log.join()).toContain('NODE_TLS_REJECT_UNAUTHORIZED is ignored');
    expect(asked).toEqual([]);
  });

  it('it is refused even where something sets the variable again later', async () => {
    const report = await start(await serve(strange('other-name')), {}, 'set again');
    expect(report).toMatchObject({ outcome: 'certificate', left: '0' });
    expect(asked).toEqual([]);
  });

  it('so is one of a known authority for another name', async () => {
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_EXTRA_CA_CERTS: pem('other-name') };
    const report = await start(await serve(strange('other-name')), env);
    expect(report).toMatchObject({ outcome: 'certificate', certificate: 'certificate-name' });
    expect(asked).toEqual([]);
  });
});

it('nothing is said in the log of an environment that says nothing', async () => {
  const report = await start(await serve(practice), {});
  expect(report).toMatchObject({ outcome: 'certificate', certificate: 'certificate-authority', log: [] });
});

describe('what is wrong with a certificate', () => {
  const known = (name: string): Record<string, string> => ({ NODE_EXTRA_CA_CERTS: pem(name) });

  it.each([
    ['it has expired', strange('expired'), known('expired'), 'certificate-expired'],
    ['it names another host', strange('other-name'), known('other-name'), 'certificate-name'],
    ['it is self-signed', strange('other-name'), {}, 'certificate-authority'],
    ['its authority is unknown, or not sent along', practice, {}, 'certificate-authority'],
    [
      'its unknown authority is sent along',
      { ...practice, cert: read('server') + read('ca') },
      {},
      'certificate-authority',
    ],
  ])('%s', async (_, options, env, certificate) => {
    expect(await start(await serve(options), env)).toMatchObject({ outcome: 'certificate', certificate });
    expect(asked).toEqual([]);
  });

  // Windows and macOS have a store of their own, which no variable names.
  it.skipIf(process.platform === 'win32')(
    'nothing, when this computer knows its authority: the store may be named by the environment',
    async () => {
      const report = await start(await serve(practice), { SSL_CERT_FILE: pem('ca') });
      expect(report).toMatchObject({ outcome: 200, certificate: null });
      expect(report.log.join()).toContain('names the certificate store');
    },
  );
});

describe('what else the environment of a program can say', () => {
  it('a protocol from before TLS 1.2 is not spoken, however much it is allowed', async () => {
    const old: TlsOptions = { ...practice, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' };
    const report = await start(await serve(old), {
      NODE_OPTIONS: '--tls-min-v1.0 --tls-cipher-list=DEFAULT@SECLEVEL=0',
      NODE_EXTRA_CA_CERTS: pem('ca'),
    });
    expect(report.careless).toBe('TLSv1.1');
    expect(report).toMatchObject({ outcome: 'certificate', certificate: null });
    expect(asked).toEqual([]);
  });

  it('no proxy gets to see a request, and no file the keys of a connection', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'clipferry-keys-'));
    const keys = join(folder, 'keys.log');
    const proxy = 'http://127.0.0.1:9';
    const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'];
    const report = await start(await serve(practice), {
      ...Object.fromEntries(names.map((name) => [name, proxy])),
      NO_PROXY: '',
      no_proxy: '',
      NODE_USE_ENV_PROXY: '1',
      SSLKEYLOGFILE: keys,
      NODE_EXTRA_CA_CERTS: pem('ca'),
    });
    expect(report.outcome).toBe(200);
    expect(asked).toHaveLength(1);
    expect(existsSync(keys)).toBe(false);
    rmSync(folder, { recursive: true });
  });
});
