// An open file whose first bytes, or all of it where it is short, are asked for once: each question to a disk costs more than its bytes.
import type { OpenFile } from '../ports.ts';

/** A file of this size or less is read as a whole, in bytes. */
const mostWhole = 128 * 1024;
/** Of a longer one this much from its beginning, where most of its boxes stand. */
const headBytes = 4_096;

/**
 * The same file, read from memory where that is what is wanted. `size` = what it has, in bytes; what it has beyond that is not seen. What
 * changes after the first read is not seen either: who asks compares its times afterwards. Throws FileError, as the file does.
 */
export function readAhead(file: OpenFile, size: number): OpenFile {
  const isWhole = size <= mostWhole;
  const kept = new Uint8Array(isWhole ? size : headBytes);
  let filling: Promise<number> | null = null;
  const fill = async (): Promise<number> => {
    let got = 0;
    while (got < kept.length) {
      const read = await file.read(kept, got, kept.length - got, got);
      if (read === 0) break;
      got += read;
    }
    return got;
  };
  return {
    ...file,
    read: async (buffer, offset, length, position) => {
      if (!isWhole && position + length > kept.length) return file.read(buffer, offset, length, position);
      filling ??= fill();
      const there = Math.max(0, Math.min(length, (await filling) - position));
      buffer.set(kept.subarray(position, position + there), offset);
      return there;
    },
  };
}
