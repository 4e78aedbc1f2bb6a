// What packages say beside the app, so that it knows how an update comes: how it was packed, and where updates are (main/shell/update-source.ts).
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Source } from './fpm-arguments.ts';
import type { Note } from './staging.ts';

export const packedAsName = 'packed-as';
export const updateSourceName = 'updates.json';

/** For the one folder among `sources` that holds the app. */
export function packedAsNotes(sources: readonly Source[], format: string): readonly Note[] {
  return sources
    .filter(({ from }) => existsSync(path.join(from, 'resources', packedAsName)))
    .map(({ to }) => ({ at: path.join(to, 'resources', packedAsName), text: `${format}\n` }));
}
