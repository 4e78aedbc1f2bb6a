// This computer is told from others by the id of its system, on each of the three; where that is not to be had, by nothing (F-48).
import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readMachine, type System } from '../../../main/adapters/machine.ts';

const gone = async (): Promise<never> => {
  throw new Error('ENOENT');
};
const linux = (files: Readonly<Record<string, string>>): System => ({
  platform: 'linux',
  read: async (file) => files[file] ?? gone(),
  run: gone,
});
const printing = (platform: NodeJS.Platform, text: string): System => ({ platform, read: gone, run: async () => text });

const id = '4c4c4544004d3510804ac7c04f4e4332';
const ioreg = (uuid: string): string => `+-o Mac16,8  <class IOPlatformExpertDevice, id 0x100000254>
    {
      "IOPlatformSerialNumber" = "C02ABCDEFGHJ"
      "IOPlatformUUID" = "${uuid}"
      "model" = <"Mac16,8">
    }`;
const reg = (guid: string): string =>
  `\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\Microsoft\\Cryptography\r\n    MachineGuid    REG_SZ    ${guid}\r\n\r\n`;
const uuid = '7F1B2C3D-1111-4222-8333-9A8B7C6D5E4F';
const other = '00000000-1111-4222-8333-9A8B7C6D5E4F';

describe('the id of a computer', () => {
  it.each([
    ['Linux', linux({ '/etc/machine-id': `${id}\n` }), linux({ '/etc/machine-id': `${id.replace('4c', '5d')}\n` })],
    ['macOS', printing('darwin', ioreg(uuid)), printing('darwin', ioreg(other))],
    ['Windows', printing('win32', reg(uuid)), printing('win32', reg(other))],
  ])('%s: the same each time, another one elsewhere, and not the bare id', async (_name, here, there) => {
    const machine = await readMachine(here);
    expect(machine).toMatch(/^[0-9a-f]{64}$/);
    expect(await readMachine(here)).toBe(machine);
    expect(await readMachine(there)).toMatch(/^[0-9a-f]{64}$/);
    expect(await readMachine(there)).not.toBe(machine);
  });

  it('is kept as its sum alone, which lists of older days go by', async () => {
    const sumOf = (text: string): string => createHash('sha256').update(`clipferry machine ${text}`).digest('hex');
    expect(await readMachine(linux({ '/etc/machine-id': ` ${id}\n` }))).toBe(sumOf(id));
    expect(await readMachine(printing('darwin', ioreg(uuid)))).toBe(sumOf(uuid.toLowerCase()));
    for (const line of [`"IOPlatformUUID"="${uuid}"`, `"IOPlatformUUID"  =  "${uuid}"`])
      expect(await readMachine(printing('darwin', line)), line).toBe(sumOf(uuid.toLowerCase()));
  });

  it('is asked of the system’s own programs, by their full paths', async () => {
    const asked: unknown[] = [];
    const asking = (platform: NodeJS.Platform): System => ({
      ...{ platform, read: gone },
      run: async (...program) => [asked.push(program), 'nothing'][1] as string,
    });
    onTestFinished(() => void vi.unstubAllEnvs());
    await readMachine(asking('darwin'));
    for (const root of ['D:\\Win', undefined]) {
      vi.stubEnv('SystemRoot', root);
      await readMachine(asking('win32'));
    }
    const query = ['query', 'HKLM\\SOFTWARE\\Microsoft\\Cryptography', '/v', 'MachineGuid', '/reg:64'];
    expect(asked).toEqual([
      ['/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']],
      ['D:\\Win\\System32\\reg.exe', query],
      ['C:\\Windows\\System32\\reg.exe', query],
    ]);
  });

  it('Linux without systemd: the id of D-Bus, which is the same one', async () => {
    const machine = await readMachine(linux({ '/etc/machine-id': id }));
    expect(await readMachine(linux({ '/var/lib/dbus/machine-id': `${id}\n` }))).toBe(machine);
  });

  it.each([
    ['there is no file', linux({})],
    ['the file holds something before it', linux({ '/etc/machine-id': `x${id}` })],
    ['the file holds something behind it', linux({ '/etc/machine-id': `${id}12345` })],
    ['the file holds only some of it', linux({ '/etc/machine-id': id.slice(1) })],
    ['the file is empty', linux({ '/etc/machine-id': '' })],
    ['it has not been made yet', linux({ '/etc/machine-id': 'uninitialized\n' })],
    ['it is all zeros', printing('win32', reg('00000000-0000-0000-0000-000000000000'))],
    ['the program fails', { platform: 'darwin', read: gone, run: gone } satisfies System],
    ['the program prints something else', printing('win32', 'ERROR: Access is denied.')],
    ['the system is another one', printing('freebsd', id)],
  ])('none where %s: nothing is assumed', async (_name, system) => {
    expect(await readMachine(system)).toBe(null);
  });

  it('of this very computer can be read', async () => {
    const machine = await readMachine();
    expect(machine === null || /^[0-9a-f]{64}$/.test(machine)).toBe(true);
  });
});
