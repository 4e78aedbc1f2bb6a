// A root of its own, as a freshly installed system has it: what is changed there is gone when it is closed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import path from 'node:path';
import { memoryFolder } from '../../memory-folder.mjs';

export const userName = 'creator';
export const home = `/home/${userName}`;

export interface RootOptions {
  /** The folder of the system below. */
  readonly base: string;
  /** False keeps all changes in `base`: to prepare it. */
  readonly fresh: boolean;
  /** Whether there is a device for FUSE. */
  readonly fuse?: boolean;
  /** Folders of this machine that are seen, and cannot be written to, in /mnt by these names. */
  readonly shared?: Readonly<Record<string, string>>;
}

export interface Said {
  readonly code: number;
  /** Both outputs, in the order they came. */
  readonly text: string;
}

const systemEnv = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LANG: 'C.UTF-8',
  DEBIAN_FRONTEND: 'noninteractive',
};

/**
 * Programs look for a screen among the abstract sockets first, and those are the machine's: this is a number that no screen of the machine has.
 */
export const screen = ':1700';

/** What a session of a desktop tells its programs. */
const userEnv = {
  PATH: systemEnv.PATH,
  LANG: 'C.UTF-8',
  HOME: home,
  USER: userName,
  XDG_RUNTIME_DIR: '/run/user/1000',
  DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus',
  DISPLAY: screen,
  XDG_CURRENT_DESKTOP: 'GNOME',
  XDG_SESSION_TYPE: 'x11',
};

function collect(child: ChildProcess): Promise<Said> {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      text += chunk;
    });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? 1, text }));
  });
}

/** The namespace of mounts that a process is in; undefined once it has ended. */
function mountsOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/mnt`);
  } catch {
    return undefined;
  }
}

export class FreshRoot {
  private readonly keeper: ChildProcess;
  private readonly inside: number;
  private readonly work: string | null;

  private constructor(keeper: ChildProcess, inside: number, work: string | null) {
    this.keeper = keeper;
    this.inside = inside;
    this.work = work;
    process.once('exit', this.abandon);
  }

  /** Who is interrupted leaves nothing in memory. */
  private readonly abandon = (): void => {
    this.keeper.kill('SIGKILL');
    if (this.work !== null) rmSync(this.work, { recursive: true, force: true });
  };

  /** Only root may do so. Rejects with what the system refused. */
  static async open({ base, fresh, fuse = true, shared = {} }: RootOptions): Promise<FreshRoot> {
    const work = fresh ? mkdtempSync(path.join(memoryFolder(), 'clipferry-root-')) : null;
    const folders = Object.entries(shared).map(([name, folder]) => `${name}=${folder}`);
    const script = path.join(import.meta.dirname, 'enter.sh');
    const args = [
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      'sh',
      script,
      base,
      work ?? 'none',
      fuse ? 'yes' : 'no',
      ...folders,
    ];
    const keeper = spawn('unshare', args, { stdio: ['pipe', 'pipe', 'pipe'] });
    let complaint = '';
    keeper.stderr.on('data', (chunk) => {
      complaint += chunk;
    });
    const ready = once(keeper.stdout, 'data').then(() => true);
    const ended = once(keeper, 'exit').then(() => false);
    if (!(await Promise.race([ready, ended]))) throw new Error(`No root could be made of ${base}:\n${complaint}`);
    const inside = Number(readFileSync(`/proc/${keeper.pid}/task/${keeper.pid}/children`, 'utf8').trim());
    return new FreshRoot(keeper, inside, work);
  }

  private enter(command: readonly string[], env: Readonly<Record<string, string>>): string[] {
    const words = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    return ['--target', String(this.inside), '--mount', '--pid', '--root', '--wd', 'env', '-i', ...words, ...command];
  }

  /** Starts a program as root. */
  start(command: readonly string[]): ChildProcess {
    return spawn('nsenter', this.enter(command, systemEnv), { stdio: ['pipe', 'pipe', 'pipe'] });
  }

  /** Starts a program as the ordinary user, in the user's home and session. */
  startAsUser(command: readonly string[]): ChildProcess {
    const inHome = ['sh', '-c', 'cd && exec "$@"', 'sh', ...command];
    return spawn('nsenter', this.enter(['runuser', '-u', userName, '--', ...inHome], userEnv), {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  }

  /** Runs a program as root to its end. */
  run(...command: readonly string[]): Promise<Said> {
    return collect(this.start(command));
  }

  /** The same as the ordinary user. */
  asUser(...command: readonly string[]): Promise<Said> {
    return collect(this.startAsUser(command));
  }

  /** Rejects with what the program said when it does not end well. */
  async must(...command: readonly string[]): Promise<string> {
    return told(command, await this.run(...command));
  }

  async mustAsUser(...command: readonly string[]): Promise<string> {
    return told(command, await this.asUser(...command));
  }

  /** Numbers of this machine for the processes in the root, so that everything of them can be read in /proc. */
  processes(): readonly number[] {
    const own = mountsOf(this.inside);
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => Number.isInteger(pid) && mountsOf(pid) === own);
  }

  async close(): Promise<void> {
    process.off('exit', this.abandon);
    const gone = once(this.keeper, 'exit');
    this.keeper.stdin?.end();
    await gone;
    if (this.work !== null) rmSync(this.work, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

function told(command: readonly string[], { code, text }: Said): string {
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${text.trimEnd()}`);
  return text;
}
