// What arrived, by the days of this computer's calendar: each clip once, the night from evening to morning, summer time and all.
import { expect, it } from 'vitest';
import { createHistory, historyText } from '../../../../main/features/links/history.ts';
import type { ArrivedClip } from '../../../../main/queue/store/arrived-clips.ts';

/** Winter in Paris. */
const zoneMinutes = () => 60;
const at = (day: number, hour: number, minute = 0): number => Date.UTC(2026, 10, day, hour - 1, minute);
const named = (accountId: string) =>
  accountId === 'gone' ? { account: '', site: '' } : { account: accountId, site: `Site of ${accountId}` };
const one = (accountId: string, when: number, tries = 1, bytes = 1_000): ArrivedClip => ({
  accountId,
  bytes,
  at: when,
  tries,
});
function historyAt(now: number, arrivals: readonly ArrivedClip[]) {
  const history = createHistory({ now, zoneMinutes, named });
  for (const arrival of arrivals) history.add(arrival);
  return history.view();
}

it('is summed up by day and account, the latest first', () => {
  const { days, total } = historyAt(at(26, 9), [
    one('ava', at(24, 23, 59)),
    one('ava', at(25, 0, 1), 3),
    one('ben', at(25, 12)),
    one('ava', at(25, 18), 0),
    one('gone', at(1, 12), 1, 5),
  ]);
  expect(days.map(({ day, account, clips, again }) => [day, account, clips, again])).toEqual([
    ['2026-11-25', 'ava', 2, 1],
    ['2026-11-25', 'ben', 1, 0],
    ['2026-11-24', 'ava', 1, 0],
    ['2026-11-01', '', 1, 0],
  ]);
  expect(days[0]).toMatchObject({ firstAt: at(25, 0, 1), lastAt: at(25, 18), site: 'Site of ava' });
  expect(total).toEqual({ clips: 5, bytes: 4_005, again: 1, firstAt: at(1, 12), lastAt: at(25, 18) });
});

it('has the night from the evening before to this morning, all day long', () => {
  const arrivals = [
    one('ava', at(25, 17, 59)),
    one('ava', at(25, 18)),
    one('ben', at(26, 4, 35), 2),
    one('ava', at(26, 9, 59)),
    one('ava', at(26, 10)),
  ];
  for (const now of [at(26, 11), at(26, 23, 59)])
    expect(historyAt(now, arrivals).night).toMatchObject({
      ...{ clips: 3, again: 1, lastAt: at(26, 9, 59), sites: ['Site of ava', 'Site of ben'] },
    });
  expect(historyAt(at(27, 0, 1), arrivals).night).toBeNull();
  expect(historyAt(at(26, 1), arrivals.slice(0, 2)).night).toMatchObject({ clips: 1 });
  expect(historyAt(at(26, 1), [])).toEqual({ days: [], total: null, night: null });
});

it('is a table in which nothing is a formula', () => {
  const view = historyAt(at(26, 9), [one('=1+1', at(25, 12))]);
  const [head, row] = historyText(view, (when) => new Date(when).toISOString(), 'en-GB').split('\r\n');
  expect(head).toBe('\ufeffday,site,account,clips,bytes,again,first,last');
  expect(row).toBe("2026-11-25,Site of =1+1,'=1+1,1,1000,0,2026-11-25T11:00:00.000Z,2026-11-25T11:00:00.000Z");
});

it('has its cells parted by semicolons where a comma is in numbers', () => {
  const view = historyAt(at(26, 9), [one('ava', at(25, 12))]);
  const [head, row] = historyText(view, () => 'then', 'de-AT').split('\r\n');
  expect([head, row]).toEqual([
    '\ufeffday;site;account;clips;bytes;again;first;last',
    '2026-11-25;Site of ava;ava;1;1000;0;then;then',
  ]);
});
