// A disk that stops answering, through the whole engine: its clips wait in true words, all others go on, and it comes back by itself.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDiskFiles } from '../../main/adapters/files.ts';
import { systemWatcher } from '../../main/adapters/watcher.ts';
import type { JobRow } from '../../preload/contract.ts';
import { cannotMount, type SilentDisk, startSilentDisk } from '../disk/silent-disk.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { grownClip, sha256 } from './clip-files.ts';
import { type Engine, fastClock, startEngine } from './engine.ts';

const lacking = cannotMount();
if (lacking !== null) console.warn(`disks that stop answering are not tried here: ${lacking}`);
const patienceMs = 800;

describe.skipIf(lacking !== null)('a disk that stops answering', () => {
  let disk: SilentDisk;
  let local: string;
  let site: PracticeSite;
  let engine: Engine;
  let account: string;
  beforeEach(async () => {
    [disk, site] = await Promise.all([startSilentDisk(), startPracticeSite()]);
    local = mkdtempSync(join(tmpdir(), 'clipferry-local-'));
    engine = await startEngine({ clock: fastClock(5), ports: { files: createDiskFiles({ patienceMs }) } });
    account = await engine.connect(site);
  });
  afterEach(async () => {
    await disk.answer();
    await engine.stop();
    await disk.remove();
    await site.stop();
    rmSync(local, { recursive: true });
  });

  /** Makes a clip on the silent disk; gives its path there. */
  const onDisk = (name: string, bytes: number): string => {
    writeFileSync(join(disk.source, name), grownClip(bytes));
    return disk.file(name);
  };
  const beside = (name: string, bytes: number): string => {
    writeFileSync(join(local, name), grownClip(bytes));
    return join(local, name);
  };
  const pause = (paused: boolean): Promise<void> => engine.uploader.handlers['queue.pause'](paused);
  const waits = ({ state }: JobRow): boolean => state.kind === 'waiting' && state.why === 'disk-silent';
  const isDone = ({ state }: JobRow): boolean => state.kind === 'done';
  const hashesOn = async (at: PracticeSite): Promise<readonly unknown[]> =>
    (await at.state()).videos.map((video) => video.file?.sha256).sort();

  it('keeps its clips waiting and no others, to the same site and another, and sends each once when it is back', async () => {
    const other = await startPracticeSite();
    const elsewhere = await engine.connect(other);
    await pause(true);
    const held = Array.from({ length: 6 }, (_, at) => onDisk(`held ${at}.mp4`, at % 2 === 0 ? 20_000 : 700_000));
    const jobs = await engine.add(account, ...held);
    const free = Array.from({ length: 4 }, (_, at) => beside(`free ${at}.mp4`, at % 2 === 0 ? 20_000 : 2_000_000));
    const others = [
      ...(await engine.add(account, ...free)),
      ...(await engine.add(elsewhere, beside('there.mp4', 900_000))),
    ];
    await disk.silence();
    await pause(false);
    for (const { id } of others) await engine.until(id, isDone);
    for (const { id } of jobs) await engine.until(id, waits);
    // Until it answers every call to it hangs: had main made one, nothing of this would have happened.
    expect(disk.kept()).toBeLessThanOrEqual(4);
    expect((await engine.window()).counts).toMatchObject({ needsYou: 0, waiting: held.length });
    await disk.answer();
    await engine.settled();
    const sources = held.map((path) => join(disk.source, path.slice(disk.path.length)));
    expect(await hashesOn(site)).toEqual([...sources, ...free].map(sha256).sort());
    expect((await site.state()).uploads).toHaveLength(held.length + free.length);
    expect(await hashesOn(other)).toEqual([sha256(join(local, 'there.mp4'))]);
    await other.stop();
  });

  it('in the middle of a clip leaves it waiting whole, and it arrives once', { tags: 'proof' }, async () => {
    const path = onDisk('long.mp4', 9_000_000);
    await site.switches({ slowBytesPerSecond: 6_000_000 });
    const [job] = await engine.add(account, path);
    await site.waitFor('uploadStarted');
    await disk.silence('reads');
    await engine.until(job?.id ?? '', waits);
    await site.switches({ slowBytesPerSecond: 0 });
    await disk.answer();
    await engine.settled();
    expect(await hashesOn(site)).toEqual([sha256(join(disk.source, 'long.mp4'))]);
  });

  it('that a link leads to holds up nothing of the disk on which the link is, and is not waited for once it is back', {
    tags: 'proof',
  }, async () => {
    await engine.stop();
    // By this clock the next try is half a minute away: that it goes on sooner is because its disk answers.
    engine = await startEngine({ clock: fastClock(0.05), ports: { files: createDiskFiles({ patienceMs }) } });
    account = await engine.connect(site);
    symlinkSync(disk.path, join(local, 'NAS'));
    onDisk('held.mp4', 20_000);
    await pause(true);
    const [job] = await engine.add(account, join(local, 'NAS', 'held.mp4'));
    const [free] = await engine.add(account, beside('free.mp4', 500_000));
    await disk.silence();
    await pause(false);
    await engine.until(job?.id ?? '', waits);
    await engine.until(free?.id ?? '', isDone);
    await disk.answer();
    await engine.settled();
    expect((await site.state()).uploads).toHaveLength(2);
  });

  it('is told to who drops from it, and to who chooses a folder on it', async () => {
    onDisk('held.mp4', 20_000);
    await disk.silence();
    const result = await engine.uploader.addPaths([disk.file('held.mp4'), beside('free.mp4', 20_000)], account);
    expect(result).toMatchObject({ added: 1, refused: [{ name: 'held.mp4', reason: 'no-answer' }] });
    await expect(engine.watch(account, disk.path)).rejects.toThrow('"problem":"silent"');
  });

  it('is told of a watched folder, while others are looked through, and what came meanwhile is found', {
    tags: 'proof',
  }, async () => {
    mkdirSync(join(local, 'watched'));
    onDisk('first.mp4', 20_000);
    const rules = { stableMs: 500 };
    const ids = [await engine.watch(account, disk.path), await engine.watch(account, join(local, 'watched'))];
    for (const folderId of ids) await engine.uploader.handlers['folder.change']({ folderId, rules });
    const [held = '', free = ''] = ids;
    await engine.untilFolder(held, ({ takenCount, waitingCount }) => takenCount === 1 && waitingCount === 0);
    await disk.silence();
    await engine.untilFolder(held, ({ state }) => state === 'silent');
    beside('watched/second.mp4', 30_000);
    await engine.untilFolder(free, ({ takenCount, waitingCount }) => takenCount === 1 && waitingCount === 0);
    onDisk('third.mp4', 40_000);
    await disk.answer();
    await engine.untilFolder(held, ({ takenCount, waitingCount }) => takenCount === 2 && waitingCount === 0, 40_000);
    expect((await site.state()).uploads).toHaveLength(3);
  });

  it('that is mounted somewhere in a watched folder holds up neither the folder nor anything else', {
    tags: 'proof',
  }, async () => {
    // It asks for what is in a folder by the threads of the whole process, and hangs itself on each folder in main.
    const watcher = vi.spyOn(systemWatcher, 'watch');
    const folderId = await engine.watch(account, join(disk.path, '..'));
    await engine.uploader.handlers['folder.change']({ folderId, rules: { stableMs: 500 } });
    onDisk('first.mp4', 20_000);
    await engine.untilFolder(folderId, ({ takenCount, waitingCount }) => takenCount >= 1 && waitingCount === 0, 30_000);
    await disk.silence();
    for (const name of ['second', 'third', 'fourth', 'fifth']) onDisk(`${name}.mp4`, 30_000);
    for (let scan = 0; scan < 6; scan++) await engine.uploader.handlers['folder.scan'](folderId);
    await disk.untilKept(1);
    // The threads that names of hosts, the log and the settings need.
    expect((await stat(local)).isDirectory()).toBe(true);
    await engine.untilFolder(folderId, ({ takenCount, waitingCount }) => takenCount >= 5 && waitingCount === 0, 30_000);
    expect(watcher).not.toHaveBeenCalled();
  });

  it('does not hold up the end of the engine', async () => {
    await engine.stop();
    engine = await startEngine({ ports: { files: createDiskFiles({ patienceMs: 600_000 }) } });
    account = await engine.connect(site);
    await pause(true);
    await engine.add(account, onDisk('held.mp4', 700_000), onDisk('small.mp4', 20_000));
    await disk.silence();
    await pause(false);
    await disk.untilKept(1);
    const begun = performance.now();
    await engine.stop();
    // What is left when the window is closed; see shell/leaving.ts.
    expect(performance.now() - begun).toBeLessThan(5_000);
    engine = await startEngine();
  });

  it('does not hold up the end of a process', { tags: 'proof' }, async () => {
    const profile = mkdtempSync(join(tmpdir(), 'clipferry-engine-'));
    const { appPassword } = site.signIn('ava');
    const given = [profile, site.url, appPassword, onDisk('held.mp4', 700_000)];
    const child: ChildProcess = fork(new URL('../disk/engine-child.ts', import.meta.url), given);
    const said = async (): Promise<unknown> => (await once(child, 'message'))[0];
    const gone = once(child, 'exit');
    expect(await said()).toBe('added');
    disk.freeze();
    child.send('go');
    expect(await said()).toBe('hangs');
    child.send('stop');
    await gone;
    disk.thaw();
    rmSync(profile, { recursive: true });
    expect((await site.state()).uploads).toEqual([]);
  });
});
