// Whether the clip on disk is the one that was queued: everything that can be seen of it has to be as it was (F-25).
import { expect, it } from 'vitest';
import { isSameFile, isSameOnAnyDisk } from '../../main/model.ts';

const identity = { device: '1', inode: '2', size: 3, mtimeNs: '4' };
const stat = { ...identity, kind: 'file', mtimeMs: 4 } as const;

it('is the same where nothing that can be seen of it has changed', () => {
  expect(isSameFile(identity, stat)).toBe(true);
});

it.each([{ device: '9' }, { inode: '9' }, { size: 9 }, { mtimeNs: '9' }])('is another one with %j', (change) => {
  expect(isSameFile(identity, { ...stat, ...change })).toBe(false);
});

it('is the same on a disk with another number by now, and else nothing may differ (F-27)', () => {
  expect(isSameOnAnyDisk(identity, { ...stat, device: '9' })).toBe(true);
  for (const change of [{ inode: '9' }, { size: 9 }, { mtimeNs: '9' }])
    expect(isSameOnAnyDisk(identity, { ...stat, ...change })).toBe(false);
});
