// Names as people and devices make them: what the app's own code sends under them arrives whole, with the title that was meant (platform facts, section 14; F-37).
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { decode } from 'html-entities';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { clipFolder, type Engine, startEngine } from '../engine/engine.ts';
import type { StateVideo } from '../site/control-state.ts';
import { startTarget, type Target } from './target.ts';

let site: Target;
let engine: Engine;
let accountId: string;
beforeAll(async () => {
  site = await startTarget();
});
afterAll(() => site.stop());
beforeEach(async () => {
  await site.reset();
  engine = await startEngine();
  accountId = await engine.connect(site);
});
afterEach(() => engine.stop());

/** Real PHP on a busy computer. */
const patienceMs = 60_000;
vi.setConfig({ testTimeout: patienceMs + 10_000 });

/** Sends one clip of this name, with a title typed before when one is given; gives the video it became. */
async function send(name: string, title: string | null): Promise<StateVideo | undefined> {
  const folder = clipFolder({ [name]: 'C0001.mp4' });
  const sha256 = createHash('sha256')
    .update(readFileSync(folder.file(name)))
    .digest('hex');
  const { handlers } = engine.uploader;
  await handlers['queue.pause'](true);
  const [job] = await engine.add(accountId, folder.file(name));
  const jobId = job?.id ?? '';
  if (title !== null) await handlers['job.describe']({ jobId, draft: { title } });
  await handlers['queue.pause'](false);
  await engine.until(jobId, (row) => row.state.kind === 'done', patienceMs);
  folder.remove();
  const { videos, unattached } = await site.state();
  expect(videos).toHaveLength(1);
  expect(unattached).toEqual([]);
  expect(videos[0]?.file?.sha256).toBe(sha256);
  return videos[0];
}

/** 255 bytes with its extension: as many as a file system takes. */
const longest = `${'Lange Überschrift '.repeat(13)}Ende`;
/** The 200 bytes of it that are sent, so that the site can still add a number. */
const cut = `${'Lange Überschrift '.repeat(10)}Lange Übe`;

const titleOf = (video: StateVideo | undefined): string => decode(video?.title ?? '');

const names: readonly (readonly [string, string, string, string])[] = [
  ['umlauts in one piece (NFC)', 'Über Köln – Größe'.normalize('NFC'), 'Über Köln – Größe', 'Uber-Koln-–-Grose'],
  [
    'umlauts in two, as from a Mac (NFD)',
    'Über Köln – Größe'.normalize('NFD'),
    'Über Köln – Größe',
    'Uber-Koln-–-Grose',
  ],
  ['emoji', '🎬 Día 1 👩‍👩‍👧 🇩🇪', '🎬 Día 1 👩‍👩‍👧 🇩🇪', '🎬-Dia-1-👩‍👩‍👧-🇩🇪'],
  ['quotes of many kinds', "“So” ‘it’ «is» & it's", "“So” ‘it’ «is» & it's", 'So-‘it-is-its'],
  ['straight double quotes', 'We "quote" it', 'We quote it', 'We-quote-it'],
  ['255 bytes', longest, cut, cut.replaceAll('Ü', 'U').replaceAll(' ', '-')],
  ['right-to-left letters', 'مرفأ الصباح בוקר טוב 12', 'مرفأ الصباح בוקר טוב 12', 'مرفأ-الصباح-בוקר-טוב-12'],
  ['signs of HTML and of addresses', 'a <b> & 100% #1 + more; x=y', 'a b & 100% #1 + more; x=y', 'a-b-100-1-more-xy'],
];
/** What no file on Windows may be called. */
const forbidden = process.platform === 'win32' ? /["<>]/ : /^$/;

describe('a clip whose name has', () => {
  it.each(names.filter(([, base]) => !forbidden.test(base)))('%s', async (_, base, title, stored) => {
    expect(Buffer.byteLength(`${base}.mp4`)).toBeLessThanOrEqual(255);
    const video = await send(`${base}.mp4`, null);
    expect([titleOf(video), video?.file?.name]).toEqual([title, `${stored}.mp4`]);
  });
});

describe('a title typed before it is sent keeps', () => {
  it.each([
    ['what a file name may not have', 'Is 1/2 < "3/4"? A\\B: *yes* | no & <i>so</i>', 'Is-1-2-3-4-A-B-yes-no-i-so-i'],
    ['emoji, umlauts and right-to-left letters', 'Größe 🎬 👩‍👩‍👧 مرفأ בוקר', 'Grose-🎬-👩‍👩‍👧-مرفأ-בוקר'],
    ['more than a file name holds', '日本 '.repeat(60).trim(), '日本 '.repeat(28).concat('日').replaceAll(' ', '-')],
  ])('%s', async (_, title, stored) => {
    const video = await send('C0001.MP4', title);
    expect([titleOf(video), video?.file?.name]).toEqual([title, `${stored}.mp4`]);
  });
});
