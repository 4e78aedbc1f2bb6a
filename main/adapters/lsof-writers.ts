// Which programs hold files open for writing, asked of lsof (lsof(8), "OUTPUT FOR OTHER PROGRAMS"): what macOS has in place of /proc.
//
// It shows a user his own programs. A file that is mapped and closed since is not seen by it: such a file gets the careful times.
import { execFile } from 'node:child_process';
import pLimit from 'p-limit';
import type { HeldFile, Writers } from '../ports.ts';

/** So many names are asked about in one call: arguments have a limit. */
const mostNames = 200;
const patienceMs = 5_000;
const mostBytes = 8 * 1024 * 1024;

/** The programs that hold these files open for writing, by path, as `lsof -F pcaDi` tells it. */
export function holdersIn(output: string, files: readonly HeldFile[]): ReadonlyMap<string, string> {
  const byId = Map.groupBy(files, ({ device, inode }) => `${device}:${inode}`);
  const held = new Map<string, string>();
  let program = '';
  let open = { access: '', device: '', inode: '' };
  const end = (): void => {
    const { access, device, inode } = open;
    if (access !== 'w' && access !== 'u') return;
    for (const { path } of byId.get(`${device}:${inode}`) ?? []) if (!held.has(path)) held.set(path, program);
  };
  // A process begins with its p, each of its files with an f.
  for (const line of output.split('\n')) {
    const value = line.slice(1);
    switch (line[0]) {
      case 'p':
      case 'f':
        end();
        open = { access: '', device: '', inode: '' };
        if (line[0] === 'p') program = '';
        break;
      case 'c':
        program = value;
        break;
      case 'a':
        open.access = value;
        break;
      case 'D':
        open.device = /^0x[\da-f]+$/i.test(value) ? BigInt(value).toString() : '';
        break;
      case 'i':
        open.inode = value;
        break;
    }
  }
  end();
  return held;
}

/** `command` = where lsof is. Nothing is known where it is not, fails, or does not answer soon. */
export function lsofWriters(command = '/usr/sbin/lsof', patience = patienceMs): Writers {
  const inTurn = pLimit(1);
  const closing = new AbortController();

  const ask = (files: readonly HeldFile[]): Promise<ReadonlyMap<string, string> | null> =>
    new Promise((resolve) => {
      const names = files.map(({ path }) => path);
      execFile(
        command,
        ['-w', '-n', '-P', '+c', '0', '-F', 'pcaDi', '--', ...names],
        { timeout: patience, killSignal: 'SIGKILL', maxBuffer: mostBytes, signal: closing.signal, encoding: 'utf8' },
        (error, output) => {
          // It ends with 1 where one of the names is open nowhere.
          const isSaid = error === null || error.code === 1;
          resolve(isSaid ? holdersIn(output, files) : null);
        },
      );
    });

  return {
    holding: async (files) => {
      const held = new Map<string, string>();
      for (let at = 0; at < files.length; at += mostNames) {
        const group = files.slice(at, at + mostNames);
        const found = closing.signal.aborted ? null : await inTurn(() => ask(group));
        if (found === null) return null;
        for (const [path, program] of found) held.set(path, program);
      }
      return held;
    },
    close: async () => closing.abort(),
  };
}
