// The disk of the list is full (F-43): nothing that was said to be done is lost, nothing new begins, and it goes on by itself.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../main/adapters/database/open-store.ts';
import { type Reserve, type Sql, StoreError } from '../../main/ports.ts';
import { migrate, migrations } from '../../main/schema.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { type ClipFolder, clipFolder } from './clip-files.ts';
import { type Engine, fastClock, memorySecrets, quiet, startEngine } from './engine.ts';

let site: PracticeSite;
let folder: ClipFolder;
let profile: string;
let engine: Engine | null;
const secrets = memorySecrets();

beforeEach(async () => {
  site = await startPracticeSite();
  folder = clipFolder();
  profile = mkdtempSync(join(tmpdir(), 'clipferry-full-'));
  engine = null;
});
afterEach(async () => {
  await engine?.stop();
  await site.stop();
  folder.remove();
  rmSync(profile, { recursive: true, force: true });
});

const trouble = async (): Promise<string | null> =>
  (await engine?.uploader.handlers['app.state']())?.store.trouble ?? null;

async function expectOnceEach(clips: number): Promise<void> {
  const { videos, uploads } = await site.state();
  // One that was cut because its intent could not be written has brought nothing.
  const whole = uploads.filter((upload) => upload.complete);
  expect([videos.length, whole.length]).toEqual([clips, clips]);
}

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

describe.runIf(isRoot)('on a disk of four megabytes', { tags: 'proof' }, () => {
  beforeEach(() => {
    mkdirSync(join(profile, 'small'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', join(profile, 'small')]);
  });
  afterEach(async () => {
    await engine?.stop();
    engine = null;
    execFileSync('umount', [join(profile, 'small')]);
  });

  it('what is under way is brought to its end, new clips are refused, typed text waits, and it goes on with room', async () => {
    const small = join(profile, 'small');
    engine = await startEngine({ profile: small, secrets, ports: { logger: quiet } });
    const account = await engine.connect(site);
    await site.switches({ holdAnswer: {} });
    const [first] = await engine.add(account, folder.make('first.mp4', 60_000));
    const [second] = await engine.add(account, folder.make('second.mp4', 70_000));
    await site.waitFor('held', 2);
    // Somebody fills the disk to the last byte.
    const fill = join(small, 'something else');
    const { bavail, bsize } = statfsSync(small);
    writeFileSync(fill, Buffer.alloc(bavail * bsize));
    await engine.uploader.handlers['job.describe']({
      jobId: first?.id ?? '',
      draft: { title: 'Typed on a full disk' },
    });
    expect(await trouble()).toBe('full');
    // The room that was kept took it; the answers that come now are written down too.
    await site.switches({ holdAnswer: null });
    await site.release();
    await engine.until(second?.id ?? '', (row) => row.state.kind !== 'sending' && row.state.kind !== 'processing');
    // Fill up what was kept.
    const left = statfsSync(small);
    writeFileSync(join(small, 'and more'), Buffer.alloc(left.bavail * left.bsize));
    const requests = (await site.state()).uploads.length;
    const added = engine.uploader.addPaths([folder.make('third.mp4', 80_000)], account);
    await expect(added).rejects.toThrow(StoreError);
    expect(await trouble()).toBe('full');
    expect((await site.state()).uploads).toHaveLength(requests);
    rmSync(fill);
    rmSync(join(small, 'and more'));
    await expect.poll(trouble).toBe(null);
    await engine.add(account, folder.file('third.mp4'));
    await engine.settled();
    await expectOnceEach(3);
    const titles = (await site.state()).videos.map((video) => video.title);
    expect(titles).toContain('Typed on a full disk');
  });
});

/** A database whose disk is full from its `n`th write on, until `free` is called. */
function filling(
  inner: Sql,
  n: number,
): { readonly sql: Sql; readonly free: () => void; readonly writes: () => number } {
  let writes = 0;
  let freed = false;
  const write = <T>(work: () => T): T => {
    writes++;
    if (!freed && writes >= n) throw new StoreError('full', 'database or disk is full');
    return work();
  };
  const reserve: Reserve = { take: () => freed, give: () => {}, distrust: () => {} };
  return {
    writes: () => writes,
    free: () => {
      freed = true;
    },
    sql: {
      ...inner,
      reserve,
      prepare: (text) => {
        const statement = inner.prepare(text);
        return { ...statement, run: (...values) => write(() => statement.run(...values)) };
      },
    },
  };
}

const open = (): Sql =>
  openStore({ folder: profile, now: Date.now(), migrate, newestVersion: migrations.length, log: () => {} });
/** `CLIPFERRY_STEP=1` stops at every write. */
const step = Number(process.env.CLIPFERRY_STEP ?? 7);

describe('at each write of sending three clips', () => {
  it(`full from then on, then free again: every clip once (every ${step}th write)`, {
    tags: 'proof',
    timeout: 300_000,
  }, async () => {
    const paths = [20_000, 300_000, 40_000].map((size, at) => folder.make(`clip ${at}.mp4`, size));
    let connected = Number.POSITIVE_INFINITY;
    for (let n = 1 - step; ; n += step) {
      await site.stop();
      site = await startPracticeSite();
      rmSync(profile, { recursive: true, force: true });
      mkdirSync(profile);
      const disk = filling(open(), connected === Number.POSITIVE_INFINITY ? connected : connected + n);
      const options = { profile, secrets, clock: fastClock(10), settleMs: 600, ports: { logger: quiet } };
      engine = await startEngine({ ...options, ports: { ...options.ports, sql: disk.sql } });
      const account = await engine.connect(site);
      if (connected === Number.POSITIVE_INFINITY) {
        connected = disk.writes();
        await engine.stop();
        continue;
      }
      const add = (): Promise<unknown> =>
        engine?.uploader.addPaths(paths, account) ?? Promise.reject(new Error('no engine'));
      const added = await add().then(
        () => true,
        () => false,
      );
      // Whether it gets into trouble or to its end: both are seen, none is waited for in vain.
      await expect
        .poll(
          async () =>
            (await trouble()) === 'full' ||
            (added && (await engine?.rows())?.every((row) => row.state.kind === 'done')),
        )
        .toBe(true);
      const met = (await trouble()) === 'full';
      disk.free();
      await expect.poll(trouble).toBe(null);
      if (!added) await add();
      await engine.settled();
      await expectOnceEach(3);
      await engine.stop();
      engine = null;
      if (!met) break;
    }
  });
});

it('an edit in the Library asks nothing of its site while there is no room, and goes out once there is', async () => {
  const inner = open();
  let isFull = false;
  const reserve: Reserve = { take: () => !isFull, give: () => {}, distrust: () => {} };
  const sql: Sql = {
    ...inner,
    reserve,
    prepare: (text) => {
      const statement = inner.prepare(text);
      const run: typeof statement.run = (...values) => {
        if (isFull) throw new StoreError('full', 'database or disk is full');
        return statement.run(...values);
      };
      return { ...statement, run };
    },
  };
  const clock = fastClock(10);
  engine = await startEngine({ profile, secrets, clock, ports: { logger: quiet, sql } });
  const accountId = await engine.connect(site);
  const [videoId = 0] = await site.addVideos([{ title: 'Old', status: 'publish' }]);
  const { handlers } = engine.uploader;
  const type = (title: string) => handlers['library.describe']({ accountId, videoId, draft: { title } });
  await type('Typed with room');
  isFull = true;
  await expect(type('Typed without')).rejects.toThrow(StoreError);
  expect(await trouble()).toBe('full');
  const asked = async () => (await site.state()).requests.filter(({ path }) => path.includes(`/video/${videoId}`));
  // Long after the edit was due, by the engine's own clock.
  await new Promise<void>((resolve) => clock.after(10_000, resolve));
  expect(await asked()).toEqual([]);
  isFull = false;
  await expect.poll(async () => (await site.state()).videos[0]?.title).toBe('Typed with room');
  expect(await trouble()).toBeNull();
});
