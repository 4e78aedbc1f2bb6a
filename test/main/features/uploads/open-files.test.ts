// Files that the system hands over: added like a drop once it is clear to which account, and none of them forgotten until then.
import { beforeEach, expect, it } from 'vitest';
import { createOpenFiles, type Opening } from '../../../../main/features/uploads/open-files.ts';
import type { AddResult, Opened } from '../../../../preload/contract.ts';
import { usualSettings } from '../../../engine/settings.ts';

const result: AddResult = { added: 1, ready: 0, alreadyQueued: 0, alreadyOnSite: 0, notVideos: 0, refused: [] };

let accounts: readonly string[];
let told: Opened[];
let added: [readonly string[], string][];
let files: Opening;
let publishesAtOnce: boolean | null;
let publicUnasked: boolean;
let holdsNew: boolean;
let agreed: readonly string[];

beforeEach(() => {
  [accounts, told, added, publishesAtOnce, publicUnasked, agreed] = [['a', 'b'], [], [], null, false, []];
  holdsNew = false;
  files = createOpenFiles({
    accounts: {
      views: () =>
        accounts.map((id) => ({
          id: `site of ${id}`,
          accounts: [{ id, publishesAtOnce, publicUnasked, holdsNew }],
        })),
    },
    settings: { values: () => ({ ...usualSettings, publicSites: agreed }) },
    add: async (paths, accountId) => {
      added.push([paths, accountId]);
      return result;
    },
    events: { tell: (_, opened) => void told.push(opened as Opened) },
  });
});
const choose = (accountId: string | null) => files.handlers['queue.addOpened'](accountId);

it('go to the only account there is', async () => {
  accounts = ['a'];
  await files.open(['/1.mp4', '/2.mp4']);
  expect([added, told]).toEqual([[[['/1.mp4', '/2.mp4'], 'a']], [{ kind: 'added', result }]]);
});

it('are not asked about where they wait for their user’s word in any case', async () => {
  [accounts, publishesAtOnce, holdsNew] = [['a'], true, true];
  await files.open(['/1.mp4']);
  expect([added, told]).toEqual([[[['/1.mp4'], 'a']], [{ kind: 'added', result }]]);
});

it('are asked about where everybody would see them at once, unless their user wants no question there', async () => {
  accounts = ['a'];
  publishesAtOnce = true;
  await files.open(['/1.mp4']);
  expect([added, told]).toEqual([[], [{ kind: 'choose', count: 1 }]]);
  await choose('a');
  agreed = ['site of a'];
  await files.open(['/2.mp4']);
  expect(added).toEqual([
    [['/1.mp4'], 'a'],
    [['/2.mp4'], 'a'],
  ]);
  agreed = ['site of b'];
  publishesAtOnce = false;
  await files.open(['/3.mp4']);
  expect(added).toHaveLength(3);
  publicUnasked = true;
  await files.open(['/4.mp4']);
  expect(added).toHaveLength(3);
});

it('go nowhere without an account, and their user is told', async () => {
  accounts = [];
  await files.open(['/1.mp4']);
  expect([added, told]).toEqual([[], [{ kind: 'no-account' }]]);
  expect(await choose('a')).toBeNull();
});

it('wait for their user’s choice where there are several, all of them, and go once', async () => {
  await files.open(['/1.mp4']);
  await files.open(['/2.mp4', '/3.mp4']);
  expect(told).toEqual([
    { kind: 'choose', count: 1 },
    { kind: 'choose', count: 3 },
  ]);
  expect(added).toEqual([]);
  expect(await choose('b')).toEqual(result);
  expect(added).toEqual([[['/1.mp4', '/2.mp4', '/3.mp4'], 'b']]);
  expect(await choose('b')).toBeNull();
  expect(added).toHaveLength(1);
});

it('go nowhere where their user chose none, also later', async () => {
  await files.open(['/1.mp4']);
  expect(await choose(null)).toBeNull();
  expect(await choose('a')).toBeNull();
  expect(added).toEqual([]);
});

it('are nothing to speak of where there are none', async () => {
  await files.open([]);
  expect(await choose('a')).toBeNull();
  expect([told, added]).toEqual([[], []]);
});
