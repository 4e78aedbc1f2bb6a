// What accounts have on their sites, on disk: how far a list was read, what is new in it, and which files can be a clip.
import { describe, expect, it } from 'vitest';
import type { StoredFile } from '../../../../main/model.ts';
import { siteFileStore } from '../../../../main/queue/store/site-files.ts';
import { accountId } from '../jobs.ts';
import { memoryQueue, otherAccount } from './memory-queue.ts';

const file = (mediaId: number, changes: Partial<StoredFile> = {}): StoredFile => ({
  ...{ mediaId, videoId: mediaId + 100, title: 'Tall ships', bytes: 100, createdAt: 5 },
  sourceUrl: 'https://one.example/up/harbour.mp4',
  ...changes,
});
const begin = () => {
  const { sql } = memoryQueue();
  return { sql, files: siteFileStore(sql), again: () => siteFileStore(sql) };
};
const idsOf = (files: readonly { readonly mediaId: number }[]) => files.map(({ mediaId }) => mediaId);

describe('how far a list was read', () => {
  it('is from its first page on where it was never read', () => {
    const { files } = begin();
    expect([files.nextPage(accountId), files.newest(accountId)]).toEqual([1, 0]);
    expect(files.latest(accountId, 9)).toEqual([]);
    expect(files.like(accountId, 100, 'Tall ships.mp4')).toEqual([]);
  });

  it('is what was said last, for each account of its own, also after a new start', () => {
    const { files, again } = begin();
    files.keep(accountId, [file(4)], 3);
    files.keep(otherAccount, [], 7);
    expect([files.nextPage(accountId), files.nextPage(otherAccount)]).toEqual([3, 7]);
    files.keep(accountId, [], null);
    expect([again().nextPage(accountId), again().nextPage(otherAccount)]).toEqual([null, 7]);
  });
});

describe('the files of an account', () => {
  it('are the newest ones first, as many as are wanted', () => {
    const { files } = begin();
    files.keep(accountId, [file(4), file(9), file(6)], null);
    files.keep(otherAccount, [file(20)], null);
    expect(files.newest(accountId)).toBe(9);
    expect(idsOf(files.latest(accountId, 2))).toEqual([9, 6]);
    expect(idsOf(files.latest(accountId, 9))).toEqual([9, 6, 4]);
    expect(files.newest(otherAccount)).toBe(20);
  });

  it('tell of what the site did not say that it did not', () => {
    const { files, again } = begin();
    const silent = { videoId: null, bytes: null, createdAt: null };
    files.keep(accountId, [file(4), file(3, silent)], null);
    expect(again().latest(accountId, 9)).toEqual([file(4), file(3, silent)]);
  });

  it('are as they were told last', () => {
    const { files } = begin();
    files.keep(accountId, [file(4), file(5)], null);
    files.keep(accountId, [file(4, { videoId: null, bytes: 7, createdAt: 8 })], null);
    expect(files.latest(accountId, 9)).toEqual([file(5), file(4, { videoId: null, bytes: 7, createdAt: 8 })]);
  });
});

describe('files that can be a clip', () => {
  it('are those of its size, the newest first, whatever their names', () => {
    const { files } = begin();
    files.keep(accountId, [file(4), file(9), file(6, { bytes: 99 }), file(7, { title: 'Else' })], null);
    files.keep(otherAccount, [file(20)], null);
    expect(files.like(accountId, 100, 'Another.mp4')).toEqual([file(9), file(7, { title: 'Else' }), file(4)]);
    expect(files.like(accountId, 98, 'Tall ships.mp4')).toEqual([]);
  });

  it('are those of its name where the site tells no size: by their titles or addresses, each once', () => {
    const { files } = begin();
    const unsized = { bytes: null };
    files.keep(accountId, [file(4, unsized), file(5, { ...unsized, title: 'Harbour' }), file(6)], null);
    files.keep(otherAccount, [file(20, unsized)], null);
    const like = (name: string, bytes = 1) => idsOf(files.like(accountId, bytes, name));
    expect(files.like(accountId, 1, 'tall.ships.MP4')).toEqual([file(4, unsized)]);
    expect([like('harbour.mov'), like('Tall ships'), like('Tall ships.a.mp4'), like('Tall.mp4')]).toEqual([
      ...[[4, 5], [4], [], []],
    ]);
    expect(like('harbour.mp4', 100), 'behind those of its size').toEqual([6, 4, 5]);
  });

  it('are known by their size alone once the site tells it', () => {
    const { files } = begin();
    files.keep(accountId, [file(4, { bytes: null })], null);
    expect(idsOf(files.like(accountId, 1, 'Tall ships.mp4'))).toEqual([4]);
    files.keep(accountId, [file(4, { bytes: 100 })], null);
    expect(idsOf(files.like(accountId, 1, 'Tall ships.mp4'))).toEqual([]);
    expect(idsOf(files.like(accountId, 100, 'Tall ships.mp4'))).toEqual([4]);
  });

  it('are each given once, by however many of their names they fit', () => {
    const { files } = begin();
    files.keep(
      accountId,
      [file(4, { bytes: null, title: 'harbour 1', sourceUrl: 'https://one.example/harbour-1.mp4' })],
      2,
    );
    expect(idsOf(files.like(accountId, 1, 'harbour.mp4'))).toEqual([4]);
    expect(idsOf(files.like(accountId, 1, 'Harbour 1.mp4'))).toEqual([4]);
  });

  it('are also those without a size that came since one was looked for', () => {
    const { files } = begin();
    const like = (account = accountId) => idsOf(files.like(account, 1, 'Tall ships.mp4'));
    expect(like()).toEqual([]);
    files.keep(accountId, [file(4, { bytes: null })], null);
    expect(like()).toEqual([4]);
    files.keep(accountId, [file(5)], null);
    files.keep(accountId, [file(6, { bytes: null }), file(7)], null);
    expect([like(), like(otherAccount)]).toEqual([[4, 6], []]);
    files.keep(otherAccount, [file(8, { bytes: null })], null);
    expect([like(), like(otherAccount)]).toEqual([[4, 6], [8]]);
  });
});
