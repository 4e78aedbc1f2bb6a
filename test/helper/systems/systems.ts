// Debian with the oldest PHP that the helper's header promises, and with the newest WordPress that it names; kept for a week.
import path from 'node:path';
import { bareOf, copyOf, type Debian, furnish, kept } from '../../tools/package/prove/systems.ts';
import { wordPressPackages } from '../../wordpress/debian.ts';

export interface HelperSystem {
  readonly release: Debian;
  readonly packages: readonly string[];
  /** Its own WordPress is older than the helper's header asks for: that of this machine is lent to it. */
  readonly borrowsWordPress: boolean;
}

/** In 2026 bullseye has PHP 7.4 and WordPress 5.7, and names the parts of MariaDB by their version; trixie has PHP 8.4 and WordPress 6.8; forky, which still changes, WordPress 7.1. */
export const helperSystems: readonly HelperSystem[] = [
  {
    release: 'bullseye',
    packages: wordPressPackages
      .filter((name) => name !== 'wordpress')
      .map((name) => (name.startsWith('mariadb-') ? `${name}-10.5` : name)),
    borrowsWordPress: true,
  },
  { release: 'trixie', packages: wordPressPackages, borrowsWordPress: false },
  { release: 'forky', packages: wordPressPackages, borrowsWordPress: false },
];

/** The folder of the system; made where it is not in the folder `cache`, minutes the first time. */
export const folderOf = ({ release, packages }: HelperSystem, cache: string, say: (line: string) => void) =>
  kept(path.join(cache, `${release}-wordpress`), async (folder) => {
    copyOf(await bareOf(release, cache, say), folder);
    say(`putting PHP and its like into Debian ${release} (a minute or two)`);
    await furnish(folder, packages);
  });
