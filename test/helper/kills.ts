// The helper's kill campaign: the real engine sends clips to a real WordPress, and one of all programs that take part is killed again and again.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { grownClip } from '../engine/clip-files.ts';
import { type Chance, chance } from '../kill/chance.ts';
import { type EngineHold, type Engines, engines } from '../kill/engine-hold.ts';
import { type Complaint, complaints, type WantedClip } from '../kill/oracle.ts';
import { typing } from '../kill/typed.ts';
import { type CutLine, cutLine } from '../network/cut-line.ts';
import type { FrontOptions } from '../wordpress/fronts.ts';
import { cleanUp, type HelperSite, pieces, rowsOf, startHelperSite } from './site.ts';

export interface HelperKillOptions {
  readonly kills: number;
  readonly seed: number;
  /** Web servers, one after the other; the kills are shared out. */
  readonly fronts: readonly Exclude<FrontOptions['kind'], 'built-in'>[];
  readonly onRound?: (report: HelperKillReport) => void;
}

export interface HelperKillReport {
  kills: number;
  rounds: number;
  clips: number;
  /** Of the clips, and of all that went over the line. */
  clipBytes: number;
  lineBytes: number;
  cuts: number;
  readonly byVictim: Map<string, number>;
  /** What the uploads were at when something was killed. */
  readonly byState: Map<string, number>;
  /** Pieces that lay there when all was done, and were gone after their time. */
  leftUntilExpiry: number;
  readonly failures: (Complaint & { readonly front: string; readonly history: readonly string[] })[];
}

const victims = ['app', 'app', 'php workers', 'php', 'web server', 'database'] as const;
type Victim = (typeof victims)[number];

const MB = 1_000_000;
const settleMs = 2_000;
/** Nobody disturbs it any more: what is left is over long before. */
const drainMs = 180_000;
/** A world begins anew after so many rounds, so that its disk and its list stay small. */
const roundsOfWorld = 6;

const count = (map: Map<string, number>, name: string): void => void map.set(name, (map.get(name) ?? 0) + 1);

interface World {
  readonly site: HelperSite;
  readonly line: CutLine;
  readonly pool: Engines;
  readonly folder: string;
  readonly profile: string;
  readonly clips: WantedClip[];
  engine: EngineHold;
  readonly report: HelperKillReport;
  readonly say: (line: string) => void;
}

async function begin(world: World): Promise<void> {
  world.engine = world.pool.next();
  await world.engine.ask('begin', { profile: world.profile, settleMs, death: null });
}

async function endApp({ engine, say }: World): Promise<void> {
  engine.kill();
  const { complaints: said } = await engine.ended;
  if (said !== '') say(`the app complained: ${said}`);
}

async function kill(world: World, victim: Victim, downMs: number): Promise<void> {
  const { php, web } = world.site.front;
  const { database } = world.site.site;
  switch (victim) {
    case 'app':
      await endApp(world);
      await pause(downMs);
      return begin(world);
    case 'php workers':
      // Its master starts others.
      php.killWorkers();
      return;
    case 'php':
    case 'web server':
    case 'database': {
      const program = { php, 'web server': web, database }[victim];
      await program.kill();
      await pause(downMs);
      return program.restart();
    }
  }
}

/** What the uploads that are not done are at. */
async function openStates({ site }: World): Promise<string[]> {
  const rows = await rowsOf(site);
  return rows.filter(({ state }) => state !== 'answered').map(({ state }) => state ?? '');
}

/** Waits for the moment of the next kill: any, or one in which a file is whole and on its way into the site. */
async function untilMoment(world: World, chance: Chance): Promise<void> {
  if (chance.is(0.6)) return pause(chance.whole(0, 1_500));
  const giveUpAt = Date.now() + 4_000;
  while (Date.now() < giveUpAt) {
    const states = await openStates(world);
    if (states.includes('whole') || states.includes('handing')) return pause(chance.whole(0, 80));
    await pause(3);
  }
}

function makeClip(world: World, chance: Chance): string {
  const name = `clip ${world.report.clips}.mp4`;
  const path = join(world.folder, name);
  const bytes = grownClip(chance.whole(2 * MB, 40 * MB));
  writeFileSync(path, bytes);
  world.clips.push({ name, sha256: createHash('sha256').update(bytes).digest('hex'), typed: typing() });
  world.report.clips++;
  world.report.clipBytes += bytes.length;
  return path;
}

async function playRound(world: World, chance: Chance, kills: number): Promise<readonly Complaint[]> {
  const { report, say } = world;
  const paths = Array.from({ length: chance.whole(1, 3) }, () => makeClip(world, chance));
  await world.engine.ask('drop', { paths });
  say(`dropped ${paths.length}`);
  for (let left = kills; left > 0; left--) {
    await untilMoment(world, chance);
    const victim = chance.pick(victims);
    const states = await openStates(world);
    const downMs = chance.pick([0, 0, 300, 1_200]);
    say(`kills ${victim} for ${downMs} ms; uploads: ${states.join(', ') || 'none is open'}`);
    await kill(world, victim, downMs);
    report.kills++;
    count(report.byVictim, victim);
    for (const state of states.length === 0 ? ['none open'] : states) count(report.byState, state);
  }
  return settle(world, chance);
}

/** Nothing is killed any more: all comes right by itself, and what is kept is kept for its time alone. */
async function settle(world: World, chance: Chance): Promise<readonly Complaint[]> {
  const { site, engine, clips, report, say } = world;
  if (chance.is(0.5)) await engine.ask('hurry');
  const standing = await engine.ask('drain', { names: clips.map(({ name }) => name), timeoutMs: drainMs });
  const found: Complaint[] = standing.map(({ name, state }) => ({ wrong: 'stuck', story: `${name} stands: ${state}` }));
  found.push(...complaints(clips, await site.site.state()));
  const { folder, files } = await pieces(site);
  report.leftUntilExpiry += Object.keys(files).length;
  say(`done; pieces that are left: ${JSON.stringify(files)}`);
  await expire(site, folder);
  const left = Object.keys((await pieces(site)).files);
  const rows = await rowsOf(site);
  if (left.length > 0 || rows.length > 0)
    found.push({
      wrong: 'foreign',
      story: `after their time there are still ${left.length} pieces, ${rows.length} rows`,
    });
  return found;
}

/** All the time that anything is kept for, and the hour's work after it. */
async function expire(site: HelperSite, folder: string): Promise<void> {
  await site.site.order('rows', {
    sql: 'UPDATE wp_clipferry_uploads SET touched = DATE_SUB(touched, INTERVAL 100 DAY)',
  });
  const before = new Date(Date.now() - 100 * 86_400_000);
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), before, before);
  await cleanUp(site);
}

async function startWorld(site: HelperSite, line: CutLine, pool: Engines, report: HelperKillReport, say: World['say']) {
  const folder = mkdtempSync(join(tmpdir(), 'clipferry-helper-kills-'));
  const [profile, watched] = [join(folder, 'profile'), join(folder, 'watched')];
  for (const one of [profile, watched]) mkdirSync(one);
  await site.site.reset();
  const world: World = { site, line, pool, folder, profile, clips: [], engine: pool.next(), report, say };
  await world.engine.ask('begin', { profile, settleMs, death: null });
  const password = site.site.signIn('ava').appPassword;
  await world.engine.ask('connect', { url: line.url, login: 'ava', password, folder: watched, stableMs: 1_000 });
  return world;
}

/** Kills so many times behind one web server. */
async function playFront(
  kind: HelperKillOptions['fronts'][number],
  kills: number,
  own: Chance,
  report: HelperKillReport,
  onRound: HelperKillOptions['onRound'],
): Promise<void> {
  const cache = mkdtempSync(join(tmpdir(), 'clipferry-helper-code-'));
  const pool = await engines(cache);
  const site = await startHelperSite(kind, { isDurable: true });
  await using line = await cutLine(site.url, { every: () => own.whole(MB, 30 * MB), cuts: Number.POSITIVE_INFINITY });
  let history: string[] = [];
  const say = (text: string): void => void history.push(`${new Date().toISOString().slice(11, 23)} ${text}`);
  const fail = (found: readonly Complaint[]): void => {
    for (const one of found) report.failures.push({ ...one, front: kind, history });
  };
  try {
    for (let left = kills; left > 0 && report.failures.length === 0; ) {
      history = [];
      const world = await startWorld(site, line, pool, report, say);
      try {
        for (let round = 0; round < roundsOfWorld && left > 0 && report.failures.length === 0; round++) {
          const some = Math.min(left, own.whole(2, 6));
          left -= some;
          fail(await playRound(world, own, some));
          report.rounds++;
          onRound?.(report);
        }
      } finally {
        await endApp(world);
        rmSync(world.folder, { recursive: true, force: true });
      }
    }
  } catch (error) {
    fail([{ wrong: 'crashed', story: error instanceof Error ? (error.stack ?? error.message) : String(error) }]);
  } finally {
    report.lineBytes += line.bytes();
    report.cuts += line.cuts();
    await pool.close();
    await site.site.stop();
    rmSync(cache, { recursive: true, force: true });
  }
}

/** Stops at the first round that came out wrong. */
export async function helperKills({ kills, seed, fronts, onRound }: HelperKillOptions): Promise<HelperKillReport> {
  const report: HelperKillReport = {
    kills: 0,
    rounds: 0,
    clips: 0,
    clipBytes: 0,
    lineBytes: 0,
    cuts: 0,
    byVictim: new Map(),
    byState: new Map(),
    leftUntilExpiry: 0,
    failures: [],
  };
  for (const [place, kind] of fronts.entries()) {
    const share = Math.floor(kills / fronts.length) + (place < kills % fronts.length ? 1 : 0);
    if (report.failures.length === 0) await playFront(kind, share, chance(seed * 1_000 + place), report, onRound);
  }
  return report;
}
