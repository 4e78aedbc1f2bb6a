// Is this clip on the site? Adopted only on full proof; every camera card has a C0001.MP4 (decision 4).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredFile } from '../../../../main/model.ts';
import {
  type Evidence,
  judge,
  nameFits,
  nameKeys,
  type Sampled,
  sameName,
  samplePlaces,
  skeleton,
  suspects,
} from '../../../../main/queue/match/match.ts';
import { sentFileName } from '../../../../main/transfer/file-name.ts';
import { sanitizeFileName } from '../../../site/names.ts';
import { filterHtml } from '../../../site/text.ts';

const file = (changes: Partial<StoredFile> = {}): StoredFile => ({
  mediaId: 15,
  videoId: 14,
  title: 'C0001',
  sourceUrl: 'https://example.com/wp-content/uploads/2026/11/C0001.mp4',
  bytes: 2_000,
  createdAt: 1_000,
  ...changes,
});
const nothingKnown = {
  from: Number.NEGATIVE_INFINITY,
  taken: new Set<number>(),
  refused: new Set<number>(),
  rivals: [],
  stranger: false,
};
const evidence: Evidence = { fileName: 'C0001.mp4', bytes: 2_000, ...nothingKnown };
const one = (sampled: Sampled, changes: Partial<StoredFile> = {}) => ({ sampled, file: file(changes) });
const other = { mediaId: 17, videoId: 16 };

describe('judgement', () => {
  it.each<[string, Parameters<typeof judge>[0], string]>([
    ['nothing stored', [], 'absent'],
    ['the very bytes under the very name', [one('equal')], 'adopt 14'],
    [
      'the very bytes under another name: sites rename',
      [one('equal', { title: 'x', sourceUrl: 'https://e.com/x.mp4' })],
      'adopt 14',
    ],
    ['other bytes of the same name and size: another C0001.MP4', [one('different')], 'absent'],
    ['no ranges, but size and name fit', [one('unknown')], 'adopt 14'],
    [
      'no ranges, and the site made the name unique',
      [one('unknown', { sourceUrl: 'https://e.com/C0001-1.mp4' })],
      'adopt 14',
    ],
    [
      'no ranges, and a name that the site made unique where it tells no title',
      [one('unknown', { title: ' ', sourceUrl: 'https://e.com/C0001-1.mp4' })],
      'adopt 14',
    ],
    [
      'no ranges, and the site made the name of file and title unique',
      [one('unknown', { title: 'C0001-2', sourceUrl: 'https://e.com/C0001-2.mp4' })],
      'adopt 14',
    ],
    [
      'no ranges, and a number that belongs to another name',
      [one('unknown', { title: 'C0001 7', sourceUrl: 'https://e.com/C0001-7.mp4' })],
      'ask 14',
    ],
    [
      'the very bytes, and a number that belongs to another name',
      [one('equal', { title: 'C0001 7', sourceUrl: 'https://e.com/C0001-7.mp4' })],
      'adopt 14',
    ],
    ['no ranges and another name', [one('unknown', { title: 'x', sourceUrl: 'https://e.com/x.mp4' })], 'ask 14'],
    ['no ranges and no size', [one('unknown', { bytes: null })], 'ask 14'],
    ['the very bytes, but the size is not told', [one('equal', { bytes: null })], 'ask 14'],
    [
      'two with the very bytes: one clip that is there twice, the first counts',
      [one('equal'), one('equal', other)],
      'adopt 14',
    ],
    [
      'two with the very bytes, the first of which is listed last',
      [one('equal', { createdAt: 2_000 }), one('equal', { ...other, createdAt: 1_000 })],
      'adopt 16',
    ],
    ['two of one name, told apart by their bytes', [one('different'), one('equal', other)], 'adopt 16'],
    ['one proven, one that cannot be looked into', [one('unknown'), one('equal', other)], 'adopt 16'],
    [
      'one of unknown size, one that cannot be looked into',
      [one('equal', { bytes: null }), one('unknown', other)],
      'ask 14 16',
    ],
    ['two of one name and no ranges', [one('unknown'), one('unknown', other)], 'ask 14 16'],
    ['many, all others', [one('different'), one('different', other)], 'absent'],
  ])('%s', (_, found, expected) => {
    const judgement = judge(found, evidence);
    const words =
      judgement.kind === 'adopt'
        ? `adopt ${judgement.videoId}`
        : judgement.kind === 'ask'
          ? `ask ${judgement.candidates.map((candidate) => candidate.videoId).join(' ')}`
          : judgement.kind;
    expect(words).toBe(expected);
  });

  it('believes a name and a size alone no more where somebody else sends for the account, too; bytes it does', () => {
    const shared = { ...evidence, stranger: true };
    expect(judge([one('unknown')], shared)).toMatchObject({ kind: 'ask', candidates: [{ videoId: 14 }] });
    expect(judge([one('equal')], shared)).toEqual({ kind: 'adopt', videoId: 14 });
  });

  it('asks with what helps to choose', () => {
    const { kind, ...asked } = judge(
      [one('unknown', { bytes: null }), one('unknown', { ...other, createdAt: null })],
      evidence,
    );
    expect(kind).toBe('ask');
    expect(asked).toEqual({
      candidates: [
        { videoId: 14, title: 'C0001', createdAt: 1_000, sizeMatches: false },
        { videoId: 16, title: 'C0001', createdAt: null, sizeMatches: true },
      ],
    });
  });

  it('takes the first of equal ones also where their moments are unknown or the same', () => {
    const adopted = (...found: readonly ReturnType<typeof one>[]) => judge(found, evidence);
    const unknown = one('equal', { createdAt: null });
    expect(adopted(unknown, one('equal', { ...other, createdAt: 9_000 }))).toEqual({ kind: 'adopt', videoId: 16 });
    expect(adopted(one('equal', other), one('equal'))).toEqual({ kind: 'adopt', videoId: 14 });
    expect(adopted(one('equal', { ...other, createdAt: null }), unknown)).toEqual({ kind: 'adopt', videoId: 14 });
  });

  it('never adopts what is not of the right size or differs in its bytes, nor one of several without equal bytes', () => {
    const suspect = fc.record({
      sampled: fc.constantFrom<Sampled>('equal', 'different', 'unknown'),
      file: fc.record({
        mediaId: fc.nat(),
        videoId: fc.integer({ min: 1, max: 50 }),
        title: fc.constantFrom('C0001', 'other'),
        sourceUrl: fc.constantFrom('https://e.com/C0001.mp4', 'https://e.com/C0001-1.mp4', 'https://e.com/y.mp4', ''),
        bytes: fc.constantFrom(null, 2_000),
        createdAt: fc.constant(null),
      }),
    });
    fc.assert(
      fc.property(fc.array(suspect, { maxLength: 4 }), (found) => {
        const judgement = judge(found, evidence);
        const possible = found.filter((each) => each.sampled !== 'different');
        if (judgement.kind === 'absent') expect(possible).toEqual([]);
        if (judgement.kind === 'ask') expect(judgement.candidates).toHaveLength(possible.length);
        if (judgement.kind !== 'adopt') return;
        const adopted = possible.filter(
          ({ file: { videoId, bytes } }) => videoId === judgement.videoId && bytes === 2_000,
        );
        expect(adopted.length).toBeGreaterThan(0);
        if (adopted.some(({ sampled }) => sampled === 'equal')) return;
        expect(possible).toHaveLength(1);
        expect(nameFits('C0001.mp4', adopted[0]?.file ?? file({ title: '', sourceUrl: '' }))).toBe(true);
      }),
      { numRuns: 5_000, seed: 20261120 },
    );
  });
});

describe('two clips of one name and size, without ranges to compare by', () => {
  const rival = (from: number, fileName = 'C0001.mp4', afterMediaId = 0) => ({
    ...{ fileName, bytes: 2_000, from, afterMediaId },
  });
  const early = one('unknown', { createdAt: 1_000 });
  const late = one('unknown', { ...other, createdAt: 9_000 });
  it.each<[string, Parameters<typeof judge>[0], readonly ReturnType<typeof rival>[], string]>([
    [
      'the other one was sent after the first was there: the first is this one’s',
      [early, late],
      [rival(5_000)],
      'adopt 14',
    ],
    [
      'the other one was sent after both were there, within the second that the site tells: a stranger made one of them',
      [early, late],
      [rival(5_000, 'C0001.mp4', late.file.mediaId)],
      'ask 14 16',
    ],
    [
      'the other one was sent after the first was there, by its number',
      [early, late],
      [rival(5_000, 'C0001.mp4', early.file.mediaId)],
      'adopt 14',
    ],
    ['both were under way at the same time', [early, late], [rival(500)], 'ask 14 16'],
    ['one file only, and either can have made it', [early], [rival(500)], 'ask 14'],
    ['one file only, and the other one was sent later', [early], [rival(5_000)], 'adopt 14'],
    ['one file only, and the other one has another name', [early], [rival(500, 'C0002.mp4')], 'adopt 14'],
    ['more files than clips: somebody else has one too', [early, late], [], 'ask 14 16'],
    [
      'three in a row, of which the last was sent last',
      [early, late, one('unknown', { mediaId: 19, videoId: 18, createdAt: 20_000 })],
      [rival(5_000), rival(15_000)],
      'adopt 14',
    ],
    [
      'as many in a row as are puzzled out, the last one listed first',
      [20_000, 15_000, 10_000, 5_000, 1_000].map((createdAt, at) =>
        one('unknown', { mediaId: 31 + at, videoId: 21 + at, createdAt }),
      ),
      [4_000, 9_000, 14_000, 19_000].map((from) => rival(from)),
      'adopt 25',
    ],
    [
      'the others cannot be told apart, but this one can',
      [early, late, one('unknown', { mediaId: 19, videoId: 18, createdAt: 9_000 })],
      [rival(5_000), rival(5_000)],
      'adopt 14',
    ],
    [
      'one whose size is not told beside one that only this one can have made',
      [one('unknown', { bytes: null }), one('unknown', other)],
      [rival(5_000)],
      'ask 14 16',
    ],
    [
      'one of another name beside one that only this one can have made',
      [one('unknown', { title: 'x', sourceUrl: 'https://e.com/x.mp4' }), one('unknown', other)],
      [rival(5_000)],
      'ask 14 16',
    ],
    ['what the user said is not this one can be the other one’s', [early, late], [rival(500)], 'adopt 16, not 14'],
    ['one file of this moment, which either can have made', [early], [rival(1_000)], 'ask 14'],
    ['one file whose moment is not told', [one('unknown', { createdAt: null })], [rival(5_000)], 'ask 14'],
    ['as many clips as are puzzled out', [early], [5_000, 6_000, 7_000, 8_000].map((from) => rival(from)), 'adopt 14'],
    ['too many clips to puzzle out', [early], [5_000, 6_000, 7_000, 8_000, 9_000].map((from) => rival(from)), 'ask 14'],
    ['the other one is of another size', [early], [{ ...rival(500), bytes: 1_999 }], 'adopt 14'],
    [
      'one of them looked into and different, so it is the other one’s',
      [one('different', { createdAt: 1_000 }), late],
      [rival(500)],
      'adopt 16',
    ],
  ])('%s', (_, found, rivals, expected) => {
    const [, refused] = expected.split(', not ');
    const judgement = judge(found, { ...evidence, rivals, refused: new Set(refused ? [Number(refused)] : []) });
    const words =
      judgement.kind === 'ask'
        ? `ask ${judgement.candidates.map(({ videoId }) => videoId).join(' ')}`
        : judgement.kind === 'adopt'
          ? `adopt ${judgement.videoId}`
          : judgement.kind;
    expect(words).toBe(expected.replace(/, not .*/, ''));
  });

  it('a clip has not made what was there before it was sent', () => {
    const sent = (from: number, rivals: readonly ReturnType<typeof rival>[]) =>
      judge([early, late], { ...evidence, from, rivals });
    expect(sent(5_000, [rival(500)])).toEqual({ kind: 'adopt', videoId: 16 });
    expect(judge([early], { ...evidence, from: 5_000, rivals: [] }).kind).toBe('ask');
  });
});

describe('suspects', () => {
  it.each<[string, Partial<StoredFile>, Partial<Evidence>, boolean]>([
    ['the right size, whatever the name', { title: 'x', sourceUrl: '' }, {}, true],
    ['another size, whatever the name', { bytes: 2_001 }, {}, false],
    ['no size told, the name fits', { bytes: null }, {}, true],
    ['no size told, another name', { bytes: null, title: 'x', sourceUrl: 'https://e.com/x.mp4' }, {}, false],
    ['a file without a video', { videoId: null }, {}, false],
    ['a video that another job stands for', {}, { taken: new Set([14]) }, false],
    ['a video beside one that is taken', {}, { taken: new Set([13, 15]) }, true],
    ['a video of which the user said that it is another', {}, { refused: new Set([14]) }, true],
  ])('%s', (_, changes, known, suspicious) => {
    expect(suspects([file(changes)], { ...evidence, ...known })).toHaveLength(Number(suspicious));
  });
});

it('suspects of the name that was sent come first, those that are another clip for sure last: only so many are compared', () => {
  const other = { title: 'x', sourceUrl: 'https://e.com/x.mp4' };
  const found = [file({ videoId: 1 }), file({ videoId: 2, ...other }), file({ videoId: 3 })];
  const order = suspects(found, { ...evidence, taken: new Set(), refused: new Set([1]) });
  expect(order.map(({ videoId }) => videoId)).toEqual([3, 2, 1]);
});

describe('a name', () => {
  it.each<[string, Partial<StoredFile>, boolean]>([
    ['C0001.mp4', {}, true],
    ['C0001.MP4', { title: 'something else' }, true],
    ['C0001.mp4', { title: 'x', sourceUrl: 'https://e.com/C0001-1.mp4' }, true],
    ['C0001.mp4', { title: 'x', sourceUrl: 'https://e.com/C0001-17.mp4' }, true],
    ['C0001.mp4', { title: 'C0010', sourceUrl: 'https://e.com/C0010.mp4' }, false],
    ['C0001.mp4', { title: 'C0001 2', sourceUrl: 'https://e.com/C00012.mp4' }, false],
    ['We "quote" & friends ½.mp4', { title: 'We %22quote%22 &amp; friends ½', sourceUrl: '' }, false],
    ['We  quote  & friends ½.mp4', { title: 'We quote & friends ½', sourceUrl: '' }, true],
    [
      'Ünïcode ½ – “quoted” & friends.mp4',
      { title: 'x', sourceUrl: 'https://e.com/Unicode-%C2%BD-%E2%80%93-quoted-friends.mp4' },
      true,
    ],
    ['日本 🎬.mp4', { title: 'x', sourceUrl: 'https://e.com/%E6%97%A5%E6%9C%AC-%F0%9F%8E%AC.mp4' }, true],
    ['clip.final.mp4', { title: 'x', sourceUrl: 'https://e.com/clip.final_.mp4' }, true],
    ['broken.mp4', { title: 'x', sourceUrl: 'https://e.com/%E0%A4%A.mp4' }, false],
    ['none.mp4', { title: 'x', sourceUrl: 'not an address' }, false],
    ['C0001.mp4', { title: 'x', sourceUrl: 'https://e.com/C0001-12345.mp4' }, false],
    ['C0001.mp4', { title: 'x', sourceUrl: 'https://e.com/C0001-1-x.mp4' }, false],
    ['clip-20.mp4', { title: 'x', sourceUrl: 'https://e.com/clip-11-20.mp4' }, false],
    ['C0001.mp4', { title: 'x', sourceUrl: 'https://e.com/C0001.mp4/' }, false],
    ['C0001', { title: 'x', sourceUrl: 'https://e.com/C0001' }, true],
    ['.hidden', { title: 'hidden', sourceUrl: '' }, true],
    ['a.mp4', { title: 'a.mp4', sourceUrl: '' }, false],
    ['🎬.mp4', { title: ' 🎬 ', sourceUrl: '' }, true],
    [' 🎬 .mp4', { title: '🎬', sourceUrl: '' }, true],
    ['🎬.mp4', { title: '🎥', sourceUrl: '' }, false],
    ['%20a.mp4', { title: 'a', sourceUrl: '' }, true],
    ['%zza.mp4', { title: 'a', sourceUrl: '' }, false],
  ])('%s fits %j: %j', (sent, changes, fits) => {
    expect(nameFits(sent, file(changes))).toBe(fits);
  });

  it('without a letter or digit is only itself, and nothing at all is no name', () => {
    expect([sameName('!!', ' !! '), sameName('!!', '??'), sameName('', ''), sameName(' ', ' ')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it.each<[string, string, readonly string[]]>([
    ['C0001', 'https://e.com/C0001-1.mp4', ['c0001', 'c00011']],
    ['', 'https://e.com/C0001.mp4', ['c0001']],
    ['🎬 ', 'not an address', ['🎬']],
    ['', '', []],
    ['A B', 'https://e.com/%E6%97%A5.mp4', ['ab', '日']],
  ])('and address of a file (%j, %j) come down to %j', (title, sourceUrl, keys) => {
    expect(nameKeys({ title, sourceUrl })).toEqual(expect.arrayContaining([...keys]));
    expect(nameKeys({ title, sourceUrl })).toHaveLength(keys.length);
  });

  it('that has letters or digits is known again after the site’s clean-up, whatever else is in it', () => {
    const known = new Set(['mp4']);
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(name, fc.constantFrom(false, true), (typed, numbered) => {
        const sent = sentFileName('clip.mp4', typed, null);
        const base = sent.slice(0, -4);
        const stored = sanitizeFileName(sent, known).replace(/\.mp4$/, numbered ? '-1.mp4' : '.mp4');
        fc.pre(skeleton(base).length > 0 && /^[^.]+(\.[^.]+)*\.mp4$/.test(stored));
        const titled = file({ title: decodeTitle(filterHtml(base, 'title')), sourceUrl: 'https://e.com/other.mp4' });
        expect(nameFits(sent, titled), 'by its title').toBe(true);
      }),
      { numRuns: 3_000, seed: 20261120 },
    );
  });
});

/** The site's own encoding of a title, undone. */
function decodeTitle(raw: string): string {
  return raw.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

describe('samples', () => {
  it.each([
    [1, [[0, 1]]],
    [65_536, [[0, 65_536]]],
    [
      65_537,
      [
        [0, 65_536],
        [1, 65_536],
      ],
    ],
    [
      1_000_000,
      [
        [0, 65_536],
        [467_232, 65_536],
        [934_464, 65_536],
      ],
    ],
  ])('of %i bytes', (bytes, places) => {
    expect(samplePlaces(bytes).map(({ start, length }) => [start, length])).toEqual(places);
  });

  it('are as many as are wanted', () => {
    expect(samplePlaces(65_540, 5).map(({ start }) => start)).toEqual([0, 1, 2, 3, 4]);
  });

  it('lie inside the clip and take its first and its last byte', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (bytes) => {
        const places = samplePlaces(bytes);
        expect(places[0]?.start).toBe(0);
        expect(Math.max(...places.map(({ start, length }) => start + length))).toBe(bytes);
        for (const { start, length } of places) {
          expect(Number.isSafeInteger(start) && start >= 0).toBe(true);
          expect(length).toBeGreaterThan(0);
          expect(length).toBeLessThanOrEqual(65_536);
        }
      }),
      { numRuns: 1_000, seed: 20261120 },
    );
  });
});
