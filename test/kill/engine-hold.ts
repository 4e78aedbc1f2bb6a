// The driver's hold on one engine process: orders with answers, SIGKILL, and a next process that is warm already.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { AnswerMessage, OrderMessage, OrderName, Orders } from './orders.ts';

const script = fileURLToPath(new URL('engine-child.ts', import.meta.url));

/** The process ended before it answered: what an order came to is not known. */
export class EngineEnded extends Error {
  override readonly name = 'EngineEnded';
}

export interface EngineHold {
  ask<N extends OrderName>(order: N, ...input: Parameters<Orders[N]>): Promise<Awaited<ReturnType<Orders[N]>>>;
  /** SIGKILL, unless it has ended by itself. */
  kill(): void;
  /** Resolves with how it ended, its complaints included. */
  readonly ended: Promise<{ readonly killed: boolean; readonly complaints: string }>;
}

function hold(child: ChildProcess): EngineHold {
  const waiting = new Map<
    number,
    { what: string; resolve: (value: unknown) => void; reject: (error: Error) => void }
  >();
  let n = 0;
  let over = false;
  let complaints = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-4_000);
  });
  child.on('message', (message: AnswerMessage) => {
    const one = waiting.get(message.n);
    waiting.delete(message.n);
    if (message.error === undefined) one?.resolve(message.value);
    else one?.reject(new Error(message.error));
  });
  const ended = new Promise<{ killed: boolean; complaints: string }>((resolve) => {
    child.once('close', (code, signal) => {
      over = true;
      for (const { what, reject } of waiting.values())
        reject(new EngineEnded(`${what}: ended by ${signal ?? code} before it answered. ${complaints}`));
      resolve({ killed: signal === 'SIGKILL', complaints });
    });
  });
  return {
    ask: (order, ...input) =>
      new Promise((resolve, reject) => {
        const what = `${order} ${JSON.stringify(input[0])?.slice(0, 300)}`;
        if (over || !child.connected) return reject(new EngineEnded(`${what}: there is no engine. ${complaints}`));
        n++;
        waiting.set(n, { what, resolve: resolve as (value: unknown) => void, reject });
        const message: OrderMessage = { n, order, input: input[0] };
        // A channel that breaks now is told by the process's end.
        child.send(message, () => {});
      }),
    kill: () => void child.kill('SIGKILL'),
    ended,
  };
}

export interface Engines {
  /** An engine that can begin at once; the one after it warms up meanwhile. */
  next(): EngineHold;
  /** Ends the one that was never used. */
  close(): Promise<void>;
}

/** `cache` = a folder for compiled code, which makes a start cost half as much. */
export async function engines(cache: string): Promise<Engines> {
  const start = (): ChildProcess =>
    fork(script, {
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: { ...process.env, NODE_COMPILE_CACHE: cache },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
  // Only a process that ends well writes the cache.
  const first = start();
  first.disconnect();
  await new Promise<void>((resolve) => first.once('exit', () => resolve()));
  let spare = hold(start());
  return {
    next: () => {
      const one = spare;
      spare = hold(start());
      return one;
    },
    close: async () => {
      spare.kill();
      await spare.ended;
    },
  };
}
