// A zip from somewhere: every text comes out as it went in, and what is cut, changed, lying or too large is refused.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openZip } from '../../../main/adapters/open-zip.ts';
import { saveZip } from '../../../main/adapters/save-zip.ts';

let folder = '';
let place = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clipferry-open-zip-'));
  place = join(folder, 'a.zip');
});
afterEach(() => rmSync(folder, { recursive: true }));

const files = [
  { name: 'manifest.json', text: '{"kind":"test"}' },
  { name: 'clips.json', text: JSON.stringify(Array.from({ length: 20_000 }, (_, at) => [at, `Zoë ${at * 7_919}`])) },
  { name: 'empty.json', text: '' },
];
const at = Date.UTC(2026, 10, 23, 12);

/** Every text of the file at the place; throws what refuses it. */
async function all(): Promise<Readonly<Record<string, string>>> {
  const zip = await openZip(place);
  const texts: Record<string, string> = {};
  for (const name of zip.names) texts[name] = await zip.text(name);
  return texts;
}
const problem = (): Promise<string> =>
  all().then(
    () => 'none',
    (error: { readonly problem?: string }) => error.problem ?? String(error),
  );

test('what was saved comes out text for text, also from another program', async () => {
  await saveZip(place, files, at);
  const texts = Object.fromEntries(files.map(({ name, text }) => [name, text]));
  expect(await all()).toEqual(texts);
  writeFileSync(place, zipSync(Object.fromEntries(files.map(({ name, text }) => [name, strToU8(text)])), { level: 0 }));
  expect(await all()).toEqual(texts);
});

test('cut off anywhere it is damaged, and so is one with something behind it', async () => {
  await saveZip(place, files, at);
  const whole = readFileSync(place);
  for (const bytes of [4, 30, 100, whole.length >> 1, whole.length - 300, whole.length - 22, whole.length - 1]) {
    writeFileSync(place, whole);
    truncateSync(place, bytes);
    expect(await problem(), `${bytes} bytes`).toBe('damaged');
  }
  writeFileSync(place, Buffer.concat([whole, Buffer.from('more')]));
  expect(await problem()).toBe('damaged');
});

test('one flipped byte is noticed wherever it changes a text', async () => {
  await saveZip(place, files, at);
  const whole = readFileSync(place);
  const before = await all();
  let noticed = 0;
  const step = 997;
  for (let flipped = 0; flipped < whole.length; flipped += flipped > whole.length - 400 ? 1 : step) {
    const bytes = Buffer.from(whole);
    bytes[flipped] = 255 - (bytes[flipped] ?? 0);
    writeFileSync(place, bytes);
    const texts = await all().catch(() => null);
    if (texts === null) noticed++;
    // What is no text of it (a date, a name that is only told twice) may be anything: all texts there are, are right.
    else
      for (const [name, text] of Object.entries(texts))
        expect(Object.values(before), `${flipped} ${name}`).toContain(text);
  }
  expect(noticed).toBeGreaterThan(whole.length / step);
});

test('another kind of file, an empty one, one that is gone, and a folder', async () => {
  writeFileSync(place, 'just a text that somebody gave another ending\n'.repeat(100));
  expect(await problem()).toBe('not-zip');
  writeFileSync(place, '');
  expect(await problem()).toBe('not-zip');
  rmSync(place);
  expect(await problem()).toBe('missing');
  mkdirSync(place);
  expect(await problem()).toBe('unreadable');
});

interface Said {
  readonly unpacked: number;
  readonly crc: number;
  /** How many entries the end of the directory tells of. */
  readonly entries?: number;
}

/** A zip with the same data under several names, whose directory says what it likes of them. */
function lyingZip(data: Buffer, said: Said, names: readonly string[] = ['a.json']): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const name of names) {
    const local = Buffer.alloc(30 + name.length);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt16LE(name.length, 26);
    local.write(name, 30);
    const entry = Buffer.alloc(46 + name.length);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(said.crc, 16);
    entry.writeUInt32LE(data.length, 20);
    entry.writeUInt32LE(said.unpacked, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    entry.write(name, 46);
    parts.push(local, data);
    directory.push(entry);
    at += local.length + data.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(said.entries ?? names.length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

test('a bomb is not unpacked, whatever it says of itself', async () => {
  const large = Buffer.alloc(64 * 1024 * 1024, 0x20);
  const packed = deflateRawSync(large);
  const [size, crc] = [large.length, crc32(large)];
  writeFileSync(place, lyingZip(packed, { unpacked: size, crc }));
  expect(await problem()).toBe('too-large');
  writeFileSync(place, lyingZip(packed, { unpacked: 1_000, crc }));
  await expect(all()).rejects.toThrow(/larger than 1000 bytes/);
  writeFileSync(place, lyingZip(packed, { unpacked: 1_000, crc, entries: 60_000 }));
  expect(await problem()).toBe('too-large');
  // Each of them is small enough.
  const names = Array.from({ length: 9 }, (_, at) => `${at}.json`);
  writeFileSync(place, lyingZip(packed, { unpacked: 15 * 1024 * 1024, crc }, names));
  expect(await problem()).toBe('too-large');
});

test('one text under two names of the same, and one that is shorter than it says', async () => {
  const data = Buffer.from('{"a":1}');
  const packed = deflateRawSync(data);
  writeFileSync(place, lyingZip(packed, { unpacked: data.length, crc: crc32(data) }));
  expect(await all()).toEqual({ 'a.json': '{"a":1}' });
  writeFileSync(place, lyingZip(packed, { unpacked: data.length, crc: crc32(data) }, ['a.json', 'a.json']));
  expect(await problem()).toBe('damaged');
  writeFileSync(place, lyingZip(packed, { unpacked: data.length + 1, crc: crc32(data) }));
  expect(await problem()).toBe('damaged');
});

test('a file that is larger than any that is read', async () => {
  writeFileSync(place, '');
  truncateSync(place, 65 * 1024 * 1024);
  expect(await problem()).toBe('too-large');
});

test('bytes that are no text are refused', async () => {
  writeFileSync(place, zipSync({ 'a.json': new Uint8Array([0x22, 0xff, 0xfe, 0x22]) }));
  expect(await problem()).toBe('damaged');
});

/** Where its only entry stands in the directory, and where that ends. */
const data = deflateRawSync(Buffer.from('{"a":1}'));
const entryAt = 36 + data.length;
const endAt = entryAt + 52;
const soundZip = (): Buffer => lyingZip(data, { unpacked: 7, crc: crc32(Buffer.from('{"a":1}')) });

test.each<[string, (bytes: Buffer) => void, RegExp]>([
  ['is encrypted', (bytes) => bytes.writeUInt16LE(1, entryAt + 8), /An entry that cannot be read/],
  ['is packed in another way', (bytes) => bytes.writeUInt16LE(12, entryAt + 10), /An entry that cannot be read/],
  [
    'has a name that goes on behind the end',
    (bytes) => bytes.writeUInt16LE(7, entryAt + 28),
    /An entry that cannot be read/,
  ],
  [
    'is not where the directory is said to be',
    (bytes) => bytes.writeUInt32LE(entryAt + 1, endAt + 16),
    /No entry where one/,
  ],
  ['is said to be behind the end of the file', (bytes) => bytes.writeUInt32LE(9_000, endAt + 16), /No entry where one/],
  ['is cut off by the end', (bytes) => bytes.writeUInt32LE(endAt - 1, endAt + 16), /No entry where one/],
  ['is announced, and none is there', (bytes) => bytes.writeUInt16LE(2, endAt + 10), /No entry where one/],
  ['has no data where it says', (bytes) => bytes.writeUInt32LE(1, entryAt + 42), /No data where it is/],
  ['says that its data are behind the end', (bytes) => bytes.writeUInt32LE(endAt, entryAt + 42), /No data where it is/],
  [
    'says that its data are behind the file',
    (bytes) => bytes.writeUInt32LE(9_000, entryAt + 42),
    /No data where it is/,
  ],
  ['says that it has more data than there are', (bytes) => bytes.writeUInt32LE(9_000, entryAt + 20), /Less data than/],
  ['is not what was written', (bytes) => bytes.writeUInt32LE(1, entryAt + 16), /a\.json is not what was written/],
])('an entry that %s makes the file a damaged one', async (_, change, said) => {
  const bytes = soundZip();
  change(bytes);
  writeFileSync(place, bytes);
  await expect(all()).rejects.toMatchObject({ problem: 'damaged', message: expect.stringMatching(said) });
});

test('what other programs put beside names and behind the end is passed over', async () => {
  const [local, entry, end] = [
    soundZip().subarray(0, 36),
    soundZip().subarray(entryAt, endAt),
    soundZip().subarray(endAt),
  ];
  local.writeUInt16LE(5, 28);
  entry.writeUInt16LE(7, 30);
  entry.writeUInt16LE(3, 32);
  const second = Buffer.from(entry);
  second.write('b', 46);
  end.writeUInt16LE(2, 10);
  end.writeUInt32LE(entryAt + 5, 16);
  const comment = Buffer.alloc(0xffff, 'PK');
  end.writeUInt16LE(comment.length, 20);
  const directory = [entry, Buffer.alloc(10), second, Buffer.alloc(10)];
  writeFileSync(place, Buffer.concat([local, Buffer.alloc(5), data, ...directory, end, comment]));
  expect(await all()).toEqual({ 'a.json': '{"a":1}', 'b.json': '{"a":1}' });
});

test('each refusal says what was seen', async () => {
  const refusal = (): Promise<string> => all().then(String, (error: Error) => error.message);
  const no = async (bytes: Buffer | Uint8Array): Promise<string> => {
    writeFileSync(place, bytes);
    return refusal();
  };
  expect(await no(Buffer.from('a text that somebody gave another ending'))).toBe('It has no end of a zip');
  expect(await no(lyingZip(data, { unpacked: 7, crc: 1 }, ['a.json', 'a.json']))).toBe('Two entries of one name');
  expect(await no(lyingZip(data, { unpacked: 7, crc: 1, entries: 1_001 }))).toBe('1001 entries');
  expect(await no(lyingZip(data, { unpacked: 2 ** 30, crc: 1 }))).toBe(`${2 ** 30} bytes unpacked`);
  expect(await no(zipSync({ 'a.json': new Uint8Array([0xff, 0xfe]) }))).toBe('a.json is no text');
  await no(soundZip());
  await expect(openZip(place).then((zip) => zip.text('b.json'))).rejects.toThrow('There is no b.json');
  truncateSync(place, 65 * 1024 * 1024);
  expect(await refusal()).toBe(`${65 * 1024 * 1024} bytes`);
  await expect(openZip(folder)).rejects.toMatchObject({ problem: 'unreadable', message: 'No file' });
  await expect(openZip(join(place, 'below'))).rejects.toMatchObject({ problem: 'missing' });
});

test.runIf(process.platform === 'linux')('no file stays open, whatever came of it', async () => {
  const open = (): readonly string[] =>
    readdirSync('/proc/self/fd').flatMap((name) => {
      try {
        return [readlinkSync(`/proc/self/fd/${name}`)].filter((file) => file.startsWith(folder));
      } catch {
        return [];
      }
    });
  writeFileSync(place, soundZip());
  await all();
  truncateSync(place, 65 * 1024 * 1024);
  expect(await problem()).toBe('too-large');
  expect(open()).toEqual([]);
});
