// Entry of `npm run helper:systems`: the helper's tests on systems with other versions of PHP, WordPress, database and web servers; prints a table.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { FreshRoot, home } from '../../tools/package/prove/fresh-root.ts';
import { type Step, takeSteps } from '../../tools/package/prove/steps.ts';
import { allHeld, type Line, tableText } from '../../tools/package/prove/table.ts';
import { runTool } from '../../tools/package/run-tool.ts';
import { judge } from '../../tools/wine/suite.ts';
import { folderOf, type HelperSystem, helperSystems } from './systems.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cache: { type: 'string', default: '' },
    /** Only this one, by Debian's name. */
    release: { type: 'string' },
  },
});

const say = (line: string): void => {
  process.stderr.write(`clipferry: ${line}\n`);
};
const project = path.resolve(import.meta.dirname, '../../..');
const tests = positionals.length > 0 ? positionals : ['test/helper/', 'test/contract/'];
const lines: Line[] = [];
const onLine = (line: Line): void => {
  lines.push(line);
  say(`${line.release}, ${line.step}: ${line.result}; ${line.seen}`);
};

/** What the helper's tests run on. */
async function versionsOf(root: FreshRoot, { borrowsWordPress }: HelperSystem): Promise<string> {
  const place = borrowsWordPress ? '/mnt/wordpress' : '/usr/share/wordpress';
  const version = `require '${place}/wp-includes/version.php'; echo $wp_version;`;
  const wordPress = await root.mustAsUser('php', '-r', version);
  const php = await root.mustAsUser('php', '-r', 'echo PHP_VERSION;');
  const [database] = /\d+\.\d+\.\d+-MariaDB/.exec(await root.mustAsUser('mariadbd', '--version')) ?? ['no MariaDB'];
  return `WordPress ${wordPress}, PHP ${php}, ${database}`;
}

/** Every file of the plugin is read by this PHP alone, without WordPress: a word that it does not know is an error here. */
async function readsEveryFile(root: FreshRoot): Promise<string> {
  const plugin = '/mnt/project/assets/wordpress/clipferry-helper';
  const found = (await root.mustAsUser('find', plugin, '-name', '*.php')).trim().split('\n');
  for (const file of found) await root.mustAsUser('php', '-d', 'error_reporting=-1', '-l', file);
  return `${found.length} files`;
}

async function runTests(root: FreshRoot, { borrowsWordPress }: HelperSystem): Promise<string> {
  const report = `${home}/report.json`;
  const said = `${home}/said.txt`;
  const env = ['CI=true', 'CLIPFERRY_TARGET=wordpress-apache', `NODE_COMPILE_CACHE=${home}/compiled`];
  if (borrowsWordPress) env.push('CLIPFERRY_WORDPRESS_AT=/mnt/wordpress');
  // The project lies where nothing can be written: what Vite makes of its settings stays in memory.
  const options = [
    '--configLoader',
    'runner',
    '--tags-filter',
    '!proof',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const vitest = 'node_modules/node/bin/node node_modules/vitest/vitest.mjs run';
  await root.asUser(
    ...['env', ...env],
    ...[
      'sh',
      '-c',
      `cd /mnt/project && exec ${vitest} ${options.join(' ')} ${tests.join(' ')} </dev/null >${said} 2>&1`,
    ],
  );
  const told = await root.run('cat', report);
  if (told.code !== 0) throw new Error(`no report: ${(await root.run('tail', '-n', '20', said)).text}`);
  const { passed, leftOut, wrong } = judge(JSON.parse(told.text), {});
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return `${passed} passed, ${leftOut} left out`;
}

/** A copy of this machine's WordPress, whose links to other packages would lead nowhere in another root. */
function copyOfWordPress(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'clipferry-wordpress-copy-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  runTool('cp', ['-rL', '/usr/share/wordpress/.', folder]);
  chmodSync(folder, 0o755);
  return folder;
}

/** A root of the system, which is made where there is none. */
async function rootOf(system: HelperSystem): Promise<FreshRoot> {
  const base = await folderOf(system, values.cache, say);
  const wordpress = system.borrowsWordPress ? { wordpress: copyOfWordPress() } : {};
  return FreshRoot.open({ base, fresh: true, shared: { project, ...wordpress } });
}

async function prove(system: HelperSystem): Promise<void> {
  let opened: FreshRoot | undefined;
  const root = (): FreshRoot => {
    if (!opened) throw new Error('there is no system');
    return opened;
  };
  const makeRoot = async (): Promise<string> => {
    opened = await rootOf(system);
    return versionsOf(opened, system);
  };
  const steps: readonly Step[] = [
    { name: 'system', act: makeRoot },
    { name: 'syntax', act: () => readsEveryFile(root()) },
    { name: 'tests', act: () => runTests(root(), system) },
  ];
  try {
    await takeSteps({ release: system.release, kind: 'helper' }, steps, { onLine });
  } finally {
    await opened?.close();
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const wanted = helperSystems.filter(({ release }) => values.release === undefined || values.release === release);
for (const system of wanted) await prove(system);
process.stdout.write(`\n${tableText(lines)}`);
process.exitCode = allHeld(lines) ? 0 : 1;
