// A tool of the system on which a package depends: its complaint is the error.
import { spawnSync } from 'node:child_process';

export interface Where {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

export function runTool(command: string, args: readonly string[], where: Where = {}): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    ...where,
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${command} ended with ${status}:\n${stderr}${stdout}`);
  return stdout;
}
