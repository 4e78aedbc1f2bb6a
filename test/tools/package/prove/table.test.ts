// The table of what was proved: a line for every step, and nothing that was not reached counts as proved.
import { expect, test } from 'vitest';
import { type Step, takeSteps } from './steps.ts';
import { allHeld, type Line, tableText } from './table.ts';

const of = { release: 'bookworm', kind: 'deb' };
const holds = (name: string): Step => ({ name, act: async () => 'as it should be' });
const fails = (name: string, why: string): Step => ({
  name,
  act: async () => {
    throw new Error(why);
  },
});

async function linesOf(...steps: readonly Step[]): Promise<readonly Line[]> {
  const lines: Line[] = [];
  await takeSteps(of, steps, { onLine: (line) => lines.push({ ...line, seconds: 3 }) });
  return lines;
}

test('all of it held', async () => {
  const lines = await linesOf(holds('install'), holds('start'));
  expect(allHeld(lines)).toBe(true);
  expect(tableText(lines)).toBe(
    [
      'system    package  step     result  took  seen',
      'bookworm  deb      install  held    3 s   as it should be',
      'bookworm  deb      start    held    3 s   as it should be',
      '',
    ].join('\n'),
  );
});

test('after a failure nothing is tried, nothing is left out, and the reason fits a line', async () => {
  const lines = await linesOf(holds('install'), fails('start', 'no window\nand more'), holds('remove'));
  expect(allHeld(lines)).toBe(false);
  expect(lines.map(({ step, result, seen }) => [step, result, seen])).toEqual([
    ['install', 'held', 'as it should be'],
    ['start', 'FAILED', 'no window / and more'],
    ['remove', 'FAILED', 'not reached'],
  ]);
});

test('nothing proved is no proof', () => expect(allHeld([])).toBe(false));

test('somebody may look around after a failure, once', async () => {
  const looked: unknown[] = [];
  await takeSteps(of, [fails('start', 'no window'), holds('remove')], {
    onLine: () => undefined,
    onFailure: async (error) => void looked.push(error),
  });
  expect(looked).toEqual([new Error('no window')]);
});
