// Sites with the helper: sets them up, looks on at what goes in pieces, and counts. Its oracle: an upload is written down before bytes of it
// leave, each piece begins where the site said that it stands, and the last one leaves when it is written down that the site may have the clip.
import { createChance, mix } from './chance.ts';
import { type HandOverFault, helperChannels } from './faults.ts';
import { createHelper, type HeldUpload } from './helper.ts';
import type { Exchange } from './line.ts';
import type { Plan } from './plan.ts';
import type { Profile } from './profile.ts';
import type { Recorder } from './record.ts';
import { sentences } from './sentences.ts';
import type { Answer, Post, Site } from './site.ts';
import type { Timeline } from './timeline.ts';

export interface GoingOnOptions {
  readonly plan: Plan;
  readonly timeline: Timeline;
  readonly sites: ReadonlyMap<string, Site>;
  readonly profile: Profile;
  readonly record: Recorder;
  /** What goes wrong with the hand-over that is the `nth` of the run. */
  handOver(nth: number, jobId: string | null): HandOverFault | null;
  /** `aloneAt` = since when nobody could ask the helper about it; null = somebody can. */
  stored(site: Site, post: Post, aloneAt: number | null): void;
  refuses(bytes: Buffer): boolean;
}

export interface GoingOn {
  /** Whose upload it is; null = of nobody that is written down. */
  jobOf(exchange: Exchange): string | null;
  began(exchange: Exchange): void;
  answered(exchange: Exchange, answer: Answer): void;
  failed(exchange: Exchange): void;
  /** What was told is forgotten with the app. */
  crashed(): void;
}

/** What happened to an upload on its way. */
interface Course {
  pieces: number;
  /** Where the last piece began, if nobody answered it. */
  cutFrom: number | null;
  wentOn: boolean;
  isWhole: boolean;
}

const idIn = (path: string): string => /\/uploads\/([0-9a-f]{64})/.exec(path)?.[1] ?? '';
/** Clips of fewer bytes go in one. */
const fromBytes = 1024 * 1024;

export function createGoingOn({ plan, timeline, sites, profile, record, ...events }: GoingOnOptions): GoingOn {
  /** Where the site said last that each upload stands. */
  const told = new Map<string, number>();
  const courses = new Map<string, Course>();
  let handOvers = 0;

  const rowOf = (id: string) => profile.query("SELECT job_id, let_go FROM site_uploads WHERE url LIKE '%' || ?", id)[0];
  const jobIdOf = (id: string): string | null => {
    const row = id === '' ? undefined : rowOf(id);
    return row ? String(row.job_id) : null;
  };
  const courseOf = (id: string): Course => {
    const known = courses.get(id) ?? { pieces: 0, cutFrom: null, wentOn: false, isWhole: false };
    courses.set(id, known);
    return known;
  };

  const beginsHandOver = (upload: HeldUpload): HandOverFault | null => {
    const course = courseOf(upload.id);
    if (!course.isWhole && course.pieces > 1) record.figures.inPieces++;
    if (!course.isWhole && course.wentOn) record.figures.wentOn++;
    if (!course.isWhole) record.figures.arrivedBytes += upload.size;
    course.isWhole = true;
    const fault = events.handOver(handOvers++, jobIdOf(upload.id));
    record.note(() => `the helper hands over ${upload.name}${fault === null ? '' : `: ${fault}`}`);
    return fault;
  };

  const { helper } = plan;
  const chance = createChance(mix(plan.seed, 0x55));
  for (const site of helper === null ? [] : sites.values()) {
    site.helper = createHelper(site, helper as NonNullable<typeof helper>, timeline, () => chance.hex(32), {
      begins: beginsHandOver,
      workMs: () => chance.between(20, 900),
      stored: (post, { aloneAt }) => events.stored(site, post, aloneAt),
      mixed: ({ name }) => record.violate(sentences.mixed, name),
      died: ({ name }) => {
        record.figures.died++;
        record.note(() => `PHP dies with ${name}`);
      },
      recovered: ({ name }) => {
        record.figures.recovered++;
        record.note(() => `the helper finds that ${name} was taken`);
      },
      refuses: events.refuses,
    });
    if (helper?.isThere) site.helper.install();
  }
  if (helper?.isKnown) profile.query('UPDATE sites SET helper = 1');

  const pieceBegan = (exchange: Exchange): void => {
    const id = idIn(exchange.url.pathname);
    const offset = Number(exchange.headers['upload-offset']);
    const end = offset + exchange.length;
    const course = courseOf(id);
    const upload = exchange.site.helper?.uploads.get(id);
    const row = rowOf(id);
    course.pieces++;
    if (course.cutFrom !== null && offset > course.cutFrom) course.wentOn = true;
    course.cutFrom = null;
    record.note(() => `   bytes ${offset} to ${end} of ${upload?.size ?? 'nothing'}`);
    if (!row) record.violate(sentences.unwritten, id.slice(0, 8));
    const stands = told.get(id);
    if (stands !== offset) record.violate(sentences.elsewhere, `${id.slice(0, 8)} from ${offset}, told ${stands}`);
    if (upload && end >= upload.size && row?.let_go !== 1) record.violate(sentences.letGoEarly, id.slice(0, 8));
  };

  return {
    jobOf: ({ channel, url }) => (helperChannels.has(channel) ? jobIdOf(idIn(url.pathname)) : null),
    began: (exchange) => {
      if (helper === null) return;
      if (exchange.channel === 'piece') pieceBegan(exchange);
      if (exchange.channel === 'upload' && exchange.length >= fromBytes) record.figures.inOne++;
    },
    answered: ({ channel, url, left }, { status, headers }) => {
      if (channel === 'piece') record.figures.pieceBytes += left;
      if (!helperChannels.has(channel) || status >= 300) return;
      if (channel === 'create') told.set(idIn(headers.location ?? ''), 0);
      const offset = headers['upload-offset'];
      if (offset !== undefined) told.set(idIn(url.pathname), Number(offset));
    },
    failed: ({ channel, url, headers, left }) => {
      if (channel !== 'piece') return;
      record.figures.pieceBytes += left;
      courseOf(idIn(url.pathname)).cutFrom = Number(headers['upload-offset']);
    },
    crashed: () => told.clear(),
  };
}
