// One run of two computers that send for one account, on one virtual timeline, from a plan to what came of it.
import type { Content } from './contents.ts';
import { createContents } from './contents.ts';
import { type Computer, createComputer } from './pair-computer.ts';
import { checkPair, type Sent } from './pair-oracle.ts';
import { computers, type PairPlan } from './pair-plan.ts';
import { makeSites, prepared } from './prepared.ts';
import { openProfile, type Profile } from './profile.ts';
import { createRecorder, type Recorder } from './record.ts';
import { hearRejections } from './rejections.ts';
import { sentences } from './sentences.ts';
import type { Site } from './site.ts';
import { createTimeline } from './timeline.ts';

export interface PairWorld {
  readonly plan: PairPlan;
  readonly record: Recorder;
  readonly site: Site;
  readonly computers: readonly Computer[];
  /** Everything that the site was sent whole, in the order in which it was stored. */
  readonly sent: readonly Sent[];
  /** When the last of the clips was on the site for the first time; null = one never was. */
  completeAt(): number | null;
}

export interface PairOptions {
  /** Changes how the site behaves before anything begins. */
  readonly around?: (site: Site) => void;
  readonly enough?: (record: Recorder) => boolean;
  readonly trace?: 'none' | 'hash' | ((line: string) => void);
}

const second = 1_000;
const minute = 60 * second;
const drainMs = 4 * 60 * minute;
/** After the end nothing may happen any more. */
const afterglowMs = 3 * minute;
/** What a computer sleeps through comes all at once when it wakes up. */
const mostEvents = { atOnce: 10_000, inAll: 4_000_000 };

/** One for each computer, for all runs of this process. */
const profiles: Profile[] = [];
const profileOf = (computer: number): Profile => {
  profiles[computer] ??= openProfile();
  return profiles[computer];
};

/** Both computers are signed in to the one account before anything begins. */
export async function runPair(plan: PairPlan, options: PairOptions = {}): Promise<PairWorld> {
  const { accounts, secrets, rows } = await prepared([1], profileOf(0));
  const [account] = accounts;
  if (!account) throw new Error('No account was prepared');
  const timeline = createTimeline();
  const record = createRecorder(timeline.now, options.trace ?? 'none');
  const contents = createContents();
  const made = new Map<number, Content>();
  const [site] = makeSites([1], timeline, timeline.wall(), () => contents).values();
  if (!site) throw new Error('No site was made');
  const { style, uploadStatus, serves, keys, skewMs } = plan;
  site.manners = { style, uploadStatus, serves, keys, skewMs };
  options.around?.(site);
  const sent: Sent[] = [];
  const both = computers.map((computer) =>
    createComputer({
      ...{ computer, plan, timeline, record, site, account, secrets, rows, profile: profileOf(computer) },
      contentOf: ({ id, size }) => {
        const content = made.get(id) ?? contents.make(id, size);
        made.set(id, content);
        return content;
      },
      stored: ({ id, content, fileName }, left) => {
        if (content) sent.push({ videoId: id, content, fileName, computer, left, storedAt: timeline.now() });
      },
    }),
  );
  const world: PairWorld = {
    ...{ plan, record, site, computers: both, sent },
    completeAt: () => {
      const firsts = [...made.values()].map((content) => sent.find((one) => one.content === content)?.storedAt);
      return firsts.every((at) => at !== undefined) ? Math.max(...firsts) : null;
    },
  };
  hearRejections((error) => record.violate(sentences.rejection, String(error)));
  record.figures.clips = made.size;
  for (const computer of both) computer.begin();

  let over = false;
  let calmSince: number | null = null;
  let quietSince: number | null = null;
  let lastLife = false;
  const look = (): void => {
    const now = timeline.now();
    if (calmSince === null) {
      calmSince = now;
      record.note(() => 'calm');
      for (const computer of both) computer.calm();
    }
    const why = both.map((computer) => computer.whyNotDrained()).find((one) => one !== null) ?? null;
    const extraMs = Math.max(...both.map((computer) => computer.extraMs()));
    if (why !== null && now > calmSince + extraMs + drainMs) {
      record.violate(sentences.stuck, why);
      over = true;
      return;
    }
    if (why !== null) quietSince = null;
    else quietSince ??= now;
    // A few end with one more start of both, which must not send anything again.
    if (why === null && !lastLife && plan.seed % 5 === 0) {
      lastLife = true;
      quietSince = null;
      for (const computer of both) computer.quit(second);
    }
    if (quietSince === null || now - quietSince < afterglowMs) timeline.after(10 * second, look);
    else over = true;
  };
  timeline.after(plan.calmAt, look);
  const spins = (): boolean => {
    const [atOnce, inAll] = [timeline.eventsNow(), timeline.events()];
    if (atOnce < mostEvents.atOnce && inAll < mostEvents.inAll) return false;
    record.violate(sentences.spins, `${atOnce} events at once, ${inAll} in all`);
    return true;
  };
  await timeline.run(() => over || spins() || options.enough?.(record) === true);
  checkPair(world);
  record.figures.events = timeline.events();
  record.figures.virtualMs = timeline.now();
  // Rejections are told at the end of a turn.
  await new Promise((resolve) => setImmediate(resolve));
  for (const computer of both) computer.end();
  hearRejections(null);
  return world;
}
