// The two versions of the packages that are proved, as `npm run package:prove` has built them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { kindOf } from '../list.mjs';

export interface Built {
  readonly folder: string;
  /** The name of the app, by which its profile is called. */
  readonly product: string;
  /** The name of the .deb and the .rpm. */
  readonly name: string;
  /** The first, and the next one. */
  readonly versions: readonly [string, string];
}

export function readBuilt(folder: string): Built {
  const { product, name, versions } = JSON.parse(readFileSync(path.join(folder, 'built.json'), 'utf8')) as Built;
  return { folder, product, name, versions };
}

export type PackageKind = 'deb' | 'rpm' | 'AppImage';

/** The file of a package, below the folder of all. */
export function packageFile({ folder }: Built, kind: PackageKind, version: string): string {
  const found = readdirSync(path.join(folder, version)).find((name) => kindOf(name) === kind);
  if (found === undefined) throw new Error(`There is no ${kind} of ${version}`);
  return path.join(version, found);
}
