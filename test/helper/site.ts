// A real WordPress with the helper installed, behind Apache with the small limits of a cheap host, and a plain client of tus for its tests.
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { api, type Reply } from '../site/test-client.ts';
import type { Front, FrontOptions } from '../wordpress/fronts.ts';
import { type WordPressOptions, WordPressSite } from '../wordpress/start.ts';

/** The plugin's sources, as they are given to owners; or a copy without one of its guards (guards-main.ts). */
export const helperFolder =
  process.env.CLIPFERRY_HELPER ?? fileURLToPath(new URL('../../assets/wordpress/clipferry-helper', import.meta.url));

/** What a cheap host allows: a clip of three megabytes cannot be sent at once. */
export const smallHost = { upload_max_filesize: '2M', post_max_size: '8M', memory_limit: '128M' };

/** The site and the address under which it is asked. */
export interface HelperSite {
  readonly site: WordPressSite;
  readonly front: Front;
  readonly url: string;
  /** The API's root, with "/" at its end. */
  readonly root: string;
  basic(login: string): string;
}

let shared: Promise<HelperSite> | undefined;

/** One of its own. */
export async function startHelperSite(kind: FrontOptions['kind'], options: WordPressOptions = {}): Promise<HelperSite> {
  const site = await WordPressSite.start(options);
  await site.addPlugin(helperFolder);
  const front = await site.front({ kind, php: smallHost });
  return { site, front, url: front.url, root: `${front.url}/wp-json/`, basic: (login) => site.basic(login) };
}

/** One for all tests of this process, as if it had just been set up: no videos, no uploads. */
export async function helperSite(): Promise<HelperSite> {
  shared ??= startHelperSite(process.env.CLIPFERRY_TARGET === 'wordpress' ? 'built-in' : 'apache');
  const found = await shared;
  found.site.takeFiles();
  await found.site.reset();
  await found.site.order('rows', { sql: 'DELETE FROM wp_clipferry_uploads' });
  // Nothing was handed over yet.
  await found.site.order('rows', { sql: "DELETE FROM wp_options WHERE option_name = 'clipferry_helper_hand_over'" });
  await found.site.order('activate', { plugin: 'clipferry-helper/clipferry-helper.php' });
  // It has been on for as long as anybody remembers, in the folder where it is.
  await cleanUp(found);
  await found.site.order('rows', {
    sql: "UPDATE wp_options SET option_value = '1' WHERE option_name = 'clipferry_helper_since'",
  });
  return found;
}

/** What the helper's table has, oldest first. */
export async function rowsOf({ site }: HelperSite): Promise<Record<string, string>[]> {
  const sql = 'SELECT * FROM wp_clipferry_uploads ORDER BY created';
  return (await site.order<{ rows: Record<string, string>[] }>('rows', { sql })).rows;
}

/** Makes it seem that nobody has touched an upload for so many days. */
export async function ageUpload({ site }: HelperSite, id: string, days: number): Promise<void> {
  const sql = `UPDATE wp_clipferry_uploads SET touched = DATE_SUB(touched, INTERVAL ${days} DAY) WHERE id = '${id}'`;
  await site.order('rows', { sql });
}

/** The hour's work. */
export const cleanUp = ({ site }: HelperSite): Promise<void> => site.order('event', { hook: 'clipferry_helper_clean' });

let mustUsed = 0;

/** Code that the site must use, as hosts put it there, until it is disposed of. Each under a name of its own: PHP keeps what it has read. */
export function mustUse({ site }: HelperSite, code: string): Disposable {
  const path = join(site.folder, 'www/wp-content/mu-plugins', `test-${process.pid}-${++mustUsed}.php`);
  writeFileSync(path, `<?php\n${code}`);
  return { [Symbol.dispose]: () => rmSync(path) };
}

/** The folder of pieces, and what lies in it besides its guards: names and bytes. */
export async function pieces({ site }: HelperSite): Promise<{ folder: string; files: Record<string, number> }> {
  const { value } = await site.order<{ value: string }>('option', { name: 'clipferry_helper_folder' });
  const folder = join(site.folder, 'www/wp-content/uploads', `.clipferry-${value}`);
  const names = readdirSync(folder).filter((name) => /^[0-9a-f]{64}/.test(name));
  return { folder, files: Object.fromEntries(names.map((name) => [name, statSync(join(folder, name)).size])) };
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Bytes that no two clips share, and that look like an MP4 to a type check. */
export function clip(size: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.from(randomBytes(size));
  bytes.write('\0\0\0\x18ftypmp42'.slice(0, size), 0, 'latin1');
  return bytes;
}

/** What every request of tus says. */
export const tus = { 'tus-resumable': '1.0.0' };
/** What the body of a piece is called. */
export const pieceType = 'application/offset+octet-stream';

/** Upload-Metadata of these values. */
export const metadata = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

/** A person who speaks tus. */
export function sender(site: HelperSite, login: string | null = 'ava') {
  const call = (method: string, route: string, headers: Record<string, string> = {}, body?: Buffer<ArrayBuffer>) =>
    api(site, login, method, `clipferry/v1/${route}`, { headers, ...(body ? { body } : {}) });
  return {
    call,
    tell: () => call('GET', 'helper'),
    create: (size: number, values: Readonly<Record<string, string>> = {}, more: Record<string, string> = {}) =>
      call('POST', 'uploads', { ...tus, 'upload-length': String(size), 'upload-metadata': metadata(values), ...more }),
    /** Creates one that has to be taken; its id. */
    begin: async (size: number, values: Readonly<Record<string, string>> = { filename: 'clip.mp4' }) => {
      const made = await call('POST', 'uploads', {
        ...tus,
        'upload-length': String(size),
        'upload-metadata': metadata(values),
      });
      if (made.status !== 201) throw new Error(`Not created: ${made.status} ${made.text}`);
      return idOf(made);
    },
    patch: (id: string, offset: number, bytes: Buffer<ArrayBuffer>, more: Record<string, string> = {}) =>
      call(
        'PATCH',
        `uploads/${id}`,
        { ...tus, 'content-type': pieceType, 'upload-offset': String(offset), ...more },
        bytes,
      ),
    head: (id: string) => call('HEAD', `uploads/${id}`, tus),
    terminate: (id: string) => call('DELETE', `uploads/${id}`, tus),
    state: (id: string) => call('GET', `uploads/${id}/state`),
  };
}

export type Sender = ReturnType<typeof sender>;

/** The id in the address of a created upload. */
export function idOf({ headers }: Reply): string {
  const id = /\/uploads\/([0-9a-f]{64})$/.exec(headers.get('location') ?? '')?.[1];
  if (id === undefined) throw new Error(`No upload in ${headers.get('location')}`);
  return id;
}

/** The state of an upload once the helper is done with it; it is asked again and again, as the app does. */
export async function settled(from: Sender, id: string): Promise<Reply['json']> {
  for (;;) {
    const { json, text } = await from.state(id);
    if (json === undefined) throw new Error(`No state: ${text}`);
    if (!['receiving', 'whole', 'handing'].includes(json.state)) return json;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
