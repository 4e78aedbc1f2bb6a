// Updates from one real AppImage to the next, with lines that are cut, an engine that is killed, and clips on their way.
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hourMs } from '../../main/retry.ts';
import { chance } from '../kill/chance.ts';
import { type PracticeSite, startPracticeSite } from '../site/start.ts';
import { createWorld, momentOf, play, versionOf, type World, wrongEnd, wrongVideos } from './killed-engine.ts';

/** A program in the place of the app, and the version that it says. */
export interface RealProgram {
  readonly bytes: Buffer;
  readonly version: string;
}

export interface RealUpdatesOptions {
  readonly old: RealProgram;
  readonly next: RealProgram;
  readonly seed: number;
}

export interface RealUpdate {
  readonly starts: number;
  readonly kills: number;
  readonly cuts: number;
  readonly clips: number;
  readonly wrong: readonly string[];
}

/** Within the first it is mostly fetched and tried here, within the second read once more and put in place. */
const moments = { share: 0.7, wholeRoundMs: 8_000, swapMs: 1_000 };
const mostStarts = 12;

const besides = (program: string): readonly string[] =>
  readdirSync(path.dirname(program)).filter((name) => name !== path.basename(program));

async function update(
  { folder, order, program, server }: World,
  site: PracticeSite,
  { old, next, seed }: RealUpdatesOptions,
): Promise<RealUpdate> {
  const choice = chance(seed);
  const clips: string[] = [];
  const wrong: string[] = [];
  let [starts, kills] = [0, 0];
  const planned = choice.whole(0, 4);
  const connect = { url: site.url, password: site.signIn('ava').appPassword };
  await play({ ...order, connect, version: old.version, clips, how: 'drain' }, { from: 'begun', ms: 0 });
  const cuts = Array.from({ length: choice.whole(0, 5) }, () => choice.whole(1, next.bytes.length - 1));
  server.cuts.push(...cuts);
  let isNext = false;
  while (!isNext && wrong.length === 0 && starts < mostStarts) {
    starts++;
    clips.push(folder.make(`clip-${starts}.mp4`, choice.whole(100_000, 3_000_000)));
    const how = choice.is(0.3) ? 'idle' : 'quit';
    const kill = kills < planned ? momentOf(choice, moments) : null;
    const round = await play({ ...order, connect: null, version: old.version, clips, how }, kill);
    if (round.isKilled) kills++;
    wrong.push(...wrongEnd(round));
    const there = existsSync(program) ? readFileSync(program) : Buffer.alloc(0);
    isNext = there.equals(next.bytes);
    if (!isNext && !there.equals(old.bytes)) wrong.push(`neither program is there after “${round.word}”`);
    else if (versionOf(program) !== (isNext ? next : old).version) wrong.push('says another version');
  }
  if (!isNext) wrong.push(`not in place after ${starts} starts`);
  const last = await play({ ...order, connect: null, version: next.version, clips, how: 'drain' }, null);
  if (last.word !== 'left') wrong.push(`the clips did not all arrive: “${last.word}”`);
  wrong.push(...(await wrongVideos(site, clips)));
  // Hours later: what lies there since may be nobody else's work any more.
  const before = new Date(Date.now() - 2 * hourMs);
  for (const name of besides(program)) utimesSync(path.join(path.dirname(program), name), before, before);
  // The new one looks after itself once it has started: the old one is needed no more.
  wrong.push(...wrongEnd(await play({ ...order, connect: null, version: next.version, clips, how: 'quit' }, null)));
  return { starts, kills, cuts: cuts.length - server.cuts.length, clips: clips.length, wrong };
}

/** One update in a world of its own. */
export async function realUpdate(options: RealUpdatesOptions): Promise<RealUpdate> {
  const site = await startPracticeSite();
  const world = await createWorld();
  try {
    writeFileSync(world.program, options.old.bytes, { mode: 0o755 });
    world.publish(options.next.version, options.next.bytes);
    const done = await update(world, site, options);
    const left = besides(world.program);
    return left.length === 0
      ? done
      : { ...done, wrong: [...done.wrong, `left beside the program: ${left.join(', ')}`] };
  } finally {
    await site.stop();
    await world.close();
  }
}
