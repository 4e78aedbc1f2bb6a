// The layering rules as a function over (path, source): who may import whom, and who may touch the outside.
import path from 'node:path';
import { type Import, type Scan, scan } from './source-scan.ts';

/** Packages without effects, which the engine's pure parts may use. */
const purePackages = new Set(['zod', 'html-entities', 'htmlparser2', 'mediabunny']);

/** Node built-ins that only compute. Everything that touches the machine comes through a port. */
const pureBuiltins = new Set(['node:path', 'node:buffer', 'node:url']);

const stages = ['ingest', 'queue', 'transfer', 'site', 'library'];

/** The files a stage may know besides its own folder. */
const nouns = [
  'main/model.ts',
  'main/ports.ts',
  'main/errors.ts',
  // How what a site says is read safely.
  'main/told.ts',
  'main/json.ts',
  'main/markup.ts',
];

/** The nouns, and what is written in nothing but nouns. Every other file directly in main/ helps uploader.ts join the stages. */
const core = [...nouns, 'main/schema.ts', 'main/uploader-api.ts'];

/** The renderer's shapes: free of imports, so its types may be used on both sides. */
const contract = 'preload/contract.ts';

type Layer =
  | 'stage'
  | 'core'
  | 'adapters'
  | 'root'
  | 'shell'
  | 'entry'
  | 'contract'
  | 'preload'
  | 'bridge'
  | 'renderer';

function layerOf(file: string): Layer | undefined {
  const [top, second = '', third] = file.split('/');
  if (top === 'renderer') return 'renderer';
  if (top === 'preload') return file === contract ? 'contract' : second === 'index.ts' ? 'bridge' : 'preload';
  if (top !== 'main') return undefined;
  if (third !== undefined)
    return stages.includes(second) ? 'stage' : second === 'adapters' || second === 'shell' ? second : undefined;
  if (second === 'index.ts') return 'entry';
  return core.includes(file) ? 'core' : 'root';
}

type Target =
  | { readonly kind: 'electron' | 'builtin' | 'package'; readonly name: string }
  | { readonly kind: 'file'; readonly name: string };

function targetOf(file: string, specifier: string): Target {
  if (specifier.startsWith('.'))
    return { kind: 'file', name: path.posix.join(path.posix.dirname(file), specifier.replace(/\?.*$/, '')) };
  if (specifier.startsWith('node:')) return { kind: 'builtin', name: specifier };
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  // electron-store, electron-log and electron-updater only work with Electron's own objects at hand.
  return { kind: /^electron(-|$)/.test(name) ? 'electron' : 'package', name };
}

const folderOf = (file: string): string => file.split('/').slice(0, 2).join('/');
const isPure = (target: Target): boolean =>
  (target.kind === 'package' && purePackages.has(target.name)) ||
  (target.kind === 'builtin' && pureBuiltins.has(target.name));

/** Whether a file of `layer` may import `target`. */
const mayImport: Record<Layer, (file: string, target: Target, kind: Import['kind']) => boolean> = {
  stage: (file, target, kind) =>
    isPure(target) ||
    (target.kind === 'file' && (nouns.includes(target.name) || target.name.startsWith(`${folderOf(file)}/`))) ||
    (target.name === contract && kind === 'type'),
  core: (_file, target, kind) =>
    isPure(target) ||
    (target.kind === 'file' && layerOf(target.name) === 'core') ||
    (target.name === contract && kind === 'type'),
  adapters: (_file, target) =>
    target.kind === 'builtin' ||
    target.kind === 'package' ||
    nouns.includes(target.name) ||
    target.name.startsWith('main/adapters/'),
  root: (_file, target, kind) =>
    isPure(target) ||
    (target.kind === 'file' && ['stage', 'core', 'root', 'adapters'].includes(layerOf(target.name) ?? '')) ||
    (target.name === contract && kind === 'type'),
  shell: (_file, target) =>
    target.kind !== 'file' || (/^(main|preload)\//.test(target.name) && layerOf(target.name) !== 'stage'),
  entry: (_file, target) => target.kind !== 'file' || target.name.startsWith('main/'),
  contract: () => false,
  preload: (_file, target) => target.name === 'zod' || (target.kind === 'file' && target.name.startsWith('preload/')),
  bridge: (_file, target) =>
    target.name === 'electron' ||
    target.name === 'zod' ||
    (target.kind === 'file' && target.name.startsWith('preload/')),
  renderer: (_file, target, kind) =>
    target.kind === 'package' ||
    (target.kind === 'file' && target.name.startsWith('renderer/')) ||
    (target.name === contract && kind === 'type'),
};

/** Time, chance, network and process as globals: the pure parts get them from ports, or a run could not be replayed. */
const globalEffects: readonly (readonly [string, RegExp])[] = [
  ['Date.now', /(?<![.\w$])Date\s*\.\s*now\b/],
  ['new Date()', /\bnew\s+Date\s*(\(\s*\)|(?!\s*\())/],
  ['Math.random', /(?<![.\w$])Math\s*\.\s*random\b/],
  ['a timer', /(?<![.\w$])(setTimeout|setInterval|setImmediate|queueMicrotask)\s*\(/],
  ['fetch', /(?<![.\w$])fetch\s*\(/],
  ['performance', /(?<![.\w$])performance\s*\./],
  ['process', /(?<![.\w$])process\s*\./],
  ['console', /(?<![.\w$])console\s*\./],
  ['crypto', /(?<![.\w$])(globalThis\s*\.\s*)?crypto\s*\./],
];

const pureLayers: readonly Layer[] = ['stage', 'core', 'root'];

function importProblems(file: string, layer: Layer, { imports }: Scan): string[] {
  const problems: string[] = [];
  for (const { specifier, kind } of imports) {
    if (specifier === '') {
      problems.push('imports something computed, which no rule can judge');
      continue;
    }
    const target = targetOf(file, specifier);
    if (!mayImport[layer](file, target, kind))
      problems.push(`may not import ${specifier}${kind === 'type' ? ' (type)' : ''}`);
    if (target.kind === 'file' && !/\.(tsx?|css|svg|png|json)$/.test(target.name))
      problems.push(`imports ${specifier} without its extension`);
  }
  return problems;
}

function usageProblems(file: string, layer: Layer, { code, strings }: Scan): string[] {
  const problems: string[] = [];
  const onlyIn = (name: string, home: string): void => {
    if (file !== home && new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(code))
      problems.push(`uses ${name}, which belongs to ${home}`);
  };
  onlyIn('ipcMain', 'main/shell/ipc.ts');
  onlyIn('ipcRenderer', 'preload/index.ts');
  if (
    layer === 'renderer' &&
    file !== 'renderer/bridge.ts' &&
    (/(?<![\w$-])clipferry(?![\w$-])/.test(code) || strings.includes('clipferry'))
  ) {
    problems.push('uses window.clipferry, which belongs to renderer/bridge.ts');
  }
  if (pureLayers.includes(layer)) {
    for (const [name, pattern] of globalEffects)
      if (pattern.test(code)) problems.push(`uses ${name}, which comes from a port`);
  }
  return problems;
}

/** Whether a file opens something outside of the app: by `shell`, under whatever name it imported it. */
export function opensOutside(source: string): boolean {
  const { code, imports } = scan(source);
  const names = imports.filter((each) => each.specifier === 'electron').map((each) => each.names.get('shell'));
  return (
    ['shell', ...names].some(
      (name) => name !== undefined && new RegExp(`\\b${name}\\s*\\.\\s*open(External|Path)\\b`).test(code),
    ) || /\{[^}]*\bopen(External|Path)\b[^}]*\}\s*=\s*shell\b/.test(code)
  );
}

/** What is wrong with one file, in words; empty when nothing is. `file` is relative to the project, with `/`. */
export function problemsOf(file: string, source: string): string[] {
  const layer = layerOf(file);
  if (!layer) return ['belongs to no known layer'];
  const scanned = scan(source);
  const problems = [...importProblems(file, layer, scanned), ...usageProblems(file, layer, scanned)];
  if (opensOutside(source) && layer !== 'shell')
    problems.push('opens something outside of the app, which belongs to main/shell');
  return problems;
}

/** What is wrong with the whole tree: `{ file: source }` in, one line per problem out. */
export function treeProblems(files: Readonly<Record<string, string>>): string[] {
  const problems = Object.entries(files).flatMap(([file, source]) =>
    problemsOf(file, source).map((problem) => `${file} ${problem}`),
  );
  const openers = Object.keys(files).filter((file) => opensOutside(files[file] ?? ''));
  if (openers.length > 1) problems.push(`more than one file opens things outside of the app: ${openers.join(', ')}`);
  return problems;
}
