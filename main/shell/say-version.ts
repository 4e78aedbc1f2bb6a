// A start that only shows that this program starts here: it says so in one line and ends, and touches no profile.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { app } from 'electron';

/** Must run before the app is ready. `line` = what is said. */
export function sayVersion(line: string): void {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'clipferry-try-'));
  app.setPath('userData', folder);
  app.on('quit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const fail = (): void => app.exit(1);
  app.whenReady().then(() => process.stdout.write(`${line}\n`, () => app.exit(0)), fail);
}
