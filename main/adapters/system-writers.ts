// Who writes to which files, as this system shows it.
import type { Writers } from '../ports.ts';
import { lsofWriters } from './lsof-writers.ts';
import { workerWriters } from './writers.ts';

/** Undefined = it shows nothing: on Windows a program's open files are seen by no other one, and time alone tells when a file is whole. */
export function systemWriters(): Writers | undefined {
  switch (process.platform) {
    case 'linux':
      return workerWriters();
    case 'darwin':
      return lsofWriters();
    default:
      return undefined;
  }
}
