// Files by what their volumes answer: which volume is asked, what its answers mean, and when its file is closed; also on other systems.
import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DiskFiles } from '../../../main/adapters/files.ts';
import type { VolumeOptions, VolumeThreads } from '../../../main/adapters/volume.ts';
import type { FileAnswer, FileAsk } from '../../../main/adapters/volume-orders.ts';
import type { FileStat } from '../../../main/ports.ts';

interface Made extends VolumeOptions {
  hangs: number;
}
/** What the system and its volumes say. */
const said = vi.hoisted(() => ({
  mounts: '',
  /** What /sbin/mount of a Mac says; '' = it fails. */
  mounted: '',
  ran: [] as string[],
  answer: (_: string, __: unknown): unknown => ({ kind: 'done' }),
  volumes: [] as unknown[],
}));
vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  readFileSync: (file: string, coding: string) => {
    if (said.mounts === '' || file !== '/proc/self/mountinfo' || coding !== 'latin1') throw new Error('ENOENT');
    return said.mounts;
  },
}));
vi.mock('node:child_process', async (original) => ({
  ...(await original<typeof import('node:child_process')>()),
  execFile: (file: string, _options: unknown, call: (error: Error | null, out?: { stdout: string }) => void) => {
    said.ran.push(file);
    if (said.mounted === '') call(new Error('ENOENT'));
    else call(null, { stdout: said.mounted });
  },
}));
vi.mock('../../../main/adapters/volume.ts', async (original) => ({
  ...(await original<typeof import('../../../main/adapters/volume.ts')>()),
  createVolume: (options: VolumeOptions): VolumeThreads => {
    const made: Made = { ...options, hangs: 0 };
    said.volumes.push(made);
    return {
      ask: async (ask) => said.answer(options.volume.id, ask) as FileAnswer | Promise<FileAnswer>,
      hanging: () => made.hangs,
    };
  },
}));

const volumes = said.volumes as Made[];
let asked: [volume: string, ask: FileAsk][];
let platform: NodeJS.Platform;

/** Files of a computer whose volumes answer so; what is thrown is an answer too. */
async function filesWhere(
  answer: (ask: FileAsk, volume: string) => FileAnswer | Error | Promise<FileAnswer>,
  patienceMs?: number,
): Promise<DiskFiles> {
  said.answer = (volume, ask) => {
    asked.push([volume, ask as FileAsk]);
    const given = answer(ask as FileAsk, volume);
    if (given instanceof Error) throw given;
    return given;
  };
  vi.resetModules();
  const real = process.platform;
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: real }));
  Object.defineProperty(process, 'platform', { value: platform });
  const { createDiskFiles } = await import('../../../main/adapters/files.ts');
  return createDiskFiles(patienceMs === undefined ? {} : { patienceMs });
}
const mount = (id: string, point: string, type = 'ext4'): string =>
  `${id} ${id === '1' ? 0 : 1} 8:1 / ${point} rw - ${type} /dev/x rw`;
const someStat: FileStat = { kind: 'file', device: '1', inode: '2', size: 3, mtimeNs: '4', mtimeMs: 5 };
const elsewhere = (path: string): FileAnswer => ({ kind: 'elsewhere', path });
const problemOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: { readonly problem: string }) => error.problem,
  );

beforeEach(() => {
  volumes.length = 0;
  asked = [];
  platform = 'linux';
  said.mounted = '';
  said.ran.length = 0;
  said.mounts = [mount('1', '/'), mount('2', '/media/disk'), mount('3', '/net', 'nfs4')].join('\n');
});

describe('a failure', () => {
  it.each([
    ['ENOENT', 'missing'],
    ['ENOTDIR', 'missing'],
    ['ENODEV', 'missing'],
    ['ENXIO', 'missing'],
    ['ESTALE', 'missing'],
    ['ENOTCONN', 'missing'],
    ['ESHUTDOWN', 'missing'],
    ['EACCES', 'unreadable'],
    ['EPERM', 'unreadable'],
    ['EBUSY', 'busy'],
    ['ETXTBSY', 'busy'],
    ['ETIMEDOUT', 'no-answer'],
    ['EHOSTDOWN', 'no-answer'],
    ['EHOSTUNREACH', 'no-answer'],
    ['ENETDOWN', 'no-answer'],
    ['ENETUNREACH', 'no-answer'],
    ['NOT_A_FILE', 'not-a-file'],
    ['EISDIR', 'not-a-file'],
    ['ELOOP', 'not-a-file'],
    ['EIO', 'failed'],
  ])('%s of the system is: %s', async (code, problem) => {
    const files = await filesWhere(() => ({ kind: 'failed', code, message: 'as the system says it' }));
    await expect(files.stat('/a')).rejects.toMatchObject({ problem, message: 'as the system says it' });
  });

  it('EPERM is another program that has the file open on Windows, where it is no matter of rights', async () => {
    platform = 'win32';
    const files = await filesWhere(() => ({ kind: 'failed', code: 'EPERM', message: 'x' }));
    expect(await problemOf(files.stat('C:\\a'))).toBe('busy');
  });

  it('of a volume is no answer where it gives none, and a failure where its thread broke', async () => {
    const files = await filesWhere(() => new Error('broken'));
    await expect(files.list('/a')).rejects.toMatchObject({ problem: 'failed', message: 'Error: broken' });
    // As this module was loaded anew, the error is that of the one that it knows.
    const { NoAnswer } = await import('../../../main/adapters/volume.ts');
    said.answer = () => {
      throw new NoAnswer('It does not answer');
    };
    await expect(files.list('/a')).rejects.toMatchObject({
      problem: 'no-answer',
      message: 'Error: It does not answer',
    });
  });
});

describe('what is asked', () => {
  it('goes to the volume that the path leads into, one for each, and is given as it was answered', async () => {
    const files = await filesWhere((ask, volume) => {
      if (ask.kind === 'list') return { kind: 'names', names: [volume] };
      return ask.kind === 'real' ? { kind: 'path', path: '/there' } : { kind: 'stat', stat: someStat };
    });
    expect(await files.stat('/a')).toEqual(someStat);
    expect(await files.list('/media/disk/b')).toEqual(['2']);
    expect(await files.real('/media/disk/c')).toBe('/there');
    expect(asked).toEqual([
      ['1', { kind: 'stat', path: '/a' }],
      ['2', { kind: 'list', path: '/media/disk/b' }],
      ['2', { kind: 'real', path: '/media/disk/c' }],
    ]);
    expect(volumes.map(({ volume }) => volume)).toEqual([
      { id: '1', root: '/' },
      { id: '2', root: '/media/disk' },
    ]);
  });

  it('goes on from volume to volume where links lead there, and no further than forty times', async () => {
    const files = await filesWhere(({ path }) => {
      if (path === '/a') return elsewhere('/media/disk/a');
      return path === '/media/disk/a' ? elsewhere('/net/a') : { kind: 'stat', stat: someStat };
    });
    expect(await files.stat('/a')).toEqual(someStat);
    expect(asked.map(([volume, { path }]) => [volume, path])).toEqual([
      ['1', '/a'],
      ['2', '/media/disk/a'],
      ['3', '/net/a'],
    ]);
    let left = 39;
    const long = await filesWhere(() => (left-- > 0 ? elsewhere('/net/a') : { kind: 'stat', stat: someStat }));
    expect(await long.stat('/a')).toEqual(someStat);
    left = 40;
    await expect(long.stat('/a')).rejects.toMatchObject({ problem: 'not-a-file', message: 'Too many links' });
  });

  it('is asked of the path itself where the system has no table of mounts', async () => {
    const done = (): FileAnswer => ({ kind: 'stat', stat: someStat });
    said.mounts = '';
    const files = await filesWhere(done);
    await files.stat('/media/disk/a');
    expect(volumes.map(({ volume }) => volume.id)).toEqual(['/']);
    platform = 'darwin';
    said.mounts = mount('1', '/');
    await (await filesWhere(done)).stat('/Volumes/Card/a');
    expect(volumes.map(({ volume }) => volume.id)).toEqual(['/', '/volumes/card']);
  });

  it('goes by the mounts as they are, looked at again after a quarter of a second', async () => {
    const begun = performance.now();
    let passed = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => begun + passed);
    const files = await filesWhere(() => ({ kind: 'stat', stat: someStat }));
    await files.stat('/new/a');
    const first = volumes[0]?.table();
    said.mounts += `\n${mount('4', '/new')}`;
    passed = 249;
    await files.stat('/new/a');
    expect([volumes.length, volumes[0]?.table() === first]).toEqual([1, true]);
    passed = 250;
    await files.stat('/new/a');
    expect(volumes.map(({ volume }) => volume.root)).toEqual(['/', '/new']);
    const second = volumes[0]?.table();
    passed = 10_000;
    // The very same table, as long as nothing has changed.
    expect([second === first, volumes[0]?.table() === second]).toEqual([false, true]);
  });

  it('on a computer whose mounts take long to read is asked by older ones, so that they are not all it does', async () => {
    const begun = performance.now();
    let passed = 0;
    let tickMs = 5;
    vi.spyOn(performance, 'now').mockImplementation(() => {
      passed += tickMs;
      return begun + passed;
    });
    const files = await filesWhere(() => ({ kind: 'stat', stat: someStat }));
    await files.stat('/new/a');
    tickMs = 0;
    said.mounts += `\n${mount('4', '/new')}`;
    const read = passed;
    passed = read + 999;
    await files.stat('/new/a');
    expect(volumes).toHaveLength(1);
    passed = read + 1_000;
    await files.stat('/new/a');
    expect(volumes).toHaveLength(2);
  });
});

describe('an open file', () => {
  const file = 7;
  const answers: Readonly<Record<string, FileAnswer>> = {
    open: { kind: 'file', file },
    opened: { kind: 'stat', stat: someStat },
    read: { kind: 'read', length: 2, bytes: null },
    close: { kind: 'done' },
  };
  const answering = (more: Partial<typeof answers> = {}) =>
    filesWhere((ask) =>
      ask.path === '/link' ? elsewhere('/media/disk/a') : ({ ...answers, ...more }[ask.kind] ?? new Error('x')),
    );

  it('is asked of the volume that it was found on, by its number', async () => {
    const files = await answering();
    const open = await files.open('/link');
    expect(await open.stat()).toEqual(someStat);
    const memory = new SharedArrayBuffer(16);
    expect(await open.read(new Uint8Array(memory, 4, 8), 2, 3, 100)).toBe(2);
    await open.close();
    const path = '/media/disk/a';
    expect(asked.slice(1)).toEqual([
      ['2', { kind: 'open', path }],
      ['2', { kind: 'opened', path, file }],
      ['2', { kind: 'read', path, file, memory, start: 6, length: 3, position: 100 }],
      ['2', { kind: 'close', path, file }],
    ]);
  });

  it('is read into memory of its reader’s own by a copy', async () => {
    const open = await (await answering({ read: { kind: 'read', length: 2, bytes: new Uint8Array([8, 9]) } })).open(
      '/a',
    );
    const into = new Uint8Array(6);
    expect(await open.read(into, 3, 2, 0)).toBe(2);
    expect([...into]).toEqual([0, 0, 0, 8, 9, 0]);
    expect(asked.at(-1)?.[1]).toMatchObject({ memory: null, start: 3 });
  });

  it('fails where something else was answered', async () => {
    const open = await (await answering({ read: { kind: 'done' }, opened: { kind: 'done' } })).open('/a');
    const failure = { problem: 'failed', message: 'This was not asked' };
    await expect(open.read(new Uint8Array(2), 0, 2, 0)).rejects.toMatchObject(failure);
    await expect(open.stat()).rejects.toMatchObject(failure);
  });

  it('is closed once, after what was asked of it, and takes nothing more from then on', async () => {
    let end = (_: FileAnswer): void => {};
    const files = await filesWhere((ask) => {
      if (ask.kind === 'read') return new Promise<FileAnswer>((resolve) => (end = resolve));
      return answers[ask.kind] ?? new Error('x');
    });
    const open = await files.open('/a');
    await open.stat();
    const read = open.read(new Uint8Array(2), 0, 2, 0);
    const closings = [open.close(), open.close()];
    const late = { problem: 'failed', message: 'The file was closed' };
    await expect(open.stat()).rejects.toMatchObject(late);
    await turn();
    expect(asked.map(([, { kind }]) => kind)).toEqual(['open', 'opened', 'read']);
    end({ kind: 'read', length: 2, bytes: null });
    await Promise.all([read, ...closings, open.close()]);
    expect(asked.map(([, { kind }]) => kind)).toEqual(['open', 'opened', 'read', 'close']);
    await expect(open.read(new Uint8Array(2), 0, 2, 0)).rejects.toMatchObject(late);
  });

  it('is closed whatever became of its reading, and closing it fails for nobody', async () => {
    const files = await filesWhere((ask) => (ask.kind === 'open' ? (answers.open as FileAnswer) : new Error('pulled')));
    const open = await files.open('/a');
    const read = problemOf(open.read(new Uint8Array(2), 0, 2, 0));
    await expect(open.close()).resolves.toBeUndefined();
    expect(await read).toBe('failed');
    expect(asked.at(-1)?.[1].kind).toBe('close');
  });

  it('that is read whole goes into shared memory, and into no other', async () => {
    const whole = { bytes: 3, opened: someStat, named: null, sha256: 'x' };
    const files = await filesWhere(({ path }) => (path === '/link' ? elsewhere('/net/a') : { kind: 'whole', whole }));
    const memory = new SharedArrayBuffer(16);
    expect(await files.readWhole('/link', new Uint8Array(memory, 4, 8), true)).toEqual(whole);
    expect(asked[1]).toEqual(['3', { kind: 'whole', path: '/net/a', memory, start: 4, length: 8, hash: true }]);
    expect(await files.readWhole('/link', new Uint8Array(8), true)).toBe(null);
    expect(asked).toHaveLength(2);
  });
});

describe('a folder', () => {
  it.each<[string, string, FileAnswer | Error, boolean]>([
    ['on a local disk is not remote', '/media/disk', { kind: 'path', path: '/media/disk' }, false],
    ['on a network disk is remote', '/net/films', { kind: 'path', path: '/net/films' }, true],
    ['that leads to a network disk is remote', '/link', { kind: 'path', path: '/net/films' }, true],
    ['above a network disk is remote', '/', { kind: 'path', path: '/' }, true],
    ['that is gone is where its path says', '/net/gone', { kind: 'failed', code: 'ENOENT', message: '' }, true],
    ['that is gone is not where it does not', '/gone', { kind: 'failed', code: 'ENOENT', message: '' }, false],
    ['of which nothing is heard is remote', '/a', { kind: 'failed', code: 'ETIMEDOUT', message: '' }, true],
  ])('%s', async (_, path, answer, expected) => {
    expect(await (await filesWhere(() => answer)).isRemote(path)).toBe(expected);
  });

  it('where nobody knows the mounts is not remote', async () => {
    said.mounts = '';
    const files = await filesWhere(() => ({ kind: 'path', path: '/net' }));
    expect(await files.isRemote('/net')).toBe(false);
  });

  it.each([
    ['a share', '\\\\server\\share', null, true],
    ['a letter that a share is known by', 'Z:\\films', '\\\\server\\share\\films', true],
    ['a disk of this computer', 'C:\\films', 'C:\\films', false],
    ['a disk under its long name', '\\\\?\\C:\\films', '\\\\?\\C:\\films', false],
    ['a share under its long name', '\\\\?\\UNC\\server\\share', null, true],
  ])('on Windows is remote by where it really is: %s', async (_, path, real, expected) => {
    platform = 'win32';
    const files = await filesWhere(() =>
      real === null ? { kind: 'failed', code: 'EIO', message: '' } : { kind: 'path', path: real },
    );
    expect(await files.isRemote(path)).toBe(expected);
    // What is a share by its name is not asked: it could hang.
    expect(asked).toHaveLength(real === null ? 0 : 1);
  });

  it('on a Mac is remote by what the system says of its disks, which is asked seldom', async () => {
    platform = 'darwin';
    said.mounted = '/dev/disk3s1 on / (apfs, local)\n//ava@nas/films on /Volumes/films (smbfs, nodev, nosuid)\n';
    const files = await filesWhere((ask) => ({ kind: 'path', path: 'path' in ask ? ask.path : '' }));
    expect(await files.isRemote('/Volumes/films/today')).toBe(true);
    expect(await files.isRemote('/Users/ava')).toBe(false);
    expect(said.ran).toEqual(['/sbin/mount']);
  });

  it('on a Mac that does not answer is not remote', async () => {
    platform = 'darwin';
    const files = await filesWhere(() => ({ kind: 'path', path: '/Volumes/films' }));
    expect(await files.isRemote('/Volumes/films')).toBe(false);
  });
});

describe('volumes', () => {
  const done = (): FileAnswer => ({ kind: 'stat', stat: someStat });

  it('have half a minute to answer, unless somebody is in a hurry', async () => {
    const files = await filesWhere(done);
    await files.stat('/a');
    const patience = (): number | undefined => volumes[0]?.patienceMs();
    expect(patience()).toBe(30_000);
    const ends = [files.hurry(), files.hurry()];
    expect(patience()).toBe(1_000);
    ends[0]?.();
    expect(patience()).toBe(1_000);
    ends[1]?.();
    expect(patience()).toBe(30_000);
    const hasty = await filesWhere(done, 300);
    await hasty.stat('/a');
    expect(volumes[1]?.patienceMs()).toBe(300);
    hasty.hurry();
    expect(volumes[1]?.patienceMs()).toBe(300);
  });

  it('that answer again are told to all who want to know, as long as they do', async () => {
    const files = await filesWhere(done);
    await files.stat('/a');
    const told: string[] = [];
    const end = files.onAnswering(() => void told.push('one'));
    files.onAnswering(() => void told.push('other'));
    volumes[0]?.onBack();
    expect(told).toEqual(['one', 'other']);
    end();
    volumes[0]?.onBack();
    expect(told).toEqual(['one', 'other', 'other']);
  });

  it('hang where any of them does', async () => {
    const files = await filesWhere(done);
    await files.stat('/a');
    await files.stat('/net/a');
    expect(files.hangs()).toBe(false);
    (volumes[1] as Made).hangs = 1;
    expect(files.hangs()).toBe(true);
  });
});
