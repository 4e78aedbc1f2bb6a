// Signatures of the people who make Clipferry, by ed25519.
import { createPublicKey, verify } from 'node:crypto';

/** What stands before the 32 bytes of such a key in the form that Node reads (RFC 8410). */
const before = Buffer.from('302a300506032b6570032100', 'hex');

/** Whether the holder of the key signed the text, in UTF-8. `key` = its 32 bytes, `signature` = its 64, both in base64. Throws nothing. */
export function isSignedBy(text: string, key: string, signature: string): boolean {
  const bytes = Buffer.from(key, 'base64');
  // What stands behind the key would be read over.
  if (bytes.length !== 32) return false;
  try {
    const known = createPublicKey({ key: Buffer.concat([before, bytes]), format: 'der', type: 'spki' });
    return verify(null, Buffer.from(text, 'utf8'), known, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
