// Whose clips are ready, as the window is told of them.
import { expect, it } from 'vitest';
import { readyWaits } from '../../../../main/features/uploads/ready-waits.ts';

it('names each account with clips that are ready, in the order of the sites, and no account that is gone', () => {
  const site = (name: string, ...ids: string[]) => ({
    name,
    accounts: ids.map((id) => ({ id, name: `who is ${id}` })),
  });
  const views = () => [site('Harbour', 'a', 'b'), site('Market', 'c')] as never;
  const ready = () =>
    new Map([
      ['c', 2],
      ['gone', 7],
      ['a', 40],
    ]);
  expect(readyWaits({ accounts: { views }, backlog: { ready } })).toEqual([
    { accountId: 'a', accountName: 'who is a', siteName: 'Harbour', clips: 40 },
    { accountId: 'c', accountName: 'who is c', siteName: 'Market', clips: 2 },
  ]);
});
