// A thread beside main that is started when it is first needed, and told everything of one turn of the loop in one message.
import { Worker } from 'node:worker_threads';

export interface Thread<Order> {
  /** Waking a thread costs more than telling it twice as much, so orders of one turn go together. */
  tell(order: Order): void;
  /** What it was told and has not answered is lost; the next order starts a new one. */
  end(): Promise<void>;
}

/** `name` = its file beside this one. `ended` is called when the thread died of an error. It never keeps the process alive. */
export function workerThread<Order, Report>(
  name: 'hash-worker' | 'claim-worker' | 'writers-worker',
  settle: (report: Report) => void,
  ended: (error: Error) => void,
): Thread<Order> {
  let worker: Worker | null = null;
  let orders: Order[] = [];

  const start = (): Worker => {
    // Built, the worker lies beside the bundle; from source, Node runs the TypeScript itself.
    const file = import.meta.url.endsWith('.ts') ? `./${name}.ts` : `./${name}.js`;
    const made = new Worker(new URL(file, import.meta.url));
    made.on('message', (reports: readonly Report[]) => reports.forEach(settle));
    made.on('error', (error) => {
      if (worker === made) worker = null;
      ended(error);
    });
    made.unref();
    return made;
  };
  const post = (): void => {
    if (orders.length === 0) return;
    worker ??= start();
    worker.postMessage(orders);
    orders = [];
  };

  return {
    tell: (order) => {
      if (orders.push(order) === 1) queueMicrotask(post);
    },
    end: async () => {
      const ending = worker;
      // Told while it ends, the next order has a thread of its own.
      worker = null;
      orders = [];
      await ending?.terminate();
    },
  };
}
