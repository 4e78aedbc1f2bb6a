// Clips come to a list: on real files and a real list, each once, none lost, and no file read that need not be.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { diskFiles } from '../../../../main/adapters/files.ts';
import { sharedBuffers, workerHasher } from '../../../../main/adapters/hasher.ts';
import { type Changes, createSignals } from '../../../../main/features/changes.ts';
import {
  type AddingOptions,
  addClips,
  addPaths,
  type Destination,
} from '../../../../main/features/uploads/add-clips.ts';
import { type Clip, emptyDraft, type Job, type JobState } from '../../../../main/model.ts';
import { FileError, type Files } from '../../../../main/ports.ts';
import { createLedger } from '../../../../main/queue/store/ledger.ts';
import { positionStep } from '../../../../main/queue/store/order.ts';
import { aJob, states } from '../../queue/jobs.ts';
import { clipAt, sha256 } from '../../transfer/clips.ts';
import { begun, createDesk, type Desk } from '../proof/shelf.ts';
import { type OneAccount, oneAccount } from './tasks/parts.ts';

const hasher = workerHasher();
afterAll(() => hasher.close());

let desk: Desk;
let options: AddingOptions;
let one: OneAccount;
let folder: string;
/** Files that were read to their ends. */
let read: string[];
/** What is asked of these files fails so. */
let problems: Map<string, Error>;
let told: number;
/** What the runner was asked for. */
let asked: string[];
let isReplaced: boolean;
let clockSetMs: number;

beforeEach(() => {
  desk = createDesk();
  folder = mkdtempSync(join(tmpdir(), 'clipferry-adding-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  [read, problems, told, asked, isReplaced, clockSetMs] = [[], new Map(), 0, [], true, 0];
  const changes = createSignals<Changes>();
  changes.on('added', () => told++);
  const on = <T>(file: string, work: () => Promise<T>): Promise<T> => {
    const problem = problems.get(file);
    return problem ? Promise.reject(problem) : work();
  };
  const { readWhole: _whole, ...others } = diskFiles;
  const files: Files = {
    ...others,
    stat: (file) => on(file, () => diskFiles.stat(file)),
    open: (file) => on(file, () => diskFiles.open(file)),
    readWhole: (file, into, hash) => {
      read.push(file.slice(folder.length + 1));
      return on(file, async () => (await diskFiles.readWhole?.(file, into, hash)) ?? null);
    },
  };
  let ids = 0;
  one = oneAccount();
  options = {
    ...{ clock: desk.clock, random: { hex: () => `new-${++ids}`, fraction: () => 0 } },
    ...{ files, hasher, buffers: sharedBuffers(), accounts: one.accounts, presets: { find: () => null }, changes },
    ...{ store: desk.store, ledger: createLedger(desk.sql, desk.store), clockSetMs: () => clockSetMs },
    onSite: { of: () => null },
    sidecars: {
      beside: async () => new Map(),
      begun: (_, base) => ({ draft: base, row: { siteId: '', base, kept: null }, asks: false }),
      note: () => {},
    },
    runner: {
      bringBack: async (id, isHeld) => {
        asked.push(`bring back ${id}${isHeld ? ', held' : ''}`);
        return null;
      },
      relocate: async (id, clip) => {
        asked.push(`relocate ${id} to ${clip.name}`);
        return null;
      },
      replaceClip: async (id, clip) => {
        asked.push(`replace ${id} by ${clip.identity.size}`);
        return isReplaced;
      },
    },
    ...{ rebuilds: { since: () => null }, siteLedger: { mayHold: () => false }, owner: { isHere: () => true } },
  };
});

const at = (name: string): string => join(folder, name);
/** A film that a second one is only like when it has the same letter and size. */
const film = (letter: string, bytes = 1_000): Buffer => Buffer.from(`FLV${letter.repeat(bytes)}`);
const longAgo = begun / 1_000 - 3_600;
/** Lies there since long ago. */
function lay(name: string, bytes: Buffer): string {
  writeFileSync(at(name), bytes);
  utimesSync(at(name), longAgo, longAgo);
  return at(name);
}
const laid = (name: string, bytes: Buffer): Promise<Clip> => clipAt(lay(name, bytes));
const put = async (...jobs: readonly Job[]): Promise<void> => {
  await desk.store.write(() => jobs.forEach(desk.store.insertJob));
};
/** A job of a film that lies there. */
async function known(name: string, letter: string, changes: Partial<Job> = {}): Promise<Job> {
  const job = aJob({ id: `job-${name}`, clip: await laid(name, film(letter)), ...changes });
  await put(job);
  return job;
}
const mine: Destination = {
  accountId: 'account-1',
  folderId: null,
  text: { of: () => emptyDraft },
  numbers: { next: 1 },
  isHeld: false,
};
const add = (...clips: readonly Clip[]) => addClips(options, clips, mine);
const rows = () => desk.store.rows('all', 'queue', 0, 200);
const added = () => rows().filter(({ id }) => id.startsWith('new-'));
const silent = new FileError('no-answer', 'nothing');

describe('a clip that nobody knows', () => {
  it('comes to the end of the list, and nothing of it is read', async () => {
    await known('a', 'a', { position: 7 });
    const clip = await laid('b', film('b', 2_000));
    expect(await add(clip)).toEqual(['added']);
    expect(added()).toEqual([
      aJob({ id: 'new-1', position: 7 + positionStep, clip, sha256: null, addedAt: desk.clock.now(), folderId: null }),
    ]);
    expect([told, read, asked]).toEqual([1, [], []]);
  });

  it('comes with others in their order', async () => {
    const clips = await Promise.all([1, 2, 3].map((n) => laid(`c${n}`, film('c', n * 1_000))));
    expect(await add(...clips)).toEqual(['added', 'added', 'added']);
    expect(added().map(({ clip }) => clip.name)).toEqual(['c1', 'c2', 'c3']);
    const [first, second, third] = added().map(({ position }) => position);
    expect([(second ?? 0) - (first ?? 0), (third ?? 0) - (second ?? 0)]).toEqual([positionStep, positionStep]);
    expect(told).toBe(1);
  });

  it('from a watched folder has its text, which is still to be applied', async () => {
    const draft = { ...emptyDraft, status: 'draft' as const };
    await addClips(options, [await laid('b', film('b'))], {
      ...mine,
      folderId: 'folder-1',
      text: { of: () => draft },
    });
    expect(added()).toMatchObject([{ folderId: 'folder-1', draft, draftRevision: 1, appliedRevision: 0 }]);
  });

  it.each([
    [false, 'waiting'],
    [true, 'ready'],
  ] as const)('waits for its user’s word where it is to (%s)', async (isHeld, kind) => {
    await addClips(options, [await laid('b', film('b'))], { ...mine, isHeld });
    expect(added()).toMatchObject([{ isHeld, state: { kind } }]);
  });

  it('has the number that follows, also where the write is tried again or one of them is known', async () => {
    const seen: string[] = [];
    const text = {
      of: (clip: Clip, number: number) => {
        seen.push(`${number} ${clip.name}`);
        return emptyDraft;
      },
    };
    const numbers = { next: 7 };
    await known('k', 'k');
    const clips = [await laid('b', film('b', 3_000)), await laid('k', film('k')), await laid('c', film('c', 4_000))];
    await addClips(options, clips, { ...mine, text, numbers });
    await addClips(options, [await laid('d', film('d', 5_000))], { ...mine, text, numbers });
    expect([seen, numbers.next]).toEqual([['7 b', '8 c', '9 d'], 10]);
    const { write } = desk.store;
    // As on a disk that was full for a moment: what was done is taken back, and done again.
    const again = <T>(work: () => T): T => {
      work();
      desk.sql.exec("DELETE FROM jobs WHERE name = 'e'");
      return work();
    };
    const twice = { ...desk.store, write: <T>(work: () => T) => write(() => again(work)) };
    await addClips({ ...options, store: twice }, [await laid('e', film('e', 6_000))], { ...mine, text, numbers });
    expect([seen.slice(3), numbers.next]).toEqual([['10 e', '10 e'], 11]);
  });

  it('has no text to be applied where none was typed', async () => {
    await add(await laid('b', film('b')));
    expect(added()).toMatchObject([{ draftRevision: 0 }]);
  });

  it('is looked for first where it may have been sent before the list was damaged', async () => {
    const since = desk.clock.now() - 5_000;
    const asks: unknown[] = [];
    const doubtful: AddingOptions = {
      ...options,
      rebuilds: { since: () => since },
      siteLedger: {
        mayHold: (...what) => {
          asks.push(what);
          return true;
        },
      },
    };
    await addClips(doubtful, [await laid('b.mp4', film('b'))], mine);
    expect(added()).toMatchObject([{ state: { kind: 'unclear', attemptId: 'assumed-new-1', since } }]);
    expect(desk.store.attempts('new-1')).toMatchObject([{ id: 'assumed-new-1', fileName: 'b.mp4' }]);
    expect(asks).toEqual([['account-1', 1_003, 'b.mp4']]);
  });
});

describe('a clip that the computer before had on the site', () => {
  const bring = async (bytes: Buffer, videoId = 70): Promise<void> => {
    const { brought } = options.ledger;
    const clip = { accountId: 'account-1', size: bytes.length, sha256: sha256(bytes), videoId };
    await desk.store.write(() => {
      brought.beginTaking('taking');
      brought.keep({ ...clip, name: 'there.mp4', arrivedAt: 5 }, 'taking');
      brought.endTaking('taking');
    });
  };

  it('is told as there where somebody names it, with a row of its own, and is read no second time', async () => {
    await bring(film('b'));
    const clip = await laid('b', film('b'));
    expect(await add(clip)).toEqual(['on-site']);
    expect(rows()).toMatchObject([
      {
        id: 'new-1',
        clip: { name: 'b' },
        sha256: sha256(film('b')),
        state: { kind: 'done', videoId: 70 },
        removed: false,
      },
    ]);
    expect(await add(clip)).toEqual(['on-site']);
    expect([rows().length, read]).toEqual([1, ['b']]);
  });

  it('stays off the list where a watched folder brings it, and is read no second time either', async () => {
    await bring(film('b'));
    const clip = await laid('b', film('b'));
    const fromFolder = () => addClips(options, [clip], { ...mine, folderId: 'folder-1' });
    expect([await fromFolder(), await fromFolder()]).toEqual([['on-site'], ['on-site']]);
    expect([rows(), read, asked]).toEqual([[], ['b'], []]);
  });

  it('stands on the list already: another clip of its size comes, and it goes its own way', async () => {
    await bring(film('a'));
    await known('a', 'a');
    expect(await add(await laid('b', film('b')))).toEqual(['added']);
    expect(read.toSorted()).toEqual(['a', 'b']);
    expect([desk.store.job('job-a')?.sha256, added().length]).toEqual([null, 1]);
  });

  it('is another one where only the size is the same', async () => {
    await bring(film('a'));
    expect(await add(await laid('b', film('b')))).toEqual(['added']);
    expect([added().length, read]).toEqual([1, ['b']]);
  });
});

describe('a clip that is on the list', () => {
  it.each<[string, JobState, string]>([
    ['and waits', states.waiting, 'known'],
    ['and was sent', states.done, 'on-site'],
  ])('%s is taken for it without being read', async (_, state, outcome) => {
    const { clip } = await known('a', 'a', { state });
    expect(await add(clip)).toEqual([outcome]);
    expect([added(), told, read, asked]).toEqual([[], 0, [], []]);
  });

  it.each<[string, Partial<Job>]>([
    ['was cancelled', { state: states['cancelled before'] }],
    ['was taken off the list', { removed: true }],
  ])('and %s comes back by its user’s word, never by a folder', async (_, changes) => {
    const { clip } = await known('a', 'a', changes);
    const back: string[] = [];
    const onAdded = (id: string): void => void back.push(id);
    expect(await addClips(options, [clip], { ...mine, folderId: 'folder-1', onAdded })).toEqual(['known']);
    expect(back).toEqual([]);
    expect(await addClips(options, [clip], { ...mine, onAdded })).toEqual(['added']);
    expect([back, asked.splice(0)]).toEqual([['job-a'], ['bring back job-a']]);
    expect(await addClips(options, [clip], { ...mine, folderId: 'folder-1' })).toEqual(['known']);
    expect(asked).toEqual([]);
    expect(await add(clip)).toEqual(['added']);
    expect(asked).toEqual(['bring back job-a']);
    await addClips(options, [clip], { ...mine, isHeld: true });
    expect(asked.at(-1)).toBe('bring back job-a, held');
  });

  it('and lies elsewhere now is compared once, and known there from then on', async () => {
    const { clip } = await known('a', 'a', { state: states.done });
    copyFileSync(clip.path, at('copy'));
    const copy = await clipAt(at('copy'));
    expect(await add(copy)).toEqual(['on-site']);
    expect(read.toSorted()).toEqual(['a', 'copy']);
    expect(desk.store.job('job-a')?.sha256).toBe(sha256(film('a')));
    read = [];
    expect(await add(copy)).toEqual(['on-site']);
    expect([read, added(), told, asked]).toEqual([[], [], 0, []]);
  });

  it('and was moved goes on from where it lies now, unless it was sent', async () => {
    for (const [name, state] of Object.entries({ open: states.waiting, sent: states.done })) {
      const { clip } = await known(name, name, { state, sha256: sha256(film(name)) });
      copyFileSync(clip.path, at(`${name} moved`));
      rmSync(clip.path);
    }
    expect(await add(await clipAt(at('open moved')), await clipAt(at('sent moved')))).toEqual(['known', 'on-site']);
    expect(asked).toEqual(['relocate job-open to open moved']);
  });

  it('is sent from where it lay where that may still be there', async () => {
    const { clip } = await known('a', 'a', { sha256: sha256(film('a')) });
    copyFileSync(clip.path, at('copy'));
    const copy = await clipAt(at('copy'));
    expect(await add(copy)).toEqual(['known']);
    problems.set(clip.path, silent);
    expect(await add(copy)).toEqual(['known']);
    expect(asked).toEqual([]);
    problems.set(clip.path, new TypeError('a bug'));
    await expect(add(copy)).rejects.toThrow('a bug');
  });
});

describe('clips of one size', () => {
  it('that differ both come, and what was read of them is known', async () => {
    await known('a', 'a');
    expect(await add(await laid('b', film('b')))).toEqual(['added']);
    expect(read.toSorted()).toEqual(['a', 'b']);
    expect(desk.store.job('job-a')?.sha256).toBe(sha256(film('a')));
    expect(added()).toMatchObject([{ sha256: sha256(film('b')), state: states.waiting }]);
    read = [];
    expect(await add(await laid('c', film('c')))).toEqual(['added']);
    expect(read).toEqual(['c']);
  });

  it('come once where two of one drop are equal', async () => {
    const clips = await Promise.all(['a', 'b', 'a'].map((letter, n) => laid(`${n}`, film(letter))));
    expect(await add(...clips)).toEqual(['added', 'added', 'known']);
    expect(added().map(({ clip }) => clip.name)).toEqual(['0', '1']);
  });

  it('come once where the same film came another way while they were compared', async () => {
    const { clip } = await known('a', 'a');
    const { readWhole } = options.files;
    let isFirst = true;
    const files: Files = {
      ...options.files,
      readWhole: async (file, into, hash) => {
        if (file === clip.path && isFirst) {
          isFirst = false;
          await known('meanwhile', 'b');
        }
        return (await readWhole?.(file, into, hash)) ?? null;
      },
    };
    expect(await addClips({ ...options, files }, [await laid('b', film('b'))], mine)).toEqual(['known']);
    expect(added()).toEqual([]);
  });

  it.each<[string, (job: Job) => void]>([
    ['is gone', ({ clip }) => rmSync(clip.path)],
    ['lies on a disk that does not answer', ({ clip }) => problems.set(clip.path, silent)],
    ['is another one by now', () => void lay('a', film('ä'))],
  ])('come both where the file of the first one %s', async (_, change) => {
    const job = await known('a', 'a');
    // Before the other is gone, whose number it could get.
    const clip = await laid('b', film('b'));
    change(job);
    expect(await add(clip)).toEqual(['added']);
    expect(desk.store.job('job-a')?.sha256).toBe(null);
  });

  it('are told one by one where one cannot be compared now, and the others come', async () => {
    await known('a', 'a');
    const clips = await Promise.all(['b', 'c', 'd'].map((letter) => laid(letter, film(letter))));
    appendTo('b');
    problems.set(at('c'), silent);
    expect(await add(...clips)).toEqual(['changed', 'silent', 'added']);
    expect(added().map(({ clip }) => clip.name)).toEqual(['d']);
  });

  it('are compared with nothing where the reading itself fails', async () => {
    await known('a', 'a');
    const clip = await laid('b', film('b'));
    problems.set(clip.path, new TypeError('a bug'));
    await expect(add(clip)).rejects.toThrow('a bug');
    expect(added()).toEqual([]);
  });

  it('of another account are nothing to compare with', async () => {
    await known('a', 'a', { accountId: 'account-2' });
    expect(await add(await laid('b', film('a')))).toEqual(['added']);
    expect(read).toEqual([]);
  });
});

const appendTo = (name: string): void => writeFileSync(at(name), 'more', { flag: 'a' });

describe('another version of a clip that was not sent', () => {
  it('takes its place', async () => {
    await known('a', 'a');
    expect(await add(await laid('a', film('a', 2_000)))).toEqual(['known']);
    expect([asked, added(), told]).toEqual([['replace job-a by 2003'], [], 0]);
  });

  it('is to be named again where it was too late for that', async () => {
    await known('a', 'a');
    isReplaced = false;
    expect(await add(await laid('a', film('a', 2_000)))).toEqual(['changed']);
  });

  it('takes its place also where only its date is another: its job knows nothing of that', async () => {
    await known('a', 'a', { sha256: sha256(film('a')) });
    utimesSync(at('a'), longAgo + 9, longAgo + 9);
    expect(await add(await clipAt(at('a')))).toEqual(['known']);
    expect(asked).toEqual(['replace job-a by 1003']);
  });

  it('is another clip’s copy where it holds the bytes of that one', async () => {
    await known('a', 'a');
    const { clip } = await known('b', 'b', { state: states.done, sha256: sha256(film('b')) });
    copyFileSync(clip.path, at('a'));
    utimesSync(at('a'), longAgo + 9, longAgo + 9);
    expect(await add(await clipAt(at('a')))).toEqual(['on-site']);
    expect(asked).toEqual([]);
  });

  it.each<[string, JobState]>([
    ['being sent', states.sending],
    ['with the site', states.processing],
    ['looked for', states.unclear],
    ['one of several, of which the user has to choose', states['needs you to choose']],
  ])('is not even read while the old one is %s', async (_, state) => {
    await known('a', 'a', { state });
    isReplaced = false;
    utimesSync(at('a'), longAgo + 9, longAgo + 9);
    expect(await add(await clipAt(at('a')))).toEqual(['changed']);
    expect([asked, read]).toEqual([['replace job-a by 1003'], []]);
  });

  it.each<[string, JobState]>([
    ['being described', states.describing],
    ['waiting for its user’s text', states['needs you to edit']],
  ])('is compared where the old one has arrived and is %s: only another film is another clip', async (_, state) => {
    await known('a', 'a', { state });
    utimesSync(at('a'), longAgo + 9, longAgo + 9);
    await desk.store.write(() => options.ledger.rememberHash(rows()[0] ?? aJob(), sha256(film('a'))));
    expect(await add(await clipAt(at('a')))).toEqual(['known']);
    expect([asked, added()]).toEqual([[], []]);
    lay('a', film('b'));
    utimesSync(at('a'), longAgo + 19, longAgo + 19);
    expect(await add(await clipAt(at('a')))).toEqual(['added']);
  });
});

describe('what is dropped', () => {
  const drop = (...names: readonly string[]) => addPaths(options, names.map(at), 'account-1');
  /** A film whose last part is not written yet. */
  const hollow = (bytes = 9_000): Buffer => Buffer.concat([film('a'), Buffer.alloc(bytes)]);
  const none = { added: 0, ready: 0, alreadyQueued: 0, alreadyOnSite: 0, notVideos: 0, refused: [] };

  it('is counted by what became of it, and named where it was refused', async () => {
    await known('waits.flv', 'w');
    await known('sent.flv', 's', { state: states.done });
    lay('new.flv', film('n', 3_000));
    lay('empty.flv', Buffer.alloc(0));
    lay('text.mp4', Buffer.from('No film at all, and quite a long text about it.'));
    lay('notes.txt', Buffer.from('Notes'));
    expect(await addPaths(options, [folder, at('gone.flv')], 'account-1')).toEqual({
      ...{ added: 1, ready: 0, firstId: added()[0]?.id, alreadyQueued: 1, alreadyOnSite: 1, notVideos: 1 },
      refused: expect.arrayContaining([
        { name: 'empty.flv', reason: 'empty' },
        { name: 'text.mp4', reason: 'not-video' },
        { name: 'gone.flv', reason: 'missing' },
      ]),
    });
    expect(added().map(({ clip }) => clip.name)).toEqual(['new.flv']);
  });

  it('is found in folders within it, all of it, a group at a time', async () => {
    mkdirSync(at('card'));
    for (let n = 0; n < 41; n++) lay(join('card', `${n}.flv`), film('x', 1_000 + n));
    expect(await drop('card')).toEqual({ ...none, added: 41, firstId: added()[0]?.id });
    expect([added().length, told]).toEqual([41, 2]);
  });

  it('cannot be compared where it changes or its disk falls silent, and its user is told', async () => {
    await known('a.flv', 'a');
    lay('b.flv', film('b'));
    lay('c.flv', film('c'));
    const { readWhole } = options.files;
    const files: Files = {
      ...options.files,
      readWhole: async (file, into, hash) => {
        if (file === at('b.flv')) appendTo('b.flv');
        if (file === at('c.flv')) throw silent;
        return (await readWhole?.(file, into, hash)) ?? null;
      },
    };
    expect(await addPaths({ ...options, files }, [at('b.flv'), at('c.flv')], 'account-1')).toEqual({
      ...none,
      refused: [
        { name: 'b.flv', reason: 'unfinished' },
        { name: 'c.flv', reason: 'no-answer' },
      ],
    });
  });

  it('for an account that is gone is refused', async () => {
    await expect(addPaths(options, [at('a.flv')], 'account-2')).rejects.toMatchObject({ code: 'account-gone' });
  });

  it.each([
    ['9 s ago', 9_000, 0],
    ['10 s ago', 10_000, 1],
    ['an hour ago', 3_600_000, 1],
  ])('without its end is taken once nobody wrote to it for a while: %s', async (_, agoMs, count) => {
    const when = (desk.clock.now() - agoMs) / 1_000;
    lay('a.flv', hollow());
    utimesSync(at('a.flv'), when, when);
    expect(await drop('a.flv')).toMatchObject({
      ...{ added: count, refused: count === 1 ? [] : [{ name: 'a.flv', reason: 'unfinished' }] },
    });
    expect(desk.clock.timers()).toBe(0);
  });

  it.each([
    ['is of tomorrow', () => utimesSync(at('a.flv'), longAgo + 86_400, longAgo + 86_400)],
    [
      'is old, but the clock was set',
      () => {
        clockSetMs = -5;
      },
    ],
  ])('without its end is watched for ten seconds where its date %s', async (_, prepare) => {
    lay('a.flv', hollow());
    prepare();
    await desk.clock.pass(5_000);
    const dropped = drop('a.flv');
    while (desk.clock.timers() === 0) await desk.clock.settle();
    await desk.clock.pass(9_999);
    expect([desk.clock.timers(), added()]).toEqual([1, []]);
    await desk.clock.pass(1);
    expect(await dropped).toEqual({ ...none, added: 1, firstId: added()[0]?.id });
  });

  it('is refused where it was written to while it was watched', async () => {
    lay('a.flv', hollow());
    clockSetMs = 1;
    const dropped = drop('a.flv');
    while (desk.clock.timers() === 0) await desk.clock.settle();
    lay('a.flv', hollow(9_001));
    await desk.clock.pass(10_000);
    expect(await dropped).toEqual({ ...none, refused: [{ name: 'a.flv', reason: 'unfinished' }] });
  });
});
