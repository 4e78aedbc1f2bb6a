// The ordinary user that stands in for root, and a tree that this user can read.
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { capture } from './processes.mjs';
import { root, SetupError, say } from './project.mjs';

export const userName = 'clipferry-test';
export const userHome = `/var/lib/${userName}`;

function lookUp(name) {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  if (!line) return undefined;
  const fields = line.split(':');
  return { name, uid: Number(fields[2]), gid: Number(fields[3]) };
}

/** Returns `{ name, uid, gid }`, creating the system user on first use. Called as root only. */
export async function ensureOrdinaryUser() {
  const known = lookUp(userName);
  if (known) return known;
  const args = [
    '--system',
    '--user-group',
    '--create-home',
    '--home-dir',
    userHome,
    '--shell',
    '/usr/sbin/nologin',
    userName,
  ];
  const result = await capture('useradd', args);
  const created = lookUp(userName);
  // Another run may have created it between the look and the call, so the look decides and not the exit code.
  if (!created) throw new SetupError(`The ordinary user ${userName} could not be created: ${result.stderr.trim()}`);
  say(`created the system user ${userName}: Electron's sandbox does not work as root`);
  return created;
}

/** Folders that nobody needs in order to run the app, and that may hold files of others. */
const notNeeded = (withDist) => ['.git', 'test-results', 'node_modules/.cache', ...(withDist ? [] : ['dist'])];

/** Folders worth a link instead of a copy. */
const large = ['node_modules', 'dist'];

async function canRead(user, dir, skipped) {
  const pruned = skipped.flatMap((name) => ['-path', path.join(dir, name), '-prune', '-o']);
  const result = await capture('find', [dir, ...pruned, '!', '-readable', '-print', '-quit'], {
    cwd: '/',
    uid: user.uid,
    gid: user.gid,
    timeout: 60_000,
  });
  return result.code === 0 && result.stdout === '' && result.stderr === '';
}

/** The project itself when `user` can read all of it, else a readable copy below `runDir` (a checkout in /root, for example). */
export async function readableTree(user, runDir, withDist) {
  const skipped = notNeeded(withDist);
  if (await canRead(user, root, skipped)) return root;
  const copy = path.join(runDir, 'tree');
  mkdirSync(copy, { mode: 0o755 });
  const sources = [];
  for (const name of readdirSync(root).filter((entry) => !skipped.includes(entry))) {
    const source = path.join(root, name);
    // Often only one file is private; the large folders then need no copy.
    if (large.includes(name) && (await canRead(user, source, ['.cache']))) symlinkSync(source, path.join(copy, name));
    else sources.push(source);
  }
  const result = await capture('cp', ['-a', '--reflink=auto', ...sources, copy], { cwd: '/' });
  if (result.code !== 0) throw new SetupError(`Copying the project for ${userName} failed: ${result.stderr.trim()}`);
  await capture('chmod', ['-R', 'a+rX', copy], { cwd: '/' });
  return copy;
}

/** Brings what the run left in `from` back into the project's results. */
export function collectResults(from, to) {
  if (!existsSync(from) || readdirSync(from).length === 0) return;
  mkdirSync(to, { recursive: true });
  cpSync(from, to, { recursive: true, force: true });
}

/** Lets Chromium's sandbox work where unprivileged user namespaces are off: its helper must then be root's and setuid. */
export async function ensureSandbox(runtime, user) {
  const asUser = user ? { uid: user.uid, gid: user.gid } : {};
  const namespaces = await capture('unshare', ['--user', '--map-root-user', 'true'], { cwd: '/', ...asUser });
  if (namespaces.code === 0) return;
  const helper = path.join(runtime.dist, 'chrome-sandbox');
  const mode = await capture('stat', ['-c', '%u %a', helper]);
  if (mode.stdout.trim() === '0 4755') return;
  if (!user) {
    throw new SetupError(`Chromium's sandbox needs this once: sudo chown root ${helper} && sudo chmod 4755 ${helper}`);
  }
  await capture('chown', ['root:root', helper]);
  chmodSync(helper, 0o4755);
}
