// What must be true once both computers are done: each clip on the site, and on it twice only where no look could have told.
import type { Content } from './contents.ts';
import { jobsOf } from './oracle.ts';
import type { Computer, Left } from './pair-computer.ts';
import type { PairPlan } from './pair-plan.ts';
import type { PairWorld } from './pair-world.ts';
import { sentences } from './sentences.ts';

/** A clip that came in at the site. */
export interface Sent {
  readonly videoId: number;
  readonly fileName: string;
  readonly content: Content;
  /** Who sent it. */
  readonly computer: number;
  readonly left: Left;
  readonly storedAt: number;
}

/** A look takes so long until what it says is acted upon. */
const lookMs = 1_500;
/** With nothing going wrong every clip is on the site by then, after the last of them was there to be sent. */
const promptMs = 10 * 60_000;

/** Why a double is none that the app could have kept from; each is counted apart. */
export const excuses = {
  crossed: 'both were past their last look before either could be seen',
  blind: 'the look could not be made',
  renamed: 'the site’s files lie elsewhere, and the two files had different names',
  alike: 'the site’s files lie elsewhere, and the computer has more clips of this size',
} as const;

function excuseOf({ plan, computers }: PairWorld, first: Sent, later: Sent): string | null {
  // Of what a computer itself may have sent it waits for the end.
  if (first.computer === later.computer) return null;
  if (later.left.at < first.storedAt + lookMs) return excuses.crossed;
  if (later.left.blind !== null) return excuses.blind;
  if (plan.serves !== 'elsewhere') return null;
  if (first.fileName !== later.fileName) return excuses.renamed;
  const size = later.content.bytes.length;
  const alike = (computers[later.computer]?.clips ?? []).filter(({ planned }) => planned.size === size);
  return alike.length > 1 ? excuses.alike : null;
}

function checkDoubles(world: PairWorld): void {
  const { record, computers, sent } = world;
  const firsts = new Map<Content, Sent>();
  for (const later of sent) {
    const { content, left } = later;
    const first = firsts.get(content);
    if (first === undefined) {
      firsts.set(content, later);
      continue;
    }
    const excuse = excuseOf(world, first, later);
    if (excuse !== null) {
      record.figures.beyond++;
      count(world, excuse);
      if (excuse === excuses.crossed) count(world, `crossed ${paceOf(world)}`);
      continue;
    }
    const lists = computers[later.computer]?.lookouts.listsBetween(first.storedAt, left.at) ?? 0;
    const after = ((left.at - first.storedAt) / 1_000).toFixed(2);
    record.violate(
      sentences.twice,
      `${content.tag} of ${content.bytes.length} bytes: video ${first.videoId} of computer ${first.computer + 1}, ` +
        `and ${later.videoId} of computer ${later.computer + 1}, let go ${after} s after the first was stored and ${lists} lists were read`,
    );
  }
}

function count({ record: { hits } }: PairWorld, what: string, more = 1): void {
  if (more > 0) hits.set(what, (hits.get(what) ?? 0) + more);
}

/** The longer a site takes with a clip that it has received, the longer nobody can see it there. */
const paceOf = ({ plan }: PairWorld): string =>
  `where the site takes up to ${String(plan.processingMs[1] / 1_000).padStart(3)} s with each`;

function checkJobs({ record, site }: PairWorld, computer: Computer, place: number): void {
  const jobs = jobsOf(computer);
  const claimed = new Map<number, string>();
  for (const clip of computer.clips) {
    const { path } = clip.planned;
    const job = jobs.find((one) => one.path === path && !one.removed);
    if (job?.kind !== 'done' || job.videoId === null) {
      record.violate(sentences.missing, `${path} of computer ${place + 1} is ${job?.kind ?? 'not in its list'}`);
      continue;
    }
    const post = site.posts.get(job.videoId);
    if (!post?.content || !clip.versions.includes(post.content))
      record.violate(sentences.wrongVideo, `${path} stands for video ${job.videoId} (${post?.content?.tag ?? 'none'})`);
    const other = claimed.get(job.videoId);
    if (other !== undefined) record.violate(sentences.shared, `${path} and ${other}: video ${job.videoId}`);
    claimed.set(job.videoId, path);
  }
}

/** By how much the wall clocks of the two are apart. */
function apartOf({ clockSkewMs: [one = 0, other = 0] }: PairPlan): string {
  const seconds = Math.abs(one - other) / 1_000;
  if (seconds === 0) return 'clocks alike';
  return `clocks ${seconds < 60 ? 'less than a minute' : seconds < 3_600 ? 'minutes' : 'hours'} apart`;
}

/** Found elsewhere, and how: what the campaign shows that it met. */
function countMeetings(world: PairWorld): void {
  const { computers, sent } = world;
  count(world, apartOf(world.plan));
  const given = new Map<Content, number>();
  for (const { clips } of computers)
    for (const { versions } of clips) for (const one of versions) given.set(one, (given.get(one) ?? 0) + 1);
  const ofBoth = [...given].filter(([, times]) => times > 1).map(([content]) => content);
  count(world, 'clips given to both', ofBoth.length);
  count(world, `clips given to both ${paceOf(world)}`, ofBoth.length);
  count(
    world,
    'of them sent once',
    ofBoth.filter((one) => sent.filter(({ content }) => content === one).length === 1).length,
  );
  for (const { profile } of computers)
    for (const row of profile.query(
      "SELECT ended, COUNT(*) AS times FROM attempts WHERE id LIKE 'elsewhere-%' OR ended = 'elsewhere' GROUP BY ended",
    ))
      count(world, `attempts ended ${row.ended}`, Number(row.times));
}

export function checkPair(world: PairWorld): void {
  const { plan, record, site, computers } = world;
  checkDoubles(world);
  if (record.violations.some(({ sentence }) => sentence === sentences.stuck)) return;
  for (const [place, computer] of computers.entries()) checkJobs(world, computer, place);
  if (site.deletions > 0) record.violate(sentences.deleted, `${site.deletions} times`);
  const complete = world.completeAt();
  if (complete === null) record.violate(sentences.missing, 'not every clip came in');
  const lastAt = Math.max(...plan.clips.flat().map(({ at }) => at));
  const isPrompt = complete !== null && complete <= lastAt + promptMs;
  if (plan.faults.length === 0 && !isPrompt)
    record.violate(sentences.slow, `complete ${((complete ?? 0) - lastAt) / 1_000} s after the last clip was there`);
  countMeetings(world);
}
