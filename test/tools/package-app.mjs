// Packages the app from the runtime at hand, then proves that what came out holds only what it should, has its fuses set and starts.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runInDesktop } from './desktop-session.mjs';
import { ensureWindowsElectron } from './electron-runtime.mjs';
import { runBuilder } from './package/builder.mjs';
import { complaintsOf, packagedApp } from './package/checks.mjs';
import { ownKinds } from './package/plan.mjs';
import { readyForPackages } from './package/ready.mjs';
import { filesIn, sizesOf } from './package/size.mjs';
import { writeList } from './package/write-list.mjs';
import { capture, npmCommand } from './processes.mjs';
import { inProject, SetupError, say } from './project.mjs';
import { packageTests } from './suites.mjs';

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

/** Whether `app` is what every packaged app has to be; what is wrong is said. */
async function isWhole(app) {
  const complaints = await complaintsOf(app);
  for (const complaint of complaints) say(`${path.relative(inProject(), app.program)}: ${complaint}`);
  return complaints.length === 0;
}

/** Whether what lies in the zip for Windows is known, and little of it ours; both are said. */
async function isSmall(output) {
  const zip = readdirSync(output).find((name) => name.endsWith('.zip'));
  const { stdout } = await capture('7za', ['l', '-slt', path.join(output, zip ?? '')]);
  const { lines, times, complaints } = sizesOf(filesIn(stdout));
  process.stdout.write(`\n${zip}\n${lines.join('\n')}\n`);
  say(`${zip} takes ${times.toFixed(3)} times what its runtime alone would`);
  for (const complaint of complaints) say(`${zip}: ${complaint}`);
  return complaints.length === 0;
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
  const images = readdirSync(output).filter((name) => name.endsWith('.AppImage'));
  const ends = [await isWhole(app)];
  for (const program of [app.program, ...images.map((name) => path.join(output, name))])
    ends.push(await starts(runtime, app, program));
  return ends.every(Boolean);
}

/** The unpacked app, or what `args` tell the builder. Resolves to an exit code. */
async function packageOne(runtime, args, where) {
  const code = await runBuilder(args.length > 0 ? args : ['--dir'], { ...where, electron: runtime });
  if (code !== 0) return code;
  return (await proveApp(runtime, where.output)) ? 0 : 1;
}

/** All of what this machine is ready for, for Linux and for Windows, and a list of it. Resolves to an exit code. */
async function packageAll(runtime, { make, leftOut, windows }, where) {
  const tests = await packageTests();
  if (tests !== 0) return tests;
  const kindsFor = (wanted) => make.filter(({ platform }) => platform === wanted).map(({ kind }) => kind);
  const [linux, win] = [kindsFor('linux'), kindsFor('win')];
  const code = await packageOne(runtime, linux.length > 0 ? ['--linux', ...linux] : [], where);
  if (code !== 0) return code;
  if (win.length > 0) {
    const windowsCode = await runBuilder(['--win', ...win, '--x64'], { ...where, electron: windows });
    if (windowsCode !== 0) return windowsCode;
    if (!(await isWhole(packagedApp(where.output, /^win/)))) return 1;
    if (!(await isSmall(where.output))) return 1;
  }
  await writeList(where.output, { runtime: runtime.line, leftOut, started: linux });
  return 0;
}

/** What is made for macOS and Windows is made on them, and a list of it. Resolves to an exit code. */
async function packageOwn(runtime, where) {
  const own = ownKinds[process.platform] ?? [];
  const code = await packageOne(runtime, own, where);
  if (code === 0 && own.length > 0) await writeList(where.output, { runtime: runtime.line, leftOut: [], started: [] });
  return code;
}

/** Has `work` package into a folder of dist/ that is gone after it. Resolves to what `work` does. */
async function inPassing(runtime, name, work) {
  const output = inProject('dist', name);
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  try {
    const isTestBuild = runtime.kind === 'fallback';
    return await work({ isTestBuild, output, appImageTools: path.join(output, 'none') });
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

/** Has `measure` look at the unpacked app of what was built last. Resolves to an exit code. */
export const withUnpacked = (runtime, measure) =>
  inPassing(runtime, 'measured', async (where) => {
    const code = await runBuilder(['--dir'], { ...where, electron: runtime });
    return code === 0 ? measure(packagedApp(where.output)) : code;
  });

/** Has `work` look at the unpacked app for Windows of what was built last, and at the runtime that is in it. Resolves to an exit code. */
export const withUnpackedForWindows = (runtime, work) =>
  inPassing(runtime, 'wine', async (where) => {
    const windows = await ensureWindowsElectron(runtime);
    if (windows.dist === undefined)
      throw new SetupError('Only the test build of Electron for Windows can be had here.');
    const code = await runBuilder(['--win', 'dir', '--x64'], { ...where, electron: windows });
    return code === 0 ? work({ packaged: path.join(where.output, 'win-unpacked'), electron: windows.dist }) : code;
  });

/** For the gate: the unpacked app of what was built last, looked through and started, with its sandbox. Resolves to an exit code. */
export const proveSlice = (runtime) => inPassing(runtime, 'slice', (where) => packageOne(runtime, [], where));

/**
 * Packages into dist/ (a test build into dist/test-build/) and checks the result: all that this machine can make for Linux and Windows,
 * or for its own system; `args` go to electron-builder in place of that. Resolves to an exit code.
 */
export async function packageApp(runtime, args) {
  const isTestBuild = runtime.kind === 'fallback';
  const output = inProject(isTestBuild ? 'dist/test-build' : 'dist');
  const appImageTools = inProject('dist/.appimage-tools');
  for (const folder of [output, appImageTools]) rmSync(folder, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  if (isTestBuild) writeFileSync(path.join(output, 'TEST-BUILD.txt'), testBuildNote(runtime));
  const where = { isTestBuild, output, appImageTools };
  const makesLinux = process.platform === 'linux' && process.arch === 'x64' && !args.includes('--dir');
  const ready = makesLinux ? await readyForPackages(runtime, appImageTools) : undefined;
  const makeAll = () => (ready === undefined ? packageOwn(runtime, where) : packageAll(runtime, ready, where));
  const code = await (args.length === 0 ? makeAll() : packageOne(runtime, args, where));
  if (code === 0) await writeBillOfMaterials(path.join(output, 'sbom.cdx.json'));
  return code;
}
