// Of which clips one in an old place is a newer version: not of what a camera recorded, nor of what is gone from the site.
import { expect, it } from 'vitest';
import { olderOf } from '../../../../main/features/uploads/version-question.ts';
import { createLedger } from '../../../../main/queue/store/ledger.ts';
import { accountId, states } from '../../queue/jobs.ts';
import { clipOf, memoryQueue } from '../../queue/store/memory-queue.ts';

const older = (file: string, status?: string | null) => {
  const { sql, store, add } = memoryQueue();
  add({ id: 'older', clip: clipOf(100, file), state: states.done });
  const onSite = { of: () => (status === undefined ? null : { status, date: null }) };
  return olderOf({ ledger: createLedger(sql, store), onSite }, accountId, file)?.id ?? null;
};

it.each([
  '/media/ava/EOS/DCIM/100CANON/MVI_0001.MP4',
  'E:\\PRIVATE\\M4ROOT\\CLIP\\C0001.MP4',
  '/media/card/private/avchd/bdmv/stream/00001.MTS',
  '/media/P2/CONTENTS/VIDEO/0001AB.MXF',
])('a camera begins its names anew: %s', (file) => {
  expect(older(file)).toBeNull();
});

it.each([
  '/home/ava/Private/Harbour.mp4',
  '/home/ava/Contents/Harbour.mp4',
  '/srv/films/dcim.mp4',
  '/srv/my dcim/a.mp4',
])('a person does not: %s', (file) => {
  expect(older(file)).toBe('older');
});

it.each([
  ['publish', 'older'],
  [undefined, 'older'],
  ['trash', null],
  [null, null],
])('with the site’s word that it is %s', (status, id) => {
  expect(older('/home/ava/Harbour.mp4', status)).toBe(id);
});
