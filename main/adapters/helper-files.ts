// Our plugin for WordPress as it lies beside the app, and the sum of the file that a person is given of it.
import { createHash } from 'node:crypto';
import { createReadStream, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { SaveError } from '../ports.ts';

/** As WordPress names the plugin's folder, which is the first part of each name in the zip. */
const pluginName = 'clipferry-helper';

/** Paths with "/", from `folder` on, of all files below `name` there. */
function filesBelow(folder: string, name: string): readonly string[] {
  return readdirSync(join(folder, name), { withFileTypes: true }).flatMap((entry) => {
    const inside = `${name}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(folder, inside) : [inside];
  });
}

/** `folder` = where the plugin's own folder lies; it may be inside of the app's archive. */
export function helperFiles(folder: string): Promise<readonly { readonly name: string; readonly text: string }[]> {
  const names = filesBelow(folder, pluginName);
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })));
}

/** sha256 of a file in lower-case hex. Throws SaveError where it cannot be read back. */
export async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash);
  } catch (error) {
    throw new SaveError('failed', String(error));
  }
  return hash.digest('hex');
}
