// Videos of every container that is taken from folders, made byte by byte: each whole, each unlike any other, of any size.
import type { Chance } from '../simulation/chance.ts';

/** What its own bytes can say of their end: for sure, nothing, or that it is being recorded, though it never ends otherwise. */
export type EndKind = 'strong' | 'weak' | 'open';

export interface Container {
  readonly name: string;
  /** One that WordPress knows, as sites take no others; how an end is judged is not a matter of the name. */
  readonly extension: string;
  readonly end: EndKind;
  /** `bytes` is about the size in bytes. */
  readonly make: (chance: Chance, bytes: number) => Buffer;
}

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

function big(value: number, length: 4 | 8): Buffer {
  const bytes = Buffer.alloc(length);
  if (length === 4) bytes.writeUInt32BE(value);
  else bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

const little = (value: number, length: 4 | 8): Buffer => Buffer.from(big(value, length)).reverse();
const join = (...parts: readonly Uint8Array[]): Buffer => Buffer.concat(parts);

/** Pictures and sound: nothing in it repeats, and no place is all zeros. */
export function noise(chance: Chance, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  // A generator per file, and not the system's: the same seed makes the same files.
  let state = chance.int(0x7ffffffe) + 1;
  for (let at = 0; at < length; at++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[at] = (state & 0xff) | 1;
  }
  return bytes;
}

const box = (type: string, ...body: readonly Uint8Array[]): Buffer => {
  const all = join(...body);
  return join(big(all.length + 8, 4), ascii(type), all);
};
const ftyp = (brand: string): Buffer => box('ftyp', ascii(brand), big(0, 4), ascii(brand));
const moov = (chance: Chance): Buffer => box('moov', box('mvhd', noise(chance, 100)), box('trak', noise(chance, 900)));

const boxed = (name: string, extension: string, brand: string, build: Container['make'], end: EndKind = 'strong') => ({
  ...{ name, extension, end },
  make: (chance: Chance, bytes: number) => join(ftyp(brand), build(chance, bytes)),
});

function fragments(chance: Chance, bytes: number): Buffer {
  const count = 6;
  return join(
    moov(chance),
    ...Array.from({ length: count }, () =>
      join(box('moof', noise(chance, 200)), box('mdat', noise(chance, Math.ceil(bytes / count)))),
    ),
  );
}

/** An EBML element with a length of eight bytes; null = unknown, as it stands during a recording. */
const element = (id: string, body: Uint8Array, length: number | null = body.length): Buffer =>
  join(hex(id), length === null ? hex('01 ff ff ff ff ff ff ff') : join(hex('01'), big(length, 8).subarray(1)), body);

const matroska = (type: string, isLive: boolean): Container['make'] => {
  const header = element('1a45dfa3', element('4282', ascii(type)));
  return (chance, bytes) => {
    const clusters = Array.from({ length: 4 }, () => element('1f43b675', noise(chance, Math.ceil(bytes / 4))));
    const segment = join(element('1549a966', noise(chance, 60)), ...clusters);
    return join(header, element('18538067', segment, isLive ? null : segment.length));
  };
};

const avi: Container['make'] = (chance, bytes) => {
  const body = join(ascii('AVI LIST'), little(200, 4), noise(chance, 200), ascii('LIST'), little(bytes, 4));
  const all = join(body, noise(chance, bytes + (bytes % 2)));
  return join(ascii('RIFF'), little(all.length, 4), all);
};

const wmv: Container['make'] = (chance, bytes) => {
  const properties = (size: number): Buffer =>
    join(
      ...[hex('a1dcab8c47a9cf118ee400c00c205365'), little(104, 8), noise(chance, 16), little(size, 8)],
      ...[noise(chance, 40), little(0, 4), noise(chance, 12)],
    );
  const size = 30 + 104 + bytes;
  const head = join(hex('3026b2758e66cf11a6d900aa0062ce6c'), little(134, 8), little(1, 4), Buffer.from([1, 2]));
  return join(head, properties(size), noise(chance, bytes));
};

const mxf: Container['make'] = (chance, bytes) => {
  const footer = join(hex('060e2b34'), noise(chance, 40));
  const pack = (at: number): Buffer =>
    join(
      ...[hex('060e2b34 02050101 0d010201 01020400 83000058'), noise(chance, 8), big(0, 8), big(0, 8), big(at, 8)],
      noise(chance, 80),
    );
  const body = noise(chance, bytes);
  return join(pack(pack(0).length + body.length), body, footer);
};

/** Packets of one length, each with the same byte at its beginning. */
const packets = (length: number, sync: (packet: Buffer) => unknown, chance: Chance, bytes: number): Buffer => {
  const all = noise(chance, Math.ceil(bytes / length) * length);
  for (let at = 0; at < all.length; at += length) sync(all.subarray(at, at + length));
  return all;
};
const ts: Container['make'] = (chance, bytes) => packets(188, (one) => one.fill(0x47, 0, 1), chance, bytes);
const m2ts: Container['make'] = (chance, bytes) => packets(192, (one) => one.fill(0x47, 4, 5), chance, bytes);

/** Packets of a program stream, each with its length; some hundred of them. */
const program = (end: Uint8Array): Container['make'] => {
  const pack = join(hex('000001ba 44'), Buffer.alloc(8, 1), hex('f8'));
  return (chance, bytes) => {
    const length = 2_000;
    const count = Math.ceil(bytes / length);
    const packets = Array.from({ length: count }, () =>
      join(pack, hex('000001e0'), big(length, 4).subarray(2), noise(chance, length)),
    );
    return join(...packets, end);
  };
};

const flv: Container['make'] = (chance, bytes) => {
  const length = 4_000;
  const tag = (): Buffer =>
    join(Buffer.from([9]), big(length, 4).subarray(1), Buffer.alloc(7, 1), noise(chance, length), big(length + 11, 4));
  return join(ascii('FLV'), hex('01 05 00000009 00000000'), ...Array.from({ length: Math.ceil(bytes / length) }, tag));
};

const ogv: Container['make'] = (chance, bytes) => {
  const parts = 16;
  const page = (): Buffer =>
    join(
      ascii('OggS'),
      hex('00 00'),
      noise(chance, 20),
      Buffer.from([parts]),
      Buffer.alloc(parts, 250),
      noise(chance, parts * 250),
    );
  return join(...Array.from({ length: Math.ceil(bytes / (parts * 250)) }, page));
};

/** Its pictures have no length of their own: only the tables of its index say where the last of them ends. */
const endless: Container['make'] = (chance, bytes) => {
  const table = (type: string, ...numbers: readonly number[]): Buffer =>
    box(type, big(0, 4), ...numbers.map((number) => big(number, 4)));
  const index = (from: number): Buffer => {
    const tables = [table('stsz', bytes, 1), table('stsc', 1, 1, 1, 1), table('stco', 1, from)];
    return box('moov', box('mvhd', noise(chance, 100)), box('trak', box('mdia', box('minf', box('stbl', ...tables)))));
  };
  const head = ftyp('isom').length + index(0).length + 8;
  return join(index(head), big(0, 4), ascii('mdat'), noise(chance, bytes));
};

const single = (name: string, extension: string, end: EndKind, make: Container['make']): Container => ({
  ...{ name, extension, end, make },
});

export const containers: readonly Container[] = [
  boxed('MP4, its index in front', 'mp4', 'isom', (c, n) => join(moov(c), box('mdat', noise(c, n)))),
  boxed('MP4, its index behind', 'mp4', 'isom', (c, n) => join(box('mdat', noise(c, n)), moov(c))),
  boxed('MP4, pictures to its end', 'mp4', 'isom', endless),
  boxed('MP4 in fragments', 'mp4', 'iso6', fragments, 'open'),
  boxed('MP4 in fragments, with their index', 'mp4', 'iso6', (c, n) =>
    join(fragments(c, n), box('mfra', noise(c, 60))),
  ),
  boxed('M4V', 'm4v', 'M4V ', (c, n) => join(moov(c), box('mdat', noise(c, n)))),
  boxed('F4V', 'flv', 'f4v ', (c, n) => join(moov(c), box('mdat', noise(c, n)))),
  boxed('QuickTime', 'mov', 'qt  ', (c, n) => join(box('wide'), box('mdat', noise(c, n)), moov(c))),
  boxed('QuickTime by its other name', 'qt', 'qt  ', (c, n) => join(box('mdat', noise(c, n)), moov(c))),
  boxed('3GP', '3gp', '3gp4', (c, n) => join(moov(c), box('mdat', noise(c, n)))),
  boxed('3G2', '3g2', '3g2a', (c, n) => join(box('mdat', noise(c, n)), moov(c))),
  single('WebM', 'webm', 'strong', matroska('webm', false)),
  single('Matroska', 'mkv', 'strong', matroska('matroska', false)),
  single('Matroska, live', 'mkv', 'open', matroska('matroska', true)),
  single('AVI', 'avi', 'strong', avi),
  single('WMV', 'wmv', 'strong', wmv),
  single('ASF', 'wmv', 'strong', wmv),
  single('MXF', 'mov', 'strong', mxf),
  single('MPEG program with its end', 'mpg', 'strong', program(hex('000001b9'))),
  single('MPEG program', 'mpeg', 'weak', program(Buffer.alloc(0))),
  single('VOB', 'mpg', 'weak', program(Buffer.alloc(0))),
  single('MPEG-2 video', 'mpeg', 'weak', (c, n) => join(hex('000001b3'), noise(c, n))),
  single('transport stream', 'mpg', 'weak', ts),
  single('AVCHD', 'mpeg', 'weak', m2ts),
  single('Blu-ray', 'mkv', 'weak', m2ts),
  single('FLV', 'flv', 'weak', flv),
  single('Ogg', 'ogv', 'weak', ogv),
];
