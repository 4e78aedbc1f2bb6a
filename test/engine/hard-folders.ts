// One story of a watched folder that its system makes hard, with the whole engine and the practice site, in a process of its own: a
// namespace has its own limits, mounts and rights, and nobody else is disturbed.
//
// node test/engine/hard-folders.ts <story> <an empty folder> [files]; answers with one line of JSON, see Told.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FolderState, FolderView } from '../../preload/contract.ts';
import { refusedOf } from '../main/ingest/refused.ts';
import { startPracticeSite } from '../site/start.ts';
import { fastClock, startEngine } from './engine.ts';
import { uniqueClip } from './folder-writers.ts';

export interface Told {
  /** Each once, in the order in which they were first shown. */
  readonly states: readonly FolderState[];
  readonly last: Pick<FolderView, 'state' | 'limit' | 'takenCount'> & { readonly refused: readonly string[] };
  readonly uploads: number;
  /** Rows of the list that are not done. */
  readonly open: number;
  readonly needsYou: number;
  /** What Clipferry asked the site to delete. */
  readonly deletions: number;
}

const [story = '', place = '', count = '0'] = process.argv.slice(2);
const files = Number(count);
const root = join(place, 'watched');
const at = (...names: readonly string[]): string => join(root, ...names);
/** A minute between two scans is three seconds. */
const site = await startPracticeSite();
const engine = await startEngine({ clock: fastClock(20) });
const states = new Set<FolderState>();
let folderId = '';

const until = (fits: (folder: FolderView) => boolean): Promise<FolderView> =>
  engine.untilFolder(
    folderId,
    (folder) => {
      states.add(folder.state);
      return fits(folder);
    },
    60_000,
  );
const shown = (state: FolderState): Promise<FolderView> => until((folder) => folder.state === state);
const taken = (count: number): Promise<FolderView> =>
  until((folder) => folder.takenCount === count && folder.waitingCount === 0);
async function watch(existing: 'take' | 'leave'): Promise<void> {
  folderId = await engine.watch(await engine.connect(site), root, existing);
}

/** Ten times away and back, with one new clip each time. */
async function comeAndGo(go: () => void, come: () => void): Promise<void> {
  for (let n = 0; n < files; n++) {
    if (n % 100 === 0) mkdirSync(at(`folder ${n / 100}`));
    writeFileSync(at(`folder ${Math.floor(n / 100)}`, `clip ${n}.mp4`), `${n}`);
  }
  await watch('leave');
  await shown('watching');
  for (let round = 1; round <= 10; round++) {
    go();
    await shown('disconnected');
    come();
    await shown('watching');
    await uniqueClip(at(`folder ${round}`, 'new.mp4'));
    await taken(round);
  }
  await shown('watching');
}

const stories: Readonly<Record<string, () => Promise<void>>> = {
  /** Run where the system allows fewer watches than there are folders. */
  'few watches': async () => {
    for (let n = 0; n < 500; n++) mkdirSync(at(`folder ${n}`), { recursive: true });
    for (let n = 0; n < 500; n += 25) await uniqueClip(at(`folder ${n}`, 'before.mp4'));
    await watch('take');
    await taken(20);
    await shown('limited');
    for (let n = 0; n < 500; n += 50) await uniqueClip(at(`folder ${n}`, 'after.mp4'));
    await taken(30);
    await shown('limited');
  },
  renamed: async () => {
    mkdirSync(root);
    await comeAndGo(
      () => renameSync(root, `${root} away`),
      () => renameSync(`${root} away`, root),
    );
  },
  /** Run where it may mount. A disk that stays whole while it is not mounted in its place. */
  unplugged: async () => {
    const disk = join(place, 'disk');
    mkdirSync(root);
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', 'clipferry-disk', disk]);
    const plug = (): void => void execFileSync('mount', ['--bind', disk, root]);
    plug();
    await comeAndGo(() => void execFileSync('umount', [root]), plug);
  },
  /** Run where it may mount: the kernel gives the second disk the number of the first. */
  'another disk': async () => {
    const account = await engine.connect(site);
    for (const name of ['one', 'two', 'three']) {
      const disk = join(place, name);
      mkdirSync(disk);
      execFileSync('mount', ['-t', 'tmpfs', `clipferry-${name}`, disk]);
      mkdirSync(join(disk, 'watched'));
      await uniqueClip(join(disk, 'watched', 'clip.mp4'));
      folderId = await engine.watch(account, join(disk, 'watched'), 'take');
      await taken(1);
      if (name === 'three') break;
      execFileSync('umount', ['-l', disk]);
      await shown('disconnected');
    }
  },
  /** Run by somebody whom rights hold back. */
  'rights lost': async () => {
    mkdirSync(at('closed/deeper'), { recursive: true });
    await watch('take');
    await shown('watching');
    chmodSync(at('closed'), 0o000);
    await uniqueClip(at('one.mp4'));
    await taken(1);
    chmodSync(at('closed'), 0o755);
    await uniqueClip(at('closed/two.mp4'));
    await uniqueClip(at('closed/deeper/three.mp4'));
    await taken(3);
    chmodSync(root, 0o000);
    await shown('unreadable');
    chmodSync(root, 0o755);
    await shown('watching');
    await uniqueClip(at('closed/deeper/four.mp4'));
    await taken(4);
    await shown('watching');
  },
};

try {
  await stories[story]?.();
  const { state, limit, takenCount, files } = await engine.folder(folderId);
  const refused = refusedOf(files).map(({ name }) => name);
  const { counts, ids } = await engine.window().then((window) => ({ counts: window.counts, ids: window.total }));
  const { uploads, requests } = await site.state();
  const told: Told = {
    states: [...states],
    last: { state, limit, takenCount, refused },
    uploads: uploads.length,
    open: ids - counts.done,
    needsYou: counts.needsYou,
    deletions: requests.filter(({ method }) => method === 'DELETE').length,
  };
  process.stdout.write(`${JSON.stringify(told)}\n`);
} finally {
  await engine.stop();
  await site.stop();
}
