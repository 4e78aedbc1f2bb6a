// Someone at the desktop of a root, as steps: by role and name, as a screen reader would find it.
import type { ChildProcess } from 'node:child_process';
import { createInterface, type Interface } from 'node:readline';
import type { FreshRoot } from './fresh-root.ts';

export type Role = 'button' | 'field' | 'heading' | 'tab' | 'text';

interface Answer {
  readonly found?: unknown;
  readonly error?: string;
}

export class Person {
  private readonly child: ChildProcess;
  private readonly lines: AsyncIterableIterator<string>;
  private complaint = '';
  private readonly slips: string[] = [];

  constructor(root: FreshRoot) {
    this.child = root.startAsUser(['python3', '/mnt/tools/person.py']);
    const { stdout, stderr } = this.child;
    if (stdout === null) throw new Error('nobody can be heard');
    const lines: Interface = createInterface(stdout);
    this.lines = lines[Symbol.asyncIterator]();
    stderr?.on('data', (chunk) => {
      this.complaint += chunk;
    });
  }

  private async ask(order: Readonly<Record<string, unknown>>): Promise<unknown> {
    this.child.stdin?.write(`${JSON.stringify(order)}\n`);
    const { value, done } = await this.lines.next();
    if (done) throw new Error(`nobody is at the desktop any more:\n${this.complaint}`);
    const { found, error } = JSON.parse(value) as Answer;
    if (error !== undefined) throw new Error(error);
    return found;
  }

  /** Waits until it is shown, and returns its whole name. `name` is a regular expression for all of it. */
  async look(role: Role, name: string, seconds = 30): Promise<string> {
    return String(await this.ask({ do: 'look', role, name, seconds }));
  }

  /** By the mouse. */
  async click(role: Role, name: string, seconds = 30): Promise<void> {
    await this.ask({ do: 'click', role, name, seconds });
  }

  /** In place of what the field has; more than once where not all of it comes there, which `slipped` tells. */
  async type(name: string, text: string): Promise<void> {
    this.slips.push(...((await this.ask({ do: 'type', name, text })) as string[]));
  }

  /** What fields held where a text had to be typed once more; '' = each came at once. */
  slipped(): string {
    return this.slips.map((held) => `; typed once more, as the field held “${held}”`).join('');
  }

  /** One after the other, in the words of X11. */
  async keys(...keys: readonly string[]): Promise<void> {
    await this.ask({ do: 'key', keys });
  }

  /** Once the program asks something in a box of the system's, with these keys. */
  async answer(program: string, ...keys: readonly string[]): Promise<void> {
    await this.ask({ do: 'answer', program, keys });
  }

  /** All that has a name, for who has to find out why something is not there. */
  async read(): Promise<readonly string[]> {
    return (await this.ask({ do: 'read' })) as string[];
  }

  leave(): void {
    this.child.stdin?.end();
  }
}
