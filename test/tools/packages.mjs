// The npm packages and the pinned Node: installed when missing or when the lockfile says otherwise.
import { existsSync } from 'node:fs';
import { installedMatches, lacksOnlyOptional } from './lockfile.mjs';
import { capture, npmCommand } from './processes.mjs';
import { inProject, pinnedNode, readJson, SetupError, say } from './project.mjs';

function packagesAreCurrent() {
  const hidden = inProject('node_modules/.package-lock.json');
  if (!existsSync(hidden)) return false;
  return installedMatches(readJson(inProject('package-lock.json')), readJson(hidden));
}

const lastLines = (text, count = 15) => text.trimEnd().split('\n').slice(-count).join('\n');

async function npm(args) {
  // `error` hides npm's EBADENGINE warnings: some packages ask for Node 22, and run here under the pinned Node 24.
  const quiet = ['--loglevel=error', '--no-fund', '--no-audit', '--no-progress'];
  const { command, args: all, options } = npmCommand([...args, ...quiet]);
  const result = await capture(command, all, options);
  return { code: result.code, output: result.stdout + result.stderr };
}

async function npmInstall() {
  say('installing the npm packages (once, a minute or two)');
  let result = await npm(['ci']);
  if (result.code !== 0 && lacksOnlyOptional(result.output, readJson(inProject('package-lock.json')))) {
    // Still bound to the versions and hashes of the lockfile, which it leaves alone.
    result = await npm(['install', '--no-save']);
  }
  if (result.code !== 0) throw new SetupError(`npm failed with code ${result.code}:\n${lastLines(result.output)}`);
}

async function pinnedNodeWorks() {
  if (!existsSync(pinnedNode)) return false;
  const result = await capture(pinnedNode, ['--version']);
  return result.code === 0 && result.stdout.trim() === `v${readJson(inProject('package.json')).devDependencies.node}`;
}

/** The package `node` fetches its binary in an install script; an npm that skips install scripts leaves it to us. */
async function fetchPinnedNode() {
  say('fetching the pinned Node');
  const cwd = inProject('node_modules/node');
  const result = await capture(process.execPath, ['installArchSpecificPackage.js'], { cwd });
  if (result.code !== 0 || !(await pinnedNodeWorks())) {
    throw new SetupError(
      `The pinned Node could not be installed at ${pinnedNode}:\n${lastLines(result.stdout + result.stderr)}`,
    );
  }
}

/** Brings node_modules up to the lockfile. Quick when there is nothing to do. */
export async function ensurePackages() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) throw new SetupError(`Node 20 or newer is needed to start; this is ${process.version}.`);
  if (!packagesAreCurrent()) await npmInstall();
  if (!(await pinnedNodeWorks())) await fetchPinnedNode();
}

/** The Electron version that the lockfile asks for. */
export const wantedElectron = () => readJson(inProject('node_modules/electron/package.json')).version;
