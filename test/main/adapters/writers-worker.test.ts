// The thread that looks who writes, met at its own port: each order is answered under its number, and who held a file is remembered.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { WritersOrder, WritersReport } from '../../../main/adapters/writers-worker.ts';
import type { HeldFile } from '../../../main/ports.ts';

const thread = vi.hoisted(() => ({ parentPort: null as unknown }));
vi.mock('node:worker_threads', async (original) => {
  const given = await original<typeof import('node:worker_threads')>();
  const parentPort = { get: () => thread.parentPort, enumerable: true };
  return Object.defineProperties({ ...given }, { parentPort });
});
const system = vi.hoisted(() => ({ showsPrograms: true }));
vi.mock('node:fs', async (original) => {
  const given = await original<typeof import('node:fs')>();
  const readdirSync = (folder: string): string[] => {
    if (folder === '/proc' && !system.showsPrograms) throw new Error('ENOENT');
    return given.readdirSync(folder);
  };
  return { ...given, readdirSync };
});

let main: MessagePort;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'clipferry-writers-'));
  const { port1, port2 } = new MessageChannel();
  thread.parentPort = port1;
  main = port2;
  system.showsPrograms = true;
  onTestFinished(() => {
    port2.close();
    rmSync(folder, { recursive: true, force: true });
  });
  vi.resetModules();
  await import('../../../main/adapters/writers-worker.ts');
});

function make(name: string): HeldFile {
  const file = path.join(folder, name);
  writeFileSync(file, 'some bytes');
  const { dev, ino } = statSync(file, { bigint: true });
  return { path: file, device: String(dev), inode: String(ino) };
}
function opened(file: HeldFile): number {
  const handle = openSync(file.path, 'a');
  onTestFinished(() => closeSync(handle));
  return handle;
}
async function told(...orders: readonly WritersOrder[]): Promise<readonly WritersReport[]> {
  const answered = once(main, 'message');
  main.postMessage(orders);
  return (await answered)[0] as readonly WritersReport[];
}
const holdingOf = async (...files: readonly HeldFile[]): Promise<WritersReport['holding'] | undefined> =>
  (await told({ id: 1, files }))[0]?.holding;
const thisProgram = (): string => path.basename(readlinkSync('/proc/self/exe'));

describe.runIf(process.platform === 'linux')('the thread that looks who writes', () => {
  it('answers each order under its number, in the order in which they came', async () => {
    const [held, free] = [make('held.mp4'), make('free.mp4')];
    opened(held);
    const reports = await told({ id: 7, files: [held, free] }, { id: 8, files: [free] });
    expect(reports.map(({ id, holding }) => [id, holding])).toEqual([
      [7, new Map([[held.path, thisProgram()]])],
      [8, new Map()],
    ]);
  });

  it('tells what a look cost this thread, in milliseconds', async () => {
    const asked: unknown[] = [];
    vi.spyOn(process, 'threadCpuUsage').mockImplementation((before) => {
      asked.push(before);
      return before ? { user: 3_000, system: 2_000 } : { user: 10, system: 20 };
    });
    expect((await told({ id: 1, files: [make('a.mp4')] }))[0]?.costMs).toBe(5);
    expect(asked).toEqual([undefined, { user: 10, system: 20 }]);
  });

  it('knows nothing where the system shows no programs', async () => {
    const file = make('a.mp4');
    opened(file);
    system.showsPrograms = false;
    expect(await holdingOf(file)).toBeNull();
    system.showsPrograms = true;
    expect(await holdingOf(file)).toEqual(new Map([[file.path, thisProgram()]]));
  });
});

describe.runIf(process.platform === 'linux')('who held a file', () => {
  /** A shell that opens the file at once, closes it with a first line, and opens it again with the next. */
  async function shell(file: HeldFile): Promise<{ next: () => Promise<void>; end: () => Promise<void> }> {
    const steps = 'exec 3>>"$1"; echo; read a; exec 3>&-; echo; read b; exec 3>>"$1"; echo; read c';
    const child: ChildProcess = spawn('/bin/sh', ['-c', steps, 'sh', file.path], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const said = (): Promise<unknown> => new Promise((resolve) => child.stdout?.once('data', resolve));
    onTestFinished(() => void child.kill());
    await said();
    return {
      next: async () => {
        const answered = said();
        child.stdin?.write('\n');
        await answered;
      },
      end: async () => {
        const exit = once(child, 'exit');
        child.stdin?.end();
        await exit;
      },
    };
  }

  it('is told as long as it does, though another program that would be found first holds it, too', async () => {
    const file = make('a.mp4');
    const holder = await shell(file);
    expect((await holdingOf(file))?.get(file.path)).toMatch(/sh$/);
    opened(file);
    expect((await holdingOf(file))?.get(file.path)).toMatch(/sh$/);
    await holder.end();
    expect((await holdingOf(file))?.get(file.path)).toBe(thisProgram());
  });

  it('and let it go is forgotten', async () => {
    const file = make('a.mp4');
    const holder = await shell(file);
    expect((await holdingOf(file))?.size).toBe(1);
    await holder.next();
    expect((await holdingOf(file))?.size).toBe(0);
    await holder.next();
    opened(file);
    expect((await holdingOf(file))?.get(file.path)).toBe(thisProgram());
  });

  it('is not forgotten by a look for other files', async () => {
    const [file, other] = [make('a.mp4'), make('b.mp4')];
    await shell(file);
    expect((await holdingOf(file))?.get(file.path)).toMatch(/sh$/);
    await holdingOf(other);
    opened(file);
    expect((await holdingOf(file))?.get(file.path)).toMatch(/sh$/);
  });
});
