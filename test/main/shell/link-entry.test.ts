// Our links on a Linux without an installed Clipferry: a real file that real desktop tools read, and the truth about whether they took it.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { commandOf, valueIn } from '../../../main/shell/desktop-entry.ts';
import { claimByOwnEntry, linkEntryName } from '../../../main/shell/link-entry.ts';

const type = 'x-scheme-handler/clipferry';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'clipferry-link-'));
  for (const name of ['bin', 'home', 'shared']) mkdirSync(path.join(folder, name));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** `xdg-mime` of a desktop that keeps what it was told, or does not. */
function desktop(keeps: boolean): void {
  const file = path.join(folder, 'bin', 'xdg-mime');
  const kept = path.join(folder, 'kept');
  const keep = keeps ? `echo "$2" > '${kept}'` : 'exit 3';
  writeFileSync(file, `#!/bin/sh\nif [ "$1" = default ]; then ${keep}; else cat '${kept}' 2>/dev/null; fi\nexit 0\n`);
  chmodSync(file, 0o755);
  vi.stubEnv('PATH', `${path.join(folder, 'bin')}:/usr/bin:/bin`);
}

const entry = (): string => path.join(folder, 'home', '.local', 'share', 'applications', linkEntryName);
const claim = (...command: string[]): Promise<boolean | null> =>
  claimByOwnEntry({
    ...{ scheme: 'clipferry', command, installedName: 'clipferry.desktop', home: path.join(folder, 'home') },
    env: { XDG_DATA_DIRS: path.join(folder, 'shared') },
  });
const installed = (text: string): void => {
  mkdirSync(path.join(folder, 'shared', 'applications'));
  writeFileSync(path.join(folder, 'shared', 'applications', 'clipferry.desktop'), text);
};

describe.skipIf(process.platform !== 'linux')('without an installed Clipferry', () => {
  it('links lead to the AppImage that runs, with its switches, and it stands in no menu', async () => {
    desktop(true);
    expect(await claim('/home/m/Clipferry.AppImage', '--user-data-dir=/data/second')).toBe(true);
    const text = readFileSync(entry(), 'utf8');
    // xdg-open takes the first word for the program: no quotes where none are needed.
    expect(valueIn(text, 'Exec')).toBe('/home/m/Clipferry.AppImage --user-data-dir=/data/second %u');
    expect(['Type', 'NoDisplay', 'MimeType'].map((key) => valueIn(text, key))).toEqual([
      ...['Application', 'true', `${type};`],
    ]);
  });

  it('a path of any kind comes out as it is', async () => {
    desktop(true);
    const program = '/home/m/My "Apps"/100 % $HOME `x` \\ Ü.AppImage';
    await claim(program);
    expect(commandOf(valueIn(readFileSync(entry(), 'utf8'), 'Exec') ?? '')).toEqual([program, '%u']);
  });

  it('a program that was moved gets the links of its new place', async () => {
    desktop(true);
    await claim('/old/Clipferry.AppImage');
    await claim('/new/Clipferry.AppImage');
    expect(valueIn(readFileSync(entry(), 'utf8'), 'Exec')).toBe('/new/Clipferry.AppImage %u');
  });

  it('a desktop that did not take it is not taken for one that did', async () => {
    desktop(false);
    expect(await claim('/home/m/Clipferry.AppImage')).toBe(false);
  });

  it('a system where nobody can be asked says so', async () => {
    vi.stubEnv('PATH', path.join(folder, 'bin'));
    await expect(claim('/home/m/Clipferry.AppImage')).rejects.toThrow('xdg-mime');
  });
});

describe.skipIf(process.platform !== 'linux')('beside an installed Clipferry', () => {
  it('no file is written: it hands what it gets to the one that runs', async () => {
    installed(`[Desktop Entry]\nExec=clipferry %U\nMimeType=video/mp4;${type};\n`);
    expect(await claim('/home/m/Clipferry.AppImage')).toBe(null);
    expect(existsSync(entry())).toBe(false);
  });

  it('a starter that somebody made for themselves, and another profile, get no links by it', async () => {
    desktop(true);
    installed('[Desktop Entry]\nExec=/home/m/Clipferry.AppImage\n');
    expect(await claim('/home/m/Clipferry.AppImage')).toBe(true);
    rmSync(path.join(folder, 'shared', 'applications'), { recursive: true });
    installed(`[Desktop Entry]\nExec=clipferry %U\nMimeType=${type};\n`);
    expect(await claim('/opt/clipferry', '--user-data-dir=/data/second')).toBe(true);
  });
});
