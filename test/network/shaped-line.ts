// A line to a server that takes so many bytes a second towards it, and so long each way, as a home connection far from the site does.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface ShapedLine extends AsyncDisposable {
  /** Where the server answers through it; without "/" at the end. */
  readonly url: string;
}

export interface ShapedLineOptions {
  /** Bytes a second towards the server, of all connections together. */
  readonly upward: number;
  /** Milliseconds there and back. */
  readonly roundTripMs: number;
}

/** Milliseconds of the line's rate that a router holds before it takes no more. */
const queueMs = 100;

/** Hands on what comes from `from`, each part at its time; `from` is stopped while more than `most` bytes are on their way. */
function delayed(from: Socket, to: Socket, most: number, dueAt: (bytes: number) => number): void {
  let underWay = 0;
  // Timers that are due in the same millisecond come in any order: whichever comes, what is first goes first.
  const parts: (Buffer | null)[] = [];
  const next = (): void => {
    const part = parts.shift() ?? null;
    if (to.destroyed) return;
    if (part === null) to.end();
    else to.write(part);
    underWay -= part?.length ?? 0;
    if (underWay < most) from.resume();
  };
  const later = (part: Buffer | null): void => {
    parts.push(part);
    setTimeout(next, Math.max(0, dueAt(part?.length ?? 0) - performance.now()));
  };
  from.on('data', (chunk) => {
    underWay += chunk.length;
    if (underWay >= most) from.pause();
    later(chunk);
  });
  from.on('end', () => later(null));
}

/** `target` = the server's address. */
export async function shapedLine(target: string, { upward, roundTripMs }: ShapedLineOptions): Promise<ShapedLine> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const perMs = upward / 1_000;
  /** When the line has room for more. */
  let freeAt = 0;
  const upwardAt = (bytes: number): number => {
    freeAt = Math.max(freeAt, performance.now()) + bytes / perMs;
    return freeAt + roundTripMs / 2;
  };
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ port: Number(port), host: hostname, noDelay: true });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    delayed(near, far, perMs * (queueMs + roundTripMs), upwardAt);
    delayed(far, near, Number.POSITIVE_INFINITY, () => performance.now() + roundTripMs / 2);
    // One that was torn off tears the other; one that ended has its end handed on behind its last bytes.
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
