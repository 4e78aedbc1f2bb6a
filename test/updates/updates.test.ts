// Everything that may happen to an update, once each, on a real disk and a real line; the long campaign does it many times (main.ts).
import { it } from 'vitest';
import { chance } from '../kill/chance.ts';
import { updateCases } from './cases.ts';
import { setStage } from './stage.ts';

it.each(updateCases.map((one) => [one.name, one] as const))('%s', async (_, { run }) => {
  const stage = await setStage(512 * 1024);
  try {
    await run(stage, chance(20_261_127));
  } finally {
    await stage.close();
  }
});
