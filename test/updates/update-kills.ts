// Kills the whole engine while it fetches, tries and puts in place one version after another, with clips on their way.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as after } from 'node:timers/promises';
import { type ClipFolder, clipFolder, sha256 } from '../engine/clip-files.ts';
import { type Chance, chance } from '../kill/chance.ts';
import { startPracticeSite } from '../site/start.ts';
import { fakeApp } from './fake-app.ts';
import { createSigner, feedFor, signedText } from './signed-feed.ts';
import type { UpdateChildOrder } from './update-child.ts';
import { authorityFile, startUpdateServer } from './update-server.ts';

const script = path.join(import.meta.dirname, 'update-child.ts');
/** Longer than a whole round takes here, so that kills land everywhere. */
const wholeRoundMs = 1_000;
/** The program is put in place within it. */
const swapMs = 60;
const patienceMs = 120_000;

export interface UpdateKillsOptions {
  readonly kills: number;
  readonly seed: number;
  readonly payloadBytes: number;
}

export interface UpdateKillsReport {
  readonly kills: number;
  readonly rounds: number;
  /** Versions that were put in place. */
  readonly replaced: number;
  readonly clips: number;
  /** The last word of each engine that was killed, and how many said it last. */
  readonly byWord: ReadonlyMap<string, number>;
  readonly wrong: readonly string[];
}

interface Round {
  /** What it said last. */
  readonly word: string;
  readonly isKilled: boolean;
  readonly lines: readonly string[];
}

/** Kills it so many ms after it said `from`; null = it goes to its end. */
async function play(
  order: UpdateChildOrder,
  kill: { readonly from: string; readonly ms: number } | null,
): Promise<Round> {
  const child = spawn(process.execPath, [script, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_EXTRA_CA_CERTS: authorityFile },
  });
  const lines: string[] = [];
  const late = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    if (line === kill?.from) void after(kill.ms).then(() => child.kill('SIGKILL'));
  });
  const signal = await new Promise<string | null>((resolve) => {
    child.once('close', (_code, by) => resolve(by));
  });
  clearTimeout(late);
  return { lines, word: lines.at(-1) ?? 'nothing', isKilled: signal === 'SIGKILL' };
}

function moment(choice: Chance): { readonly from: string; readonly ms: number } {
  if (choice.is(0.5)) return { from: 'begun', ms: choice.whole(0, wholeRoundMs) };
  return { from: 'stopped', ms: choice.whole(0, swapMs) };
}

const versionOf = (program: string): string =>
  execFileSync(program, ['--say-version'], { encoding: 'utf8' }).trim().replace('clipferry ', '');

interface World {
  readonly folder: ClipFolder;
  readonly program: string;
  readonly order: Omit<UpdateChildOrder, 'how' | 'version' | 'clips' | 'connect'>;
  publish(version: string): Buffer;
  close(): Promise<void>;
}

async function createWorld(payloadBytes: number): Promise<World> {
  const folder = clipFolder();
  const server = await startUpdateServer();
  const signer = createSigner();
  const program = path.join(folder.path, 'Applications', 'Clipferry.AppImage');
  const profile = path.join(folder.path, 'profile');
  for (const one of [path.dirname(program), profile]) mkdirSync(one);
  return {
    ...{ folder, program },
    order: { profile, program, source: { feed: `${server.url}updates.json`, keys: [signer.key] } },
    publish: (version) => {
      const bytes = fakeApp(version, payloadBytes);
      const feed = feedFor(version, bytes);
      server.files.set('/updates.json', Buffer.from(signedText(feed, signer)));
      server.files.set(`/${feed.files[0]?.name}`, bytes);
      return bytes;
    },
    close: async () => {
      await server.close();
      folder.remove();
    },
  };
}

export async function updateKills({ kills, seed, payloadBytes }: UpdateKillsOptions): Promise<UpdateKillsReport> {
  const choice = chance(seed);
  const site = await startPracticeSite();
  const world = await createWorld(payloadBytes);
  const { folder, order, program, publish } = world;
  const wrong: string[] = [];
  const byWord = new Map<string, number>();
  const clips: string[] = [];
  let [killed, rounds, replaced, minor] = [0, 0, 0, 1];
  let here = fakeApp('0.1.0', payloadBytes);
  writeFileSync(program, here, { mode: 0o755 });
  let next = publish('0.2.0');
  const complain = (what: string): void => void wrong.push(`round ${rounds}: ${what}`);
  try {
    const connect = { url: site.url, password: site.signIn('ava').appPassword };
    await play({ ...order, connect, version: '0.1.0', clips, how: 'drain' }, { from: 'begun', ms: 0 });
    while (killed < kills && wrong.length === 0) {
      rounds++;
      clips.push(folder.make(`clip-${rounds}.mp4`, choice.whole(100_000, 3_000_000)));
      const how = choice.is(0.3) ? 'idle' : 'quit';
      const version = `0.${minor}.0`;
      const round = await play({ ...order, connect: null, version, clips, how }, moment(choice));
      if (round.isKilled) {
        killed++;
        byWord.set(round.word, (byWord.get(round.word) ?? 0) + 1);
      } else if (round.word !== 'left') complain(`ended by itself: ${round.lines.join(', ')}`);
      if (round.lines.includes('RESTARTED IN A CLIP')) complain('was to restart in the middle of a clip');
      const there = existsSync(program) ? readFileSync(program) : Buffer.alloc(0);
      if (!there.equals(here) && !there.equals(next)) complain(`neither program is there after “${round.word}”`);
      else if (versionOf(program) !== (there.equals(next) ? `0.${minor + 1}.0` : version))
        complain('says another version');
      if (!there.equals(next)) continue;
      replaced++;
      minor++;
      here = next;
      next = publish(`0.${minor + 1}.0`);
    }
    const last = await play({ ...order, connect: null, version: `0.${minor}.0`, clips, how: 'drain' }, null);
    if (last.word !== 'left') complain(`the clips did not all arrive: “${last.word}”`);
    const { videos } = await site.state();
    for (const clip of clips) {
      const found = videos.filter(({ file }) => file?.sha256 === sha256(clip)).length;
      if (found !== 1) complain(`${path.basename(clip)} is on the site ${found} times`);
    }
    if (videos.length !== clips.length) complain(`${videos.length} videos of ${clips.length} clips`);
  } finally {
    await site.stop();
    await world.close();
  }
  return { kills: killed, rounds, replaced, clips: clips.length, byWord, wrong };
}
