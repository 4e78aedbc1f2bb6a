// What lies in the simulated clips: whole MP4 files of any size, each told from every other by its bytes.

/** One version of a clip's bytes. */
export interface Content {
  readonly tag: string;
  readonly bytes: Buffer;
}

const tagAt = 24;
const tagLength = 12;
/** What goes in pieces has a number in each of its blocks: no two of them can be mistaken for each other. */
const numberedFrom = 1024 * 1024;
const blockBytes = 4_096;
/** The boxes around the picture data: ftyp, moov and the head of mdat. */
const headBytes = 16 + 8 + tagLength + 4 + 8;
export const smallestClip = headBytes + tagLength;

function box(bytes: Buffer, at: number, length: number, type: string): void {
  bytes.writeUInt32BE(length, at);
  bytes.write(type, at + 4, 'latin1');
}

export interface Contents {
  /** `size` in bytes, at least `smallestClip`. */
  make(tag: number, size: number): Content;
  /** Which version these bytes are, whole; null = of none: torn, cut, or not ours. */
  identify(bytes: Buffer): Content | null;
}

export function createContents(): Contents {
  const known = new Map<string, Content>();
  return {
    make: (number, size) => {
      const tag = `clip${String(number).padStart(tagLength - 4, '0')}`;
      const bytes = Buffer.allocUnsafe(size).fill(tag, headBytes, size, 'latin1');
      if (size >= numberedFrom) for (let at = blockBytes; at + 4 <= size; at += blockBytes) bytes.writeUInt32BE(at, at);
      bytes.fill(0, 0, headBytes);
      box(bytes, 0, 16, 'ftyp');
      bytes.write('isom', 8, 'latin1');
      box(bytes, 16, 8 + tagLength + 4, 'moov');
      bytes.write(tag, tagAt, 'latin1');
      box(bytes, 16 + 8 + tagLength + 4, size - headBytes + 8, 'mdat');
      const content = { tag, bytes };
      known.set(tag, content);
      return content;
    },
    identify: (bytes) => {
      const content = known.get(bytes.toString('latin1', tagAt, tagAt + tagLength));
      return content?.bytes.equals(bytes) === true ? content : null;
    },
  };
}
