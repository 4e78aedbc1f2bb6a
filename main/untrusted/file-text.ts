// The text of a file that another program wrote, in one of four encodings; what is no text is told apart.

export const beginsWith = (bytes: Uint8Array, ...start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte);

/** Throws TypeError where the bytes are no such text. */
const strictly = (encoding: string, bytes: Uint8Array): string =>
  new TextDecoder(encoding, { fatal: true }).decode(bytes);

/** Null = no text. What is not UTF-8 was written by a program for Windows: Excel saves its "CSV" in the code page of western Europe. */
export function textOf(bytes: Uint8Array): string | null {
  try {
    if (beginsWith(bytes, 0xff, 0xfe)) return strictly('utf-16le', bytes);
    if (beginsWith(bytes, 0xfe, 0xff)) return strictly('utf-16be', bytes);
    if (bytes.includes(0)) return null;
    return strictly('utf-8', bytes);
  } catch {
    return bytes.includes(0) ? null : new TextDecoder('windows-1252').decode(bytes);
  }
}
