// What is ready is put in place when nothing of a clip is under way, and what the system is offered was read through just now.
import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wayOf } from '../../../../main/features/updates/decision.ts';
import { createUpdatePlacer, type UpdatePlacer, type UpdateSystem } from '../../../../main/features/updates/place.ts';
import { createUpdateState, type Stage, type UpdateState } from '../../../../main/features/updates/update-state.ts';
import type { PackedAs, ReplaceProblem } from '../../../../main/ports.ts';
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
  readonly replaced?: ReplaceProblem;
  readonly stage?: Stage;
  readonly hasOffer?: boolean;
  readonly isHere?: boolean;
  readonly system?: Partial<UpdateSystem>;
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
    replaced,
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
  const known = createUpdateState({ files: disk.files, way, onChange: () => undefined });
  const offer = { version, file, url: 'https://a.example/x', news: [], page: 'https://clipferry.example/download' };
  known.become({ stage, offer: hasOffer ? offer : null });
  let [isBusy, looks] = [false, 0];
  const placer = createUpdatePlacer({
    ...{ clock, known, settings, way, files: disk.files, logger: notes.logger },
    program: hasProgram ? programOf(notes, replaced === undefined ? {} : { replace: replaced }) : null,
    system: systemOf(notes, set.system),
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

describe('to install', () => {
  it('is to wait until nothing has been under way for three seconds, and to start anew then', async () => {
    const { placer, known, clock, busy } = await stand();
    busy(true);
    placer.install();
    expect(known.now().stage).toBe('waiting');
    clock.pass(10 * minute);
    busy(false);
    clock.pass(3 * second);
    expect(notes.asked).toEqual([]);
    clock.pass(second);
    expect(notes.asked).toEqual(['restart']);
  });

  it('waits anew for each clip between two of which it is quiet for a moment', async () => {
    const { placer, clock, busy } = await stand();
    placer.install();
    for (let round = 0; round < 20; round++) {
      busy(round % 2 === 1);
      clock.pass(2 * second);
    }
    expect(notes.asked).toEqual([]);
  });

  it('does not count how quiet it was before it was asked for', async () => {
    const { placer, clock } = await stand({ mode: 'automatic' });
    placer.watch();
    clock.pass(9 * minute);
    placer.install();
    expect(notes.asked).toEqual([]);
    clock.pass(3 * second);
    expect(notes.asked).toEqual(['restart']);
  });

  it('looks once a second, however often it is asked for', async () => {
    const { placer, clock, looks, busy } = await stand();
    busy(true);
    placer.install();
    placer.watch();
    placer.watch();
    const before = looks();
    clock.pass(10 * second);
    expect(looks() - before).toBe(10);
  });

  it('starts anew once, and looks no more', async () => {
    const { placer, clock, looks } = await stand();
    placer.install();
    clock.pass(3 * second);
    const before = looks();
    clock.pass(minute);
    expect([notes.asked, looks() - before]).toEqual([['restart'], 0]);
  });

  it('is nothing more when the person says later', async () => {
    const { placer, known, clock, looks, busy } = await stand();
    busy(true);
    placer.install();
    known.become({ stage: 'ready' });
    busy(false);
    clock.pass(minute);
    const before = looks();
    clock.pass(60 * minute);
    expect([notes.asked, looks() - before]).toEqual([[], 0]);
  });

  it.each<[string, Set]>([
    ['where nothing is ready', { stage: 'found' }],
    ['where it is waiting already', { stage: 'waiting' }],
    ['where the system has to do it', { packedAs: 'deb' }],
    ['where a person has to do it', { packedAs: 'zip' }],
    ['where there is no program to replace', { hasProgram: false }],
  ])('is nothing %s', async (_, set) => {
    const { placer, known, clock } = await stand(set);
    placer.install();
    clock.pass(minute);
    expect([known.now().stage, notes.asked]).toEqual([set.stage ?? 'ready', []]);
  });

  it('is done for a set-up without a program of ours', async () => {
    const { placer, clock } = await stand({ packedAs: 'set-up', hasProgram: false });
    placer.install();
    clock.pass(3 * second);
    expect(notes.asked).toEqual(['restart']);
  });

  it('ends with the app', async () => {
    const { placer, clock, looks } = await stand();
    placer.install();
    placer.stop();
    const before = looks();
    clock.pass(minute);
    placer.watch();
    clock.pass(minute);
    expect([notes.asked, looks() - before]).toEqual([[], 0]);
  });
});

describe('unasked', () => {
  const hidden = { isWindowShown: () => false };

  it('it starts anew when nobody has looked and nothing was under way for ten minutes', async () => {
    const { placer, clock, looks } = await stand({ mode: 'automatic', system: hidden });
    placer.watch();
    clock.pass(9 * minute);
    expect([notes.asked, looks()]).toEqual([[], 10]);
    clock.pass(minute);
    expect(notes.asked).toEqual(['restart']);
  });

  it.each<[string, Set]>([
    ['a person wants to be asked', { mode: 'ask', system: hidden }],
    ['a person wants none', { mode: 'off', system: hidden }],
    ['somebody looks', { mode: 'automatic' }],
    ['nothing is ready', { mode: 'automatic', system: hidden, stage: 'found' }],
    ['the system has to do it', { mode: 'automatic', system: hidden, packedAs: 'deb' }],
    ['there is no program to replace', { mode: 'automatic', system: hidden, hasProgram: false }],
  ])('never where %s', async (_, set) => {
    const { placer, clock } = await stand(set);
    placer.watch();
    clock.pass(300 * minute);
    expect(notes.asked).toEqual([]);
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

  it('what is ready takes it where that is to go by itself', async () => {
    const { placer } = await stand({ mode: 'automatic' });
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
  ])('nothing is done where %s', async (_, set) => {
    const { placer } = await stand(set);
    await placer.onQuit();
    expect([notes.asked, await disk.remembered()]).toEqual([[], null]);
  });

  it('a set-up is run, and starts the app only where that was to start anew', async () => {
    const quit = await stand({ mode: 'automatic', packedAs: 'set-up' });
    await quit.placer.onQuit();
    expect(notes.asked).toEqual(['run new.set-up, end']);
    const anew = await stand({ packedAs: 'set-up' });
    anew.placer.install();
    anew.clock.pass(3 * second);
    await anew.placer.onQuit();
    expect(notes.asked).toEqual(['run new.set-up, end', 'restart', 'run new.set-up, start']);
  });

  it('a set-up that was changed on the disk is not run', async () => {
    const { placer } = await stand({ mode: 'automatic', packedAs: 'set-up' });
    writeFileSync((await disk.files.whole(at('set-up'))) ?? '', 'another');
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
    const { placer: other } = await stand({ mode: 'automatic', replaced: 'moved' });
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
    writeFileSync((await disk.files.whole(at('deb'))) ?? '', 'another');
    await placer.open();
    expect([seen(known.view()), notes.asked]).toEqual(['found 0.2.0 wrong-file', []]);
  });
});
