// A slice of `npm run mutants`: two small critical files, mutated for real.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const main = fileURLToPath(new URL('main.ts', import.meta.url));

it('the tests of the room notice what is changed in it', { tags: 'proof', timeout: 300_000 }, () => {
  const ran = spawnSync(process.execPath, [main, 'hosts/demand', 'hosts/requests-in-flight'], { encoding: 'utf8' });
  const scores = ran.stdout.split('\n').filter((line) => line.includes(' noticed, '));
  expect(scores, ran.stdout + ran.stderr).toHaveLength(2);
  expect(ran.status, scores.join('\n')).toBe(0);
});

it('a file of types alone is named, and is no failure; one that there is not is', () => {
  const [types, none] = ['features/proof/looked.ts', 'features/proof/no-such.ts'].map((file) =>
    spawnSync(process.execPath, [main, file], { encoding: 'utf8' }),
  );
  expect([types?.status, types?.stdout]).toEqual([0, expect.stringContaining('types alone')]);
  expect([none?.status, none?.stdout]).toEqual([1, expect.stringContaining('No critical file')]);
});
