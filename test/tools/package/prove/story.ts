// The demo story in an installed app, and clips that are on their way while it is upgraded; judged by what the practice site has.
import path from 'node:path';
import { decode } from 'html-entities';
import { t } from '../../../../preload/text/text.ts';
import { grownClip, sha256 } from '../../../e2e/steps.ts';
import type { PracticeSite } from '../../../site/start.ts';
import { type FreshRoot, home } from './fresh-root.ts';
import type { Person } from './person.ts';
import { type RunningApp, until } from './running-app.ts';

export const demoClips = [
  'Harbour at dawn.mp4',
  'Market street.mp4',
  'Tide pools.mp4',
  'Deep zoom.mp4',
  'Festival lights (portrait).mp4',
];
/** On their way, and waiting, when the app is upgraded. */
export const flightClips = ['Morning ferry.mp4', 'Night ferry.mp4', 'Last ferry.mp4'];
const title = 'Harbour at dawn & the Ferry Queen';
const mebibyte = 1024 * 1024;

export interface Stage {
  readonly root: FreshRoot;
  readonly person: Person;
  readonly app: RunningApp;
  readonly site: PracticeSite;
  /** Where the clips lie on this machine; in the root they are copied into the person's home. */
  readonly clips: string;
  readonly desktopFile: string;
}

/** Fills `folder` with clips of which no two are alike. */
export async function makeClips(folder: string): Promise<void> {
  for (const name of demoClips) await grownClip(name, path.join(folder, name), 2 * mebibyte);
  for (const name of flightClips) await grownClip('Tide pools.mp4', path.join(folder, name), 12 * mebibyte);
}

const inHome = (name: string): string => `${home}/Videos/${name}`;

async function open({ root, app, desktopFile }: Stage, names: readonly string[]): Promise<void> {
  await root.mustAsUser('mkdir', '-p', `${home}/Videos`);
  for (const name of names) await root.mustAsUser('cp', `/mnt/clips/${name}`, inHome(name));
  await app.launch(desktopFile, ...names.map(inHome));
}

/** Rejects with what is there not once. Resolves to the videos. */
async function onceEach({ site, clips }: Stage, names: readonly string[]) {
  const { videos } = await site.state();
  const wrong = names.flatMap((name) => {
    const wanted = sha256(path.join(clips, name));
    const found = videos.filter(({ file }) => file?.sha256 === wanted).length;
    return found === 1 ? [] : [`${name} is on the site ${found} times`];
  });
  if (videos.length !== names.length) wrong.push(`${videos.length} videos for ${names.length} clips`);
  if (wrong.length > 0) throw new Error(wrong.join(', '));
  return videos;
}

async function untilDone({ person }: Stage, count: number): Promise<void> {
  await person.look('tab', `Done\\s*${count}`, 120);
}

export async function connect({ person, site }: Stage): Promise<string> {
  await person.type('Site address', site.url);
  await person.click('button', 'Continue');
  await person.look('heading', 'Sign in to .*');
  const choose = t('sign-in.application-password.choose');
  if ((await person.read()).includes(choose)) await person.click('button', choose);
  await person.type('Username or email', 'ava');
  await person.type('Application password', site.signIn('ava').appPassword);
  await person.click('button', 'Sign in');
  await person.look('heading', 'Uploads');
  return 'by an application password, over HTTP';
}

/** Five clips by "Open with", and a title typed for one of them. */
export async function demo(stage: Stage): Promise<string> {
  const { person, site } = stage;
  await site.switches({ slowBytesPerSecond: mebibyte / 4 });
  await open(stage, demoClips);
  await person.click('text', String.raw`Harbour at dawn\.mp4`);
  await person.type('Title', title);
  await person.keys('Tab');
  await site.switches({ slowBytesPerSecond: null });
  await untilDone(stage, demoClips.length);
  await until('the title is on the site', async () =>
    (await site.state()).videos.some((video) => decode(video.title) === title),
  );
  await onceEach(stage, demoClips);
  return `${demoClips.length} clips, each once and byte for byte, and the typed title${person.slipped()}`;
}

/** What the desktop file has the menu of the icon do. */
export async function iconMenu({ root, person, desktopFile }: Stage): Promise<string> {
  const text = await root.must('cat', desktopFile);
  const orders = [
    ['pause', 'menu.resume'],
    ['resume', 'menu.pause'],
  ] as const;
  for (const [order, offered] of orders) {
    const command = new RegExp(`^\\[Desktop Action ${order}\\]$[^[]*^Exec=(.*)$`, 'm').exec(text)?.[1];
    if (command === undefined) throw new Error(`the desktop file has no ${order}`);
    await root.mustAsUser('sh', '-c', `${command} >>"$HOME/started.log" 2>&1`);
    await person.look('button', t(offered));
  }
  return 'pauses, and goes on';
}

/** Upgrades the app while clips are on their way, quits it, and starts the newer one. */
export async function flight(stage: Stage, upgrade: () => Promise<string>, newer: string): Promise<string> {
  const { person, site, app, desktopFile } = stage;
  const { uploadStarted, uploadAborted } = (await site.state()).counts;
  await site.switches({ slowBytesPerSecond: mebibyte / 10 });
  await open(stage, flightClips);
  await site.waitFor('uploadStarted', uploadStarted + 1);
  const seen = await upgrade();
  if (!app.isRunning()) throw new Error('the app was ended by its upgrade');
  await app.quit(person, { sending: true });
  await site.waitFor('uploadAborted', uploadAborted + 1);
  await site.switches({ slowBytesPerSecond: null });
  await app.launch(desktopFile);
  const all = [...demoClips, ...flightClips];
  await untilDone(stage, all.length);
  await onceEach(stage, all);
  const version = await app.version();
  if (version !== newer) throw new Error(`after the upgrade to ${newer} there started ${version}`);
  return `${seen}; it went on sending until it was quit, and ${newer} sent the rest: ${all.length} clips, each once`;
}
