// What cannot be made is left out with its reason, never claimed; and the list says of each package what it is.
import { expect, test } from 'vitest';
import { checksumsText, kindOf, listText } from './list.mjs';
import { kinds, planPackages } from './plan.mjs';

const made = (plan: ReturnType<typeof planPackages>): readonly string[] => plan.make.map(({ kind }) => kind);

test('with all tools all kinds are made, and what no Linux can make is told', () => {
  const plan = planPackages(() => true);
  expect(made(plan)).toEqual(['deb', 'rpm', 'AppImage', 'tar.gz', 'zip']);
  expect(plan.leftOut.map(({ kind }) => kind)).toEqual(['set-up for Windows', 'dmg']);
});

test('each kind is left out by itself where a tool of its own is missing', () => {
  for (const { kind, commands, packages } of kinds)
    for (const command of commands) {
      const plan = planPackages((one) => one !== command);
      expect(made(plan)).not.toContain(kind);
      const [{ reason } = { reason: '' }] = plan.leftOut.filter((one) => one.kind === kind);
      expect(reason).toContain(`${command} cannot be found and was not installed`);
      for (const name of packages) expect(reason).toContain(name);
      expect(made(plan)).toEqual(kinds.filter((other) => !other.commands.includes(command)).map((other) => other.kind));
    }
});

test('where all tools are there and do not work, that is told', () => {
  const plan = planPackages(() => true, { AppImage: 'gcc ended with 1' });
  expect(made(plan)).not.toContain('AppImage');
  expect(plan.leftOut[0]).toEqual({ kind: 'AppImage', reason: 'gcc ended with 1' });
});

test('the list has each package once, with what it weighs and its sum', () => {
  const [one, other] = [
    {
      file: 'a_0.1.0_amd64.deb',
      kind: 'deb',
      version: '0.1.0',
      bytes: 120_832_566,
      sha256: 'ab'.repeat(32),
      started: true,
    },
    {
      file: 'a-windows-x64.zip',
      kind: 'zip',
      version: '0.1.0',
      bytes: 9_960_000,
      sha256: 'cd'.repeat(32),
      started: false,
    },
  ] as const;
  const list = {
    version: '0.1.0',
    runtime: 'Electron 45',
    packages: [one, other],
    leftOut: [{ kind: 'rpm', reason: 'why' }],
  };
  expect(listText(list)).toBe(
    [
      'Clipferry 0.1.0 with Electron 45',
      `a_0.1.0_amd64.deb   120.8 MB  ${'ab'.repeat(32)}`,
      `a-windows-x64.zip    10.0 MB  ${'cd'.repeat(32)}  not started here`,
      'left out: rpm (why)',
      '',
    ].join('\n'),
  );
  expect(checksumsText([one])).toBe(`${'ab'.repeat(32)}  a_0.1.0_amd64.deb\n`);
  const names = ['a.deb', 'a.rpm', 'a.AppImage', 'a.tar.gz', 'a.zip', 'a.exe', 'a.dmg'];
  expect(names.map(kindOf)).toEqual(['deb', 'rpm', 'AppImage', 'tar.gz', 'zip', 'set-up', 'dmg']);
  expect(['sbom.cdx.json', 'builder-debug.yml', 'a.exe.blockmap'].map(kindOf)).toEqual(Array(3).fill(undefined));
});
