// The Debian and Ubuntu packages that a window needs: finds what is missing, installs it as root, else says how.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { capture } from './processes.mjs';
import { isLinuxRoot, SetupError, say } from './project.mjs';

/** Libraries that Electron links to. Newer releases renamed some (the 64-bit time change): the first name that exists is taken. */
const libraries = [
  ['libgtk-3-0', 'libgtk-3-0t64'],
  ['libnss3'],
  ['libasound2', 'libasound2t64'],
  ['libgbm1'],
  ['libxss1'],
  ['libatk-bridge2.0-0', 'libatk-bridge2.0-0t64'],
  ['libdrm2'],
  ['libsecret-1-0'],
];

/** What a machine without a desktop lacks: a screen, a session bus and a keyring; and what the tests call. */
const headless = [['xvfb'], ['dbus'], ['gnome-keyring'], ['libglib2.0-bin'], ['curl'], ['tinyproxy-bin'], ['lsof']];

/** The browser that approves a sign-in in the tests; any of these commands will do. */
const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The file that a command is on this system; undefined where there is none. */
export const whereOnPath = (command) =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((dir) => path.join(dir, command))
    .find((file) => existsSync(file));

const isOnPath = (command) => whereOnPath(command) !== undefined;

async function installedNames(names) {
  const result = await capture('dpkg-query', ['-W', '-f', `\${Package} \${db:Status-Status}\n`, ...names]);
  return new Set(
    result.stdout
      .split('\n')
      .filter((line) => line.endsWith(' installed'))
      .map((line) => line.split(' ')[0]),
  );
}

async function missingPackages(withDesktop) {
  const wanted = withDesktop ? libraries : [...libraries, ...headless];
  const installed = await installedNames(wanted.flat());
  const missing = wanted.filter((names) => !names.some((name) => installed.has(name)));
  if (!withDesktop && !browsers.some(isOnPath)) missing.push(['chromium']);
  return missing;
}

/** Of several names for one package, the one this release has; known only after `apt-get update`. */
async function availableName(names) {
  for (const name of names) {
    const policy = await capture('apt-cache', ['policy', name]);
    if (/Candidate: (?!\(none\))/.test(policy.stdout)) return name;
  }
  return names[0];
}

async function apt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const result = await capture('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=300', ...args], { env });
  if (result.code !== 0)
    throw new SetupError(`apt-get ${args[0]} failed:\n${result.stderr.trimEnd().split('\n').slice(-8).join('\n')}`);
}

/**
 * Makes sure that a window can be opened. `withDesktop` is true when the machine has a screen of its own and only the libraries matter.
 * Throws with the one command to run where we may not install.
 */
export async function ensureSystemPackages({ withDesktop }) {
  if (process.platform !== 'linux' || !isOnPath('dpkg-query') || !isOnPath('apt-get')) return;
  const missing = await missingPackages(withDesktop);
  if (missing.length === 0) return;
  if (!isLinuxRoot) {
    const names = await Promise.all(missing.map(availableName));
    throw new SetupError(
      `These system packages are missing. Install them with:\n  sudo apt-get install -y ${names.join(' ')}`,
    );
  }
  say(`installing system packages: ${missing.map((names) => names[0]).join(' ')}`);
  await apt(['update']);
  const names = [];
  for (const alternatives of missing) names.push(await availableName(alternatives));
  await apt(['install', '-y', '--no-install-recommends', ...names]);
}

/** Programs that only one of the long proofs calls, by the packages that hold them. Where they cannot be installed, they are left out there. */
export async function ensurePrograms(packages) {
  if (process.platform !== 'linux' || !isLinuxRoot || !isOnPath('apt-get')) return;
  const installed = await installedNames(packages);
  const missing = packages.filter((name) => !installed.has(name));
  if (missing.length === 0) return;
  say(`installing system packages: ${missing.join(' ')}`);
  await apt(['update']);
  await apt(['install', '-y', '--no-install-recommends', ...missing]);
}
