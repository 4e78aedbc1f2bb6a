// Receives the body of an upload: streamed to disk, slowed, stalled or cut as the switches say.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Digest, FileSink } from './file-sink.ts';
import type { UploadRecord } from './journal.ts';
import { boundaryOf, headerParameter, MultipartParser } from './multipart.ts';
import type { Site } from './site.ts';
import { takeFault } from './switches.ts';

export interface ReceivedFile {
  /** Name of the part; "" for a raw body. */
  part: string;
  name: string;
  contentType: string;
  path: string;
  size: number;
  sha256: string | null;
  /** Only computed where the request names one in Content-MD5. */
  md5: string | null;
  head: Buffer;
}

export interface Received {
  kind: 'multipart' | 'raw';
  files: ReceivedFile[];
  fields: Record<string, string>;
  bytes: number;
  record: UploadRecord;
}

/** The connection ended before the body did. */
export class BodyCut extends Error {}

const MAX_FIELD = 1024 * 1024;

/** Throws the connection away with a reset, the way a broken network does. */
export function resetConnection(request: IncomingMessage): void {
  const { socket } = request;
  // A TLS socket has no reset of its own.
  if ('encrypted' in socket) socket.destroy();
  else socket.resetAndDestroy();
}

/** Removes what was received; used once the files have not found a place on the site. */
export function discard(received: Received): void {
  for (const file of received.files) rmSync(file.path, { force: true });
}

class Assembler {
  readonly files: ReceivedFile[] = [];
  readonly fields: Record<string, string> = {};
  private readonly site: Site;
  private readonly open = new Map<ReceivedFile, FileSink>();
  private readonly pending: (() => Promise<void>)[] = [];
  private sink: FileSink | null = null;
  private early: Buffer[] = [];
  private file: ReceivedFile | null = null;
  private field: { name: string; bytes: Buffer[]; size: number } | null = null;
  private readonly digests: Digest[] = [];

  constructor(site: Site, withMd5: boolean) {
    this.site = site;
    if (site.switches.hash) this.digests.push('sha256');
    if (withMd5) this.digests.push('md5');
  }

  beginFile(part: string, name: string, contentType: string): void {
    const path = join(this.site.incomingDir, randomUUID());
    const file = { part, name, contentType, path, size: 0, sha256: null, md5: null, head: Buffer.alloc(0) };
    this.file = file;
    this.files.push(file);
    this.sink = null;
    this.early = [];
    this.pending.push(async () => {
      const sink = await FileSink.create(path, this.digests);
      this.open.set(file, sink);
      for (const bytes of this.early) sink.take(bytes);
      this.early = [];
      this.sink = sink;
    });
  }

  beginField(name: string): void {
    this.field = { name, bytes: [], size: 0 };
  }

  data(bytes: Buffer): void {
    if (this.file) {
      if (this.sink) this.sink.take(bytes);
      else this.early.push(bytes);
    } else if (this.field && this.field.size < MAX_FIELD) {
      this.field.bytes.push(Buffer.from(bytes));
      this.field.size += bytes.length;
    }
  }

  end(): void {
    const { file, field } = this;
    if (field) this.fields[field.name] = Buffer.concat(field.bytes).toString('utf8');
    if (file) this.pending.push(() => this.close(file));
    this.file = null;
    this.field = null;
  }

  private async close(file: ReceivedFile): Promise<void> {
    const sink = this.open.get(file);
    if (!sink) return;
    this.open.delete(file);
    const { sha256 = null, md5 = null } = await sink.finish();
    Object.assign(file, { sha256, md5 });
    file.size = sink.size;
    file.head = sink.head;
  }

  /** Does the disk work that the last bytes have called for. */
  async settle(): Promise<void> {
    for (let step = this.pending.shift(); step; step = this.pending.shift()) await step();
    await this.sink?.flush();
  }

  async abandon(): Promise<void> {
    for (const sink of this.open.values()) await sink.abandon();
    for (const file of this.files) rmSync(file.path, { force: true });
  }
}

/**
 * Reads the whole body. Throws BodyCut when the connection ends first, by the client or by a switch; nothing is left
 * on disk then, as PHP never starts (platform facts, section 14).
 */
export async function receive(
  site: Site,
  request: IncomingMessage,
  route: string,
  record: UploadRecord,
): Promise<Received> {
  const assembler = new Assembler(site, request.headers['content-md5'] !== undefined);
  const boundary = boundaryOf(request.headers['content-type']);
  const kind = boundary === null ? 'raw' : 'multipart';
  const parser = boundary === null ? null : multipartInto(assembler, boundary);
  if (!parser) beginRaw(assembler, request);
  const isUpload = route === site.uploadRoute;
  const gone = new AbortController();
  const leave = (): void => gone.abort();
  request.socket.once('close', leave);
  let slept = Date.now();
  let credit = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      record.received += chunk.length;
      site.journal.count('uploadBytes', chunk.length);
      if (parser) parser.push(chunk);
      else assembler.data(chunk);
      await assembler.settle();
      const { cutAfterBytes, stallAfterBytes, slowBytesPerSecond } = site.switches;
      const passed = (limit: { bytes: number } | null): boolean => limit !== null && record.received >= limit.bytes;
      if (passed(cutAfterBytes) && takeFault(site.switches, 'cutAfterBytes', `POST ${route}`, isUpload)) {
        resetConnection(request);
        throw new BodyCut();
      }
      if (passed(stallAfterBytes) && takeFault(site.switches, 'stallAfterBytes', `POST ${route}`, isUpload)) {
        await site.journal.gate('stalled', gone.signal);
      }
      if (slowBytesPerSecond !== null) {
        credit += chunk.length;
        while (site.switches.slowBytesPerSecond && !gone.signal.aborted) {
          const due = slept + (credit / site.switches.slowBytesPerSecond) * 1000;
          const left = due - Date.now();
          if (left <= 0) break;
          // In short naps, so that a changed switch takes effect at once.
          await delay(Math.min(left, 50));
        }
        slept = Date.now();
        credit = 0;
      }
    }
    if (!request.complete) throw new BodyCut();
    if (!parser) assembler.end();
    await assembler.settle();
  } catch (error) {
    await assembler.abandon();
    if (error instanceof BodyCut || gone.signal.aborted || !request.complete) throw new BodyCut();
    throw error;
  } finally {
    request.socket.off('close', leave);
  }
  const complete = parser === null || parser.complete;
  const lost = site.switches.chunkedBodyLost && request.headers['transfer-encoding'] !== undefined;
  const received: Received = { kind, files: assembler.files, fields: assembler.fields, bytes: record.received, record };
  if (!complete || lost) {
    discard(received);
    received.files = [];
  }
  return received;
}

function multipartInto(assembler: Assembler, boundary: string): MultipartParser {
  return new MultipartParser(boundary, {
    begin: ({ name, filename, contentType }) => {
      if (filename === null) assembler.beginField(name);
      else assembler.beginFile(name, filename, contentType);
    },
    data: (bytes) => assembler.data(bytes),
    end: () => assembler.end(),
  });
}

function beginRaw(assembler: Assembler, request: IncomingMessage): void {
  const name = headerParameter(request.headers['content-disposition'] ?? '', 'filename') ?? '';
  assembler.beginFile('', name, request.headers['content-type'] ?? '');
}
