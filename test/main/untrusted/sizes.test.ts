// A limit is read from a site's own sentence in many languages, and never one that holds back what the site would take.
import { describe, expect, it } from 'vitest';
import { limitInWords } from '../../../main/untrusted/sizes.ts';

const [KiB, MiB, GiB] = [1_024, 1_024 ** 2, 1_024 ** 3];
const refused = 3 * GiB;

describe('a sentence that names a limit', () => {
  it.each<[string, number]>([
    ['The maximum upload file size is 50 MB.', 50 * MiB],
    ['The maximum upload file size is 0.03 MB.', 0.03 * MiB],
    ['This file is too big. Files must be less than 1500 KB in size.', 1_500 * KiB],
    ['Die Datei darf höchstens 1,5 GB groß sein.', 1.5 * GiB],
    ['Höchstens 1.024 KB.', 1_024 * KiB],
    ['La taille maximale est de 1\u202f024\u00a0Mo.', 1_024 * MiB],
    ['Taille maximale : 64 mégaoctets', 64 * MiB],
    ['Максимальный размер: 512 МБ', 512 * MiB],
    ['не более 20 мегабайтов', 20 * MiB],
    ['アップロードできるのは50MBまでです。', 50 * MiB],
    ['上限は５０ＭＢです', 50 * MiB],
    ['الحد الأقصى ٥٠ ميجابايت', 50 * MiB],
    ['حداکثر ۱۲٫۵ مگابایت', 12.5 * MiB],
    ['अधिकतम ५० MB', 50 * MiB],
    ['exceeds upload_max_filesize of 64M', 64 * MiB],
    ['limit: 512000 bytes', 512_000],
    ['At most 2 MiB (2,097,152 bytes).', 2 * MiB],
    ["Maximal 1'024 KB", 1_024 * KiB],
  ])('%s', (sentence, limit) => {
    // From the first byte more on; of that very size it would be taken.
    expect(limitInWords(sentence, refused)).toBe(Math.floor(limit) + 1);
  });
});

describe('nothing is made of', () => {
  it.each<[string, string, number]>([
    ['a limit under which the file would have been taken', 'The maximum upload file size is 50 MB.', 10 * MiB],
    ['the size of the file itself', 'Your file (50.1 MB) is too large.', 50.14 * MiB],
    ['its size in other megabytes', 'Your file of 105 MB is too large.', 100 * MiB + 140_000],
    ['several sizes', 'Photos up to 5 MB, videos up to 50 MB.', 80 * MiB],
    ['a speed', 'Your line does 5 MB/s.', 80 * MiB],
    ['bits', 'At 8 Mbit you wait long, at 8 Mbps too.', 80 * MiB],
    ['other numbers', 'Error 413 on line 50 at 10:30, ticket 20 men, 3 Gäste.', 80 * MiB],
    ['nothing', 'No data supplied.', 80 * MiB],
    ['zero', 'At most 0 MB.', 80 * MiB],
    ['a number without end', `At most ${'9'.repeat(400)} bytes.`, 80 * MiB],
  ])('%s', (_, sentence, bytes) => {
    expect(limitInWords(sentence, bytes)).toBeNull();
  });
});

it('the size of the file beside the limit is not taken for it', () => {
  expect(limitInWords('Your file is 80.2 MB, the maximum is 50 MB.', 80.23 * MiB)).toBe(50 * MiB + 1);
});
