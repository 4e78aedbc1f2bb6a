// Whatever a command line holds: only local paths and our own links come out, in order, and nothing is mistaken for a switch.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lastingSwitches, readArguments } from '../../../main/shell/start-arguments.ts';

test.each<readonly [string, readonly string[], readonly string[]]>([
  ['a plain path', ['/v/a b.mp4'], ['/v/a b.mp4']],
  ['a relative path', ['clips/a.mp4', '../b.mov'], ['/home/m/clips/a.mp4', '/home/b.mov']],
  ['an address of a file', ['file:///v/%C3%9Cber%20M.mp4', 'file://localhost/v/b.mp4'], ['/v/Über M.mp4', '/v/b.mp4']],
  ['the same file twice', ['/v/a.mp4', 'file:///v/a.mp4', '/v/../v/a.mp4'], ['/v/a.mp4']],
  ['switches among them', ['--user-data-dir=/x', '/v/a.mp4', '-r', '--hidden'], ['/v/a.mp4']],
  ['the app’s own folder', ['/app', '/v/a.mp4'], ['/v/a.mp4']],
  ['another computer', ['file://server/share/a.mp4'], []],
  ['other schemes', ['https://x.example/a.mp4', 'smb://nas/a.mp4', 'JAVASCRIPT://a', 'data://x'], []],
  ['a name with a colon', ['take: 2.mp4'], ['/home/m/take: 2.mp4']],
  ['nothing', ['', '\0', '/v/a\0.mp4', 'file:///v/%00.mp4', 'file:///v%2fa.mp4', 'file:///%'], []],
])('%s', (_name, args, paths) => {
  expect(readArguments(args, '/home/m', '/app').paths).toEqual(paths);
});

test('links of our scheme are kept apart, as given', () => {
  const wishes = readArguments(['clipferry://approve?state=1', 'CLIPFERRY:x', '/v/a.mp4'], '/', null);
  expect(wishes).toEqual({
    paths: ['/v/a.mp4'],
    links: ['clipferry://approve?state=1', 'CLIPFERRY:x'],
    order: null,
    hidden: false,
  });
});

test('only the exact switch keeps the window hidden', () => {
  expect(readArguments(['--hidden'], '/', null).hidden).toBe(true);
  expect(readArguments(['--hidden=1', 'hidden', '/--hidden'], '/', null).hidden).toBe(false);
});

test.each(['add-files', 'pause', 'resume'])(
  'the order %s is known by its exact word alone, wherever it stands',
  (order) => {
    expect(readArguments(['--some-switch', '/v/a.mp4', `--${order}`], '/', null)).toMatchObject({
      order,
      paths: ['/v/a.mp4'],
    });
    expect(readArguments([order, `-${order}`, `--${order}=1`, `/v/--${order}`], '/', null).order).toBe(null);
  },
);

test('any command line: never throws, never anything but absolute paths without surprises', () => {
  const argument = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string().map((text) => `file://${text}`),
    fc.string().map((text) => `clipferry:${text}`),
    fc.string().map((text) => `-${text}`),
    fc.webUrl(),
  );
  fc.assert(
    fc.property(fc.array(argument), (args) => {
      const { paths, links } = readArguments(args, '/home/m', '/app');
      expect(new Set(paths).size).toBe(paths.length);
      for (const found of paths) {
        expect(path.isAbsolute(found)).toBe(true);
        expect(path.normalize(found)).toBe(found);
        expect(found).not.toContain('\0');
        expect(found).not.toBe('/app');
      }
      expect(links).toEqual(args.filter((one) => /^clipferry:/i.test(one)));
    }),
    { numRuns: 2_000 },
  );
});

test('every path comes through as itself, named plainly or as an address', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter((text) => !/[/\0]/.test(text));
  fc.assert(
    fc.property(name, (text) => {
      const file = path.resolve('/v', text);
      expect(readArguments([file], '/', null).paths).toEqual([file]);
      expect(readArguments([pathToFileURL(file).href], '/', null).paths).toEqual([file]);
    }),
  );
});

test('more than anybody opens at once is cut off', () => {
  const many = Array.from({ length: 20_000 }, (_, index) => `/v/${index}.mp4`);
  expect(readArguments([...many, `/${'a'.repeat(40_000)}`], '/', null).paths).toHaveLength(10_000);
});

test('a start after this one has the switches that a person gave, and nothing that was meant for this one', () => {
  const lasting = ['--password-store=gnome-libsecret', '--user-data-dir=/data/second', '--ozone-platform=x11'];
  const once = ['--hidden', '--add-files', '--pause', '--say-version', '--updated', '--original-process-start-time=1'];
  const debuggers = ['--remote-debugging-port=9222', '--remote-allow-origins=*', '--inspect-brk=1'];
  const others = ['/v/a.mp4', '-r', 'clipferry://approve?state=1', '--', '--not-a-switch.mp4', '--a\nExec=b'];
  const args = [...once, ...lasting, ...debuggers, ...lasting, '--no-sandbox', ...others];
  expect(lastingSwitches(args, '/home/m')).toEqual([...lasting, '--no-sandbox']);
  expect(lastingSwitches(['--a\nExec=b', '--disable-gpu'], '/home/m')).toEqual(['--disable-gpu']);
});

test.skipIf(process.platform === 'win32')('the profile of a relative path is the same one from every folder', () => {
  expect(lastingSwitches(['--user-data-dir=second'], '/home/m')).toEqual(['--user-data-dir=/home/m/second']);
});
