// Settings, notifications and opened files in the whole engine, against the practice site over real HTTP.
import { appendFileSync, truncateSync, utimesSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Notice } from '../../main/ports.ts';
import type { Opened, SettingValues } from '../../preload/contract.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { clipFolder, type Engine, fixture, startEngine } from './engine.ts';
import { memorySettings, notebook } from './settings.ts';

let site: PracticeSite;
let engine: Engine;
let awake = 0;

async function start(values: Partial<SettingValues> = {}) {
  const settings = memorySettings(values);
  const notifier = notebook();
  const power = {
    onWake: () => () => {},
    keepAwake: () => {
      awake++;
      return () => {
        awake--;
      };
    },
  };
  engine = await startEngine({ ports: { settings, notifier, power } });
  return { settings, notifier };
}

/** Copies of a fixture, each grown by a filling of its own so that no two are alike. */
function clips(count: number, bytes: number) {
  const names = Array.from({ length: count }, (_, index) => `clip ${index}.mp4`);
  const folder = clipFolder(Object.fromEntries(names.map((name) => [name, 'C0001.mp4'])));
  for (const [index, name] of names.entries()) {
    const box = Buffer.alloc(8);
    box.writeUInt32BE(bytes + index, 0);
    box.write('free', 4, 'latin1');
    appendFileSync(folder.file(name), box);
    appendFileSync(folder.file(name), Buffer.alloc(bytes + index - 8, index + 1));
  }
  return { ...folder, paths: names.map((name) => folder.file(name)) };
}

beforeEach(async () => {
  site = await startPracticeSite();
  awake = 0;
});
afterEach(async () => {
  await engine.stop();
  await site.stop();
});

const sending = async (): Promise<number> =>
  (await engine.rows()).filter(({ state }) => state.kind === 'sending' || state.kind === 'processing').length;

/** Waits for a change of the queue after which it holds. */
async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  await engine.uploader.handlers['queue.view']({ filter: 'all', sort: 'queue', offset: 0, limit: 200 });
  if (await holds()) return;
  await new Promise<void>((resolve, reject) => {
    const end = engine.uploader.on('queue.patch', () => {
      Promise.resolve(holds()).then((yes) => {
        if (!yes) return;
        end();
        resolve();
      }, reject);
    });
  });
}

describe('lanes', () => {
  test('as many small clips go at once as the user set, and more as soon as the number is raised', {
    tags: 'proof',
  }, async () => {
    const { settings } = await start({ smallLanes: 2 });
    const account = await engine.connect(site);
    const folder = clips(7, 20_000);
    // After a quiet time the first one goes alone.
    const [first = '', ...paths] = folder.paths;
    await engine.add(account, first);
    await engine.settled();
    await site.switches({ holdAnswer: {} });
    await engine.add(account, ...paths);
    await site.waitFor('held', 2);
    await expect.poll(sending).toBe(2);
    settings.change({ smallLanes: 5 });
    await site.waitFor('held', 5);
    await expect.poll(sending).toBe(5);
    await site.switches({ holdAnswer: null });
    await site.release();
    await engine.settled();
    expect((await site.state()).uploads).toHaveLength(7);
    folder.remove();
  });

  test('big clips have lanes of their own', { tags: 'proof' }, async () => {
    const { settings } = await start();
    const account = await engine.connect(site);
    await site.switches({ stallAfterBytes: { bytes: 1_000 } });
    const folder = clips(3, 100);
    for (const file of folder.paths) {
      // A hole as large as a big clip costs no disk; the box tells players to pass it over.
      const box = Buffer.alloc(8);
      box.writeUInt32BE(70 * 1024 * 1024, 0);
      box.write('free', 4, 'latin1');
      appendFileSync(file, box);
      truncateSync(file, 70 * 1024 * 1024 + 100_000);
      // A file with an empty end that was changed just now would count as still being written.
      utimesSync(file, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
    }
    await engine.add(account, ...folder.paths);
    await until(async () => (await sending()) === 1);
    settings.change({ bigLanes: 3 });
    await until(async () => (await sending()) === 3);
    folder.remove();
  });
});

describe('the speed limit', () => {
  test('holds over all lanes within 5 %, and without it the same clips go many times as fast', {
    tags: 'proof',
  }, async () => {
    const limit = 1_500_000;
    const { settings } = await start({ bytesPerSecond: limit, smallLanes: 3 });
    const account = await engine.connect(site);
    const folder = clips(4, 2_200_000);
    // After a quiet time the first one goes alone, and hesitates.
    const [first = '', ...paths] = folder.paths;
    await engine.add(account, first);
    await engine.settled();
    await engine.add(account, ...paths);
    // From well inside to well inside, as it arrives at the site.
    const [from, to] = [2_700_000, 8_400_000];
    await site.waitFor('uploadBytes', from);
    const begun = performance.now();
    await site.waitFor('uploadBytes', to);
    const seconds = (performance.now() - begun) / 1_000;
    const limited = (to - from) / seconds;
    await engine.settled();
    expect(seconds).toBeGreaterThan(3);
    expect(limited / limit).toBeGreaterThan(0.95);
    expect(limited / limit).toBeLessThan(1.05);

    settings.change({ bytesPerSecond: null });
    // What each clip costs besides its bytes is small beside them also on a slow computer.
    const more = clips(3, 12_000_000);
    const [begin, end] = [12_000_000, 42_000_000];
    await engine.add(account, ...more.paths);
    await site.waitFor('uploadBytes', begin);
    const before = performance.now();
    await site.waitFor('uploadBytes', end);
    const free = (end - begin) / ((performance.now() - before) / 1_000);
    await engine.settled();
    expect(free / limited).toBeGreaterThan(3);
    const { videos } = await site.state();
    expect(videos).toHaveLength(7);
    folder.remove();
    more.remove();
  });

  test('a clip that waits for the limit is paused at once', async () => {
    await start({ bytesPerSecond: 5_000 });
    const account = await engine.connect(site);
    const folder = clips(1, 3_000_000);
    const [job] = await engine.add(account, ...folder.paths);
    await engine.until(job?.id ?? '', ({ state }) => state.kind === 'sending');
    const before = performance.now();
    await engine.uploader.handlers['queue.act']({ act: 'pause', target: { filter: 'all' } });
    await until(() => engine.uploader.sendingCount() === 0);
    expect(performance.now() - before).toBeLessThan(5_000);
    folder.remove();
  });
});

test('the computer is kept awake while clips are sent, if the user wants it, and never longer', async () => {
  const { settings } = await start();
  const account = await engine.connect(site);
  await site.switches({ holdAnswer: {} });
  await engine.add(account, fixture('Tide pools.mp4'));
  await site.waitFor('held');
  expect(awake).toBe(1);
  settings.change({ keepAwake: false });
  expect(awake).toBe(0);
  settings.change({ keepAwake: true });
  expect(awake).toBe(1);
  await site.switches({ holdAnswer: null });
  await site.release();
  await engine.settled();
  await until(() => engine.uploader.sendingCount() === 0);
  expect(awake).toBe(0);
});

describe('notifications', () => {
  /** The notices, once there are so many. */
  async function told(notices: readonly Notice[], count: number): Promise<readonly Notice[]> {
    await expect.poll(() => notices.length).toBe(count);
    return notices;
  }

  test('one for a batch when it has drained; none when a title is changed later', async () => {
    const { notifier } = await start();
    const account = await engine.connect(site);
    const folder = clips(4, 10_000);
    const [first] = await engine.add(account, ...folder.paths);
    await engine.settled();
    expect(await told(notifier.notices, 1)).toEqual([
      { kind: 'arrived', clips: 4, siteName: 'Practice Video Site', attention: 0, waiting: 0, ready: 0 },
    ]);

    await engine.uploader.handlers['job.describe']({ jobId: first?.id ?? '', draft: { title: 'Later' } });
    await engine.until(first?.id ?? '', ({ state, title }) => state.kind === 'done' && title === 'Later');
    await engine.add(account, fixture('Tide pools.mp4'));
    await engine.settled();
    expect((await told(notifier.notices, 2))[1]).toEqual({
      kind: 'arrived',
      clips: 1,
      siteName: 'Practice Video Site',
      attention: 0,
      waiting: 0,
      ready: 0,
    });
    folder.remove();
  });

  test('clips that need the user come together, and the batch beside them is told as well', {
    tags: 'proof',
  }, async () => {
    const { notifier } = await start();
    const account = await engine.connect(site);
    await site.switches({ sizeLimit: { bytes: 1_000_000, style: 'part-error' } });
    const good = clips(1, 10_000);
    const large = clips(2, 1_500_000);
    await engine.add(account, ...good.paths, ...large.paths);
    await engine.settled(['done', 'needs-you']);
    const notices = await told(notifier.notices, 2);
    expect(notices).toContainEqual({
      kind: 'arrived',
      clips: 1,
      siteName: 'Practice Video Site',
      attention: 2,
      waiting: 0,
      ready: 0,
    });
    expect(notices).toContainEqual({ kind: 'needs-you', clips: 2, jobId: null });
    good.remove();
    large.remove();
  });
});

describe('files opened with Clipferry', () => {
  async function opened(paths: readonly string[]): Promise<Opened> {
    const told = new Promise<Opened>((resolve) => {
      const end = engine.uploader.on('desktop.opened', (event) => {
        end();
        resolve(event);
      });
    });
    await engine.uploader.openFiles(paths);
    return told;
  }

  test('without an account nothing happens, in words', async () => {
    await start();
    expect(await opened([fixture('Tide pools.mp4')])).toEqual({ kind: 'no-account' });
    expect(await engine.rows()).toEqual([]);
  });

  test('with one account they go there like a drop', async () => {
    await start();
    await engine.connect(site);
    const event = await opened([fixture('Tide pools.mp4'), fixture('README.md'), '/nowhere.mp4']);
    expect(event).toMatchObject({ kind: 'added', result: { added: 1 } });
    expect(event.kind === 'added' && event.result.refused.map((one) => one.name).sort()).toEqual([
      'README.md',
      'nowhere.mp4',
    ]);
    await engine.settled();
  });

  test('with several they wait for the choice, which sends all or none of them', async () => {
    await start();
    await engine.connect(site);
    const second = await engine.connect(site, 'admin');
    expect(await opened([fixture('Tide pools.mp4')])).toEqual({ kind: 'choose', count: 1 });
    expect(await opened([fixture('Market street.mp4')])).toEqual({ kind: 'choose', count: 2 });
    expect(await engine.rows()).toEqual([]);
    expect(await engine.uploader.handlers['queue.addOpened'](second)).toMatchObject({ added: 2 });
    expect((await engine.rows()).map((row) => row.accountId)).toEqual([second, second]);
    expect(await opened([fixture('Deep zoom.mp4')])).toEqual({ kind: 'choose', count: 1 });
    expect(await engine.uploader.handlers['queue.addOpened'](null)).toBeNull();
    expect(await engine.uploader.handlers['queue.addOpened'](second)).toBeNull();
    await engine.settled();
    expect(await engine.rows()).toHaveLength(2);
  });
});
