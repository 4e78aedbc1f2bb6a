// The whole engine with its updates in a process of its own, killed where a test wants it, and the world around it: a server, a program, a profile.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as after } from 'node:timers/promises';
import { type ClipFolder, clipFolder, sha256 } from '../engine/clip-files.ts';
import type { Chance } from '../kill/chance.ts';
import type { PracticeSite } from '../site/start.ts';
import { createSigner, feedFor, signedText } from './signed-feed.ts';
import type { UpdateChildOrder } from './update-child.ts';
import { authorityFile, startUpdateServer, type UpdateServer } from './update-server.ts';

const script = path.join(import.meta.dirname, 'update-child.ts');
const patienceMs = 120_000;

export interface Round {
  /** What it said last. */
  readonly word: string;
  readonly isKilled: boolean;
  readonly lines: readonly string[];
}

/** Kills it so many ms after it said `from`; null = it goes to its end. */
export async function play(
  order: UpdateChildOrder,
  kill: { readonly from: string; readonly ms: number } | null,
): Promise<Round> {
  const child = spawn(process.execPath, [script, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_EXTRA_CA_CERTS: authorityFile },
  });
  const lines: string[] = [];
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    child.kill('SIGKILL');
  }, patienceMs);
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    if (line === kill?.from) void after(kill.ms).then(() => child.kill('SIGKILL'));
  });
  const signal = await new Promise<string | null>((resolve) => {
    child.once('close', (_code, by) => resolve(by));
  });
  clearTimeout(late);
  // One that hangs was not killed: it is as wrong as one that ends by itself.
  return {
    lines,
    word: isLate ? 'nothing more' : (lines.at(-1) ?? 'nothing'),
    isKilled: signal === 'SIGKILL' && !isLate,
  };
}

/** What is wrong with how a start of it went. */
export function wrongEnd({ isKilled, word, lines }: Round): readonly string[] {
  return [
    ...(isKilled || word === 'left' ? [] : [`came to no end of its own, but to “${word}”: ${lines.join(', ')}`]),
    ...(lines.includes('RESTARTED IN A CLIP') ? ['was to restart in the middle of a clip'] : []),
  ];
}

/** When it is killed: on the way to an update, or while that is put in place, which begins with its last words. */
export function momentOf(
  choice: Chance,
  { share, wholeRoundMs, swapMs }: { readonly share: number; readonly wholeRoundMs: number; readonly swapMs: number },
): { readonly from: string; readonly ms: number } {
  if (choice.is(share)) return { from: 'begun', ms: choice.whole(0, wholeRoundMs) };
  return { from: 'stopped', ms: choice.whole(0, swapMs) };
}

/** What the program at the place says that it is. */
export const versionOf = (program: string): string =>
  execFileSync(program, ['--say-version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .trim()
    .replace('clipferry ', '');

export interface World {
  readonly folder: ClipFolder;
  readonly program: string;
  readonly order: Omit<UpdateChildOrder, 'how' | 'version' | 'clips' | 'connect'>;
  readonly server: UpdateServer;
  /** Puts the program on the server, and a signed list of it. */
  publish(version: string, bytes: Buffer): void;
  close(): Promise<void>;
}

export async function createWorld(): Promise<World> {
  const folder = clipFolder();
  const server = await startUpdateServer();
  const signer = createSigner();
  const program = path.join(folder.path, 'Applications', 'Clipferry.AppImage');
  const profile = path.join(folder.path, 'profile');
  for (const one of [path.dirname(program), profile]) mkdirSync(one);
  return {
    ...{ folder, program, server },
    order: { profile, program, source: { feed: `${server.url}updates.json`, keys: [signer.key] } },
    publish: (version, bytes) => {
      const feed = feedFor(version, bytes);
      server.files.set('/updates.json', Buffer.from(signedText(feed, signer)));
      server.files.set(`/${feed.files[0]?.name}`, bytes);
    },
    close: async () => {
      await server.close();
      folder.remove();
    },
  };
}

/** What is wrong with what is on the site: each clip has to be there once, byte for byte, and nothing besides. */
export async function wrongVideos(
  site: Pick<PracticeSite, 'state'>,
  clips: readonly string[],
): Promise<readonly string[]> {
  const { videos } = await site.state();
  const wrong = clips.flatMap((clip) => {
    const found = videos.filter(({ file }) => file?.sha256 === sha256(clip)).length;
    return found === 1 ? [] : [`${path.basename(clip)} is on the site ${found} times`];
  });
  return videos.length === clips.length ? wrong : [...wrong, `${videos.length} videos of ${clips.length} clips`];
}
