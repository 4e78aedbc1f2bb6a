// `npm run mutants:walls`: a copy of the project without one of its walls, and whether the test of the table notices.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { type Finished, finished } from '../simulation/finished.ts';
import type { Wall, Watch } from './table.ts';
import { type Source, takeOut } from './take-out.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** What the app and its tests are made of. */
const parts = [
  'main',
  'preload',
  'renderer',
  'assets',
  'test',
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'electron.vite.config.ts',
  'electron-builder.yml',
  'LICENSE',
];
const limitMs = 5 * 60_000;

/** All that a wall may stand in. */
export function sources(): readonly Source[] {
  const files = ['main', 'preload', 'renderer'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((name) => /\.tsx?$/.test(name)),
  );
  return [...files, 'electron-builder.yml'].map((file) => ({
    file,
    text: readFileSync(path.join(root, file), 'utf8'),
  }));
}

export type Outcome =
  /** `by` = the test that failed, `said` = its first words. */
  | { readonly kind: 'noticed'; readonly by: string; readonly said: string }
  | { readonly kind: 'survived' }
  /** The wall is not there, or its test could not run: `said` is why. */
  | { readonly kind: 'broken'; readonly said: string };

interface TestResult {
  readonly name: string;
  readonly passed: boolean;
  readonly said: string;
}

export interface Workshop {
  /** Takes the wall out, runs its test and puts the wall back. */
  attempt(wall: Wall): Promise<Outcome>;
  /** Runs the tests on the app as it is; resolves to what failed. */
  sound(watches: readonly Watch[]): Promise<readonly string[]>;
  close(): void;
}

// Not of the colours of a terminal.
const firstLine = (text: string): string => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is how colours begin.
  const plain = text.replace(/\u001b\[[\d;]*m/g, '');
  return (plain.split('\n').find((line) => line.trim() !== '') ?? '').trim().slice(0, 120);
};
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

interface VitestReport {
  readonly testResults: readonly {
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

function unitResults(report: VitestReport): readonly TestResult[] {
  return report.testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status, failureMessages }) => ({
        name: fullName,
        passed: status === 'passed',
        said: firstLine(failureMessages[0] ?? ''),
      })),
  );
}

interface Suite {
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly results: readonly { readonly status: string; readonly error?: { readonly message?: string } }[];
    }[];
  }[];
}

function appResults({ suites = [], specs = [] }: Suite): readonly TestResult[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.flatMap(({ results }) =>
      results
        .filter(({ status }) => status !== 'skipped')
        .map(({ status, error }) => ({
          name: title,
          passed: status === 'passed',
          said: firstLine(error?.message ?? status),
        })),
    ),
  );
  return [...own, ...suites.flatMap(appResults)];
}

/** Red for another reason than the test's own: it proves nothing. */
const neverBegan = /electron\.launch|Cannot find module|SyntaxError/;

function judge(results: readonly TestResult[], run: Finished): Outcome {
  const failed = results.find(({ passed }) => !passed);
  if (results.length === 0) return { kind: 'broken', said: `no test ran: ${run.said.trim().slice(-1_500)}` };
  if (failed === undefined) return { kind: 'survived' };
  if (neverBegan.test(failed.said)) return { kind: 'broken', said: failed.said };
  return { kind: 'noticed', by: failed.name, said: failed.said };
}

/** Makes the copy. Whatever is not a `unit` needs the desktop that `npm run mutants:walls` opens. */
export function openWorkshop(): Workshop {
  const copy = mkdtempSync(path.join(tmpdir(), 'clipferry-walls-'));
  for (const part of parts) cpSync(path.join(root, part), path.join(copy, part), { recursive: true });
  // Each by itself: the tools write beside the packages, where the ordinary user of the desktop may not.
  mkdirSync(path.join(copy, 'node_modules'));
  for (const name of readdirSync(path.join(root, 'node_modules')).filter((one) => !one.startsWith('.vite')))
    symlinkSync(path.join(root, 'node_modules', name), path.join(copy, 'node_modules', name));
  const results = path.join(copy, 'results');
  const run = (...args: readonly string[]): Promise<Finished> => finished(process.execPath, args, copy, limitMs);
  const read = <T>(file: string): T | null => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : null);

  async function unit(files: readonly string[], name?: string): Promise<readonly [readonly TestResult[], Finished]> {
    const report = path.join(results, 'unit.json');
    rmSync(report, { force: true });
    const pick = name === undefined ? [] : ['-t', escaped(name)];
    const ran = await run(
      'node_modules/vitest/vitest.mjs',
      'run',
      ...files,
      ...pick,
      '--reporter=json',
      `--outputFile=${report}`,
    );
    return [unitResults(read<VitestReport>(report) ?? { testResults: [] }), ran];
  }

  const build = (): Promise<Finished> =>
    run('node_modules/electron-vite/bin/electron-vite.js', 'build', '--logLevel', 'warn');

  async function inApp(files: readonly string[], name: string): Promise<readonly [readonly TestResult[], Finished]> {
    const report = path.join(results, 'e2e.json');
    rmSync(report, { force: true });
    const before = process.env.CLIPFERRY_RESULTS;
    process.env.CLIPFERRY_RESULTS = results;
    const ran = await run(
      'node_modules/@playwright/test/cli.js',
      'test',
      '--config',
      'test/e2e/playwright.config.ts',
      ...files.map((file) => path.basename(file)),
      '-g',
      name,
    );
    if (before === undefined) delete process.env.CLIPFERRY_RESULTS;
    else process.env.CLIPFERRY_RESULTS = before;
    return [appResults(read<Suite>(report) ?? {}), ran];
  }

  /** The complaints of the packaged app's start, as a test that failed. */
  async function packaged(watch: Watch): Promise<readonly [readonly TestResult[], Finished]> {
    const electron = process.env.CLIPFERRY_ELECTRON ?? '';
    const dist = path.dirname(electron);
    const version = readFileSync(path.join(dist, 'version'), 'utf8').trim().replace(/^v/, '');
    const out = path.join(copy, 'dist');
    rmSync(out, { recursive: true, force: true });
    const made = await run(
      'node_modules/electron-builder/cli.js',
      '--dir',
      `--config.electronDist=${dist}`,
      `--config.electronVersion=${version}`,
      `--config.directories.output=${out}`,
    );
    const folder = existsSync(out) ? readdirSync(out).find((name) => /unpacked$/.test(name)) : undefined;
    if (made.code !== 0 || folder === undefined) return [[], made];
    const started = await run(watch.file, path.join(out, folder, 'clipferry'));
    const name = watch.name ?? watch.file;
    const other = started.code !== 0 && !started.said.includes(name);
    if (other) return [[], started];
    return [[{ name, passed: started.code === 0, said: name }], started];
  }

  async function watchOver(watch: Watch): Promise<Outcome> {
    if (watch.kind === 'unit') return judge(...(await unit([watch.file], watch.name)));
    const built = await build();
    if (built.code !== 0) return { kind: 'broken', said: `it does not build: ${built.said.trim().slice(-1_500)}` };
    if (watch.kind === 'package') return judge(...(await packaged(watch)));
    return judge(...(await inApp([watch.file], escaped(watch.name ?? ''))));
  }

  return {
    attempt: async ({ cuts, watch }) => {
      const whole = sources();
      let left = whole;
      const changed = new Map<string, string>();
      try {
        for (const cut of cuts) {
          const one = takeOut(cut, left);
          left = left.map((source) => (source.file === one.file ? one : source));
          changed.set(one.file, one.text);
        }
        for (const [file, text] of changed) writeFileSync(path.join(copy, file), text);
        return await watchOver(watch);
      } catch (error) {
        return { kind: 'broken', said: error instanceof Error ? error.message : String(error) };
      } finally {
        for (const file of changed.keys()) cpSync(path.join(root, file), path.join(copy, file));
      }
    },
    sound: async (watches) => {
      const complaints: string[] = [];
      const hear = (what: string, [found, ran]: readonly [readonly TestResult[], Finished]): void => {
        if (found.length === 0) complaints.push(`${what}: no test ran\n${ran.said.trim().slice(-1_500)}`);
        for (const { name, passed, said } of found) if (!passed) complaints.push(`${name}: ${said}`);
      };
      const files = (kind: Watch['kind']): readonly string[] => [
        ...new Set(watches.filter((one) => one.kind === kind).map(({ file }) => file)),
      ];
      if (files('unit').length > 0) hear('unit', await unit(files('unit')));
      if (files('app').length + files('package').length > 0) {
        const built = await build();
        if (built.code !== 0) complaints.push(`it does not build: ${built.said.trim().slice(-1_500)}`);
      }
      const names = watches.flatMap(({ kind, name }) => (kind === 'app' && name !== undefined ? [escaped(name)] : []));
      if (names.length > 0) hear('app', await inApp(files('app'), [...new Set(names)].join('|')));
      const first = watches.find(({ kind }) => kind === 'package');
      if (first !== undefined) hear('package', await packaged(first));
      return complaints;
    },
    close: () => rmSync(copy, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}
