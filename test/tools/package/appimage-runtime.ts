// Compiles the program that an AppImage begins with, from the sources in assets/packaging and the libraries of the system.
import { closeSync, mkdirSync, openSync, readdirSync, writeSync } from 'node:fs';
import path from 'node:path';
import { runTool } from './run-tool.ts';

const sources = path.resolve(import.meta.dirname, '../../../assets/packaging/linux/appimage');

/** Where the first bytes of an ELF file are left free, an AppImage of the second type says that it is one. */
const mark = { at: 8, bytes: Buffer.from('AI\x02', 'latin1') };

/** The libraries that end up in it, by Debian's packages of them, with the texts that are passed on. */
export const linkedWith = ['libc6-dev', 'libfuse3-dev', 'libsquashfuse-dev', 'libzstd-dev'].map((name) => ({
  name,
  licence: `/usr/share/doc/${name}/copyright`,
}));

export function compileRuntime(output: string): void {
  mkdirSync(path.dirname(output), { recursive: true });
  const files = readdirSync(sources).filter((name) => name.endsWith('.c'));
  runTool(
    'gcc',
    [
      ...['-std=gnu11', '-D_GNU_SOURCE', '-O2', '-Wall', '-Wextra', '-Werror'],
      // Runs on any system, and begins in the same way wherever it was compiled.
      ...['-static', '-s', '-Wl,--build-id=none', '-isystem', '/usr/include/squashfuse'],
      ...['-o', output, ...files.sort()],
      ...['-lsquashfuse_ll', '-lfuse3', '-lzstd', '-lpthread', '-ldl'],
    ],
    { cwd: sources },
  );
  const file = openSync(output, 'r+');
  try {
    writeSync(file, mark.bytes, 0, mark.bytes.length, mark.at);
  } finally {
    closeSync(file);
  }
}
