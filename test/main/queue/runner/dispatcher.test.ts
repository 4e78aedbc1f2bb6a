// Where jobs may go now, by what the hosts of their accounts take; what begins then is played in runner.test.ts.
import { expect, it } from 'vitest';
import type { CircuitState } from '../../../../main/model.ts';
import { waysOf } from '../../../../main/queue/runner/dispatcher.ts';

const circuits: Readonly<Record<string, CircuitState>> = { fine: 'closed', asked: 'half-open', away: 'open' };
const hosts: Readonly<Record<string, string>> = { a: 'fine', b: 'asked', c: 'fine', d: 'away', e: 'asked' };
const accounts = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id, siteId: id === 'a' || id === 'c' ? 'one' : 'two' }));
const ways = (of = accounts) =>
  waysOf(
    of,
    (id) => hosts[id] ?? '',
    (host) => circuits[host] ?? 'open',
  );

it('is together for the accounts of a site, one by one for a host that takes a probe, and nowhere for one that asked for time', () => {
  expect(ways()).toEqual({
    open: new Map([['one', ['a', 'c']]]),
    probed: [
      { host: 'asked', accountId: 'b' },
      { host: 'asked', accountId: 'e' },
    ],
    shut: ['away'],
  });
});

it('is nowhere without accounts', () => {
  expect(ways([])).toEqual({ open: new Map(), probed: [], shut: [] });
});
