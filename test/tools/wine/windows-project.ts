// A copy of this project with packages for Windows: what is tracked, as it lies here now.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runTool } from '../package/run-tool.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Names of a copy are told apart by the packages in it. */
const sumOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);

/** The folder. Packages are fetched where `cache` has none for this lock file; older ones go. */
export function windowsProject(cache: string, say: (line: string) => void): string {
  const name = `windows-project-${sumOf(path.join(root, 'package-lock.json'))}`;
  const folder = path.join(cache, name);
  mkdirSync(folder, { recursive: true });
  for (const other of readdirSync(cache))
    if (other.startsWith('windows-project-') && other !== name) rmSync(path.join(cache, other), { recursive: true });
  for (const old of readdirSync(folder))
    if (old !== 'node_modules') rmSync(path.join(folder, old), { recursive: true });
  const files = runTool('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of files.split('\0')) {
    if (file === '' || !existsSync(path.join(root, file))) continue;
    cpSync(path.join(root, file), path.join(folder, file), { verbatimSymlinks: true });
  }
  if (!existsSync(path.join(folder, 'node_modules'))) {
    say('fetching the packages for Windows (a minute or two, once)');
    const wanted = ['--os=win32', '--cpu=x64', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    const work = path.join(folder, '.fetching');
    mkdirSync(work);
    for (const file of ['package.json', 'package-lock.json']) cpSync(path.join(root, file), path.join(work, file));
    runTool('npm', ['ci', ...wanted], { cwd: work });
    runTool('mv', [path.join(work, 'node_modules'), folder]);
    rmSync(work, { recursive: true });
  }
  return folder;
}
