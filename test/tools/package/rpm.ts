// An RPM package: its spec file, and rpmbuild on the staged folder.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PackageRequest } from './fpm-arguments.ts';
import { runTool } from './run-tool.ts';
import { rpmScript } from './scripts.ts';
import type { Staged } from './staging.ts';

const plain = (text: string): string => text.replaceAll('%', '%%');

/** In these each package has a folder of its own. */
const ofPackages = ['/opt', '/usr/share/licenses'];

/** Folders that this package alone has, and takes along when it is removed; others belong to packages of the system. */
const ownFolders = (files: readonly string[]): readonly string[] => {
  const own = new Set<string>();
  for (const file of files) {
    const place = ofPackages.find((folder) => file.startsWith(`${folder}/`));
    if (place === undefined) continue;
    for (let at = path.posix.dirname(file); at !== place; at = path.posix.dirname(at)) own.add(at);
  }
  return [...own].sort();
};

export interface Scripts {
  readonly afterInstall: string;
  readonly afterRemove: string;
}

export function rpmSpec(request: PackageRequest, folder: string, files: readonly string[], scripts: Scripts): string {
  const each = (name: string, values: readonly string[]): readonly string[] =>
    values.map((value) => `${name}: ${plain(value)}`);
  return [
    `Name: ${request.name}`,
    `Version: ${request.version}`,
    'Release: 1',
    `Summary: ${plain(request.summary)}`,
    `License: ${plain(request.license)}`,
    `Packager: ${plain(request.maintainer)}`,
    ...(request.url === null ? [] : [`URL: ${plain(request.url)}`]),
    // What is in the folder is for the program alone, and what it needs is named.
    'AutoReqProv: no',
    ...each('Requires', request.depends),
    ...each('Recommends', request.recommends),
    ...each('Conflicts', request.conflicts),
    '',
    '%description',
    plain(request.description || request.summary),
    '',
    '%install',
    `cp -al '${plain(folder)}/.' '%{buildroot}/'`,
    '',
    '%post -p /bin/sh',
    rpmScript('afterInstall', scripts.afterInstall),
    '%postun -p /bin/sh',
    rpmScript('afterRemove', scripts.afterRemove),
    '%files',
    '%defattr(-,root,root,-)',
    ...ownFolders(files).map((name) => `%dir "${plain(name)}"`),
    ...files.map((name) => `"${plain(name)}"`),
    '',
  ].join('\n');
}

const payloads = { gz: 'w6.gzdio', xz: 'w6.xzdio' };

export function makeRpm(request: PackageRequest, folder: string, staged: Staged, work: string): void {
  const scripts = {
    afterInstall: readFileSync(request.afterInstall, 'utf8'),
    afterRemove: readFileSync(request.afterRemove, 'utf8'),
  };
  const spec = path.join(work, 'package.spec');
  writeFileSync(spec, rpmSpec(request, folder, staged.files, scripts));
  const top = path.join(work, 'rpmbuild');
  mkdirSync(top);
  const macros = {
    _topdir: top,
    // Whoever's machine it is, whatever else it has installed: the files as they are, and no name of it.
    _buildhost: 'localhost',
    __os_install_post: '%{nil}',
    debug_package: '%{nil}',
    _build_id_links: 'none',
    use_source_date_epoch_as_buildtime: '1',
    clamp_mtime_to_source_date_epoch: '1',
    _binary_payload: payloads[request.compression],
  };
  const defined = Object.entries(macros).flatMap(([name, value]) => ['--define', `${name} ${value}`]);
  runTool('rpmbuild', ['-bb', '--quiet', '--target', request.architecture, ...defined, spec]);
  const made = path.join(top, 'RPMS', request.architecture);
  const [name] = readdirSync(made);
  if (name === undefined) throw new Error('rpmbuild left no package');
  copyFileSync(path.join(made, name), request.output);
}
