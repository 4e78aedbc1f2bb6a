// Who writes, by the word of a real lsof about real programs: what a Mac has in place of /proc (F-23).
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, linkSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { holdersIn, lsofWriters } from '../../../main/adapters/lsof-writers.ts';
import type { HeldFile } from '../../../main/ports.ts';

const command = '/usr/bin/lsof';
let folder: string;
let programs: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-lsof-'));
  programs = [];
});
afterEach(async () => {
  for (const one of programs) {
    const ended = once(one, 'exit');
    one.kill('SIGKILL');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});
const at = (name: string): string => join(folder, name);
const heldFile = (path: string): HeldFile => {
  const { dev, ino } = statSync(path, { bigint: true });
  return { path, device: String(dev), inode: String(ino) };
};
/** A program that keeps the file open, once it does. */
async function keepOpen(path: string, how: '<' | '>' | '<>'): Promise<void> {
  const program = spawn('sh', ['-c', `exec 7${how} "$1"; echo open; exec sleep 60`, 'sh', path], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  programs.push(program);
  await once(program.stdout, 'data');
}

describe('a file', () => {
  it('that a program has open for writing is held by it, whatever it is called; read by others it is not', async () => {
    const names = ['plain.mp4', 'with spaces and ümlaut.mp4', 'new\nline.mp4', '-n.mp4'];
    for (const name of [...names, 'read.mp4', 'free.mp4']) writeFileSync(at(name), 'x');
    for (const [n, name] of names.entries()) await keepOpen(at(name), n % 2 === 0 ? '>' : '<>');
    await keepOpen(at('read.mp4'), '<');
    const files = [...names, 'read.mp4', 'free.mp4'].map((name) => heldFile(at(name)));
    const held = await lsofWriters(command).holding(files);
    expect([...(held?.keys() ?? [])].toSorted()).toEqual(names.map(at).toSorted());
    expect(new Set(held?.values())).toEqual(new Set(['sleep']));
  });

  it('that alone is asked about is held', async () => {
    writeFileSync(at('one.mp4'), 'x');
    await keepOpen(at('one.mp4'), '>');
    const held = await lsofWriters(command).holding([heldFile(at('one.mp4'))]);
    expect([...(held ?? [])]).toEqual([[at('one.mp4'), 'sleep']]);
  });

  it('that is open under another of its names is held', async () => {
    writeFileSync(at('one.mp4'), 'x');
    linkSync(at('one.mp4'), at('two.mp4'));
    await keepOpen(at('one.mp4'), '<>');
    const held = await lsofWriters(command).holding([heldFile(at('one.mp4')), heldFile(at('two.mp4'))]);
    expect([...(held?.keys() ?? [])].toSorted()).toEqual([at('one.mp4'), at('two.mp4')]);
  });

  it('of very many is found among them', async () => {
    const names = Array.from({ length: 450 }, (_, n) => at(`${n}.mp4`));
    for (const name of names) writeFileSync(name, 'x');
    await keepOpen(at('449.mp4'), '>');
    expect([...((await lsofWriters(command).holding(names.map(heldFile))) ?? [])]).toEqual([[at('449.mp4'), 'sleep']]);
  });

  it('of very many is asked about with a few hundred of them at a time, for arguments have a limit', async () => {
    writeFileSync(at('lsof'), '#!/bin/sh\n[ $# -le 250 ] || exit 3\nexit 1\n');
    chmodSync(at('lsof'), 0o755);
    const files = Array.from({ length: 450 }, (_, n) => ({ path: `/${n}.mp4`, device: '1', inode: `${n}` }));
    expect(await lsofWriters(at('lsof')).holding(files)).toEqual(new Map());
  });

  it('that is gone by now is held by nobody', async () => {
    writeFileSync(at('gone.mp4'), 'x');
    const gone = heldFile(at('gone.mp4'));
    rmSync(at('gone.mp4'));
    expect(await lsofWriters(command).holding([gone])).toEqual(new Map());
  });
});

describe('nothing is known', () => {
  const some: HeldFile = { path: '/a.mp4', device: '1', inode: '2' };

  it('where there is no lsof', async () => {
    expect(await lsofWriters(at('nothing')).holding([some])).toBeNull();
  });

  it('of a file that is not there, whether there is one in its usual place or not', async () => {
    expect([null, new Map()]).toContainEqual(await lsofWriters().holding([{ ...some, path: at('nothing.mp4') }]));
  });

  it.each([
    ['does not answer', 'exec sleep 60', 200],
    ['fails', 'exit 3', 5_000],
  ])('where it %s', async (_, script, patience) => {
    writeFileSync(at('lsof'), `#!/bin/sh\n${script}\n`);
    chmodSync(at('lsof'), 0o755);
    expect(await lsofWriters(at('lsof'), patience).holding([some])).toBeNull();
  });

  it('after it was closed, also of what was asked before', async () => {
    writeFileSync(at('lsof'), '#!/bin/sh\nexec sleep 60\n');
    chmodSync(at('lsof'), 0o755);
    const writers = lsofWriters(at('lsof'));
    const asked = writers.holding([some]);
    await writers.close();
    expect([await asked, await writers.holding([some])]).toEqual([null, null]);
  });

  it('after it was closed, also where lsof would answer', async () => {
    writeFileSync(at('lsof'), '#!/bin/sh\nexit 1\n');
    chmodSync(at('lsof'), 0o755);
    const writers = lsofWriters(at('lsof'));
    expect(await writers.holding([some])).toEqual(new Map());
    await writers.close();
    expect(await writers.holding([some])).toBeNull();
  });
});

it('asked about no file it starts nothing', async () => {
  expect(await lsofWriters(at('nothing')).holding([])).toEqual(new Map());
});

it('what it says is read field by field, whatever stands in between (lsof(8))', () => {
  const files: HeldFile[] = [
    { path: '/a', device: '16777220', inode: '7' },
    { path: '/b', device: '16777220', inode: '8' },
  ];
  const said = ['p12', 'cAdobe Premiere Pro', 'f33', 'aw', 'D0x1000004', 'i7', 'f34', 'ar', 'D0x1000004', 'i8'];
  expect([...holdersIn(said.join('\n'), files)]).toEqual([['/a', 'Adobe Premiere Pro']]);
  const odd = ['p1', 'cfirst', 'f1', 'au', 'D0xzz', 'i7', 'f2', 'au', 'i8', 'p2', 'f3', 'au', 'D0x1000004', 'i8', ''];
  expect([...holdersIn(odd.join('\n'), files)]).toEqual([['/b', '']]);
  const noDevice = ['p1', 'f1', 'au', 'D0x1000004,7', 'i7', 'f2', 'au', 'D:0x1000004', 'i8'];
  expect(holdersIn(noDevice.join('\n'), files)).toEqual(new Map());
  const noProcess = ['f1', 'aw', 'D0x1000004', 'i7'];
  expect([...holdersIn(noProcess.join('\n'), files)]).toEqual([['/a', '']]);
  expect(holdersIn('', files)).toEqual(new Map());
});

it('of several programs that write to a file the first is told', () => {
  const file: HeldFile = { path: '/a', device: '16777220', inode: '7' };
  const said = ['one', 'two'].flatMap((name, n) => [`p${n + 1}`, `c${name}`, 'f3', 'aw', 'D0x1000004', 'i7']);
  expect([...holdersIn(said.join('\n'), [file])]).toEqual([['/a', 'one']]);
});
