// The Debian packages of a real WordPress: found, or installed without letting any of their services start.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';

export const wordPressPackages = [
  'wordpress',
  'mariadb-server-core',
  'mariadb-client-core',
  'php-cli',
  'php-fpm',
  'php-mysql',
  'php-gd',
  'php-xml',
  'php-mbstring',
  'apache2-bin',
  'nginx',
] as const;

/** Asked by maintainer scripts before they start a service; 101 says no (Debian policy, section 9.11.4). */
const policyFile = '/usr/sbin/policy-rc.d';
/** What the packages would otherwise have running after the next start of the machine. */
const services = [
  'apache2',
  'nginx',
  'mariadb',
  'php8.2-fpm',
  'php8.4-fpm',
  'phpsessionclean.timer',
  'apache-htcacheclean',
] as const;

export type Readiness =
  | { readonly kind: 'ready' }
  /** Nothing was done; `why` is one sentence for the person who runs the tests. */
  | { readonly kind: 'left-out'; readonly why: string };

function missing(): readonly string[] {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the fields are dpkg's.
  const format = '${Package} ${db:Status-Status}\n';
  const result = spawnSync('dpkg-query', ['-W', '-f', format, ...wordPressPackages], {
    encoding: 'utf8',
  });
  const installed = new Set(
    (result.stdout ?? '')
      .split('\n')
      .filter((line) => line.endsWith(' installed'))
      .map((line) => line.split(' ')[0]),
  );
  return wordPressPackages.filter((name) => !installed.has(name));
}

const onPath = (command: string): boolean =>
  (process.env.PATH ?? '').split(':').some((folder) => existsSync(`${folder}/${command}`));

async function mayInstall(names: readonly string[]): Promise<boolean> {
  if (process.env.CI === 'true' || process.env.CLIPFERRY_INSTALL === 'yes') return true;
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const said = await terminal.question(
    `Install ${names.join(', ')} from Debian's packages for the WordPress tests? [y/N] `,
  );
  terminal.close();
  return /^y(es)?$/i.test(said.trim());
}

function install(names: readonly string[]): void {
  const kept = `${policyFile}.before-clipferry`;
  if (existsSync(policyFile)) renameSync(policyFile, kept);
  writeFileSync(policyFile, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  const apt = (...args: string[]): void => {
    execFileSync('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  };
  try {
    apt('update');
    apt('install', '-y', '--no-install-recommends', ...names);
    if (existsSync('/run/systemd/system'))
      spawnSync('systemctl', ['disable', '--now', ...services], { stdio: 'ignore' });
  } finally {
    rmSync(policyFile, { force: true });
    if (existsSync(kept)) renameSync(kept, policyFile);
  }
}

/**
 * Sees to it that the packages are there. Installs as root on Debian and its like: at once with CI=true, else after asking.
 * Throws when an installation that was wanted fails.
 */
export async function ensureWordPressPackages(): Promise<Readiness> {
  const leftOut = (why: string): Readiness => ({ kind: 'left-out', why });
  if (process.platform !== 'linux' || !onPath('dpkg-query') || !onPath('apt-get'))
    return leftOut('Real WordPress is set up from the packages of Debian or Ubuntu, which this system does not have.');
  const names = missing();
  if (names.length === 0) return { kind: 'ready' };
  const command = `sudo apt-get install -y --no-install-recommends ${names.join(' ')}`;
  if (process.getuid?.() !== 0) return leftOut(`These packages are missing: ${command}`);
  if (!(await mayInstall(names)))
    return leftOut(`These packages are missing (CLIPFERRY_INSTALL=yes installs them): ${command}`);
  install(names);
  return { kind: 'ready' };
}
