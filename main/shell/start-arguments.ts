// What a start of the app was given on its command line: files to open, links of our own scheme, an order of its icon's menu, or to stay out of sight; pure.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** What the menu of the app's icon offers, as switches: each does what the window's own menu does. */
const orders = ['add-files', 'pause', 'resume'] as const;
export type StartOrder = (typeof orders)[number];

export interface StartWishes {
  /** Absolute paths of files and folders, in the order named; whether they exist is looked at where drops are. */
  readonly paths: readonly string[];
  /** Addresses of our own scheme (`clipferry:…`), as given and unchecked. */
  readonly links: readonly string[];
  /** One of its kind at most; null = none. */
  readonly order: StartOrder | null;
  /** Started with the computer: run without showing the window. */
  readonly hidden: boolean;
}

/** The switch that start at login adds. */
export const hiddenSwitch = '--hidden';

/**
 * What holds for one start alone: our own words, those with which a set-up starts the app, what Chromium tells a start that another one is
 * running, and its debugger, which lockdown.ts refuses.
 */
const ofOneStart =
  /^--(hidden|add-files|pause|resume|say-version|updated|force-run|original-process-start-time|type|inspect.*|remote-(debugging|allow)-.*)(=|$)/;
const profileSwitch = '--user-data-dir=';

/** The folder of another profile than the usual one that a command names; null = it names none. */
export const profileIn = (command: readonly string[]): string | null =>
  command.findLast((argument) => argument.startsWith(profileSwitch))?.slice(profileSwitch.length) ?? null;

const mostPaths = 10_000;
const longestPath = 32_768;

const isLink = (text: string): boolean => /^clipferry:/i.test(text);
const isAddress = (text: string): boolean => /^[a-z][a-z\d+.-]*:\/\//i.test(text);

/** The local path that an argument names; null for addresses of other schemes and hosts, and for what is no path at all. */
function toPath(argument: string, folder: string): string | null {
  if (argument === '' || argument.length > longestPath || argument.includes('\0')) return null;
  if (!isAddress(argument)) return path.resolve(folder, argument);
  const url = URL.parse(argument);
  if (url?.protocol !== 'file:' || (url.host !== '' && url.host !== 'localhost')) return null;
  try {
    // Throws for escaped separators and the like.
    const found = fileURLToPath(url);
    return found.includes('\0') ? null : path.resolve(found);
  } catch {
    return null;
  }
}

/**
 * `args` are all arguments behind the program's name; `folder` is what relative paths start from. `ownFolder` is the app's
 * own folder where Electron was told it as an argument (unpackaged), else null. Chromium puts its own switches among ours,
 * so everything else that begins with a dash is passed over.
 */
export function readArguments(args: readonly string[], folder: string, ownFolder: string | null): StartWishes {
  const paths = new Set<string>();
  const links: string[] = [];
  for (const argument of args) {
    if (argument.startsWith('-')) continue;
    if (isLink(argument)) {
      if (argument.length <= longestPath) links.push(argument);
      continue;
    }
    const found = toPath(argument, folder);
    if (found !== null && found !== ownFolder && paths.size < mostPaths) paths.add(found);
  }
  const order = orders.find((one) => args.includes(`--${one}`)) ?? null;
  return { paths: [...paths], links, order, hidden: args.includes(hiddenSwitch) };
}

/**
 * The switches by which a person starts the app (`--password-store=…`, `--user-data-dir=…`), for the next start: without them it would have
 * another keyring, or another profile. `folder` is what a relative path of the profile starts from.
 */
export function lastingSwitches(args: readonly string[], folder: string): readonly string[] {
  // What stands behind a bare `--` is no switch, to Chromium either.
  const end = args.indexOf('--');
  const given = args
    .slice(0, end < 0 ? args.length : end)
    .filter((argument) => /^--[a-z]/i.test(argument) && !/[\n\r\0]/.test(argument) && !ofOneStart.test(argument))
    .map((argument) =>
      argument.startsWith(profileSwitch)
        ? profileSwitch + path.resolve(folder, argument.slice(profileSwitch.length))
        : argument,
    );
  return [...new Set(given)];
}
