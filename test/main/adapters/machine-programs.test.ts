// How this very computer is asked for its id: a file is read, a program is run for three seconds at most, and a failure of it is none.
import { createHash } from 'node:crypto';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';

type Told = (error: Error | null, printed: string) => void;
const system = vi.hoisted(() => ({
  ran: [] as unknown[],
  says: { error: null as Error | null, printed: '' },
  files: {} as Record<string, string>,
}));
vi.mock('node:child_process', () => ({
  execFile: (program: string, args: readonly string[], options: unknown, told: Told) => {
    system.ran.push([program, args, options]);
    told(system.says.error, system.says.printed);
  },
}));
vi.mock('node:fs/promises', () => ({
  readFile: async (file: string, coding: string) => {
    const text = system.files[file];
    if (text === undefined || coding !== 'utf8') throw new Error('ENOENT');
    return text;
  },
}));

async function readOn(platform: NodeJS.Platform): Promise<string | null> {
  const real = process.platform;
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: real }));
  Object.defineProperty(process, 'platform', { value: platform });
  vi.resetModules();
  const { readMachine } = await import('../../../main/adapters/machine.ts');
  return readMachine();
}
const id = '4c4c4544004d3510804ac7c04f4e4332';
const sum = createHash('sha256').update(`clipferry machine ${id}`).digest('hex');

beforeEach(() => {
  system.ran.length = 0;
  system.says = { error: null, printed: `"IOPlatformUUID" = "${id}"` };
  system.files = {};
});

it('a program is run without a window, for three seconds at most', async () => {
  expect(await readOn('darwin')).toBe(sum);
  expect(system.ran).toEqual([
    ['/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice'], { timeout: 3_000, windowsHide: true }],
  ]);
});

it('what a program prints that fails counts for nothing', async () => {
  system.says = { error: new Error('ETIMEDOUT'), printed: system.says.printed };
  expect(await readOn('darwin')).toBe(null);
});

it('a file is read as text, and no program is run for it', async () => {
  system.files['/etc/machine-id'] = `${id}\n`;
  expect(await readOn('linux')).toBe(sum);
  expect(system.ran).toEqual([]);
});
