// The text of a file that another program wrote, in one of four encodings; what is no text is told apart.
import { codePageOf, westernPage } from './code-pages.ts';

export const beginsWith = (bytes: Uint8Array, ...start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte);

/** Throws TypeError where the bytes are no such text. */
const strictly = (encoding: string, bytes: Uint8Array): string =>
  new TextDecoder(encoding, { fatal: true }).decode(bytes);

/** A file from elsewhere need not be in the code page of here: what it cannot be is read as western, which any bytes can be. */
function inCodePage(bytes: Uint8Array, locale: string): string {
  try {
    return strictly(codePageOf(locale), bytes);
  } catch {
    return new TextDecoder(westernPage).decode(bytes);
  }
}

/** Null = no text. What is not UTF-8 was written by a program for Windows: Excel saves its "CSV" in the code page of the system, whose `locale` this is. */
export function textOf(bytes: Uint8Array, locale: string): string | null {
  try {
    if (beginsWith(bytes, 0xff, 0xfe)) return strictly('utf-16le', bytes);
    if (beginsWith(bytes, 0xfe, 0xff)) return strictly('utf-16be', bytes);
    if (bytes.includes(0)) return null;
    return strictly('utf-8', bytes);
  } catch {
    return bytes.includes(0) ? null : inCodePage(bytes, locale);
  }
}
