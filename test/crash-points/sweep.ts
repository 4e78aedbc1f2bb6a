// The sweep: one small story of the whole engine in virtual time, played again for every call and every mishap (after SQLite).
import type { Plan, PlannedAct, PlannedClip } from '../simulation/plan.ts';
import { watchedFolder } from '../simulation/plan.ts';
import { unknownOf } from '../simulation/verdict.ts';
import { run } from '../simulation/world.ts';
import { type Call, type Mishap, mishapsOf, type Point, Points, type Port } from './points.ts';

const second = 1_000;
const minute = 60 * second;

const clip = (id: number, more: Partial<PlannedClip>): PlannedClip => ({
  id,
  account: 0,
  watched: false,
  path: `/home/me/day/clip ${id}.mp4`,
  size: 200,
  at: second,
  writingMs: 0,
  hollow: false,
  copyOf: null,
  poison: false,
  ...more,
});
const act = (id: number, at: number, place: number, more: Partial<PlannedAct> = {}): PlannedAct => ({
  id,
  kind: 'type',
  at,
  on: null,
  clip: place,
  lastsMs: 5 * second,
  ...more,
});

/** Small and large clips, two of one size, a watched folder, an answer lost on the way, and somebody who types all the while. */
export const story: Plan = {
  seed: 12,
  accounts: [1],
  settleMs: 30 * second,
  skewMs: 0,
  style: 'rest',
  serves: 'parts',
  keys: false,
  helper: null,
  uploadStatus: 'pending',
  chunkMs: 300,
  diskMs: 0,
  clips: [
    clip(0, {}),
    clip(1, { size: 300 * 1024 + 7 }),
    clip(2, { at: 2 * second }),
    clip(3, {
      watched: true,
      path: `${watchedFolder(0)}/clip 3.mp4`,
      size: 333,
      at: 3 * second,
      writingMs: 4 * second,
    }),
  ],
  faults: [
    { id: 0, kind: 'answer-lost', when: { on: 'request', channel: 'upload', nth: 1 }, lastsMs: second, clip: 0 },
    { id: 1, kind: 'answer-lost', when: { on: 'request', channel: 'update', nth: 2 }, lastsMs: second, clip: 0 },
  ],
  acts: [
    act(0, 1_500, 0),
    act(1, 2_500, 1),
    act(2, 20 * second, 3),
    act(3, 40 * second, 0),
    act(4, 41 * second, 0),
    act(5, 45 * second, 2, { kind: 'drop-again' }),
  ],
  calmAt: 4 * minute,
};

/** What the story asks of its ports when nothing else happens. Throws when the story itself does not end well. */
export async function callsOfStory(): Promise<readonly Call[]> {
  const points = new Points(null);
  const { record } = await run(story, { around: points.around });
  const wrong = unknownOf(record.violations);
  if (wrong) throw new Error(`The story itself fails: ${wrong.sentence}: ${wrong.detail}`);
  return points.calls;
}

export interface SweepFailure extends Point {
  readonly call: Call;
  readonly sentence: string;
  readonly detail: string;
}

/** Plays the story with this mishap; null = it ended as it should. */
export async function tryPoint(point: Point, call: Call, say?: (line: string) => void): Promise<SweepFailure | null> {
  const { record } = await run(story, { around: new Points(point).around, ...(say && { trace: say }) });
  const wrong = unknownOf(record.violations);
  return wrong ? { ...point, call, sentence: wrong.sentence, detail: wrong.detail } : null;
}

export interface SweepReport {
  readonly calls: readonly Call[];
  readonly tried: ReadonlyMap<`${Port} ${Mishap}`, number>;
  readonly failures: readonly SweepFailure[];
}

/** Every `step`th pair of call and mishap, evenly spread; 1 = all. */
export async function sweep(step: number, onTried?: (count: number, all: number) => void): Promise<SweepReport> {
  const calls = await callsOfStory();
  const all = calls.flatMap((call, place) => mishapsOf(call).map((mishap) => ({ call, n: place + 1, mishap })));
  const tried = new Map<`${Port} ${Mishap}`, number>();
  const failures: SweepFailure[] = [];
  for (let at = 0; at < all.length; at += step) {
    const one = all[at];
    if (!one) break;
    const { call, n, mishap } = one;
    const key = `${call.port} ${mishap}` as const;
    tried.set(key, (tried.get(key) ?? 0) + 1);
    const failure = await tryPoint({ n, mishap }, call);
    if (failure) failures.push(failure);
    onTried?.(at + 1, all.length);
  }
  return { calls, tried, failures };
}
