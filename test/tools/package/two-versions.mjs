// The packages of this commit and the same as its next version, for who proves an upgrade: built once and kept.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { capture } from '../processes.mjs';
import { inProject, readJson, SetupError } from '../project.mjs';
import { build } from '../suites.mjs';
import { runBuilder } from './builder.mjs';
import { readyForPackages } from './ready.mjs';

const kinds = ['deb', 'rpm', 'AppImage'];

/** The last commit and the runtime, or undefined where files were changed since. */
async function contentName(runtime) {
  const status = await capture('git', ['status', '--porcelain']);
  const commit = await capture('git', ['rev-parse', 'HEAD']);
  if (status.code !== 0 || status.stdout !== '' || commit.code !== 0) return undefined;
  return `${commit.stdout.trim()} with ${runtime.line}`;
}

const nextOf = (version) => version.replace(/\d+$/, (last) => String(Number(last) + 1));

/** Resolves to the folder of both, with `built.json`, which tells what they are. */
export async function buildTwoVersions(runtime) {
  const folder = inProject('dist/prove');
  const list = path.join(folder, 'built.json');
  const content = await contentName(runtime);
  if (content !== undefined && existsSync(list) && readJson(list).content === content) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (!(await build())) throw new SetupError('The app does not build, so its packages cannot be proved.');
  const appImageTools = path.join(folder, 'appimage-tools');
  const { leftOut } = await readyForPackages(runtime, appImageTools);
  const missing = leftOut.filter(({ kind }) => kinds.includes(kind)).map(({ kind, reason }) => `${kind}: ${reason}`);
  if (missing.length > 0) throw new SetupError(`Not all packages can be made here.\n${missing.join('\n')}`);
  const own = readJson(inProject('package.json'));
  const isTestBuild = runtime.kind === 'fallback';
  const versions = [own.version, nextOf(own.version)];
  for (const version of versions) {
    const where = { electron: runtime, isTestBuild, output: path.join(folder, version), appImageTools };
    const code = await runBuilder(['--linux', ...kinds, `--config.extraMetadata.version=${version}`], where);
    if (code !== 0) throw new SetupError(`The packages of ${version} could not be made.`);
    rmSync(path.join(folder, version, 'linux-unpacked'), { recursive: true });
  }
  const product = isTestBuild ? 'Clipferry Test Build' : own.productName;
  const name = isTestBuild ? 'clipferry-test-build' : own.name;
  writeFileSync(list, `${JSON.stringify({ content, product, name, versions }, null, 2)}\n`);
  return folder;
}
