// The main story in the app for Windows: sign in, drop, watch a folder, cut off in the middle, go on; judged by what the practice site has.
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { decode } from 'html-entities';
import { realDrop } from '../../e2e/harness.ts';
import { connect, grownClip, row, sha256, untilDone } from '../../e2e/steps.ts';
import type { PracticeSite } from '../../site/start.ts';
import { type FreshRoot, home } from '../package/prove/fresh-root.ts';
import type { Step } from '../package/prove/steps.ts';
import type { WindowsApp } from './windows-app.ts';

const mebibyte = 1024 * 1024;
const patienceMs = 120_000;
const dropped = ['Harbour at dawn.mp4', 'Märkte & Straßen.mp4', 'Tide pools.mp4'];
const saved = ['Morning ferry.mp4', 'Late/Night ferry.mp4'];
const cutOff = ['Long crossing.mp4', 'Last ferry.mp4'];
const title = 'Harbour at dawn & the Ferry Queen';

export interface Stage {
  readonly root: FreshRoot;
  readonly app: WindowsApp;
  readonly site: PracticeSite;
  /** Where the clips lie on this machine: /mnt/clips in the root. */
  readonly clips: string;
}

/** Fills `folder` with clips of which no two are alike. */
export async function makeClips(folder: string): Promise<void> {
  for (const name of [...dropped, ...saved])
    await grownClip('Tide pools.mp4', path.join(folder, path.basename(name)), mebibyte);
  for (const name of cutOff) await grownClip('Market street.mp4', path.join(folder, name), 12 * mebibyte);
}

/** Rejects with what is there not once, or not byte for byte. */
async function onceEach({ site, clips }: Stage, names: readonly string[]): Promise<string> {
  const { videos } = await site.state();
  const wrong = names.flatMap((name) => {
    const wanted = sha256(path.join(clips, path.basename(name)));
    const found = videos.filter(({ file }) => file?.sha256 === wanted).length;
    return found === 1 ? [] : [`${name} is on the site ${found} times`];
  });
  if (videos.length !== names.length) wrong.push(`${videos.length} videos for ${names.length} clips`);
  if (wrong.length > 0) throw new Error(wrong.join(', '));
  return `${names.length} clips, each once and byte for byte`;
}

/** As a program saves it: under its name at once, in pieces. */
const save = ({ root }: Stage, name: string, to: string): Promise<string> =>
  root.mustAsUser(
    'sh',
    '-c',
    `mkdir -p "$(dirname "$2")" && cat "$1" > "$2"`,
    'sh',
    `/mnt/clips/${path.basename(name)}`,
    to,
  );

const goTo = (page: Page, place: 'Uploads' | 'Watched folders'): Promise<void> =>
  page.getByRole('navigation', { name: 'Places' }).getByRole('button', { name: place }).click();

/** Answers the system's own box. */
async function watch({ root }: Stage, page: Page): Promise<void> {
  const drive = `${home}/.wine/drive_c`;
  await root.mustAsUser('mkdir', '-p', `${drive}/watched`);
  await goTo(page, 'Watched folders');
  await page.getByRole('button', { name: 'Watch a folder' }).click();
  // While it looks windows go, at which it ends.
  const focus = `until xdotool search --onlyvisible --name '^Watch a folder$' windowfocus --sync; do sleep 0.3; done`;
  await root.mustAsUser('timeout', '60', 'sh', '-c', focus);
  await root.mustAsUser('xdotool', 'type', '--delay', '60', 'C:\\watched');
  await root.mustAsUser('xdotool', 'key', 'Return');
  const question = page.getByRole('dialog');
  await expect(question).toContainText('C:\\watched', { timeout: 30_000 });
  await question.getByRole('button', { name: 'Watch folder' }).click();
  await expect(page.getByRole('region', { name: 'watched' })).toContainText('Watching', { timeout: 30_000 });
}

/** What the app says for the packaging check, and the same with as many letters. */
const readyWord = 'clipferry: window ready';
const otherWord = 'clipferry: window raedy';

/** What the program at `file` of the root says when it is started for that check. */
async function smokeOf(root: FreshRoot, file: string): Promise<string> {
  // What it prints into pipes is lost.
  const command = `timeout 60 wine "$1" </dev/null >${home}/smoke.out 2>${home}/smoke.err`;
  await root.asUser('env', 'WINEDEBUG=-all', 'CLIPFERRY_SMOKE=1', 'sh', '-c', command, 'sh', `Z:${file}`);
  return root.must('cat', `${home}/smoke.out`, `${home}/smoke.err`);
}

/** The steps share one window, which the cut ends. `program` lies in /mnt/packaged of the root. */
export function storyOf(stage: Stage, program: string): readonly Step[] {
  const { root, app, site } = stage;
  let page: Page;
  return [
    {
      name: 'packaged app',
      act: async () => {
        const said = await smokeOf(root, `/mnt/packaged/${program}`);
        if (!said.includes(readyWord)) throw new Error(`it said: ${said}`);
        return 'window, bridge and engine of the packaged program answer, and it ends by itself';
      },
    },
    {
      name: 'changed archive',
      act: async () => {
        await root.mustAsUser('cp', '-r', '/mnt/packaged', `${home}/changed`);
        // Where it lies now it would start: what keeps it from that afterwards is the change alone.
        const before = await smokeOf(root, `${home}/changed/${program}`);
        if (!before.includes(readyWord)) throw new Error(`unchanged it said: ${before}`);
        const archive = `${home}/changed/resources/app.asar`;
        await root.mustAsUser('sed', '-i', `s/${readyWord}/${otherWord}/`, archive);
        await root.mustAsUser('grep', '-q', otherWord, archive);
        const said = await smokeOf(root, `${home}/changed/${program}`);
        if (said.includes(readyWord) || said.includes(otherWord)) throw new Error(`it started, and said: ${said}`);
        return 'with two letters of its code the other way round the program does not start';
      },
    },
    {
      name: 'start',
      act: async () => {
        page = await app.start();
        await expect(page.getByRole('heading', { name: 'Connect your video site' })).toBeVisible({
          timeout: patienceMs,
        });
        return 'the window shows the first step';
      },
    },
    {
      name: 'sign in',
      act: async () => {
        await connect(page, site);
        return 'by an application password, over HTTP';
      },
    },
    {
      name: 'drop',
      act: async () => {
        await realDrop(
          page,
          dropped.map((name) => `Z:\\mnt\\clips\\${name}`),
        );
        await row(page, dropped[0] ?? '').click();
        await page.getByLabel('Title', { exact: true }).fill(title);
        await page.keyboard.press('Tab');
        await untilDone(page, dropped.length, patienceMs);
        await expect
          .poll(async () => (await site.state()).videos.map((video) => decode(video.title)), { timeout: patienceMs })
          .toContain(title);
        return `${await onceEach(stage, dropped)}, and the typed title`;
      },
    },
    {
      name: 'watched folder',
      act: async () => {
        await watch(stage, page);
        for (const name of saved) await save(stage, name, `${home}/.wine/drive_c/watched/${name}`);
        await goTo(page, 'Uploads');
        await untilDone(page, dropped.length + saved.length, patienceMs);
        return onceEach(stage, [...dropped, ...saved]);
      },
    },
    {
      name: 'cut off',
      act: async () => {
        const { uploadStarted } = (await site.state()).counts;
        await site.switches({ slowBytesPerSecond: mebibyte });
        await realDrop(
          page,
          cutOff.map((name) => `Z:\\mnt\\clips\\${name}`),
        );
        // What is not on the list yet was not taken.
        for (const name of cutOff) await expect(row(page, name)).toBeVisible({ timeout: patienceMs });
        await site.waitFor('uploadStarted', uploadStarted + 1);
        await app.kill();
        await site.switches({ slowBytesPerSecond: null });
        return 'ended in the middle of a clip, as by a power cut';
      },
    },
    {
      name: 'go on',
      act: async () => {
        page = await app.start();
        const all = [...dropped, ...saved, ...cutOff];
        await untilDone(page, all.length, patienceMs);
        await goTo(page, 'Watched folders');
        await expect(page.getByRole('region', { name: 'watched' })).toContainText('Watching', { timeout: 30_000 });
        return `by itself; ${await onceEach(stage, all)}`;
      },
    },
  ];
}
