// What the lockfile asks for, compared with what npm did or could not do.

/**
 * Whether what npm installed is what the lockfile asks for. npm writes `node_modules/.package-lock.json` as the last act
 * of an install, so a broken-off install is never taken for a complete one. Optional packages may be absent: they belong
 * to other platforms.
 */
export function installedMatches(lockfile, installed) {
  return Object.entries(lockfile.packages ?? {}).every(([where, wanted]) => {
    if (where === '' || wanted.link) return true;
    const found = installed.packages?.[where];
    if (!found) return Boolean(wanted.optional || wanted.devOptional || wanted.peer);
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

/**
 * Whether all that `npm ci` misses in the lockfile are optional packages, the programs of other platforms. A lockfile
 * written behind a registry that does not carry those lacks them, and is right in everything else.
 */
export function lacksOnlyOptional(complaint, lockfile) {
  if (complaint.includes('Invalid: ')) return false;
  const missing = [...complaint.matchAll(/Missing: (@?[^@\s]+)@/g)].map((match) => match[1]);
  const optional = new Set(
    Object.values(lockfile.packages ?? {}).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {})),
  );
  return missing.length > 0 && missing.every((name) => optional.has(name));
}
