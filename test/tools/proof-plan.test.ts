// The plan of the long proofs: nothing is left out, no shard is longer than an hour, and a failure is seen.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { mostMinutes, nameOf, planTable, proofs, resultTable, shardsOf } from './proof-plan.mjs';

const root = path.resolve(import.meta.dirname, '../..');

test('every long proof that has a script is in it, and nothing else', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const short = /^(demo|test(:quick|:unit|:wordpress|:e2e)?|start|dev|site|check|proof|update:(keys|feed))$/;
  const long = Object.keys(scripts).filter((name) => !short.test(name));
  expect([...new Set(proofs.map(({ verb }) => verb))].sort()).toEqual(long.sort());
});

test('the shards hold each of them once, and none takes more than an hour', () => {
  const shards = shardsOf(proofs);
  expect(shards.flat()).toEqual(proofs);
  for (const shard of shards)
    expect(shard.reduce((sum, { minutes }) => sum + minutes, 0)).toBeLessThanOrEqual(mostMinutes);
});

test('the simulations are long enough to meet what is rare, and no seed is run twice', () => {
  const rangesOf = (verb: string): { readonly from: number; readonly to: number }[] =>
    proofs
      .filter((proof) => proof.verb === verb)
      .map(({ args }) => {
        const of = (name: string): number => Number(args[args.indexOf(name) + 1]);
        return { from: of('--from'), to: of('--from') + of('--seeds') };
      })
      .sort((one, other) => one.from - other.from);
  for (const [verb, seeds] of [
    ['simulate', 200_000],
    ['simulate:pair', 50_000],
  ] as const) {
    const ranges = rangesOf(verb);
    expect(ranges.reduce((sum, { from, to }) => sum + to - from, 0)).toBeGreaterThanOrEqual(seeds);
    for (const [at, { from }] of ranges.entries()) expect(from).toBeGreaterThanOrEqual(ranges[at - 1]?.to ?? 0);
  }
});

test('both tables name what is run as it is typed', () => {
  const [one = { verb: '', args: [], minutes: 0 }] = proofs;
  expect(planTable([[one]])).toContain(`1      ${one.minutes} min   ${nameOf(one)}`);
  const told = resultTable([
    { proof: { verb: 'crashpoints', args: ['--every', '3'], minutes: 1 }, code: 0, seconds: 61.4 },
    { proof: { verb: 'package', args: [], minutes: 1 }, code: 2, seconds: 3 },
  ]);
  expect(told.split('\n').slice(1)).toEqual([
    'held        1 min 01 s  crashpoints -- --every 3',
    'FAILED (2)  0 min 03 s  package',
  ]);
});
