// The last act of a process that calls hang in: its end would wait for them, and with it whoever waits for its end.
import process from 'node:process';

/**
 * To be called when everything is written. Node joins its threads at the end, also those from which nothing comes back; a killed
 * process is waited for by nobody. (A call that a FUSE program has taken and not answered outlives even that, until its mount ends.)
 */
export function endProcess(files: { hangs(): boolean }): void {
  if (files.hangs()) process.kill(process.pid, 'SIGKILL');
}
