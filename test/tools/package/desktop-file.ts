// A desktop file with a mistake is packaged by nobody: desktops leave such an app out, or open nothing with it.
import { spawnSync } from 'node:child_process';

/** Hints are a matter of taste. Where this system cannot tell, nothing is said. */
export function checkDesktopFile(file: string): void {
  const { stdout, error } = spawnSync('desktop-file-validate', [file], { encoding: 'utf8' });
  if (error !== undefined) return;
  const mistakes = stdout.split('\n').filter((line) => /: (error|warning): /.test(line));
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
}
