// A slice of `npm run bench:ingest`: what watching a tree costs beside chokidar and beside a watch for each folder.
import { expect, it } from 'vitest';
import { table } from '../../bench/report.ts';
import { brokenBars, changes, compareTrees } from '../../bench/trees.ts';

// Of what takes a millisecond by itself, other programs on this computer may make any number: each try measures all ways anew.
const tries = { retry: 4 };

it.runIf(process.platform === 'linux')(
  'a tree of a thousand files keeps the bars of the benchmark',
  { tags: 'proof', ...tries },
  async () => {
    const lines = await compareTrees({ files: 1_000, rounds: 3, idleSeconds: 5 });
    expect(lines.filter(({ aim }) => aim !== null)).toHaveLength(7);
    expect(brokenBars(lines), table(lines)).toEqual([]);
  },
);

it('a bar is broken by what is above it, and by what could not be measured', () => {
  const one = (value: number, aim: { most: number } | { least: number } | null) => ({
    ...{ what: `${value}`, value, digits: 0, rounds: [value] },
    aim,
  });
  const lines = [
    one(32, { most: 32 }),
    one(33, { most: 32 }),
    one(Number.NaN, { most: 32 }),
    one(199, { least: changes }),
  ];
  expect(brokenBars([...lines, one(99, null)]).map(({ what }) => what)).toEqual(['33', 'NaN', '199']);
});
