// Where our own links lead on a Linux that has Clipferry as an AppImage or an unpacked folder: nothing that was installed tells it, a file of ours does.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { ownGroup, plainExecOf } from './desktop-entry.ts';
import { profileIn } from './start-arguments.ts';

export const linkEntryName = 'clipferry-link.desktop';
/** It is asked while somebody waits for their browser. */
const answerMs = 10_000;
const ask = promisify(execFile);

/** `command` is the program and its switches. Throws for what such a file cannot hold. */
export const linkEntry = (command: readonly string[], type: string): string =>
  [
    ownGroup,
    'Type=Application',
    'Name=Clipferry',
    `Exec=${plainExecOf(command)} %u`,
    'NoDisplay=true',
    'Terminal=false',
    `MimeType=${type};`,
    '',
  ].join('\n');

export interface LinkClaim {
  readonly scheme: string;
  /** The program and the switches of this run. */
  readonly command: readonly string[];
  /** What the desktop file of an installed Clipferry is called. */
  readonly installedName: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** The places of desktop files by the XDG Base Directory Specification; the person's own comes first, and is what the second value says. */
function applicationFolders({ env, home }: LinkClaim): readonly [readonly string[], string] {
  const isPlace = (folder: string | undefined): folder is string => folder !== undefined && path.isAbsolute(folder);
  const own = isPlace(env.XDG_DATA_HOME) ? env.XDG_DATA_HOME : path.join(home, '.local', 'share');
  const shared = (env.XDG_DATA_DIRS || '/usr/local/share:/usr/share').split(':').filter(isPlace);
  return [[own, ...shared].map((folder) => path.join(folder, 'applications')), path.join(own, 'applications')];
}

const textAt = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
};

/** Asks the desktop, and what it says then counts. */
async function makeDefault(type: string): Promise<boolean> {
  const options = { timeout: answerMs };
  // Without a word of its own some desktops refuse, and have taken it all the same.
  await ask('xdg-mime', ['default', linkEntryName, type], options).catch(() => undefined);
  const { stdout } = await ask('xdg-mime', ['query', 'default', type], options);
  return stdout.trim() === linkEntryName;
}

/** True = links lead here by our own file; null = an installed Clipferry gets them. Rejects where no file can be written or nobody can be asked. */
export async function claimByOwnEntry(claim: LinkClaim): Promise<boolean | null> {
  const type = `x-scheme-handler/${claim.scheme}`;
  const [folders, own] = applicationFolders(claim);
  const installed = folders
    .map((folder) => textAt(path.join(folder, claim.installedName)))
    .find((found) => found !== null);
  // An installed one is started without our switches: it hands over only to what runs with the usual profile.
  if (installed?.includes(type) && profileIn(claim.command) === null) return null;
  const [file, text] = [path.join(own, linkEntryName), linkEntry(claim.command, type)];
  if (textAt(file) !== text) {
    mkdirSync(own, { recursive: true });
    writeFileSync(file, text);
  }
  return makeDefault(type);
}
