// What is ready is put in place when nothing of a clip is under way, and what the system is offered was read through just now.
import { writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wayOf } from '../../../../main/features/updates/decision.ts';
import { createUpdatePlacer, type UpdatePlacer, type UpdateSystem } from '../../../../main/features/updates/place.ts';
import { readRemembered } from '../../../../main/features/updates/remembered.ts';
import { createUpdateState, type Stage, type UpdateState } from '../../../../main/features/updates/update-state.ts';
import type { PackedAs } from '../../../../main/ports/updates.ts';
import { memorySettings } from '../../../engine/settings.ts';
import { handClock } from '../../../updates/hand-clock.ts';
import { seen } from '../../../updates/stage.ts';
import {
  at,
  bytes,
  type Notebook,
  notebook,
  programOf,
  systemOf,
  type UpdateDisk,
  updateDisk,
  version,
} from './update-parts.ts';

const [second, minute] = [1_000, 60_000];

let disk: UpdateDisk;
let notes: Notebook;
beforeEach(() => {
  disk = updateDisk();
  notes = notebook();
});
afterEach(() => disk.folder.remove());

interface Set {
  readonly mode?: 'ask' | 'automatic' | 'off';
  readonly packedAs?: PackedAs;
  readonly hasProgram?: boolean;
  /** What the program says. */
  readonly said?: Parameters<typeof programOf>[1];
  readonly wish?: { readonly version: string; readonly isWanted: boolean };
  readonly failedVersion?: string;
  readonly stage?: Stage;
  readonly hasOffer?: boolean;
  readonly isHere?: boolean;
  readonly system?: Partial<UpdateSystem>;
  readonly losesSignIns?: boolean;
}

interface Stood {
  readonly placer: UpdatePlacer;
  readonly known: UpdateState;
  readonly clock: ReturnType<typeof handClock>;
  readonly settings: ReturnType<typeof memorySettings>;
  /** How often it was looked whether the moment has come. */
  looks(): number;
  busy(is: boolean): void;
}

async function stand(set: Set = {}): Promise<Stood> {
  const {
    mode = 'ask',
    packedAs = 'AppImage',
    hasProgram = true,
    stage = 'ready',
    hasOffer = true,
    isHere = true,
  } = set;
  const file = at(packedAs);
  if (isHere) {
    const part = await disk.files.openPart(file, 0);
    await part.append(bytes);
    await part.close();
    await disk.files.finish(file);
  }
  const clock = handClock();
  const settings = memorySettings({ updates: mode });
  const way = wayOf[packedAs];
  const known = createUpdateState({ files: disk.files, way, logger: notes.logger, onChange: () => undefined });
  const offer = { version, file, url: 'https://a.example/x', news: [], page: 'https://clipferry.example/download' };
  known.become({ stage, offer: hasOffer ? offer : null });
  const { wish = null, failedVersion = '' } = set;
  if (wish !== null || failedVersion !== '') await known.remember({ wish, failedVersion });
  let [isBusy, looks] = [false, 0];
  const placer = createUpdatePlacer({
    ...{ clock, known, settings, way, files: disk.files, logger: notes.logger },
    program: hasProgram ? programOf(notes, set.said) : null,
    system: systemOf(notes, set.system),
    losesSignIns: () => set.losesSignIns ?? false,
    isBusy: () => {
      looks++;
      return isBusy;
    },
  });
  return {
    ...{ placer, known, clock, settings, looks: () => looks },
    busy: (is) => {
      isBusy = is;
    },
  };
}

/** What the desktop was asked for, once all has been done that was begun. */
async function asked(): Promise<readonly string[]> {
  for (let turn = 0; turn < 5; turn++) await setImmediate();
  return [...notes.asked];
}

/** Somebody puts another file in the place of what was fetched. */
async function change(packedAs: PackedAs): Promise<void> {
  const whole = await disk.files.whole(at(packedAs));
  writeFileSync(whole.is === 'here' ? whole.path : '', 'another');
}

describe('to install', () => {
  it('is to wait until nothing has been under way for three seconds, and to start anew then', async () => {
    const { placer, known, clock, busy } = await stand();
    busy(true);
    await placer.install();
    expect(known.now().stage).toBe('waiting');
    clock.pass(10 * minute);
    busy(false);
    clock.pass(3 * second);
    expect(await asked()).toEqual([]);
    clock.pass(second);
    expect(await asked()).toEqual(['restart']);
  });

  it('waits anew for each clip between two of which it is quiet for a moment', async () => {
    const { placer, clock, busy } = await stand();
    await placer.install();
    for (let round = 0; round < 20; round++) {
      busy(round % 2 === 1);
      clock.pass(2 * second);
    }
    expect(await asked()).toEqual([]);
  });

  it('does not count how quiet it was before it was asked for', async () => {
    const { placer, clock } = await stand({ mode: 'automatic' });
    placer.watch();
    clock.pass(9 * minute);
    await placer.install();
    expect(await asked()).toEqual([]);
    clock.pass(3 * second);
    expect(await asked()).toEqual(['restart']);
  });

  it('looks once a second, however often it is asked for', async () => {
    const { placer, clock, looks, busy } = await stand();
    busy(true);
    await placer.install();
    placer.watch();
    placer.watch();
    const before = looks();
    clock.pass(10 * second);
    expect(looks() - before).toBe(10);
  });

  it('starts anew once, and looks no more', async () => {
    const { placer, clock, looks } = await stand();
    await placer.install();
    clock.pass(3 * second);
    await asked();
    clock.pass(second);
    const before = looks();
    clock.pass(minute);
    expect([await asked(), looks() - before]).toEqual([['restart'], 0]);
  });

  it('is nothing more when the person says later', async () => {
    const { placer, known, clock, looks, busy } = await stand();
    busy(true);
    await placer.install();
    known.become({ stage: 'ready' });
    busy(false);
    clock.pass(minute);
    const before = looks();
    clock.pass(60 * minute);
    expect([await asked(), looks() - before]).toEqual([[], 0]);
  });

  it.each<[string, Set]>([
    ['where nothing is ready', { stage: 'found' }],
    ['where it is waiting already', { stage: 'waiting' }],
    ['where the system has to do it', { packedAs: 'deb' }],
    ['where a person has to do it', { packedAs: 'zip' }],
    ['where there is no program to replace', { hasProgram: false }],
  ])('is nothing %s', async (_, set) => {
    const { placer, known, clock } = await stand(set);
    await placer.install();
    clock.pass(minute);
    expect([known.now().stage, await asked()]).toEqual([set.stage ?? 'ready', []]);
  });

  it('is done for a set-up without a program of ours', async () => {
    const { placer, clock } = await stand({ packedAs: 'set-up', hasProgram: false });
    await placer.install();
    clock.pass(3 * second);
    await expect.poll(asked).toEqual(['restart']);
  });

  it('is written down, so that a restart does not forget it', async () => {
    const { placer } = await stand();
    await placer.install();
    expect(await disk.remembered()).toMatchObject({ wish: { version, isWanted: true } });
  });

  it.each<[string, Set, string]>([
    ['the program was moved away', { said: { isReady: 'moved' } }, 'found 0.2.0 moved'],
    ['what was ready is gone', { said: { isReady: 'wrong-file' } }, 'found 0.2.0 wrong-file'],
    ['the set-up is gone', { packedAs: 'set-up', isHere: false }, 'found 0.2.0 failed'],
  ])('does not end an app that could not come back as another: %s', async (_, set, expected) => {
    const { placer, known, clock } = await stand(set);
    await placer.install();
    clock.pass(3 * second);
    await expect.poll(() => seen(known.view())).toBe(expected);
    clock.pass(minute);
    expect(await asked()).toEqual([]);
  });

  it('does not end an app whose set-up was changed on the disk', async () => {
    const { placer, known, clock } = await stand({ packedAs: 'set-up' });
    await change('set-up');
    await placer.install();
    clock.pass(3 * second);
    await expect.poll(() => seen(known.view())).toBe('found 0.2.0 wrong-file');
    expect(await asked()).toEqual([]);
  });

  it('waits on where a clip begins while it is looked whether all is there', async () => {
    const { placer, clock, busy } = await stand({ packedAs: 'set-up' });
    await placer.install();
    clock.pass(3 * second);
    busy(true);
    // Reading it through takes turns of the loop.
    for (let turn = 0; turn < 200; turn++) await asked();
    expect(await asked()).toEqual([]);
    busy(false);
    clock.pass(second);
    clock.pass(3 * second);
    await expect.poll(asked).toEqual(['restart']);
  });

  it('is asked for again where a person was being asked whether the app is to quit, and said no', async () => {
    let isAsking = true;
    const restart = (): boolean => {
      notes.asked.push(isAsking ? 'not now' : 'restart');
      return !isAsking;
    };
    const { placer, clock } = await stand({ system: { restart } });
    await placer.install();
    clock.pass(3 * second);
    expect(await asked()).toEqual(['not now']);
    isAsking = false;
    clock.pass(second);
    expect(await asked()).toEqual(['not now', 'restart']);
    clock.pass(minute);
    expect(await asked()).toEqual(['not now', 'restart']);
  });

  it('ends with the app', async () => {
    const { placer, clock, looks } = await stand();
    await placer.install();
    placer.stop();
    const before = looks();
    clock.pass(minute);
    placer.watch();
    clock.pass(minute);
    expect([await asked(), looks() - before]).toEqual([[], 0]);
  });
});

describe('unasked', () => {
  const hidden = { isWindowShown: () => false };

  it('it starts anew when nobody has looked and nothing was under way for ten minutes', async () => {
    const { placer, clock, looks } = await stand({ mode: 'automatic', system: hidden });
    placer.watch();
    clock.pass(9 * minute);
    expect([await asked(), looks()]).toEqual([[], 10]);
    clock.pass(minute);
    expect(await asked()).toEqual(['restart']);
  });

  it('counts no time in which nobody looked', async () => {
    const { placer, known, clock } = await stand({ mode: 'automatic', system: hidden });
    placer.watch();
    clock.pass(5 * minute);
    known.become({ stage: 'found' });
    clock.pass(30 * minute);
    known.become({ stage: 'ready' });
    placer.watch();
    clock.pass(9 * minute);
    expect(await asked()).toEqual([]);
    clock.pass(minute);
    expect(await asked()).toEqual(['restart']);
  });

  it.each<[string, Set]>([
    ['a person said not to install it', { mode: 'automatic', system: hidden, wish: { version, isWanted: false } }],
    ['it failed before', { mode: 'automatic', system: hidden, failedVersion: version }],
    ['a person wants to be asked', { mode: 'ask', system: hidden }],
    ['a person wants none', { mode: 'off', system: hidden }],
    ['somebody looks', { mode: 'automatic' }],
    ['somebody would have to sign in again', { mode: 'automatic', system: hidden, losesSignIns: true }],
    ['nothing is ready', { mode: 'automatic', system: hidden, stage: 'found' }],
    ['the system has to do it', { mode: 'automatic', system: hidden, packedAs: 'deb' }],
    ['there is no program to replace', { mode: 'automatic', system: hidden, hasProgram: false }],
  ])('never where %s', async (_, set) => {
    const { placer, clock } = await stand(set);
    placer.watch();
    clock.pass(300 * minute);
    expect(await asked()).toEqual([]);
  });

  it.each<[string, Set]>([
    ['a person wants to be asked', { mode: 'ask' }],
    ['nothing is ready', { mode: 'automatic', stage: 'found' }],
    ['the system has to do it', { mode: 'automatic', packedAs: 'deb' }],
  ])('nothing is looked for where %s', async (_, set) => {
    const { placer, clock, looks } = await stand(set);
    placer.watch();
    clock.pass(300 * minute);
    expect(looks()).toBe(0);
  });
});

describe('when the app is quit', () => {
  it('what a person asked for takes the place of the program, and that is remembered before', async () => {
    const { placer } = await stand({ stage: 'waiting' });
    await placer.onQuit();
    expect(notes.asked).toEqual(['replace by new.AppImage']);
    expect(await disk.remembered()).toMatchObject({ replacedBy: version });
  });

  it.each<[string, Set]>([
    ['', {}],
    [', although an older one failed', { failedVersion: '0.1.9' }],
    [', although an older one was not wanted', { wish: { version: '0.1.9', isWanted: false } }],
  ])('what is ready takes it where that is to go by itself%s', async (_, set) => {
    const { placer } = await stand({ mode: 'automatic', ...set });
    await placer.onQuit();
    expect(notes.asked).toEqual(['replace by new.AppImage']);
  });

  it.each<[string, Set]>([
    ['a person is to be asked', {}],
    ['nothing is ready', { mode: 'automatic', stage: 'found' }],
    ['nothing is there', { mode: 'automatic', hasOffer: false }],
    ['the system has to do it', { mode: 'automatic', packedAs: 'deb' }],
    ['there is no program to replace', { mode: 'automatic', hasProgram: false }],
    ['the set-up is not here any more', { mode: 'automatic', packedAs: 'set-up', isHere: false }],
    ['a person said not to install it', { mode: 'automatic', wish: { version, isWanted: false } }],
    ['it failed before', { mode: 'automatic', failedVersion: version }],
  ])('nothing is done where %s', async (_, set) => {
    const { placer } = await stand(set);
    await placer.onQuit();
    expect(notes.asked).toEqual([]);
    expect(readRemembered(await disk.files.remembered()).replacedBy).toBeNull();
  });

  it('a set-up is run, and starts the app only where that was to start anew', async () => {
    const quit = await stand({ mode: 'automatic', packedAs: 'set-up' });
    await quit.placer.onQuit();
    expect(notes.asked).toEqual(['run new.set-up, end']);
    const anew = await stand({ packedAs: 'set-up' });
    await anew.placer.install();
    anew.clock.pass(3 * second);
    await expect.poll(asked).toContain('restart');
    await anew.placer.onQuit();
    expect(notes.asked).toEqual(['run new.set-up, end', 'restart', 'run new.set-up, start']);
  });

  it('a set-up that was changed on the disk is not run', async () => {
    const { placer } = await stand({ mode: 'automatic', packedAs: 'set-up' });
    await change('set-up');
    await placer.onQuit();
    expect(notes.asked).toEqual([]);
  });

  it('an app that was to come back does, as it is, where the set-up cannot be run', async () => {
    const runSetUp = async () => {
      throw new Error('It was refused');
    };
    const { placer, clock } = await stand({ packedAs: 'set-up', system: { runSetUp } });
    await placer.install();
    clock.pass(3 * second);
    await expect.poll(asked).toContain('restart');
    await placer.onQuit();
    expect(notes.asked).toEqual(['restart', 'start anew']);
    expect(await disk.remembered()).toMatchObject({ replacedBy: version });
  });

  it('an app that a person quits stays away, whatever becomes of its set-up', async () => {
    const runSetUp = async () => {
      throw new Error('It was refused');
    };
    const { placer } = await stand({ mode: 'automatic', packedAs: 'set-up', system: { runSetUp } });
    await placer.onQuit();
    expect(notes.asked).toEqual([]);
  });

  it('what goes wrong then is written down, and holds nobody up', async () => {
    const failing = async () => {
      throw new Error('There is no such program');
    };
    const { placer } = await stand({ mode: 'automatic', packedAs: 'set-up', system: { runSetUp: failing } });
    await placer.onQuit();
    expect(notes.logged).toEqual([expect.stringContaining('There is no such program')]);
    const { placer: other } = await stand({ mode: 'automatic', said: { replace: 'moved' } });
    await other.onQuit();
    expect(notes.logged[1]).toContain('"problem":"moved"');
  });
});

describe('to open what is here', () => {
  it.each<[string, PackedAs, string[]]>([
    ['offers a package to the system', 'deb', ['open new.deb']],
    ['shows what a person unpacks', 'zip', ['show new.zip']],
    ['shows an archive', 'tar.gz', ['show new.tar.gz']],
    ['opens the page where it is fetched by hand', 'dmg', ['page https://clipferry.example/download']],
  ])('%s', async (_, packedAs, asked) => {
    const { placer } = await stand({ packedAs });
    await placer.open();
    expect(notes.asked).toEqual(asked);
  });

  it('shows a package that nothing on the system opens', async () => {
    const openPackage = async () => {
      throw new Error('There is no such program');
    };
    const { placer } = await stand({ packedAs: 'deb', system: { openPackage } });
    await placer.open();
    expect(notes.asked).toEqual(['show new.deb']);
  });

  it('is nothing where nothing was found', async () => {
    const { placer } = await stand({ packedAs: 'deb', hasOffer: false });
    await placer.open();
    expect(notes.asked).toEqual([]);
  });

  it('tells where it is not the file any more that was signed, and opens nothing', async () => {
    const { placer, known } = await stand({ packedAs: 'deb' });
    await change('deb');
    await placer.open();
    expect([seen(known.view()), notes.asked]).toEqual(['found 0.2.0 wrong-file', []]);
  });

  it('is to fetch it again where it is gone, which is nobody’s fault', async () => {
    const { placer, known } = await stand({ packedAs: 'deb', isHere: false });
    await placer.open();
    expect([seen(known.view()), notes.asked]).toEqual(['found 0.2.0', []]);
  });
});
