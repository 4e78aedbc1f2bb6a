// What happened on the practice site: every request, every upload, counters that tests can wait for, held answers.
import type { Store } from './store.ts';

export interface RequestRecord {
  n: number;
  method: string;
  path: string;
  user: string | null;
  /** Which kind of credentials came along: the scheme word, never the secret. */
  scheme: string | null;
  cookies: boolean;
  at: string;
  /** null while it runs, 0 when the connection ended without an answer. */
  status: number | null;
}

export interface UploadRecord {
  n: number;
  at: string;
  route: string;
  user: string | null;
  fileName: string | null;
  partType: string | null;
  /** Size of the file part. */
  bytes: number;
  sha256: string | null;
  /** Bytes of body that were read. */
  received: number;
  contentLength: number | null;
  transferEncoding: string | null;
  cookies: boolean;
  /** The whole body arrived. */
  complete: boolean;
  /** The answer was written completely. */
  answered: boolean;
  status: number | null;
  videoId: number | null;
  attachmentId: number | null;
  headers: Record<string, string>;
}

/** What tests can wait for; all count from the last reset. `held` is the number of answers held right now. */
export type WaitEvent =
  | 'requests'
  | 'uploadStarted'
  | 'uploadBytes'
  | 'uploadReceived'
  | 'uploadCommitted'
  | 'uploadAnswered'
  | 'uploadAborted'
  | 'stalled'
  | 'held';

const RING = 5000;

export class Journal {
  readonly requests: RequestRecord[] = [];
  readonly uploads: UploadRecord[] = [];
  readonly counts: Record<WaitEvent, number>;
  private requestNumber = 0;
  private waiters: { event: WaitEvent; atLeast: number; wake: () => void }[] = [];
  private readonly gates = new Set<() => void>();
  private readonly store: Store;

  constructor(store: Store) {
    this.store = store;
    this.counts = {
      requests: 0,
      uploadStarted: 0,
      uploadBytes: 0,
      uploadReceived: 0,
      uploadCommitted: 0,
      uploadAnswered: 0,
      uploadAborted: 0,
      stalled: 0,
      held: 0,
    };
    for (const row of store.all<{ record: string }>('SELECT record FROM uploads ORDER BY n')) {
      this.uploads.push(JSON.parse(row.record) as UploadRecord);
    }
  }

  count(event: WaitEvent, by = 1): void {
    this.counts[event] += by;
    this.waiters = this.waiters.filter((waiter) => {
      if (this.counts[waiter.event] < waiter.atLeast) return true;
      waiter.wake();
      return false;
    });
  }

  /** True as soon as the counter has reached the number; false when the time is over before. */
  wait(event: WaitEvent, atLeast: number, timeoutMs: number): Promise<boolean> {
    if (this.counts[event] >= atLeast) return Promise.resolve(true);
    return new Promise((resolve) => {
      const waiter = {
        event,
        atLeast,
        wake: () => {
          clearTimeout(timer);
          resolve(true);
        },
      };
      const timer = setTimeout(() => {
        this.waiters = this.waiters.filter((other) => other !== waiter);
        resolve(false);
      }, timeoutMs);
      this.waiters.push(waiter);
    });
  }

  request(record: Omit<RequestRecord, 'n'>): RequestRecord {
    this.requestNumber += 1;
    const full = { n: this.requestNumber, ...record };
    this.requests.push(full);
    if (this.requests.length > RING) this.requests.shift();
    this.count('requests');
    return full;
  }

  upload(record: Omit<UploadRecord, 'n'>): UploadRecord {
    const full = { n: (this.uploads.at(-1)?.n ?? 0) + 1, ...record };
    this.uploads.push(full);
    this.save(full);
    this.count('uploadStarted');
    return full;
  }

  /** Puts the record on disk, so that it outlives a kill. */
  save(record: UploadRecord): void {
    const sql = 'INSERT INTO uploads VALUES (?, ?) ON CONFLICT (n) DO UPDATE SET record = excluded.record';
    this.store.run(sql, record.n, JSON.stringify(record));
  }

  /** Waits for `release`, or until `closed` fires. Counted as held or stalled meanwhile. */
  gate(event: 'held' | 'stalled', closed: AbortSignal): Promise<void> {
    if (closed.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const open = (): void => {
        this.gates.delete(open);
        closed.removeEventListener('abort', open);
        if (event === 'held') this.count('held', -1);
        resolve();
      };
      this.gates.add(open);
      closed.addEventListener('abort', open);
      this.count(event);
    });
  }

  /** Calls back on the next release. */
  onRelease(callback: () => void): void {
    const open = (): void => {
      this.gates.delete(open);
      callback();
    };
    this.gates.add(open);
  }

  /** Lets held answers, stalled bodies and late commits go on. Returns how many. */
  release(): number {
    const open = [...this.gates];
    for (const gate of open) gate();
    return open.length;
  }

  clear(): void {
    this.requests.length = 0;
    this.uploads.length = 0;
    this.store.run('DELETE FROM uploads');
    const { held } = this.counts;
    for (const name of Object.keys(this.counts)) this.counts[name as WaitEvent] = 0;
    this.counts.held = held;
  }
}
