// A slice of `npm run mutants`: two small critical files, mutated for real.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('the tests of the room notice what is changed in it', { timeout: 300_000 }, () => {
  const main = fileURLToPath(new URL('main.ts', import.meta.url));
  const ran = spawnSync(process.execPath, [main, 'hosts/demand', 'hosts/requests-in-flight'], { encoding: 'utf8' });
  const scores = ran.stdout.split('\n').filter((line) => line.includes(' noticed, '));
  expect(scores, ran.stdout + ran.stderr).toHaveLength(2);
  expect(ran.status, scores.join('\n')).toBe(0);
});
