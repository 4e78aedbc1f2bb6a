// Hints from our own watcher on real folders: what appears, changes, moves and goes, and its errors as data.
import fs, {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { mostHeardTogether } from '../../../main/adapters/heard-together.ts';
import { createTreeWatcher, treeWatcher } from '../../../main/adapters/tree-watcher.ts';
import type { WatchOne } from '../../../main/adapters/watched-folders.ts';
import type { Watching, WatchLimit, WatchProblem } from '../../../main/ports.ts';

let root: string;
let watching: Watching | null = null;
/** Below the root, each as often as it was told. */
let files: string[];
let folders: string[];
let problems: WatchProblem[];
let messages: string[];
let limits: (WatchLimit | null | undefined)[];
/** Folders that are watched now, below the root. */
let watched: string[];
/** Says of a folder why it cannot be watched. */
let refused: (folder: string) => string | null;
/** Nothing of what the system says is passed on. */
let deaf: boolean;
let unheard: (string | null)[];
let heardOf: Map<string, Parameters<WatchOne>[1]>;
/** Names of files, each as often as somebody asked whether it is wanted. */
let asked: string[];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'clipferry-tree-'));
  [files, folders, problems, messages, watched] = [[], [], [], [], []];
  limits = [];
  refused = () => null;
  heardOf = new Map();
  [deaf, unheard, asked] = [false, [], []];
});
afterEach(async () => {
  await watching?.close();
  rmSync(root, { recursive: true, force: true });
});

const at = (...names: readonly string[]): string => join(root, ...names);
const below = (path: string): string => path.slice(root.length + 1);
const write = (...names: readonly string[]): void => writeFileSync(at(...names), 'x');

/** The system's own watches, counted. */
const counted: WatchOne = (folder, heard) => {
  const code = refused(folder);
  if (code !== null) throw Object.assign(new Error(`${code}: The system says no`), { code, syscall: 'watch' });
  const watch = fs.watch(folder, (event, name) => {
    if (deaf) unheard.push(name);
    else heard(event, name);
  });
  heardOf.set(folder, heard);
  watched.push(below(folder));
  const close = watch.close.bind(watch);
  watch.close = () => {
    watched.splice(watched.indexOf(below(folder)), 1);
    close();
  };
  return watch;
};

/** Resolves when hints may come, or when it has failed. */
function watch(recursive = true, watcher = createTreeWatcher(counted)): Promise<void> {
  return new Promise((resolve) => {
    watching = watcher.watch({
      root,
      recursive,
      wanted: (name, kind) => {
        if (kind === 'folder') return !name.startsWith('previews');
        asked.push(name);
        return kind === 'file' && name.endsWith('.mp4');
      },
      onReady: resolve,
      onFile: (path) => files.push(below(path)),
      onFolder: (path) => folders.push(below(path)),
      onProblem: (problem, message, limit) => {
        problems.push(problem);
        messages.push(message);
        limits.push(limit);
        resolve();
      },
    });
  });
}
/** As the system would say it. */
const say = (folder: string, event: 'rename' | 'change', name: string | null): void =>
  heardOf.get(folder)?.(event, name);
/** So much at once that some of it may have been lost. */
const loseSome = (): void => {
  for (let n = 0; n < mostHeardTogether; n++) say(root, 'change', 'notes.txt');
};
/** A question to the disk that is answered by `answer`, or that is only counted. */
function spyOnDisk(question: 'lstat' | 'stat', answer?: () => Promise<never>): ReturnType<typeof vi.spyOn> {
  const spy = vi.spyOn(fs.promises, question);
  if (answer) spy.mockImplementation(answer);
  // Those who named the question when they were loaded ask it so from now on.
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  return spy;
}
const hinted = (...names: readonly string[]): Promise<void> =>
  vi.waitFor(() => expect(files).toEqual(expect.arrayContaining([...names])), 60_000);
const isWatched = (...names: readonly string[]): Promise<void> =>
  vi.waitFor(() => expect(watched.toSorted()).toEqual(['', ...names].toSorted()), 60_000);

describe('what is hinted at', () => {
  it('clips that appear, change and are renamed, in new folders too, and nothing else', async () => {
    write('before.mp4');
    mkdirSync(at('sub'));
    mkdirSync(at('previews'));
    await watch(true, treeWatcher);
    mkdirSync(at('previews/deeper'));
    write('previews/preview.mp4');
    write('notes.txt');
    write('new.mp4');
    await hinted('new.mp4');
    expect(files).toEqual(['new.mp4']);
    appendFileSync(at('before.mp4'), 'y');
    await hinted('before.mp4');
    renameSync(at('new.mp4'), at('sub/renamed.mp4'));
    await hinted('sub/renamed.mp4');
    expect(new Set(files)).toEqual(new Set(['new.mp4', 'before.mp4', 'sub/renamed.mp4']));
    expect([folders, problems]).toEqual([[], []]);
  });

  it('what was moved in, a whole folder with what is in it too, and nothing that was moved out', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'clipferry-outside-'));
    mkdirSync(join(outside, 'shoot/day 1'), { recursive: true });
    writeFileSync(join(outside, 'one.mp4'), 'x');
    writeFileSync(join(outside, 'shoot/day 1/two.mp4'), 'x');
    write('three.mp4');
    await watch();
    renameSync(at('three.mp4'), join(outside, 'three.mp4'));
    renameSync(join(outside, 'one.mp4'), at('one.mp4'));
    renameSync(join(outside, 'shoot'), at('shoot'));
    await hinted('one.mp4', 'shoot/day 1/two.mp4');
    expect(folders).toEqual(['shoot', 'shoot/day 1']);
    expect(files).not.toContain('three.mp4');
    await isWatched('shoot', 'shoot/day 1');
    write('shoot/day 1/four.mp4');
    await hinted('shoot/day 1/four.mp4');
    renameSync(at('shoot'), join(outside, 'gone'));
    await isWatched();
    const before = files.length;
    writeFileSync(join(outside, 'gone/day 1/five.mp4'), 'x');
    write('last.mp4');
    await hinted('last.mp4');
    expect(files.slice(before)).toEqual(['last.mp4']);
    rmSync(outside, { recursive: true });
  });

  it('what lies in deep folders that are made at once', async () => {
    await watch();
    const deep = Array.from({ length: 30 }, (_, level) => `level ${level}`);
    mkdirSync(at(...deep), { recursive: true });
    write(...deep, 'deep.mp4');
    await hinted(join(...deep, 'deep.mp4'));
    expect(folders).toHaveLength(30);
    write(...deep, 'deeper.mp4');
    await hinted(join(...deep, 'deeper.mp4'));
  });

  it('nothing of a tree that goes in circles beyond what a scan looks at', async () => {
    const deep = Array.from({ length: 70 }, () => 'in');
    mkdirSync(at(...deep), { recursive: true });
    await watch();
    expect(watched).toHaveLength(65);
  });

  it('what comes into a folder that was removed and made again, also both in one turn', async () => {
    mkdirSync(at('sub/deeper'), { recursive: true });
    await watch();
    rmSync(at('sub'), { recursive: true });
    await isWatched();
    for (const name of ['first', 'second']) {
      rmSync(at('sub'), { recursive: true, force: true });
      mkdirSync(at('sub/deeper'), { recursive: true });
      write('sub/deeper', `${name}.mp4`);
      await hinted(`sub/deeper/${name}.mp4`);
      await isWatched('sub', 'sub/deeper');
      write('sub/deeper', `${name} again.mp4`);
      await hinted(`sub/deeper/${name} again.mp4`);
    }
  });

  it('what comes into a folder under its new name, also where another has its old one by now', async () => {
    mkdirSync(at('a/deeper'), { recursive: true });
    await watch();
    renameSync(at('a'), at('b'));
    mkdirSync(at('a'));
    await isWatched('a', 'b', 'b/deeper');
    write('a/one.mp4');
    write('b/deeper/two.mp4');
    await hinted('a/one.mp4', 'b/deeper/two.mp4');
    expect(new Set(files)).toEqual(new Set(['a/one.mp4', 'b/deeper/two.mp4']));
  });

  it('in a folder that has the name of the one around it', async () => {
    mkdirSync(at('raw/raw'), { recursive: true });
    await watch();
    rmSync(at('raw/raw'), { recursive: true });
    await isWatched('raw');
    mkdirSync(at('raw/raw'));
    await isWatched('raw', 'raw/raw');
    write('raw/raw/one.mp4');
    write('raw/two.mp4');
    await hinted('raw/raw/one.mp4', 'raw/two.mp4');
    expect(problems).toEqual([]);
  });

  it('only what lies in the folder itself, when told so', async () => {
    mkdirSync(at('sub'));
    await watch(false);
    write('sub/deep.mp4');
    mkdirSync(at('later'));
    write('later/deep.mp4');
    write('here.mp4');
    await hinted('here.mp4');
    expect([files, folders, watched]).toEqual([['here.mp4'], [], ['']]);
  });

  it.each([
    ['that is not wanted', true, 'previews.mp4'],
    ['where only the folder itself is watched', false, 'folder.mp4'],
  ])('no folder %s, also where it is called like a clip', async (_, recursive, name) => {
    await watch(recursive);
    mkdirSync(at(name));
    write(name, 'deep.mp4');
    for (const here of ['one.mp4', 'two.mp4']) {
      write(here);
      await hinted(here);
    }
    expect([new Set(files), folders, watched]).toEqual([new Set(['one.mp4', 'two.mp4']), [], ['']]);
  });

  it('nothing that lies beside what went, and no word about the whole of it', async () => {
    mkdirSync(at('raw/raw'), { recursive: true });
    write('raw/beside.mp4');
    const later = ['one.mp4', 'two.mp4', 'three.mp4'];
    for (const name of later) write(name);
    await watch();
    const rootAsked = spyOnDisk('stat');
    say(at('raw'), 'rename', 'gone.mp4');
    // The folder in it, which has its name.
    say(at('raw'), 'rename', 'raw');
    // One after the other: what would follow from the first has followed.
    for (const name of later) {
      say(root, 'rename', name);
      await hinted(name);
    }
    expect([files, folders]).toEqual([later, []]);
    expect(rootAsked).not.toHaveBeenCalledWith(root);
  });

  it('what lies in a folder that another took the place of while somebody looked at something in it', async () => {
    const subs = Array.from({ length: 8 }, (_, n) => `sub ${n}`);
    const all = subs.flatMap((sub) => [sub, join(sub, 'deeper')]);
    for (const name of all) mkdirSync(at(name));
    await watch();
    deaf = true;
    for (const sub of subs) rmSync(at(sub), { recursive: true });
    for (const name of all) mkdirSync(at(name));
    for (const sub of subs) say(root, 'rename', sub);
    for (const sub of subs) say(at(sub), 'rename', 'deeper');
    await vi.waitFor(() => expect(folders).toEqual(expect.arrayContaining(all)), 60_000);
    await isWatched(...all);
    await watching?.close();
    expect(watched).toEqual([]);
  });

  it('what lies in a folder of which the system says that it went, and what it says of the folder itself', async () => {
    mkdirSync(at('raw/raw'), { recursive: true });
    mkdirSync(at('sub'));
    await watch();
    deaf = true;
    // Something is mounted over it: the folder around it is not told.
    rmSync(at('sub'), { recursive: true });
    mkdirSync(at('sub'));
    write('sub/one.mp4');
    say(at('sub'), 'rename', 'sub');
    await hinted('sub/one.mp4');
    expect(folders).toEqual(['sub']);
    // Of two of one name it may be the outer one that was meant.
    rmSync(at('raw'), { recursive: true });
    say(at('raw/raw'), 'rename', 'raw');
    await isWatched('sub');
    expect(problems).toEqual([]);
  });

  it('what comes after the system spoke of the folder itself, which is there', async () => {
    await watch();
    say(root, 'rename', basename(root));
    for (const name of ['one.mp4', 'two.mp4']) {
      write(name);
      await hinted(name);
    }
    expect(problems).toEqual([]);
  });

  it('nothing behind a link, and no circle of links (F-33)', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'clipferry-outside-'));
    mkdirSync(at('sub'));
    symlinkSync(outside, at('out'));
    symlinkSync(root, at('sub/loop'));
    await watch();
    writeFileSync(join(outside, 'outside.mp4'), 'x');
    symlinkSync(join(outside, 'outside.mp4'), at('link.mp4'));
    symlinkSync('itself.mp4', at('itself.mp4'));
    symlinkSync(outside, at('sub/later'));
    write('inside.mp4');
    await hinted('inside.mp4');
    expect(files).toEqual(['inside.mp4']);
    await isWatched('sub');
    // A folder that a link takes the place of.
    rmSync(at('sub'), { recursive: true });
    symlinkSync(outside, at('sub'));
    await isWatched();
    rmSync(outside, { recursive: true });
  });

  it('nothing behind a link that took the place of a folder in the very moment in which it was to be watched', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'clipferry-outside-'));
    mkdirSync(join(outside, 'inner'));
    mkdirSync(at('sub'));
    refused = (folder) => {
      if (folder === at('sub')) {
        rmSync(at('sub'), { recursive: true });
        symlinkSync(outside, at('sub'));
      }
      return null;
    };
    await watch();
    await isWatched();
    writeFileSync(join(outside, 'outside.mp4'), 'x');
    write('inside.mp4');
    await hinted('inside.mp4');
    expect([files, problems]).toEqual([['inside.mp4'], []]);
    expect([...heardOf.keys()]).not.toContain(at('sub/inner'));
    rmSync(outside, { recursive: true });
  });

  it.each([
    ['in its parts (F-32)', 'Za\u0308hler \u1112\u1161\u11ab.mp4', 'Ordner u\u0308'],
    ['with a line break', 'two\nlines.mp4', 'also\ntwo'],
    ['with blanks around', ' blank .mp4', ' blank '],
  ])('a name %s, as it is', async (_, file, folder) => {
    await watch();
    write(file);
    mkdirSync(at(folder));
    write(folder, file);
    await hinted(file, join(folder, file));
    expect(folders).toEqual([folder]);
  });

  it('one clip in each of a thousand folders', { tags: 'proof' }, async () => {
    const names = Array.from({ length: 1_000 }, (_, n) => join(`group ${n % 10}`, `folder ${n}`));
    for (const name of names) mkdirSync(at(name), { recursive: true });
    await watch();
    expect(watched).toHaveLength(1_011);
    for (const name of names) write(name, 'clip.mp4');
    await hinted(...names.map((name) => join(name, 'clip.mp4')));
    expect(problems).toEqual([]);
    await watching?.close();
    expect(watched).toEqual([]);
  });

  it('what lies in a folder among very many files, there from the beginning and moved in', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'clipferry-outside-'));
    for (const large of [at('large'), join(outside, 'later')]) {
      for (let n = 0; n < 1_500; n++) {
        if (n % 500 === 0) mkdirSync(join(large, `folder ${n}`), { recursive: true });
        writeFileSync(join(large, `a name that is as long as names of clips are ${n}.mp4`), '');
      }
    }
    const inIt = ['folder 0', 'folder 1000', 'folder 500'];
    await watch();
    await isWatched('large', ...inIt.map((name) => join('large', name)));
    expect([files, folders]).toEqual([[], []]);
    renameSync(join(outside, 'later'), at('later'));
    await vi.waitFor(() => expect(files).toHaveLength(1_500), 60_000);
    expect(folders.toSorted()).toEqual(['later', ...inIt.map((name) => join('later', name))]);
    rmSync(outside, { recursive: true });
  });

  it('a file that is written to without end, a few times a second and not each time', async () => {
    await watch();
    const handle = fs.openSync(at('growing.mp4'), 'w');
    // Two names in turn are two events each time for the system.
    const begun = performance.now();
    let writes = 0;
    while (performance.now() - begun < 500 || writes < 200) {
      fs.writeSync(handle, 'x');
      write('notes.mp4');
      writes++;
      if (writes % 10 === 0) await nextTurn();
    }
    fs.closeSync(handle);
    await hinted('growing.mp4');
    const passed = performance.now() - begun;
    // At most ten times a second, and it is written to for much longer than it takes to hear of that.
    expect(files.filter((name) => name === 'growing.mp4').length).toBeLessThan(Math.min(passed / 100 + 10, writes / 4));
  });
});

describe('what is written to', () => {
  beforeEach(() => write('growing.mp4'));

  it('is told twice a second at most, whatever else happens beside it that nobody wants', async () => {
    await watch();
    const begun = performance.now();
    const isTold = (times: number): Promise<void> =>
      vi.waitFor(() => expect(files).toHaveLength(times), { timeout: 60_000, interval: 5 });
    say(root, 'change', 'growing.mp4');
    await isTold(1);
    say(root, 'change', 'growing.mp4');
    say(root, 'change', 'notes.txt');
    say(root, 'rename', 'previews');
    await isTold(2);
    expect(performance.now() - begun).toBeGreaterThan(480);
  });

  it('a hundred times in one turn is asked about once', async () => {
    await watch();
    asked = [];
    for (let n = 0; n < 100; n++) say(root, 'change', 'growing.mp4');
    expect(asked).toEqual(['growing.mp4']);
  });
});

describe('what was lost on the way from the system', () => {
  it('is told as something to look through, and what was made meanwhile is watched (F-30)', async () => {
    mkdirSync(at('old'));
    await watch();
    // More than the queue of the system holds, while nobody can take anything out of it.
    for (let n = 0; n < 9_000; n++) write(`${n}.mp4`);
    renameSync(at('old'), at('renamed'));
    mkdirSync(at('old'));
    mkdirSync(at('late/deeper'), { recursive: true });
    write('late/deeper/lost.mp4');
    await hinted('late/deeper/lost.mp4');
    expect(folders).toEqual(expect.arrayContaining(['', 'late', 'late/deeper']));
    await isWatched('old', 'renamed', 'late', 'late/deeper');
    write('old/one.mp4');
    write('renamed/two.mp4');
    await hinted('old/one.mp4', 'renamed/two.mp4');
    expect(problems).toEqual([]);
  });

  it('is told once a second at most, however much goes on', async () => {
    await watch();
    const heard = heardOf.get(root);
    for (let turn = 0; turn < 20; turn++) {
      for (let n = 0; n < mostHeardTogether; n++) heard?.('change', 'notes.txt');
      await nextTurn();
    }
    await vi.waitFor(() => expect(folders).toEqual(['']), 60_000);
    await vi.waitFor(() => expect(folders).toEqual(['']));
  });

  it('without its name leads to a look at the folder that it was in', async () => {
    mkdirSync(at('sub'));
    await watch();
    deaf = true;
    mkdirSync(at('sub/new'));
    await vi.waitFor(() => expect(unheard).toContain('new'), 60_000);
    expect([watched.length, folders]).toEqual([2, []]);
    deaf = false;
    heardOf.get(at('sub'))?.('rename', null);
    await isWatched('sub', 'sub/new');
    expect(folders).toEqual(['sub', 'sub/new']);
    await watching?.close();
    folders = [];
    await watch(false);
    heardOf.get(root)?.('rename', null);
    for (const name of ['one.mp4', 'two.mp4']) {
      write(name);
      await hinted(name);
    }
    expect([folders, watched]).toEqual([[''], ['']]);
  });

  it('leads to nothing in the folders below where only the folder itself is watched', async () => {
    mkdirSync(at('sub'));
    await watch(false);
    loseSome();
    await vi.waitFor(() => expect(folders).toEqual(['']), 60_000);
    for (const name of ['one.mp4', 'two.mp4']) {
      write(name);
      await hinted(name);
    }
    expect([folders, watched]).toEqual([[''], ['']]);
  });

  it('is no hint any more where the folder is gone when somebody looks', async () => {
    await watch();
    deaf = true;
    rmSync(root, { recursive: true });
    loseSome();
    await vi.waitFor(() => expect(problems).toEqual(['failed']), 60_000);
    await nextTurn();
    expect(folders).toEqual([]);
  });
});

describe('a folder that may not be read', () => {
  it('is left out, all others are watched, and it is watched as soon as it may be', async () => {
    mkdirSync(at('closed/deeper'), { recursive: true });
    mkdirSync(at('open'));
    write('closed/before.mp4');
    refused = (folder) => (folder === at('closed') ? 'EACCES' : null);
    await watch();
    await isWatched('open');
    write('open/one.mp4');
    await hinted('open/one.mp4');
    expect([folders, problems]).toEqual([[], []]);
    // A change of its rights that does not help yet.
    chmodSync(at('closed'), 0o700);
    write('open/two.mp4');
    await hinted('open/two.mp4');
    refused = () => null;
    chmodSync(at('closed'), 0o755);
    await hinted('closed/before.mp4');
    expect(folders).toEqual(expect.arrayContaining(['closed', 'closed/deeper']));
    await isWatched('closed', 'closed/deeper', 'open');
    write('closed/deeper/after.mp4');
    await hinted('closed/deeper/after.mp4');
  });

  it('keeps its watch where its rights are lost while it is watched', async () => {
    mkdirSync(at('sub'));
    await watch();
    refused = (folder) => (folder === at('sub') ? 'EPERM' : null);
    chmodSync(at('sub'), 0o700);
    write('sub/meanwhile.mp4');
    await hinted('sub/meanwhile.mp4');
    expect([folders, problems]).toEqual([[], []]);
    // Given back: nobody could look into it meanwhile.
    refused = () => null;
    chmodSync(at('sub'), 0o755);
    await vi.waitFor(() => expect(folders).toEqual(['sub']), 60_000);
    await isWatched('sub');
  });
});

describe('a disk', () => {
  it.each(['EACCES', 'EIO'])(
    'that says %s of a folder takes no watch from it, and of a clip that it may be there',
    async (code) => {
      mkdirSync(at('sub'));
      await watch();
      spyOnDisk('lstat', async () => {
        throw Object.assign(new Error(code), { code });
      });
      say(root, 'rename', 'sub');
      say(root, 'rename', 'one.mp4');
      await hinted('one.mp4');
      // A watch is given back a turn later.
      for (let turn = 0; turn < 3; turn++) await nextTurn();
      expect([files, folders, problems]).toEqual([['one.mp4'], [], []]);
      expect(watched).toEqual(['', 'sub']);
    },
  );
});

describe('an end', () => {
  it.each<[string, WatchProblem, WatchLimit['what'] | null]>([
    ['ENOSPC', 'limit', 'watches'],
    ['EMFILE', 'limit', 'instances'],
    ['ENFILE', 'limit', null],
    ['ENOMEM', 'limit', null],
    ['EIO', 'failed', null],
  ])(
    'by %s is told once as “%s”, at the beginning and later, and nothing is watched any more (F-29)',
    async (code, problem, what) => {
      for (let n = 0; n < 20; n++) mkdirSync(at(`sub ${n}`));
      const refuseLate = (): void => {
        refused = () => (watched.length > 10 ? code : null);
      };
      refuseLate();
      await watch();
      await vi.waitFor(() => expect(watched).toEqual([]));
      expect([problems, messages]).toEqual([[problem], [`${code}: The system says no`]]);
      const now = (file: string): number => Number(fs.readFileSync(`/proc/sys/${file}_${what}`, 'utf8'));
      // In a container that has less than its system nothing is told.
      const isTold = what !== null && now('user/max_inotify') >= now('fs/inotify/max_user');
      expect(limits).toEqual([isTold ? { what, now: now('fs/inotify/max_user') } : null]);
      refused = () => null;
      await watch();
      expect(watched).toHaveLength(21);
      refuseLate();
      for (let n = 0; n < 20; n++) mkdirSync(at(`later ${n}`));
      await vi.waitFor(() => expect(problems).toEqual([problem, problem]));
      await vi.waitFor(() => expect(watched).toEqual([]));
      const told = [files.length, folders.length];
      write('late.mp4');
      await watching?.close();
      expect([files.length, folders.length]).toEqual(told);
      expect(problems).toHaveLength(2);
    },
  );

  it('by an error of a watch that was made is told once', async () => {
    mkdirSync(at('sub'));
    const made: fs.FSWatcher[] = [];
    await watch(
      true,
      createTreeWatcher((folder, heard) => {
        const one = fs.watch(folder, heard);
        made.push(one);
        return one;
      }),
    );
    for (const one of made) one.emit('error', Object.assign(new Error('no more'), { code: 'EMFILE' }));
    expect([problems, messages]).toEqual([['limit'], ['no more']]);
  });

  it.each([
    ['renamed', () => renameSync(root, `${root} away`)],
    ['removed', () => rmSync(root, { recursive: true })],
    [
      'replaced by another with the same in it',
      () => {
        renameSync(root, `${root} away`);
        mkdirSync(at(basename(root)), { recursive: true });
      },
    ],
  ])('comes when the folder itself is %s', async (_, goAway) => {
    mkdirSync(at('sub'));
    await watch();
    goAway();
    await vi.waitFor(() => expect(problems).toEqual(['failed']), 60_000);
    await vi.waitFor(() => expect(watched).toEqual([]));
    expect(messages).toEqual(['The folder is not there any more']);
    rmSync(`${root} away`, { recursive: true, force: true });
  });

  it('comes when the folder itself is gone, also where only that is watched', async () => {
    await watch(false);
    rmSync(root, { recursive: true });
    await vi.waitFor(() => expect(problems).toEqual(['failed']), 60_000);
    expect(messages).toEqual(['The folder is not there any more']);
  });

  it('comes at once where there is no folder', async () => {
    rmSync(root, { recursive: true });
    await watch();
    expect(problems).toEqual(['failed']);
  });

  it('comes while it still looks around, and then nothing is told', async () => {
    for (let n = 0; n < 300; n++) mkdirSync(at(`sub ${n}`));
    let closing: Promise<void> | undefined;
    refused = () => {
      if (watched.length === 50)
        queueMicrotask(() => {
          closing = watching?.close();
        });
      return null;
    };
    const ready = watch();
    await vi.waitFor(() => expect(closing).toBeDefined());
    await closing;
    expect(watched).toEqual([]);
    await expect(Promise.race([ready, nextTurn('not ready')])).resolves.toBe('not ready');
    await watching?.close();
    expect(problems).toEqual([]);
  });

  it('comes before it has begun, and then nothing is watched', async () => {
    void watch();
    await watching?.close();
    await nextTurn();
    expect([watched, [...heardOf], problems]).toEqual([[], [], []]);
  });

  it('keeps nobody waiting, also while somebody looks at what was heard', async () => {
    write('one.mp4');
    const waits: number[] = [];
    // A machine that stands still makes some of the waits longer, never shorter.
    for (let round = 0; round < 3; round++) {
      await watch();
      say(root, 'rename', 'one.mp4');
      await nextTurn();
      const begun = performance.now();
      await watching?.close();
      waits.push(performance.now() - begun);
    }
    expect(files).toEqual([]);
    expect(Math.min(...waits)).toBeLessThan(300);
  });

  it('leaves nothing that waits, also where something was lost just before', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((what) => what === 'Timeout').length;
    await watch();
    loseSome();
    const waiting = timers();
    const closing = watching?.close();
    expect(timers()).toBe(waiting - 1);
    await closing;
  });

  it('is the end of all hints, also of those that were under way', async () => {
    await watch();
    for (let n = 0; n < 200; n++) write(`${n}.mp4`);
    await vi.waitFor(() => expect(files.length).toBeGreaterThan(0));
    const closing = watching?.close();
    const told = files.length;
    heardOf.get(root)?.('rename', null);
    expect(folders).toEqual([]);
    unlinkSync(at('0.mp4'));
    heardOf.get(root)?.('rename', '1.mp4');
    await closing;
    expect(files).toHaveLength(told);
    expect(dirname(root)).toBe(tmpdir());
  });
});
