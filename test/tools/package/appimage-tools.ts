// The folder of tools with which electron-builder makes an AppImage, in its layout, from what this system has: `node appimage-tools.ts FOLDER`.
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { compileRuntime } from './appimage-runtime.ts';

function onPath(command: string): string {
  const found = (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, command))
    .find((file) => existsSync(file));
  if (found === undefined) throw new Error(`There is no ${command}`);
  return found;
}

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('No folder is named');
// Libraries that an app would bring for systems that lack them: ours needs none.
mkdirSync(path.join(folder, 'lib/x64'), { recursive: true });
symlinkSync(path.join(import.meta.dirname, 'mksquashfs.ts'), path.join(folder, 'mksquashfs'));
symlinkSync(onPath('desktop-file-validate'), path.join(folder, 'desktop-file-validate'));
compileRuntime(path.join(folder, 'runtimes/runtime-x64'));
