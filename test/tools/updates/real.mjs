// Updates on the real AppImages of two versions, as the ordinary user on whose desktop they start.
import { chmodSync, copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runInDesktop } from '../desktop-session.mjs';
import { buildTwoVersions } from '../package/two-versions.mjs';
import { readJson } from '../project.mjs';
import { setUpForWindows } from '../setup.mjs';

/** `args` = those of `test/updates/real-main.ts`. Gives its exit code. */
export async function realUpdates(args) {
  const runtime = await setUpForWindows({ virtual: true });
  const packages = await buildTwoVersions(runtime);
  const programs = mkdtempSync(path.join(os.tmpdir(), 'clipferry-real-'));
  try {
    chmodSync(programs, 0o755);
    const { versions } = readJson(path.join(packages, 'built.json'));
    for (const version of versions) {
      const folder = path.join(packages, version);
      for (const name of readdirSync(folder).filter((one) => one.endsWith('.AppImage')))
        copyFileSync(path.join(folder, name), path.join(programs, name));
    }
    const command = ['node', 'test/updates/real-main.ts', '--programs', programs, ...args];
    return await runInDesktop(command, { runtime, screen: 'virtual' });
  } finally {
    rmSync(programs, { recursive: true });
  }
}
