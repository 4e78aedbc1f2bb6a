// Only plain web addresses ever reach the system's "open this" (electron-security row 15).
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { webAddress } from '../../../main/shell/web-address.ts';

test.each([
  ['https://example.org/video?p=7', 'https://example.org/video?p=7'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/'],
  ['HTTPS://Example.org/a b', 'https://example.org/a%20b'],
])('%s', (text, expected) => expect(webAddress(text)).toBe(expected));

test.each([
  'file:///etc/passwd',
  'smb://server/share',
  'ms-msdt:/id',
  'javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'app://main/index.html',
  'clipferry://x',
  '//example.org',
  'example.org',
  'https://user:pass@example.org/',
  'https://user@example.org/',
  ' \u0000javascript:alert(1)',
  '-h',
  '',
])('refuses %j', (text) => expect(() => webAddress(text)).toThrow());

test('whatever it lets through is http(s)', () => {
  const text = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.tuple(fc.string(), fc.string()).map(([scheme, rest]) => `${scheme}:${rest}`),
  );
  fc.assert(
    fc.property(text, (input) => {
      let address: string;
      try {
        address = webAddress(input);
      } catch {
        return;
      }
      expect(address).toMatch(/^https?:\/\/[^/@]+\//);
    }),
    { numRuns: 2_000 },
  );
});
