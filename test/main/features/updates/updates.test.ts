// When updates are looked for, and what becomes of what a person asks for while something is under way or goes wrong.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createUpdates } from '../../../../main/features/updates/updates.ts';
import type { PackedAs, UpdateFiles, Updates } from '../../../../main/ports/updates.ts';
import { memorySettings } from '../../../engine/settings.ts';
import { handClock } from '../../../updates/hand-clock.ts';
import { seen } from '../../../updates/stage.ts';
import { type Answer, type ScriptedHttp, scriptedHttp } from './parts.ts';
import {
  at,
  bytes,
  list,
  lookParts,
  type Notebook,
  notebook,
  program,
  programOf,
  systemOf,
  type UpdateDisk,
  updateDisk,
} from './update-parts.ts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];
const day = 24 * hour;

let disk: UpdateDisk;
let notes: Notebook;
let started: Updates[];
beforeEach(() => {
  disk = updateDisk();
  notes = notebook();
  started = [];
});
afterEach(() => {
  for (const one of started) one.stop();
  disk.folder.remove();
});

interface Set {
  readonly mode?: 'ask' | 'automatic' | 'off';
  readonly packedAs?: PackedAs;
  readonly hasProgram?: boolean;
  readonly files?: Partial<UpdateFiles>;
  readonly clock?: ReturnType<typeof handClock>;
  readonly fraction?: number;
}
interface Stood {
  readonly updates: Updates;
  readonly http: ScriptedHttp;
  readonly clock: ReturnType<typeof handClock>;
  readonly settings: ReturnType<typeof memorySettings>;
  looks(): number;
  /** All that was begun has come to its end. */
  rest(): Promise<void>;
}

/** Whatever is asked for that `script` does not tell has no answer. */
function stand(script: Parameters<typeof scriptedHttp>[0], set: Set = {}): Stood {
  const { mode = 'ask', packedAs = 'AppImage', hasProgram = true, clock = handClock(), fraction = 0 } = set;
  const settings = memorySettings({ updates: mode });
  const http = scriptedHttp([...script, ...Array.from({ length: 50 }, () => 'refused' as const)]);
  const updates = createUpdates({
    ...{ ...lookParts(packedAs), http, settings, clock, logger: notes.logger, files: { ...disk.files, ...set.files } },
    random: { fraction: () => fraction, hex: () => '' },
    program: hasProgram ? programOf(notes) : null,
    system: systemOf(notes),
    isBusy: () => false,
    losesSignIns: () => false,
    onChange: () => undefined,
  });
  started.push(updates);
  return {
    ...{ updates, http, clock, settings, looks: () => http.asked.length },
    // Who asks while something is under way waits for that; `open` touches nothing where nothing is ready.
    rest: () => updates.act('open'),
  };
}

/** What an earlier run has left. */
const remembered = (over: object): Promise<void> =>
  disk.files.remember(
    JSON.stringify({
      newestIssuedAt: 0,
      draw: { version: '', place: 0 },
      toldVersion: '',
      checkedAt: null,
      replacedBy: null,
      ...over,
    }),
  );

describe('updates are looked for', () => {
  it('a minute after the start, and a day after that, each time once', async () => {
    const { updates, clock, looks, rest } = stand([list(), list(), list()]);
    await updates.begin();
    clock.pass(minute - 1);
    expect(looks()).toBe(0);
    clock.pass(1);
    await rest();
    await expect.poll(looks).toBe(1);
    await rest();
    clock.pass(day - 1);
    expect(looks()).toBe(1);
    clock.pass(1);
    await expect.poll(looks).toBe(2);
  });

  it('an hour after one without an answer', async () => {
    const { updates, clock, looks, rest } = stand(['refused', list()]);
    await updates.begin();
    clock.pass(minute);
    await rest();
    await expect.poll(looks).toBe(1);
    await rest();
    clock.pass(hour - 1);
    expect(looks()).toBe(1);
    clock.pass(1);
    await expect.poll(looks).toBe(2);
  });

  it('not all at the same moment: up to a tenth later', async () => {
    const { updates, clock, looks } = stand([list()], { fraction: 0.5 });
    await updates.begin();
    clock.pass(minute * 1.05 - 1);
    expect(looks()).toBe(0);
    clock.pass(1);
    await expect.poll(looks).toBe(1);
  });

  it('a day after the last look, by whichever run, and soon where the clock was set back', async () => {
    const clock = handClock();
    await disk.files.remember(
      JSON.stringify({
        newestIssuedAt: 0,
        draw: { version: '', place: 0 },
        toldVersion: '',
        checkedAt: clock.now(),
        replacedBy: null,
      }),
    );
    const { updates, looks } = stand([list()], { clock });
    await updates.begin();
    clock.pass(day - 1);
    expect(looks()).toBe(0);
    clock.pass(1);
    await expect.poll(looks).toBe(1);
    updates.stop();
    const ahead = stand([list()], { clock: { ...clock, now: () => clock.now() - 7 * day } });
    await ahead.updates.begin();
    clock.pass(minute);
    await expect.poll(ahead.looks).toBe(1);
  });

  it('not where that is off, and soon when it is switched on; a word about anything else changes nothing', async () => {
    const { updates, clock, looks, settings } = stand([list()], { mode: 'off' });
    await updates.begin();
    clock.pass(3 * day);
    expect(looks()).toBe(0);
    settings.change({ updates: 'ask' });
    clock.pass(minute / 2);
    settings.change({ notify: false });
    clock.pass(minute / 2);
    await expect.poll(looks).toBe(1);
  });

  it('no more when it is switched off', async () => {
    const { updates, clock, looks, settings } = stand([list()]);
    await updates.begin();
    settings.change({ updates: 'off' });
    clock.pass(3 * day);
    expect(looks()).toBe(0);
  });

  it('by one beginning only', async () => {
    const { updates, clock, looks } = stand([list(), list()]);
    await updates.begin();
    clock.pass(minute / 2);
    await updates.begin();
    clock.pass(minute / 2);
    await expect.poll(looks).toBe(1);
    expect(notes.asked).toEqual(['tidy']);
  });

  it('no more when the app has ended', async () => {
    const { updates, clock, looks, settings } = stand([list()]);
    await updates.begin();
    updates.stop();
    clock.pass(day);
    settings.change({ updates: 'automatic' });
    clock.pass(day);
    expect(looks()).toBe(0);
  });
});

describe('at the start', () => {
  const fetched = async (): Promise<void> => {
    const part = await disk.files.openPart(at('AppImage'), 0);
    await part.append(Buffer.from('some'));
    await part.close();
  };

  it('of the version that was put in place what was fetched for it goes, and what it replaced', async () => {
    await remembered({ replacedBy: '0.1.0', toldVersion: '0.1.0' });
    await fetched();
    await stand([]).updates.begin();
    expect([notes.asked, await disk.files.partBytes(at('AppImage'))]).toEqual([['tidy'], 0]);
    expect(await disk.remembered()).toMatchObject({ replacedBy: null, toldVersion: '0.1.0' });
  });

  it('of an older version than was put in place that is told, and not tried again unasked; what was fetched stays', async () => {
    await remembered({ replacedBy: '0.2.0', wish: { version: '0.2.0', isWanted: true } });
    await fetched();
    const { updates } = stand([]);
    await updates.begin();
    expect(seen(updates.view())).toBe('none failed');
    expect(await disk.files.partBytes(at('AppImage'))).toBe(4);
    expect(await disk.remembered()).toMatchObject({ replacedBy: null, wish: null, failedVersion: '0.2.0' });
  });

  it('of a newer version, which a person put there, nothing has failed', async () => {
    await remembered({ replacedBy: '0.0.9' });
    const { updates } = stand([]);
    await updates.begin();
    expect(seen(updates.view())).toBe('none');
    expect(await disk.remembered()).toMatchObject({ replacedBy: null, failedVersion: '' });
  });

  it('where a newer version was known before, it is looked for soon', async () => {
    const clock = handClock();
    await remembered({ checkedAt: clock.now(), draw: { version: '0.2.0', place: 0.5 } });
    const { updates, looks } = stand([list()], { clock });
    await updates.begin();
    clock.pass(minute);
    await expect.poll(looks).toBe(1);
  });

  it.each(['0.1.0', '0.0.9', 'none'])('where none newer than this was known, but %s, it is not', async (version) => {
    const clock = handClock();
    await remembered({ checkedAt: clock.now(), draw: { version, place: 0.5 } });
    const { updates, looks } = stand([list()], { clock });
    await updates.begin();
    clock.pass(hour);
    expect(looks()).toBe(0);
  });

  it('after none nothing is written or taken away', async () => {
    await fetched();
    await stand([]).updates.begin();
    expect([await disk.files.partBytes(at('AppImage')), await disk.remembered()]).toEqual([4, null]);
  });

  it('of one that cannot be replaced nothing is tidied, and a disk that takes nothing holds nobody up', async () => {
    await remembered({ replacedBy: '0.2.0' });
    const remember = async () => {
      throw new Error('no room');
    };
    const { updates, clock, looks } = stand([list()], { hasProgram: false, files: { remember } });
    await updates.begin();
    clock.pass(minute);
    await expect.poll(looks).toBe(1);
    expect(notes.asked).toEqual([]);
  });
});

describe('what a person asks for', () => {
  it('while it is under way is answered by that', async () => {
    const { updates, looks } = stand([list()]);
    await Promise.all([updates.act('check'), updates.act('check')]);
    expect([looks(), seen(updates.view())]).toEqual([1, 'found 0.2.0']);
    await updates.act('check');
    expect(looks()).toBe(2);
  });

  it('while something else is under way is done after it, once', async () => {
    const { updates, looks } = stand([list(), program]);
    await Promise.all([updates.act('check'), updates.act('fetch'), updates.act('fetch')]);
    expect([looks(), seen(updates.view())]).toEqual([2, 'ready 0.2.0']);
    expect(notes.asked).toEqual(['prepare new.AppImage as 0.2.0']);
  });

  it('to see while it is looked for is shown after that', async () => {
    const { updates } = stand([list({}, 'deb'), program, list({}, 'deb')], { packedAs: 'deb' });
    await updates.act('check');
    await updates.act('fetch');
    await Promise.all([updates.act('check'), updates.act('open')]);
    expect(notes.asked).toEqual(['open new.deb']);
  });

  it('that had no answer is tried again after an hour', async () => {
    const { updates, clock, looks } = stand([list()]);
    await updates.act('check');
    const fetching = updates.act('fetch');
    await expect
      .poll(() => {
        if (updates.view().stage === 'fetching') clock.pass(minute / 2);
        return seen(updates.view());
      })
      .toBe('found 0.2.0 no-answer');
    await fetching;
    const before = looks();
    clock.pass(hour - 1);
    expect(looks()).toBe(before);
    clock.pass(1);
    await expect.poll(looks).toBe(before + 1);
  });

  it('where nobody knows at which place the program lies, is put there by hand', async () => {
    const { updates } = stand([list(), program], { hasProgram: false });
    await updates.act('check');
    expect(updates.view().found?.way).toBe('show');
    await updates.act('fetch');
    await updates.act('open');
    expect(notes.asked).toEqual(['show new.AppImage']);
  });

  it('that goes wrong as nobody thought is told, with nothing found', async () => {
    const { updates } = stand([new TypeError('a fault')]);
    await updates.act('check');
    expect(seen(updates.view())).toBe('none failed');
    expect(notes.logged).toEqual([expect.stringContaining('a fault')]);
  });

  it('that goes wrong is told, with what was found', async () => {
    const { updates } = stand([list(), new TypeError('a fault'), list(), program]);
    await updates.act('check');
    await updates.act('fetch');
    expect(seen(updates.view())).toBe('found 0.2.0 failed');
    // And the next look brings what was asked for.
    await updates.act('check');
    expect(seen(updates.view())).toBe('ready 0.2.0');
  });

  it('that goes wrong is told, with what is ready, or waits', async () => {
    const { updates, clock } = stand([list(), program, new TypeError('a fault'), new TypeError('another')]);
    await updates.act('check');
    await updates.act('fetch');
    expect(seen(updates.view())).toBe('ready 0.2.0');
    await updates.act('check');
    expect(seen(updates.view())).toBe('ready 0.2.0 failed');
    await updates.act('install');
    await updates.act('check');
    expect(seen(updates.view())).toBe('waiting 0.2.0 failed');
    clock.pass(3 * second);
    await expect.poll(() => notes.asked.at(-1)).toBe('restart');
  });

  it('later is told once, on the disk, too; what waits is ready again', async () => {
    const { updates, clock } = stand([list(), program]);
    await updates.act('check');
    expect(updates.view().found?.isUntold).toBe(true);
    await updates.act('fetch');
    await updates.act('install');
    await updates.act('later');
    expect([seen(updates.view()), updates.view().found?.isUntold]).toEqual(['ready 0.2.0', false]);
    expect(await disk.remembered()).toMatchObject({
      toldVersion: '0.2.0',
      wish: { version: '0.2.0', isWanted: false },
    });
    clock.pass(minute);
    expect(notes.asked).not.toContain('restart');
  });

  it('later of nothing is nothing, and of what cannot be written down is heard all the same', async () => {
    let isFull = false;
    const remember = async (text: string) => {
      if (isFull) throw new Error('no room');
      await disk.files.remember(text);
    };
    const { updates } = stand([list()], { files: { remember } });
    await updates.act('later');
    expect(await disk.remembered()).toMatchObject({ toldVersion: '' });
    await updates.act('check');
    isFull = true;
    await updates.act('later');
    expect([seen(updates.view()), updates.view().found?.isUntold]).toEqual(['found 0.2.0', false]);
    expect(notes.logged.at(-1)).toContain('no room');
  });
});

describe('when the app ends', () => {
  it('what is ready takes the place, where that is to go by itself, and what is fetched ends', async () => {
    const { updates, http } = stand([list(), program], { mode: 'automatic' });
    await updates.act('check');
    expect(seen(updates.view())).toBe('ready 0.2.0');
    expect(http.asked.every(({ signal }) => signal?.aborted === false)).toBe(true);
    await updates.leave();
    expect(notes.asked).toEqual(['prepare new.AppImage as 0.2.0', 'replace by new.AppImage']);
    expect(http.asked.every(({ signal }) => signal?.aborted === true)).toBe(true);
  });

  it('without a word what is asked for ends, too', async () => {
    const { updates, http } = stand([list()]);
    await updates.act('check');
    updates.stop();
    expect(http.asked[0]?.signal?.aborted).toBe(true);
  });

  it('nothing is put in place by one that was stopped', async () => {
    const { updates, clock } = stand([list(), program]);
    await updates.act('check');
    await updates.act('fetch');
    await updates.act('install');
    updates.stop();
    clock.pass(minute);
    expect(notes.asked).not.toContain('restart');
  });
});

describe.each(['ask', 'off'] as const)('a person who says “%s” in place of “automatic”', (updates) => {
  const part = (): Promise<number> => disk.files.partBytes(at('AppImage'));
  const first: Answer = { pieces: [bytes.subarray(0, 100_000)], cut: 'aborted' };

  it('ends what is fetched for nobody, and it does not go on by itself', async () => {
    let isAborted: boolean | undefined;
    const stood = stand(
      [
        list(),
        (wanted) => {
          stood.settings.change({ updates });
          isAborted = wanted.signal?.aborted;
          return first;
        },
        list(),
      ],
      { mode: 'automatic' },
    );
    await stood.updates.act('check');
    await expect.poll(part).toBe(0);
    await stood.rest();
    expect([isAborted, seen(stood.updates.view())]).toEqual([true, 'found 0.2.0']);
    await stood.updates.act('check');
    expect([stood.looks(), seen(stood.updates.view())]).toEqual([3, 'found 0.2.0']);
  });

  it('ends the pause before the next try, too', async () => {
    const stood = stand([list(), first], { mode: 'automatic' });
    const looking = stood.updates.act('check');
    await expect.poll(stood.looks).toBe(3);
    stood.settings.change({ updates });
    await looking;
    await expect.poll(part).toBe(0);
    expect(stood.looks()).toBe(3);
  });

  it('leaves what a person asked for', async () => {
    let isAborted: boolean | undefined;
    const stood = stand(
      [
        list(),
        (wanted) => {
          stood.settings.change({ updates });
          isAborted = wanted.signal?.aborted;
          return program;
        },
      ],
      { mode: 'automatic' },
    );
    // The version failed once, so it does not go by itself.
    await remembered({ failedVersion: '0.2.0' });
    await stood.updates.begin();
    await stood.updates.act('check');
    expect(seen(stood.updates.view())).toBe('found 0.2.0 failed');
    await stood.updates.act('fetch');
    await stood.rest();
    expect([isAborted, seen(stood.updates.view())]).toEqual([false, 'ready 0.2.0 failed']);
  });

  it('keeps what is ready', async () => {
    const stood = stand([list(), program], { mode: 'automatic' });
    await stood.updates.act('check');
    stood.settings.change({ updates });
    await stood.rest();
    expect([seen(stood.updates.view()), (await disk.files.whole(at('AppImage'))).is]).toEqual(['ready 0.2.0', 'here']);
  });
});

it('a person who says “automatic” while one is ready need not be asked any more', async () => {
  const { updates, clock, settings } = stand([list(), program], { packedAs: 'AppImage' });
  await updates.act('check');
  await updates.act('fetch');
  settings.change({ updates: 'automatic' });
  // The window is shown: it goes when the app is quit.
  clock.pass(hour);
  expect(notes.asked).not.toContain('restart');
  await updates.leave();
  expect(notes.asked.at(-1)).toBe('replace by new.AppImage');
});
