// The fuse that @electron/fuses does not know yet: whether WebAssembly, of which undici's parser is made, has its memory guarded by trap handlers.
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

const sentinel = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX', 'latin1');
const index = 8;
const on = Buffer.from('1', 'latin1');

/** Where it stands in a program: nowhere in older runtimes, twice in one for two processors; pure. */
export function ninthFusePlaces(program: Buffer): readonly number[] {
  const places: number[] = [];
  for (let at = program.indexOf(sentinel); at !== -1; at = program.indexOf(sentinel, at + 1)) {
    // Behind the sentinel: the version of the wire, how many fuses there are, and each of them.
    const wire = at + sentinel.length;
    if (program.readUInt8(wire) !== 1) throw new Error('The fuses of this runtime are written in another way');
    if (program.readUInt8(wire + 1) > index) places.push(wire + 2 + index);
  }
  return places;
}

export function setNinthFuse(program: string): void {
  const places = ninthFusePlaces(readFileSync(program));
  const file = openSync(program, 'r+');
  try {
    for (const place of places) writeSync(file, on, 0, on.length, place);
  } finally {
    closeSync(file);
  }
}
