// What lies in a package is known by name and reason, and ours is a small part of it.
import { describe, expect, it } from 'vitest';
import { filesIn, mostTimes, sizesOf } from './size.mjs';

const entry = (name: string, packed: number, folder = '-'): string =>
  `Path = ${name}\nFolder = ${folder}\nSize = ${packed * 2}\nPacked Size = ${packed}\nModified = 2026-11-27`;
const listing = [
  '7-Zip (a) [64]\n\nListing archive: some.zip\n\n--\nPath = some.zip\nType = zip\nPhysical Size = 141\n\n----------',
  entry('locales', 0, '+'),
  entry('Clipferry.exe', 90_000_000),
  entry('locales\\de.pak', 10_000_000),
  entry('resources/app.asar', 1_500_000),
  entry('THIRD-PARTY-NOTICES.txt', 100_000),
].join('\n\n');

describe('a package', () => {
  it('is read from its listing, file by file', () => {
    expect(filesIn(listing).map(({ name, bytes, packed }) => [name, bytes, packed])).toEqual([
      ['Clipferry.exe', 180_000_000, 90_000_000],
      ['locales/de.pak', 20_000_000, 10_000_000],
      ['resources/app.asar', 3_000_000, 1_500_000],
      ['THIRD-PARTY-NOTICES.txt', 200_000, 100_000],
    ]);
  });

  it('of which little is ours is fine, and each group is told with its reason', () => {
    const { lines, times, complaints } = sizesOf(filesIn(listing));
    expect(complaints).toEqual([]);
    expect(times).toBeCloseTo(1.016, 5);
    expect(lines).toHaveLength(4);
    expect(lines[0]).toBe('  1.50 MB  ours      Clipferry: the app itself, with its pictures');
  });

  it('that has grown is not', () => {
    const files = filesIn(`${listing}\n\n${entry('resources/app.asar', 4_000_000)}`);
    expect(sizesOf(files).complaints).toEqual([`it takes 1.056 times what its runtime does, at most ${mostTimes}`]);
  });

  it.each(['resources/app.asar.unpacked/thing.node', 'resources/default_app.asar', 'notes.md', 'locales/deep/x.pak'])(
    'with something of which nobody knows why it is there is not: %s',
    (name) => {
      expect(sizesOf(filesIn(`${listing}\n\n${entry(name, 10)}`)).complaints).toEqual([
        `nobody knows why ${name} is in it`,
      ]);
    },
  );

  it('in which nothing is found is not', () => {
    expect(sizesOf([]).complaints).toHaveLength(1);
  });
});
