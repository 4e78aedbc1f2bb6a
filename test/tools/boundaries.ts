// The layering rules as a function over (path, source): who may import whom, and who may touch the outside.
import path from 'node:path';
import { type Import, type Scan, scan } from './source-scan.ts';

/** Packages without effects, which the engine's pure parts may use. */
const purePackages = new Set([
  'zod',
  'csv-parse',
  'csv-stringify',
  'html-entities',
  'htmlparser2',
  'lru-cache',
  'mediabunny',
  'p-limit',
]);

/** Node built-ins that only compute. Everything that touches the machine comes through a port. */
const pureBuiltins = new Set(['node:path', 'node:buffer', 'node:url']);

/** What every other file may know: the words of the app, its ports, and how what others say is read. It knows nothing but itself. */
const ground = ['model', 'ports', 'errors', 'answers', 'retry', 'single-flight', 'fields', 'states', 'csv-text'].map(
  (name) => `main/${name}.ts`,
);
const groundRooms = ['main/untrusted/', 'main/ports/'];

/** Written in nothing but the ground and the contract's types: the shape of the database and of the whole uploader. */
const outline = ['main/schema.ts', 'main/uploader-api.ts'];

/** Stages of the way of a clip: each knows the ground and itself. */
const stages = ['ingest', 'transfer', 'hosts', 'queue', 'site', 'library'];

/**
 * Rooms in order: a file of one may import its own room and those of the lists before it. Rooms of one list are apart from each
 * other. A name with an extension is a file that lies beside the rooms.
 */
const orders: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'main/queue': [['match', 'job'], ['progress'], ['store'], ['runner']],
  'main/site': [['client', 'store'], ['content'], ['connect']],
  'main/features': [
    ['changes.ts', 'handed-over.ts', 'row-cells.ts', 'waits.ts'],
    ['accounts', 'acts', 'profile', 'desktop', 'updates'],
    ['metadata', 'library'],
    ['proof', 'sidecars'],
    ['uploads'],
    ['folders', 'checkup', 'links', 'details'],
    ['help', 'move'],
  ],
  renderer: [['model'], ['text'], ['state', 'ui'], ['features'], ['app.tsx', 'bridge.ts'], ['main.tsx']],
  'preload/contract': [
    ['common.ts'],
    ['metadata.ts'],
    [
      ...['accounts.ts', 'acts.ts', 'checkup.ts', 'folders.ts', 'help.ts', 'history.ts', 'move.ts', 'sidecars.ts'],
      'updates.ts',
    ],
    ['queue.ts'],
    ['desktop.ts', 'details.ts', 'library.ts', 'links.ts'],
  ],
  'renderer/features': [
    ['window'],
    ['metadata', 'links'],
    ['library'],
    ['uploads', 'folders', 'settings', 'sites', 'help', 'move'],
  ],
};

/** The renderer's shapes: they know only each other, so their types may be used on both sides. All others know the joining file. */
const contract = 'preload/contract.ts';
const contractRooms = 'preload/contract/';

/** The records of fields, folders' rules, states and ways to sign in, the clock of a site, and the words of details, which every world builds upon: they import nothing, but the words know the clock. Of main only the ground knows them. */
const records = [
  ...['preload/fields.ts', 'preload/folder-rules.ts', 'preload/job-states.ts', 'preload/sign-in-ways.ts'],
  ...['preload/site-zone.ts', 'preload/details-words.ts', 'preload/row-columns.ts'],
];

/** Every sentence that a person may read, and how numbers and times are written: shared by the window and the shell. */
const textRoom = 'preload/text/';

/** Only the catalogue's own room speaks to it. */
const catalogueLibrary = 'intl-messageformat';

type Layer =
  | 'ground'
  | 'outline'
  | 'stage'
  | 'feature'
  | 'adapters'
  | 'root'
  | 'shell'
  | 'entry'
  | 'contract'
  | 'records'
  | 'text'
  | 'preload'
  | 'bridge'
  | 'renderer';

function layerOf(file: string): Layer | undefined {
  const [top, second = '', third] = file.split('/');
  if (top === 'renderer') return 'renderer';
  if (file.startsWith(textRoom)) return 'text';
  if (records.includes(file)) return 'records';
  if (file === contract || file.startsWith(contractRooms)) return 'contract';
  if (top === 'preload') return second === 'index.ts' ? 'bridge' : 'preload';
  if (top !== 'main') return undefined;
  if (ground.includes(file) || groundRooms.some((room) => file.startsWith(room))) return 'ground';
  if (outline.includes(file)) return 'outline';
  if (file === 'main/index.ts' || file === 'main/assembly.ts') return 'entry';
  if (file === 'main/uploader.ts') return 'root';
  if (third === undefined) return undefined;
  if (stages.includes(second)) return 'stage';
  if (second === 'features') return 'feature';
  return second === 'adapters' || second === 'shell' ? second : undefined;
}

/** The place of a file in an order: which list its room is in, and the room; undefined where the order has no such room. */
function placeIn(order: readonly (readonly string[])[], inside: string) {
  const room = inside.split('/')[0] ?? '';
  const rank = order.findIndex((rooms) => rooms.includes(room));
  return rank < 0 ? undefined : { rank, room };
}

/** What an order of rooms has against `file`, and against its import of `target`. */
function orderProblems(file: string, targets: readonly string[]): string[] {
  const problems: string[] = [];
  for (const [house, order] of Object.entries(orders)) {
    if (!file.startsWith(`${house}/`)) continue;
    const from = placeIn(order, file.slice(house.length + 1));
    if (!from) {
      problems.push(`lies in no room of ${house}`);
      continue;
    }
    for (const target of targets) {
      if (!target.startsWith(`${house}/`) || !/\.tsx?$/.test(target)) continue;
      const to = placeIn(order, target.slice(house.length + 1));
      if (to && to.room !== from.room && to.rank >= from.rank)
        problems.push(`may not import ${target}: ${from.room} does not come after ${to.room}`);
    }
  }
  return problems;
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

/** Whether `target` is a file of one of the layers. */
const isOf = (target: Target, ...layers: readonly Layer[]): boolean =>
  target.kind === 'file' && layers.includes(layerOf(target.name) as Layer);

/** Whether a file of `layer` may import `target`. */
const mayImport: Record<Layer, (file: string, target: Target, kind: Import['kind']) => boolean> = {
  ground: (_file, target, kind) =>
    isPure(target) || isOf(target, 'ground', 'records') || (target.name === contract && kind === 'type'),
  outline: (_file, target, kind) =>
    isPure(target) || isOf(target, 'ground', 'outline') || (target.name === contract && kind === 'type'),
  stage: (file, target, kind) =>
    isPure(target) ||
    isOf(target, 'ground') ||
    target.name.startsWith(`${folderOf(file)}/`) ||
    (target.name === contract && kind === 'type'),
  feature: (_file, target, kind) =>
    isPure(target) ||
    isOf(target, 'ground', 'outline', 'stage', 'feature') ||
    (target.name === contract && kind === 'type'),
  adapters: (_file, target) =>
    target.kind === 'builtin' ||
    (target.kind === 'package' && target.name !== catalogueLibrary) ||
    isOf(target, 'ground', 'adapters'),
  root: (_file, target, kind) =>
    isPure(target) ||
    isOf(target, 'ground', 'outline', 'stage', 'feature') ||
    (target.name === contract && kind === 'type'),
  shell: (_file, target) =>
    (target.kind !== 'file' && target.name !== catalogueLibrary) ||
    target.name.startsWith('preload/') ||
    target.name === 'main/uploader-api.ts' ||
    isOf(target, 'ground', 'shell'),
  // What is Electron's is handed to what joins the engine.
  entry: (file, target) =>
    target.kind === 'file' ? target.name.startsWith('main/') : target.kind !== 'electron' || file === 'main/index.ts',
  contract: (_file, target, kind) =>
    kind === 'type' && (isOf(target, 'records') || target.name.startsWith(contractRooms)),
  // A moment is meant by some clock.
  records: (file, target) => file === 'preload/details-words.ts' && target.name === 'preload/site-zone.ts',
  text: (_file, target) => target.name === catalogueLibrary || isOf(target, 'text'),
  preload: (_file, target) => target.name === 'zod' || (target.kind === 'file' && target.name.startsWith('preload/')),
  bridge: (_file, target) =>
    target.name === 'electron' ||
    target.name === 'zod' ||
    (target.kind === 'file' && target.name.startsWith('preload/')),
  renderer: (_file, target, kind) =>
    (target.kind === 'package' && target.name !== catalogueLibrary) ||
    (target.kind === 'file' && target.name.startsWith('renderer/')) ||
    isOf(target, 'text', 'records') ||
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

const pureLayers: readonly Layer[] = [
  ...(['text', 'records', 'ground', 'outline', 'stage', 'feature', 'root', 'contract', 'preload'] as const),
];

/** A type that is claimed for a row of the database, for what is in it, or for an answer of a statement. */
const claims: readonly RegExp[] = [
  /(?<![\w$])rows?\b(?:\??\.\w+|\[[^\]]*\]|\))*\s+as\s+(?!const\b)/,
  /\.(?:get|all)\([^()]*\)(?:\??\.\w+|\))*\s+as\s+(?!const\b)/,
];

function importProblems(file: string, layer: Layer, { imports }: Scan): string[] {
  const problems: string[] = [];
  for (const { specifier, kind } of imports) {
    if (specifier === '') {
      problems.push('imports something computed, which no rule can judge');
      continue;
    }
    const target = targetOf(file, specifier);
    const isRoomOfContract = target.name.startsWith(contractRooms) && layer !== 'contract';
    if (isRoomOfContract || !mayImport[layer](file, target, kind))
      problems.push(`may not import ${specifier}${kind === 'type' ? ' (type)' : ''}`);
    if (target.kind === 'file' && !/\.(tsx?|css|svg|png|json)$/.test(target.name))
      problems.push(`imports ${specifier} without its extension`);
  }
  const files = imports.filter(({ specifier }) => specifier.startsWith('.'));
  problems.push(
    ...orderProblems(
      file,
      files.map(({ specifier }) => targetOf(file, specifier).name),
    ),
  );
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
  if (file.startsWith('main/') && !file.startsWith('main/untrusted/')) {
    // What is stored is read by main/untrusted/rows.ts, which leaves nobody without an answer for what is damaged.
    if (/(?<![.\w$])JSON\s*\.\s*parse\b/.test(code)) problems.push('uses JSON.parse, which belongs to main/untrusted');
    if (layer !== 'adapters' && claims.some((claim) => claim.test(code)))
      problems.push('says of a row what it is, instead of reading it by main/untrusted/rows.ts');
  }
  if (pureLayers.includes(layer)) {
    for (const [name, pattern] of globalEffects)
      if (pattern.test(code)) problems.push(`uses ${name}, which comes from a port`);
  }
  return problems;
}

/** The one function that makes states of jobs, its part about answers, what reads them back from the disk, and the rows that they are written in. */
const jobState = 'main/queue/job/job-state.ts';
const afterAnswer = 'main/queue/job/after-answer.ts';
const jobReader = 'main/queue/store/rows.ts';
const jobRows = 'main/queue/store/job-rows.ts';
const jobStore = 'main/queue/store/job-store.ts';

/** Who may use what writes a job: a state follows from an event, in the write that reads the job (job-store.ts). */
const jobDoors: readonly (readonly [name: string, homes: readonly string[]])[] = [
  ['transition', [jobState, jobStore]],
  ...['afterVerdict', 'afterLook', 'afterDescribing'].map((name) => [name, [afterAnswer, jobState]] as const),
  ['saveJob', [jobRows, jobStore]],
  ['saveDraft', [jobRows, jobStore]],
  ['createJobRows', [jobRows, jobStore]],
  ['insertJob', [jobRows, jobStore, 'main/features/uploads/add-clips.ts']],
];
/** The order of the list writes positions; the shape of the database and what saves a damaged one move whole rows. */
const rowWriters = [jobRows, 'main/queue/store/order.ts', 'main/schema.ts'];

/** A state of a job that is put together by hand, in a file that knows jobs. */
const builtState = [
  /(?<![.\w$])state\s*:\s*\{/,
  /\.\.\.\s*(?:[\w$]+\s*\.\s*)*state\b/,
  /\{[^{}]*\.\.\.[^{}]*[,\s]state\s*[,:}]/,
];

function jobStateProblems(file: string, source: string, { code, imports }: Scan): string[] {
  if (!file.startsWith('main/') || file.startsWith('main/adapters/')) return [];
  const problems: string[] = [];
  for (const [name, homes] of jobDoors) {
    if (!homes.includes(file) && new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(code))
      problems.push(`uses ${name}: the state of a job changes by an event, through \`change\` of ${jobStore}`);
  }
  if (!rowWriters.includes(file) && /\b(UPDATE|INTO|DELETE FROM)\s+jobs\b/.test(source))
    problems.push(`writes rows of jobs, which belongs to ${jobRows}`);
  if (file === 'main/queue/store/order.ts' && /\bUPDATE\s+jobs\s+SET\s+(?!position = \? WHERE)/.test(source))
    problems.push('writes more of a job than its position');
  const knowsJobs = imports.some(
    ({ specifier, names }) => specifier.endsWith('/model.ts') && (names.has('Job') || names.has('JobState')),
  );
  if (
    knowsJobs &&
    ![jobState, afterAnswer, jobReader].includes(file) &&
    builtState.some((pattern) => pattern.test(code))
  )
    problems.push(`builds a state of a job, which belongs to ${jobState}`);
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
  const problems = [
    ...importProblems(file, layer, scanned),
    ...usageProblems(file, layer, scanned),
    ...jobStateProblems(file, source, scanned),
  ];
  if (opensOutside(source) && layer !== 'shell')
    problems.push('opens something outside of the app, which belongs to main/shell');
  return problems;
}

/** Rings of files that import each other, each told once by its members in order. Types count: a ring of types is one idea in two files. */
function rings(files: Readonly<Record<string, string>>): string[] {
  const imported = new Map(
    Object.entries(files).map(([file, source]) => [
      file,
      scan(source)
        .imports.filter(({ specifier }) => specifier.startsWith('.'))
        .map(({ specifier }) => targetOf(file, specifier).name),
    ]),
  );
  const found = new Set<string>();
  const done = new Set<string>();
  const walk = (file: string, way: readonly string[]): void => {
    const at = way.indexOf(file);
    if (at >= 0) found.add([...way.slice(at)].sort().join(', '));
    if (at >= 0 || done.has(file)) return;
    for (const next of imported.get(file) ?? []) walk(next, [...way, file]);
    done.add(file);
  };
  for (const file of imported.keys()) walk(file, []);
  return [...found].map((members) => `import each other: ${members}`);
}

const exported = /^export (?:async )?(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

/** Names that more than one file of main exports: a name is one idea. */
function sharedNames(files: Readonly<Record<string, string>>): string[] {
  const homes = new Map<string, Set<string>>();
  for (const [file, source] of Object.entries(files)) {
    if (!file.startsWith('main/')) continue;
    for (const [, name = ''] of source.matchAll(exported)) homes.set(name, (homes.get(name) ?? new Set()).add(file));
  }
  return [...homes]
    .filter(([, at]) => at.size > 1)
    .map(([name, at]) => `more than one file exports ${name}: ${[...at].sort().join(', ')}`);
}

const declared = /(?<!for \()\b(?:const|let)\s+(?:\{([^}]*)\}|(\w+))|\bfunction\s+(\w+)|\btype\s+(\w+)\s*=/g;

/** Names that a function of `source` uses above the line that makes them, or that its top level does; properties do not count. */
export function usedBeforeDeclared(source: string): string[] {
  const { code } = scan(source);
  const problems = new Set<string>();
  for (const part of code.split(/^(?=(?:export )?(?:async )?function )/m)) {
    for (const match of part.matchAll(declared)) {
      const names = (match[1] ?? match[2] ?? match[3] ?? match[4] ?? '')
        .split(',')
        .map((name) => name.trim().split(/\W/)[0]);
      for (const name of names.filter((one) => one !== undefined && one !== '')) {
        const before = part.slice(0, match.index);
        if (new RegExp(`(?<![\\w$.])${name}(?![\\w$])(?!\\s*[?]?:)`).test(before)) problems.add(name ?? '');
      }
    }
  }
  return [...problems];
}

/** What is wrong with the whole tree: `{ file: source }` in, one line per problem out. */
export function treeProblems(files: Readonly<Record<string, string>>): string[] {
  const problems = Object.entries(files).flatMap(([file, source]) =>
    problemsOf(file, source).map((problem) => `${file} ${problem}`),
  );
  const openers = Object.keys(files).filter((file) => opensOutside(files[file] ?? ''));
  if (openers.length > 1) problems.push(`more than one file opens things outside of the app: ${openers.join(', ')}`);
  problems.push(...rings(files), ...sharedNames(files));
  return problems;
}
