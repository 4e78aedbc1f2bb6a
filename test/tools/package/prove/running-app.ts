// The app as it runs in a root: started from its desktop file, seen in /proc, and quit by its keys.
import { readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type FreshRoot, home } from './fresh-root.ts';
import type { Person } from './person.ts';
import { type SeenProcess, typeOf } from './sandbox.ts';

/** A machine that does other things besides. */
const patienceMs = 60_000;

/** Resolves once `holds` does; rejects with `what` when it does not within a minute. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what}: not within a minute`);
    await pause(100);
  }
}

/** Undefined once it has ended, and for what is no process of the app. */
function seen(pid: number): SeenProcess | undefined {
  try {
    // Replaced by an upgrade it is called deleted.
    const program = path.basename(readlinkSync(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '');
    if (program !== 'clipferry') return undefined;
    const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trimEnd();
    return { line, status: readFileSync(`/proc/${pid}/status`, 'utf8') };
  } catch {
    return undefined;
  }
}

export class RunningApp {
  private readonly root: FreshRoot;
  private readonly product: string;

  /** `product`: the name under which it keeps its profile. */
  constructor(root: FreshRoot, product: string) {
    this.root = root;
    this.product = product;
  }

  get profile(): string {
    return `${home}/.config/${this.product}`;
  }

  processes(): readonly SeenProcess[] {
    return this.root
      .processes()
      .map(seen)
      .filter((one) => one !== undefined);
  }

  isRunning(): boolean {
    return this.processes().some((one) => typeOf(one) === 'browser');
  }

  /** As a menu does, or "Open with" where files are named. */
  async launch(desktopFile: string, ...files: readonly string[]): Promise<void> {
    // What it prints would hold up who waits for the end of the call.
    const call = 'exec gio launch "$@" >>"$HOME/started.log" 2>&1';
    await this.root.mustAsUser('sh', '-c', call, 'sh', desktopFile, ...files);
    await until('the app runs', () => this.isRunning());
  }

  /** By the keys of its menu. `sending`: it asks whether to leave clips that are on their way, and is told yes. */
  async quit(person: Person, { sending = false } = {}): Promise<void> {
    await person.keys('ctrl+q');
    // The keyboard is on the button that goes on sending.
    if (sending) await person.answer('clipferry', 'Tab', 'Return');
    await until('the app has ended', () => this.processes().length === 0);
  }

  /** The version of the last start, as the app wrote it into its log. */
  async version(): Promise<string> {
    const log = await this.root.must('cat', `${this.profile}/logs/clipferry.log`);
    const starts = [...log.matchAll(/ start \{"version":"([^"]+)"/g)];
    return starts.at(-1)?.[1] ?? 'none';
  }
}
