// Draws assets/icon.svg in every size that desktops ask for, by rsvg-convert (Debian: librsvg2-bin): `node test/tools/package/icons.ts`.
// What it draws is in the repository, so that nobody else needs the tool.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { icoOf } from './ico.ts';
import { runTool } from './run-tool.ts';

/** Of the icon theme hicolor. */
export const linuxSizes = [16, 22, 24, 32, 48, 64, 96, 128, 256, 512];
export const windowsSizes = [16, 24, 32, 48, 64, 128, 256];

const assets = path.resolve(import.meta.dirname, '../../../assets');
const fileOf = (size: number): string => path.join(assets, 'icons', `${size}x${size}.png`);

if (import.meta.main) {
  for (const size of linuxSizes)
    runTool('rsvg-convert', ['-w', `${size}`, '-h', `${size}`, '-o', fileOf(size), path.join(assets, 'icon.svg')]);
  writeFileSync(path.join(assets, 'icon.ico'), icoOf(windowsSizes.map((size) => readFileSync(fileOf(size)))));
}
