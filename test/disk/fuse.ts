// A disk that stops answering on command, for tests: a process that speaks the kernel's FUSE protocol over /dev/fuse itself, so that
// it needs no package. Shows one flat folder of real files, read only. The numbers are those of <linux/fuse.h>, version 7.31.
import { execFileSync } from 'node:child_process';
import { closeSync, openSync, read, readdirSync, readSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { FromDisk, ToDisk } from './silent-disk.ts';

const [source = '', mountPoint = ''] = process.argv.slice(2);
const op = {
  lookup: 1,
  forget: 2,
  getAttributes: 3,
  open: 14,
  read: 15,
  statFs: 17,
  release: 18,
  flush: 25,
  init: 26,
  openFolder: 27,
  readFolder: 28,
  releaseFolder: 29,
  interrupt: 36,
  destroy: 38,
  batchForget: 42,
} as const;
const errno = { noEntry: 2, notImplemented: 38 } as const;
const rootNode = 1n;
const headBytes = 40;
/** Reads go past the kernel's cache, so that each one is asked here. */
const directIo = 1;

const device = openSync('/dev/fuse', 'r+');
// The kernel takes the descriptor of the process that mounts: mount(8) gets it as its number three.
const flags = 'fd=3,rootmode=40000,user_id=0,group_id=0,allow_other';
execFileSync('mount', ['-i', '-t', 'fuse', '-o', flags, 'clipferry-silent-disk', mountPoint], {
  stdio: ['ignore', 'pipe', 'pipe', device],
});

const nodes = new Map<bigint, string>();
const numbers = new Map<string, bigint>();
function nodeOf(name: string): bigint {
  const node = numbers.get(name) ?? BigInt(numbers.size) + 2n;
  numbers.set(name, node);
  nodes.set(node, name);
  return node;
}

function attributes(node: bigint): Buffer {
  const stat = statSync(node === rootNode ? source : join(source, nodes.get(node) ?? ''), { bigint: true });
  const bytes = Buffer.alloc(88);
  const words = [node, stat.size, stat.blocks, stat.atimeMs / 1000n, stat.mtimeMs / 1000n, stat.ctimeMs / 1000n];
  for (const [index, word] of words.entries()) bytes.writeBigUInt64LE(word, index * 8);
  const nanoseconds = [stat.atimeNs, stat.mtimeNs, stat.ctimeNs].map((ns) => Number(ns % 1_000_000_000n));
  for (const [index, word] of [...nanoseconds, Number(stat.mode), 1, 0, 0, 0, 4096, 0].entries()) {
    bytes.writeUInt32LE(word, 48 + index * 4);
  }
  return bytes;
}

function entries(offset: number): Buffer {
  const names = readdirSync(source).sort();
  const parts = names.slice(offset).map((name, index) => {
    const text = Buffer.from(name);
    const entry = Buffer.alloc(24 + Math.ceil(text.length / 8) * 8);
    entry.writeBigUInt64LE(nodeOf(name), 0);
    entry.writeBigUInt64LE(BigInt(offset + index + 1), 8);
    entry.writeUInt32LE(text.length, 16);
    entry.writeUInt32LE(8, 20);
    text.copy(entry, 24);
    return entry;
  });
  return Buffer.concat(parts);
}

function content(node: bigint, position: bigint, size: number): Buffer {
  const file = openSync(join(source, nodes.get(node) ?? ''), 'r');
  try {
    const bytes = Buffer.alloc(size);
    return bytes.subarray(0, readSync(file, bytes, 0, size, position));
  } finally {
    closeSync(file);
  }
}

function whole(bytes: Buffer, wanted: number): Buffer {
  let end = 0;
  while (end < bytes.length) {
    const next = end + 24 + Math.ceil(bytes.readUInt32LE(end + 16) / 8) * 8;
    if (next > wanted) break;
    end = next;
  }
  return bytes.subarray(0, end);
}

/** The body of the answer; a number = an error; null = nothing is answered to this. */
function answerTo(request: Buffer): Buffer | number | null {
  const node = request.readBigUInt64LE(16);
  switch (request.readUInt32LE(4)) {
    case op.init: {
      const bytes = Buffer.alloc(64);
      bytes.writeUInt32LE(7, 0);
      bytes.writeUInt32LE(31, 4);
      bytes.writeUInt32LE(request.readUInt32LE(headBytes + 8), 8);
      bytes.writeUInt16LE(12, 16);
      bytes.writeUInt16LE(9, 18);
      bytes.writeUInt32LE(4096, 20);
      bytes.writeUInt32LE(1, 24);
      return bytes;
    }
    case op.lookup: {
      const name = request.subarray(headBytes, request.length - 1).toString();
      if (!statSync(join(source, name), { throwIfNoEntry: false })) return errno.noEntry;
      const found = nodeOf(name);
      const bytes = Buffer.alloc(40);
      bytes.writeBigUInt64LE(found, 0);
      return Buffer.concat([bytes, attributes(found)]);
    }
    case op.getAttributes:
      return Buffer.concat([Buffer.alloc(16), attributes(node)]);
    case op.open:
    case op.openFolder: {
      const bytes = Buffer.alloc(16);
      bytes.writeUInt32LE(directIo, 8);
      return bytes;
    }
    case op.read:
      return content(node, request.readBigUInt64LE(headBytes + 8), request.readUInt32LE(headBytes + 16));
    case op.readFolder: {
      const offset = Number(request.readBigUInt64LE(headBytes + 8));
      return whole(entries(offset), request.readUInt32LE(headBytes + 16));
    }
    case op.statFs: {
      const bytes = Buffer.alloc(80);
      bytes.writeUInt32LE(4096, 40);
      bytes.writeUInt32LE(255, 44);
      return bytes;
    }
    case op.release:
    case op.releaseFolder:
    case op.flush:
      return Buffer.alloc(0);
    case op.forget:
    case op.batchForget:
    case op.interrupt:
    case op.destroy:
      return null;
    default:
      return errno.notImplemented;
  }
}

function serve(request: Buffer): void {
  let body: Buffer | number | null;
  try {
    body = answerTo(request);
  } catch {
    body = errno.noEntry;
  }
  if (body === null) return;
  const head = Buffer.alloc(16);
  const bytes = typeof body === 'number' ? Buffer.alloc(0) : body;
  head.writeUInt32LE(16 + bytes.length, 0);
  head.writeInt32LE(typeof body === 'number' ? -body : 0, 4);
  request.copy(head, 8, 8, 16);
  try {
    writeSync(device, Buffer.concat([head, bytes]));
  } catch {
    // Whoever asked has gone.
  }
}

let silent: Extract<ToDisk, { kind: 'silence' }> | null = null;
const kept: Buffer[] = [];
let delayMs = 0;
const tell = (message: FromDisk): void => void process.send?.(message);

function isKept(request: Buffer): boolean {
  if (silent === null) return false;
  const opcode = request.readUInt32LE(4);
  if (silent.what === 'reads' && opcode !== op.read) return false;
  if (silent.name === null) return true;
  const isLookup = opcode === op.lookup && request.subarray(headBytes, request.length - 1).toString() === silent.name;
  return isLookup || nodes.get(request.readBigUInt64LE(16)) === silent.name;
}

function take(request: Buffer): void {
  if (isKept(request)) {
    kept.push(request);
    tell({ kind: 'kept', count: kept.length });
  } else if (delayMs > 0) setTimeout(serve, delayMs, request);
  else serve(request);
}

const buffer = Buffer.alloc(256 * 1024);
function next(): void {
  read(device, buffer, 0, buffer.length, null, (error, length) => {
    if (error) {
      // Unmounted: nobody asks anything any more.
      if (error.code === 'ENODEV') process.exit(0);
    } else take(Buffer.from(buffer.subarray(0, length)));
    next();
  });
}
next();

process.on('message', (message: ToDisk) => {
  if (message.kind === 'silence') silent = message;
  else if (message.kind === 'slow') ({ delayMs } = message);
  else {
    silent = null;
    for (const request of kept.splice(0)) serve(request);
  }
  tell({ kind: 'heard' });
});
// A test that died leaves no mount behind: with the descriptor everything that hangs ends.
process.on('disconnect', () => {
  try {
    execFileSync('umount', ['-l', mountPoint]);
  } finally {
    process.exit(0);
  }
});
tell({ kind: 'mounted' });
