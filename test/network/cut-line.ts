// A line to a server that is cut again and again: after so many bytes towards it, as a proxy or a bad connection does it.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface CutLine extends AsyncDisposable {
  /** Where the server answers through it; without "/" at the end. */
  readonly url: string;
  /** Cuts so far. */
  readonly cuts: () => number;
  /** Bytes that came from the near end, also those that were cut off. */
  readonly bytes: () => number;
}

export interface CutLineOptions {
  /** Bytes of one connection after which it is cut, anew for each. */
  readonly every: () => number;
  /** They are counted over all connections together, anew after each cut. */
  readonly ofAll?: boolean;
  /** So often in all; from then on it holds. */
  readonly cuts: number;
}

/** `target` = the server's address. */
export async function cutLine(target: string, { every, ofAll = false, cuts }: CutLineOptions): Promise<CutLine> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let made = 0;
  let bytes = 0;
  const meter = (): { most: number; passed: number } => ({ most: every(), passed: 0 });
  const common = meter();
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const own = ofAll ? common : meter();
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    near.on('data', (chunk) => {
      bytes += chunk.length;
      const left = own.most - own.passed;
      own.passed += chunk.length;
      const isCut = own.passed >= own.most && made < cuts;
      if (!far.write(isCut ? chunk.subarray(0, left) : chunk)) {
        near.pause();
        far.once('drain', () => near.resume());
      }
      if (!isCut) return;
      made++;
      if (ofAll) Object.assign(common, meter());
      near.resetAndDestroy();
      // What has passed arrives; then the far end sees that nobody is there.
      far.end();
    });
    far.on('data', (chunk) => near.write(chunk));
    near.on('end', () => far.end());
    far.on('end', () => near.end());
    near.on('close', () => far.end());
    far.on('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    cuts: () => made,
    bytes: () => bytes,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
