// The layering rules hold for the real tree, and the checker catches a planted violation of each of them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { problemsOf, treeProblems, usedBeforeDeclared } from './tools/boundaries.ts';
import { scan } from './tools/source-scan.ts';

const root = path.resolve(import.meta.dirname, '..');

function sourcesBelow(folder: string): Record<string, string> {
  const names = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' });
  const files = names
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.posix.join(folder, name.replaceAll('\\', '/')));
  return Object.fromEntries(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
}

test('the real tree keeps the rules', () => {
  const files = { ...sourcesBelow('main'), ...sourcesBelow('preload'), ...sourcesBelow('renderer') };
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['main/model.ts', 'main/ports.ts', 'preload/contract.ts']));
  expect(treeProblems(files)).toEqual([]);
});

/** Rooms that come in an order, each with one that it may not know. */
const outOfOrder = (
  [
    ['main/queue/match/a.ts', '../job/job-state.ts'],
    ['main/queue/job/a.ts', '../match/match.ts'],
    ['main/queue/job/a.ts', '../store/job-store.ts'],
    ['main/queue/progress/a.ts', '../store/job-store.ts'],
    ['main/queue/store/a.ts', '../runner/runner.ts'],
    ['main/site/client/a.ts', '../content/videos.ts'],
    ['main/site/store/a.ts', '../content/videos.ts'],
    ['main/site/client/a.ts', '../store/site-store.ts'],
    ['main/site/content/a.ts', '../connect/discover.ts'],
    ['main/features/accounts/a.ts', '../metadata/handlers.ts'],
    ['main/features/accounts/a.ts', '../profile/owner.ts'],
    ['main/features/metadata/a.ts', '../library/library.ts'],
    ['main/features/library/a.ts', '../proof/find-video.ts'],
    ['main/features/proof/a.ts', '../uploads/add-clips.ts'],
    ['main/features/uploads/a.ts', '../folders/folders.ts'],
    ['main/features/folders/a.ts', '../checkup/checkup.ts'],
    ['main/features/checkup/a.ts', '../help/report.ts'],
    ['renderer/model/a.ts', '../text/format.ts'],
    ['renderer/text/a.ts', '../state/app-store.ts'],
    ['renderer/ui/a.tsx', '../state/app-store.ts'],
    ['renderer/state/a.ts', '../ui/icon.tsx'],
    ['renderer/state/a.ts', '../features/uploads/uploads.tsx'],
    ['renderer/features/window/a.tsx', '../metadata/describe-form.tsx'],
    ['renderer/features/metadata/a.tsx', '../library/library.tsx'],
    ['renderer/features/uploads/a.tsx', '../folders/folders.tsx'],
  ] as const
).map(
  ([file, imported]) => [file, `import { a } from '${imported}';`, /may not import .*does not come after/] as const,
);

/** Ways around the one table of a job's states. */
const handMadeStates = [
  [
    'main/queue/runner/a.ts',
    "import { transition } from '../job/job-state.ts'; transition(job, event);",
    /uses transition/,
  ],
  [
    'main/queue/runner/a.ts',
    "import { afterLook } from '../job/after-answer.ts'; afterLook(job, state, finding, until);",
    /uses afterLook/,
  ],
  ['main/features/uploads/a.ts', 'store.saveJob(job);', /uses saveJob/],
  ['main/uploader.ts', 'store.saveDraft(job);', /uses saveDraft/],
  ['main/queue/runner/a.ts', 'store.insertJob(job);', /uses insertJob/],
  ['main/uploader.ts', "import { createJobRows } from './queue/store/job-rows.ts';", /uses createJobRows/],
  ['main/queue/store/a.ts', 'query(`UPDATE jobs SET state = ? WHERE id = ?`);', /writes rows of jobs/],
  ['main/ingest/a.ts', "sql.exec('INSERT INTO jobs VALUES (1)');", /writes rows of jobs/],
  [
    'main/queue/store/order.ts',
    "sql.exec('UPDATE jobs SET position = ?, state = ?');",
    /more of a job than its position/,
  ],
  [
    'main/features/uploads/add-clips.ts',
    "import type { Job } from '../../model.ts'; const job: Job = { ...base, state: { kind: 'waiting' } };",
    /builds a state of a job/,
  ],
  [
    'main/queue/runner/a.ts',
    "import type { Job } from '../../model.ts'; const later = (job: Job) => ({ ...job.state, until: 7 });",
    /builds a state of a job/,
  ],
  [
    'main/queue/runner/a.ts',
    "import type { JobState } from '../../model.ts'; const put = (state: JobState) => ({ ...job, state });",
    /builds a state of a job/,
  ],
] as const;

describe('a planted violation is caught', () => {
  const violations: readonly (readonly [file: string, source: string, problem: RegExp])[] = [
    ['main/ingest/a.ts', "import { app } from 'electron';", /may not import electron/],
    ['main/ingest/a.ts', "import type { App } from 'electron';", /may not import electron \(type\)/],
    ['main/uploader.ts', "import { app } from 'electron';", /may not import electron/],
    ['main/uploader.ts', "import { openWindow } from './shell/window.ts';", /may not import \.\/shell/],
    ['main/features/uploads/a.ts', "import { openWindow } from '../../shell/window.ts';", /may not import .*shell/],
    ['main/model.ts', "import type { Uploader } from './uploader.ts';", /may not import \.\/uploader/],
    ['main/adapters/a.ts', "import log from 'electron-log/node';", /may not import electron-log/],
    ['main/adapters/a.ts', "import { schedule } from '../queue/job/schedule.ts';", /may not import \.\.\/queue/],
    ['main/ingest/a.ts', "import { send } from '../transfer/send.ts';", /may not import \.\.\/transfer/],
    ['main/ingest/a.ts', "import type { Sent } from '../transfer/send.ts';", /may not import \.\.\/transfer/],
    ['main/ingest/a.ts', "export * from '../transfer/send.ts';", /may not import \.\.\/transfer/],
    ['main/ingest/a.ts', "export type { Sent } from '../transfer/send.ts';", /may not import \.\.\/transfer/],
    ['main/ingest/a.ts', "const send = await import('../transfer/send.ts');", /may not import \.\.\/transfer/],
    ['main/ingest/a.ts', `const part = await import(\`../\${stage}/send.ts\`);`, /computed/],
    ['main/ingest/a.ts', "import '../adapters/files.ts';", /may not import \.\.\/adapters/],
    ['main/ingest/a.ts', "import { start } from '../uploader.ts';", /may not import \.\.\/uploader/],
    ['main/site/a.ts', "import { readFile } from 'node:fs/promises';", /may not import node:fs/],
    ['main/site/a.ts', "import http from 'node:http';", /may not import node:http/],
    ['main/site/a.ts', "import { createHash } from 'node:crypto';", /may not import node:crypto/],
    ['main/site/a.ts', "import { request } from 'undici';", /may not import undici/],
    ['main/site/a.ts', "import { contractNames } from '../../preload/contract.ts';", /may not import .*contract/],
    ['main/model.ts', "import { readFileSync } from 'node:fs';", /may not import node:fs/],
    ['main/ports.ts', "import { FileStore } from './adapters/files.ts';", /may not import \.\/adapters/],
    ['main/errors.ts', "import { plan } from './queue/job/schedule.ts';", /may not import \.\/queue/],
    ['main/answers.ts', "import { indexSchema } from './site/content/records.ts';", /may not import \.\/site/],
    ['preload/contract.ts', "import type { Job } from '../main/model.ts';", /may not import/],
    ['preload/contract.ts', "import { z } from 'zod';", /may not import zod/],
    ['preload/contract.ts', "import { fieldIds } from './fields.ts';", /may not import \.\/fields/],
    ['preload/folder-rules.ts', "import { emptyDraft } from './fields.ts';", /may not import \.\/fields/],
    ['preload/row-columns.ts', "import { emptyDraft } from './fields.ts';", /may not import \.\/fields/],
    ['preload/details-words.ts', "import { emptyDraft } from './fields.ts';", /may not import \.\/fields/],
    ['preload/fields.ts', "import { fromWall } from './site-zone.ts';", /may not import \.\/site-zone/],
    ['preload/fields.ts', "import { z } from 'zod';", /may not import zod/],
    ['preload/job-states.ts', "import type { WaitReason } from './contract/queue.ts';", /may not import \.\/contract/],
    [
      'main/queue/store/a.ts',
      "import { recordOf } from '../../../preload/job-states.ts';",
      /may not import .*preload\/job-states/,
    ],
    ['preload/fields.ts', "import type { WallMs } from './contract.ts';", /may not import \.\/contract/],
    ['main/fields.ts', "import { toVideo } from './site/content/records.ts';", /may not import \.\/site/],
    [
      'main/site/content/a.ts',
      "import { fields } from '../../../preload/fields.ts';",
      /may not import .*preload\/fields/,
    ],
    [
      'main/features/a/b.ts',
      "import { fields } from '../../../preload/fields.ts';",
      /may not import .*preload\/fields/,
    ],
    ['preload/contract.ts', "export * from './contract/queue.ts';", /may not import \.\/contract/],
    ['preload/contract/queue.ts', "import type { Job } from '../../main/model.ts';", /may not import/],
    ['preload/contract/queue.ts', "import { z } from 'zod';", /may not import zod/],
    ['preload/contract/queue.ts', "import { wall } from './common.ts';", /may not import \.\/common/],
    ['preload/contract/queue.ts', "import type { Requests } from '../contract.ts';", /may not import \.\.\/contract/],
    ['preload/contract/accounts.ts', "import type { JobRow } from './queue.ts';", /does not come after queue/],
    ['preload/contract/jobs.ts', '', /lies in no room of preload\/contract/],
    ['preload/schemas.ts', "import type { JobRow } from './contract/queue.ts';", /may not import \.\/contract/],
    [
      'renderer/state/a.ts',
      "import type { JobRow } from '../../preload/contract/queue.ts';",
      /may not import .*contract/,
    ],
    [
      'main/features/uploads/a.ts',
      "import type { JobRow } from '../../../preload/contract/queue.ts';",
      /may not import/,
    ],
    ['main/shell/a.ts', "import type { JobRow } from '../../preload/contract/queue.ts';", /may not import .*contract/],
    ['preload/schemas.ts', "import { ipcRenderer } from 'electron';", /may not import electron/],
    ['preload/index.ts', "import { jobs } from '../main/queue/store/job-store.ts';", /may not import/],
    ['preload/index.ts', "import fs from 'node:fs';", /may not import node:fs/],
    ['main/ingest/a.ts', "import { t } from '../../preload/text/text.ts';", /may not import .*preload\/text/],
    [
      'main/features/checkup/a.ts',
      "import { t } from '../../../preload/text/text.ts';",
      /may not import .*preload\/text/,
    ],
    ['main/uploader.ts', "import type { TextId } from '../preload/text/text.ts';", /may not import .*preload\/text/],
    ['main/index.ts', "import { t } from '../preload/text/text.ts';", /may not import .*preload\/text/],
    ['main/assembly.ts', "import { app } from 'electron';", /may not import electron/],
    ['preload/text/a.ts', "import type { Bridge } from '../contract.ts';", /may not import \.\.\/contract/],
    ['preload/text/en/a.ts', "import { app } from 'electron';", /may not import electron/],
    ['preload/text/a.ts', "import { z } from 'zod';", /may not import zod/],
    ['preload/text/a.ts', 'const now = Date.now();', /uses Date\.now/],
    [
      'renderer/ui/a.tsx',
      "import { IntlMessageFormat } from 'intl-messageformat';",
      /may not import intl-messageformat/,
    ],
    ['main/shell/a.ts', "import { IntlMessageFormat } from 'intl-messageformat';", /may not import intl-messageformat/],
    [
      'renderer/ui/a.tsx',
      "import { requestNames } from '../../preload/contract.ts';",
      /may not import \.\.\/\.\.\/preload\/contract/,
    ],
    [
      'renderer/ui/a.tsx',
      "import { type Requests } from '../../preload/contract.ts';",
      /may not import \.\.\/\.\.\/preload\/contract/,
    ],
    ['renderer/ui/a.tsx', "import type { Job } from '../../main/model.ts';", /may not import .*\/main/],
    ['renderer/ui/a.tsx', "import { ipcRenderer } from 'electron';", /may not import electron/],
    ['renderer/ui/a.tsx', "import path from 'node:path';", /may not import node:path/],
    ['renderer/ui/a.tsx', 'const api = window.clipferry;', /window\.clipferry/],
    ['renderer/ui/a.tsx', "const api = window['clipferry'];", /window\.clipferry/],
    ['renderer/ui/a.tsx', 'const { clipferry: api } = window;', /window\.clipferry/],
    ['main/shell/window.ts', "import { ipcMain } from 'electron';", /uses ipcMain/],
    ['main/shell/window.ts', "import { ipcMain as channel } from 'electron';", /uses ipcMain/],
    ['main/shell/window.ts', "import { schedule } from '../queue/job/schedule.ts';", /may not import \.\.\/queue/],
    ['preload/bridge.ts', 'electron.ipcRenderer.send(1);', /uses ipcRenderer/],
    ['main/index.ts', "import { shell } from 'electron'; shell.openExternal(url);", /opens something outside/],
    ['main/ingest/a.ts', 'const now = Date.now();', /uses Date\.now/],
    ['main/ingest/a.ts', 'const now = new Date();', /uses new Date\(\)/],
    ['main/ingest/a.ts', 'const now = new Date;', /uses new Date\(\)/],
    ['main/ingest/a.ts', 'const jitter = Math.random();', /uses Math\.random/],
    ['main/uploader.ts', 'setTimeout(tick, 5);', /uses a timer/],
    ['main/site/a.ts', 'await fetch(url);', /uses fetch/],
    ['main/site/a.ts', 'const id = crypto.randomUUID();', /uses crypto/],
    ['main/model.ts', 'console.log(1);', /uses console/],
    ['main/errors.ts', 'if (process.platform) {}', /uses process/],
    ['main/ingest/a.ts', "import { other } from './other';", /without its extension/],
    ['main/helpers/a.ts', 'export const a = 1;', /no known layer/],
    ['main/helper.ts', 'export const a = 1;', /no known layer/],
    ['main/uploader.ts', "import { diskFiles } from './adapters/files.ts';", /may not import \.\/adapters/],
    ['main/features/uploads/a.ts', "import { diskFiles } from '../../adapters/files.ts';", /may not import .*adapters/],
    ['main/features/uploads/a.ts', "import { createUploader } from '../../uploader.ts';", /may not import .*uploader/],
    ['main/features/uploads/a.ts', 'const now = Date.now();', /uses Date\.now/],
    // Electron's types bring Node's into this world, so the compiler lets it pass.
    ['preload/schemas.ts', 'const platform = process.platform;', /uses process/],
    ['main/untrusted/a.ts', "import { sorted } from '../site/client/client.ts';", /may not import \.\.\/site/],
    ['main/retry.ts', "import { migrate } from './schema.ts';", /may not import \.\/schema/],
    ['main/hosts/a.ts', "import { backOff } from '../queue/job/schedule.ts';", /may not import \.\.\/queue/],
    ['main/queue/runner/a.ts', "import type { Holds } from '../../hosts/circuit.ts';", /may not import .*hosts/],
    ['main/shell/a.ts', "import { add } from '../features/uploads/add-clips.ts';", /may not import \.\.\/features/],
    ['main/shell/a.ts', "import { createUploader } from '../uploader.ts';", /may not import \.\.\/uploader/],
    ['main/shell/a.ts', "import { migrate } from '../schema.ts';", /may not import \.\.\/schema/],
    ['main/queue/store/a.ts', 'const ids = JSON.parse(String(row.ids));', /uses JSON\.parse/],
    ['main/shell/a.ts', 'const kept = JSON.parse(text) as Kept;', /uses JSON\.parse/],
    ['main/adapters/a.ts', 'const kept = JSON . parse(text);', /uses JSON\.parse/],
    ['main/queue/store/a.ts', 'const ended = row.ended as Ended;', /says of a row/],
    ['main/hosts/a.ts', 'const why = String(row.why) as Why;', /says of a row/],
    ['main/library/a.ts', "const why = row['why'] as Why;", /says of a row/],
    ['main/site/store/a.ts', 'const site = read.get(id) as Site;', /says of a row/],
    ['main/site/store/a.ts', 'const sites = read.all() as Site[];', /says of a row/],
    ['main/site/store/a.ts', 'const at = read.get(id)?.at as number;', /says of a row/],
    ['main/queue/a.ts', 'export const a = 1;', /lies in no room of main\/queue/],
    ['main/site/a.ts', 'export const a = 1;', /lies in no room of main\/site/],
    ['main/features/a.ts', 'export const a = 1;', /lies in no room of main\/features/],
    ['renderer/a.tsx', 'export const a = 1;', /lies in no room of renderer/],
    ['renderer/screens/a.tsx', 'export const a = 1;', /lies in no room of renderer/],
    ['renderer/features/a.tsx', 'export const a = 1;', /lies in no room of renderer\/features/],
    ...outOfOrder,
    ...handMadeStates,
  ];

  test.each(violations)('%s: %s', (file, source, problem) => {
    expect(problemsOf(file, source).join('\n')).toMatch(problem);
  });

  test('files that import each other, also by types and over a third', () => {
    const ring = {
      'main/queue/job/a.ts': "import { b } from './b.ts'; export const a = b;",
      'main/queue/job/b.ts': "import type { C } from './c.ts'; export const b: C = 1;",
      'main/queue/job/c.ts': "import { a } from './a.ts'; export type C = typeof a;",
    };
    expect(treeProblems(ring)).toEqual([
      'import each other: main/queue/job/a.ts, main/queue/job/b.ts, main/queue/job/c.ts',
    ]);
  });

  test('a name that two files of main export', () => {
    const twice = { 'main/queue/job/a.ts': 'export type Pace = 1;', 'main/ingest/b.ts': 'export const Pace = 2;' };
    expect(treeProblems(twice)).toEqual(['more than one file exports Pace: main/ingest/b.ts, main/queue/job/a.ts']);
  });

  test('a second file that opens things outside of the app, even under another name', () => {
    const first = "import { shell } from 'electron'; export const open = (url: string) => shell.openExternal(url);";
    const second = "import { shell as desktop } from 'electron'; desktop.openPath(file);";
    expect(treeProblems({ 'main/shell/a.ts': first })).toEqual([]);
    expect(treeProblems({ 'main/shell/a.ts': first, 'main/shell/b.ts': second })).toEqual([
      'more than one file opens things outside of the app: main/shell/a.ts, main/shell/b.ts',
    ]);
  });
});

describe('what the rules allow is not complained about', () => {
  const allowed: readonly (readonly [file: string, source: string])[] = [
    [
      'main/ingest/a.ts',
      "import type { Job } from '../model.ts'; import { sorted } from '../errors.ts'; import { z } from 'zod';",
    ],
    ['main/queue/store/a.ts', "import { next } from '../job/job-state.ts'; import { b } from './b.ts';"],
    ['main/fields.ts', "export { fields } from '../preload/fields.ts';"],
    ['renderer/model/a.ts', "import { fields } from '../../preload/fields.ts';"],
    ['preload/contract.ts', "import type { Draft } from './fields.ts';"],
    [
      'preload/contract.ts',
      "import type { JobRow } from './contract/queue.ts'; export type * from './contract/queue.ts';",
    ],
    ['preload/contract/queue.ts', "import type { WallMs } from './common.ts';"],
    ['main/untrusted/rows.ts', 'const value: unknown = JSON.parse(text);'],
    ['main/queue/store/a.ts', 'const rows = read.all(); const a = { row } as const; // row as Job, JSON.parse'],
    [
      'main/queue/runner/a.ts',
      "import type { Job } from '../../model.ts'; const { state } = job; if (state.kind === 'done') store.change(job.id, event);",
    ],
    ['main/queue/store/order.ts', "query('UPDATE jobs SET position = ? WHERE id = ?');"],
    [
      'main/library/a.ts',
      "import type { Edit } from '../model.ts'; const next = { ...edit, state: { kind: 'gone' } };",
    ],
    [
      'main/features/uploads/a.ts',
      "import { sent } from '../../queue/runner/send.ts'; import { a } from '../proof/find-video.ts';",
    ],
    ['main/ingest/a.ts', "import { b } from './parts/b.ts'; import type { JobView } from '../../preload/contract.ts';"],
    [
      'main/ingest/a.ts',
      'const when = new Date(clock.now()); this.#http.fetch(url); ports.clock.setTimeout(1); job.process.start;',
    ],
    [
      'main/ingest/a.ts',
      "// import { app } from 'electron';\n/* ipcMain, Date.now() */\nconst text = \"import 'electron'; ipcMain\";",
    ],
    [
      'main/ingest/a.ts',
      `const text = \`import "electron" \${a ? \`Date.now()\` : "b"} ipcMain\`; const r = /'"\`ipcMain/g;`,
    ],
    [
      'main/adapters/a.ts',
      "import { request } from 'undici'; import fs from 'node:fs'; import type { Files } from '../ports.ts'; Date.now();",
    ],
    [
      'main/uploader.ts',
      "import { run } from './queue/runner/runner.ts'; import { add } from './features/uploads/add-clips.ts';",
    ],
    ['main/shell/ipc.ts', "import { ipcMain } from 'electron'; import { requests } from '../../preload/schemas.ts';"],
    [
      'main/index.ts',
      "import { app } from 'electron'; import { start } from './uploader.ts'; import './shell/menu.ts';",
    ],
    [
      'preload/index.ts',
      "import { contextBridge, ipcRenderer } from 'electron'; import { channels } from './channels.ts';",
    ],
    [
      'renderer/features/uploads/a.tsx',
      "import type { JobView } from '../../../preload/contract.ts'; import { Row } from './row.tsx'; import './a.css';",
    ],
    [
      'renderer/ui/a.tsx',
      "import { Button } from 'react-aria-components'; const a = <p>It doesn't matter / at all</p>;",
    ],
    ['renderer/bridge.ts', 'export const bridge = window.clipferry;'],
    ['renderer/ui/a.tsx', "import { t } from '../../preload/text/text.ts';"],
    ['main/shell/a.ts', "import { formatClock } from '../../preload/text/format.ts';"],
    ['preload/text/a.ts', "import { IntlMessageFormat } from 'intl-messageformat'; import { b } from './en/b.ts';"],
  ];

  test.each(allowed)('%s: %s', (file, source) => {
    expect(problemsOf(file, source)).toEqual([]);
  });
});

describe('the composition root', () => {
  const root = readFileSync(path.resolve(import.meta.dirname, '../main/uploader.ts'), 'utf8');

  test('is short, and uses nothing before its declaration', () => {
    expect(root.split('\n').length).toBeLessThanOrEqual(251);
    expect(usedBeforeDeclared(root)).toEqual([]);
  });

  test('a use before the declaration is caught, also in a callback; a property of the same name is none', () => {
    const source = `function join(feed: Feed) { const a = make({ onChange: () => runner.kick() });
      const runner = makeRunner(a); const { log, store: kept } = ports; return { ...a.log, log: ports.store, runner }; }`;
    expect(usedBeforeDeclared(source)).toEqual(['runner']);
    expect(usedBeforeDeclared('const early = later + 1; const later = 2;')).toEqual(['later']);
  });
});

describe('the scanner', () => {
  test('sees imports that span lines and follow odd text', () => {
    const source = [
      `const a = \`\${b} } \${\`\${c}\`}\`; const d = 4 / 2; const e = /[/"]/.test(f);`,
      "import {\n  one,\n  type Two,\n  three as four,\n} from './numbers.ts';",
      "import whole, { part } from 'package';",
      "import * as everything from './all.ts';",
    ].join('\n');
    const found = scan(source).imports.map(({ specifier, kind }) => [specifier, kind]);
    expect(found).toEqual([
      ['./numbers.ts', 'value'],
      ['package', 'value'],
      ['./all.ts', 'value'],
    ]);
    expect([...(scan(source).imports[0]?.names ?? [])]).toEqual([
      ['one', 'one'],
      ['Two', 'Two'],
      ['three', 'four'],
    ]);
  });

  test('an interface before an import does not swallow it', () => {
    expect(scan("export interface A { from: string }\nimport type { B } from './b.ts';").imports).toMatchObject([
      { specifier: './b.ts', kind: 'type' },
    ]);
  });
});
