// Clips of one cause stand together by site; they are counted anew a moment after something changed, never ten times a second.
import { beforeEach, expect, it } from 'vitest';
import { createNeedsGroups, type NeedsGroups } from '../../../../main/features/uploads/needs-groups.ts';
import type { Needing } from '../../../../main/queue/store/needs-store.ts';
import { fakeAccount, fakeSite } from '../../../renderer/fake-bridge.ts';
import { type HandClock, handClock } from '../../queue/hand-clock.ts';
import { aJob, states } from '../../queue/jobs.ts';

const harbour = fakeSite({
  id: 'site-1',
  name: 'Harbour',
  tooLargeFrom: 40,
  accounts: [fakeAccount({ id: 'a' }), fakeAccount({ id: 'b' })],
});
const tide = fakeSite({ id: 'site-2', name: 'Tide', accounts: [fakeAccount({ id: 'c' })] });
const of = (accountId: string, clips: number, over: Partial<Needing> = {}): Needing => ({
  ...{ accountId, reason: 'site-refused', action: 'retry', detail: '9', clips },
  ...over,
});

let clock: HandClock;
let counted: readonly Needing[];
let counts: number;
let told: unknown[];
let asked: unknown[];
let needs: NeedsGroups;

beforeEach(() => {
  [clock, counted, counts, told, asked] = [handClock(), [], 0, [], []];
  needs = createNeedsGroups({
    clock,
    accounts: { views: () => [harbour, tide] },
    needs: {
      counted: () => {
        counts++;
        return counted;
      },
      idsOf: (...what) => {
        asked.push(what);
        return ['x'];
      },
    },
    changes: { tell: (...what) => void told.push(what) },
  });
});

it('are those of one site, whoever sent them, the most first; an account that is gone has none', () => {
  counted = [of('a', 3), of('c', 4), of('b', 2), of('a', 8, { detail: '7' }), of('gone', 99)];
  const refused = { reason: 'site-refused', action: 'retry', detail: '9' };
  expect(needs.groups()).toEqual([
    { ...refused, siteId: 'site-1', siteName: 'Harbour', detail: '7', clips: 8 },
    { ...refused, siteId: 'site-1', siteName: 'Harbour', clips: 5 },
    { ...refused, siteId: 'site-2', siteName: 'Tide', clips: 4 },
  ]);
});

it('are one for the size that a site takes, known to some of them and not yet to others', () => {
  const large = { reason: 'too-large' } as const;
  counted = [of('a', 3, { ...large, detail: null }), of('b', 2, { ...large, detail: '50' }), of('c', 2, large)];
  // What is known now counts, not what was known when one of them met it.
  expect(needs.groups()).toMatchObject([
    { siteId: 'site-1', detail: '40', clips: 5 },
    { siteId: 'site-2', detail: null, clips: 2 },
  ]);
});

it('are one for a kind of file, whether the site said something of a clip or not', () => {
  const mov = { reason: 'extension-refused' } as const;
  counted = [of('a', 3, { ...mov, detail: 'mov' }), of('b', 2, { ...mov, detail: 'mov\nNot allowed.' })];
  expect(needs.groups()).toMatchObject([{ siteId: 'site-1', reason: 'extension-refused', clips: 5 }]);
});

it('are five at most', () => {
  counted = Array.from({ length: 9 }, (_, at) => of('a', 20 - at, { detail: String(at) }));
  expect(needs.groups().map(({ clips }) => clips)).toEqual([20, 19, 18, 17, 16]);
});

it('are counted once, until a clip begins or ceases to need its user; then the list is told', async () => {
  const [going, needy] = [aJob(), aJob({ state: states['needs you to send'] })];
  needs.groups();
  needs.groups();
  needs.moved(going, aJob({ state: states.sending }));
  await clock.pass(10_000);
  expect([counts, told]).toEqual([1, []]);
  counted = [of('a', 2)];
  for (let at = 0; at < 100; at++) needs.moved(going, needy);
  expect(needs.groups()).toEqual([]);
  await clock.pass(500);
  expect(told).toEqual([['list', null]]);
  expect(needs.groups()).toHaveLength(1);
  needs.moved(needy, going);
  await clock.pass(500);
  expect([needs.groups().length, counts, told.length]).toEqual([1, 3, 2]);
});

it('of a site that is there are named by all of its accounts', () => {
  const cause = { reason: 'too-large', detail: '9' };
  expect(needs.idsOf({ siteId: 'site-1', ...cause })).toEqual(['x']);
  needs.idsOf({ siteId: 'gone', ...cause });
  expect(asked).toEqual([
    [['a', 'b'], cause],
    [[], cause],
  ]);
});

it('are not counted after the end', async () => {
  needs.moved(aJob(), aJob({ state: states['needs you to send'] }));
  needs.stop();
  needs.moved(aJob(), aJob({ state: states['needs you to send'] }));
  await clock.pass(5_000);
  expect([told, clock.timers()]).toEqual([[], 0]);
});
