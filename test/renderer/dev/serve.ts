// Builds the development page and serves it with the app's own Content-Security-Policy: `node test/renderer/dev/serve.ts`.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
};

export interface DevServer {
  readonly url: string;
  close(): Promise<void>;
}

/** `clips` are video files handed out as posters' sources, by turns. */
export async function serveDev(port: number, clips: readonly string[]): Promise<DevServer> {
  const out = await mkdtemp(join(tmpdir(), 'clipferry-dev-'));
  await build({
    configFile: false,
    root: fileURLToPath(new URL('.', import.meta.url)),
    plugins: [react()],
    logLevel: 'warn',
    build: { outDir: out, emptyOutDir: true, target: 'chrome140', chunkSizeWarningLimit: 2_000 },
  });
  const server = createServer((request, response) => {
    void (async () => {
      const path = new URL(request.url ?? '/', 'http://localhost').pathname;
      if (path.startsWith('/clip/')) {
        const number = Number(path.replace(/\D/g, ''));
        const file = clips[number % Math.max(1, clips.length)];
        if (file === undefined) throw new Error('no clip');
        const bytes = await readFile(file);
        const from = Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
        response.writeHead(206, {
          'content-type': types[extname(file)] ?? 'video/mp4',
          'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
        });
        response.end(bytes.subarray(from));
        return;
      }
      const name = path === '/' ? 'index.html' : path.slice(1);
      const type = types[extname(name)] ?? 'application/octet-stream';
      if (!name.endsWith('.html')) {
        const bytes = await readFile(join(out, name));
        // Its name changes with it, so that Chromium may keep what it has read of it.
        response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=3600, immutable' });
        response.end(bytes);
        return;
      }
      const nonce = randomBytes(16).toString('base64');
      response.writeHead(200, {
        'content-type': type,
        'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' blob: data:; media-src 'self'; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'`,
      });
      response.end((await readFile(join(out, name), 'utf8')).replaceAll('%NONCE%', nonce));
    })().catch(() => {
      response.writeHead(404);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const dev = await serveDev(5180, process.argv.slice(2));
  process.stdout.write(`${dev.url}?scenario=busy\n`);
}
