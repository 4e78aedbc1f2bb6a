// One run: the engine on simulated ports, with a user, faults and an oracle, from a plan to what came of it.
import type { AccountId, JobId } from '../../main/model.ts';
import { StoreError } from '../../main/ports.ts';
import type { Uploader, UploaderPorts } from '../../main/uploader-api.ts';
import { createApp } from './app.ts';
import { type Chance, createChance, mix } from './chance.ts';
import { type Content, createContents } from './contents.ts';
import { type Course, courseOf, helperSays, storesBeyond } from './course.ts';
import { createDisk, type Disk } from './disk.ts';
import {
  type FaultKind,
  type HandOverFault,
  helperChannels,
  isHelperFault,
  isRequestFault,
  isUploadFault,
  type JobKind,
} from './faults.ts';
import { createGoingOn } from './going-on.ts';
import { createHints, type Hints } from './hints.ts';
import { expectTold } from './late.ts';
import { createLine, type Exchange, type Line } from './line.ts';
import { createManners, type Manners } from './manners.ts';
import { checkAtEnd, whyNotDrained } from './oracle.ts';
import type { Plan, PlannedClip, PlannedFault, When } from './plan.ts';
import { portsOf } from './ports.ts';
import { makeSites, type PreparedAccount, prepared, sharedProfile } from './prepared.ts';
import type { Moved, Profile } from './profile.ts';
import { createRecorder, type Recorder } from './record.ts';
import { hearRejections } from './rejections.ts';
import { sentences } from './sentences.ts';
import type { Answer, Post, Site } from './site.ts';
import { createStrikes } from './strikes.ts';
import { createTimeline, type Life, type Timeline } from './timeline.ts';
import { createUser, type User } from './user.ts';
import type { Weather } from './weather.ts';
import { createWeather } from './weather.ts';

/** A clip as it is on the disk and was before. */
export interface WorldClip {
  readonly planned: PlannedClip;
  readonly account: PreparedAccount;
  /** Every whole version that the file ever was, the newest last. */
  readonly versions: Content[];
  /** Whole and as it should be from now on. */
  written: boolean;
  /** Its bytes are also another clip's: they stay as they are. */
  readonly shared: boolean;
}

export interface World {
  readonly plan: Plan;
  readonly timeline: Timeline;
  readonly chance: Chance;
  readonly disk: Disk;
  readonly hints: Hints;
  readonly sites: ReadonlyMap<string, Site>;
  readonly line: Line;
  readonly weather: Weather;
  readonly profile: Profile;
  readonly record: Recorder;
  readonly manners: Manners;
  readonly user: User;
  readonly accounts: readonly PreparedAccount[];
  readonly clips: readonly WorldClip[];
  /** States of jobs as written down. */
  readonly jobs: ReadonlyMap<JobId, { readonly path: string; readonly kind: JobKind }>;
  /** Versions that may be on a site once more for each time that they are named here: stored too late for anybody. */
  readonly excused: Map<Content, number>;
  uploader(): Uploader | null;
  life(): Life;
  newContent(size: number): Content;
  clipAt(path: string): WorldClip | undefined;
  /** Kills the engine at this very moment, and starts it again after a while. */
  crash(): void;
  /** Ends the engine as a user does, and starts it again after `ms`. */
  quit(ms: number): void;
  network(online: boolean): void;
  wake(): void;
  clockJumped(): void;
  calm(): boolean;
}

/** Who looks on at a run, and may let the sending of a clip go wrong. */
export interface Observer {
  /** The app is there (again). */
  up(uploader: Uploader, world: World): void;
  /** A clip begins to be sent. What is to go wrong; null = nothing of this observer's. */
  sends(clip: WorldClip, exchange: Exchange): Course | null;
  stored(exchange: Exchange): void;
  /** A request is over; null = no answer came. */
  ended(exchange: Exchange, answer: Answer | null): void;
  /** Written down: a job came into a state. */
  moved(moved: Moved): void;
  /** Written down: the account's sign-in counts, or does not any more. */
  signedIn(signedIn: boolean): void;
}

export interface RunOptions {
  readonly observer?: Observer;
  /** Stands between the engine and its ports at each of its starts; `crash` kills the engine at that very moment. */
  readonly around?: (ports: UploaderPorts, crash: () => void) => UploaderPorts;
  /** Asked after each event: true ends the run there, with what was found so far. */
  readonly enough?: (record: Recorder) => boolean;
  readonly trace?: 'none' | 'hash' | ((line: string) => void);
  /** False: also what no app can prevent counts as a failure. */
  readonly excuses?: boolean;
}

export interface Outcome {
  readonly plan: Plan;
  readonly record: Recorder;
}

const second = 1_000;
const minute = 60 * second;
/** Longest back-offs, an answer that never comes, floors, settle times: with nothing going wrong all of it is over by then. */
const drainMs = 4 * 60 * minute;
/** After the end nothing may happen any more; long enough for a look too many. */
const afterglowMs = 3 * minute;

/** No seed comes near (60 and 150,000): an engine that meets these does the same again and again, at one moment or for ever. */
const mostEvents = { atOnce: 1_000, inAll: 2_000_000 };

/** No job has a reason to change so often in so short a time, however much goes wrong. */
const mostChanges = 40;
const changesWithinMs = 10 * 1_000;

export async function run(plan: Plan, options: RunOptions = {}): Promise<Outcome> {
  const profile = sharedProfile();
  const { accounts, secrets, rows } = await prepared(plan.accounts, profile);
  const timeline = createTimeline();
  const record = createRecorder(timeline.now, options.trace ?? 'none');
  const chance = createChance(mix(plan.seed, 2));
  const engineChance = createChance(mix(plan.seed, 3));
  const contents = createContents();
  const sites = makeSites(plan.accounts, timeline, timeline.wall(), () => contents);
  const { style, uploadStatus, serves, keys, skewMs } = plan;
  for (const site of sites.values()) site.manners = { style, uploadStatus, serves, keys, skewMs };
  const disk = createDisk(timeline, chance.fraction);
  disk.slow(plan.diskMs);
  const hints = createHints(timeline);
  const kept = new Map(secrets);
  let tags = 1_000;

  const copied = new Set(plan.clips.flatMap((clip) => (clip.copyOf === null ? [] : [clip.id, clip.copyOf])));
  const clips: WorldClip[] = [];
  const made = new Map<number, Content>();
  for (const planned of plan.clips) {
    const origin = planned.copyOf ?? planned.id;
    const content = made.get(origin) ?? contents.make(origin, planned.size);
    made.set(origin, content);
    const account = accounts[planned.account] as PreparedAccount;
    clips.push({ planned, account, versions: [content], written: false, shared: copied.has(planned.id) });
  }
  const byPath = new Map(clips.map((clip) => [clip.planned.path, clip]));
  const poison = new Set(clips.filter((clip) => clip.planned.poison).flatMap((clip) => clip.versions));

  const jobs = new Map<JobId, { path: string; kind: JobKind }>();
  const boundaries = new Map<string, JobId>();
  const entered = new Map<JobKind, number>();
  const requested = new Map<string, number>();
  const excused = new Map<Content, number>();
  /** Uploads whose site goes on although nobody waits, and whether the clock jumped or the app began anew meanwhile. */
  const pending = new Map<Exchange, { beyond: boolean; jumped: boolean }>();
  const onChange = new Set<(online: boolean) => void>();
  const onWake = new Set<() => void>();
  let online = true;
  let writes = 0;
  /** Faults that count writes from a moment of the run: how many there were before it. */
  const armed = new Map<PlannedFault, number>();
  let calm = false;

  const faultsOn = (fits: (when: When) => boolean): PlannedFault[] =>
    calm ? [] : plan.faults.filter((fault) => fits(fault.when));

  const jobOf = (exchange: Exchange): { readonly path: string; readonly kind: JobKind } | undefined =>
    jobs.get(goingOn.jobOf(exchange) ?? boundaries.get(exchange.contentType?.split('boundary=')[1] ?? '') ?? '');
  const stateOf = (exchange: Exchange): JobKind => {
    if (exchange.channel === 'upload') return jobOf(exchange)?.kind ?? 'processing';
    // What is not begun yet has no address by which its job could be told from others.
    if (exchange.channel === 'create') return 'sending';
    if (helperChannels.has(exchange.channel)) {
      const kind = jobOf(exchange)?.kind ?? 'sending';
      // Found by its bytes while an answer of its upload was awaited: whoever awaits it asks on until the site says so, and sends nothing.
      return kind === 'done' ? 'processing' : kind;
    }
    if (exchange.channel === 'media' || exchange.channel === 'videos' || exchange.channel === 'sample')
      return 'unclear';
    if (exchange.channel === 'video' || exchange.channel === 'update') return 'describing';
    return 'waiting';
  };

  const subscribe = <T>(set: Set<T>, call: T): (() => void) => {
    set.add(call);
    return () => set.delete(call);
  };
  const portsFor = (life: Life): UploaderPorts => {
    for (const one of pending.values()) if (one.jumped) one.beyond = true;
    onChange.clear();
    onWake.clear();
    const ports = portsOf({
      life,
      timeline,
      chance: engineChance,
      files: disk.files(life),
      watcher: hints.watcher(life),
      http: line.http(life),
      sql: profile.sql(life),
      secrets: kept,
      desktop: user.desktop,
      network: { online: () => online, onChange: (call) => subscribe(onChange, call) },
      power: { onWake: (call) => subscribe(onWake, call), keepAwake: () => () => undefined },
      onError: (message, facts) => {
        record.note(() => `engine: ${message} ${JSON.stringify(facts)}`);
        const text = JSON.stringify(facts);
        const isFull = facts.problem === 'full' || /database or disk is full/.test(text);
        if (!isFull) record.violate(sentences.step, `${message} ${text}`);
      },
      settleMs: plan.settleMs,
    });
    return options.around?.(ports, app.crash) ?? ports;
  };
  const app = createApp({
    timeline,
    record,
    ports: portsFor,
    restartMs: () => chance.between(0.3, 15) * second,
    up: () => {
      user.up();
      const uploader = app.uploader();
      if (uploader) options.observer?.up(uploader, world);
    },
    down: () => {
      manners.crashed();
      profile.crashed();
      goingOn.crashed();
      line.died(app.life());
    },
  });

  /** When each job last went from one state to another. */
  const changes = new Map<string, number[]>();
  const moved = ({ id, path, from, to, typed, videoId }: Moved): void => {
    const kind = to as JobKind;
    jobs.set(id, { path, kind });
    record.note(
      () => `job ${id.slice(0, 4)} ${path}: ${from ?? 'new'} -> ${to}${videoId === null ? '' : ` (video ${videoId})`}`,
    );
    options.observer?.moved({ id, path, from, to, typed, videoId });
    if (from === 'done' && to !== 'done' && !typed) record.violate(sentences.doneAgain, `${path} to ${to}`);
    if (from === to) return;
    const last = changes.get(id) ?? [];
    changes.set(id, last);
    last.push(timeline.now());
    if (last.length > mostChanges && timeline.now() - (last.shift() ?? 0) < changesWithinMs)
      record.violate(sentences.spins, `${path} went from state to state ${mostChanges} times in a moment`);
    const nth = entered.get(kind) ?? 0;
    entered.set(kind, nth + 1);
    for (const fault of faultsOn((when) => when.on === 'state' && when.state === kind && when.nth === nth)) {
      const { afterMs } = fault.when as Extract<When, { on: 'state' }>;
      timeline.after(afterMs, () => strikes.strike(fault, byPath.get(path)));
    }
    if (nth === 0) {
      for (const fault of faultsOn((when) => when.on === 'write' && when.state === kind)) armed.set(fault, writes);
    }
    const clip = byPath.get(path);
    if (!clip || calm) return;
    for (const act of plan.acts) {
      if (act.on?.state === kind && act.on.nth === nth) timeline.after(0, () => user.perform(act, clip));
    }
  };

  profile.reset(rows, {
    moved,
    attempt: (jobId, boundary) => void boundaries.set(boundary, jobId),
    signedIn: (accountId, signedIn) => {
      manners.signedIn(accountId, signedIn);
      options.observer?.signedIn(signedIn);
    },
    write: (side) => {
      if (side === 'before') writes++;
      for (const fault of faultsOn((when) => when.on === 'write')) {
        const { nth, state } = fault.when as Extract<When, { on: 'write' }>;
        const since = state === null ? 0 : armed.get(fault);
        if (since === undefined || since + nth !== writes) continue;
        const crashes = fault.kind === (side === 'before' ? 'crash-before-commit' : 'crash-after-commit');
        if (crashes) {
          strikes.hitAll(fault.kind);
          app.crash();
        }
        if (fault.kind === 'disk-full-once' && side === 'before') {
          strikes.hitAll(fault.kind);
          throw new StoreError('full', 'database or disk is full');
        }
      }
    },
  });
  profile.query('UPDATE sites SET settle_ms = ?', plan.settleMs);

  const accountOf = (authorization: string | undefined, host: string): AccountId | null => {
    const login = Buffer.from((authorization ?? '').slice(6), 'base64')
      .toString()
      .split(':')[0];
    return accounts.find((account) => account.host === host && account.login === login)?.id ?? null;
  };
  const manners = createManners(
    record,
    timeline.now,
    ({ headers }) => {
      // A date is meant by the clock of who says it.
      const text = headers['retry-after'] ?? '0';
      const ms = /^\d+$/.test(text) ? Number(text) * second : Date.parse(text) - Date.parse(headers.date ?? '');
      return Math.min(Math.max(0, ms), 24 * 60 * minute);
    },
    accountOf,
    (authorization, host) => authorization !== undefined && sites.get(host)?.userOf(authorization) === null,
    plan.settleMs,
  );

  /** `beyond` = nobody could wait for it. */
  const stored = ({ host }: Site, post: Post, beyond: boolean): void => {
    record.note(() => `${host} stores video ${post.id} "${post.fileName}" ${post.content?.tag ?? 'TORN'}`);
    if (post.content === null) {
      record.violate(sentences.torn, post.fileName);
      return;
    }
    if (beyond && options.excuses !== false) excused.set(post.content, (excused.get(post.content) ?? 0) + 1);
  };

  const refuses = (bytes: Buffer): boolean => {
    const content = contents.identify(bytes);
    return content !== null && poison.has(content);
  };
  const handOver = (nth: number, jobId: string | null): HandOverFault | null => {
    const [fault] = faultsOn((when) => when.on === 'hand-over' && when.nth === nth);
    if (!fault) return null;
    record.hit(fault.kind, jobs.get(jobId ?? '')?.kind ?? 'cancelled');
    return fault.kind as HandOverFault;
  };
  const goingOn = createGoingOn({
    ...{ plan, timeline, sites, profile, record, handOver, refuses },
    // Its helper was removed meanwhile, and it came later than anybody waits for what cannot be asked about.
    stored: (site, post, aloneAt) => stored(site, post, aloneAt !== null && timeline.now() > aloneAt + plan.settleMs),
  });

  /** What befalls somebody else at the moment of a request, or is a word of its helper. */
  const besides = (fault: PlannedFault, exchange: Exchange): Course | null => {
    const { kind } = fault;
    record.note(() => `fault ${fault.id} ${kind} at ${exchange.number}`);
    if (!isHelperFault(kind)) {
      const own = createChance(mix(plan.seed, 1_000 + fault.id));
      const clip = byPath.get(jobOf(exchange)?.path ?? '');
      timeline.after(own.between(0, 1_500), () => strikes.strike(fault, clip));
      return null;
    }
    record.hit(kind, stateOf(exchange));
    strikes.strikeHelper(kind, fault, exchange.site);
    return helperSays(kind, exchange.site) ?? null;
  };

  const weather = createWeather(timeline, chance);
  const line = createLine({
    timeline,
    chance: createChance(mix(plan.seed, 4)),
    sites,
    chunkMs: plan.chunkMs,
    events: {
      began: (exchange) => {
        record.figures.requests++;
        record.note(() => `-> ${exchange.number} ${exchange.channel} ${exchange.url.host}${exchange.url.pathname}`);
        manners.began(exchange);
        goingOn.began(exchange);
      },
      course: (exchange): Course | null => {
        if (!online) return { connect: 'unreachable', workMs: null, back: 'reset', backMs: 0 };
        const sky = weather.course(exchange.site);
        if (sky) return sky;
        const { channel, site } = exchange;
        const sent = channel === 'upload' ? byPath.get(jobOf(exchange)?.path ?? '') : undefined;
        const observed = sent === undefined ? null : (options.observer?.sends(sent, exchange) ?? null);
        if (observed) return observed;
        const state = stateOf(exchange);
        const nth = requested.get(channel) ?? 0;
        requested.set(channel, nth + 1);
        const large = state === 'sending' ? (requested.get('large') ?? 0) : -1;
        if (large >= 0) requested.set('large', large + 1);
        const [fault] = faultsOn(
          (when) =>
            when.on === 'request' &&
            when.nth === (when.channel === 'large' ? large : nth) &&
            (when.channel === 'large' || when.channel === channel),
        );
        if (!fault) return null;
        if (!(isRequestFault(fault.kind) || isUploadFault(fault.kind))) return besides(fault, exchange);
        record.hit(fault.kind, state);
        record.note(() => `fault ${fault.id} ${fault.kind} on ${exchange.number} (${state})`);
        const own = createChance(mix(plan.seed, 1_000 + fault.id));
        const course = courseOf(fault.kind, site, own, plan.settleMs, channel === 'upload');
        if (channel === 'upload' && course.workMs !== null) {
          pending.set(exchange, { beyond: storesBeyond.has(fault.kind), jumped: false });
        }
        return course;
      },
      stored: (exchange, post) => {
        const late = pending.get(exchange);
        pending.delete(exchange);
        options.observer?.stored(exchange);
        stored(exchange.site, post, late?.beyond === true);
      },
      answered: (exchange, answer) => {
        record.note(() => `<- ${exchange.number} ${exchange.channel} ${answer.status}`);
        manners.ended(exchange);
        manners.answered(exchange, answer);
        goingOn.answered(exchange, answer);
        options.observer?.ended(exchange, answer);
      },
      failed: (exchange, problem) => {
        record.note(() => `<- ${exchange.number} ${exchange.channel} ${problem}`);
        manners.ended(exchange);
        goingOn.failed(exchange);
        options.observer?.ended(exchange, null);
      },
      refuses,
    },
  });

  const world: World = {
    plan,
    timeline,
    chance,
    disk,
    hints,
    sites,
    line,
    weather,
    profile,
    record,
    manners,
    get user() {
      return user;
    },
    accounts,
    clips,
    jobs,
    excused,
    uploader: () => (timeline.asleep() ? null : app.uploader()),
    life: app.life,
    newContent: (size) => contents.make(++tags, size),
    clipAt: (path) => byPath.get(path),
    crash: app.crash,
    quit: app.quit,
    network: (now) => {
      online = now;
      const life = app.life();
      if (life.alive) for (const call of [...onChange]) timeline.after(5, () => call(online), life);
    },
    wake: () => {
      for (const call of [...onWake]) timeline.after(5, call, app.life());
    },
    clockJumped: () => {
      for (const one of pending.values()) one.jumped = true;
    },
    calm: () => calm,
  };
  const user = createUser(world);
  const strikes = createStrikes(world);
  hearRejections((error) => record.violate(sentences.rejection, String(error)));

  record.figures.clips = clips.length;
  for (const fault of faultsOn((when) => when.on === 'time')) {
    timeline.after((fault.when as Extract<When, { on: 'time' }>).at, () => strikes.strike(fault, undefined));
  }
  app.start();
  user.begin();
  let quietSince: number | null = null;
  let calmSince = 0;
  let lastLife = false;
  let over = false;
  const end = (): void => {
    over = true;
  };
  const look = (): void => {
    const now = timeline.now();
    if (!calm) {
      const endsAt = Math.max(plan.calmAt, strikes.lastsUntil());
      if (now < endsAt) {
        timeline.after(endsAt - now, look);
        return;
      }
      calm = true;
      calmSince = now;
      record.note(() => 'calm');
      strikes.endAll();
      user.calm();
    }
    const why = whyNotDrained(world);
    if (why !== null && now > calmSince + strikes.extraMs() + drainMs) {
      record.violate(sentences.stuck, why);
      over = true;
      return;
    }
    if (why !== null) quietSince = null;
    else quietSince ??= now;
    // A few end with one more start, which must not send anything again.
    if (why === null && !lastLife && plan.seed % 5 === 0) {
      lastLife = true;
      quietSince = null;
      app.quit(second);
    }
    if (quietSince === null || now - quietSince < afterglowMs) timeline.after(10 * second, look);
    else if (excused.size === 0) over = true;
    else
      expectTold(world).then(end, (error: unknown) => {
        record.violate(sentences.notTold, String(error));
        end();
      });
  };
  timeline.after(plan.calmAt, look);
  const spins = (): boolean => {
    const [atOnce, inAll] = [timeline.eventsNow(), timeline.events()];
    if (atOnce < mostEvents.atOnce && inAll < mostEvents.inAll) return false;
    record.violate(sentences.spins, `${atOnce} events at once, ${inAll} in all`);
    return true;
  };
  await timeline.run(() => over || spins() || options.enough?.(record) === true);
  checkAtEnd(world);
  record.figures.events = timeline.events();
  record.figures.virtualMs = timeline.now();
  // Rejections are told at the end of a turn.
  await new Promise((resolve) => setImmediate(resolve));
  app.end();
  hearRejections(null);
  return { plan, record };
}

export type { FaultKind };
