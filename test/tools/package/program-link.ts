// The name under which a shell finds the installed program: a link that the package manager knows; pure.
import path from 'node:path';
import type { Source } from './fpm-arguments.ts';

export interface Link {
  readonly at: string;
  readonly to: string;
}

/** The program has the name of its desktop file and lies in the one folder that is packaged. */
export function programLink(sources: readonly Source[]): Link {
  const desktop = sources.find(({ to }) => to.startsWith('/usr/share/applications/'));
  const folder = sources.find(({ from }) => from.endsWith('/'));
  if (desktop === undefined || folder === undefined) throw new Error('There is no program, or no desktop file of it');
  const name = path.posix.basename(desktop.to, '.desktop');
  return { at: `/usr/bin/${name}`, to: path.posix.join(folder.to, name) };
}
