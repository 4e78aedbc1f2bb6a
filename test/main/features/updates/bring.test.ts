// An update is looked for, fetched and tried, and each step of that can be seen; what a person says meanwhile is not put back.
import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../main/adapters/clock.ts';
import { createUpdateBringer, type UpdateBringer } from '../../../../main/features/updates/bring.ts';
import { wayOf } from '../../../../main/features/updates/decision.ts';
import { createUpdateState, type UpdateState } from '../../../../main/features/updates/update-state.ts';
import type { PackedAs, ReplaceProblem, UpdateFiles } from '../../../../main/ports/updates.ts';
import { memorySettings } from '../../../engine/settings.ts';
import { sha512Of } from '../../../updates/signed-feed.ts';
import { seen } from '../../../updates/stage.ts';
import { clockWithoutPauses, scriptedHttp } from './parts.ts';
import {
  at,
  bytes,
  list,
  lookParts,
  type Notebook,
  notebook,
  program,
  programOf,
  type UpdateDisk,
  updateDisk,
} from './update-parts.ts';

let disk: UpdateDisk;
let notes: Notebook;
let steps: string[];
beforeEach(() => {
  disk = updateDisk();
  notes = notebook();
  steps = [];
});
afterEach(() => disk.folder.remove());

type Script = Parameters<typeof scriptedHttp>[0];
interface Set {
  readonly mode?: 'ask' | 'automatic';
  readonly packedAs?: PackedAs;
  readonly hasProgram?: boolean;
  readonly prepared?: ReplaceProblem;
  readonly files?: Partial<UpdateFiles>;
}

/** `steps` gets what the window would see, each once. */
function stand(script: Script, set: Set = {}) {
  const { mode = 'ask', packedAs = 'AppImage', hasProgram = true, prepared } = set;
  const http = scriptedHttp(script);
  const files = { ...disk.files, ...set.files };
  const way = wayOf[packedAs];
  const known: UpdateState = createUpdateState({
    ...{ files, way, logger: notes.logger },
    onChange: () => {
      const now = seen(known.view());
      if (steps.at(-1) !== now) steps.push(now);
    },
  });
  const bringer: UpdateBringer = createUpdateBringer({
    ...{ ...lookParts(packedAs), http, files, known, way, logger: notes.logger },
    ...{ clock: { ...clockWithoutPauses(), now: systemClock.now }, random: { fraction: () => 0.5, hex: () => '' } },
    settings: memorySettings({ updates: mode }),
    program: hasProgram ? programOf(notes, prepared === undefined ? {} : { prepare: prepared }) : null,
    signal: new AbortController().signal,
  });
  return { bringer, known, http };
}

describe('a look', () => {
  it('finds an update and leaves it where it is, for a person who is to be asked', async () => {
    const { bringer, known, http } = stand([list()]);
    await bringer.check();
    expect(steps).toEqual(['checking', 'found 0.2.0']);
    expect([http.asked.length, notes.asked]).toEqual([1, []]);
    expect(await disk.remembered()).toMatchObject({ draw: { version: '0.2.0' }, checkedAt: expect.any(Number) });
    expect(known.view().checkedAt).toBeGreaterThan(0);
  });

  it('brings it at once where that is to go by itself', async () => {
    const { bringer } = stand([list(), program], { mode: 'automatic' });
    await bringer.check();
    expect(steps).toEqual(['checking', 'found 0.2.0', 'fetching 0.2.0', 'trying 0.2.0', 'ready 0.2.0']);
    expect(notes.asked).toEqual(['prepare new.AppImage as 0.2.0']);
  });

  it('makes ready what an earlier run has fetched, without a word and without a line', async () => {
    const first = stand([list(), program]);
    await first.bringer.check();
    await first.bringer.bring();
    steps = [];
    const { bringer, http } = stand([list()]);
    await bringer.check();
    expect(steps).toEqual(['checking', 'found 0.2.0', 'fetching 0.2.0', 'trying 0.2.0', 'ready 0.2.0']);
    expect(http.asked).toHaveLength(1);
  });

  it('that finds nothing takes away what was fetched before', async () => {
    const { bringer, known } = stand([list(), program, list({ version: '0.1.0' })], { mode: 'automatic' });
    await bringer.check();
    await bringer.check();
    expect(steps.slice(-2)).toEqual(['ready 0.2.0', 'none']);
    expect([known.now().offer, await disk.files.whole(at('AppImage'))]).toEqual([null, { is: 'missing' }]);
  });

  it('without an answer says so, and leaves things as they were', async () => {
    const { bringer } = stand(['refused', list(), 'refused']);
    await bringer.check();
    await bringer.check();
    await bringer.check();
    expect(steps).toEqual([
      'checking',
      'none no-answer',
      'checking',
      'found 0.2.0',
      'checking 0.2.0',
      'found 0.2.0 no-answer',
    ]);
  });

  it('that cannot be remembered counts for nothing', async () => {
    const remember = async () => {
      throw new Error('no room');
    };
    const { bringer, known } = stand([list()], { files: { remember } });
    await expect(bringer.check()).rejects.toThrow('no room');
    expect(known.now().offer).toBeNull();
  });
});

describe('a look while one is ready', () => {
  const ready = async (more: Script) => {
    const stood = stand([list(), program, ...more], { mode: 'automatic' });
    await stood.bringer.check();
    steps = [];
    notes.asked.length = 0;
    return stood;
  };

  it('leaves it ready, with what is said of it by now', async () => {
    const { bringer, known } = await ready([list({ page: 'https://clipferry.example/other' })]);
    await bringer.check();
    expect(steps).toEqual(['ready 0.2.0']);
    expect([known.now().offer?.page, notes.asked]).toEqual(['https://clipferry.example/other', []]);
  });

  it('brings a newer one in its place', async () => {
    const newer = {
      ...at('AppImage'),
      name: 'newer.AppImage',
      sha512: sha512Of(bytes.subarray(1)),
      size: bytes.length - 1,
    };
    const { bringer } = await ready([list({ version: '0.3.0', files: [newer] }), { pieces: [bytes.subarray(1)] }]);
    await bringer.check();
    expect(steps).toEqual(['ready 0.2.0', 'found 0.3.0', 'fetching 0.3.0', 'trying 0.3.0', 'ready 0.3.0']);
    expect(notes.asked).toEqual(['prepare newer.AppImage as 0.3.0']);
    expect(await disk.files.whole(at('AppImage'))).toEqual({ is: 'missing' });
  });

  it.each([
    ['a good one', list()],
    ['none', 'refused' as const],
  ])('puts nothing back that a person says before its answer comes, %s', async (_, answer) => {
    const { bringer, known } = await ready([answer]);
    const looking = bringer.check();
    known.become({ stage: 'waiting' });
    await known.remember({ toldVersion: '0.2.0' });
    await looking;
    expect([known.now().stage, known.view().found?.isUntold]).toEqual(['waiting', false]);
    expect(await disk.remembered()).toMatchObject({ toldVersion: '0.2.0' });
  });

  it('without an answer says so, and it stays ready', async () => {
    const { bringer } = await ready(['refused']);
    await bringer.check();
    expect(steps).toEqual(['ready 0.2.0', 'ready 0.2.0 no-answer']);
  });
});

describe('to bring one', () => {
  const found = async (script: Script, set: Set = {}) => {
    const stood = stand([list({}, set.packedAs), ...script], set);
    await stood.bringer.check();
    steps = [];
    return stood;
  };

  it('is nothing where none was found', async () => {
    const { bringer, http } = stand([]);
    await bringer.bring();
    expect([steps, http.asked]).toEqual([[], []]);
  });

  it('is nothing where a person fetches it from a page', async () => {
    const { bringer, http } = await found([], { packedAs: 'dmg' });
    await bringer.bring();
    expect([steps, http.asked.length]).toEqual([[], 1]);
  });

  it.each(['deb', 'set-up', 'zip'] as const)(
    'is to have it here, read through, where %s is not put in place by us',
    async (packedAs) => {
      const { bringer } = await found([program], { packedAs });
      await bringer.bring();
      expect(steps).toEqual(['fetching 0.2.0', 'ready 0.2.0']);
      expect(notes.asked).toEqual([]);
    },
  );

  it('is to have it here where there is no program to replace', async () => {
    const { bringer } = await found([program], { hasProgram: false });
    await bringer.bring();
    expect(steps).toEqual(['fetching 0.2.0', 'ready 0.2.0']);
  });

  it('takes away what was fetched for another', async () => {
    const other = { name: 'older.AppImage', size: 3, sha512: sha512Of(Buffer.from('old')) };
    const part = await disk.files.openPart(other, 0);
    await part.append(Buffer.from('old'));
    await part.close();
    const { bringer } = await found([program]);
    await bringer.bring();
    expect(await disk.files.partBytes(other)).toBe(0);
  });

  it('is told as often as a bar can be seen to move: from nothing to all of it, no step smaller than a hundredth', async () => {
    const pieces = Array.from({ length: 2_000 }, (_, piece) => bytes.subarray(piece * 100, (piece + 1) * 100));
    const { bringer, known } = await found([{ pieces }]);
    const told: number[] = [];
    const { become } = known;
    Object.assign(known, {
      become: (change: Parameters<typeof become>[0]) => {
        if (change.fetched !== undefined) told.push(change.fetched);
        become(change);
      },
    });
    await bringer.bring();
    expect([told[0], told.at(-1)]).toEqual([0, bytes.length]);
    expect(told).toHaveLength(101);
    expect(told.slice(1).every((fetched, before) => fetched - (told[before] ?? 0) === 2_000)).toBe(true);
  });

  it('is told at its end whatever was told before', async () => {
    const { bringer, known } = await found([{ pieces: [bytes.subarray(0, 199_999), bytes.subarray(199_999)] }]);
    await bringer.bring();
    expect(known.view().fetched).toBe(bytes.length);
  });

  it('that does not start says so, and is not fetched again unasked', async () => {
    const { bringer, known, http } = await found([program, list(), program], {
      prepared: 'not-starting',
      mode: 'automatic',
    });
    expect([known.now().stage, known.now().problem, known.now().refused]).toEqual([
      'found',
      'not-starting',
      at('AppImage').sha512,
    ]);
    await bringer.check();
    expect([steps, http.asked.length]).toEqual([['checking 0.2.0', 'found 0.2.0'], 3]);
    // Who asks for it gets it.
    await bringer.bring();
    expect(steps.slice(2)).toEqual(['fetching 0.2.0', 'trying 0.2.0', 'found 0.2.0 not-starting']);
  });

  it('of which another file is sent says so, and is not fetched again unasked', async () => {
    const wrong = { pieces: [Buffer.alloc(bytes.length)] };
    const { bringer, http } = await found([wrong, list()], { mode: 'automatic' });
    await bringer.check();
    expect([steps, http.asked.length]).toEqual([['checking 0.2.0', 'found 0.2.0'], 3]);
  });

  it('for which the line was gone says so, and is fetched at the next look', async () => {
    const { bringer, known } = await found([...Array.from({ length: 5 }, () => 'refused' as const), list(), program], {
      mode: 'automatic',
    });
    expect([seen(known.view()), known.now().refused]).toEqual(['found 0.2.0 no-answer', '']);
    await bringer.check();
    expect(steps.at(-1)).toBe('ready 0.2.0');
  });

  it('that is taken away before it is read through again failed, and is fetched at the next look', async () => {
    const whole = async () => ({ is: 'missing' as const });
    const { bringer, known } = await found([program], { files: { whole } });
    await bringer.bring();
    expect([seen(known.view()), known.now().refused, notes.asked]).toEqual(['found 0.2.0 failed', '', []]);
    expect(existsSync(disk.folder.at('updates'))).toBe(true);
  });

  it('that is changed before it is read through again is a wrong file', async () => {
    const whole = async () => ({ is: 'wrong' as const });
    const { bringer, known } = await found([program], { files: { whole } });
    await bringer.bring();
    expect([seen(known.view()), known.now().refused]).toEqual(['found 0.2.0 wrong-file', at('AppImage').sha512]);
  });

  it.each(['full', 'read-only', 'moved', 'failed'] as const)(
    'that cannot be put beside the program (%s) says so, and is tried again at the next look',
    async (prepared) => {
      const { bringer, known } = await found([program, list()], { prepared, mode: 'automatic' });
      expect([seen(known.view()), known.now().refused]).toEqual([`found 0.2.0 ${prepared}`, '']);
      await bringer.check();
      expect(notes.asked).toHaveLength(2);
    },
  );

  it('for which a person asked is brought at the next look, where the line was gone before its first byte', async () => {
    const { bringer } = await found([...Array.from({ length: 5 }, () => 'refused' as const), list(), program]);
    await bringer.bring();
    await bringer.check();
    expect(steps.at(-1)).toBe('ready 0.2.0');
  });

  it('of which a part is here goes on at the next look, also after a restart', async () => {
    const part = await disk.files.openPart(at('AppImage'), 0);
    await part.append(bytes.subarray(0, 100));
    await part.close();
    const { bringer } = stand([list(), { pieces: [bytes] }]);
    await bringer.check();
    expect(steps.at(-1)).toBe('ready 0.2.0');
  });

  it('is nothing while one is ready', async () => {
    const { bringer, http } = await found([program]);
    await bringer.bring();
    await bringer.bring();
    expect([http.asked.length, notes.asked.length]).toEqual([2, 1]);
  });
});

describe('what a person wished', () => {
  const wished = (version: string, isWanted: boolean) =>
    disk.files.remember(
      JSON.stringify({
        ...{ newestIssuedAt: 0, draw: { version: '', place: 0 }, toldVersion: '', checkedAt: null, replacedBy: null },
        wish: { version, isWanted },
      }),
    );

  it.each(['0.2.0', '0.1.9'])('of %s is done with what is there by now, also after a restart', async (version) => {
    await wished(version, true);
    const { bringer, known } = stand([list(), program]);
    await known.recall();
    await bringer.check();
    expect(steps.at(-1)).toBe('waiting 0.2.0');
  });

  it('not to be installed is not fetched by itself', async () => {
    await wished('0.2.0', false);
    const { bringer, known } = stand([list()], { mode: 'automatic' });
    await known.recall();
    await bringer.check();
    expect(steps.at(-1)).toBe('found 0.2.0');
  });

  it('of an older one, not to be installed, says nothing of this one', async () => {
    await wished('0.1.9', false);
    const { bringer, known } = stand([list(), program], { mode: 'automatic' });
    await known.recall();
    await bringer.check();
    expect(steps.at(-1)).toBe('ready 0.2.0');
  });

  it('is over when it is withdrawn', async () => {
    await wished('0.2.0', true);
    const { bringer, known } = stand([list({ version: '0.1.0' })]);
    await known.recall();
    await bringer.check();
    expect(await disk.remembered()).toMatchObject({ wish: null });
  });
});

it('a version that did not take the place before is not fetched by itself, and says so; who asks gets it', async () => {
  const { bringer, known } = stand([list(), program], { mode: 'automatic' });
  await known.remember({ failedVersion: '0.2.0' });
  await bringer.check();
  expect(steps.at(-1)).toBe('found 0.2.0 failed');
  await bringer.bring();
  expect(steps.at(-1)).toBe('ready 0.2.0 failed');
});
