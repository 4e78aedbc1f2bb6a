// Who holds a file open for writing, seen on real programs, and on tables as the system writes them of what none does at a wish.
import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
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
async function holds(file: string, how: '>>' | '<' | '<>', shell = '/bin/sh'): Promise<ChildProcess> {
  const child = spawn(shell, ['-c', `exec 3${how}"$1"; echo open; read end`, 'sh', file], {
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
  it('on the disk in memory is held as any other', async () => {
    const inMemory = mkdtempSync('/dev/shm/clipferry-writers-');
    onTestFinished(() => rmSync(inMemory, { recursive: true, force: true }));
    const file = path.join(inMemory, 'clip.mp4');
    writeFileSync(file, 'some bytes');
    const child = await holds(file, '>>');
    expect([...(findHolders([held(file)], none)?.keys() ?? [])]).toEqual([file]);
    await ended(child);
  });

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

describe.runIf(process.platform === 'linux')('a program', () => {
  it('is told by the name of its file, also where an update has taken that away', async () => {
    const file = make('clip.mp4');
    const program = path.join(folder, 'recorder');
    copyFileSync('/bin/sh', program);
    chmodSync(program, 0o755);
    const child = await holds(file, '>>', program);
    rmSync(program);
    expect(findHolders([held(file)], none)?.get(file)).toEqual({ pid: String(child.pid), program: 'recorder' });
  });

  it('of two that hold a file is the first one that the system names, and the one that is known goes before it', async () => {
    const file = make('clip.mp4');
    const pids = [(await holds(file, '>>')).pid, (await holds(file, '>>')).pid];
    const first = readdirSync('/proc').find((name) => pids.some((pid) => name === String(pid))) ?? '';
    const second = String(pids.find((pid) => String(pid) !== first));
    expect(findHolders([held(file)], none)?.get(file)?.pid).toBe(first);
    const known = new Map([[file, { pid: second, program: 'sh' }]]);
    expect(findHolders([held(file)], known)?.get(file)?.pid).toBe(second);
  });
});

/** A program in a table of its own, as proc(5) has it: its handles by number, each with the place it leads to and what is told of it. */
function tableWith(handles: Readonly<Record<string, readonly [link: string, info: string]>>, pid = '77'): string {
  const proc = path.join(folder, 'proc');
  for (const part of ['fd', 'fdinfo']) mkdirSync(path.join(proc, pid, part), { recursive: true });
  for (const [handle, [link, info]] of Object.entries(handles)) {
    symlinkSync(link, path.join(proc, pid, 'fd', handle));
    writeFileSync(path.join(proc, pid, 'fdinfo', handle), info);
  }
  return proc;
}
const infoOf = (flags: string, inode: string): string => `pos:\t0\nflags:\t${flags}\nmnt_id:\t31\nino:\t${inode}\n`;

describe.runIf(process.platform === 'linux')('a handle in the table of a program', () => {
  const append = '0102001';
  const elsewhere = '4026532000';

  it('on a layered disk, which counts its files in another way, is told by its name', () => {
    const file = make('clip.mp4');
    const proc = tableWith({ 5: [file, infoOf(append, elsewhere)] });
    expect(findHolders([held(file)], none, proc)).toEqual(new Map([[file, { pid: '77', program: '' }]]));
    writeFileSync(path.join(proc, '77', 'fdinfo', '5'), `flags:\t${append}\n`);
    expect(findHolders([held(file)], none, proc)?.size).toBe(1);
  });

  it('under another name of the file is told by its number', () => {
    const file = make('clip.mp4');
    const linked = path.join(folder, 'another name.mp4');
    linkSync(file, linked);
    const proc = tableWith({ 5: [linked, infoOf(append, held(file).inode)] });
    expect(findHolders([held(file)], none, proc)?.size).toBe(1);
  });

  it('that has neither the name nor the number of a file is not followed: its disk may be a dead one', () => {
    const file = make('clip.mp4');
    const linked = path.join(folder, 'another name.mp4');
    linkSync(file, linked);
    const proc = tableWith({ 5: [linked, infoOf(append, elsewhere)], 6: [linked, `flags:\t${append}\n`] });
    expect(findHolders([held(file)], none, proc)).toEqual(none);
  });

  it('to what is no place, or to a device, is not followed either', () => {
    const file = make('clip.mp4');
    const info = infoOf(append, held(file).inode);
    const proc = tableWith({ 5: ['pipe:[12]', info], 6: [`/dev/../${file}`, info] });
    // Followed, both would lead to the file.
    linkSync(file, path.join(proc, '77', 'fd', 'pipe:[12]'));
    expect(findHolders([held(file)], none, proc)).toEqual(none);
  });

  it.each([
    ['0100000', 0],
    ['0102000', 0],
    ['0100001', 1],
    ['0100002', 1],
    ['0112001', 1],
  ])('with the flags %s is one for writing: %d', (flags, count) => {
    const file = make('clip.mp4');
    const proc = tableWith({ 5: [file, infoOf(flags, held(file).inode)] });
    expect(findHolders([held(file)], none, proc)?.size).toBe(count);
  });

  it('that is gone while one looks, or of which nothing is told, stops no look at the others', () => {
    const file = make('clip.mp4');
    const info = infoOf(append, held(file).inode);
    const gone = path.join(folder, 'gone', 'clip.mp4');
    const proc = tableWith({ 3: [file, ''], 4: [file, ''], 5: [gone, info], 7: [file, info] });
    rmSync(path.join(proc, '77', 'fdinfo', '4'));
    writeFileSync(path.join(proc, '77', 'fd', '6'), 'no link');
    expect(findHolders([held(file)], none, proc)?.get(file)?.pid).toBe('77');
  });

  it('is looked for in programs alone, which are numbers there', () => {
    const file = make('clip.mp4');
    const handles = { 5: [file, infoOf(append, held(file).inode)] } as const;
    for (const name of ['net7', '7net', 'self']) tableWith(handles, name);
    const proc = tableWith({}, '12');
    expect(findHolders([held(file)], none, proc)).toEqual(none);
    tableWith(handles, '4711');
    expect(findHolders([held(file)], none, proc)?.get(file)?.pid).toBe('4711');
  });

  it.each([
    ['/opt/studio/recorder', 'recorder'],
    ['/opt/studio/recorder (deleted)', 'recorder'],
    ['/opt/a (deleted) recorder', 'a (deleted) recorder'],
  ])('of the program %s is held by %s', (exe, program) => {
    const file = make('clip.mp4');
    const proc = tableWith({ 5: [file, infoOf(append, held(file).inode)] });
    symlinkSync(exe, path.join(proc, '77', 'exe'));
    expect(findHolders([held(file)], none, proc)?.get(file)?.program).toBe(program);
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

  it('is held on a layered disk, where its number is another one, and under another name, where its own is another', () => {
    const file = make('a clip.mp4');
    const linked = path.join(folder, 'another name.mp4');
    linkSync(file, linked);
    expect(findHolders([held(file)], none, processOf(row(file, 'rw-s', '4026532000')))?.size).toBe(1);
    rmSync(path.join(folder, 'proc'), { recursive: true });
    expect(findHolders([held(file)], none, processOf(row(linked, 'rw-s', held(file).inode)))?.size).toBe(1);
    rmSync(path.join(folder, 'proc'), { recursive: true });
    expect(findHolders([held(file)], none, processOf(row(linked, 'rw-s', '4026532000')))).toEqual(none);
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
