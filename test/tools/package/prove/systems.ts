// The systems that fresh roots are made of: Debian's releases by debootstrap, bare and with a desktop, kept for a week.
import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { runTool } from '../run-tool.ts';
import { FreshRoot, userName } from './fresh-root.ts';

export const releases = ['bookworm', 'trixie'] as const;
export type Release = (typeof releases)[number];
/** Those that a bare system can be made of. */
export type Debian = Release | 'bullseye' | 'forky';

export interface System {
  /** A root with nothing but what every Debian has. */
  readonly bare: string;
  /** The same with what a desktop has, and with who proves it: nothing that the app itself has to bring. */
  readonly desktop: string;
}

const weekMs = 7 * 24 * 3_600_000;

/** Screen, windows, bus, keyring, screen reader's interface; then what plays the person, and what looks through packages. */
const desktopPackages = [
  ...['xvfb', 'openbox', 'dbus', 'gnome-keyring', 'at-spi2-core', 'libglib2.0-bin', 'fuse3'],
  ...['python3-pyatspi', 'xdotool', 'desktop-file-utils', 'appstream', 'rpm'],
];

/** Where this machine itself gets Debian from. */
function mirror(): string {
  const targets = runTool('apt-get', ['indextargets', '--format', '$(ORIGIN) $(REPO_URI)', 'Created-By: Packages']);
  const found = /^Debian (\S+\/debian\/?)$/m.exec(targets)?.[1];
  if (found === undefined) throw new Error('apt does not say where this machine gets Debian from');
  return found;
}

/** How debootstrap makes a release. One that is younger than debootstrap itself is made as all are since years, as sid. */
function scriptFor(release: Debian): string {
  const scripts = '/usr/share/debootstrap/scripts';
  return existsSync(`${scripts}/${release}`) ? `${scripts}/${release}` : `${scripts}/sid`;
}

const isKept = (folder: string): boolean => existsSync(folder) && Date.now() - statSync(folder).mtimeMs < weekMs;

/** `make` fills a folder that gets its name once it is whole; a week later it is made anew. */
export async function kept(folder: string, make: (unfinished: string) => Promise<void>): Promise<string> {
  if (isKept(folder)) return folder;
  const unfinished = `${folder}.unfinished`;
  for (const old of [unfinished, folder]) rmSync(old, { recursive: true, force: true });
  mkdirSync(path.dirname(folder), { recursive: true });
  await make(unfinished);
  renameSync(unfinished, folder);
  return folder;
}

/** Puts packages and its person into a system; `then` does the rest in it. */
export async function furnish(
  base: string,
  packages: readonly string[],
  then: (root: FreshRoot) => Promise<unknown> = async () => {},
): Promise<void> {
  const root = await FreshRoot.open({ base, fresh: false });
  try {
    // A mirror may lie behind; what it has is signed all the same.
    await root.must('apt-get', '-o', 'Acquire::Check-Valid-Until=false', 'update', '-qq');
    await root.must('apt-get', 'install', '-qq', '-y', '--no-install-recommends', ...packages);
    await root.must('apt-get', 'clean');
    await root.must('useradd', '--create-home', '--shell', '/bin/sh', userName);
    await then(root);
  } finally {
    await root.close();
  }
}

/** A root with nothing but what every Debian has. Makes it where it is not in the folder `cache`. */
export const bareOf = (release: Debian, cache: string, say: (line: string) => void): Promise<string> =>
  kept(path.join(cache, `${release}-bare`), async (folder) => {
    say(`fetching Debian ${release} (a minute or two)`);
    runTool('debootstrap', ['--variant=minbase', release, folder, mirror(), scriptFor(release)]);
  });

/** Begins with all that `bare` has. */
export const copyOf = (bare: string, folder: string): void =>
  void runTool('cp', ['-a', '--reflink=auto', bare, folder]);

/** Makes what is not in the folder `cache`; minutes each, the first time. `say` gets news. */
export async function systemOf(release: Release, cache: string, say: (line: string) => void): Promise<System> {
  const bare = await bareOf(release, cache, say);
  const desktop = await kept(path.join(cache, `${release}-desktop`), async (folder) => {
    say(`putting a desktop into Debian ${release} (two or three minutes)`);
    copyOf(bare, folder);
    await furnish(folder, desktopPackages);
  });
  return { bare, desktop };
}
