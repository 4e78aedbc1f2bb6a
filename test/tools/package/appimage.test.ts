// The program that an AppImage begins with, on a small app of its own: mounted, unpacked, ended with the app, and the same each time.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const needed = ['/usr/include/squashfuse/ll.h', '/usr/include/fuse3/fuse_lowlevel.h', '/usr/include/zstd.h'];
const hasTool = (command: string, word: string): boolean => spawnSync(command, [word]).error === undefined;
const canMake =
  needed.every(existsSync) && ['gcc', 'mksquashfs', 'desktop-file-validate'].every((one) => hasTool(one, '--version'));
/** root mounts by itself; others need the helper, and nobody can where there is no device. */
const canMount = existsSync('/dev/fuse') && (process.getuid?.() === 0 || hasTool('fusermount3', '--version'));
const mounted = (): string => readFileSync('/proc/mounts', 'utf8');

describe.skipIf(!canMake)('an AppImage', () => {
  let folder: string;
  let image: string;
  const at = (...parts: string[]): string => path.join(folder, ...parts);

  /** The squashed app behind the runtime, as electron-builder puts them together. */
  function make(name: string): string {
    const runtime = readFileSync(at('tools/runtimes/runtime-x64'));
    // It is changed by what squashes it.
    cpSync(at('app'), at('stage'), { recursive: true, verbatimSymlinks: true });
    const args = [at('stage'), at(name), '-offset', String(runtime.length), '-all-root', '-noappend', '-no-progress'];
    const made = spawnSync(at('tools/mksquashfs'), [...args, '-quiet', '-no-xattrs', '-comp', 'zstd'], {
      encoding: 'utf8',
      env: { ...process.env, SOURCE_DATE_EPOCH: '1700000000', ELECTRON_BUILDER_COMPRESSION_LEVEL: '1' },
    });
    expect(made).toMatchObject({ status: 0, stderr: '' });
    rmSync(at('stage'), { recursive: true });
    const whole = readFileSync(at(name));
    runtime.copy(whole);
    writeFileSync(at(name), whole, { mode: 0o755 });
    chmodSync(at(name), 0o755);
    return at(name);
  }

  beforeAll(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'clipferry-appimage-'));
    const tools = spawnSync(process.execPath, [path.join(import.meta.dirname, 'appimage-tools.ts'), at('tools')], {
      encoding: 'utf8',
    });
    expect(tools).toMatchObject({ status: 0, stderr: '' });
    mkdirSync(at('app/resources'), { recursive: true });
    // Stands in for the app: says what it was told, then does as it is asked.
    writeFileSync(
      at('app/clipferry'),
      `#!/bin/sh
echo "image $APPIMAGE"; echo "files $APPDIR"; echo "called $ARGV0"; echo "from $OWD"; echo "words $*"
cat "$APPDIR/resources/large.bin" | sha256sum
case "$1" in wait) exec sleep 60 ;; code) exit 7 ;; esac
`,
      { mode: 0o755 },
    );
    // Larger than a block, and not of one byte only.
    writeFileSync(
      at('app/resources/large.bin'),
      Buffer.from(Array.from({ length: 2_500_000 }, (_, n) => (n * n) % 251)),
    );
    writeFileSync(at('app/resources/empty'), '');
    symlinkSync('resources/large.bin', at('app/link'));
    writeFileSync(at('app/AppRun'), 'exec "$APPDIR/clipferry" --no-sandbox');
    const action = 'Actions=one;\n\n[Desktop Action one]\nName=One\nExec=clipferry --one\n';
    writeFileSync(at('app/a.desktop'), `[Desktop Entry]\nName=A\nType=Application\nExec=AppRun %U\n${action}`);
    image = make('one.AppImage');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Temporary folders of its own, so that what is left there is seen. */
  beforeEach(() => {
    rmSync(at('tmp'), { recursive: true, force: true });
    mkdirSync(at('tmp'));
  });
  const start = (words: readonly string[], extra: NodeJS.ProcessEnv = {}) =>
    spawnSync(image, words, { encoding: 'utf8', cwd: at('app'), env: { ...process.env, TMPDIR: at('tmp'), ...extra } });
  const shaOfLarge = (): string =>
    spawnSync('sha256sum', [at('app/resources/large.bin')], { encoding: 'utf8' }).stdout.slice(0, 64);

  /** What the app said that it was told, for a folder of the kind `kind`. */
  function expectTold(said: string, kind: string, words: string): void {
    const lines = said.split('\n');
    expect(lines[0]).toBe(`image ${image}`);
    expect(lines[1]).toMatch(new RegExp(`^files ${at('tmp')}/\\.${kind}-\\w{6}$`));
    expect(lines.slice(2, 5)).toEqual([`called ${image}`, `from ${at('app')}`, `words ${words}`]);
    expect(lines[5]).toContain(shaOfLarge());
  }

  test('says what it is, to systems and to people', () => {
    expect(readFileSync(image).subarray(8, 11).toString('latin1')).toBe('AI\x02');
    const offset = Number(start(['--appimage-offset']).stdout);
    expect(offset).toBe(statSync(at('tools/runtimes/runtime-x64')).size);
    expect(
      readFileSync(image)
        .subarray(offset, offset + 4)
        .toString('latin1'),
    ).toBe('hsqs');
    expect(start(['--appimage-version']).stdout).toMatch(/version 1/);
    for (const word of ['extract', 'extract-and-run', 'offset', 'version', 'help'])
      expect(start(['--appimage-help']).stdout).toContain(`--appimage-${word} `);
  });

  test('is the same each time', () => {
    expect(readFileSync(make('two.AppImage')).equals(readFileSync(image))).toBe(true);
  });

  test('unpacks into a folder, also over what an earlier one left there', () => {
    for (const run of [1, 2]) {
      const unpacked = spawnSync(image, ['--appimage-extract'], { cwd: at('tmp'), encoding: 'utf8' });
      expect([run, unpacked.status, unpacked.stderr]).toEqual([run, 0, '']);
    }
    const root = at('tmp/squashfs-root');
    // Nothing by the name of the app is on the path of who runs an AppImage.
    expect(readFileSync(path.join(root, 'a.desktop'), 'utf8').match(/^Exec=.*$/gm)).toEqual([
      'Exec=AppRun %U',
      'Exec=AppRun --one',
    ]);
    expect(
      readFileSync(path.join(root, 'resources/large.bin')).equals(readFileSync(at('app/resources/large.bin'))),
    ).toBe(true);
    expect(readlinkSync(path.join(root, 'link'))).toBe('resources/large.bin');
    expect(statSync(path.join(root, 'clipferry')).mode & 0o777).toBe(0o755);
    expect(statSync(path.join(root, 'resources/empty'))).toMatchObject({ size: 0 });
    expect(readFileSync(path.join(root, 'AppRun'), 'utf8')).not.toMatch(/--no-sandbox/);
    expect(readFileSync(path.join(root, 'usr/share/metainfo/app.clipferry.desktop.metainfo.xml'), 'utf8')).toContain(
      '<id>',
    );
    const licences = path.join(root, 'usr/share/doc/clipferry/appimage-runtime');
    expect(readFileSync(path.join(licences, 'libfuse3-dev.txt'), 'utf8')).toContain('LGPL-2.1');
    expect(readdirSync(licences)).toHaveLength(4);
  });

  test('runs the app without mounting anything where that is asked for, ends as it ends, and leaves nothing', () => {
    const asked = start(['--appimage-extract-and-run', 'code', 'two words']);
    expect(asked).toMatchObject({ status: 7, stderr: '' });
    expectTold(asked.stdout, 'clipferry-unpacked', 'code two words');
    expectTold(start(['a'], { APPIMAGE_EXTRACT_AND_RUN: '1' }).stdout, 'clipferry-unpacked', 'a');
    expect(readdirSync(at('tmp'))).toEqual([]);
  });

  test.skipIf(process.getuid?.() !== 0)('does so by itself where FUSE is closed, and says so', () => {
    chmodSync(folder, 0o755);
    chmodSync(at('tmp'), 0o1777);
    // For this process alone, and as nobody: root could still mount.
    const closed = '[ ! -e /dev/fuse ] || mount --bind /dev/null /dev/fuse';
    const asNobody = 'exec setpriv --reuid=65534 --regid=65534 --clear-groups "$0" "$@"';
    const run = spawnSync('unshare', ['--mount', 'sh', '-c', `${closed} && ${asNobody}`, image, 'b'], {
      encoding: 'utf8',
      cwd: at('app'),
      env: { ...process.env, TMPDIR: at('tmp') },
    });
    expectTold(run.stdout, 'clipferry-unpacked', 'b');
    expect(run.stderr).toContain('the app is unpacked for this run');
    expect(run.status).toBe(0);
    expect(readdirSync(at('tmp'))).toEqual([]);
  });

  test.skipIf(!canMount)('mounts the app’s files for as long as it runs, and not longer', async () => {
    const run = start(['code', 'two words']);
    expect(run).toMatchObject({ status: 7, stderr: '' });
    expectTold(run.stdout, 'mount_clipferry', 'code two words');
    const app = spawn(image, ['wait'], { cwd: at('app'), env: { ...process.env, TMPDIR: at('tmp') }, stdio: 'ignore' });
    try {
      await expect.poll(mounted).toContain(at('tmp'));
      // Replaced while it runs: what is running goes on with its own files.
      renameSync(image, at('older'));
      writeFileSync(image, 'another');
      const [name = ''] = readdirSync(at('tmp'));
      expect(
        readFileSync(at('tmp', name, 'resources/large.bin')).equals(readFileSync(at('app/resources/large.bin'))),
      ).toBe(true);
      renameSync(at('older'), image);
    } finally {
      app.kill('SIGKILL');
    }
    await once(app, 'exit');
    await expect.poll(() => readdirSync(at('tmp'))).toEqual([]);
    expect(mounted()).not.toContain(at('tmp'));
  });
});
