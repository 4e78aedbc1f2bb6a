// Builds the app of the last commit twice, in two folders of its own, and compares what is packaged: `npm run package -- --twice`.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { capture, childEnv } from '../processes.mjs';
import { inProject, pinnedNode, SetupError, say } from '../project.mjs';
import { packagedApp } from './checks.mjs';

const requireHere = createRequire(import.meta.url);

async function must(command, args, cwd) {
  const ended = await capture(command, args, { cwd, env: childEnv() });
  if (ended.code !== 0)
    throw new SetupError(`${command} ${args[0]} failed:\n${ended.stderr.trim() || ended.stdout.trim()}`);
}

/** Builds the last commit in `folder`; resolves to its archive. */
async function archiveOf(folder, runtime) {
  mkdirSync(folder);
  const source = path.join(path.dirname(folder), 'source.tar');
  await must('git', ['archive', '--output', source, 'HEAD'], inProject());
  await must('tar', ['-xf', source, '-C', folder], folder);
  symlinkSync(inProject('node_modules'), path.join(folder, 'node_modules'));
  await must(pinnedNode, ['node_modules/electron-vite/bin/electron-vite.js', 'build'], folder);
  const builder = ['node_modules/electron-builder/cli.js', '--dir'];
  const config = [`--config.electronDist=${runtime.dist}`, `--config.electronVersion=${runtime.version}`];
  await must(pinnedNode, [...builder, ...config], folder);
  return packagedApp(path.join(folder, 'dist')).archive;
}

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** The files of two archives that are not the same. */
function differences(one, other) {
  const { extractFile, listPackage, statFile } = requireHere('@electron/asar');
  const filesOf = (archive) =>
    new Map(
      listPackage(archive, { isPack: false })
        .map((name) => name.slice(1))
        .filter((name) => statFile(archive, name).files === undefined)
        .map((name) => [name, sha256(extractFile(archive, name))]),
    );
  const [first, second] = [filesOf(one), filesOf(other)];
  return [...new Set([...first.keys(), ...second.keys()])].filter((name) => first.get(name) !== second.get(name));
}

/** Resolves to an exit code. */
export async function buildTwice(runtime) {
  mkdirSync(inProject('dist'), { recursive: true });
  const work = mkdtempSync(inProject('dist', 'twice-'));
  try {
    const archives = [];
    // Of different lengths: a name that gets into what is built is seen.
    for (const name of ['one', 'quite-another']) archives.push(await archiveOf(path.join(work, name), runtime));
    const [first, second] = archives.map((archive) => sha256(readFileSync(archive)));
    if (first === second) {
      say(`the same app.asar twice: ${first}`);
      return 0;
    }
    say(`two app.asar that are not the same: ${differences(...archives).join(', ') || 'the order of their files'}`);
    return 1;
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
