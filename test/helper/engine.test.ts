// The app's own engine and the helper on a real WordPress: clips that the host would not take at once arrive once, whatever happens on the way.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../main/adapters/clock.ts';
import { type ClipFolder, clipFolder, sha256 as shaOf } from '../engine/clip-files.ts';
import { type Engine, memorySecrets, startEngine } from '../engine/engine.ts';
import { memorySettings } from '../engine/settings.ts';
import { cutLine } from '../network/cut-line.ts';
import { helperKills } from './kills.ts';
import { type HelperSite, helperSite, pieces, rowsOf, smallHost } from './site.ts';

let site: HelperSite;
let folder: ClipFolder;
let engine: Engine | undefined;
beforeEach(async () => {
  site = await helperSite();
  folder = clipFolder();
});
afterEach(async () => {
  await engine?.stop();
  engine = undefined;
  folder.remove();
});

function film(name: string, size: number): { path: string; sum: string } {
  const path = folder.make(name, size);
  return { path, sum: shaOf(path) };
}

const reached = (url: string) => ({ url, signIn: (login: string) => site.site.signIn(login) });

/** What the site has in the end: each clip once, and nothing half. */
async function arrived(...sums: readonly string[]) {
  const { videos, unattached } = await site.site.state();
  expect(videos.map(({ file }) => file?.sha256).sort()).toEqual([...sums].sort());
  expect(unattached).toEqual([]);
  // Written down first, and taken away then.
  await expect.poll(async () => (await pieces(site)).files).toEqual({});
}

describe('a clip that the host would not take at once', () => {
  it('arrives with what was typed', async () => {
    engine = await startEngine();
    const account = await engine.connect(reached(site.url));
    const { path, sum } = film('Regatta & wind.mp4', 11_000_000);
    const [job] = await engine.add(account, path);
    await engine.uploader.handlers['job.describe']({
      jobId: job?.id ?? '',
      draft: { title: 'The regatta', status: 'draft' },
    });
    await engine.settled();
    await arrived(sum);
    expect((await site.site.state()).videos[0]).toMatchObject({ title: 'The regatta', status: 'draft' });
    const details = await engine.details(job?.id ?? '');
    expect(details.attempts.map(({ ended }) => ended)).toEqual(['arrived']);
    expect(details.sha256).toBe(sum);
  });

  it('arrives through a line that is cut again and again, with hardly a byte sent twice', {
    tags: 'proof',
  }, async () => {
    engine = await startEngine();
    const { path, sum } = film('Cut.mp4', 12_000_000);
    await using line = await cutLine(site.url, { every: () => 900_000, cuts: 12 });
    const account = await engine.connect(reached(line.url));
    const before = line.bytes();
    await engine.add(account, path);
    await engine.settled();
    await arrived(sum);
    expect(line.cuts()).toBeGreaterThanOrEqual(8);
    expect(line.bytes() - before).toBeLessThan(1.15 * 12_000_000);
  });

  it('goes on at the byte where it was when the app was ended', { tags: 'proof' }, async () => {
    const profile = mkdtempSync(join(tmpdir(), 'clipferry-helper-profile-'));
    const secrets = memorySecrets();
    engine = await startEngine({
      profile,
      secrets,
      ports: { settings: memorySettings({ bytesPerSecond: 8_000_000 }) },
    });
    const account = await engine.connect(reached(site.url));
    const { path, sum } = film('Going on.mp4', 30_000_000);
    await engine.add(account, path);
    // One piece is there, and the next is on its way.
    await expect.poll(async () => Number((await rowsOf(site))[0]?.received ?? 0), { interval: 20 }).toBeGreaterThan(0);
    await engine.stop();
    const [half] = await rowsOf(site);
    engine = await startEngine({ profile, secrets });
    await engine.settled();
    await arrived(sum);
    expect((await rowsOf(site)).map(({ id }) => id)).toEqual([half?.id]);
    rmSync(profile, { recursive: true, force: true });
  });
});

describe('a clip that is cancelled in the middle', () => {
  it('leaves nothing on the site once nobody takes it back', { tags: 'proof' }, async () => {
    let put = 0;
    engine = await startEngine({
      clock: {
        ...systemClock,
        monotonic: () => systemClock.monotonic() + put,
        // What beats every six seconds beats at once.
        after: (ms, call) => systemClock.after(ms === 6_000 ? 100 : ms, call),
      },
      ports: { settings: memorySettings({ bytesPerSecond: 8_000_000 }) },
    });
    const account = await engine.connect(reached(site.url));
    const [job] = await engine.add(account, film('Cancelled.mp4', 30_000_000).path);
    await expect.poll(async () => Number((await rowsOf(site))[0]?.received ?? 0), { interval: 20 }).toBeGreaterThan(0);
    await engine.uploader.handlers['queue.act']({ act: 'cancel', target: { ids: [job?.id ?? ''] } });
    expect(Object.keys((await pieces(site)).files)).not.toEqual([]);
    // A quarter of an hour passes, and another: its user has not taken it back.
    const gone = async (): Promise<boolean> => {
      put += 16 * 60_000;
      return Object.keys((await pieces(site)).files).length === 0;
    };
    await expect.poll(gone, { timeout: 60_000, interval: 500 }).toBe(true);
    expect((await rowsOf(site)).map(({ forgotten }) => forgotten)).toEqual(['1']);
    expect((await site.site.state()).videos).toEqual([]);
  });
});

describe('a proxy that takes little at once', () => {
  it('gets pieces that pass, which an app that is started anew remembers: nginx with the limit of 1 MiB that it has by itself', async () => {
    const profile = mkdtempSync(join(tmpdir(), 'clipferry-helper-profile-'));
    const secrets = memorySecrets();
    const front = await site.site.front({ kind: 'nginx', php: smallHost });
    await using line = await cutLine(front.url, { every: () => Number.POSITIVE_INFINITY, cuts: 0 });
    const start = async (): Promise<Engine> => {
      engine = await startEngine({ profile, secrets });
      return engine;
    };
    const account = await (await start()).connect(reached(line.url));
    const sums: string[] = [];
    /** Bytes on the line beyond those of the clip. */
    const wastedOn = async (own: Engine, name: string, size: number): Promise<number> => {
      const before = line.bytes();
      const { path, sum } = film(name, size);
      const [job] = await own.add(account, path);
      await own.settled();
      sums.push(sum);
      // All of them in one try.
      expect((await own.details(job?.id ?? '')).attempts).toHaveLength(1);
      return line.bytes() - before - size;
    };
    // At most one piece each of 8, 4 and 2 MiB; on loopback most of one has left before its refusal is heard.
    expect(await wastedOn(engine as Engine, 'First.mp4', 9_000_000)).toBeLessThan(14.1 * 1024 * 1024);
    await engine?.stop();
    expect(await wastedOn(await start(), 'Second.mp4', 4_000_000)).toBeLessThan(40_000);
    await arrived(...sums);
    await front.stop();
    rmSync(profile, { recursive: true, force: true });
  });
});

describe('a firewall before the site', () => {
  const mib = 1024 * 1024;
  async function sendBehind(refuses: 'all methods but GET, HEAD, POST and OPTIONS' | 'pieces', size: number) {
    const front = await site.site.front({ kind: 'nginx', limitRequestBody: 64 * mib, refuses });
    engine = await startEngine();
    const account = await engine.connect(reached(front.url));
    const { path, sum } = film('Behind.mp4', size);
    const [job] = await engine.add(account, path);
    await engine.settled();
    await arrived(sum);
    const { attempts } = await engine.details(job?.id ?? '');
    await front.stop();
    return { attempts, rows: await rowsOf(site) };
  }

  it('that lets no PATCH through gets the pieces by POST', async () => {
    const { attempts, rows } = await sendBehind('all methods but GET, HEAD, POST and OPTIONS', 9_000_000);
    expect(attempts.map(({ ended }) => ended)).toEqual(['arrived']);
    expect(rows.map(({ state, received }) => [state, received])).toEqual([['answered', '9000000']]);
  });

  it.each([1_500_000, 9_000_000])('that lets no pieces through gets a clip of %i bytes in one', async (size) => {
    const { rows } = await sendBehind('pieces', size);
    expect(rows.map(({ received, forgotten }) => [received, forgotten])).toEqual([['0', '1']]);
  });
});

describe('an answer that is lost', () => {
  it('is asked for, and nothing is sent again', async () => {
    // The site would be looked through only after a settle time of an hour.
    engine = await startEngine({ settleMs: 3_600_000 });
    site.site.takeFiles({ die: 'after-attachment' });
    const account = await engine.connect(reached(site.url));
    const { path, sum } = film('Lost.mp4', 3_000_000);
    await engine.add(account, path);
    await engine.settled();
    await arrived(sum);
    expect((await rowsOf(site)).map(({ recovered }) => recovered)).toEqual(['1']);
  });
});

describe('a helper that comes or goes', () => {
  it('is found by the check-up, and from then on clips go in pieces', { tags: 'proof' }, async () => {
    await site.site.order('deactivate', { plugin: 'clipferry-helper/clipferry-helper.php' });
    engine = await startEngine();
    const account = await engine.connect(reached(site.url));
    const small = film('Before.mp4', 1_500_000);
    await engine.add(account, small.path);
    await engine.settled();
    expect(await rowsOf(site)).toEqual([]);
    await site.site.order('activate', { plugin: 'clipferry-helper/clipferry-helper.php' });
    const [view] = (await engine.uploader.handlers['app.state']()).sites;
    await engine.uploader.handlers['site.checkup'](view?.id ?? '');
    const large = film('After.mp4', 4_000_000);
    await engine.add(account, large.path);
    await engine.settled();
    await arrived(small.sum, large.sum);
    expect(await rowsOf(site)).toHaveLength(1);
  });

  it('is not missed when it was removed: the clip goes in one', async () => {
    engine = await startEngine();
    const account = await engine.connect(reached(site.url));
    await site.site.order('deactivate', { plugin: 'clipferry-helper/clipferry-helper.php' });
    const { path, sum } = film('Plain.mp4', 1_500_000);
    await engine.add(account, path);
    await engine.settled();
    expect((await site.site.state()).videos.map(({ file }) => file?.sha256)).toEqual([sum]);
    expect(await rowsOf(site)).toEqual([]);
  });
});

// A site of its own behind Apache, whatever the others are behind; once is enough.
describe.each(process.env.CLIPFERRY_TARGET === 'wordpress' ? [] : [8])(
  '%i kills of app, PHP, web server and database',
  (kills) => {
    it('leave each clip on the site once, byte for byte', { tags: 'proof' }, async () => {
      const report = await helperKills({ kills, seed: 17, fronts: ['apache'] });
      expect(report.failures).toEqual([]);
      expect(report.kills).toBe(kills);
      // Killed in the middle of uploads, not beside them.
      expect(report.byState.get('receiving') ?? 0).toBeGreaterThan(0);
    });
  },
);
