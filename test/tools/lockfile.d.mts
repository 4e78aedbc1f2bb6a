// The types of lockfile.mjs, which must run before anything that could compile it is installed.
export interface Lockfile {
  readonly packages: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export function installedMatches(lockfile: Lockfile, installed: Lockfile): boolean;
export function lacksOnlyOptional(complaint: string, lockfile: Lockfile): boolean;
