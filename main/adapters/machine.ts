// What tells this computer from every other one: the id that its system gave it, hashed, so that the id itself is kept nowhere.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';

/** What is asked for the id; tests answer in the place of the system. */
export interface System {
  readonly platform: NodeJS.Platform;
  /** Rejects when there is no such file. */
  read(file: string): Promise<string>;
  /** What a program prints. Rejects when it fails or takes too long. */
  run(program: string, args: readonly string[]): Promise<string>;
}

/** A program that prints one number has no reason to take longer, in ms; the start waits for it. */
const patienceMs = 3_000;

const thisSystem: System = {
  platform: process.platform,
  read: (file) => readFile(file, 'utf8'),
  run: (program, args) =>
    new Promise((resolve, reject) => {
      execFile(program, [...args], { timeout: patienceMs, windowsHide: true }, (error, printed) => {
        if (error) reject(error);
        else resolve(printed);
      });
    }),
};

/** All zeros, or the word of machine-id(5) for a first start, is no id. */
const isId = (text: string): boolean => /^[0-9a-f-]{32,36}$/i.test(text) && /[1-9a-f]/i.test(text);

async function systemId({ platform, read, run }: System): Promise<string | null> {
  switch (platform) {
    case 'linux':
      return read('/etc/machine-id').catch(() => read('/var/lib/dbus/machine-id'));
    case 'darwin': {
      const printed = await run('/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice']);
      return /"IOPlatformUUID"\s*=\s*"([^"]+)"/.exec(printed)?.[1] ?? null;
    }
    case 'win32': {
      const reg = path.win32.join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'reg.exe');
      const printed = await run(reg, [
        'query',
        'HKLM\\SOFTWARE\\Microsoft\\Cryptography',
        '/v',
        'MachineGuid',
        '/reg:64',
      ]);
      return /MachineGuid\s+REG_SZ\s+(\S+)/.exec(printed)?.[1] ?? null;
    }
    default:
      return null;
  }
}

/** Null = the system does not tell; then nothing may be assumed. Never throws. */
export async function readMachine(system: System = thisSystem): Promise<string | null> {
  const id = (await systemId(system).catch(() => null))?.trim().toLowerCase() ?? '';
  return isId(id) ? createHash('sha256').update(`clipferry machine ${id}`).digest('hex') : null;
}
