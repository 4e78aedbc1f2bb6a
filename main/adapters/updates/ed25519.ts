// Signatures of the people who make Clipferry, by ed25519.
import { createPublicKey, type KeyObject, verify } from 'node:crypto';

/** What stands before the 32 bytes of such a key in the form that Node reads (RFC 8410). */
const before = Buffer.from('302a300506032b6570032100', 'hex');

function publicKey(key: string): KeyObject | null {
  const bytes = Buffer.from(key, 'base64');
  if (bytes.length !== 32) return null;
  return createPublicKey({ key: Buffer.concat([before, bytes]), format: 'der', type: 'spki' });
}

/** Whether the holder of the key signed the text, in UTF-8. `key` = its 32 bytes, `signature` = its 64, both in base64. Throws nothing. */
export function isSignedBy(text: string, key: string, signature: string): boolean {
  try {
    const known = publicKey(key);
    return known !== null && verify(null, Buffer.from(text, 'utf8'), known, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
