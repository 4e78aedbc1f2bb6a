// Which jobs a search means.
import { describe, expect, it } from 'vitest';
import { searchedBy, toFindable } from '../../../../main/queue/store/job-search.ts';
import type { QueueSearch } from '../../../../preload/contract.ts';

const clip = { name: 'C0001.MP4', title: 'Café at Zürichsee', accountId: 'ava', folderId: 'card' };
const found = (search: Partial<QueueSearch>, of: Partial<typeof clip> | { folderId: null } = {}): boolean =>
  searchedBy({ text: '', accountIds: null, from: null, ...search })({ ...clip, ...of });

describe('a search', () => {
  it.each(['c0001', 'CAFÉ', 'cafe', 'zurich', 'mp4 cafe', ' see  0001 ', 'Cafe\u0301', '', '   '])(
    'finds by “%s”',
    (text) => {
      expect(found({ text })).toBe(true);
    },
  );

  it.each(['c0002', 'cafe zug', 'MP4Café', 'c0001.mp4.mp4'])('finds nothing by “%s”', (text) => {
    expect(found({ text })).toBe(false);
  });

  it.each([
    ['strasse', 'Straße am See'],
    ['STRASSE', 'Straße am See'],
    ['straße', 'STRASSE AM SEE'],
    ['ΦΩΣ', 'Ο Φωσφόρος'],
    ['φως', 'Ο Φωσφόρος'],
  ])('finds “%s” in “%s”, whichever form its letters have', (text, title) => {
    expect(found({ text }, { title })).toBe(true);
  });

  it('takes what is no letter as it stands', () => {
    expect(found({ text: '[100%]' }, { title: 'Sale [100%].*' })).toBe(true);
    expect(found({ text: '.*' })).toBe(false);
  });

  it('keeps to the accounts that are named', () => {
    expect([['ava'], ['ben', 'ava'], ['ben'], []].map((accountIds) => found({ accountIds }))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('keeps to the folder that brought the clip, or to what no folder brought', () => {
    expect([found({ from: { folderId: 'card' } }), found({ from: { folderId: 'other' } })]).toEqual([true, false]);
    expect([found({ from: { folderId: null } }), found({ from: { folderId: null } }, { folderId: null })]).toEqual([
      false,
      true,
    ]);
  });

  it('keeps to what a row of the list says of its folder', () => {
    const row = { name: 'C0001.MP4', title: '', account_id: 'ava', folder_id: null };
    const none = searchedBy({ text: '', accountIds: ['ava'], from: { folderId: null } });
    const card = searchedBy({ text: 'c0001', accountIds: null, from: { folderId: 'card' } });
    expect([none, card].map((fits) => fits(toFindable(row)))).toEqual([true, false]);
    expect([none, card].map((fits) => fits(toFindable({ ...row, folder_id: 'card' })))).toEqual([false, true]);
  });

  it('wants all of it', () => {
    expect(found({ text: 'cafe', accountIds: ['ben'] })).toBe(false);
    expect(found({ text: 'nowhere', accountIds: ['ava'] })).toBe(false);
  });
});
