// Every wall is where the table says; a few of them are taken out by `npm run test:whole`, all by `npm run mutants:walls`.
import { expect, it } from 'vitest';
import { walls } from './table.ts';
import { takeOut } from './take-out.ts';
import { openWorkshop, sources } from './try-wall.ts';

const all = sources();

it('no two walls have one name', () => {
  expect(new Set(walls.map(({ name }) => name)).size).toBe(walls.length);
});

it.each(walls)('the wall "$name" stands where the table says, and the app compiles without it', ({ cuts }) => {
  let left = all;
  for (const cut of cuts) {
    const changed = takeOut(cut, left);
    left = left.map((source) => (source.file === changed.file ? changed : source));
  }
});

/** Some that need neither a window nor a site. */
const inEveryRun = [
  'the page alone',
  'plain-text keyrings, at each secret',
  'a refused secret, in the queue',
  'log: tokens',
];

it('tests notice that a wall is gone', { tags: 'proof' }, async () => {
  const workshop = openWorkshop();
  try {
    for (const name of inEveryRun) {
      const wall = walls.find((one) => one.name === name);
      if (wall === undefined) throw new Error(`There is no wall "${name}"`);
      expect(await workshop.attempt(wall), name).toMatchObject({ kind: 'noticed' });
    }
  } finally {
    workshop.close();
  }
});
