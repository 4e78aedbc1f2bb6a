// How this Clipferry was packed, and where its updates are: two small files that the packaging puts beside the app; without them updates come by hand.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { PackedAs } from '../ports/updates.ts';
import { readRow } from '../untrusted/rows.ts';
import { oneOf } from '../untrusted/stored.ts';

export const updateSourceName = 'updates.json';
export const packedAsName = 'packed-as';

const sourceSchema = z.object({
  feed: z.url({ protocol: /^https$/ }).max(2_000),
  /** 32 bytes each, in base64. */
  keys: z
    .array(z.string().regex(/^[\d+/A-Za-z]{43}=$/))
    .min(1)
    .max(2),
});
export type PackedSource = z.infer<typeof sourceSchema>;

const packedAs = oneOf<PackedAs>({
  ...{ AppImage: true, deb: true, rpm: true, 'tar.gz': true, 'set-up': true, zip: true, dmg: true },
});

function textOf(folder: string, name: string): string | null {
  try {
    return readFileSync(path.join(folder, name), 'utf8');
  } catch {
    return null;
  }
}

/** Null = there is none, or nobody can read it. */
export function readUpdateSource(folder: string): PackedSource | null {
  const read = readRow(sourceSchema, textOf(folder, updateSourceName));
  return read.ok ? read.value : null;
}

/** Null = this was not packed. `program` = the program that runs. */
export function readPackedAs(folder: string, program: string): PackedAs | null {
  const read = packedAs.safeParse(textOf(folder, packedAsName)?.trim());
  if (!read.success) return null;
  // The set-up unpacks the same files, and writes what takes them away again.
  const uninstaller = `Uninstall ${path.basename(program)}`;
  return read.data === 'zip' && existsSync(path.join(path.dirname(program), uninstaller)) ? 'set-up' : read.data;
}

/** Temporary folders are often behind a link, and the system tells where that leads. */
function isSameFolder(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return one === other;
  }
}

/** Where the AppImage lies that runs; null = none does. Another AppImage that this was started from leaves its own words behind. */
export function appImageFile(env: Readonly<Record<string, string | undefined>>, resources: string): string | null {
  const { APPIMAGE: file, APPDIR: folder } = env;
  if (file === undefined || folder === undefined || !path.isAbsolute(file)) return null;
  return isSameFolder(resources, path.join(folder, 'resources')) ? file : null;
}
