// Files that are ignored by their user's word: as long as they stay what they were, and no longer than they are there.
import { expect, it } from 'vitest';
import { folderStore } from '../../../main/ingest/folder-store.ts';
import { ignoredFileStore } from '../../../main/ingest/ignored-files.ts';
import type { Folder } from '../../../main/model.ts';
import { accountId } from '../queue/jobs.ts';
import { memoryQueue } from '../queue/store/memory-queue.ts';

const identity = { device: '1', inode: '2', size: 10, mtimeNs: '5' };
const folder = (id: string): Folder => ({
  ...{ id, path: `/${id}`, accountId, rules: null, paused: false, device: null, addedAt: 1 },
});

function begin() {
  const { sql } = memoryQueue();
  return { sql, files: ignoredFileStore(sql) };
}

it('one is ignored at its place, whatever number its disk has today, until it changes', () => {
  const { files } = begin();
  files.ignore('f', '/f/a.mp4', identity, 7);
  expect(files.isIgnored('f', '/f/a.mp4', { ...identity, device: '9', inode: '8' })).toBe(true);
  expect(files.isIgnored('f', '/f/b.mp4', identity)).toBe(false);
  expect(files.isIgnored('other', '/f/a.mp4', identity)).toBe(false);
  expect(files.isIgnored('f', '/f/a.mp4', { ...identity, mtimeNs: '6' })).toBe(false);
  // It was looked at since: what it was before comes back for nobody.
  expect(files.isIgnored('f', '/f/a.mp4', identity)).toBe(false);
  files.ignore('f', '/f/a.mp4', identity, 7);
  expect(files.isIgnored('f', '/f/a.mp4', { ...identity, size: 11 })).toBe(false);
});

it('one may be heeded again, and ignored again', () => {
  const { files } = begin();
  files.ignore('f', '/f/a.mp4', identity, 7);
  files.heed('f', '/f/a.mp4');
  expect([files.isIgnored('f', '/f/a.mp4', identity), files.last('f', 9)]).toEqual([false, { paths: [], more: 0 }]);
  files.ignore('f', '/f/a.mp4', identity, 8);
  files.ignore('f', '/f/a.mp4', { ...identity, size: 12 }, 9);
  expect(files.last('f', 9).paths).toEqual(['/f/a.mp4']);
});

it('the last ones are shown first, and the others are counted', () => {
  const { files } = begin();
  for (const [at, name] of ['a', 'b', 'c'].entries()) files.ignore('f', `/f/${name}`, identity, at + 0.5);
  files.ignore('other', '/g/d', identity, 9);
  expect(files.last('f', 2)).toEqual({ paths: ['/f/c', '/f/b'], more: 1 });
});

it('what is not there any more is forgotten', () => {
  const { files } = begin();
  for (const name of ['a', 'b']) files.ignore('f', `/f/${name}`, identity, 1);
  files.ignore('other', '/g/a', identity, 1);
  files.keep('f', new Set(['/f/b', '/f/c']));
  expect([files.last('f', 9).paths, files.last('other', 9).paths]).toEqual([['/f/b'], ['/g/a']]);
});

it('they go with their folder', () => {
  const { sql } = begin();
  const store = folderStore(sql);
  for (const id of ['f', 'g']) {
    sql.exec(`INSERT INTO folders VALUES ('${id}', '/${id}', '${accountId}', '{}', 0, NULL, 1)`);
    store.ignored.ignore(id, `/${id}/a`, identity, 1);
  }
  store.remove('f');
  expect([store.ignored.last('f', 9).paths, store.ignored.last('g', 9).paths]).toEqual([[], ['/g/a']]);
  store.ignored.ignore(folder('nobody').id, '/nobody/a', identity, 1);
  expect(folderStore(sql).ignored.last('nobody', 9).paths).toEqual([]);
});
