// Packages the app from the runtime at hand, then proves that what came out holds only what it should, has its fuses set and starts.
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runInDesktop } from './desktop-session.mjs';
import { commitTime } from './package/build-time.mjs';
import { complaintsOf, packagedApp } from './package/checks.mjs';
import { kinds, planPackages } from './package/plan.mjs';
import { capture, childEnv, npmCommand, runNode } from './processes.mjs';
import { inProject, pinnedNode, SetupError, say, tools } from './project.mjs';
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

/** Tools of this system in place of those that electron-builder would fetch from GitHub; those of AppImages lie in `appImageTools`. */
const builderEnv = async (isTestBuild, appImageTools) =>
  childEnv({
    SOURCE_DATE_EPOCH: String(await commitTime()),
    CUSTOM_FPM_PATH: inProject('test/tools/package/fpm.ts'),
    ...(existsSync(appImageTools) ? { APPIMAGE_TOOLS_PATH: appImageTools } : {}),
    ...(isTestBuild ? { ELECTRON_BUILDER_COMPRESSION_LEVEL: '5' } : {}),
  });

/** What can be made here, after installing what may be installed and compiling what an AppImage begins with. */
async function planHere(appImageTools) {
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
  const made = await capture(pinnedNode, [inProject('test/tools/package/appimage-tools.ts'), appImageTools]);
  if (made.code !== 0) problems.AppImage = /^(?:\w*Error: |.*error: )(.*)$/m.exec(made.stderr)?.[1] ?? 'its tools fail';
  return planPackages(isOnPath, problems);
}

/** Starts `program` on an empty profile. Resolves to whether its window opened. */
async function starts(runtime, app, program) {
  const relative = path.relative(inProject(), program);
  const started = await runInDesktop(['node', 'test/tools/start-packaged.mjs', relative], {
    runtime: { ...runtime, dist: app.dir },
    screen: 'virtual',
    withDist: true,
  });
  const note = runtime.kind === 'fallback' ? ' (test build, not for distribution)' : '';
  say(started === 0 ? `packaged and started: ${relative}${note}` : `it did not start: ${relative}`);
  return started === 0;
}

/** Checks the unpacked app below `output`, and starts it, also as an AppImage. Resolves to whether all was well. */
async function proveApp(runtime, output) {
  const app = packagedApp(output);
  const complaints = await complaintsOf(app);
  for (const complaint of complaints) say(complaint);
  const images = readdirSync(output).filter((name) => name.endsWith('.AppImage'));
  const programs = [app.program, ...images.map((name) => path.join(output, name))];
  const ends = [];
  for (const program of programs) ends.push(await starts(runtime, app, program));
  return complaints.length === 0 && ends.every(Boolean);
}

/**
 * Packages into dist/ (a test build into dist/test-build/) and checks the result: on Linux all that this machine can make, elsewhere
 * the unpacked app; `args` go to electron-builder in place of that. Resolves to an exit code.
 */
export async function packageApp(runtime, args) {
  const isTestBuild = runtime.kind === 'fallback';
  const output = inProject(isTestBuild ? 'dist/test-build' : 'dist');
  rmSync(output, { recursive: true, force: true });
  const appImageTools = inProject('dist/.appimage-tools');
  rmSync(appImageTools, { recursive: true, force: true });
  const all = args.length === 0 && process.platform === 'linux';
  const { make, leftOut } = all ? await planHere(appImageTools) : { make: [], leftOut: [] };
  const wanted = all && make.length > 0 ? ['--linux', ...make.map(({ kind }) => kind)] : ['--dir'];
  const config = [
    `--config.electronDist=${runtime.dist}`,
    `--config.electronVersion=${runtime.version}`,
    ...(isTestBuild ? testBuildConfig(output) : []),
  ];
  const env = await builderEnv(isTestBuild, appImageTools);
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
