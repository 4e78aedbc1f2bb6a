// Programs for Windows as Wine can start them.
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Wine 10 has no IsWindowArranged, without which Chromium ends as soon as it shows a window. It asks by it whether a window is snapped to an
 * edge of the screen; what it asks in place of that, of the same library, says no, too. Both names have to be as long.
 */
const asked = Buffer.from('IsWindowArranged\0');
const askedInstead = Buffer.from('IsHungAppWindow\0\0');

/** Copies a program with its folder. Throws where it does not ask what Wine lacks: then nothing has to be changed any more. */
export function copyForWine(from: string, to: string, program: string): void {
  cpSync(from, to, { recursive: true });
  const file = path.join(to, program);
  const bytes = readFileSync(file);
  let at = bytes.indexOf(asked);
  if (at < 0) throw new Error(`${program} does not ask for IsWindowArranged: it can be started as it is`);
  for (; at >= 0; at = bytes.indexOf(asked, at)) askedInstead.copy(bytes, at);
  writeFileSync(file, bytes);
}
