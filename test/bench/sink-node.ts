// The receiver where there is no C compiler: the same answers as sink.c, on Node, as a process of its own.
import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const page = '<!doctype html><title>Sink</title><input type=file id=file>';

const serve: http.RequestListener = async (request, response) => {
  if (request.method === 'GET') {
    response.setHeader('content-type', 'text/html');
    response.end(page);
    return;
  }
  let received = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) received += chunk.length;
  const ms = Number(new URL(request.url ?? '/', 'http://sink').searchParams.get('delay'));
  if (ms > 0) await delay(ms);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ id: 1, received }));
};

const [certificate, key] = process.argv.slice(2);
const server =
  certificate && key
    ? https.createServer(
        { cert: readFileSync(certificate), key: readFileSync(key), ciphers: 'TLS_AES_128_GCM_SHA256' },
        serve,
      )
    : http.createServer(serve);
server.requestTimeout = 0;
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
process.stdin.resume().on('end', () => process.exit(0));
