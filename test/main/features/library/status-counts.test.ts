// Numbers by status: who looks again soon costs the site nothing, and what is old, was changed here or failed is asked for anew.
import { expect, it } from 'vitest';
import { createStatusCounts } from '../../../../main/features/library/status-counts.ts';

function started() {
  let now = 0;
  let pending = 0;
  let isThere = true;
  const asked: string[] = [];
  const counts = createStatusCounts({ monotonic: () => now }, async (accountId, status) => {
    asked.push(`${accountId} ${status}`);
    if (!isThere) throw new Error('signed out');
    return status === 'pending' ? pending : null;
  });
  return {
    ...{ asked, counts },
    of: (accountId = 'ava') => counts.of(accountId, ['publish', 'pending']),
    pass: (ms: number) => {
      now += ms;
    },
    send: () => {
      pending += 1;
    },
    signedIn: (so: boolean) => {
      isThere = so;
    },
  };
}

const shown = (pending: number) => [
  { name: 'publish', count: null },
  { name: 'pending', count: pending },
];

it('who looks again within a minute, or twice at once, asks the site once; each account by itself', async () => {
  const { of, asked, pass } = started();
  expect(await Promise.all([of(), of()])).toEqual([shown(0), shown(0)]);
  pass(60_000);
  await of();
  expect(asked).toEqual(['ava publish', 'ava pending']);
  await of('ben');
  expect(asked.slice(2)).toEqual(['ben publish', 'ben pending']);
});

it('what is older than a minute is asked for again', async () => {
  const { of, pass, send } = started();
  await of();
  send();
  pass(60_001);
  expect(await of()).toEqual(shown(1));
});

it('what was changed from here is asked for at once, also where the old answer is still on its way', async () => {
  const { of, counts, asked, send } = started();
  const before = of();
  await of('ben');
  send();
  counts.forget('ava');
  expect(await of()).toEqual(shown(1));
  await before;
  await of();
  await of('ben');
  expect(asked).toHaveLength(6);
});

it('a failure is told, and not kept', async () => {
  const { of, signedIn } = started();
  signedIn(false);
  await expect(of()).rejects.toThrow('signed out');
  signedIn(true);
  expect(await of()).toEqual(shown(0));
});
