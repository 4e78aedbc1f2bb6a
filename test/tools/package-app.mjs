// Packages the app from the runtime at hand, then proves that what came out holds only what it should, has its fuses set and starts.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runInDesktop } from './desktop-session.mjs';
import { commitTime } from './package/build-time.mjs';
import { complaintsOf, packagedApp } from './package/checks.mjs';
import { kinds, planPackages } from './package/plan.mjs';
import { capture, childEnv, npmCommand, runNode } from './processes.mjs';
import { inProject, SetupError, say, tools } from './project.mjs';
import { ensurePrograms, isOnPath } from './system-packages.mjs';

const testBuildNote = (runtime) => `This is a test build of Clipferry, not for distribution.
It contains ${runtime.line}:
an older, unofficial repackaging, because Electron's own release could not be fetched here.
`;

/** What the app was built from, with versions and hashes, in CycloneDX; all of it, since what is used is bundled (row 32). */
async function writeBillOfMaterials(file) {
  const npm = npmCommand(['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--loglevel=error']);
  const made = await capture(npm.command, npm.args, { ...npm.options, cwd: inProject() });
  if (made.code !== 0) throw new SetupError(`npm sbom failed:\n${made.stderr.trim()}`);
  const { components } = JSON.parse(made.stdout);
  if (!Array.isArray(components) || components.length === 0) throw new SetupError('The bill of materials is empty.');
  writeFileSync(file, made.stdout);
}

/** A test build says so wherever a person could take it for Clipferry itself, and is not made small: that takes minutes. */
function testBuildConfig(output) {
  const name = 'Clipferry Test Build';
  return [
    `--config.productName=${name}`,
    `--config.extraMetadata.productName=${name}`,
    '--config.extraMetadata.name=clipferry-test-build',
    `--config.directories.output=${output}`,
    '--config.deb.compression=gz',
    '--config.rpm.compression=gzip',
  ];
}

/** Tools of this system in place of those that electron-builder would fetch from GitHub. */
const builderEnv = async () =>
  childEnv({
    SOURCE_DATE_EPOCH: String(await commitTime()),
    CUSTOM_FPM_PATH: inProject('test/tools/package/fpm.ts'),
  });

/** What can be made here, after installing what may be installed. */
async function planHere() {
  const problems = {};
  for (const { kind, packages } of kinds) {
    try {
      if (packages.length > 0) await ensurePrograms(packages);
    } catch (error) {
      if (!(error instanceof SetupError)) throw error;
      // One that is there all the same needs nothing installed.
      say(`for ${kind}: ${error.message}`);
    }
  }
  return planPackages(isOnPath, problems);
}

/** Checks the unpacked app below `output`, and starts it. Resolves to whether all was well. */
async function proveApp(runtime, output) {
  const app = packagedApp(output);
  const complaints = await complaintsOf(app);
  for (const complaint of complaints) say(complaint);
  const relative = path.relative(inProject(), app.program);
  const started = await runInDesktop(['node', 'test/tools/start-packaged.mjs', relative], {
    runtime: { ...runtime, dist: app.dir },
    screen: 'virtual',
    withDist: true,
  });
  if (started !== 0) say('the packaged app did not start');
  if (complaints.length > 0 || started !== 0) return false;
  say(`packaged and started: ${relative}${runtime.kind === 'fallback' ? ' (test build, not for distribution)' : ''}`);
  return true;
}

/**
 * Packages into dist/ (a test build into dist/test-build/) and checks the result: on Linux all that this machine can make, elsewhere
 * the unpacked app; `args` go to electron-builder in place of that. Resolves to an exit code.
 */
export async function packageApp(runtime, args) {
  const isTestBuild = runtime.kind === 'fallback';
  const output = inProject(isTestBuild ? 'dist/test-build' : 'dist');
  rmSync(output, { recursive: true, force: true });
  const all = args.length === 0 && process.platform === 'linux';
  const { make, leftOut } = all ? await planHere() : { make: [], leftOut: [] };
  const wanted = all && make.length > 0 ? ['--linux', ...make.map(({ kind }) => kind)] : ['--dir'];
  const config = [
    `--config.electronDist=${runtime.dist}`,
    `--config.electronVersion=${runtime.version}`,
    ...(isTestBuild ? testBuildConfig(output) : []),
  ];
  const env = await builderEnv();
  const code = await runNode(tools.electronBuilder, [...(args.length > 0 ? args : wanted), ...config], { env });
  if (code !== 0) return code;
  if (isTestBuild) {
    mkdirSync(output, { recursive: true });
    writeFileSync(path.join(output, 'TEST-BUILD.txt'), testBuildNote(runtime));
  }
  await writeBillOfMaterials(path.join(output, 'sbom.cdx.json'));
  if (!(await proveApp(runtime, output))) return 1;
  for (const { kind, reason } of leftOut) say(`left out: ${kind} (${reason})`);
  return 0;
}
