// Debian with Wine: the nearest to Windows that a Linux machine can have; kept for a week.
import path from 'node:path';
import { bareOf, copyOf, furnish, kept } from '../package/prove/systems.ts';

/** Chromium ends where it finds no fonts; the last one plays the person in boxes of the system. */
const packages = [
  ...['wine', 'wine64', 'fonts-wine', 'fonts-liberation', 'libgl1', 'libvulkan1'],
  ...['xvfb', 'openbox', 'xdotool'],
];

/** Its person has a drive C:, and all of the root as Z:. Made where it is not in the folder `cache`; minutes, the first time. */
export const wineSystem = (cache: string, say: (line: string) => void): Promise<string> =>
  kept(path.join(cache, 'trixie-wine'), async (folder) => {
    copyOf(await bareOf('trixie', cache, say), folder);
    say('putting Wine into Debian trixie (two or three minutes)');
    await furnish(folder, packages, async (root) => {
      await root.mustAsUser('wineboot', '--init');
      await root.mustAsUser('wineserver', '--wait');
    });
  });
