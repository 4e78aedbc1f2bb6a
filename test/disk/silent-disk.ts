// Starts a disk that stops answering on command (fuse.ts), where this computer lets a test mount one.
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type ToDisk =
  /** Answers nothing from here on, or only no reads, or nothing about one file. */
  | { readonly kind: 'silence'; readonly what: 'all' | 'reads'; readonly name: string | null }
  /** Answers what it kept back, and everything else. */
  | { readonly kind: 'answer' }
  /** Every answer takes this long, in ms. */
  | { readonly kind: 'slow'; readonly delayMs: number };

export type FromDisk =
  | { readonly kind: 'mounted' | 'heard' }
  /** So many calls of the system hang now. */
  | { readonly kind: 'kept'; readonly count: number };

export interface SilentDisk {
  /** Where it is mounted. */
  readonly path: string;
  /** The folder that it shows, on an ordinary disk. */
  readonly source: string;
  file(name: string): string;
  silence(what?: 'all' | 'reads', name?: string | null): Promise<void>;
  answer(): Promise<void>;
  slow(delayMs: number): Promise<void>;
  /** Takes no call any more, so that whoever hangs in one can be killed: once it has taken one, the kernel waits for its answer. */
  freeze(): void;
  thaw(): void;
  /** Calls of the system that it has kept without an answer. */
  kept(): number;
  /** Resolves when at least `count` calls hang. */
  untilKept(count: number): Promise<void>;
  /** Unmounts it; what hangs in it ends. */
  remove(): Promise<void>;
}

/** Why no disk can be mounted here; null = it can. */
export function cannotMount(): string | null {
  if (process.platform !== 'linux') return 'only Linux has FUSE';
  if (process.getuid?.() !== 0) return 'only root may mount';
  if (!existsSync('/dev/fuse')) return 'there is no /dev/fuse';
  const place = mkdtempSync(join(tmpdir(), 'clipferry-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'clipferry-try', place], { stdio: 'pipe' });
    execFileSync('umount', [place], { stdio: 'pipe' });
    return null;
  } catch {
    return 'this system lets root mount nothing';
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

const heard = (disk: ChildProcess, fits: (message: FromDisk) => boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    const gone = (): void => reject(new Error('The disk has ended'));
    const listen = (message: unknown): void => {
      if (!fits(message as FromDisk)) return;
      disk.off('message', listen);
      disk.off('exit', gone);
      resolve();
    };
    disk.on('message', listen);
    disk.once('exit', gone);
  });

export async function startSilentDisk(): Promise<SilentDisk> {
  const folder = mkdtempSync(join(tmpdir(), 'clipferry-silent-'));
  const source = join(folder, 'source');
  const path = join(folder, 'disk');
  for (const made of [source, path]) mkdirSync(made);
  const server = fileURLToPath(new URL('fuse.ts', import.meta.url));
  const disk = fork(server, [source, path], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  let kept = 0;
  disk.on('message', (message: FromDisk) => {
    if (message.kind === 'kept') kept = message.count;
  });
  await heard(disk, ({ kind }) => kind === 'mounted');
  const say = async (message: ToDisk): Promise<void> => {
    const done = heard(disk, ({ kind }) => kind === 'heard');
    disk.send(message);
    await done;
  };
  return {
    path,
    source,
    file: (name) => join(path, name),
    silence: (what = 'all', name = null) => say({ kind: 'silence', what, name }),
    answer: async () => {
      kept = 0;
      await say({ kind: 'answer' });
    },
    slow: (delayMs) => say({ kind: 'slow', delayMs }),
    freeze: () => void disk.kill('SIGSTOP'),
    thaw: () => void disk.kill('SIGCONT'),
    kept: () => kept,
    untilKept: async (count) => {
      if (kept < count) await heard(disk, (message) => message.kind === 'kept' && message.count >= count);
    },
    remove: async () => {
      if (disk.exitCode === null && disk.signalCode === null) {
        const gone = once(disk, 'exit');
        execFileSync('umount', ['-l', path]);
        disk.kill('SIGKILL');
        await gone;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
