// The kill loop: a real engine on real parts, killed again and again at any moment, judged after each round (F-47).
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { WaitEvent } from '../site/start.ts';
import { type Chance, chance } from './chance.ts';
import { EngineEnded, type EngineHold, type Engines, engines } from './engine-hold.ts';
import { latestCommitMs, weather } from './faults.ts';
import { statesAtKill } from './hits.ts';
import { type Complaint, complaints } from './oracle.ts';
import type { Death } from './orders.ts';
import { someDraft } from './typed.ts';
import { makeWorld, type World, type WorldClip } from './world.ts';

export interface KillLoopOptions {
  readonly kills: number;
  readonly seed: number;
  /** Sites with an engine each, side by side: most of a round is waiting. */
  readonly worlds: number;
  readonly onRound?: (report: KillReport) => void;
}

export interface Failure extends Complaint {
  readonly world: number;
  /** Where everything was kept. */
  readonly kept: string;
  readonly history: readonly string[];
}

export interface KillReport {
  kills: number;
  siteKills: number;
  rounds: number;
  clips: number;
  /** Uploads that reached the site whole, over all worlds. */
  bodies: number;
  /** Kills that found at least one job in the state. */
  readonly byState: Map<string, number>;
  readonly byMoment: Map<string, number>;
  readonly failures: Failure[];
}

/** Of the sites; every late commit and slow answer is over before (F-02). */
const settleMs = 2_000;
const stableMs = 300;
/** An engine that nobody disturbs has everything done long before. */
const drainMs = 60_000;
/** On a machine with nothing else to do, where an engine begins within so many ms. */
const longestLifeMs = 800;
const usualBeginMs = 60;
/** How long an event at the site is waited for, as against a life that ends at any time. */
const eventPatience = 2;

const count = (map: Map<string, number>, name: string): void => void map.set(name, (map.get(name) ?? 0) + 1);

type Moment =
  | { readonly kind: 'while it starts'; readonly afterMs: number }
  | { readonly kind: 'any time'; readonly afterMs: number }
  | {
      readonly kind: 'at an event of the site';
      readonly event: WaitEvent;
      readonly more: number;
      readonly afterMs: number;
    }
  | { readonly kind: 'itself'; readonly death: Death };

function chooseMoment(chance: Chance): Moment {
  const kind = chance.fraction();
  if (kind < 0.08) return { kind: 'while it starts', afterMs: chance.whole(0, 150) };
  if (kind < 0.35) return { kind: 'any time', afterMs: chance.whole(0, longestLifeMs) };
  if (kind < 0.65) {
    const at = chance.pick(['before-commit', 'after-commit', 'before-request', 'after-answer'] as const);
    return { kind: 'itself', death: { at, n: chance.whole(1, 25) } };
  }
  const event = chance.pick([
    'uploadStarted',
    'uploadBytes',
    'uploadReceived',
    'uploadCommitted',
    'uploadAnswered',
    'requests',
    'held',
  ] as const);
  const more = event === 'uploadBytes' ? chance.whole(1, 500_000) : chance.whole(1, event === 'requests' ? 12 : 3);
  return { kind: 'at an event of the site', event, more, afterMs: chance.pick([0, 0, 1, 5]) };
}

function momentName(moment: Moment): string {
  if (moment.kind === 'itself') return `itself, ${moment.death.at}`;
  return moment.kind === 'at an event of the site' ? `site: ${moment.event}` : moment.kind;
}

/** Plays one world until the kills are used up. */
async function playWorld(
  place: number,
  options: KillLoopOptions,
  report: KillReport,
  takeKill: () => boolean,
  cache: string,
): Promise<void> {
  const own = chance(options.seed * 1_000 + place);
  const world = await makeWorld(place % 3 === 2);
  const pool = await engines(cache);
  let history: string[] = [];
  let failed = false;
  const say = (line: string): void => void history.push(`${new Date().toISOString().slice(11, 23)} ${line}`);
  const fail = (found: readonly Complaint[]): void => {
    for (const one of found) report.failures.push({ ...one, world: place, kept: world.folder, history });
    failed ||= found.length > 0;
  };
  try {
    await connect(world, pool);
    for (let more = true; more && !failed; ) {
      history = [];
      const clips: WorldClip[] = [];
      for (let left = own.whole(6, 14); left > 0 && more; left--) {
        more = takeKill();
        if (!more) break;
        const found = await live({ world, pool, chance: own.branch(), clips, report, say });
        fail(found);
        if (found.length > 0) break;
      }
      if (failed || clips.length === 0) continue;
      fail(await drain(world, pool, clips, own.is(0.7), say));
      report.rounds++;
      report.clips += clips.length;
      options.onRound?.(report);
    }
  } catch (error) {
    fail([{ wrong: 'crashed', story: error instanceof Error ? (error.stack ?? error.message) : String(error) }]);
  } finally {
    await pool.close();
    report.bodies += await bodies(world).catch(() => 0);
    await world.close(failed);
  }
}

const bodies = async (world: World): Promise<number> =>
  (await world.site.state()).uploads.filter((upload) => upload.complete).length;

async function connect(world: World, pool: Engines): Promise<void> {
  const engine = pool.next();
  await engine.ask('begin', { profile: world.profile, settleMs, death: null });
  const password = world.site.signIn('ava').appPassword;
  const { url } = world.site;
  await engine.ask('connect', { url, login: 'ava', password, folder: world.watchedFolder, stableMs });
  engine.kill();
  await engine.ended;
}

interface Life {
  readonly world: World;
  readonly pool: Engines;
  readonly chance: Chance;
  /** Of this round so far. */
  readonly clips: WorldClip[];
  readonly report: KillReport;
  readonly say: (line: string) => void;
}

/** One start of the engine until its kill: clips come, somebody types, the site has its weather. */
async function live({ world, pool, chance, clips, report, say }: Life): Promise<readonly Complaint[]> {
  const { site } = world;
  const { names, switches } = weather(chance, world.habits);
  await site.switches(switches);
  const moment = chooseMoment(chance);
  const siteDies = chance.is(0.08) ? chance.whole(0, longestLifeMs) : null;
  say(`start; weather: ${names.join(', ') || 'fair'}; kill: ${JSON.stringify(moment)}; site dies: ${siteDies ?? 'no'}`);
  const counts = (await site.state()).counts;
  const engine = pool.next();
  const death = moment.kind === 'itself' ? moment.death : null;
  const life = new AbortController();
  /** Null = dead and back, or the engine died first. */
  const killSite = async (afterMs: number, over: AbortSignal): Promise<null> => {
    const isOver = await pause(afterMs, false, { signal: over }).catch(() => true);
    if (isOver) return null;
    await site.kill();
    say('the site was killed');
    await site.restart();
    report.siteKills++;
    return null;
  };
  const startedAt = performance.now();
  const begun = engine.ask('begin', { profile: world.profile, settleMs, death });
  const acts = act({ world, chance: chance.branch(), clips, say, engine, begun });
  const waiting = async (): Promise<void> => {
    if (moment.kind === 'while it starts') return pause(moment.afterMs);
    await begun;
    // A busy machine gets as much done in a longer life.
    const pace = Math.min(8, Math.max(1, (performance.now() - startedAt) / usualBeginMs));
    if (moment.kind === 'any time') return pause(moment.afterMs * pace);
    const limit = pause(longestLifeMs * eventPatience * pace);
    if (moment.kind === 'itself') return limit;
    // A dead site tells nothing.
    const event = site.waitFor(moment.event, counts[moment.event] + moment.more, 60_000).catch(() => limit);
    await Promise.race([limit, event]);
    return pause(moment.afterMs);
  };
  const siteDeath = siteDies === null ? null : killSite(siteDies, life.signal).catch((error: unknown) => String(error));
  // The engine may be dead before it has begun.
  await Promise.race([engine.ended, waiting().catch(() => undefined)]);
  engine.kill();
  life.abort();
  letGo(site, chance.whole(0, latestCommitMs));
  const { killed, complaints: said } = await engine.ended;
  const outcome = (await acts) ?? (await siteDeath);
  const states = statesAtKill(world.profile);
  report.kills++;
  count(report.byMoment, momentName(moment));
  for (const state of states) count(report.byState, state);
  say(`killed in: ${states.join(', ') || 'an empty list'}`);
  if (said !== '') say(`the engine complained: ${said}`);
  if (!killed) return [{ wrong: 'crashed', story: `the engine ended by itself: ${said}` }];
  return outcome === null ? [] : [{ wrong: 'crashed', story: outcome }];
}

/**
 * Every server notices in the end that a client is gone. Until then the line's buffers keep what the client had given away, and a
 * site that reads on stores it: like every late commit here within the settle time (F-02).
 */
function letGo(site: World['site'], afterMs: number): void {
  const released = pause(afterMs).then(() => site.release());
  // A site that died meanwhile has nothing left to let go.
  released.catch(() => undefined);
}

/** What people do meanwhile. Null = as it should; the kill in the middle is. */
async function act({
  world,
  chance,
  clips,
  say,
  engine,
  begun,
}: Omit<Life, 'pool' | 'report'> & { readonly engine: EngineHold; readonly begun: Promise<void> }): Promise<
  string | null
> {
  try {
    for (let left = clips.length === 0 ? 3 : chance.whole(0, 2); left > 0; left--) {
      const { clip, save } = world.makeClip(chance);
      clips.push(clip);
      if (clip.watched) save();
      say(`${clip.watched ? 'saved' : 'made'} ${clip.name}`);
    }
    await begun;
    say('begun');
    const untold = clips.filter((clip) => !clip.told);
    for (const group of chance.is(0.5) ? [untold] : untold.map((clip) => [clip])) {
      if (group.length === 0) continue;
      await engine.ask('drop', { paths: group.map((clip) => clip.path) });
      for (const clip of group) clip.told = true;
      say(`dropped ${group.map((clip) => clip.name).join(', ')}`);
    }
    for (let left = chance.whole(0, 6); left > 0; left--) {
      await pause(chance.whole(0, 120));
      const [first, ...rest] = clips;
      if (first) await type(chance.pick([first, ...rest]), { engine, chance, say });
    }
    return null;
  } catch (error) {
    return error instanceof EngineEnded ? null : String(error);
  }
}

let typed = 0;

async function type(
  { name, typed: known }: WorldClip,
  { engine, chance, say }: { readonly engine: EngineHold } & Pick<Life, 'chance' | 'say'>,
): Promise<void> {
  typed++;
  const draft = someDraft(chance, typed);
  known.begins(draft);
  const taken = await engine.ask('type', { name, draft });
  if (taken) known.acknowledged(draft);
  else known.refused(draft);
  say(`${taken ? 'typed' : 'could not type'} for ${name}: ${JSON.stringify(draft)}`);
}

/** The faults are over and nobody kills: everything has to come right by itself. */
async function drain(
  world: World,
  pool: Engines,
  clips: readonly WorldClip[],
  hurried: boolean,
  say: (line: string) => void,
): Promise<readonly Complaint[]> {
  await world.site.switches(world.habits);
  await world.site.release();
  const engine = pool.next();
  const found: Complaint[] = [];
  try {
    await engine.ask('begin', { profile: world.profile, settleMs, death: null });
    const paths = clips.filter((clip) => !clip.told).map((clip) => clip.path);
    if (paths.length > 0) await engine.ask('drop', { paths });
    say(`the sky is clear${hurried ? ', somebody says “try again”' : ''}`);
    if (hurried) await engine.ask('hurry');
    const standing = await engine.ask('drain', { names: clips.map((clip) => clip.name), timeoutMs: drainMs });
    for (const { name, state } of standing) found.push({ wrong: 'stuck', story: `${name} stands: ${state}` });
    found.push(...complaints(world.clips, await world.site.state()));
    if (found.length === 0) await engine.ask('tidy');
  } finally {
    engine.kill();
    const { complaints: said } = await engine.ended;
    if (said !== '') say(`the engine complained: ${said}`);
  }
  return found;
}

/** Kills `kills` times in all, whatever comes; a world that failed is kept and plays no further. */
export async function killLoop(options: KillLoopOptions): Promise<KillReport> {
  const report: KillReport = {
    kills: 0,
    siteKills: 0,
    rounds: 0,
    clips: 0,
    bodies: 0,
    byState: new Map(),
    byMoment: new Map(),
    failures: [],
  };
  let left = options.kills;
  const takeKill = (): boolean => left-- > 0;
  const cache = mkdtempSync(join(tmpdir(), 'clipferry-code-'));
  const worlds = Array.from({ length: options.worlds }, (_, place) =>
    playWorld(place, options, report, takeKill, cache),
  );
  await Promise.all(worlds);
  rmSync(cache, { recursive: true, force: true });
  return report;
}
