// A hostile server in front of a practice site: what a rule names is answered by its raw bytes, everything else by the site itself.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { PracticeSite } from '../site/start.ts';

export interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** The first bytes of the request: its head, and of an upload the head of its file part. */
  readonly text: string;
}

/** Writes an answer as it pleases; whoever asked may be gone at any time. */
export type Raw = Buffer | ((socket: Socket) => void);

export interface Rule {
  readonly matches: (asked: Asked) => boolean;
  readonly answer: Raw;
  /** True: the site does its work first, and only its answer is replaced. */
  readonly afterWork?: boolean;
}

export interface HostileFront extends AsyncDisposable {
  readonly url: string;
  readonly rules: Rule[];
}

function write(socket: Socket, answer: Raw): void {
  if (typeof answer === 'function') answer(socket);
  else socket.end(answer);
}

function askedIn(bytes: Buffer): Asked | null {
  const text = bytes.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [method = '', path = ''] = text.split(' ', 2);
  if (/^content-type: multipart/im.test(text.slice(0, end)) && !text.includes('\r\n\r\n', end + 4)) return null;
  return { method, path, text };
}

/** Each connection serves one request, so that none gets past the rules. */
export async function hostileFront(site: PracticeSite): Promise<HostileFront> {
  const rules: Rule[] = [];
  const sockets = new Set<Socket>();
  const behind = new URL(site.url);

  const pass = (client: Socket, begun: Buffer, instead: Raw | null): void => {
    const server = connect(Number(behind.port), behind.hostname);
    sockets.add(server);
    server.on('error', () => client.destroy());
    client.on('error', () => server.destroy());
    client.on('close', () => instead === null && server.destroy());
    const head = begun.toString('latin1').replace(/^connection: .*$/im, 'connection: close');
    server.write(Buffer.from(head, 'latin1'));
    client.pipe(server, { end: false });
    if (instead === null) server.pipe(client);
    else server.resume().on('end', () => write(client, instead));
  };

  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => client.destroy());
    let begun = Buffer.alloc(0);
    const look = (chunk: Buffer): void => {
      begun = Buffer.concat([begun, chunk]);
      const asked = askedIn(begun);
      if (asked === null) return;
      client.off('data', look);
      const rule = rules.find(({ matches }) => matches(asked));
      if (rule !== undefined && rule.afterWork !== true) {
        client.resume();
        write(client, rule.answer);
      } else pass(client, begun, rule?.answer ?? null);
    };
    client.on('data', look);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rules,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The most processor time in ms that this thread used between two turns of its loop, until `end` is called. */
export function watchTurns(): { end(): number } {
  let most = 0;
  let before = process.threadCpuUsage();
  let next: NodeJS.Immediate;
  const turn = (): void => {
    const now = process.threadCpuUsage();
    most = Math.max(most, (now.user + now.system - before.user - before.system) / 1_000);
    before = now;
    next = setImmediate(turn);
  };
  next = setImmediate(turn);
  return {
    end: () => {
      clearImmediate(next);
      return most;
    },
  };
}
