// Packages the app from the runtime at hand, then proves that what came out holds only what it should, has its fuses set and starts.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import path from 'node:path';
import { runInDesktop } from './desktop-session.mjs';
import { capture, npmCommand, runNode } from './processes.mjs';
import { inProject, SetupError, say, tools } from './project.mjs';

const requireHere = createRequire(import.meta.url);

/** What every packaged app must have (electron security, row 19). A test build is checked the same way. */
const expectedFuses = {
  RunAsNode: false,
  EnableCookieEncryption: true,
  EnableNodeOptionsEnvironmentVariable: false,
  EnableNodeCliInspectArguments: false,
  EnableEmbeddedAsarIntegrityValidation: true,
  OnlyLoadAppFromAsar: true,
  LoadBrowserProcessSpecificV8Snapshot: false,
  GrantFileProtocolExtraPrivileges: false,
};

const testBuildNote = (runtime) => `This is a test build of Clipferry, not for distribution.
It contains ${runtime.line}:
an older, unofficial repackaging, because Electron's own release could not be fetched here.
`;

/** The program and the archive inside what electron-builder wrote below `output`. */
function packagedApp(output) {
  const folders = readdirSync(output).filter((name) => /^(linux|win|mac)/.test(name));
  for (const folder of folders) {
    const dir = path.join(output, folder);
    const bundle = readdirSync(dir).find((name) => name.endsWith('.app'));
    if (bundle) {
      const contents = path.join(dir, bundle, 'Contents');
      const program = path.join(contents, 'MacOS', path.basename(bundle, '.app'));
      return { dir, fused: path.join(dir, bundle), program, archive: path.join(contents, 'Resources/app.asar') };
    }
    const program = ['clipferry', 'Clipferry.exe'].map((name) => path.join(dir, name)).find((file) => existsSync(file));
    if (program) return { dir, fused: program, program, archive: path.join(dir, 'resources/app.asar') };
  }
  throw new SetupError(`electron-builder left no app in ${output}`);
}

/** Names of fuses whose state differs from what is expected. */
async function wrongFuses(program) {
  const { FuseV1Options, getCurrentFuseWire } = requireHere('@electron/fuses');
  const wire = await getCurrentFuseWire(program);
  const on = '1'.charCodeAt(0);
  return Object.entries(expectedFuses)
    .filter(([name, wanted]) => (wire[FuseV1Options[name]] === on) !== wanted)
    .map(([name]) => name);
}

/** Files in the archive that have no business there. */
function strangers(archive) {
  const { listPackage } = requireHere('@electron/asar');
  const known = /^\/(package\.json|out(\/.*)?|assets(\/[\w@-]+\.png)?)$/;
  return listPackage(archive, { isPack: false })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => !known.test(name) || name.endsWith('.map'));
}

/** Node modules that the renderer's bundle asks for; there must be none (electron security, row 32). */
function nodeInRenderer() {
  const folder = inProject('out/renderer');
  const scripts = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.js'));
  const builtins = new Set(builtinModules);
  return scripts.flatMap((name) => {
    const source = readFileSync(path.join(folder, name), 'utf8');
    const asked = [...source.matchAll(/(?:\bfrom|\bimport|\brequire)\s*\(?\s*["'](?:node:)?([\w/]+)["']/g)].map(
      (match) => match[1],
    );
    return asked
      .filter((module) => builtins.has(module))
      .map((module) => `out/renderer/${name} asks for Node's ${module}`);
  });
}

/** What the app was built from, with versions and hashes, in CycloneDX; all of it, since what is used is bundled (row 32). */
async function writeBillOfMaterials(file) {
  const npm = npmCommand(['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--loglevel=error']);
  const made = await capture(npm.command, npm.args, { ...npm.options, cwd: inProject() });
  if (made.code !== 0) throw new SetupError(`npm sbom failed:\n${made.stderr.trim()}`);
  const { components } = JSON.parse(made.stdout);
  if (!Array.isArray(components) || components.length === 0) throw new SetupError('The bill of materials is empty.');
  writeFileSync(file, made.stdout);
}

/**
 * Packages into dist/ (a test build into dist/test-build/) and checks the result; `args` go to electron-builder in place of `--dir`.
 * Resolves to an exit code.
 */
export async function packageApp(runtime, args) {
  const isTestBuild = runtime.kind === 'fallback';
  const output = inProject(isTestBuild ? 'dist/test-build' : 'dist');
  rmSync(output, { recursive: true, force: true });
  const config = [`--config.electronDist=${runtime.dist}`, `--config.electronVersion=${runtime.version}`];
  if (isTestBuild) {
    if (args.length > 0)
      throw new SetupError('From the unofficial runtime only an unpacked test build is made, no installers.');
    const name = 'Clipferry Test Build';
    config.push(
      `--config.productName=${name}`,
      `--config.extraMetadata.productName=${name}`,
      `--config.directories.output=${output}`,
    );
  }
  const code = await runNode(tools.electronBuilder, [...(args.length > 0 ? args : ['--dir']), ...config]);
  if (code !== 0) return code;
  if (isTestBuild) {
    mkdirSync(output, { recursive: true });
    writeFileSync(path.join(output, 'TEST-BUILD.txt'), testBuildNote(runtime));
  }
  await writeBillOfMaterials(path.join(output, 'sbom.cdx.json'));
  const app = packagedApp(output);
  const complaints = [
    ...(await wrongFuses(app.fused)).map((name) => `fuse ${name} is not ${expectedFuses[name] ? 'on' : 'off'}`),
    ...strangers(app.archive).map((name) => `app.asar holds ${name}`),
    ...nodeInRenderer(),
  ];
  for (const complaint of complaints) say(complaint);
  const relative = path.relative(inProject(), app.program);
  const started = await runInDesktop(['node', 'test/tools/start-packaged.mjs', relative], {
    runtime: { ...runtime, dist: app.dir },
    screen: 'virtual',
    withDist: true,
  });
  if (started !== 0) say('the packaged app did not start');
  if (complaints.length > 0 || started !== 0) return 1;
  say(`packaged and started: ${relative}${isTestBuild ? ' (test build, not for distribution)' : ''}`);
  return 0;
}
