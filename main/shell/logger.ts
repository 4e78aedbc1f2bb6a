// The log: a ring of five files of 5 MB beside the app's data, without secrets; echoed to the terminal while developing.
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import log from 'electron-log/node';
import type { Logger } from '../ports.ts';
import { redact, redactText } from './redact.ts';

export const logFile = 'clipferry.log';
const fileBytes = 5 * 1024 * 1024;
const fileCount = 5;
/** The newest first. */
export const logNames: readonly string[] = Array.from({ length: fileCount }, (_, index) => numbered(logFile, index));

/** clipferry.log, clipferry.1.log … clipferry.4.log, the newest first. */
function numbered(current: string, index: number): string {
  const { dir, name, ext } = path.parse(current);
  return index === 0 ? current : path.join(dir, `${name}.${index}${ext}`);
}

/** Each becomes the next older one; the oldest is dropped. */
function rotate(current: string): void {
  for (let index = fileCount - 2; index >= 0; index -= 1) {
    const file = numbered(current, index);
    if (existsSync(file)) renameSync(file, numbered(current, index + 1));
  }
}

/**
 * Logs into `folder`. electron-log's Node flavour is used because its Electron one answers IPC of its own, past our
 * sender check.
 */
export function createLogger(folder: string, toTerminal: boolean): Logger {
  const out = log.create({ logId: `clipferry:${folder}` });
  out.transports.console.level = toTerminal ? 'info' : false;
  out.transports.file.level = 'info';
  out.transports.file.maxSize = fileBytes;
  out.transports.file.resolvePathFn = () => path.join(folder, logFile);
  out.transports.file.archiveLogFn = (file) => rotate(file.path);

  const write =
    (level: 'info' | 'warn' | 'error') =>
    (message: string, facts?: Readonly<Record<string, unknown>>): void => {
      const text = redactText(message);
      out[level](facts === undefined ? text : `${text} ${JSON.stringify(redact(facts))}`);
    };
  return { info: write('info'), warn: write('warn'), error: write('error') };
}
