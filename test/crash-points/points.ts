// Counts every call of the engine to its store, its files and the line, and lets one of them go wrong.
import { type Connections, FileError, type Files, HttpError, type OpenFile, type Sql } from '../../main/ports.ts';
import type { UploaderPorts } from '../../main/uploader-api.ts';
import { Dead } from '../simulation/profile.ts';

export type Port = 'store' | 'file' | 'http';

/**
 * What befalls the nth call: the process dies before it is done or before its answer is read; it fails and nothing was done; it
 * is done and fails all the same (a lost answer, for the line alone); or it and all calls of its port fail for a minute.
 */
export const mishaps = ['die before', 'die after', 'fail once', 'answer lost', 'fail for a minute'] as const;
export type Mishap = (typeof mishaps)[number];

export interface Point {
  readonly n: number;
  readonly mishap: Mishap;
}

export interface Call {
  readonly port: Port;
  /** Such as "commit", "stat /card/a.mp4", "POST /wp-json/…". */
  readonly what: string;
}

const minute = 60_000;

function failureOf(port: Port): Error {
  switch (port) {
    case 'store':
      return Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 });
    case 'file':
      return new FileError('failed', 'EIO: i/o error');
    case 'http':
      return new HttpError('reset', 'The connection was reset');
  }
}

const isClose = ({ port, what }: Call): boolean => port === 'file' && what.startsWith('close ');

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

/** One run's counter, over all starts of the engine. `point` null = only counts. */
export class Points {
  readonly calls: Call[] = [];
  private readonly point: Point | null;
  private failing: { readonly port: Port; readonly until: number } | null = null;

  constructor(point: Point | null) {
    this.point = point;
  }

  /** What happens to this call; `crash` has been called already when it is a death. */
  private pass(call: Call, now: number): Mishap | null {
    this.calls.push(call);
    if (isClose(call)) return this.point?.n === this.calls.length ? this.point.mishap : null;
    if (this.failing && call.port === this.failing.port && now < this.failing.until) return 'fail once';
    if (this.point === null || this.calls.length !== this.point.n) return null;
    if (this.point.mishap === 'fail for a minute') {
      this.failing = { port: call.port, until: now + minute };
      return 'fail once';
    }
    return this.point.mishap;
  }

  readonly around = (ports: UploaderPorts, crash: () => void): UploaderPorts => {
    const { clock } = ports;
    const pass = (port: Port, what: string): Mishap | null => this.pass({ port, what }, clock.monotonic());
    const call = async <T>(port: Port, what: string, work: () => Promise<T>): Promise<T> => {
      const mishap = pass(port, what);
      if (mishap === 'die before') {
        crash();
        return never();
      }
      if (mishap === 'fail once') throw failureOf(port);
      const result = await work();
      if (mishap === 'die after') {
        crash();
        return never();
      }
      if (mishap === 'answer lost') throw failureOf(port);
      return result;
    };
    /** A dead process does not go on in the middle of a timer. */
    const untilDead = (work: () => void) => (): void => {
      try {
        work();
      } catch (error) {
        if (!(error instanceof Dead)) throw error;
      }
    };
    return {
      ...ports,
      clock: {
        ...clock,
        after: (ms, work) => clock.after(ms, untilDead(work)),
        soon: (work) => clock.soon(untilDead(work)),
      },
      sql: this.store(ports.sql, pass, crash),
      files: this.files(ports.files, call),
      http: this.http(ports.http, call),
    };
  };

  private store(sql: Sql, pass: (port: Port, what: string) => Mishap | null, crash: () => void): Sql {
    let depth = 0;
    /** A commit of its own; reads and what happens inside of a transaction pass uncounted. */
    const commit = <T>(what: string, work: () => T): T => {
      if (depth > 0) return work();
      const mishap = pass('store', what);
      if (mishap === 'fail once') throw failureOf('store');
      // The dead meet an error at the store's next touch; nothing of it reaches anybody.
      if (mishap === 'die before') crash();
      depth++;
      try {
        return work();
      } finally {
        depth--;
        if (mishap === 'die after') crash();
      }
    };
    return {
      ...sql,
      exec: (text) => commit('exec', () => sql.exec(text)),
      transaction: (work) => commit('commit', () => sql.transaction(work)),
      prepare: (text) => {
        const statement = sql.prepare(text);
        const isRead = /^\s*(select|pragma|with)/i.test(text);
        return {
          ...statement,
          run: (...values) =>
            isRead ? statement.run(...values) : commit(text.trim().slice(0, 40), () => statement.run(...values)),
        };
      },
    };
  }

  private files(files: Files, call: <T>(port: Port, what: string, work: () => Promise<T>) => Promise<T>): Files {
    const opened = (path: string, file: OpenFile): OpenFile => ({
      read: (...where) => call('file', `read ${path}`, () => file.read(...where)),
      stat: () => call('file', `fstat ${path}`, () => file.stat()),
      close: () => call('file', `close ${path}`, () => file.close()),
    });
    const { readWhole } = files;
    return {
      stat: (path) => call('file', `stat ${path}`, () => files.stat(path)),
      open: (path) => call('file', `open ${path}`, async () => opened(path, await files.open(path))),
      list: (path) => call('file', `list ${path}`, () => files.list(path)),
      real: (path) => files.real(path),
      isRemote: (path) => files.isRemote(path),
      ...(readWhole && {
        readWhole: (path, into, hash) => call('file', `read all ${path}`, () => readWhole(path, into, hash)),
      }),
    };
  }

  private http(
    http: UploaderPorts['http'],
    call: <T>(port: Port, what: string, work: () => Promise<T>) => Promise<T>,
  ): Connections {
    return {
      ...http,
      request: (wanted) => call('http', `${wanted.method} ${new URL(wanted.url).pathname}`, () => http.request(wanted)),
    };
  }
}

/** The mishaps that a call can meet. Closing what was only read never fails (see the port). */
export function mishapsOf(call: Call): readonly Mishap[] {
  if (isClose(call)) return ['die before', 'die after'];
  return call.port === 'http' ? mishaps : mishaps.filter((one) => one !== 'answer lost');
}
