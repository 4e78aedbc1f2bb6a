// The list of what there is to update to: a small file on any web server, whose text counts only as it was signed.
//
// Version, time and end stand inside of what is signed: whoever has the web server can keep a list back, and nothing else.
import { z } from 'zod';
import { readRow } from '../../untrusted/rows.ts';
import { count } from '../../untrusted/stored.ts';
import { isVersion } from './versions.ts';

/** More than any list needs, in bytes. */
export const mostFeedBytes = 512 * 1024;

/** What is signed begins with it, so that nothing that was signed for anything else is a list of updates. */
export const signedPrefix = 'clipferry updates 1\n';

const version = z.string().refine(isVersion);
const word = z.string().regex(/^[\w.-]{1,50}$/);

const offered = z.object({
  /** How it is packed (PackedAs); a newer Clipferry may know more ways. */
  packedAs: word,
  /** Of the processor, as Node calls it. */
  arch: word,
  /** Beside the list. */
  name: z.string().regex(/^[\da-z][\w.+-]{0,119}$/i),
  size: count.min(1).max(1024 ** 3),
  sha512: z.string().regex(/^[\da-f]{128}$/),
});

const signed = z.object({
  /** The name of the package: a test build is never offered the real one, nor the other way. */
  app: word,
  version,
  /** Wall clock in ms: newer lists take the place of older ones, and none counts after its end. */
  issuedAt: count,
  expiresAt: count,
  /** The share of all computers that may have it by now. */
  share: z.number().min(0).max(1),
  /** Where a person downloads it. */
  page: z.url({ protocol: /^https$/ }).max(2_000),
  files: z.array(offered).max(50),
  /** The newest version first. */
  news: z.array(z.object({ version, lines: z.array(z.string().min(1).max(2_000)).max(100) })).max(50),
});
export type UpdateFeed = z.infer<typeof signed>;
export type OfferedFile = UpdateFeed['files'][number];

const envelope = z.object({
  /** The text that was signed. */
  signed: z.string().max(mostFeedBytes),
  /** By each key that signed it, in base64. */
  signatures: z.array(z.string().regex(/^[\d+/=A-Za-z]{88}$/)).max(4),
});

/** Whether the holder of the key signed the text; both in base64. */
export type IsSigned = (text: string, key: string, signature: string) => boolean;

/** One of `keys` has to have signed it. 'untrusted' = none has, or what they signed is no list. */
export function readFeed(text: string, keys: readonly string[], isSigned: IsSigned): UpdateFeed | 'untrusted' {
  const outer = readRow(envelope, text);
  if (!outer.ok) return 'untrusted';
  const { signed: inner, signatures } = outer.value;
  const isOurs = keys.some((key) => signatures.some((one) => isSigned(signedPrefix + inner, key, one)));
  if (!isOurs) return 'untrusted';
  const read = readRow(signed, inner);
  return read.ok ? read.value : 'untrusted';
}
