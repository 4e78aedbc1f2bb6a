// Kills the whole engine while it fetches, tries and puts in place one version after another, with clips on their way.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chance } from '../kill/chance.ts';
import { startPracticeSite } from '../site/start.ts';
import { fakeApp } from './fake-app.ts';
import { createWorld, momentOf, play, versionOf, wrongEnd, wrongVideos } from './killed-engine.ts';

/** Longer than a whole round takes here, and than the program takes to be put in place, so that kills land everywhere. */
const moments = { share: 0.5, wholeRoundMs: 1_000, swapMs: 60 };

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

export async function updateKills({ kills, seed, payloadBytes }: UpdateKillsOptions): Promise<UpdateKillsReport> {
  const choice = chance(seed);
  const site = await startPracticeSite();
  const world = await createWorld();
  const { folder, order, program } = world;
  const publish = (version: string): Buffer => {
    const bytes = fakeApp(version, payloadBytes);
    world.publish(version, bytes);
    return bytes;
  };
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
      const round = await play({ ...order, connect: null, version, clips, how }, momentOf(choice, moments));
      if (round.isKilled) {
        killed++;
        byWord.set(round.word, (byWord.get(round.word) ?? 0) + 1);
      }
      for (const what of wrongEnd(round)) complain(what);
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
    for (const what of await wrongVideos(site, clips)) complain(what);
  } finally {
    await site.stop();
    await world.close();
  }
  return { kills: killed, rounds, replaced, clips: clips.length, byWord, wrong };
}
