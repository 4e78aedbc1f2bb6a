// Entry of a process with many practice sites: opens and closes them as its parent says; each has ports, data and state of its own.
import { rmSync } from 'node:fs';
import { openPracticeSite, type ReadyLine } from './open.ts';
import type { OpenOptions } from './options.ts';
import { SiteStopped } from './store.ts';

/** What the parent asks for; `id` is its own name for the site. */
export type Order =
  | { readonly kind: 'open'; readonly id: number; readonly options: OpenOptions; readonly removeData: boolean }
  | { readonly kind: 'close'; readonly id: number };

/** The answer to an order: an opened site has a line, and what failed has words. */
export interface Answer {
  readonly id: number;
  readonly line?: ReadyLine;
  readonly failed?: string;
}

const closers = new Map<number, () => Promise<void>>();

async function open({ id, options, removeData }: Extract<Order, { kind: 'open' }>): Promise<ReadyLine> {
  const { ready, stop } = await openPracticeSite(options);
  closers.set(id, async () => {
    await stop();
    if (removeData) rmSync(options.data, { recursive: true, force: true });
  });
  return ready;
}

async function close(id: number): Promise<void> {
  const closer = closers.get(id);
  closers.delete(id);
  await closer?.();
}

async function carryOut(order: Order): Promise<Answer> {
  const { id } = order;
  try {
    if (order.kind === 'open') return { id, line: await open(order) };
    await close(id);
    return { id };
  } catch (error) {
    return { id, failed: error instanceof Error ? error.message : String(error) };
  }
}

/** A site is stopped in the middle of whatever it does, as a process would be; anything else that nobody caught is a defect of ours. */
const ifStopped = (error: unknown): void => {
  if (error instanceof SiteStopped) return;
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
};
process.on('uncaughtException', ifStopped);
process.on('unhandledRejection', ifStopped);

process.on('message', (message) => {
  void carryOut(message as Order).then((answer) => process.connected && process.send?.(answer));
});
// Also when the parent was killed.
process.on('disconnect', () => {
  void Promise.allSettled([...closers.keys()].map(close)).then(() => process.exit(0));
});
