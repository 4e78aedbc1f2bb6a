// Room on the list's disk that is kept for the moment when there is none left (F-43).
import { rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reserve } from '../../ports.ts';
import { distrustName } from './names.ts';

export const reserveBytes = 1024 * 1024;

/** In the profile's `folder`; taken at once where there is room. */
export function storeReserve(folder: string): Reserve {
  const file = path.join(folder, 'clipferry.reserve');
  const take = (): boolean => {
    try {
      if (statSync(file, { throwIfNoEntry: false })?.size === reserveBytes) return true;
      // Full of something: a file of holes keeps no room.
      writeFileSync(file, Buffer.alloc(reserveBytes, 'room for Clipferry '), { flush: true });
      return true;
    } catch {
      rmSync(file, { force: true });
      return false;
    }
  };
  take();
  return {
    take,
    give: () => rmSync(file, { force: true }),
    distrust: () => {
      try {
        writeFileSync(path.join(folder, distrustName), '');
      } catch {
        // Then the next start finds the damage itself.
      }
    },
  };
}
