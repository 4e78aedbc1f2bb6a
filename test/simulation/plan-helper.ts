// What of a run has to do with the helper plugin, drawn from a stream of its own: the other seeds stay the runs that they were.
import { type Chance, createChance, mix } from './chance.ts';
import {
  type ClipFault,
  type HelperChannel,
  handOverFaults,
  helperFaults,
  laterHandOverFaults,
  laterHelperFaults,
  requestFaults,
  type UploadFault,
  type WorldFault,
} from './faults.ts';
import type { HelperManners } from './helper.ts';
import type { Plan, PlannedClip, PlannedFault, When } from './plan.ts';

/** The helper of every site of a run. */
export interface PlannedHelper extends HelperManners {
  /** Installed when the run begins. */
  readonly isThere: boolean;
  /** The app has found it when it connected. */
  readonly isKnown: boolean;
}

/** Clips below go in one. */
const fromBytes = 1024 * 1024;
const kib = 1024;
/** From this seed on every run has to do with the helper, for campaigns about it; of those before one in three. */
export const helperFrom = 400_000_000;
/** From this seed on runs know what the plugin has learned since: those before stay what they were. */
export const laterFrom = 410_000_000;
const second = 1_000;

const channels: readonly HelperChannel[] = [
  'create',
  'piece',
  'piece',
  'piece',
  'offset',
  'became',
  'became',
  'forget',
];
const pieceFaults: readonly UploadFault[] = [
  ...(['reset-first-byte', 'reset-mid-body', 'reset-mid-body', 'reset-mid-body', 'late-commit'] as const),
  ...(['stall-sending', 'stall-processing', 'early-401', 'early-413', 'early-507'] as const),
];
/** What befalls the computer or the clip while a piece is on its way, or while what became of the clip is asked for. */
const around: readonly (WorldFault | ClipFault)[] = [
  ...(['crash', 'crash', 'crash', 'quit', 'line-down', 'offline', 'sleep', 'host-down', 'maintenance'] as const),
  ...(['revoked', 'disk-full', 'clip-rewritten', 'clip-replaced', 'clip-touched', 'clip-read-error'] as const),
];

function makeFault(chance: Chance, id: number): PlannedFault {
  const group = chance.fraction();
  const lastsMs = chance.flip(0.7) ? chance.between(second, 40 * second) : chance.between(60 * second, 360 * second);
  const common = { id, lastsMs, clip: 0 };
  if (group < 0.22)
    return { ...common, kind: chance.pick(handOverFaults), when: { on: 'hand-over', nth: chance.int(3) } };
  const channel = chance.pick(channels);
  const nth = channel === 'piece' ? chance.int(12) : chance.int(3);
  const when: When = { on: 'request', channel, nth };
  if (group < 0.4 && channel === 'piece') return { ...common, kind: chance.pick(pieceFaults), when };
  if (group < 0.6) return { ...common, kind: chance.pick(requestFaults), when };
  return { ...common, kind: group < 0.8 ? chance.pick(helperFaults) : chance.pick(around), when };
}

/** A line that is cut again and again. */
const cuts = (chance: Chance, firstId: number): readonly PlannedFault[] =>
  Array.from({ length: 1 + chance.int(5) }, (_, at) => ({
    ...({ id: firstId + at, kind: 'reset-mid-body', lastsMs: 0, clip: 0 } as const),
    when: { on: 'request', channel: 'piece', nth: chance.int(10) } as const,
  }));

type OneAfterTheOther = readonly [Pick<PlannedFault, 'kind' | 'when'>, Pick<PlannedFault, 'kind' | 'when'>];

/** What seldom comes together by chance alone. */
const together: readonly ((chance: Chance) => OneAfterTheOther)[] = [
  // Its last bytes are there, their answer is lost, and the helper is switched off before anybody asks.
  (chance) => [
    {
      kind: chance.pick(['answer-lost', 'late-commit']),
      when: { on: 'request', channel: 'piece', nth: chance.int(3) },
    },
    { kind: 'helper-switched-off', when: { on: 'request', channel: chance.pick(['offset', 'became']), nth: 0 } },
  ],
  // Its video takes minutes, and whoever waits for that is killed.
  (chance) => [
    { kind: 'takes-long', when: { on: 'hand-over', nth: chance.int(2) } },
    { kind: 'crash', when: { on: 'request', channel: 'became', nth: chance.int(12) } },
  ],
];

/** Some of the clips, and at least one, are so large that they go in pieces. */
function withPieces(clips: readonly PlannedClip[], chance: Chance): readonly PlannedClip[] {
  const copied = new Set(clips.map(({ copyOf }) => copyOf));
  const own = clips.filter(({ id, copyOf }) => copyOf === null && !copied.has(id));
  const sure = own[chance.int(Math.max(1, own.length))];
  return clips.map((clip) =>
    clip === sure || (own.includes(clip) && chance.flip(0.15))
      ? { ...clip, size: fromBytes + chance.int(900) * kib + chance.int(3) }
      : clip,
  );
}

/** What befalls folders, routes and hand-overs of runs from `laterFrom` on. */
function laterFaults(seed: number, firstId: number): readonly PlannedFault[] {
  const chance = createChance(mix(seed, 0x56));
  if (seed < laterFrom || chance.flip(0.3)) return [];
  return Array.from({ length: 1 + chance.int(3) }, (_, at): PlannedFault => {
    const lastsMs = chance.flip(0.5) ? chance.between(second, 40 * second) : chance.between(60 * second, 900 * second);
    const common = { id: firstId + at, lastsMs, clip: 0 };
    if (chance.flip(0.5)) {
      const kind = chance.pick(laterHandOverFaults);
      return { ...common, kind, when: { on: 'hand-over', nth: chance.int(4) } };
    }
    const channel = chance.pick(channels);
    const when: When = { on: 'request', channel, nth: channel === 'piece' ? chance.int(12) : chance.int(3) };
    return { ...common, kind: chance.pick(laterHelperFaults), when };
  });
}

export function withHelper(plan: Plan): Plan {
  const chance = createChance(mix(plan.seed, 0x54));
  if (!chance.flip(plan.seed < helperFrom ? 0.35 : 1)) return plan;
  const isThere = chance.flip(0.85);
  const helper: PlannedHelper = {
    isThere,
    isKnown: chance.flip(isThere ? 0.95 : 0.4),
    keepsParts: chance.flip(0.7),
    mostPiece: chance.flip(0.6) ? chance.pick([1_024, 512, 256, 128]) * kib : null,
    mostUploads: chance.flip(0.85) ? 50 : 1,
    forbids: null,
  };
  const clips = withPieces(plan.clips, chance);
  const own = Array.from({ length: chance.int(6) }, (_, at) => makeFault(chance, plan.faults.length + at));
  const several = [...plan.faults, ...own];
  const withCuts = chance.flip(0.3) ? [...several, ...cuts(chance, several.length)] : several;
  const pair = chance.flip(0.25) ? chance.pick(together)(chance) : [];
  const lastsMs = chance.between(second, 90 * second);
  const paired = [...withCuts, ...pair.map((one, at) => ({ ...one, id: withCuts.length + at, lastsMs, clip: 0 }))];
  const forbids = chance.flip(0.12) ? chance.pick(['PATCH', 'pieces'] as const) : null;
  const faults = [...paired, ...laterFaults(plan.seed, paired.length)];
  return { ...plan, helper: { ...helper, forbids }, clips, faults };
}
