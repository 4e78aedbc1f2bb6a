// Parts that the tests of the transfer share: random clips on disk, bodies over them, and servers that read as they please.
import { createHash, randomFillSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { diskFiles } from '../../../main/adapters/files.ts';
import type { Clip } from '../../../main/model.ts';
import { type ClipBody, type ClipBodyOptions, clipBody } from '../../../main/transfer/clip-body.ts';
import { type BodyRepresentation, representation } from '../../../main/transfer/multipart.ts';

export const boundary = '----clipferry0123456789abcdef0123456789abcdef';
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The sha256 of the sha256 of every MiB, reckoned here once more. */
export function blocksSum(bytes: Uint8Array): string {
  const sums: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 1_048_576)
    sums.push(
      createHash('sha256')
        .update(bytes.subarray(at, at + 1_048_576))
        .digest(),
    );
  return sha256(Buffer.concat(sums));
}

export interface RandomClip {
  readonly clip: Clip;
  readonly path: string;
  readonly bytes: Buffer;
}

/** A folder of random files that nothing else touches. */
export function clipMaker(): { make(size: number, name?: string): Promise<RandomClip>; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'clipferry-transfer-'));
  let count = 0;
  return {
    make: async (size, name = `clip ${count++}.mp4`) => {
      const path = join(folder, name);
      const bytes = randomFillSync(Buffer.alloc(size));
      writeFileSync(path, bytes);
      return { path, bytes, clip: await clipAt(path) };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The clip as it is on disk now. */
export async function clipAt(path: string): Promise<Clip> {
  const { device, inode, size, mtimeNs, mtimeMs } = await diskFiles.stat(path);
  return {
    path,
    name: basename(path),
    identity: { device, inode, size, mtimeNs },
    mtimeMs,
    facts: { format: 'mp4', durationSeconds: null, width: null, height: null },
  };
}

export function formOf(clip: Clip): BodyRepresentation {
  return representation(boundary, clip.name, clip.identity.size);
}

/** Head, file and tail as they have to arrive. */
export function wholeBody(clip: Clip, bytes: Buffer): Buffer {
  const form = formOf(clip);
  return Buffer.concat([form.head, bytes, form.tail]);
}

export type BodyParts = Pick<ClipBodyOptions, 'file' | 'buffers' | 'hasher'> & Partial<ClipBodyOptions>;

export function bodyOf(clip: Clip, parts: BodyParts): ClipBody {
  return clipBody({
    identity: clip.identity,
    form: formOf(clip),
    onTaken: () => {},
    beforeLastBytes: async () => {},
    ...parts,
  });
}

/** All bytes of one pass, each chunk copied as soon as it is handed out. */
export async function collected(body: ClipBody, offset = 0): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body.bytes(offset)) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

export interface Arrival {
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: readonly string[];
  readonly bytes: number;
  readonly sha256: string;
  /** The last bytes that came, at most 4 KiB. */
  readonly end: Buffer;
  /** The whole body came. */
  readonly complete: boolean;
}

export interface ReadingServer {
  readonly url: string;
  readonly arrivals: Arrival[];
  /** Resolves when so many requests came to an end, complete or not. */
  arrived(count: number): Promise<void>;
  stop(): Promise<void>;
}

/** Reads a chunk, then lets the loop turn some times: the sender meets a full socket again and again. */
async function slowly(request: IncomingMessage, take: (chunk: Buffer) => void): Promise<void> {
  let count = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    take(chunk);
    for (let turns = count++ % 7; turns > 0; turns--) await turn();
  }
}

/** Takes nothing until the loop has turned many times, then everything there is at once. */
async function inBursts(request: IncomingMessage, take: (chunk: Buffer) => void): Promise<void> {
  let taken = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    take(chunk);
    taken += chunk.length;
    if (taken < 700_001) continue;
    taken = 0;
    for (let turns = 0; turns < 60; turns++) await turn();
  }
}

const manners = { slowly, inBursts };
export type Manner = keyof typeof manners;

/** A server in this process that hashes what it reads and answers 201 with an id. */
export async function readingServer(manner: Manner, secure = false): Promise<ReadingServer> {
  const arrivals: Arrival[] = [];
  let wake = (): void => {};
  const listener: RequestListener = (request, response) => {
    const hash = createHash('sha256');
    let bytes = 0;
    let end = Buffer.alloc(0);
    const done = (): void => {
      const { headers, rawHeaders, complete } = request;
      arrivals.push({ headers, rawHeaders, bytes, end, complete, sha256: hash.digest('hex') });
      wake();
      if (complete) response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":17}');
    };
    manners[manner](request, (chunk) => {
      hash.update(chunk);
      bytes += chunk.length;
      end = Buffer.concat([end, chunk]).subarray(-4_096);
    }).then(done, done);
  };
  const read = (name: string): Buffer => readFileSync(new URL(`../../site/tls/${name}`, import.meta.url));
  const server = secure
    ? createTlsServer({ key: read('server-key.pem'), cert: read('server.pem') }, listener)
    : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `${secure ? 'https' : 'http'}://127.0.0.1:${port}/wp-json/streamtube/v1/upload`,
    arrivals,
    arrived: async (count) => {
      while (arrivals.length < count) await new Promise<void>((resolve) => (wake = resolve));
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const testCa = (): string => readFileSync(new URL('../../site/tls/ca.pem', import.meta.url), 'utf8');
