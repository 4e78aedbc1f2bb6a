// Lists of updates as the people who make Clipferry would sign them, with keys of the moment.
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { signedPrefix, type UpdateFeed } from '../../main/features/updates/feed.ts';
import { dayMs } from '../../main/retry.ts';

export interface Signer {
  /** As it is built into the app. */
  readonly key: string;
  sign(text: string): string;
}

export function createSigner(): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = (publicKey as KeyObject).export({ format: 'der', type: 'spki' }).subarray(-32);
  return {
    key: raw.toString('base64'),
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
  };
}

export const sha512Of = (bytes: Uint8Array): string => createHash('sha512').update(bytes).digest('hex');

/** A list for an AppImage of `version` that holds `bytes`. */
export function feedFor(version: string, bytes: Uint8Array, over: Partial<UpdateFeed> = {}): UpdateFeed {
  const now = Date.now();
  return {
    ...{ app: 'clipferry', version, issuedAt: now, expiresAt: now + 30 * dayMs, share: 1 },
    page: 'https://clipferry.example/download',
    files: [
      {
        ...{ packedAs: 'AppImage', arch: 'x64', name: `clipferry-${version}-x86_64.AppImage` },
        ...{ size: bytes.length, sha512: sha512Of(bytes) },
      },
    ],
    news: [{ version, lines: [`What is new in ${version}.`] }],
    ...over,
  };
}

/** The text of the file, signed by each of `signers`. */
export function signedText(feed: unknown, ...signers: readonly Signer[]): string {
  const signed = JSON.stringify(feed);
  return JSON.stringify({ signed, signatures: signers.map((one) => one.sign(signedPrefix + signed)) });
}
