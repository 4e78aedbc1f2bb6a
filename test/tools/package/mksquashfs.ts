#!/usr/bin/env node
// Stands in for mksquashfs, which electron-builder calls for an AppImage: our own AppRun, and the same result from the same commit.
import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { runTool } from './run-tool.ts';
import { level } from './staging.ts';

const appRun = path.resolve(import.meta.dirname, '../../../assets/packaging/linux/appimage/AppRun');
const [folder, output, ...rest] = process.argv.slice(2);
const { SOURCE_DATE_EPOCH: seconds, ELECTRON_BUILDER_COMPRESSION_LEVEL: quick, ...env } = process.env;
if (folder === undefined || output === undefined) throw new Error('No folder and no file are named');
if (!/^[1-9]\d*$/.test(seconds ?? '')) throw new Error('SOURCE_DATE_EPOCH does not say when this is from');

// electron-builder's own starts the app without Chromium's sandbox where that cannot be had.
rmSync(path.join(folder, 'AppRun'), { force: true });
copyFileSync(appRun, path.join(folder, 'AppRun'));
level(folder, Number(seconds), () => {});
for (const name of readdirSync(folder).filter((one) => one.endsWith('.desktop')))
  runTool('desktop-file-validate', [path.join(folder, name)]);
const compression = quick === undefined ? [] : ['-Xcompression-level', quick];
runTool('mksquashfs', [folder, output, ...rest, ...compression, '-mkfs-time', seconds ?? ''], { env });
