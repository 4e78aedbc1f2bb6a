// The licences of all that is bundled into the app: which packages these are is read from the source maps of the build itself.
import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Notice {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Where its source is: some licences ask for that. */
  readonly source: string;
  readonly text: string;
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly homepage?: string;
  readonly repository?: string | { readonly url?: string };
}

/** The folder of the package that a source comes from, also of one inside of another; null for the app's own. */
function packageFolder(source: string): string | null {
  const at = source.lastIndexOf('/node_modules/');
  if (at === -1) return null;
  const [, name] = /^((?:@[^/]+\/)?[^/]+)/.exec(source.slice(at + '/node_modules/'.length)) ?? [];
  return name === undefined ? null : `${source.slice(0, at)}/node_modules/${name}`;
}

/** The folders of packages that something in the built folder `out` was made of. */
export function bundledPackages(out: string): readonly string[] {
  const folders = new Set<string>();
  const maps = globSync('**/*.map', { cwd: out });
  if (maps.length === 0) throw new Error(`There are no source maps in ${out}`);
  for (const map of maps) {
    const { sources } = JSON.parse(readFileSync(path.join(out, map), 'utf8')) as { sources: readonly string[] };
    for (const source of sources) {
      const folder = packageFolder(path.resolve(out, path.dirname(map), source).replaceAll(path.sep, '/'));
      if (folder !== null) folders.add(folder);
    }
  }
  return [...folders].sort();
}

const sourceOf = ({ repository, homepage, name }: Manifest): string => {
  const url = typeof repository === 'string' ? repository : repository?.url;
  return url ?? homepage ?? `https://www.npmjs.com/package/${name}`;
};

/** Throws where a package does not say under which licence it may be passed on, or brings no text of it. */
export function noticeOf(folder: string): Notice {
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(name));
  if (manifest.license === undefined || file === undefined)
    throw new Error(`${manifest.name} ${manifest.version} brings no licence`);
  return {
    name: manifest.name,
    version: manifest.version,
    license: manifest.license,
    source: sourceOf(manifest),
    text: readFileSync(path.join(folder, file), 'utf8').trim(),
  };
}

const line = '-'.repeat(80);

export function noticesText(notices: readonly Notice[]): string {
  const head = `Clipferry contains the packages below. Electron and Chromium have files of their own beside this one.\n`;
  const each = notices.map(
    ({ name, version, license, source, text }) => `${line}\n${name} ${version} (${license})\n${source}\n\n${text}\n`,
  );
  return [head, ...each].join('\n');
}
