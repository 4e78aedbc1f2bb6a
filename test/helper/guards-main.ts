// Command line of the helper's guards: takes each out of a copy of the plugin, and says whether its test noticed on a real WordPress.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureWordPressPackages } from '../wordpress/debian.ts';
import { type Guard, guards } from './guards.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = join(root, 'assets/wordpress/clipferry-helper');
const say = (line: string): void => void process.stdout.write(`${line}\n`);

interface Run {
  readonly passed: number;
  readonly failed: number;
}

/** Runs tests of this room with the plugin at `plugin`; null = none was run. */
function testsWith(plugin: string, files: readonly string[], name: string | null): Run | null {
  const report = join(plugin, '..', 'report.json');
  rmSync(report, { force: true });
  const wanted = name === null ? [] : ['-t', name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')];
  const reporters = ['--reporter=json', `--outputFile.json=${report}`];
  spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...reporters, ...files, ...wanted],
    {
      cwd: root,
      stdio: 'ignore',
      env: { ...process.env, CLIPFERRY_TARGET: 'wordpress-apache', CLIPFERRY_HELPER: plugin },
    },
  );
  if (!existsSync(report)) return null;
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(report, 'utf8')) as Record<
    'numPassedTests' | 'numFailedTests',
    number
  >;
  return passed + failed === 0 ? null : { passed, failed };
}

/** Null = its test noticed; else what is wrong. */
function tryWithout({ file, find, put, by: [tests, name] }: Guard, folder: string): string | null {
  const plugin = join(folder, basename(source));
  rmSync(plugin, { recursive: true, force: true });
  cpSync(source, plugin, { recursive: true });
  const before = readFileSync(join(plugin, file), 'utf8');
  if (before.split(find).length !== 2) return 'it does not stand there once';
  writeFileSync(
    join(plugin, file),
    before.replace(find, () => put),
  );
  const run = testsWith(plugin, [`test/helper/${tests}.test.ts`], name);
  if (run === null) return `no test is named "${name}"`;
  return run.failed > 0 ? null : 'SURVIVED';
}

async function main(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const readiness = await ensureWordPressPackages();
  if (readiness.kind === 'left-out') {
    say(readiness.why);
    return 1;
  }
  const folder = mkdtempSync(join(tmpdir(), 'clipferry-guards-'));
  const wanted = guards.filter(
    ({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)),
  );
  try {
    // Red on the plugin as it is would prove nothing.
    cpSync(source, join(folder, basename(source)), { recursive: true });
    const files = [...new Set(wanted.map(({ by }) => `test/helper/${by[0]}.test.ts`))];
    const sound = testsWith(join(folder, basename(source)), files, null);
    if (sound === null || sound.failed > 0) {
      say(`RED WITH EVERY GUARD IN PLACE: ${sound?.failed ?? 'no test ran'}`);
      return 1;
    }
    let missed = 0;
    for (const guard of wanted) {
      const wrong = tryWithout(guard, folder);
      if (wrong !== null) missed++;
      say(`${wrong === null ? 'noticed ' : 'MISSED  '} ${guard.name}${wrong === null ? '' : `: ${wrong}`}`);
    }
    say(`\n${wanted.length} guards, ${wanted.length - missed} noticed, ${missed} not`);
    return wanted.length > 0 && missed === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main();
