// Cells as people and spreadsheets write them: what is meant is read, and what could mean two things is not guessed.
import { describe, expect, it } from 'vitest';
import {
  isTermsWord,
  momentIn,
  namesIn,
  opennessIn,
  saysZone,
  statusIn,
  taxonomyNamed,
  thingNamed,
} from '../../preload/details-words.ts';

const paris = { name: 'Europe/Paris', offsetMinutes: 60 };
const words = new Map([
  ['publish', 'Public'],
  ['private', 'Private'],
  ['pending', 'Pending review'],
  ['future', 'Scheduled'],
]);

describe('a date', () => {
  const evening = '2026-12-24T17:30:00.000Z';
  it.each([
    ['2099-12-24T18:00Z', true],
    ['24.12.2099 18:00 +02:00', true],
    ['2099-12-24 6:00 pm UTC', true],
    ['24-12-2099 18:00 -0500', true],
    ['2099-12-24 18:00', false],
    // As they are written in the Netherlands, Denmark and India.
    ['24-12-2099', false],
    [' 24-12-2099 18:00', false],
    ['2099-12-24', false],
  ] as const)('%s says how far it is from UTC: %s', (text, says) => {
    expect(momentIn(text, paris)).not.toBeNull();
    expect(saysZone(text)).toBe(says);
  });

  it.each([
    ['2026-12-24 18:30', evening],
    ['2026-12-24T18:30', evening],
    ['2026-12-24T18:30:00', evening],
    ['2026/12/24 18:30', evening],
    [' 2026-12-24  18:30:05 ', '2026-12-24T17:30:05.000Z'],
    ['2026-12-24T17:30Z', evening],
    ['2026-12-24T17:30:00.000Z', evening],
    ['2026-12-24 12:30:00-05:00', evening],
    ['24.12.2026 18:30', evening],
    ['24. 12. 2026, 18:30', evening],
    ['24/12/2026 18:30', evening],
    ['12/24/2026 6:30 PM', evening],
    ['12/24/2026, 6:30 p.m.', evening],
    ['2026-12-24 12:05 AM', '2026-12-23T23:05:00.000Z'],
    ['2026-12-24', '2026-12-23T23:00:00.000Z'],
    ['2026-7-4', '2026-07-03T22:00:00.000Z'],
    ['07/07/2026', '2026-07-06T22:00:00.000Z'],
  ])('%j is %s', (text, meant) => {
    const at = momentIn(text, paris);
    expect(at === null ? null : new Date(at).toISOString()).toBe(meant);
  });

  it.each([
    ...['02/03/2026', '2/3/2026 10:00', '31.11.2026', '2026-02-30', '2026-13-01', '13/13/2026', '24/12/26', 'tomorrow'],
    ...[
      '2026-12-24 25:00',
      '2026-12-24 18:61',
      '2026-12-24 18:30:75',
      '2026-12-24 13:00 PM',
      '2026-12-24 18',
      '45285.77',
    ],
    ...['', '2026-12-24 18:30 CET', '2026-12-24x'],
  ])('%j is none', (text) => {
    expect(momentIn(text, paris)).toBeNull();
  });
});

it.each([
  ['Public', 'publish'],
  ['published', 'publish'],
  ['PUBLISH', 'publish'],
  [' pending  review ', 'pending'],
  ['Scheduled', 'future'],
  ['draft', null],
  ['Publick', null],
])('%j is the status %s of a site that has no drafts', (text, status) => {
  expect(statusIn(text, words)).toBe(status);
});

it('says yes and no in the ways that tables do', () => {
  for (const text of ['yes', 'TRUE', '1', 'Open', ' on ']) expect(opennessIn(text), text).toBe(true);
  for (const text of ['no', 'False', '0', 'closed', 'off']) expect(opennessIn(text), text).toBe(false);
  for (const text of ['maybe', '', '2']) expect(opennessIn(text), text).toBeNull();
});

it.each([
  ['Sea, Sand,sea ,, Sea', ['Sea', 'Sand', 'sea']],
  ['Rock, Pop; Sea', ['Rock, Pop', 'Sea']],
  ['Rock, Pop |', ['Rock, Pop']],
  ['a;b | c', ['a;b', 'c']],
  ['Music > Live', ['Music > Live']],
  [' ', []],
])('%j names %j', (text, names) => {
  expect(namesIn(text)).toEqual(names);
});

describe('what a heading or a key stands for', () => {
  it.each([
    ['privacy', 'status'],
    ['Visibility', 'status'],
    ['publishAt', 'publishAt'],
    ['published_on', 'publishAt'],
    ['commentsOpen', 'commentsOpen'],
    ['comment_status', 'commentsOpen'],
    ['summary', 'excerpt'],
    ['toString', null],
    ['__proto__', null],
  ])('%j is %s', (word, thing) => {
    expect(thingNamed(word)).toBe(thing);
  });

  it('a site’s own name for a taxonomy goes before what they are called everywhere', () => {
    const taxonomies = [
      { restBase: 'video_tag', name: 'Video Tags', hierarchical: false },
      { restBase: 'mood', name: 'Tags', hierarchical: false },
      { restBase: 'video_category', name: 'Video Categories', hierarchical: true },
    ];
    const meant = ['tags', 'keyword', 'VIDEO TAGS', 'categories', 'genre'].map(
      (word) => taxonomyNamed(word, taxonomies)?.restBase ?? null,
    );
    expect(meant).toEqual(['mood', 'video_tag', 'video_tag', 'video_category', null]);
    expect(['Keywords', 'category', 'genre'].map(isTermsWord)).toEqual([true, true, false]);
  });
});
