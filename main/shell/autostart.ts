// The file that starts the app with a Linux desktop, as text (Desktop Entry Specification 1.5); pure.
import { t } from '../../preload/text/text.ts';

/** One argument of an Exec line: quoted by its rules, then escaped as every string of the file is. */
function quoted(argument: string): string {
  const inQuotes = `"${argument.replace(/["`$\\]/g, '\\$&')}"`;
  return inQuotes.replaceAll('\\', '\\\\').replaceAll('%', '%%');
}

/** `command` is the program and its arguments. Throws for an argument that such a file cannot hold. */
export function autostartEntry(command: readonly string[]): string {
  if (command.some((argument) => /[\n\r\0]/.test(argument))) throw new Error('The path of the app holds a line break');
  const comment = t('desktop.autostart');
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Clipferry',
    `Comment=${comment}`,
    `Exec=${command.map(quoted).join(' ')}`,
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}
