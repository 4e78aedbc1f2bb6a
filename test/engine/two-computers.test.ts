// Two computers, one account: what one of them sent is found on the site by the other, and each clip becomes one video.
import { existsSync, readdirSync, readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemRandom } from '../../main/adapters/random.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { api } from '../site/test-client.ts';
import { type ClipFolder, clipFolder, sha256 } from './clip-files.ts';
import { type Engine, memorySecrets, startEngine } from './engine.ts';

let site: PracticeSite;
let folder: ClipFolder;
let studio: Engine;
let studioProfile: ClipFolder;
let studioSecrets: ReturnType<typeof memorySecrets>;
let laptop: Engine;
let ava: string;
let also: string;

/** Chance has it that two computers which begin at the same moment hesitate for different times. */
const hesitating = (fraction: number) => ({ ports: { random: { ...systemRandom, fraction: () => fraction } } });

beforeEach(async () => {
  site = await startPracticeSite();
  folder = clipFolder();
  [studioProfile, studioSecrets] = [clipFolder(), memorySecrets()];
  [studio, laptop] = await Promise.all([
    startEngine({ ...hesitating(0), profile: studioProfile.path, secrets: studioSecrets }),
    startEngine(hesitating(0.99)),
  ]);
  [ava, also] = [await studio.connect(site), await laptop.connect(site)];
});
afterEach(async () => {
  await Promise.all([studio.stop(), laptop.stop()]);
  await site.stop();
  folder.remove();
  studioProfile.remove();
});

const clips = (count: number, bytes: number): string[] =>
  Array.from({ length: count }, (_, at) => folder.make(`clip ${at}.mp4`, bytes + at));
const uploads = async () => (await site.state()).uploads;

/** Two computers hesitate for up to two seconds; what takes five requests takes as long where one of them takes this, in ms. */
const heldUpMs = 400;

/** How long the site made somebody wait at most who asked it for something small again and again, in ms, until it is asked for that. */
function slowestAnswer(): () => Promise<number> {
  let isOver = false;
  let slowestMs = 0;
  const asking = (async () => {
    while (!isOver) {
      const begun = performance.now();
      await api(site, 'ava', 'GET', 'wp/v2/types');
      slowestMs = Math.max(slowestMs, performance.now() - begun);
      await setTimeout(50);
    }
  })();
  return async () => {
    isOver = true;
    await asking;
    return slowestMs;
  };
}

/** On a computer that is held up, two last bytes may leave within the time that a site takes to show a video: README's honest limit. */
async function eachOnceUnlessHeldUp(paths: readonly string[], slowestMs: number): Promise<void> {
  if (slowestMs < heldUpMs) return eachOnce(paths);
  const { videos } = await site.state();
  expect(new Set(videos.map((video) => video.file?.sha256))).toEqual(new Set(paths.map(sha256)));
  expect(videos.length).toBeLessThanOrEqual(2 * paths.length);
}

async function eachOnce(paths: readonly string[]): Promise<void> {
  const { videos } = await site.state();
  expect(videos.map((video) => video.file?.sha256).sort()).toEqual(paths.map(sha256).sort());
}

describe('a clip that the other computer sent', () => {
  it('is found and not sent again, also under a title of its own; the history says so', async () => {
    const paths = clips(6, 400_000);
    await studio.add(ava, ...paths);
    for (const { id } of await studio.settled())
      await api(site, 'ava', 'POST', `wp/v2/video/${(await studio.details(id)).video?.id}`, {
        json: { title: `As ${id}` },
      });
    await laptop.add(also, ...paths);
    const rows = await laptop.settled();
    await eachOnce(paths);
    expect(await uploads()).toHaveLength(6);
    const { attempts, video } = await laptop.details(rows[0]?.id ?? '');
    expect(attempts).toMatchObject([{ ended: 'elsewhere', sentBytes: null, looks: [{ found: 'found' }] }]);
    expect(video?.title).toMatch(/^As /);
  });

  it('in the trash of the site it is asked about; the answer "none of these" sends it', { tags: 'proof' }, async () => {
    const [path = ''] = clips(1, 400_000);
    await studio.add(ava, path);
    const [row] = await studio.settled();
    const id = (await studio.details(row?.id ?? '')).video?.id ?? 0;
    await api(site, 'ava', 'DELETE', `wp/v2/video/${id}`);
    const [asked] = await laptop.add(also, path);
    await laptop.until(asked?.id ?? '', ({ state }) => state.kind === 'needs-you' && state.reason === 'ask-which');
    expect(await uploads()).toHaveLength(1);
    await laptop.uploader.handlers['job.choose']({ jobId: asked?.id ?? '', videoId: null });
    await laptop.settled();
    expect(await uploads()).toHaveLength(2);
  });

  it('deleted for ever on the site it is sent, whatever is left of its file', { tags: 'proof' }, async () => {
    const [path = ''] = clips(1, 400_000);
    await studio.add(ava, path);
    const [row] = await studio.settled();
    const id = (await studio.details(row?.id ?? '')).video?.id ?? 0;
    await api(site, 'ava', 'DELETE', `wp/v2/video/${id}?force=true`);
    await laptop.add(also, path);
    await laptop.settled();
    await eachOnce([path]);
  });

  it('by another person it is another clip', { tags: 'proof' }, async () => {
    const [path = ''] = clips(1, 400_000);
    await studio.add(await studio.connect(site, 'admin'), path);
    await studio.settled();
    await laptop.add(also, path);
    await laptop.settled();
    await eachOnce([path, path]);
  });
});

it('one of the same size, begin, middle and end is another clip', { tags: 'proof' }, async () => {
  const [path = ''] = clips(1, 3_000_000);
  await studio.add(ava, path);
  await studio.settled();
  const bytes = readFileSync(path);
  for (let at = 500_000; at < 700_000; at++) bytes[at] = 255 - (bytes[at] ?? 0);
  const other = folder.file('another take.mp4');
  writeFileSync(other, bytes);
  await laptop.add(also, other);
  await laptop.settled();
  await eachOnce([path, other]);
});

it('where the site’s files lie elsewhere, a clip of that name and size is asked about', async () => {
  await site.switches({ offloaded: true });
  const [path = ''] = clips(1, 400_000);
  await studio.add(ava, path);
  await studio.settled();
  const [row] = await laptop.add(also, path);
  await laptop.until(row?.id ?? '', ({ state }) => state.kind === 'needs-you' && state.reason === 'ask-which');
  expect(await uploads()).toHaveLength(1);
});

for (const answer of [
  { status: 403, body: { code: 'rest_forbidden_context' } },
  { status: 500, body: { code: 'internal_server_error' } },
]) {
  it(`a site that answers its list of files with ${answer.status} gets its clips all the same`, async () => {
    await site.switches({ failWith: { ...answer, route: '^GET /wp/v2/media' } });
    const paths = clips(4, 400_000);
    await studio.add(ava, ...paths);
    await studio.settled();
    await eachOnce(paths);
  });
}

it('a large clip that the other computer is about to end is given up before its own end, and stands for that video', {
  tags: 'proof',
}, async () => {
  const [path = ''] = clips(1, 8_000_000);
  await site.switches({ stallAfterBytes: { bytes: 4_000_000, times: 2 } });
  await studio.add(ava, path);
  await site.waitFor('stalled');
  const [row] = await laptop.add(also, path);
  await laptop.until(row?.id ?? '', ({ state }) => state.kind === 'sending');
  await site.switches({ stallAfterBytes: null });
  await site.release();
  await Promise.all([studio.settled(), laptop.settled()]);
  await eachOnce([path]);
});

describe('the same clips given to both', () => {
  for (const bytes of [20_000, 400_000, 3_000_000])
    for (const together of [true, false]) {
      const tags = bytes === 20_000 && together ? [] : 'proof';
      it(`of ${bytes} bytes, ${together ? 'at the same moment' : 'a moment after the other'}: ten clips are ten videos`, {
        tags,
      }, async () => {
        const paths = clips(10, bytes);
        const slowest = slowestAnswer();
        const first = studio.add(ava, ...paths);
        if (!together) await first;
        await Promise.all([first, laptop.add(also, ...paths)]);
        await Promise.all([studio.settled(), laptop.settled()]);
        await eachOnceUnlessHeldUp(paths, await slowest());
      });
    }
});

describe('a folder that both watch', () => {
  const place = () => join(folder.path, '.clipferry');
  /** Moved in whole, as an export is that ends. */
  const into = (...names: readonly string[]): string[] => {
    const beside = clipFolder();
    const paths = names.map((name, at) => {
      renameSync(beside.make(name, 300_000 + at), folder.file(name));
      return folder.file(name);
    });
    beside.remove();
    return paths;
  };
  /** What a computer that nobody started here keeps in the folder, so long ago. */
  const claimOf = (us: string, ageMs: number): void => {
    const [name = ''] = readdirSync(place());
    writeFileSync(join(place(), name), `${us}\n`);
    const at = (Date.now() - ageMs) / 1_000;
    utimesSync(join(place(), name), at, at);
  };

  it('is sent by one of them, the other finds its clips; nothing is left in it', { tags: 'proof' }, async () => {
    await studio.watch(ava, folder.path);
    await laptop.watch(also, folder.path);
    const paths = into(...Array.from({ length: 8 }, (_, at) => `take ${at}.mp4`));
    const arrived = async (): Promise<number> => (await site.state()).videos.length;
    await expect.poll(arrived).toBe(8);
    for (const one of [studio, laptop]) await expect.poll(async () => (await one.rows('done')).length).toBe(8);
    await eachOnce(paths);
    expect(await uploads()).toHaveLength(8);
    expect(existsSync(place())).toBe(true);
    await Promise.all([studio.stop(), laptop.stop()]);
    expect(existsSync(place())).toBe(false);
    [studio, laptop] = await Promise.all([startEngine(), startEngine()]);
  });

  it('waits for one that goes first, says so, and goes on when that one has gone', { tags: 'proof' }, async () => {
    await studio.watch(ava, folder.path);
    const [first = ''] = into('first.mp4');
    const done = async (): Promise<number> => (await studio.rows('done')).length;
    await expect.poll(done).toBe(1);
    // As if another computer had it from now on.
    claimOf('somebody else', 0);
    await studio.stop();
    expect(readdirSync(place())).toHaveLength(1);
    studio = await startEngine({ profile: studioProfile.path, secrets: studioSecrets });
    const [second = ''] = into('second.mp4');
    const waits = async () => (await studio.rows('waiting')).map(({ state }) => state);
    await expect.poll(waits).toMatchObject([{ why: 'other-computer' }]);
    claimOf('somebody else', 120_000);
    await expect.poll(done).toBe(2);
    await eachOnce([first, second]);
  });
});
