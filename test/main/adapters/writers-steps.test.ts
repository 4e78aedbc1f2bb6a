// Who holds a file open for writing, seen on real programs; mappings on tables as the system writes them.
import { type ChildProcess, spawn } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findHolders } from '../../../main/adapters/writers-steps.ts';
import type { HeldFile } from '../../../main/ports.ts';

let folder: string;
let children: ChildProcess[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'clipferry-writers-'));
  children = [];
});
afterEach(async () => {
  for (const child of children) await ended(child);
  rmSync(folder, { recursive: true, force: true });
});

const make = (name: string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, 'some bytes');
  return file;
};
const held = (file: string): HeldFile => {
  const { dev, ino } = statSync(file, { bigint: true });
  return { path: file, device: String(dev), inode: String(ino) };
};
/** A shell that has opened the file in this way, and keeps it until it is ended. */
async function holds(file: string, how: '>>' | '<' | '<>'): Promise<ChildProcess> {
  const child = spawn('/bin/sh', ['-c', `exec 3${how}"$1"; echo open; read end`, 'sh', file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  return child;
}
async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = new Promise((resolve) => child.once('exit', resolve));
  child.stdin?.end('\n');
  await exit;
}
const none = new Map();

describe.runIf(process.platform === 'linux')('a file', () => {
  it.each(['>>', '<>'] as const)(
    'that a program has open for writing (%s) is held by it, until it ends',
    async (how) => {
      const file = make('clip.mp4');
      expect(findHolders([held(file)], none)).toEqual(none);
      const child = await holds(file, how);
      const found = findHolders([held(file)], none);
      expect([...(found ?? [])]).toEqual([[file, { pid: String(child.pid), program: expect.stringMatching(/sh$/) }]]);
      await ended(child);
      expect(findHolders([held(file)], found ?? none)).toEqual(none);
    },
  );

  it('that is only read is held by nobody', async () => {
    const file = make('clip.mp4');
    await holds(file, '<');
    expect(findHolders([held(file)], none)).toEqual(none);
  });

  it('is held under whatever name it was opened, and where another of that name is held it is not', async () => {
    const file = make('clip.mp4.tmp');
    const child = await holds(file, '>>');
    const named = path.join(folder, 'clip.mp4');
    renameSync(file, named);
    const linked = path.join(folder, 'another name.mp4');
    linkSync(named, linked);
    mkdirSync(path.join(folder, 'below'));
    const other = make('below/clip.mp4');
    const found = findHolders([held(named), held(linked), held(other)], none);
    expect([...(found?.keys() ?? [])].sort()).toEqual([linked, named]);
    expect(found?.get(linked)?.pid).toBe(String(child.pid));
  });

  it('that one program let go is held by the next one that has it', async () => {
    const file = make('clip.mp4');
    const first = await holds(file, '>>');
    const known = findHolders([held(file)], none) ?? none;
    const second = await holds(file, '>>');
    await ended(first);
    expect(findHolders([held(file)], known)?.get(file)?.pid).toBe(String(second.pid));
  });

  it('whose holder is known costs no look at other programs', async () => {
    const file = make('clip.mp4');
    const child = await holds(file, '>>');
    const known = new Map([[file, { pid: String(child.pid), program: 'sh' }]]);
    // Where there is nobody else, nobody else can be asked.
    const proc = path.join(folder, 'proc');
    mkdirSync(proc);
    symlinkSync(`/proc/${child.pid}`, path.join(proc, String(child.pid)));
    expect(findHolders([held(file)], known, proc)?.size).toBe(1);
    rmSync(path.join(proc, String(child.pid)));
    expect(findHolders([held(file)], known, proc)).toBeNull();
  });
});

describe('a file that is written through a mapping', () => {
  function processOf(maps: string): string {
    const proc = path.join(folder, 'proc');
    mkdirSync(path.join(proc, '77'), { recursive: true });
    writeFileSync(path.join(proc, '77', 'maps'), maps);
    symlinkSync('/', path.join(proc, '77', 'root'));
    return proc;
  }
  const row = (file: string, rights: string, inode = held(file).inode): string =>
    `7f3c0a000000-7f3c0a400000 ${rights} 00000000 fe:01 ${inode}                     ${file}\n`;

  it('is held, though its handle was closed', () => {
    const file = make('a clip.mp4');
    const proc = processOf(
      `55d0-55d1 r--p 00000000 fe:01 12 /usr/bin/ls\n7ffc-7ffd rw-p 00000000 00:00 0 [stack]\n${row(file, 'rw-s')}`,
    );
    expect(findHolders([held(file)], none, proc)).toEqual(new Map([[file, { pid: '77', program: '' }]]));
  });

  it.each([
    ['only read', 'r--s'],
    ['a copy of its own', 'rw-p'],
  ])('is not, where it is %s', (_, rights) => {
    const file = make('a clip.mp4');
    expect(findHolders([held(file)], none, processOf(row(file, rights)))).toEqual(none);
  });

  it('is not, where it is another file of that inode or name', () => {
    const file = make('a clip.mp4');
    mkdirSync(path.join(folder, 'else'));
    const others = [make('else/a clip.mp4'), make('else/b.mp4')];
    const maps = `${row(others[0] ?? '', 'rw-s')}${row(others[1] ?? '', 'rw-s', held(file).inode)}`;
    expect(findHolders([held(file)], none, processOf(maps))).toEqual(none);
  });
});

it('nothing is known where the system shows no programs', () => {
  const file = make('clip.mp4');
  expect(findHolders([held(file)], none, path.join(folder, 'no-proc'))).toBeNull();
  expect(findHolders([], none, path.join(folder, 'no-proc'))).toEqual(none);
});
