// What is to happen to two computers that send for one account, as data made from the seed.
import { type Chance, createChance, mix } from './chance.ts';
import { smallestClip } from './contents.ts';
import type { FaultKind, JobKind, RequestFault, UploadFault } from './faults.ts';
import { type PlannedClip, type PlannedFault, servedWithoutParts, watchedFolder } from './plan.ts';
import { type AnswerStyle, answerStyles, type Serves } from './site.ts';

/** A fault befalls one of the two. */
export interface PairFault extends PlannedFault {
  readonly computer: number;
}

export interface PairPlan {
  readonly seed: number;
  readonly settleMs: number;
  /** Ms that the site's clock is ahead. */
  readonly skewMs: number;
  /** Ms that the wall clock of each computer is ahead. */
  readonly clockSkewMs: readonly number[];
  readonly style: AnswerStyle;
  readonly serves: Serves;
  readonly keys: boolean;
  readonly uploadStatus: 'publish' | 'pending';
  /** Ms that the site takes with a clip that it has received: from, to. */
  readonly processingMs: readonly [number, number];
  /** Ms that a chunk of a large clip is on its way; of each computer. */
  readonly chunkMs: readonly number[];
  readonly diskMs: readonly number[];
  /** What each computer is given; clips of one id are the same bytes. */
  readonly clips: readonly (readonly PlannedClip[])[];
  readonly faults: readonly PairFault[];
  /** By then every clip is there and nothing goes wrong any more. */
  readonly calmAt: number;
}

export const computers = [0, 1] as const;

const second = 1_000;
const minute = 60 * second;
const kib = 1_024;

const commonNames = ['C0001.MP4', 'Clip.mp4', 'GX010001.mp4'] as const;

/** Tiny, one that leaves in one go, and one that is on its way for a while. */
function sizeOf(chance: Chance, kind: 'small' | 'one-go' | 'large' | 'any'): number {
  switch (kind === 'any' ? chance.pick(['small', 'one-go', 'large'] as const) : kind) {
    case 'small':
      return chance.pick([smallestClip, 200, 333, 4_500]);
    case 'one-go':
      return chance.pick([20 * kib, 200 * kib, 256 * kib]);
    case 'large':
      return chance.pick([256 * kib + 1, 300 * kib, 400 * kib, 800 * kib]);
  }
}

interface Given {
  /** Ms that the other one is behind. */
  readonly apart: () => number;
  readonly latecomer: number;
  readonly commonFolder: boolean;
}

function howGiven(chance: Chance): Given {
  const apart = chance.pick(['same', 'moments', 'moments', 'minutes'] as const);
  // Either all of them so much later, or each by itself.
  const all = chance.flip(0.5);
  const draw = (): number =>
    apart === 'same' ? 0 : apart === 'moments' ? chance.between(0, 12 * second) : chance.between(minute, 20 * minute);
  const one = draw();
  return { apart: () => (all ? one : draw()), latecomer: chance.int(2), commonFolder: chance.flip(0.4) };
}

function makeClips(chance: Chance): readonly (readonly PlannedClip[])[] {
  const { apart, latecomer, commonFolder } = howGiven(chance);
  const sizes = chance.pick(['small', 'one-go', 'large', 'any', 'any'] as const);
  const share = chance.pick([1, 1, 0.8, 0.5]);
  const span = chance.pick([second, 20 * second, 5 * minute]);
  const given: readonly PlannedClip[][] = computers.map(() => []);
  const first = 5 * second;
  let size = sizeOf(chance, sizes);
  for (let id = 0, count = 2 + chance.int(11); id < count; id++) {
    // Cameras make many clips of one size, and count from 1 again.
    if (!chance.flip(0.4)) size = sizeOf(chance, sizes) + (chance.flip(0.5) ? id : 0);
    const watched = commonFolder && chance.flip(0.7);
    const folder = watched ? watchedFolder(0) : '/home/me/day';
    const name = chance.flip(0.3) ? `${id}/${chance.pick(commonNames)}` : `clip ${id}.mp4`;
    const at = first + (chance.flip(0.5) ? 0 : chance.int(span));
    const clip: PlannedClip = {
      ...{ id, account: 0, watched, path: `${folder}/${name}`, size, at },
      ...{ writingMs: 0, hollow: false, copyOf: null, poison: false },
    };
    const behind = apart();
    const both = chance.flip(share);
    const only = chance.int(2);
    const renamed = chance.flip(0.1);
    for (const computer of computers) {
      if (watched) {
        given[computer]?.push(clip);
        continue;
      }
      if (!both && computer !== only) continue;
      const path = renamed && computer === 1 ? `/home/me/other/take ${id}.mp4` : clip.path;
      given[computer]?.push({ ...clip, path, at: at + (computer === latecomer ? behind : 0) });
    }
  }
  return given;
}

const uploadKinds = [
  'reset-before-answer',
  'answer-lost',
  'answer-late',
  'answer-never',
  'server-error',
  'server-error-stored',
  'empty-stored',
  'busy-seconds',
  'busy-503',
  'reset-mid-body',
  'late-commit',
] as const satisfies readonly (RequestFault | UploadFault)[];
const requestKinds = [
  'refused',
  'reset-before-answer',
  'answer-lost',
  'answer-late',
  'answer-never',
  'server-error',
  'busy-seconds',
] as const satisfies readonly RequestFault[];
const channels = ['media', 'media', 'media', 'sample', 'video', 'videos', 'me', 'update'] as const;
const worldKinds = [
  'crash',
  'crash',
  'crash-before-commit',
  'crash-after-commit',
  'quit',
  'offline',
  'offline',
  'sleep',
] as const satisfies readonly FaultKind[];
const states: readonly JobKind[] = ['waiting', 'sending', 'processing', 'processing', 'unclear', 'describing', 'done'];

function makeFault(chance: Chance, id: number, span: number): PairFault {
  const lastsMs = chance.flip(0.7) ? chance.between(second, 40 * second) : chance.between(minute, 6 * minute);
  const common = { id, lastsMs, clip: 0, computer: chance.int(2) };
  const group = chance.fraction();
  if (group < 0.4) {
    const channel = chance.flip(0.4) ? 'large' : 'upload';
    return { ...common, kind: chance.pick(uploadKinds), when: { on: 'request', channel, nth: chance.int(6) } };
  }
  if (group < 0.65) {
    const nth = chance.flip(0.5) ? chance.int(4) : chance.int(40);
    return { ...common, kind: chance.pick(requestKinds), when: { on: 'request', channel: chance.pick(channels), nth } };
  }
  const kind = chance.pick(worldKinds);
  if (kind === 'crash-before-commit' || kind === 'crash-after-commit') {
    const state = chance.flip(0.5) ? chance.pick(states) : null;
    return { ...common, kind, when: { on: 'write', nth: 1 + chance.int(state === null ? 60 : 6), state } };
  }
  if (chance.flip(0.4)) return { ...common, kind, when: { on: 'time', at: chance.int(span + minute) } };
  const afterMs = chance.flip(0.5) ? 0 : chance.int(3 * second);
  return { ...common, kind, when: { on: 'state', state: chance.pick(states), nth: chance.int(6), afterMs } };
}

/** Clocks that keep themselves, that nobody has set for long, and that somebody set to another zone's time. */
function clockSkew(chance: Chance): number {
  const ahead = chance.flip(0.5) ? 1 : -1;
  switch (chance.pick(['none', 'none', 'seconds', 'more', 'minutes', 'hours'] as const)) {
    case 'none':
      return 0;
    case 'seconds':
      return ahead * chance.int(10 * second);
    case 'more':
      return ahead * 90 * second;
    case 'minutes':
      return ahead * (2 * minute + chance.int(28 * minute));
    case 'hours':
      return ahead * 180 * minute;
  }
}

const processing: readonly (readonly [number, number])[] = [
  [20, 100],
  [20, 900],
  [second, 5 * second],
  [5 * second, 20 * second],
];

export function makePairPlan(seed: number): PairPlan {
  const chance = createChance(mix(seed, 0x61));
  const ofClocks = createChance(mix(seed, 0x62));
  const clips = makeClips(chance);
  const span = Math.max(...clips.flat().map(({ at }) => at));
  const count = chance.flip(0.3) ? 0 : 1 + chance.int(6);
  const each = <T>(draw: () => T): readonly T[] => computers.map(draw);
  return {
    seed,
    settleMs: chance.flip(0.5) ? 130 * second : 30 * second,
    skewMs: chance.flip(0.6) ? 0 : Math.round(chance.between(-3, 3) * 60 * minute),
    clockSkewMs: each(() => clockSkew(ofClocks)),
    style: chance.flip(0.4) ? 'rest' : chance.pick(answerStyles),
    serves: chance.flip(0.75) ? 'parts' : servedWithoutParts(seed),
    keys: chance.flip(0.15),
    uploadStatus: chance.flip(0.7) ? 'publish' : 'pending',
    processingMs: chance.pick(processing),
    chunkMs: each(() => chance.pick([5, 300, 4_000])),
    diskMs: each(() => (chance.flip(0.15) ? 20 : 0)),
    clips,
    faults: Array.from({ length: count }, (_, id) => makeFault(chance, id, span)),
    calmAt: span + 2 * minute,
  };
}
