// What electron-builder asks of the program `fpm`: its arguments, read into one request; pure.
import { parseArgs } from 'node:util';

/** A file, or all that is in a folder (`from` ends with a slash), and where it is put. */
export interface Source {
  readonly from: string;
  readonly to: string;
}

export interface PackageRequest {
  readonly format: 'deb' | 'rpm';
  readonly name: string;
  readonly version: string;
  readonly architecture: string;
  readonly maintainer: string;
  readonly license: string;
  /** Null where the project has no page of its own. */
  readonly url: string | null;
  /** One line, and what follows it. */
  readonly summary: string;
  readonly description: string;
  readonly depends: readonly string[];
  readonly recommends: readonly string[];
  readonly conflicts: readonly string[];
  readonly compression: 'gz' | 'xz';
  /** Files with the scripts that run once everything lies in its place, and once it was removed. */
  readonly afterInstall: string;
  readonly afterRemove: string;
  readonly output: string;
  readonly sources: readonly Source[];
}

/** All that electron-builder passes, and what `deb.fpm` and `rpm.fpm` add; anything else is refused, not passed over. */
const options = {
  'input-type': { type: 'string', short: 's' },
  'output-type': { type: 'string', short: 't' },
  force: { type: 'boolean' },
  debug: { type: 'boolean' },
  log: { type: 'string' },
  depends: { type: 'string', short: 'd', multiple: true },
  'deb-recommends': { type: 'string', multiple: true },
  'deb-compression': { type: 'string' },
  'deb-priority': { type: 'string' },
  'rpm-os': { type: 'string' },
  'rpm-compression': { type: 'string' },
  'rpm-summary': { type: 'string' },
  conflicts: { type: 'string', multiple: true },
  architecture: { type: 'string' },
  'after-install': { type: 'string' },
  'after-remove': { type: 'string' },
  description: { type: 'string' },
  version: { type: 'string' },
  package: { type: 'string' },
  name: { type: 'string' },
  maintainer: { type: 'string' },
  vendor: { type: 'string' },
  url: { type: 'string' },
  category: { type: 'string' },
  license: { type: 'string' },
} as const;

/** electron-builder makes no package without an address; this one says that there is none. */
const noPage = 'https://clipferry.invalid';

function readSource(text: string): Source {
  const at = text.lastIndexOf('=/');
  if (at <= 0) throw new Error(`No place is named for ${text}`);
  return { from: text.slice(0, at), to: text.slice(at + 1) };
}

export function readFpmArguments(args: readonly string[]): PackageRequest {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const needed = (name: keyof typeof values): string => {
    const value = values[name];
    if (typeof value !== 'string' || value === '') throw new Error(`--${name} is missing`);
    return value;
  };
  const format = needed('output-type');
  if (format !== 'deb' && format !== 'rpm') throw new Error(`No package of the kind ${format} can be made`);
  if (needed('input-type') !== 'dir') throw new Error('Only folders can be packaged');
  const [first = '', ...rest] = needed('description').split('\n');
  const summary = values['rpm-summary'] ?? first;
  const url = needed('url');
  const name = needed('name');
  return {
    format,
    name,
    version: needed('version'),
    architecture: needed('architecture'),
    maintainer: needed('maintainer'),
    license: needed('license'),
    url: url === noPage ? null : url,
    summary,
    description: (format === 'deb' ? rest : [first, ...rest]).join('\n').trim(),
    depends: values.depends ?? [],
    recommends: values['deb-recommends'] ?? [],
    // Named are all that lie in the same places, itself among them.
    conflicts: (values.conflicts ?? []).filter((other) => other !== name),
    // gz for a .deb is gzip for an .rpm.
    compression: /^gz/.test(values['deb-compression'] ?? values['rpm-compression'] ?? '') ? 'gz' : 'xz',
    afterInstall: needed('after-install'),
    afterRemove: needed('after-remove'),
    output: needed('package'),
    sources: positionals.map(readSource),
  };
}
