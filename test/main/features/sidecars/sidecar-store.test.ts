// What is known of files beside clips, on a real list: kept whole, found by what has to be asked, and never made up where it is damaged.
import { beforeEach, expect, it } from 'vitest';
import { type KeptSidecar, type SidecarRow, sidecarStore } from '../../../../main/features/sidecars/sidecar-store.ts';
import { emptyDraft } from '../../../../main/model.ts';
import { aJob } from '../../queue/jobs.ts';
import { createDesk, type Desk } from '../proof/shelf.ts';

let desk: Desk;
beforeEach(async () => {
  desk = createDesk();
  await desk.store.write(() => {
    desk.store.insertJob(aJob({ id: 'one', position: 1 }));
    desk.store.insertJob(aJob({ id: 'two', position: 2, removed: true }));
    desk.store.insertJob(aJob({ id: 'three', position: 3 }));
  });
});

const kept: KeptSidecar = {
  ...{ file: 'a.json', stamp: 's', said: { fields: { title: 'A' }, terms: [{ key: 'tags', names: ['Sea'] }] } },
  put: { fields: { title: 'A', publishAt: 5, commentsOpen: false }, terms: { video_tag: [7] } },
  names: [{ key: 'tags', restBase: 'video_tag', name: 'Sea', state: 'known', id: 7 }],
  troubles: [{ problem: 'shape', field: null, text: 'x' }],
  ...{ later: [], isSeen: true },
};
const row: SidecarRow = { siteId: 'site-1', base: { ...emptyDraft, status: 'draft' }, kept };
const save = (jobId: string, asks: boolean) => desk.store.write(() => sidecarStore(desk.sql).save(jobId, row, asks));

it('is there again as it was, and nothing where nothing was found', async () => {
  await save('one', false);
  const again = sidecarStore(desk.sql);
  expect([again.of('one'), again.of('three')]).toEqual([row, { siteId: '', base: emptyDraft, kept: null }]);
});

it('is asked for where somebody still wants the clip, in the order of the list', async () => {
  const store = sidecarStore(desk.sql);
  for (const id of ['three', 'two', 'one']) await save(id, true);
  expect([store.asking('account-1', 9), store.asking('account-1', 1)]).toEqual([['one', 'three'], ['one']]);
  expect([store.asks('account-1'), store.asks('account-2')]).toEqual([true, false]);
  for (const id of ['three', 'one']) await save(id, false);
  expect([store.asking('account-1', 9), store.asks('account-1')]).toEqual([[], false]);
});

it.each([
  ["base = '{'", { ...row, base: emptyDraft }],
  [`kept = '{"file":"a.json"}'`, { ...row, kept: null }],
  [`kept = json_set(kept, '$.put.terms', json('{"video_tag":["7"]}'))`, { ...row, kept: null }],
])('what cannot be read of it is kept word for word, and counts as typed: %s', async (damage, read) => {
  await save('one', true);
  desk.sql.exec(`UPDATE sidecars SET ${damage}`);
  expect(sidecarStore(desk.sql).of('one')).toEqual(read);
  expect(desk.sql.prepare("SELECT COUNT(*) AS n FROM damaged WHERE kind = 'job'").get()?.n).toBe(1);
});
