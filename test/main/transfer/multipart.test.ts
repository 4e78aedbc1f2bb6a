// The body around a clip: no name leaves its quotes, and its length is known before anything is sent (F-37).
import { describe, expect, test } from 'vitest';
import { quoteFileName, representation } from '../../../main/transfer/multipart.ts';

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

describe('a name', () => {
  test.each([
    ['plain, also beyond ASCII', 'Été 夏 😀.mp4', 'Été 夏 😀.mp4'],
    ['with quotes', 'the "best" of.mp4', 'the %22best%22 of.mp4'],
    ['that would begin another header', 'a\r\nX-Evil: 1\r\n.mp4', 'a%0D%0AX-Evil: 1%0D%0A.mp4'],
    ['with what looks escaped already', 'a%22%0D%0A\\".mp4', 'a%22%0D%0A\\%22.mp4'],
  ])('%s stays one value of one header', (_, name, quoted) => {
    expect(quoteFileName(name)).toBe(quoted);
    const lines = text(representation('b', name, 1).head).split('\r\n');
    expect(lines).toEqual([
      '--b',
      `Content-Disposition: form-data; name="file"; filename="${quoted}"`,
      'Content-Type: video/mp4',
      '',
      '',
    ]);
  });
});

test('is as long as its head, its clip and its tail in bytes, and the same at every attempt', () => {
  const one = representation('----x', 'Été.mp4', 5_368_709_121);
  expect(text(one.tail)).toBe('\r\n------x--\r\n');
  expect(one.length).toBe(5_368_709_121 + one.head.length + one.tail.length);
  expect(one.contentType).toBe('multipart/form-data; boundary=----x');
  expect(representation('----x', 'Été.mp4', 5_368_709_121)).toEqual(one);
});
