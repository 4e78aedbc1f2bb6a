// A Debian package: its control files, and dpkg-deb on the staged folder.
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PackageRequest } from './fpm-arguments.ts';
import { runTool } from './run-tool.ts';
import { debScript } from './scripts.ts';
import type { Staged } from './staging.ts';

/** A paragraph of a description: each line indented, an empty one as a dot. */
const indented = (text: string): readonly string[] =>
  text.split('\n').map((line) => (line.trim() === '' ? ' .' : ` ${line.trim()}`));

export function debControl(request: PackageRequest, bytes: number): string {
  const list = (name: string, values: readonly string[]): readonly string[] =>
    values.length === 0 ? [] : [`${name}: ${values.join(', ')}`];
  const lines = [
    `Package: ${request.name}`,
    `Version: ${request.version}`,
    `Architecture: ${request.architecture}`,
    'Section: video',
    'Priority: optional',
    `Maintainer: ${request.maintainer}`,
    `Installed-Size: ${Math.ceil(bytes / 1024)}`,
    ...list('Depends', request.depends),
    ...list('Recommends', request.recommends),
    ...list('Conflicts', request.conflicts),
    ...(request.url === null ? [] : [`Homepage: ${request.url}`]),
    `Description: ${request.summary}`,
    ...indented(request.description),
  ];
  return `${lines.join('\n')}\n`;
}

/** What `dpkg --verify` compares with. */
function checksums(folder: string, files: readonly string[]): string {
  return files
    .filter((file) => lstatSync(path.join(folder, file)).isFile())
    .map((file) => {
      const hash = createHash('md5').update(readFileSync(path.join(folder, file)));
      return `${hash.digest('hex')}  ${file.slice(1)}\n`;
    })
    .join('');
}

export function makeDeb(request: PackageRequest, folder: string, staged: Staged): void {
  const control = path.join(folder, 'DEBIAN');
  mkdirSync(control, { mode: 0o755 });
  const put = (name: string, text: string, mode = 0o644): void =>
    writeFileSync(path.join(control, name), text, { mode });
  put('control', debControl(request, staged.bytes));
  put('md5sums', checksums(folder, staged.files));
  put('postinst', debScript('afterInstall', readFileSync(request.afterInstall, 'utf8')), 0o755);
  put('postrm', debScript('afterRemove', readFileSync(request.afterRemove, 'utf8')), 0o755);
  const compression = request.compression === 'gz' ? ['-Zgzip', '-z6'] : ['-Zxz', '-z6'];
  runTool('dpkg-deb', ['--root-owner-group', ...compression, '--build', folder, request.output]);
}
