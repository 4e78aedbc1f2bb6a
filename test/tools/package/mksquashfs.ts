#!/usr/bin/env node
// Stands in for mksquashfs, which electron-builder calls for an AppImage: our own AppRun, and the same result from the same commit.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { linkedWith } from './appimage-runtime.ts';
import { checkDesktopFile } from './desktop-file.ts';
import { runTool } from './run-tool.ts';
import { level } from './staging.ts';
import { packedAsName } from './update-names.ts';

const packaging = path.resolve(import.meta.dirname, '../../../assets/packaging/linux');
const metainfo = 'app.clipferry.desktop.metainfo.xml';
const [folder, output, ...rest] = process.argv.slice(2);
const { SOURCE_DATE_EPOCH: seconds, ELECTRON_BUILDER_COMPRESSION_LEVEL: quick, ...env } = process.env;
if (folder === undefined || output === undefined) throw new Error('No folder and no file are named');
if (!/^[1-9]\d*$/.test(seconds ?? '')) throw new Error('SOURCE_DATE_EPOCH does not say when this is from');

// electron-builder's own starts the app without Chromium's sandbox where that cannot be had.
rmSync(path.join(folder, 'AppRun'), { force: true });
copyFileSync(path.join(packaging, 'appimage/AppRun'), path.join(folder, 'AppRun'));
// Catalogues of AppImages read it there.
mkdirSync(path.join(folder, 'usr/share/metainfo'), { recursive: true });
copyFileSync(path.join(packaging, metainfo), path.join(folder, 'usr/share/metainfo', metainfo));
// By it the app knows how an update comes.
const packedAs = path.join(folder, 'resources', packedAsName);
// Never written through: it may be one file with that of another package.
rmSync(packedAs, { force: true });
if (existsSync(path.dirname(packedAs))) writeFileSync(packedAs, 'AppImage\n');
// And the licences of what the program that it begins with is linked with.
const licences = path.join(folder, 'usr/share/doc/clipferry/appimage-runtime');
mkdirSync(licences, { recursive: true });
for (const { name, licence } of linkedWith) copyFileSync(licence, path.join(licences, `${name}.txt`));
const desktopFiles = readdirSync(folder).filter((one) => one.endsWith('.desktop'));
// The menu of the icon, too: who puts an AppImage into a menu replaces AppRun by its place. The builder cannot say so for one kind of package alone.
for (const name of desktopFiles) {
  const file = path.join(folder, name);
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/^Exec=clipferry /gm, 'Exec=AppRun '));
}
level(folder, Number(seconds), () => {});
for (const name of desktopFiles) checkDesktopFile(path.join(folder, name));
const compression = quick === undefined ? [] : ['-Xcompression-level', quick];
runTool('mksquashfs', [folder, output, ...rest, ...compression, '-mkfs-time', seconds ?? ''], { env });
