// Disks of other kinds, each made below a folder and mounted there: file systems with manners of their own, to be pulled out and filled.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { isHere } from './programs.ts';

export type DiskMode = 'rw' | 'ro';

export interface Disk {
  /** Where it is mounted. */
  readonly root: string;
  /** Takes it away from its place, also from those who hold files on it. */
  pullOut(): void;
  /** Once nobody holds anything of it any more. Rejects when that takes too long, or it cannot be mounted. */
  plugIn(mode?: DiskMode): Promise<void>;
}

interface DiskKind {
  readonly commands: readonly string[];
  /** Of the kernel, as /proc/filesystems calls it. */
  readonly kernel: string;
  /** Below a folder that is empty. */
  readonly make: (place: string) => Disk;
}

const patienceMs = 60_000;
const MiB = 1024 * 1024;

const run = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

async function until(what: string, fits: () => boolean): Promise<void> {
  for (const end = Date.now() + patienceMs; !fits(); await after(50))
    if (Date.now() > end) throw new Error(`after ${patienceMs / 1_000} s still not so: ${what}`);
}

const isMounted = (root: string): boolean =>
  readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .some((line) => line.split(' ')[4] === root);

const linksOf = (process: string): readonly string[] => {
  try {
    return readdirSync(`/proc/${process}/fd`).map((handle) => readlinkSync(`/proc/${process}/fd/${handle}`));
  } catch {
    // It ended meanwhile.
    return [];
  }
};
const isHeld = (image: string): boolean =>
  run('losetup', '-j', image) !== '' || readdirSync('/proc').some((name) => linksOf(name).includes(image));

function folderIn(place: string, name: string): string {
  const path = join(place, name);
  mkdirSync(path);
  return path;
}

/** In a file that is formatted, and mounted by a command that ends once it is. */
const inImage =
  (
    mebibytes: number,
    format: readonly string[],
    mount: (image: string, root: string, mode: DiskMode) => readonly string[],
  ): DiskKind['make'] =>
  (place) => {
    const root = folderIn(place, 'root');
    const image = join(place, 'image');
    writeFileSync(image, '');
    truncateSync(image, mebibytes * MiB);
    const [formatter = '', ...args] = format;
    run(formatter, ...args, image);
    return {
      root,
      pullOut: () => void run('umount', '-l', root),
      plugIn: async (mode = 'rw') => {
        await until('nobody holds the disk', () => !isHeld(image));
        const [mounter = '', ...options] = mount(image, root, mode);
        // Some go on in the background with what they were given to write to.
        execFileSync(mounter, options, { stdio: 'ignore' });
        await until('it is mounted', () => isMounted(root));
      },
    };
  };

const byKernel = (image: string, root: string, mode: DiskMode, ...more: readonly string[]): readonly string[] => [
  ...['mount', '-o', ['loop', mode, ...more].join(','), image, root],
];

/** For a program that mounts nothing but devices; the device goes with it. */
const throughLoop = 'loop=$(losetup -f --show "$0") && mount.exfat-fuse -o "$2" "$loop" "$1"; losetup -d "$loop"';

/** In memory, and shown by a mount on top of it. */
const overMemory =
  (mount: (memory: string, root: string, mode: DiskMode) => Promise<void> | void, unmount = (): void => {}) =>
  (place: string): Disk => {
    const root = folderIn(place, 'root');
    const memory = folderIn(place, 'memory');
    run('mount', '-t', 'tmpfs', '-o', 'size=64m', 'clipferry-disk', memory);
    return {
      root,
      pullOut: () => {
        unmount();
        try {
          run('umount', '-l', root);
        } catch (error) {
          // What a dead line has shown goes by itself.
          if (isMounted(root)) throw error;
        }
      },
      plugIn: async (mode = 'rw') => {
        await mount(memory, root, mode);
        await until('it is mounted', () => isMounted(root));
      },
    };
  };

function bind(memory: string, root: string, mode: DiskMode): void {
  run('mount', '--bind', memory, root);
  if (mode === 'ro') run('mount', '-o', 'remount,bind,ro', root);
}

function layer(memory: string, root: string, mode: DiskMode): void {
  const [lower, upper, work] = ['lower', 'upper', 'work'].map((name) => join(memory, name));
  for (const path of [lower, upper, work]) mkdirSync(path as string, { recursive: true });
  run('mount', '-t', 'overlay', '-o', `${mode},lowerdir=${lower},upperdir=${upper},workdir=${work}`, 'overlay', root);
}

const sftpServer = '/usr/lib/openssh/sftp-server';

/** A file server's disk: its line is two pipes to a server of its own, and goes dead with it. */
function overSftp(): DiskKind['make'] {
  let server: ChildProcess | null = null;
  return overMemory(
    (memory, root, mode) => {
      const [asks, answers] = ['asks', 'answers'].map((name) => join(memory, '..', name)) as [string, string];
      for (const pipe of [asks, answers]) if (!existsSync(pipe)) run('mkfifo', pipe);
      // The two are joined by the system: this process may have to wait for the disk.
      server = spawn('sh', ['-c', `exec ${sftpServer} < "$0" > "$1"`, asks, answers], { stdio: 'ignore' });
      const client = 'exec sshfs ":$2" "$3" -f -o "passive,$4" > "$0" < "$1"';
      spawn('sh', ['-c', client, asks, answers, memory, root, mode], { stdio: 'ignore' });
    },
    () => void server?.kill(),
  );
}

const fuse = 'fuse';

/** The kinds of disks that creators have, as far as Debian's packages bring them. */
export const diskKinds = {
  // fusefat, for kernels without it, goes round for ever once a file is written in the place of another one.
  vfat: {
    ...{ commands: ['mkfs.vfat'], kernel: 'vfat' },
    make: inImage(64, ['mkfs.vfat'], byKernel),
  },
  exfat: {
    ...{ commands: ['mkfs.exfat', 'mount.exfat-fuse'], kernel: fuse },
    make: inImage(64, ['mkfs.exfat'], (image, root, mode) => ['sh', '-c', throughLoop, image, root, mode]),
  },
  'ntfs-3g': {
    ...{ commands: ['mkfs.ntfs', 'ntfs-3g'], kernel: fuse },
    make: inImage(64, ['mkfs.ntfs', '--fast', '--force', '--quiet'], (image, root, mode) => [
      ...['ntfs-3g', '-o', mode, image, root],
    ]),
  },
  'btrfs that compresses': {
    ...{ commands: ['mkfs.btrfs'], kernel: 'btrfs' },
    make: inImage(256, ['mkfs.btrfs', '--quiet'], (image, root, mode) =>
      byKernel(image, root, mode, 'compress-force=zstd'),
    ),
  },
  xfs: {
    ...{ commands: ['mkfs.xfs'], kernel: 'xfs' },
    make: inImage(320, ['mkfs.xfs', '-q'], byKernel),
  },
  tmpfs: { commands: [], kernel: 'tmpfs', make: overMemory(bind) },
  overlay: { commands: [], kernel: 'overlay', make: overMemory(layer) },
  sshfs: {
    ...{ commands: ['sshfs', 'sftp-server'], kernel: fuse },
    make: (place) => overSftp()(place),
  },
} as const satisfies Readonly<Record<string, DiskKind>>;

export type DiskName = keyof typeof diskKinds;
export const diskNames = Object.keys(diskKinds) as readonly DiskName[];

/** Why such a disk cannot be made on this machine; null = it can, for all that is known. */
export function whyNoDisk(name: DiskName): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root may mount, on Linux';
  const { commands, kernel }: DiskKind = diskKinds[name];
  const missing = commands.filter((command) => !isHere(command));
  if (missing.length > 0) return `${missing.join(' and ')} cannot be had`;
  const known = readFileSync('/proc/filesystems', 'utf8').split(/\s+/);
  return known.includes(kernel) ? null : `this kernel has no ${kernel}`;
}

/** Made below `place`, and plugged in. */
export async function makeDisk(name: DiskName, place: string): Promise<Disk> {
  const disk = diskKinds[name].make(place);
  await disk.plugIn();
  return disk;
}

/** Unmounts whatever is mounted below `place`, the last one first. */
export function unmountBelow(place: string): void {
  const points = readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[4] ?? '')
    .filter((point) => point.startsWith(`${place}/`));
  for (const point of points.toReversed()) run('umount', '-l', point);
}
