// The main job, shown on the practice site: a real sign-in, five real clips dropped on the window, a sixth copied into a watched
// folder, and what arrived.
//
// With a screen the window stays open to play with; without one it saves pictures, prints what arrived and ends: 0 when every
// clip is on the site exactly once, byte for byte and with its metadata, else 1.
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { decode } from 'html-entities';
import { startPracticeSite } from '../site/start.ts';
import { close, launchApp, realDrop, screenshot } from './harness.ts';
import { clipFolder, connect, grownClip, sha256, typeDetails, untilDone, watchFolder } from './steps.ts';

const clips = [
  'Harbour at dawn.mp4',
  'Market street.mp4',
  'Tide pools.mp4',
  'Deep zoom.mp4',
  'Festival lights (portrait).mp4',
];
const copied = 'Camera check.mp4';
const title = 'Harbour at dawn & the “Ferry Queen”';
const description = 'Filmed from the east pier.';
const alone = process.env.CLIPFERRY_SCREEN === 'virtual';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

// Slow enough that the way of a clip can be watched.
const folder = await clipFolder({});
for (const [at, name] of clips.entries())
  await grownClip(name, path.join(folder.path, name), (at + 2) * 6 * 1024 * 1024);
const source = (name: string): string => path.join(folder.path, name);
const site = await startPracticeSite({ name: 'Harbour Films', switches: { slowBytesPerSecond: 3_000_000 } });
const running = await launchApp();
const { page } = running;
const picture = async (name: string): Promise<void> => {
  if (!alone) return;
  for (const theme of ['light', 'dark'] as const) await screenshot(running, `demo-${name}`, theme);
};

say(`Practice site: ${site.url} (sign-in: ava, ${site.signIn('ava').appPassword})`);
await picture('1-connect');
await connect(page, site);
say('Signed in over HTTP with an application password.');
await realDrop(
  page,
  clips.map((name) => source(name)),
);
await page.getByRole('row').filter({ hasText: 'Sending' }).first().waitFor();
say(`Dropped ${clips.length} clips on the window.`);
await typeDetails(page, 'Harbour at dawn', { title, description });
say(`Typed while sending: title “${title}”.`);
await page
  .getByRole('row')
  .locator('img')
  .nth(clips.length - 1)
  .waitFor();
await picture('2-sending');
await site.switches({ slowBytesPerSecond: null });
await untilDone(page, clips.length);
await picture('3-on-the-site');

// A folder in the other one, so that its name is one that people give.
const watched = path.join(folder.path, 'Exports');
await mkdir(watched);
await page.getByRole('button', { name: /^Watched folders/i }).click();
await watchFolder(running, watched);
say(`Watched folder: ${watched}`);
await grownClip(copied, source(copied), 1024 * 1024);
await copyFile(source(copied), path.join(watched, copied));
say('Copied one clip into it.');
await page.getByRole('region', { name: 'Exports' }).getByText('1 added').waitFor();
await picture('4-watched-folder');
await page.getByRole('button', { name: /^Uploads/ }).click();
await untilDone(page, clips.length + 1);
await page.getByRole('button', { name: 'Library' }).click();
await page.getByRole('row').nth(clips.length).waitFor();
await page.getByRole('row').first().click();
await page.getByLabel('Title', { exact: true }).waitFor();
await picture('5-library');

const { videos, uploads } = await site.state();
say('');
say('On the site:');
let wrong = 0;
const sent = [...clips, copied];
for (const name of sent) {
  const wanted = sha256(source(name));
  const found = videos.filter((video) => video.file?.sha256 === wanted);
  const [video] = found;
  const equal = found.length === 1;
  if (!equal) wrong++;
  say(
    equal && video
      ? `  #${video.id}  ${decode(video.title)}  ${video.file?.size} bytes  sha256 ${wanted.slice(0, 16)}… equal to the source`
      : `  MISSING OR DOUBLED: ${name} is there ${found.length} times`,
  );
}
// An author's title is stored encoded; the site shows it decoded.
const titled = videos.filter((video) => decode(video.title) === title && video.content.includes(description));
if (titled.length !== 1) wrong++;
say(
  `  ${uploads.length} uploads for ${sent.length} clips; typed title and description ${titled.length === 1 ? 'arrived' : 'DID NOT ARRIVE'}`,
);

if (alone) {
  say('');
  say('Pictures: test-results/screenshots');
  await close(running);
} else {
  say('');
  say(`The window stays open: drop more clips on it, or copy some into ${watched}.`);
  say('Close it and quit Clipferry to end the demo.');
  await running.app.waitForEvent('close', { timeout: 0 });
}
await site.stop();
await folder.remove();
process.exitCode = wrong === 0 && uploads.length === sent.length ? 0 : 1;
