// Entry of `npm run wine:prove`: the tests under Node for Windows and the main story in the app for Windows, on Debian with Wine; prints a table.
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startPracticeSite } from '../../site/start.ts';
import { startScreen } from '../package/prove/desktop.ts';
import { FreshRoot, home } from '../package/prove/fresh-root.ts';
import { type Step, takeSteps } from '../package/prove/steps.ts';
import { allHeld, type Line, tableText } from '../package/prove/table.ts';
import { copyForWine } from './programs.ts';
import { makeClips, storyOf } from './story.ts';
import { runSuite } from './suite.ts';
import { wineSystem } from './system.ts';
import { WindowsApp } from './windows-app.ts';
import { windowsNode } from './windows-node.ts';
import { windowsProject } from './windows-project.ts';

const parts = ['quick', 'engine', 'whole', 'app'] as const;
const { values } = parseArgs({
  options: {
    /** The unpacked app for Windows, and Electron for Windows. */
    packaged: { type: 'string', default: '' },
    electron: { type: 'string', default: '' },
    cache: { type: 'string', default: '' },
    results: { type: 'string', default: '' },
    /** Only these, when named. */
    part: { type: 'string', multiple: true, default: [...parts] },
  },
});

const say = (line: string): void => {
  process.stderr.write(`clipferry: ${line}\n`);
};
const root = path.resolve(import.meta.dirname, '../../..');
const lines: Line[] = [];
const onLine = (line: Line): void => {
  lines.push(line);
  say(`${line.kind}, ${line.step}: ${line.result}; ${line.seen}`);
};
const report = path.join(values.results, 'wine-prove.txt');

/** A copy in the person's home: its tests write beside what they test. */
async function readySuite(inRoot: FreshRoot): Promise<string> {
  const folder = `${home}/project`;
  await inRoot.mustAsUser('cp', '-r', '/mnt/project', folder);
  return folder;
}

async function proveSuites(base: string, projects: readonly string[]): Promise<void> {
  if (projects.length === 0) return;
  const shared = { node: windowsNode(values.cache, say), project: windowsProject(values.cache, say) };
  for (const project of projects) {
    const inRoot = await FreshRoot.open({ base, fresh: true, shared });
    try {
      const step = { name: 'tests', act: async () => runSuite(inRoot, await readySuite(inRoot), project) };
      const onFailure = async (error: unknown): Promise<void> => writeFileSync(report, String(error));
      await takeSteps({ release: 'Wine', kind: `project ${project}` }, [step], { onLine, onFailure });
    } finally {
      await inRoot.close();
    }
  }
}

async function proveApp(base: string): Promise<void> {
  const work = mkdtempSync(path.join(os.tmpdir(), 'clipferry-wine-'));
  // Also of who is interrupted nothing stays.
  process.once('exit', () => rmSync(work, { recursive: true, force: true }));
  const at = (name: string): string => path.join(work, name);
  const program = readdirSync(values.packaged).find((name) => name.endsWith('.exe')) ?? '';
  copyForWine(values.packaged, at('packaged'), program);
  copyForWine(values.electron, at('electron'), 'electron.exe');
  for (const name of ['out', 'package.json', 'assets'])
    cpSync(path.join(root, name), at(`app/${name}`), { recursive: true });
  mkdirSync(at('clips'));
  await makeClips(at('clips'));
  chmodSync(work, 0o755);
  await using site = await startPracticeSite({ name: 'Harbour Films' });
  const shared = { packaged: at('packaged'), electron: at('electron'), app: at('app'), clips: at('clips') };
  const inRoot = await FreshRoot.open({ base, fresh: true, shared });
  try {
    await startScreen(inRoot);
    const app = new WindowsApp(inRoot);
    const steps: readonly Step[] = storyOf({ root: inRoot, app, site, clips: at('clips') }, program);
    await takeSteps({ release: 'Wine', kind: 'app' }, steps, {
      onLine,
      onFailure: async (error) => writeFileSync(report, `${error}\n\n${await app.said()}`),
    });
  } finally {
    await inRoot.close();
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
mkdirSync(values.results, { recursive: true });
const stranger = values.part.find((name) => !(parts as readonly string[]).includes(name));
if (stranger !== undefined) throw new Error(`There is no ${stranger}, only ${parts.join(', ')}`);
const base = await wineSystem(path.join(values.cache, 'systems'), say);
await proveSuites(
  base,
  values.part.filter((name) => name !== 'app'),
);
if (values.part.includes('app')) await proveApp(base);
process.stdout.write(`\n${tableText(lines)}`);
process.exit(allHeld(lines) ? 0 : 1);
