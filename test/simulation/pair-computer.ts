// One of two computers that send for one account: an app with a database, disk, line and user of its own, and what befalls it.
import type { AccountId, JobId } from '../../main/model.ts';
import type { SqlRow } from '../../main/ports.ts';
import { type App, createApp } from './app.ts';
import { createChance, mix } from './chance.ts';
import type { Content } from './contents.ts';
import { type Course, courseOf } from './course.ts';
import { createDisk } from './disk.ts';
import { isRequestFault, isUploadFault, type JobKind } from './faults.ts';
import { createHints } from './hints.ts';
import { createLine, type Exchange, type Line } from './line.ts';
import { createManners } from './manners.ts';
import { whyNotDrained } from './oracle.ts';
import { createLookouts, type Lookouts } from './pair-lookouts.ts';
import type { PairFault, PairPlan } from './pair-plan.ts';
import type { PlannedClip, When } from './plan.ts';
import { portsOf } from './ports.ts';
import type { PreparedAccount } from './prepared.ts';
import type { Moved, Profile } from './profile.ts';
import type { Recorder } from './record.ts';
import { sentences } from './sentences.ts';
import type { Post, Site } from './site.ts';
import type { Life, Timeline } from './timeline.ts';
import { createUser } from './user.ts';
import type { WorldClip } from './world.ts';

/** The moment from which a sender could not look any more: its last bytes left, or its request of one go began. */
export interface Left {
  readonly at: number;
  /** Why no look can have been made right before; null = it could. */
  readonly blind: string | null;
}

export interface ComputerOptions {
  readonly computer: number;
  readonly plan: PairPlan;
  readonly timeline: Timeline;
  readonly record: Recorder;
  readonly site: Site;
  readonly account: PreparedAccount;
  readonly secrets: ReadonlyMap<string, string>;
  readonly rows: ReadonlyMap<string, readonly SqlRow[]>;
  readonly profile: Profile;
  /** The bytes of a clip, the same on both computers. */
  contentOf(clip: PlannedClip): Content;
  /** The site keeps what came from here. */
  stored(post: Post, left: Left): void;
}

export interface Computer {
  readonly clips: readonly WorldClip[];
  readonly profile: Profile;
  readonly lookouts: Lookouts;
  begin(): void;
  /** Null = everything that was given to it has come to its end. */
  whyNotDrained(): string | null;
  quit(ms: number): void;
  /** Nothing goes wrong any more. */
  calm(): void;
  /** By how much its waiting grows with what befell it. */
  extraMs(): number;
  end(): void;
}

const second = 1_000;
const minute = 60 * second;
const longestWaitMs = 24 * 60 * minute;

/** What goes on with one upload. */
interface Upload {
  readonly jobId: JobId;
  left: Left | null;
}

export function createComputer(options: ComputerOptions): Computer {
  const { computer, plan, timeline, site, account, profile } = options;
  const name = computer === 0 ? 'one' : 'two';
  const record: Recorder = {
    ...options.record,
    note: (line) => options.record.note(() => `${name}: ${line()}`),
    violate: (sentence, detail) => options.record.violate(sentence, `${name}: ${detail}`),
  };
  const stream = (number: number) => createChance(mix(plan.seed, 0x100 * (computer + 1) + number));
  const chance = stream(2);
  const engineChance = stream(3);
  const disk = createDisk(timeline, chance.fraction, computer);
  disk.slow(plan.diskMs[computer] ?? 0);
  const hints = createHints(timeline);
  const kept = new Map(options.secrets);
  const sites = new Map([[site.host, site]]);
  const skewMs = plan.clockSkewMs[computer] ?? 0;
  timeline.setWall(skewMs, computer);
  const clips = (plan.clips[computer] ?? []).map(
    (planned): WorldClip => ({
      ...{ planned, account, written: false, shared: false },
      versions: [options.contentOf(planned)],
    }),
  );
  const byPath = new Map(clips.map((clip) => [clip.planned.path, clip]));
  const jobs = new Map<JobId, { path: string; kind: JobKind }>();
  const boundaries = new Map<string, JobId>();
  const uploads = new Map<Exchange, Upload>();
  const onChange = new Set<(online: boolean) => void>();
  const onWake = new Set<() => void>();
  let online = true;
  let calm = false;

  const onError = (message: string, facts: Readonly<Record<string, unknown>>): void =>
    record.violate(sentences.step, `${message} ${JSON.stringify(facts)}`);
  const subscribe = <T>(set: Set<T>, call: T): (() => void) => {
    set.add(call);
    return () => set.delete(call);
  };
  const app: App = createApp({
    timeline,
    record,
    computer,
    ports: (life) => {
      onChange.clear();
      onWake.clear();
      return portsOf({
        ...{ life, timeline, onError, settleMs: plan.settleMs, chance: engineChance, secrets: kept },
        ...{ files: disk.files(life), watcher: hints.watcher(life), http: line.http(life), sql: profile.sql(life) },
        desktop: user.desktop,
        network: { online: () => online, onChange: (call) => subscribe(onChange, call) },
        power: { onWake: (call) => subscribe(onWake, call), keepAwake: () => () => undefined },
      });
    },
    restartMs: () => chance.between(0.3, 15) * second,
    up: () => user.up(),
    down: () => {
      manners.crashed();
      profile.crashed();
    },
  });

  const leaves = (): Left => ({ at: timeline.now(), blind: lookouts.blindNow() });
  const accountOf = (authorization: string | undefined): AccountId | null =>
    authorization !== undefined && site.userOf(authorization) !== null ? account.id : null;
  const heard = ({ headers }: { readonly headers: Readonly<Record<string, string>> }): number => {
    const text = headers['retry-after'] ?? '0';
    const ms = /^\d+$/.test(text) ? Number(text) * second : Date.parse(text) - Date.parse(headers.date ?? '');
    return Math.min(Math.max(0, ms), longestWaitMs);
  };
  const lookouts = createLookouts(timeline.now, heard);
  const isDead = (authorization: string | undefined): boolean =>
    authorization !== undefined && site.userOf(authorization) === null;
  const manners = createManners(record, timeline.now, heard, accountOf, isDead, plan.settleMs);

  // ---------------------------------------------------------------- what befalls it

  const ends = new Set<() => void>();
  const lasting = (ms: number, end: () => void): void => {
    const once = (): void => {
      if (ends.delete(once)) end();
    };
    ends.add(once);
    timeline.after(ms, once);
  };
  const tell = (calls: Iterable<() => void>): void => {
    const life = app.life();
    if (life.alive) for (const call of calls) timeline.after(5, call, life);
  };
  const network = (now: boolean): void => {
    online = now;
    tell([...onChange].map((call) => () => call(now)));
  };
  const sleep = (ms: number): void => {
    if (timeline.asleep(computer)) return;
    lookouts.sleeps(ms);
    timeline.sleep(ms, chance.flip(0.5) ? 'both-clocks' : 'wall-clock-only', computer);
    const [breaks, told] = [chance.flip(0.6), chance.flip(0.8)];
    timeline.after(ms, () => {
      if (breaks) line.cut(null, 'reset');
      if (told) tell([...onWake]);
    });
  };
  const strike = (fault: PairFault): void => {
    if (calm) return;
    record.note(() => `fault ${fault.id} ${fault.kind}`);
    record.hit(fault.kind, 'waiting');
    if (fault.kind === 'quit') app.quit(chance.between(0.2, 20) * second);
    else if (fault.kind === 'sleep') sleep(fault.lastsMs);
    else if (fault.kind === 'offline') {
      network(false);
      line.cut(null, 'unreachable');
      lasting(fault.lastsMs, () => network(true));
    } else app.crash();
  };
  const faultsOn = <On extends When['on']>(on: On): (PairFault & { readonly when: When & { readonly on: On } })[] =>
    calm
      ? []
      : plan.faults.filter(
          (fault): fault is PairFault & { readonly when: When & { readonly on: On } } =>
            fault.computer === computer && fault.when.on === on,
        );

  // ---------------------------------------------------------------- what its app writes down

  const entered = new Map<JobKind, number>();
  /** Faults that count writes from a moment of the run: how many there were before it. */
  const armed = new Map<PairFault, number>();
  let writes = 0;
  const moved = ({ id, path, from, to, videoId }: Moved): void => {
    const kind = to as JobKind;
    jobs.set(id, { path, kind });
    record.note(
      () => `job ${id.slice(0, 4)} ${path}: ${from ?? 'new'} -> ${to}${videoId === null ? '' : ` (video ${videoId})`}`,
    );
    if (from === to) return;
    if (from === 'done') record.violate(sentences.doneAgain, `${path} to ${to}`);
    if (kind === 'processing') for (const upload of uploads.values()) if (upload.jobId === id) upload.left ??= leaves();
    const nth = entered.get(kind) ?? 0;
    entered.set(kind, nth + 1);
    for (const fault of faultsOn('state'))
      if (fault.when.state === kind && fault.when.nth === nth) timeline.after(fault.when.afterMs, () => strike(fault));
    if (nth === 0) for (const fault of faultsOn('write')) if (fault.when.state === kind) armed.set(fault, writes);
  };
  const written = (side: 'before' | 'after'): void => {
    if (side === 'before') writes++;
    for (const fault of faultsOn('write')) {
      const since = fault.when.state === null ? 0 : armed.get(fault);
      if (since === undefined || since + fault.when.nth !== writes) continue;
      if (fault.kind === (side === 'before' ? 'crash-before-commit' : 'crash-after-commit')) strike(fault);
    }
  };

  profile.reset(options.rows, {
    ...{ moved, write: written },
    attempt: (jobId, boundary) => void boundaries.set(boundary, jobId),
    signedIn: (accountId, signedIn) => manners.signedIn(accountId, signedIn),
  });
  profile.query('UPDATE sites SET settle_ms = ?', plan.settleMs);

  // ---------------------------------------------------------------- its line to the site

  const requested = new Map<string, number>();
  const count = (channel: string): number => {
    const nth = requested.get(channel) ?? 0;
    requested.set(channel, nth + 1);
    return nth;
  };
  const kindOf = (exchange: Exchange): JobKind => jobs.get(uploads.get(exchange)?.jobId ?? '')?.kind ?? 'waiting';
  const workOf = (upload: boolean): Course | null => {
    if (!upload) return null;
    const workMs = chance.between(...plan.processingMs);
    return { workMs, back: 'answer', backMs: workMs };
  };
  const courseFor = (exchange: Exchange): Course | null => {
    if (!online) return { connect: 'unreachable', workMs: null, back: 'reset', backMs: 0 };
    const isUpload = exchange.channel === 'upload';
    const usual = workOf(isUpload);
    const nth = count(exchange.channel);
    const large = isUpload && kindOf(exchange) === 'sending' ? count('large') : -1;
    const fault = faultsOn('request').find(({ when }) =>
      when.channel === 'large' ? when.nth === large : when.channel === exchange.channel && when.nth === nth,
    );
    if (!fault || !(isRequestFault(fault.kind) || isUploadFault(fault.kind))) return usual;
    record.hit(fault.kind, kindOf(exchange));
    record.note(() => `fault ${fault.id} ${fault.kind} on ${exchange.number}`);
    const course = courseOf(fault.kind, site, stream(1_000 + fault.id), plan.settleMs, isUpload);
    if (usual?.workMs == null || course.workMs === null || fault.kind === 'late-commit') return course;
    return { ...course, workMs: course.workMs + usual.workMs, backMs: course.backMs + usual.workMs };
  };
  const line: Line = createLine({
    timeline,
    chance: stream(4),
    sites,
    chunkMs: plan.chunkMs[computer] ?? 5,
    events: {
      began: (exchange) => {
        record.figures.requests++;
        record.note(() => `-> ${exchange.number} ${exchange.channel} ${exchange.url.pathname}${exchange.url.search}`);
        manners.began(exchange);
        lookouts.began(exchange);
        if (exchange.channel !== 'upload') return;
        const jobId = boundaries.get(exchange.contentType?.split('boundary=')[1] ?? '') ?? '';
        // What leaves in one go was looked for the last time before its request began.
        uploads.set(exchange, { jobId, left: jobs.get(jobId)?.kind === 'processing' ? leaves() : null });
      },
      course: courseFor,
      stored: (exchange, post) => {
        record.note(() => `stores video ${post.id} "${post.fileName}" ${post.content?.tag ?? 'TORN'}`);
        if (post.content === null) record.violate(sentences.torn, post.fileName);
        else options.stored(post, uploads.get(exchange)?.left ?? leaves());
      },
      answered: (exchange, answer) => {
        record.note(() => `<- ${exchange.number} ${exchange.channel} ${answer.status}`);
        manners.ended(exchange);
        lookouts.ended(exchange, answer);
        manners.answered(exchange, answer);
      },
      failed: (exchange, problem) => {
        record.note(() => `<- ${exchange.number} ${exchange.channel} ${problem}`);
        manners.ended(exchange);
        lookouts.ended(exchange, null);
      },
      refuses: () => false,
    },
  });

  // ---------------------------------------------------------------- its user

  const ofUser = {
    plan: { seed: mix(plan.seed, 0x700 + computer), acts: [], calmAt: plan.calmAt },
    ...{ timeline, record, profile, disk, hints, manners, sites, clips, line },
    accounts: [account],
    uploader: () => (timeline.asleep(computer) ? null : app.uploader()),
    life: (): Life => app.life(),
    clipAt: (path: string) => byPath.get(path),
    quit: app.quit,
    calm: () => calm,
  };
  const user = createUser(ofUser);

  return {
    clips,
    profile,
    lookouts,
    begin: () => {
      record.note(() => `the wall clock is ${skewMs / second} s ahead`);
      for (const fault of faultsOn('time')) timeline.after(fault.when.at, () => strike(fault));
      app.start();
      user.begin();
    },
    whyNotDrained: () => whyNotDrained({ ...ofUser, user, excused: new Map() }),
    quit: app.quit,
    calm: () => {
      calm = true;
      for (const end of [...ends]) end();
      user.calm();
    },
    extraMs: manners.longestMs,
    end: app.end,
  };
}
