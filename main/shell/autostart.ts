// The file that starts the app with a Linux desktop, as text (Desktop Entry Specification 1.5); pure.
import { t } from '../../preload/text/text.ts';
import { commandOf, execOf, ownGroup, tryExecOf, valueIn } from './desktop-entry.ts';
import { hiddenSwitch, profileIn } from './start-arguments.ts';

/** `command` is the program and its arguments. Throws for an argument that such a file cannot hold. */
export function autostartEntry(command: readonly string[]): string {
  const comment = t('desktop.autostart');
  return [
    ownGroup,
    'Type=Application',
    'Name=Clipferry',
    `Comment=${comment}`,
    `Exec=${execOf(command)}`,
    // A program that was removed is not started then (Autostart Specification), in place of failing at each login.
    `TryExec=${tryExecOf(command)}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

/** Desktops switch an entry off within its file: by the Autostart Specification, and GNOME by a key of its own. */
export const isAutostartOn = (entry: string): boolean =>
  valueIn(entry, 'Hidden') !== 'true' && valueIn(entry, 'X-GNOME-Autostart-enabled') !== 'false';

/**
 * The entry with today's command, and all else as it is there; null = it stays: it says that already, a person wrote it, or it starts another
 * profile than this one.
 */
export function mendedAutostart(entry: string, command: readonly string[]): string | null {
  const exec = valueIn(entry, 'Exec');
  const before = exec === null ? [] : commandOf(exec);
  const isOurs = before.at(-1) === hiddenSwitch && profileIn(before) === profileIn(command);
  const now = execOf(command);
  if (exec === null || !isOurs || exec === now) return null;
  return entry
    .replace(/^[ \t]*Exec[ \t]*=.*$/m, () => `Exec=${now}`)
    .replace(/^[ \t]*TryExec[ \t]*=.*$/m, () => `TryExec=${tryExecOf(command)}`);
}
