// Programs in namespaces of their own, as anybody may have them where the system lets them: with mounts and limits that nobody else has.
import { execFileSync } from 'node:child_process';

/** The command line of a program in such namespaces; `options` are those of unshare(1). */
export const apart = (options: readonly string[], command: readonly string[]): readonly string[] => [
  'unshare',
  ...options,
  ...command,
];

/** Whether this system gives somebody like us such namespaces. */
export function worksApart(options: readonly string[]): boolean {
  try {
    execFileSync('unshare', [...options, 'true'], { stdio: 'pipe' });
    return process.platform === 'linux';
  } catch {
    return false;
  }
}
