// Where practice sites run: many together in one process of ours, or one in a process of its own.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { ReadyLine } from './open.ts';
import { type OpenOptions, openOptions, type PracticeSiteOptions } from './options.ts';
import type { Answer, Order } from './street.ts';

const STREET = fileURLToPath(new URL('street.ts', import.meta.url));
const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
/** Keeps what Node has read of the site's sources; the session of an ordinary user names a folder that it may write to. */
const COMPILE_CACHE =
  process.env.CLIPFERRY_COMPILE_CACHE ??
  fileURLToPath(new URL('../../node_modules/.cache/clipferry-compile', import.meta.url));
const PINNED_NODE = fileURLToPath(new URL('../../node_modules/node/bin/node', import.meta.url));

/** A Node that runs TypeScript and has SQLite: this one, or the pinned one under Electron and older Nodes. */
function nodePath(): string {
  const major = Number(process.versions.node.split('.')[0]);
  return process.versions.electron === undefined && major >= 24 ? process.execPath : PINNED_NODE;
}

const nodeArgs = [
  '--disable-warning=ExperimentalWarning',
  // A small young generation frees the buffers of a streamed body early, which keeps memory flat.
  '--max-semi-space-size=2',
];

const environment = (): NodeJS.ProcessEnv => ({ ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE });

function commandLine(options: PracticeSiteOptions, data: string): string[] {
  const line = [...nodeArgs, MAIN, '--die-with-parent', '--data', data];
  const named = {
    port: options.port,
    'https-port': options.httpsPort,
    host: options.host,
    name: options.name,
    timezone: options.timezone,
    base: options.base,
    'rest-root': options.restRoot,
    'platform-namespace': options.platformNamespace,
    namespace: options.namespace,
    seed: options.seed,
    switches: options.switches && JSON.stringify(options.switches),
  };
  for (const [name, value] of Object.entries(named)) if (value !== undefined) line.push(`--${name}`, String(value));
  // Also when this process is killed and the site ends by itself.
  if (options.data === undefined) line.push('--remove-data');
  if (options.plainPermalinks) line.push('--plain-permalinks');
  return line;
}

/** Where a site runs. */
export interface Home {
  readonly line: ReadyLine;
  /** Ends the site as it is told to; resolves when it has. */
  close(): Promise<void>;
  /** Only of a site with a process of its own. */
  readonly process: ChildProcess | null;
}

export function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}

/** A process for one site. */
export function launch(options: PracticeSiteOptions, data: string): Promise<Home> {
  const child = spawn(nodePath(), commandLine(options, data), { stdio: ['pipe', 'pipe', 'pipe'], env: environment() });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-4000);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The practice site ended with ${code}: ${complaints}`)));
    createInterface({ input: child.stdout }).once('line', (text) => {
      child.removeAllListeners('exit');
      resolve({ line: JSON.parse(text) as ReadyLine, close: () => ended(child, 'SIGTERM'), process: child });
    });
  });
}

/** The process that all sites without one of their own share. It ends with this process, and holds it up only while a site is open. */
class Street {
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, (answer: Answer) => void>();
  private complaints = '';
  private count = 0;
  private inUse = 0;

  constructor() {
    this.child = fork(STREET, { execPath: nodePath(), execArgv: nodeArgs, env: environment(), silent: true });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.complaints = (this.complaints + text).slice(-4000);
    });
    this.child.on('message', (message) => {
      const answer = message as Answer;
      this.waiting.get(answer.id)?.(answer);
    });
    this.child.once('error', (error) => this.lost(error.message));
    this.child.once('exit', (code) => this.lost(`it ended with ${code}`));
  }

  private lost(why: string): void {
    if (street === this) street = null;
    for (const [id, settle] of this.waiting)
      settle({ id, failed: `The process of the practice sites is gone, ${why}: ${this.complaints}` });
  }

  private use(more: 1 | -1): void {
    this.inUse += more;
    const handles = [this.child, this.child.channel, this.child.stdout, this.child.stderr] as {
      ref?(): void;
      unref?(): void;
    }[];
    for (const handle of handles) this.inUse > 0 ? handle?.ref?.() : handle?.unref?.();
  }

  private async order(order: Order): Promise<Answer> {
    const answered = new Promise<Answer>((resolve) => this.waiting.set(order.id, resolve));
    this.child.send(order, (error) => error && this.lost(error.message));
    const answer = await answered;
    this.waiting.delete(order.id);
    if (answer.failed !== undefined) throw new Error(answer.failed);
    return answer;
  }

  async open(options: OpenOptions, removeData: boolean): Promise<Home> {
    const id = ++this.count;
    this.use(1);
    try {
      const { line } = await this.order({ kind: 'open', id, options, removeData });
      if (!line) throw new Error('The process of the practice sites said nothing of a new one.');
      let closing: Promise<void> | null = null;
      const close = async (): Promise<void> => {
        await this.order({ kind: 'close', id });
        this.use(-1);
      };
      return { line, process: null, close: () => (closing ??= close()) };
    } catch (error) {
      this.use(-1);
      throw error;
    }
  }
}

let street: Street | null = null;

/** Opens a site beside the others. `removeData` is for when this process is killed. */
export function openBeside(options: PracticeSiteOptions, data: string, removeData: boolean): Promise<Home> {
  street ??= new Street();
  return street.open(openOptions(options, data), removeData);
}
