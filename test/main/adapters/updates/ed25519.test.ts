// A text is signed when the holder of that very key signed that very text, and nothing that is handed over makes an error.
import { randomBytes } from 'node:crypto';
import { expect, it, test } from 'vitest';
import { isSignedBy } from '../../../../main/adapters/updates/ed25519.ts';
import { createSigner } from '../../../updates/signed-feed.ts';

const signer = createSigner();
const signature = signer.sign('gründlich');
const bytes = Buffer.from(signer.key, 'base64');

test('a text counts as signed by its key, in UTF-8', () => {
  expect(isSignedBy('gründlich', signer.key, signature)).toBe(true);
});

it.each([
  ['another text', 'grundlich', signer.key, signature],
  ['the same text with a space', 'gründlich ', signer.key, signature],
  ['the key of somebody else', 'gründlich', createSigner().key, signature],
  ['another signature', 'gründlich', signer.key, signer.sign('another')],
  ['half a signature', 'gründlich', signer.key, signature.slice(0, 44)],
  ['no signature', 'gründlich', signer.key, ''],
  ['no key', 'gründlich', '', signature],
  ['a key that goes on', 'gründlich', Buffer.concat([bytes, Buffer.of(0)]).toString('base64'), signature],
  ['a key without its end', 'gründlich', bytes.subarray(0, 31).toString('base64'), signature],
  ['a key as it is in a file', 'gründlich', `-----BEGIN PUBLIC KEY-----\n${signer.key}`, signature],
])('not by %s', (_, text, key, signed) => {
  expect(isSignedBy(text, key, signed)).toBe(false);
});

test('nor by 32 bytes that are no key, whatever they are', () => {
  const keys = [Buffer.alloc(32), Buffer.alloc(32, 0xff), ...Array.from({ length: 50 }, () => randomBytes(32))];
  for (const key of keys) expect(isSignedBy('gründlich', key.toString('base64'), signature)).toBe(false);
});
