// Who waits for a site, and what is asked of it besides the queue.
import { expect, it } from 'vitest';
import { createDemand } from '../../../main/hosts/demand.ts';
import { createRequestsInFlight } from '../../../main/hosts/requests-in-flight.ts';

it('is there as soon as one of those who could know says so, and for that site alone', () => {
  const demand = createDemand();
  expect(demand.isThere('site-1')).toBe(false);
  let waits = false;
  demand.add(() => false);
  demand.add((siteId) => waits && siteId === 'site-1');
  expect(demand.isThere('site-1')).toBe(false);
  waits = true;
  expect([demand.isThere('site-1'), demand.isThere('site-2')]).toEqual([true, false]);
});

it('requests in flight are counted by site until each has ended, however often that is said', () => {
  const inFlight = createRequestsInFlight();
  const ends = [inFlight.begin('site-1'), inFlight.begin('site-1')];
  inFlight.begin('site-2');
  expect([inFlight.of('site-1'), inFlight.of('site-2'), inFlight.of('site-3')]).toEqual([2, 1, 0]);
  ends[0]?.();
  ends[0]?.();
  expect(inFlight.of('site-1')).toBe(1);
  ends[1]?.();
  expect(inFlight.of('site-1')).toBe(0);
});
