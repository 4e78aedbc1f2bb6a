// Only a list that was signed by a key of the app is a list, and it says just what was signed.
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { isSignedBy } from '../../../../main/adapters/updates/ed25519.ts';
import { readFeed, signedPrefix } from '../../../../main/features/updates/feed.ts';
import { createSigner, feedFor, signedText } from '../../../updates/signed-feed.ts';

const [ours, next, strange] = [createSigner(), createSigner(), createSigner()];
const feed = feedFor('0.2.0', Buffer.from('new'));
const read = (text: string, keys = [ours.key]) => readFeed(text, keys, isSignedBy);

describe('a list', () => {
  it('counts when a key of the app signed it', () => {
    expect(read(signedText(feed, ours))).toEqual(feed);
  });

  it('counts by the next key, too, which is known before the old one is given up', () => {
    expect(read(signedText(feed, next), [ours.key, next.key])).toEqual(feed);
    expect(read(signedText(feed, ours, next), [next.key])).toEqual(feed);
    expect(read(signedText(feed, next))).toBe('untrusted');
  });

  it.each([
    ['signed by nobody', signedText(feed)],
    ['signed by a stranger', signedText(feed, strange)],
    ['no JSON', '<!doctype html><title>404</title>'],
    ['nothing', ''],
    ['another version than was signed', signedText(feed, ours).replace('0.2.0', '0.3.0')],
    ['longer than any list', signedText({ ...feed, more: 'x'.repeat(600_000) }, ours)],
    ['a version that is none', signedText({ ...feed, version: '0.2' }, ours)],
    ['a path in the place of a name', signedText(named('../../evil'), ours)],
    ['an address in the place of a name', signedText(named('https://evil.example/x'), ours)],
    ['a file without an end', signedText({ ...feed, files: [{ ...feed.files[0], size: 2 ** 40 }] }, ours)],
    ['a page that is a file', signedText({ ...feed, page: 'file:///etc/passwd' }, ours)],
    ['a page of another kind', signedText({ ...feed, page: 'xhttps://a.example/' }, ours)],
    ['a page of one more kind', signedText({ ...feed, page: 'httpsx://a.example/' }, ours)],
    ['an app of two words', signedText({ ...feed, app: 'clip ferry' }, ours)],
    ['an app with a mark', signedText({ ...feed, app: 'clipferry!' }, ours)],
    ['an app with a long name', signedText({ ...feed, app: 'x'.repeat(51) }, ours)],
    ['a hidden name', signedText(named('.clipferry'), ours)],
    ['a name that is an option', signedText(named('-rf'), ours)],
    ['a name with a line end', signedText(named('clipferry\n'), ours)],
    ['more than a sum', signedText(summed(`${'a'.repeat(128)}0`), ours)],
    ['more before a sum', signedText(summed(`x${'a'.repeat(128)}`), ours)],
    ['a signature with something behind it', resigned((one) => `${one}AAAA`)],
    ['a signature with something before it', resigned((one) => `!${one}`)],
  ])('is none: %s', (_, text) => {
    expect(read(text)).toBe('untrusted');
  });

  it('is none without what is signed beginning as lists do', () => {
    const signed = JSON.stringify(feed);
    const bare = JSON.stringify({ signed, signatures: [ours.sign(signed)] });
    expect(read(bare)).toBe('untrusted');
    expect(read(JSON.stringify({ signed, signatures: [ours.sign(signedPrefix + signed)] }))).toEqual(feed);
  });
});

/** What stands beside a signature is passed over by who decodes it. */
function resigned(change: (signature: string) => string): string {
  const { signed, signatures } = JSON.parse(signedText(feed, ours)) as { signed: string; signatures: string[] };
  return JSON.stringify({ signed, signatures: signatures.map(change) });
}
function summed(sha512: string): unknown {
  return { ...feed, files: [{ ...feed.files[0], sha512 }] };
}
function named(name: string): unknown {
  return { ...feed, files: [{ ...feed.files[0], name }] };
}

test('one bit that is another than was signed, wherever it is, makes it none', () => {
  const text = signedText(feed, ours);
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.integer({ min: 0, max: 6 }), (at, bit) => {
      const changed = `${text.slice(0, at)}${String.fromCharCode(text.charCodeAt(at) ^ (1 << bit))}${text.slice(at + 1)}`;
      const found = read(changed);
      // Base64 has bits that mean nothing, and spaces say nothing in JSON.
      expect(found === 'untrusted' || JSON.stringify(found) === JSON.stringify(feed)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('keys and signatures of any kind are refused without an error', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (key, signature) => {
      expect(isSignedBy('text', key, signature)).toBe(false);
    }),
  );
});
