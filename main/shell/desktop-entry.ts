// What stands in a Linux desktop file, written and read by the Desktop Entry Specification 1.5; pure.

/** The line above what is said of the app itself. */
export const ownGroup = '[Desktop Entry]';

/** One argument of an Exec line: quoted by its rules, then escaped as every string of the file is. */
function quoted(argument: string): string {
  const inQuotes = `"${argument.replace(/["`$\\]/g, '\\$&')}"`;
  return inQuotes.replaceAll('\\', '\\\\').replaceAll('%', '%%');
}

/** `command` is the program and its arguments. Throws for an argument that such a file cannot hold. */
export function execOf(command: readonly string[]): string {
  if (command.some((argument) => /[\n\r\0]/.test(argument))) throw new Error('The path of the app holds a line break');
  return command.map(quoted).join(' ');
}

/** The same, in quotes only where they are needed: xdg-open and xdg-settings take the first word of the line for the program, quotes and all. */
export const plainExecOf = (command: readonly string[]): string =>
  command.map((argument) => (/^[\w@+=:,./-]+$/.test(argument) ? argument : execOf([argument]))).join(' ');

/** The program alone, as desktops look for it before they start anything (TryExec): a string of the file, with no quotes. */
export const tryExecOf = ([program = '']: readonly string[]): string =>
  program.replaceAll('\\', '\\\\').replace(/^ /, '\\s');

/** The program and its arguments in an Exec line. */
export function commandOf(exec: string): readonly string[] {
  const words = exec.replaceAll('\\\\', '\\').replaceAll('%%', '%');
  return [...words.matchAll(/"((?:[^"\\]|\\.)*)"|([^\s"]+)/g)].map(([, inQuotes, plain]) =>
    inQuotes === undefined ? (plain ?? '') : inQuotes.replace(/\\(["`$\\])/g, '$1'),
  );
}

/** The lines of the app itself; what follows are its orders, with keys of the same names. */
function ownLines(entry: string): readonly string[] {
  const lines = entry.split(/\r?\n/);
  const start = lines.findIndex((line) => line.trim() === ownGroup);
  const after = lines.slice(start + 1);
  const end = after.findIndex((line) => line.startsWith('['));
  return start < 0 ? [] : after.slice(0, end < 0 ? after.length : end);
}

/** What a key says in it, by the first line that names it; null = none does. */
export function valueIn(entry: string, key: string): string | null {
  for (const line of ownLines(entry)) {
    const at = line.indexOf('=');
    if (at >= 0 && line.slice(0, at).trim() === key) return line.slice(at + 1).trim();
  }
  return null;
}
