// By which file this app is started again.
import process from 'node:process';
import { appImageFile } from './update-source.ts';

/** An AppImage runs from a mount that is gone tomorrow: the file itself, not what runs in it. */
export const programFile = (): string => appImageFile(process.env, process.resourcesPath) ?? process.execPath;
