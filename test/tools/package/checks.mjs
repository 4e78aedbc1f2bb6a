// What every packaged app has to be: whole, with nothing else in it, its fuses set and its window free of Node (electron security, rows 19 and 32).
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import path from 'node:path';
import { inProject, SetupError } from '../project.mjs';

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
  WasmTrapHandlers: true,
};

/** The program and the archive inside what electron-builder wrote below `output`, for one platform where there are several. */
export function packagedApp(output, platforms = /^(linux|win|mac)/) {
  const folders = readdirSync(output).filter((name) => platforms.test(name));
  for (const folder of folders) {
    const dir = path.join(output, folder);
    const bundle = readdirSync(dir).find((name) => name.endsWith('.app'));
    if (bundle) {
      const contents = path.join(dir, bundle, 'Contents');
      const program = path.join(contents, 'MacOS', path.basename(bundle, '.app'));
      return {
        dir,
        fused: path.join(dir, bundle),
        program,
        archive: path.join(contents, 'Resources/app.asar'),
        texts: path.join(contents, 'Resources'),
      };
    }
    const program = ['clipferry', 'Clipferry.exe'].map((name) => path.join(dir, name)).find((file) => existsSync(file));
    if (program) return { dir, fused: program, program, archive: path.join(dir, 'resources/app.asar'), texts: dir };
  }
  throw new SetupError(`electron-builder left no app in ${output}`);
}

/** Names of fuses whose state differs from what is expected. */
async function wrongFuses(program) {
  const { FuseV1Options, getCurrentFuseWire } = requireHere('@electron/fuses');
  const wire = await getCurrentFuseWire(program);
  const places = { ...FuseV1Options, WasmTrapHandlers: 8 };
  const on = '1'.charCodeAt(0);
  return Object.entries(expectedFuses)
    .filter(([name, wanted]) => (wire[places[name]] === on) !== wanted)
    .map(([name]) => name);
}

const namesIn = (archive) =>
  requireHere('@electron/asar')
    .listPackage(archive, { isPack: false })
    .map((name) => name.replaceAll('\\', '/'));

/** Our plugin for WordPress, as a person is given it: every file and folder of its sources. */
const plugin = () =>
  readdirSync(inProject('assets/wordpress'), { recursive: true }).map(
    (name) => `/assets/wordpress/${name.replaceAll('\\', '/')}`,
  );

/** Files in the archive that have no business there. */
function strangers(archive) {
  const known = /^\/(package\.json|out(\/.*)?|assets(\/wordpress|\/[\w@-]+\.png)?)$/;
  const ours = new Set(plugin());
  return namesIn(archive).filter((name) => !(known.test(name) || ours.has(name)) || name.endsWith('.map'));
}

/** Files of the plugin that the archive lacks. */
function lacking(archive) {
  const there = new Set(namesIn(archive));
  return plugin().filter((name) => !there.has(name));
}

/** Files that have to lie beside the archive, and one that must not: Electron's own demonstration of itself. */
function besides({ archive, texts }) {
  const missing = ['LICENSE.txt', 'THIRD-PARTY-NOTICES.txt'].filter((name) => !existsSync(path.join(texts, name)));
  const demonstration = existsSync(path.join(path.dirname(archive), 'default_app.asar'));
  return [...missing.map((name) => `there is no ${name}`), ...(demonstration ? ['default_app.asar is in it'] : [])];
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

/** What is wrong with `app`, as sentences. */
export const complaintsOf = async (app) => [
  ...(await wrongFuses(app.fused)).map((name) => `fuse ${name} is not ${expectedFuses[name] ? 'on' : 'off'}`),
  ...strangers(app.archive).map((name) => `app.asar holds ${name}`),
  ...lacking(app.archive).map((name) => `app.asar lacks ${name}`),
  ...besides(app),
  ...nodeInRenderer(),
];
