// The session of a person in a root: screen, windows, bus, unlocked keyring, and the interface of screen readers switched on.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type FreshRoot, screen, userName } from './fresh-root.ts';

/** Resolves once the program has said its first line, which is when it is ready. */
async function firstLine(child: ChildProcess, name: string): Promise<void> {
  const ended = once(child, 'exit').then(() => false);
  const spoke = child.stdout === null ? ended : once(child.stdout, 'data').then(() => true);
  if (!(await Promise.race([spoke, ended]))) throw new Error(`${name} did not start`);
}

/** As a part of the session; what it complains of goes into a log in the person's home. */
const begin = (root: FreshRoot, ...command: readonly string[]): ChildProcess =>
  root.startAsUser(['sh', '-c', 'exec "$@" 2>>"$HOME/desktop.log"', 'sh', ...command]);

/** What a screen reader does when it starts: programs tell what they show only where somebody listens. */
async function switchOnAccessibility(root: FreshRoot): Promise<void> {
  const place = ['--session', '--dest', 'org.a11y.Bus', '--object-path', '/org/a11y/bus'];
  const set = ['--method', 'org.freedesktop.DBus.Properties.Set', 'org.a11y.Status'];
  for (const name of ['IsEnabled', 'ScreenReaderEnabled'])
    await root.mustAsUser('gdbus', 'call', ...place, ...set, name, '<true>');
}

/** A screen, and what puts frames around windows. Ends with the root. */
export async function startScreen(root: FreshRoot): Promise<void> {
  await root.must('install', '-d', '-m', '700', '-o', userName, '-g', userName, '/run/user/1000');
  await root.must('install', '-d', '-m', '1777', '/tmp/.X11-unix');
  // No abstract socket: another root would meet it.
  const options = ['-displayfd', '1', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp', '-nolisten', 'local'];
  await firstLine(begin(root, 'Xvfb', screen, ...options, '-noreset'), 'Xvfb');
  begin(root, 'openbox');
}

/** Ends with the root. */
export async function startDesktop(root: FreshRoot): Promise<void> {
  await startScreen(root);
  const bus = ['--session', '--nofork', '--nopidfile', '--address=unix:path=/run/user/1000/bus', '--print-address=1'];
  await firstLine(begin(root, 'dbus-daemon', ...bus), 'dbus-daemon');
  const keyring = begin(root, 'gnome-keyring-daemon', '--foreground', '--unlock', '--components=secrets');
  // The empty password of a keyring that nobody has used.
  keyring.stdin?.end('\n');
  await root.mustAsUser('gdbus', 'wait', '--session', '--timeout', '20', 'org.freedesktop.secrets');
  await switchOnAccessibility(root);
}
