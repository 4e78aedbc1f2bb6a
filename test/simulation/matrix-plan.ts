// The rows of the matrix: which faults under which answer style, and which of the twenty clips meet what, as data made from the row.
import { bigBytes } from '../../main/queue/job/schedule.ts';
import { type Chance, createChance, mix } from './chance.ts';
import { smallestClip } from './contents.ts';
import {
  faultNames,
  type MatrixFaultName,
  type MatrixStyle,
  matrixFaults,
  matrixStyles,
  styleNames,
} from './matrix-faults.ts';
import type { Plan, PlannedAct, PlannedClip } from './plan.ts';

export interface MatrixRow {
  /** One fault, or two. */
  readonly faults: readonly MatrixFaultName[];
  readonly style: MatrixStyle;
  readonly seed: number;
  /** The first clips of the list meet the fault, as many as this says; left out = a few meet it anywhere. */
  readonly crowd?: CrowdName;
}

const second = 1_000;
const kib = 1_024;
export const matrixClips = 20;

/** Many clips with one fault, ahead of all others. */
interface Crowd {
  readonly fault: MatrixFaultName;
  readonly clips: number;
  /** They are big, and so are two healthy ones behind them, on a line that takes each in a second or two: there is one lane for those. */
  readonly areBig?: true;
  /** Where the others are made to wait for longer than in all other rows: so long at most, in ms. */
  readonly mostWaitMs?: number;
}

const crowds = {
  'four that stall': { fault: 'stall', clips: 4 },
  'six that stall': { fault: 'stall', clips: 6 },
  /** All requests that may be open at a site stand still: the next begins when the first of them is given up. */
  'eight that stall': { fault: 'stall', clips: 8, mostWaitMs: 65 * second },
  'two big ones that stall': { fault: 'stall', clips: 2, areBig: true },
  /** One after the other is found to stand still. */
  'three big ones that stall': { fault: 'stall', clips: 3, areBig: true, mostWaitMs: 40 * second },
  /** As with eight that stall, until the first of them has arrived; nobody can tell that from a line that is slow. */
  'eight that crawl': { fault: 'crawl', clips: 8, mostWaitMs: 65 * second },
  'eight that are slow': { fault: 'slow', clips: 8, mostWaitMs: 65 * second },
  'two refused once': { fault: '413-once', clips: 2 },
  'eight that are told to wait': { fault: '429', clips: 8 },
  'eight signed out': { fault: '401-middle', clips: 8 },
} as const satisfies Readonly<Record<string, Crowd>>;
export type CrowdName = keyof typeof crowds;
export const crowdNames = Object.keys(crowds) as readonly CrowdName[];

export interface MatrixPlan {
  readonly row: MatrixRow;
  readonly plan: Plan;
  /** By the place of the clip: what its tries meet, in this order; a clip that is not here has no fault of its own. */
  readonly carriers: ReadonlyMap<number, readonly MatrixFaultName[]>;
  /** So much later than in the same world without faults may a clip be there that has none of its own, in ms. */
  readonly mostWaitMs: number;
}

const pairs = faultNames.flatMap((one, at) => faultNames.slice(at + 1).map((other) => [one, other] as const));
const sets: readonly Pick<MatrixRow, 'faults' | 'crowd'>[] = [
  ...[...faultNames.map((one) => [one] as const), ...pairs].map((faults) => ({ faults })),
  ...crowdNames.map((crowd) => ({ faults: [crowds[crowd].fault], crowd })),
];

/** Every fault, every pair of faults and every crowd under every style: so many rows, and again with the next seed. */
export const matrixRows = sets.length * styleNames.length;

/** A row of this crowd. */
export const crowdRow = (crowd: CrowdName, style: MatrixStyle, seed = 1): MatrixRow => ({
  ...{ faults: [crowds[crowd].fault], crowd, style, seed },
});

/** Rows are numbered from 1; a stretch of them meets every style. */
export function rowOf(number: number): MatrixRow {
  const at = (number - 1) % matrixRows;
  const set = sets[Math.floor(at / styleNames.length)];
  const style = styleNames[at % styleNames.length];
  if (!set || !style) throw new Error(`There is no row ${number}`);
  return { ...set, style, seed: 1 + Math.floor((number - 1) / matrixRows) };
}

const placeOf = ({ faults, crowd }: Pick<MatrixRow, 'faults' | 'crowd'>): number =>
  sets.findIndex(
    (set) =>
      set.crowd === crowd && set.faults.length === faults.length && faults.every((fault) => set.faults.includes(fault)),
  );

export function numberOf({ style, seed, ...set }: MatrixRow): number {
  const { faults } = set;
  const at = placeOf(set);
  if (at < 0) throw new Error(`There is no row of ${faults.join(' and ')}`);
  return (seed - 1) * matrixRows + at * styleNames.length + styleNames.indexOf(style) + 1;
}

/** What leaves in one go, and what is on its way for a moment; some of one size, as cameras make them. */
function makeClips(chance: Chance, bigs: number): readonly PlannedClip[] {
  return Array.from({ length: matrixClips }, (_, id) => {
    const usual = chance.flip(0.6)
      ? chance.pick([smallestClip, 200, 200, 4_500, 20 * kib, 200 * kib])
      : // No two alike: of those that are too large each is larger than every other one.
        300 * kib + chance.int(20) * 20_000 + id;
    const size = id < bigs ? bigBytes + id : usual;
    return {
      ...{ id, account: 0, watched: false, path: `/home/me/day/clip ${String(id + 1).padStart(2, '0')}.mp4`, size },
      ...{ at: 0, writingMs: 0, hollow: false, copyOf: null, poison: false },
    };
  });
}

/** Titles and more for some, right after they were dropped and while they go. */
const makeActs = (): readonly PlannedAct[] =>
  Array.from({ length: matrixClips }, (_, clip) => clip)
    .filter((clip) => clip % 3 === 0)
    .map((clip, id) => ({ id, kind: 'type', at: (clip % 2 === 0 ? 6 : 9) * second, on: null, clip, lastsMs: 0 }));

/** Whether one clip can meet one fault and then the other. */
function inTurn([one, other]: readonly MatrixFaultName[]): readonly MatrixFaultName[] | null {
  if (one === undefined || other === undefined) return null;
  const [first, then] = [matrixFaults[one], matrixFaults[other]];
  // Whose clip is stored is not sent again, and what is refused each time cannot be stored.
  if (first.stores && then.stores) return null;
  if (first.meets === 'every' || then.meets === 'every') {
    if (first.stores || then.stores) return null;
    return first.meets === 'every' ? [other, one] : [one, other];
  }
  return first.stores ? [other, one] : [one, other];
}

/** Clips whose fault keeps a lane hold all that there are, and no more: where still one more stands still, nobody else begins. */
const lanes = 3;

function makeCarriers(row: MatrixRow, clips: readonly PlannedClip[]): ReadonlyMap<number, readonly MatrixFaultName[]> {
  const { faults, seed } = row;
  if (row.crowd) return new Map(clips.slice(0, crowds[row.crowd].clips).map(({ id }) => [id, faults]));
  const chance = createChance(mix(seed, 0x3a7 + placeOf(row)));
  const carriers = new Map<number, readonly MatrixFaultName[]>();
  const largest = clips.toSorted((a, b) => b.size - a.size || a.id - b.id).map(({ id }) => id);
  const place = (met: readonly MatrixFaultName[]): void => {
    // A limit lets everything smaller pass.
    if (met.some((fault) => matrixFaults[fault].meets === 'every')) {
      const id = largest.find((one) => !carriers.has(one));
      if (id !== undefined) carriers.set(id, met);
      return;
    }
    const kept = new Set(faults.some((fault) => matrixFaults[fault].meets === 'every') ? largest.slice(0, 3) : []);
    const most = Math.min(...met.map((fault) => matrixFaults[fault].largest));
    const free = clips.filter(({ id, size }) => !carriers.has(id) && !kept.has(id) && size <= most).map(({ id }) => id);
    carriers.set(chance.pick(free), met);
  };
  const keepers = (): number =>
    [...carriers.values()].filter((met) => met.some((fault) => matrixFaults[fault].keepsLane)).length;
  const both = inTurn(faults);
  if (both) place(both);
  for (const fault of faults) {
    const { clips: most, keepsLane } = matrixFaults[fault];
    const beside = faults.length - 1;
    // One of them has met both.
    const count = both ? most - 1 : Math.max(1, most - beside);
    const free = (): boolean => !keepsLane || keepers() < lanes;
    for (let one = 0; one < count && free(); one++) place([fault]);
  }
  return carriers;
}

const usualWaitMs = 30 * second;

export function makeMatrixPlan(row: MatrixRow): MatrixPlan {
  // The same clips in the same world for every set of faults: what one of them would have done is known from one run without any.
  const chance = createChance(mix(row.seed, 0x3a6));
  const crowd: Crowd | null = row.crowd ? crowds[row.crowd] : null;
  const clips = makeClips(chance, crowd?.areBig ? crowd.clips + 2 : 0);
  const carriers = makeCarriers(row, clips);
  const isPoison = (id: number): boolean =>
    carriers.get(id)?.some((fault) => matrixFaults[fault].meets === 'every') === true;
  const plan: Plan = {
    ...{ seed: row.seed, accounts: [1], settleMs: 130 * second, style: matrixStyles[row.style], serves: 'parts' },
    ...{
      keys: false,
      helper: null,
      chunkMs: crowd?.areBig ? 5 : 300,
      diskMs: 0,
      faults: [],
      acts: makeActs(),
      calmAt: 10 * second,
    },
    skewMs: chance.pick([0, -90 * second, 3 * 3_600 * second]),
    uploadStatus: chance.pick(['publish', 'pending']),
    clips: clips.map((clip) => ({ ...clip, poison: isPoison(clip.id) })),
  };
  return { row, plan, carriers, mostWaitMs: crowd?.mostWaitMs ?? usualWaitMs };
}

/** The same world, in which nothing goes wrong. */
export function withoutFaults({ plan, ...more }: MatrixPlan): MatrixPlan {
  const clips = plan.clips.map((clip) => ({ ...clip, poison: false }));
  return { ...more, plan: { ...plan, clips }, carriers: new Map() };
}
