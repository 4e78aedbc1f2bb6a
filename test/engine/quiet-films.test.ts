// Films that are silent or black for a long time are as whole as any: places of zeros are a doubt, and never a refusal (F-23).
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createChance } from '../simulation/chance.ts';
import { containers } from '../torture/contents.ts';
import { grownClip, sha256 } from './clip-files.ts';
import { type EngineOptions, fastClock } from './engine.ts';
import { createStage } from './stage.ts';

const nobodySeen: EngineOptions['ports'] = { writers: { holding: async () => null, close: async () => {} } };
/** Nothing but zeros where others have noise. */
const silence = { ...createChance(1), int: () => 0, fraction: () => 0 };

/** Films of their own; each begins to be quiet in another place. */
function quietFilms(folder: string): readonly string[] {
  const at = (name: string): string => join(folder, name);
  const avi = containers.find(({ name }) => name === 'AVI')?.make(silence, 300_000);
  writeFileSync(at('Silent.avi'), avi ?? '');
  writeFileSync(at('Black.mp4'), grownClip(400_000).fill(0, 60_000));
  writeFileSync(at('Black in the middle.mp4'), grownClip(500_000).fill(0, 100_000, 400_000));
  const [film, copy] = [at('Black.mp4'), at('Copied with holes.mp4')];
  // On Windows only a program that asks for them makes holes.
  if (process.platform === 'win32') copyFileSync(film, copy);
  else execFileSync('cp', ['--sparse=always', film, copy]);
  return ['Silent.avi', 'Black.mp4', 'Black in the middle.mp4', 'Copied with holes.mp4'].map(at);
}

describe.each([
  ['where writers can be seen', {}],
  ['where nobody can be seen to write', nobodySeen],
])('%s', (_, ports) => {
  it.each(['watched', 'dropped'] as const)('they are sent whole, once each: %s', async (how) => {
    // Careful times of ten minutes take three seconds.
    await using on = await createStage({
      switches: { refusedExtensions: [] },
      engine: { clock: fastClock(200), ports },
    });
    const { engine, account, folder } = on;
    const films = join(folder.path, 'films');
    mkdirSync(films);
    if (how === 'watched') {
      const id = await engine.watch(account, films);
      await engine.untilFolder(id, ({ state }) => state === 'watching');
      quietFilms(films);
      // A copy with holes is the same film as what it was copied from, and is sent once.
      await engine.untilFolder(id, ({ takenCount, beingWritten }) => takenCount === 3 && beingWritten === 0, 30_000);
    } else await engine.add(account, ...quietFilms(films));
    await engine.settled();
    const { videos } = await on.site.state();
    expect(videos.map(({ file }) => file?.sha256).toSorted()).toEqual(
      ['Silent.avi', 'Black.mp4', 'Black in the middle.mp4'].map((name) => sha256(join(films, name))).toSorted(),
    );
  });
});

it.skipIf(process.platform === 'win32')('the copy with holes that is tried here has holes', async () => {
  await using on = await createStage();
  const copy = quietFilms(on.folder.path).at(-1) ?? '';
  const { size, blocks } = statSync(copy);
  expect(blocks * 512).toBeLessThan(size - 100_000);
});
