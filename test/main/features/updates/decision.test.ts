// What a signed list means for a computer: nothing older, nothing shown again, nothing out of its time, and each computer in its turn.
import { describe, expect, it, test } from 'vitest';
import { decide, type Here } from '../../../../main/features/updates/decision.ts';
import type { UpdateFeed } from '../../../../main/features/updates/feed.ts';
import { compareVersions, isVersion } from '../../../../main/features/updates/versions.ts';
import { dayMs } from '../../../../main/retry.ts';
import { feedFor } from '../../../updates/signed-feed.ts';

const here: Here = { app: 'clipferry', version: '0.1.0', packedAs: 'AppImage', arch: 'x64' };
const feed = feedFor('0.2.0', Buffer.from('new'));
const now = feed.issuedAt;
const draw = { version: '0.2.0', place: 0.5 };
const kindOf = (over: Partial<UpdateFeed>, more: Partial<Parameters<typeof decide>[1]> = {}): string =>
  decide({ ...feed, ...over }, { here, now, newestIssuedAt: 0, draw, ...more }).kind;

describe('a list', () => {
  it('with a newer version is an update, with what is new since the one that is here', () => {
    const news = ['0.3.0', '0.2.0', '0.1.5', '0.1.0', '0.0.9'].map((version) => ({ version, lines: ['x'] }));
    const found = decide({ ...feed, news }, { here, now, newestIssuedAt: now, draw });
    expect(found).toMatchObject({ kind: 'update', file: feed.files[0] });
    expect(found.kind === 'update' && found.news.map(({ version }) => version)).toEqual(['0.2.0', '0.1.5']);
  });

  it.each([
    ['the same version', 'same', { version: '0.1.0' }, {}],
    ['an older version', 'older', { version: '0.0.9' }, {}],
    [
      'an older version by number, not by letters',
      'update',
      { version: '0.10.0' },
      { here: { ...here, version: '0.9.0' }, draw: { version: '0.10.0', place: 0 } },
    ],
    ['a list from before the newest one', 'replayed', {}, { newestIssuedAt: now + 1 }],
    ['the newest list once more', 'update', {}, { newestIssuedAt: now }],
    ['a list whose time is over', 'expired', {}, { now: feed.expiresAt }],
    ['a list of the day after tomorrow', 'early', { issuedAt: now + 2 * dayMs }, {}],
    ['a list of another clock', 'update', { issuedAt: now + dayMs / 2 }, {}],
    ['another app', 'elsewhere', { app: 'clipferry-test-build' }, {}],
    ['other processors', 'elsewhere', {}, { here: { ...here, arch: 'arm64' } }],
    ['other packages', 'elsewhere', {}, { here: { ...here, packedAs: 'deb' as const } }],
    ['half of all, and this one is behind', 'later', { share: 0.5 }, {}],
    ['half of all, and this one is before', 'update', { share: 0.5 }, { draw: { version: '0.2.0', place: 0.49 } }],
    ['a version that nobody drew for', 'later', {}, { draw: { version: '0.1.9', place: 0 } }],
    ['nobody yet', 'later', { share: 0 }, { draw: { version: '0.2.0', place: 0 } }],
  ])('of %s: %s', (_, kind, over, more) => {
    expect(kindOf(over, more)).toBe(kind);
  });
});

test('versions are three numbers, without zeros before them', () => {
  expect(['0.1.0', '10.20.30'].every(isVersion)).toBe(true);
  expect(['1.0', '1.0.0-beta', '01.0.0', ' 1.0.0', '1.0.0\n', '1.0.9999999', ''].some(isVersion)).toBe(false);
  const inOrder = ['0.9.9', '0.10.0', '1.0.0', '1.0.1', '2.0.0', '10.0.0'];
  expect([...inOrder].reverse().sort(compareVersions)).toEqual(inOrder);
});
