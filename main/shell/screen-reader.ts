// Lets screen readers know what the window shows on Linux, where Chromium by itself tells them of no page.
import { execFile } from 'node:child_process';
import process from 'node:process';
import { app } from 'electron';

/** Who answers is started by the question where nobody has asked before; in ms. */
const patienceMs = 5_000;

/** Whether the desktop has a screen reader or the like, asked of its session bus by the bus's own program. */
const question = [
  ...['--session', '--print-reply', `--reply-timeout=${patienceMs}`, '--dest=org.a11y.Bus', '/org/a11y/bus'],
  ...['org.freedesktop.DBus.Properties.GetAll', 'string:org.a11y.Status'],
];

/** Chromium asks the same when it starts, and tells nobody anything when the answer is no: one that is started later is for the next start. */
export function tellScreenReaders(): void {
  if (process.platform !== 'linux') return;
  execFile('dbus-send', question, { timeout: patienceMs }, (error, answer) => {
    // Not for everybody: each change of the page would be described once more.
    if (error === null && /boolean true/.test(answer)) app.setAccessibilitySupportEnabled(true);
  });
}
