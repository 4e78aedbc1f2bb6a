// Work that several ask for at once: done once, answered to all, and begun anew when it is over.
import { expect, test } from 'vitest';
import { createSingleFlight } from '../../main/single-flight.ts';

test('is done once for all who ask while it is under way, for each key by itself, and anew afterwards', async () => {
  const ends: ((value: string) => void)[] = [];
  const flight = createSingleFlight<string, string>();
  const begin = () => new Promise<string>((resolve) => ends.push(resolve));
  const first = flight.run('a', begin);
  expect(flight.run('a', begin)).toBe(first);
  const other = flight.run('b', begin);
  expect([ends.length, flight.has('a'), flight.has('b'), flight.has('c')]).toEqual([2, true, true, false]);
  ends[0]?.('one');
  expect(await first).toBe('one');
  expect([flight.has('a'), flight.has('b')]).toEqual([false, true]);
  const again = flight.run('a', begin);
  ends[1]?.('two');
  ends[2]?.('three');
  expect([await other, await again]).toEqual(['two', 'three']);
});

test('that fails fails for all who asked, and is over like any other', async () => {
  const ended: [string, boolean][] = [];
  const flight = createSingleFlight<string, never>((key) => ended.push([key, flight.has(key)]));
  let fail = (_: Error): void => {};
  const begin = () =>
    new Promise<never>((_, reject) => {
      fail = reject;
    });
  const both = [flight.run('a', begin), flight.run('a', begin)];
  const told = Promise.allSettled(both);
  const over = flight.ended();
  fail(new Error('no'));
  expect((await told).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await over;
  expect(ended).toEqual([['a', false]]);
});
